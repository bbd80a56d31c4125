//! A proof for others to check: that a level has no plan of at most so many pushes.
//!
//! The formula is written beside the proof, so that a checker needs nothing else. Each of its
//! clauses is a necessary condition of a plan: the rules, squares and pairs of squares from
//! which boxes never come home, and fences of boxes that nobody walks through. The fences that
//! are needed are found first, by a solver that writes no proof.

use std::path::Path;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push};
use hakooshi_search::{Context, Stop};

use crate::PlanError;
use crate::error::NoAnswer;
use crate::facts::Facts;
use crate::sat::{Answer, Encoding, Oracle, Shape, play_or_refine};

/// What came of the attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// Formula and proof are written.
    Written {
        /// Variables of the formula.
        variables: usize,
        /// Clauses of the formula.
        clauses: usize,
    },
    /// There is a plan of at most so many pushes.
    Refuted(Vec<Push>),
    /// A limit was met.
    Stopped(Stop),
}

/// Proves that no plan has at most `horizon` pushes: a DIMACS file goes to `formula`, an LRAT
/// proof that it cannot be satisfied to `proof`; DRAT if the name of that file ends in `.drat`.
pub fn prove(
    board: &Arc<Board>,
    start: &Position,
    horizon: u32,
    [formula, proof]: [&Path; 2],
    context: &mut Context<'_>,
) -> Result<Proved, PlanError> {
    match attempt(board, start, horizon, [formula, proof], context) {
        Ok(proved) => Ok(proved),
        Err(NoAnswer::Stopped(stop)) => Ok(Proved::Stopped(stop)),
        Err(NoAnswer::Failed(error)) => Err(error),
    }
}

fn attempt(
    board: &Arc<Board>,
    start: &Position,
    horizon: u32,
    [formula, proof]: [&Path; 2],
    context: &mut Context<'_>,
) -> Result<Proved, NoAnswer> {
    let facts = Facts::new(board, start).ok_or_else(|| {
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
    let mut encoding = grown(Encoding::new(&facts, shape), horizon);
    let goal = encoding.goal();
    let mut oracle = Oracle::start();
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
    let mut whole = grown(whole, horizon);
    let goal = whole.goal();
    whole.cnf.clause([goal]);
    let comment = format!(
        "Sokoban: no plan of at most {horizon} pushes, if this cannot be satisfied.\n\
         Every clause is a necessary condition of such a plan."
    );
    write(formula, &whole.cnf.dimacs(&comment))?;
    let (variables, clauses) = (whole.cnf.vars(), whole.cnf.clauses());
    let mut oracle = Oracle::prove(formula, proof);
    // The solver has the clauses from the file.
    drop(whole.cnf.take_new());
    let answer = oracle.ask(&mut whole.cnf, &[], horizon, context)?;
    oracle.close();
    match answer {
        Answer::Unsat(_) => Ok(Proved::Written { variables: variables as usize, clauses }),
        Answer::Sat(_) => {
            Err(PlanError::Solver("CaDiCaL contradicts itself about the proof".to_owned()).into())
        }
    }
}

fn grown(mut encoding: Encoding, horizon: u32) -> Encoding {
    while encoding.len() < horizon as usize {
        encoding.add_step();
    }
    encoding
}

fn write(path: &Path, text: &str) -> Result<(), PlanError> {
    std::fs::write(path, text).map_err(|error| PlanError::Write {
        path: path.display().to_string(),
        reason: error.to_string(),
    })
}
