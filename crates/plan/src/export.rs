//! Formulas and problems for other programs, and their answers read back.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, expand};
use hakooshi_level::{Cell, Dir, Moves};
use hakooshi_search::Deadline;
use thiserror::Error;

use crate::facts::Facts;
use crate::pddl;
use crate::sat::{Encoding, Shape};
use crate::smt::{Extras, Script, Theory, model};

/// What a level can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SMT-LIB 2 with integers and arrays; steps are moves.
    Smt2Lia,
    /// SMT-LIB 2 with bit-vectors; steps are moves.
    Smt2Bv,
    /// Clauses; steps are pushes, and a plan may be shorter than the horizon.
    Dimacs,
    /// A problem of the planning competitions' domain; no horizon.
    Pddl,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Smt2Lia, Self::Smt2Bv, Self::Dimacs, Self::Pddl];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smt2Lia => "smt2-lia",
            Self::Smt2Bv => "smt2-bv",
            Self::Dimacs => "dimacs",
            Self::Pddl => "pddl",
        }
    }
}

/// How a formula is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Steps of the plan asked for.
    pub horizon: usize,
    /// Whether the steps of an SMT formula are pushes rather than moves.
    pub pushes: bool,
    /// Whether an SMT formula has more than the rules: dead squares, pairs and distances.
    pub extras: bool,
    /// The most bytes that may be written.
    pub most_bytes: usize,
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The boxes have no different goals to go to.
    #[error("there is no plan of any length: the boxes cannot reach different goals")]
    NoPlan,
    /// More bytes than are allowed.
    #[error(
        "a horizon of {horizon} makes a formula of more than {most} bytes; choose a shorter one"
    )]
    TooLarge {
        /// The horizon.
        horizon: usize,
        /// The most bytes allowed.
        most: usize,
    },
}

/// The level as text for another program, under `name` where the format has names.
pub fn encode(
    board: &Arc<Board>,
    start: &Position,
    name: &str,
    target: Target,
    form: Form,
) -> Result<String, ExportError> {
    let theory = match target {
        Target::Pddl => return Ok(pddl::problem(board, start, name)),
        Target::Dimacs => return dimacs(board, start, form),
        Target::Smt2Lia => Theory::Integers,
        Target::Smt2Bv => Theory::Bits,
    };
    let facts = Facts::new(board, start, Deadline::default()).ok_or(ExportError::NoPlan)?;
    let on = form.extras;
    let extras = Extras {
        dead_squares: on,
        dead_pairs: on,
        distances: on,
        walks: on,
        cells: on,
        no_return: on,
        pushes: form.pushes,
    };
    Script::new(&facts, theory, extras).write(form.horizon, |bytes| within(bytes, form))
}

fn within(bytes: usize, form: Form) -> Result<(), ExportError> {
    let (horizon, most) = (form.horizon, form.most_bytes);
    if bytes > most { Err(ExportError::TooLarge { horizon, most }) } else { Ok(()) }
}

/// The clauses, complete with the player's walks, and the map of its variables as comments:
/// `push V T C R D` says that variable V is the push at step T of the box in column C and row
/// R in direction D.
fn dimacs(board: &Arc<Board>, start: &Position, form: Form) -> Result<String, ExportError> {
    let facts = Facts::new(board, start, Deadline::default()).ok_or(ExportError::NoPlan)?;
    let shape = Shape {
        dead_pairs: true,
        distances: true,
        excess: form.horizon >= facts.bound as usize,
        paths: true,
        idle: true,
        parallel: false,
    };
    let mut encoding = Encoding::new(&facts, shape);
    let mut map = format!(
        "Sokoban: is there a plan of at most {} pushes?\n\
         push V T C R D: variable V is the push at step T of the box in column C, row R, \
         in direction D\n",
        form.horizon
    );
    for step in 0..form.horizon {
        encoding.add_step();
        for (Push { from, dir }, lit) in encoding.pushes_of(step) {
            let Cell { row, col } = board.cell(from);
            let (step, dir) = (step + 1, letter(dir));
            let _ = writeln!(map, "push {lit} {step} {} {} {dir}", col + 1, row + 1);
        }
        within(encoding.cnf.clauses() * 16 + map.len(), form)?;
    }
    let goal = encoding.goal();
    encoding.cnf.clause([goal]);
    Ok(encoding.cnf.dimacs(&map))
}

const LETTERS: [char; 4] = ['u', 'd', 'l', 'r'];

fn letter(dir: Dir) -> char {
    LETTERS[dir.index()]
}

/// What another program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// These moves, for the verifier to judge.
    Moves(Moves),
    /// There is no plan, or so it says.
    NoPlan,
}

/// Reads a model or a plan: of an SMT solver, of a planner, or of a SAT solver, for which
/// `map` is the DIMACS file that it was given.
pub fn decode(
    board: &Board,
    start: &Position,
    text: &str,
    map: Option<&str>,
) -> Result<Decoded, String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let verdict = text.lines().map(|line| line.trim().to_ascii_lowercase());
    if verdict.clone().any(|line| matches!(line.as_str(), "unsat" | "s unsatisfiable")) {
        return Ok(Decoded::NoPlan);
    }
    if pddl::is_plan(text) {
        return pddl::moves(text).map(Decoded::Moves);
    }
    let pushes = if text.contains("move_") {
        model::pushes(board, start, text.strip_prefix("sat").unwrap_or(text))?
    } else if first.starts_with(['s', 'S', 'v', 'c', '-'])
        || first.starts_with(|it: char| it.is_ascii_digit())
    {
        let map = map.ok_or("a model of clauses needs the DIMACS file it belongs to")?;
        clauses(board, text, map)?
    } else {
        return Err("this is neither a model nor a plan".to_owned());
    };
    let moves = expand(board, start, &pushes);
    moves.map(Decoded::Moves).ok_or_else(|| "the pushes of the plan cannot be made".to_owned())
}

/// The pushes that a model of clauses makes, by the map in the comments of the DIMACS file.
fn clauses(board: &Board, text: &str, map: &str) -> Result<Vec<Push>, String> {
    let mut known: HashMap<i64, (usize, Push)> = HashMap::new();
    for line in map.lines().filter_map(|line| line.strip_prefix("c push ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [var, step, col, row, dir] = words[..]
            && let (Ok(var), Ok(step), Ok(col), Ok(row)) =
                (var.parse(), step.parse(), col.parse::<u16>(), row.parse::<u16>())
            && let Some(dir) = LETTERS.iter().position(|it| dir == it.to_string())
        {
            let from = board.square_at(Cell::new(row.saturating_sub(1), col.saturating_sub(1)));
            if from.is_wall() {
                return Err(format!("the map has a push in column {col}, row {row}: a wall"));
            }
            known.insert(var, (step, Push { from, dir: Dir::ALL[dir] }));
        }
    }
    if known.is_empty() {
        return Err("the DIMACS file has no map of pushes".to_owned());
    }
    let values = text.lines().filter(|line| !line.starts_with(['c', 's', 'S'])).flat_map(|line| {
        line.trim_start_matches('v').split_whitespace().filter_map(|word| word.parse::<i64>().ok())
    });
    let mut plan: Vec<(usize, Push)> =
        values.filter(|&value| value > 0).filter_map(|value| known.get(&value).copied()).collect();
    plan.sort_unstable();
    Ok(plan.into_iter().map(|(_, push)| push).collect())
}
