//! `hako info`: describes a level without searching.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use hakooshi::analyse;
use hakooshi_board::analysis::{gates, goal_areas, tunnels};
use hakooshi_board::{Board, Position, compile};
use hakooshi_lab::situation_key;
use hakooshi_level::formats::Entry;
use hakooshi_level::{Cell, Level, LevelId, Symmetry, Tile, transform};
use hakooshi_search::heuristics::{Aim, Heuristic as _, Matching};
use hakooshi_search::spec::DEAD_SQUARES;
use serde::Serialize;

use crate::args::LEVELS_HELP;
use crate::commands::theory::{Theory, show_power};
use crate::exit::{Exit, Outcome};
use crate::form::{Form, forms};
use crate::input::{Item, LevelArgs};
use crate::limits::check_tables;
use crate::output::Output;
use crate::records::Records;
use crate::render::{Paint, draw};
use crate::say;
use crate::units::{plural, plural_of};

const EXAMPLES: &str = "\
In the drawing × marks dead squares: a box pushed there can never reach a goal.

Examples:
  hako info levels.xsb:3
  hako info levels.xsb --format csv -o levels.csv
  hako info levels.xsb --format jsonl | jq 'select(.boxes > 10).index'";

/// Describe levels without searching: size, rooms, dead squares, lower bound, id
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(Form::RECORDS))]
    format: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// What is known of a level; the fields of `--format json`.
#[expect(clippy::struct_excessive_bools, reason = "a flat record for scripts")]
#[derive(Debug, Serialize)]
struct Info {
    file: String,
    index: usize,
    title: Option<String>,
    author: Option<String>,
    id: String,
    width: usize,
    height: usize,
    boxes: usize,
    boxes_on_goals: usize,
    floors: usize,
    dead_squares: usize,
    rooms: usize,
    tunnels: usize,
    gates: usize,
    doors: usize,
    goal_areas: Vec<usize>,
    /// Fewest pushes that any solution has at least; null if there is none.
    lower_bound: Option<u32>,
    /// The most successors of a state, and the number of states.
    #[serde(flatten)]
    theory: Theory,
    /// The KTH solver's key of the start.
    kth_key: Option<String>,
    /// Games written with the level.
    games: usize,
    decoration: bool,
    symmetric: bool,
    solved: bool,
    /// Whether the level is proved to have no solution.
    unsolvable: bool,
    hints: Vec<String>,
}

pub(crate) fn run(args: &InfoArgs) -> Outcome {
    let mut code = Exit::Ok;
    let out = Output::whole(args.output.as_deref(), &mut args.levels.claims()?)?;
    let paint = if out.is_stdout() { Paint::stdout() } else { Paint::NONE };
    let mut sink = match args.format {
        Form::Table => Sink::Text { out, first: true },
        form => Sink::Records(Records::new(out, form)),
    };
    for item in args.levels.open()? {
        let item = match item {
            Ok(item) => item,
            Err(failure) => {
                code = code.max(failure.report());
                continue;
            }
        };
        let entry = match &item.level {
            Ok(entry) => entry,
            Err(fault) => {
                say::error(&fault.message);
                code = code.max(fault.code);
                continue;
            }
        };
        let study = match compile(&entry.level) {
            Ok((board, start)) => Study { board, start },
            Err(error) => {
                say::error(format_args!("{}: {error}", item.name()));
                code = code.max(Exit::GaveUp);
                continue;
            }
        };
        if let Err(failure) = check_tables(&study.board) {
            code = code.max(failure.of(&item.name()).report());
            continue;
        }
        let info = study.info(&item, entry);
        match &mut sink {
            Sink::Records(records) => records.add(&info)?,
            Sink::Text { out, first } => {
                let gap = if std::mem::take(first) { "" } else { "\n" };
                out.put(&format!("{gap}{}", study.text(&info, &entry.level, paint)))?;
            }
        }
    }
    match sink {
        Sink::Records(records) => records.finish()?,
        Sink::Text { out, .. } => out.finish()?,
    }
    Ok(code)
}

/// Where the descriptions go.
enum Sink {
    Text { out: Output, first: bool },
    Records(Records),
}

struct Study {
    board: Arc<Board>,
    start: Position,
}

impl Study {
    fn info(&self, item: &Item, entry: &Entry) -> Info {
        let (board, level) = (&self.board, &entry.level);
        let lower_bound = Matching::new(&Aim::goals(board)).estimate(&self.start);
        let found = gates(board);
        let boxes_on_goals = level.boxes() - self.start.off_goal() as usize;
        let (solved, decoration) = (level.is_solved(), is_decorated(level));
        let symmetric = is_symmetric(level);
        let proofs = Self::proofs(level);
        let unsolvable = !proofs.is_empty();
        let mut hints = proofs;
        let mut hint = |is: bool, text: &str| {
            if is {
                hints.push(text.to_owned());
            }
        };
        hint(solved, "every box starts on a goal: nothing to do");
        hint(symmetric, "walls and goals are symmetric");
        hint(decoration, "boxes or goals outside the player's walls are decoration");
        Info {
            file: item.file.to_string(),
            index: item.index,
            title: level.title.clone(),
            author: level.author.clone(),
            id: LevelId::of(level).to_string(),
            width: level.width(),
            height: level.height(),
            boxes: level.boxes(),
            boxes_on_goals,
            floors: board.size(),
            dead_squares: board.size() - self.board.live().len(),
            rooms: board.rooms().count(),
            tunnels: tunnels(board).len(),
            gates: found.gates.len(),
            doors: found.doors.len(),
            goal_areas: goal_areas(board).iter().map(Vec::len).collect(),
            lower_bound,
            theory: Theory::new(level.boxes(), board.size(), board.live().len()),
            kth_key: situation_key(level).ok(),
            games: entry.games.len(),
            decoration,
            symmetric,
            solved,
            unsolvable,
            hints,
        }
    }

    /// Reasons why the level has no solution, each a proof.
    fn proofs(level: &Level) -> Vec<String> {
        let deadlocks = analyse(level).map(|analysis| analysis.deadlocks()).unwrap_or_default();
        let told = deadlocks.iter().map(|deadlock| match (deadlock.test, &deadlock.boxes[..]) {
            (DEAD_SQUARES, [at, ..]) => format!("a box starts on a dead square ({at}): unsolvable"),
            ("matching" | "no_push", _) => format!("{}: unsolvable", deadlock.title),
            (test, _) => format!("the start is a deadlock ({test}): unsolvable"),
        });
        told.collect()
    }

    fn text(&self, info: &Info, level: &Level, paint: Paint) -> String {
        let mut out = paint.bold(&format!("{}:{}", info.file, info.index));
        for part in [&info.title, &info.author].into_iter().flatten() {
            let _ = write!(out, "  {part}");
        }
        out.push('\n');
        out.push_str(&draw(level, paint, |cell: Cell| {
            let square = self.board.square_at(cell);
            !square.is_wall() && !self.board.live().contains(square)
        }));
        let bound = match info.lower_bound {
            Some(bound) => plural_of(bound as usize, "push", "pushes"),
            None => "none: the level has no solution".to_owned(),
        };
        // They are sorted, the largest first.
        let largest = info.goal_areas.first().copied().unwrap_or(0);
        let lines = [
            ("size", format!("{} × {}", info.width, info.height)),
            ("boxes", format!("{}, {} on goals", info.boxes, info.boxes_on_goals)),
            ("floor", format!("{}, {} dead (×)", info.floors, info.dead_squares)),
            ("rooms", format!("{}, {}", info.rooms, plural(info.tunnels, "tunnel"))),
            ("gates", format!("{}, of which doors: {}", info.gates, info.doors)),
            (
                "goal areas",
                format!("{}, largest: {}", info.goal_areas.len(), plural(largest, "goal")),
            ),
            ("lower bound", bound),
            (
                "branching",
                format!(
                    "at most {} by moves, {} by pushes",
                    info.theory.branching_moves, info.theory.branching_pushes
                ),
            ),
            (
                "states",
                format!(
                    "{} at most, {} without boxes on dead squares",
                    show_power(info.theory.states_log10),
                    show_power(info.theory.live_states_log10)
                ),
            ),
            ("KTH key", info.kth_key.clone().unwrap_or_default()),
            ("id", info.id.clone()),
        ];
        for (name, value) in lines {
            let _ = writeln!(out, "{} {value}", paint.dim(&format!("{name:<11}")));
        }
        for hint in &info.hints {
            let hint = if info.unsolvable { paint.bad(hint) } else { hint.clone() };
            let _ = writeln!(out, "{} {hint}", paint.dim(&format!("{:<11}", "note")));
        }
        out
    }
}

/// Whether something besides walls and floor lies where the player never comes.
fn is_decorated(level: &Level) -> bool {
    let cells = (0..level.height())
        .flat_map(|row| (0..level.width()).map(move |col| Cell::new(row as u16, col as u16)));
    cells
        .filter(|&cell| !level.is_inside(cell))
        .any(|cell| !matches!(level.tile(cell), Tile::Wall | Tile::Floor))
}

/// Whether some turn or mirror image of the level has the same floor and goals.
fn is_symmetric(level: &Level) -> bool {
    let shape = |level: &Level| -> Vec<(u16, u16, bool)> {
        let cells: Vec<Cell> = level.inside().collect();
        let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
        let goal = |cell: &Cell| level.tile(*cell).is_goal();
        cells.iter().map(|cell| (cell.row - top, cell.col - left, goal(cell))).collect()
    };
    let own = shape(level);
    let is_line = |place: fn(&(u16, u16, bool)) -> u16| own.iter().all(|it| place(it) == 0);
    let (one_row, one_column) = (is_line(|it| it.0), is_line(|it| it.1));
    let moves_nothing = |symmetry| match symmetry {
        Symmetry::Identity => true,
        Symmetry::MirrorRows => one_row,
        Symmetry::MirrorColumns => one_column,
        _ => false,
    };
    Symmetry::ALL
        .into_iter()
        .filter(|&symmetry| !moves_nothing(symmetry))
        .any(|symmetry| shape(&transform(level, symmetry)) == own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> Info {
        let entry = Entry::new(text.parse().expect("a level"));
        let (board, start) = compile(&entry.level).expect("small");
        let study = Study { board, start };
        let item = Item { file: "f".into(), index: 1, level: Ok(entry.clone()) };
        study.info(&item, &entry)
    }

    #[test]
    fn a_plain_level() {
        let info = info("######\n#@ $.#\n#    #\n######");
        assert_eq!((info.boxes, info.floors, info.lower_bound), (1, 8, Some(1)));
        assert!(!info.unsolvable && !info.solved && !info.symmetric && !info.decoration);
    }

    #[test]
    fn proofs_of_hopelessness() {
        let corner = info("######\n#$ @.#\n#    #\n######");
        assert!(corner.unsolvable && corner.hints[0].contains("row 2, column 2"));
        let stuck = info("#######\n#@$$..#\n#######");
        assert!(stuck.unsolvable, "{:?}", stuck.hints);
        assert!(stuck.hints.iter().any(|hint| hint.contains("no box can be pushed")));
    }

    #[test]
    fn shape_and_decoration() {
        assert!(info("#######\n#  .  #\n#  $ @#\n#     #\n#######").symmetric);
        assert!(info("######\n#@$.##\n######\n#*#").decoration);
        assert!(info("#####\n#@ *#\n#####").solved);
    }
}
