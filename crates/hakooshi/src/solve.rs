//! From a level to a report: compile, search, write out, verify.

use hakooshi_board::analysis::Distances;
use hakooshi_board::{Board, CompileError, compile, expand};
use hakooshi_level::{Level, VerifyError, verify};
use hakooshi_plan::PlanError;
use hakooshi_search::spec::SpecError;
use hakooshi_search::{Budget, Context, Objective, Observer, Raw};
use thiserror::Error;

use crate::{Engine, Report, Status};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is to be made small.
    pub objective: Objective,
    /// Who does it.
    pub engine: Engine,
    /// With what.
    pub budget: Budget,
    /// The SMT solver for planners that use one: a name or a path; one that is installed, if
    /// none is named.
    pub smt_solver: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            objective: Objective::Any,
            engine: Engine::Auto,
            budget: Budget::default(),
            smt_solver: None,
        }
    }
}

/// Why a level could not be given to an engine, or an engine's answer not be given out.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The engine spec is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The level is too large for the engines.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A planner's solver is missing or has failed.
    #[error(transparent)]
    Planner(#[from] PlanError),
    /// The engine's pushes cannot be played: a fault in the engine.
    #[error("{engine} gave pushes that cannot be played; please report this level")]
    Unplayable {
        /// The engine to blame.
        engine: String,
    },
    /// The engine's moves do not solve the level: a fault in the engine.
    #[error("{engine} gave a wrong solution ({reason}); please report this level")]
    Wrong {
        /// The engine to blame.
        engine: String,
        /// What the verifier says.
        reason: VerifyError,
    },
}

/// Solves `level`. Whatever the report calls solved has been replayed on the letters of the
/// level; what it calls unsolvable or proved is.
pub fn solve(
    level: &Level,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Report, SolveError> {
    let chosen = options.engine.choose(options.objective)?;
    let chosen = chosen.with_smt_solver(options.smt_solver.as_deref());
    let mut context = Context::new(options.budget.clone(), observer);
    let (board, start) = compile(level)?;
    let engine = chosen.to_string();
    let guarantee = chosen.guarantee(options.objective);
    // A space that cannot count moves is asked for what it can count.
    let objective = if guarantee == Objective::Any { options.objective } else { guarantee };
    let raw = match context.hold_tables(table_bytes(&board)) {
        Ok(()) => chosen.run(&board, &start, objective, &mut context)?,
        Err(stop) => Raw::Stopped(stop),
    };
    let (status, proved) = match raw {
        Raw::Found(pushes) => {
            let moves = expand(&board, &start, &pushes)
                .ok_or_else(|| SolveError::Unplayable { engine: engine.clone() })?;
            let solution = verify(level, &moves)
                .map_err(|reason| SolveError::Wrong { engine: engine.clone(), reason })?;
            (Status::Solved(solution), guarantee != Objective::Any)
        }
        Raw::Exhausted if chosen.is_complete() => (Status::Unsolvable, true),
        Raw::Exhausted => (Status::Unknown(None), false),
        Raw::Stopped(stop) => (Status::Unknown(Some(stop)), false),
    };
    Ok(Report {
        status,
        engine,
        guarantee,
        proved,
        lower_bound: context.bound().first(),
        time: context.elapsed(),
        stats: context.stats,
    })
}

/// About what the tables of distances take that nearly every engine begins with: the
/// distances themselves and the rows of the matching. Large boards with many goals must not
/// go over the limit before the search has stored anything.
fn table_bytes(board: &Board) -> usize {
    let goals = board.goals().len();
    Distances::bytes(board.size(), goals) + board.table_len() * goals * 3 * size_of::<u32>()
}
