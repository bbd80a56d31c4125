//! From a level to a report: compile, search, write out, verify.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::analysis::Distances;
use hakooshi_board::{Board, CompileError, Position, Push, compile, expand, simplify};
use hakooshi_level::{Level, VerifiedSolution, VerifyError, verify};
use hakooshi_search::spec::{SearchSpec, SpecError};
use hakooshi_search::{Budget, Context, Objective, Observer, Stop, Task, Turn};
use thiserror::Error;

use crate::{Engine, Polish, Polished, Report, Status};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is to be made small.
    pub objective: Objective,
    /// Who does it.
    pub engine: Engine,
    /// With what.
    pub budget: Budget,
    /// How many threads may work on it. The default engine uses two at most.
    pub threads: usize,
    /// Whether the solution is made shorter when any will do.
    pub polish: Polish,
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
            threads: 1,
            polish: Polish::Usual,
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
    /// The search cannot do its work: an outside solver is missing or has failed.
    #[error("{0}")]
    Search(String),
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
    let spec = options.engine.choose_for(options.objective, options.threads)?;
    // Whoever looks at single states, or asks for a textbook search, gets the level as written.
    let simplifies = !observer.wants_nodes()
        && (options.engine == Engine::Auto || spec.search.entry.claims.simplifies);
    let mut context = Context::new(options.budget.clone(), observer);
    let (board, start) = compile(level)?;
    let simple = if simplifies { simplify(&board, &start) } else { None };
    let (board, start) = simple.unwrap_or((board, start));
    let engine = spec.to_string();
    let mut guarantee = spec.guarantee(options.objective);
    // A space that cannot count moves is asked for what it can count.
    let objective = if guarantee == Objective::Any { options.objective } else { guarantee };
    let mut tables = context.memory().reservation();
    let ended = match tables.resize(table_bytes(&board)) {
        Ok(()) => {
            let task = Task::new(&board, &start).with_objective(objective);
            let mut task = task.with_memory(context.memory());
            task.smt_solver.clone_from(&options.smt_solver);
            spec.build(&task).turn(u64::MAX, &mut context)
        }
        Err(stop) => Err(stop),
    };
    let mut stats = context.counted();
    let mut polished = None;
    // When a limit comes before the proof, the best solution known is the answer.
    let (ended, proof_stop) = match (ended, context.incumbent()) {
        (Err(stop), Some(best)) => (Ok(Turn::Found(best.pushes.clone())), Some(stop)),
        (ended, _) => (ended, None),
    };
    let (status, proved) = match ended {
        Ok(Turn::Found(pushes)) => {
            let moves = expand(&board, &start, &pushes)
                .ok_or_else(|| SolveError::Unplayable { engine: engine.clone() })?;
            let solution = verify(level, &moves)
                .map_err(|reason| SolveError::Wrong { engine: engine.clone(), reason })?;
            let given = context.elapsed();
            let solution = match polish_budget(options, &spec, given, stats.expanded) {
                Some(budget) if objective == Objective::Any && !pushes.is_empty() => {
                    let found = solution.score();
                    context.limit(budget);
                    let shorter = shorten(level, &board, &start, &pushes, &mut context);
                    let time = context.elapsed().saturating_sub(given);
                    polished = Some(Polished { pushes: found.pushes, moves: found.moves, time });
                    shorter.unwrap_or(solution)
                }
                _ => solution,
            };
            stats.peak_bytes = context.counted().peak_bytes;
            if proof_stop.is_some() {
                guarantee = Objective::Any;
            }
            (Status::Solved(solution), guarantee != Objective::Any && spec.proves())
        }
        Ok(Turn::Exhausted) if spec.is_complete() => (Status::Unsolvable, true),
        Ok(Turn::Exhausted) => (Status::Unknown(None), false),
        Ok(Turn::Failed(reason)) => return Err(SolveError::Search(reason)),
        // A search that may go on for ever pauses only at the end of its nodes.
        Ok(Turn::Paused) => (Status::Unknown(Some(Stop::Nodes)), false),
        Err(stop) => (Status::Unknown(Some(stop)), false),
    };
    Ok(Report {
        status,
        engine,
        objective: options.objective,
        guarantee,
        proved,
        lower_bound: Some(context.bound().first())
            .filter(|&bound| bound > 0 && spec.bounds(options.objective)),
        proof_stop,
        polished,
        time: context.elapsed(),
        stats,
    })
}

/// What polish may use after a search that took `searched` and expanded so many positions; `None` if
/// there is to be none.
fn polish_budget(
    options: &Options,
    spec: &SearchSpec,
    searched: Duration,
    expanded: u64,
) -> Option<Budget> {
    let all = &options.budget;
    match options.polish {
        Polish::Usual if options.engine == Engine::Auto => {
            let nodes = expanded.saturating_add(Polish::positions(expanded, spec.price()));
            Some(Budget { nodes: Some(nodes), ..all.clone() })
        }
        Polish::Time(time) => {
            let end = searched.saturating_add(time);
            let time = Some(all.time.map_or(end, |limit| limit.min(end)));
            Some(Budget { time, nodes: None, ..all.clone() })
        }
        Polish::Usual | Polish::Never => None,
    }
}

/// A shorter solution than that of `pushes`, which are one; `None` if there was none to be
/// had. What the verifier does not accept is a fault of polish that must not cost the
/// solution: tests stop at it, users get the solution as it was found.
fn shorten(
    level: &Level,
    board: &Arc<Board>,
    start: &Position,
    pushes: &[Push],
    context: &mut Context<'_>,
) -> Option<VerifiedSolution> {
    let shorter = hakooshi_polish::polish(board, start, pushes, context);
    if shorter == pushes {
        return None;
    }
    let solution = expand(board, start, &shorter).map(|moves| verify(level, &moves));
    debug_assert!(matches!(solution, Some(Ok(_))), "polish broke a solution of\n{level}");
    solution?.ok()
}

/// About what the tables of distances take that nearly every engine begins with: the
/// distances themselves and the rows of the matching. Large boards with many goals must not
/// go over the limit before the search has stored anything.
fn table_bytes(board: &Board) -> usize {
    let goals = board.goals().len();
    Distances::bytes(board.size(), goals) + board.table_len() * goals * 3 * size_of::<u32>()
}
