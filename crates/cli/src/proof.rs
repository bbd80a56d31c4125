//! `--proof`: a second proof that a solution has the fewest pushes, for others to check.

use std::path::{Path, PathBuf};

use hakooshi::board::compile;
use hakooshi::plan::{ProofFiles, Proved, prove};
use hakooshi::search::Context;
use hakooshi::{Budget, Level, Silent, Stop};

use crate::exit::{Exit, Failure, Outcome, tell};

/// The formula stands beside the proof.
fn formula(proof: &Path) -> PathBuf {
    let mut name = proof.as_os_str().to_owned();
    name.push(".cnf");
    name.into()
}

/// Writes a proof that the level has no plan with fewer than `pushes` pushes.
pub(crate) fn write(level: &Level, pushes: u32, proof: &Path, budget: Budget) -> Outcome {
    let (board, start) = compile(level).map_err(|error| Failure::input(error.to_string()))?;
    let Some(horizon) = pushes.checked_sub(1) else {
        tell("the level starts solved: there is nothing to prove");
        return Ok(Exit::Ok);
    };
    let formula = formula(proof);
    let mut silent = Silent;
    let mut context = Context::new(budget, &mut silent);
    let files = ProofFiles { formula: &formula, lrat: proof, drat: None };
    let proved = prove(&board, &start, horizon, &files, &mut context)
        .map_err(|error| Failure::Told(Exit::Solver, error.to_string()))?;
    match proved {
        Proved::Written { variables, clauses, .. } => {
            tell(format_args!(
                "proof that {horizon} pushes are too few: {} refutes {} ({variables} variables, \
                 {clauses} clauses)",
                proof.display(),
                formula.display()
            ));
            Ok(Exit::Ok)
        }
        Proved::Refuted(better) => {
            tell(format_args!("no proof: {} pushes are enough", better.len()));
            Ok(Exit::Refuted)
        }
        Proved::Stopped(stop) => {
            tell(format_args!("no proof: out of {}", stop.name()));
            Ok(match stop {
                Stop::Memory => Exit::Memory,
                Stop::Nodes => Exit::Nodes,
                Stop::Cancelled => Exit::Interrupted,
                Stop::Time | Stop::Horizon => Exit::Time,
            })
        }
    }
}
