//! A proof for others to check: that a level has no plan of at most so many pushes.
//!
//! The formula is written beside the proof, so that a checker needs nothing else. Each of its
//! clauses is a necessary condition of a plan: the rules, squares and pairs of squares from
//! which boxes never come home, and fences of boxes that nobody walks through. The fences that
//! are needed are found first, by a solver that writes no proof.
//!
//! The solver writes its proof itself and does not say whether all of it came to the file. So
//! both files are read again and checked before anything is said about them.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push};
use hakooshi_search::{Context, Cost, Reservation, Stop};

use crate::PlanError;
use crate::check::{CheckError, Step, check};
use crate::error::NoAnswer;
use crate::facts::Facts;
use crate::sat::{Answer, Encoding, Oracle, Shape, play_or_refine};

/// Steps checked between two looks at the budget.
const POLL: usize = 4096;

/// What came of the attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// Formula and proof are written, and the proof has been checked.
    Written {
        /// Variables of the formula.
        variables: usize,
        /// Clauses of the formula.
        clauses: usize,
        /// Steps of the proof.
        steps: usize,
    },
    /// There is a plan of at most so many pushes.
    Refuted(Vec<Push>),
    /// A limit was met.
    Stopped(Stop),
}

/// The files of a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofFiles<'a> {
    /// The formula, as DIMACS.
    pub formula: &'a Path,
    /// The proof that it cannot be satisfied, as LRAT.
    pub lrat: &'a Path,
    /// The same as DRAT, if that is wanted too: the steps of the LRAT proof without reasons.
    pub drat: Option<&'a Path>,
}

/// Proves that no plan has at most `horizon` pushes. Whatever comes of it, parts of the files
/// may have been written.
pub fn prove(
    board: &Arc<Board>,
    start: &Position,
    horizon: u32,
    files: &ProofFiles<'_>,
    context: &mut Context<'_>,
) -> Result<Proved, PlanError> {
    match attempt(board, start, horizon, files, context) {
        Ok(proved) => Ok(proved),
        Err(NoAnswer::Stopped(stop)) => Ok(Proved::Stopped(stop)),
        Err(NoAnswer::Failed(error)) => Err(error),
    }
}

fn attempt(
    board: &Arc<Board>,
    start: &Position,
    horizon: u32,
    files: &ProofFiles<'_>,
    context: &mut Context<'_>,
) -> Result<Proved, NoAnswer> {
    let facts = Facts::new(board, start, context.deadline()).ok_or_else(|| {
        PlanError::Solver(
            "the boxes cannot reach different goals: there is nothing to prove".into(),
        )
    })?;
    // Below the bound its counter would be the whole proof, and say nothing to a reader.
    let shape = Shape {
        dead_pairs: true,
        distances: true,
        excess: horizon >= facts.bound,
        paths: false,
        idle: true,
        parallel: false,
    };
    let mut formula = context.memory().reservation();
    let mut encoding = grown(Encoding::new(&facts, shape), horizon, &mut formula, context)?;
    let goal = encoding.goal();
    let mut oracle = Oracle::start(context.memory());
    loop {
        match oracle.ask(&mut encoding.cnf, &[goal], horizon, context)? {
            Answer::Unsat(_) => break,
            Answer::Sat(model) => {
                if let Some(pushes) = play_or_refine(&mut encoding, &model) {
                    return Ok(Proved::Refuted(pushes));
                }
            }
        }
    }
    drop(oracle);
    let mut whole = Encoding::new(&facts, shape);
    for fence in encoding.fences() {
        whole.add_fence(fence.clone());
    }
    drop(encoding);
    let mut whole = grown(whole, horizon, &mut formula, context)?;
    let goal = whole.goal();
    whole.cnf.clause([goal]);
    let comment = format!(
        "Sokoban: no plan of at most {horizon} pushes, if this cannot be satisfied.\n\
         Every clause is a necessary condition of such a plan."
    );
    let text = whole.cnf.dimacs(&comment);
    std::fs::write(files.formula, text).map_err(|error| cannot_write(files.formula, &error))?;
    let (variables, clauses) = (whole.cnf.vars(), whole.cnf.clauses());
    let mut oracle = Oracle::prove(files.formula, files.lrat, context.memory())?;
    // The solver has the clauses from the file.
    drop(whole.cnf.take_new());
    let answer = oracle.ask(&mut whole.cnf, &[], horizon, context)?;
    oracle.close();
    if matches!(answer, Answer::Sat(_)) {
        let message = "CaDiCaL contradicts itself about the proof".to_owned();
        return Err(PlanError::Solver(message).into());
    }
    let steps = checked(files, horizon, context)?;
    Ok(Proved::Written { variables: variables as usize, clauses, steps })
}

/// Checks the proof as it stands in its file, and writes its steps as DRAT if that is wanted.
fn checked(
    files: &ProofFiles<'_>,
    horizon: u32,
    context: &mut Context<'_>,
) -> Result<usize, NoAnswer> {
    let failed = |path: &Path, error: &std::io::Error| NoAnswer::Failed(cannot_write(path, error));
    let open = |path: &Path| File::open(path).map_err(|error| failed(path, &error));
    let drat = files.drat.map(|path| Ok::<_, NoAnswer>((path, BufWriter::new(create(path)?))));
    let mut drat = drat.transpose()?;
    let (formula, proof) = (open(files.formula)?, open(files.lrat)?);
    let mut count = 0_usize;
    let steps = check(BufReader::new(formula), BufReader::new(proof), |step| {
        count += 1;
        if count.is_multiple_of(POLL) {
            context
                .poll(Cost::new(horizon, 0), 0)
                .map_err(|stop| Unaccepted::NoAnswer(stop.into()))?;
        }
        let Some((path, file)) = &mut drat else { return Ok(()) };
        write_step(file, step).map_err(|error| Unaccepted::NoAnswer(failed(path, &error)))
    });
    let steps = steps.map_err(|why| match why {
        Unaccepted::NoAnswer(why) => why,
        Unaccepted::Wrong(error @ (CheckError::Incomplete | CheckError::Io(_))) => {
            let (path, reason) = (files.lrat.to_owned(), error.to_string());
            PlanError::Write { path, reason }.into()
        }
        Unaccepted::Wrong(error) => PlanError::Solver(format!("CaDiCaL errs: {error}")).into(),
    })?;
    if let Some((path, mut file)) = drat {
        file.flush().map_err(|error| failed(path, &error))?;
    }
    Ok(steps)
}

/// Why the check came to no good end.
enum Unaccepted {
    Wrong(CheckError),
    NoAnswer(NoAnswer),
}

impl From<CheckError> for Unaccepted {
    fn from(error: CheckError) -> Self {
        Self::Wrong(error)
    }
}

/// The encoding with so many steps, within the limits.
fn grown(
    mut encoding: Encoding,
    horizon: u32,
    formula: &mut Reservation,
    context: &mut Context<'_>,
) -> Result<Encoding, Stop> {
    while encoding.len() < horizon as usize {
        context.look()?;
        encoding.add_step();
        formula.resize(encoding.cnf.bytes())?;
    }
    context.look()?;
    Ok(encoding)
}

fn write_step(file: &mut impl Write, step: Step<'_>) -> std::io::Result<()> {
    let clause = match step {
        Step::Add(clause) => clause,
        Step::Delete(clause) => {
            file.write_all(b"d ")?;
            clause
        }
    };
    for lit in clause {
        write!(file, "{lit} ")?;
    }
    file.write_all(b"0\n")
}

fn create(path: &Path) -> Result<File, PlanError> {
    File::create(path).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> PlanError {
    PlanError::Write { path: path.to_owned(), reason: error.to_string() }
}
