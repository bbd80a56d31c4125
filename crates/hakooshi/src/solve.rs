//! From a level to a report: compile, search, expand, verify.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::{Board, CompileError, Position, Push, Square, compile, expand, simplify};
use hakooshi_level::{Cell, Level, VerifiedSolution, VerifyError, verify};
use hakooshi_search::spec::SpecError;
use hakooshi_search::{Budget, Context, Objective, Observer, Stats, Stop, Task, Turn};
use thiserror::Error;

use crate::kept::{self, Keeper};
use crate::{Engine, Polish, Polished, Report, Status};

/// How to solve a level.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to minimise.
    pub objective: Objective,
    /// The engine.
    pub engine: Engine,
    /// The limits.
    pub budget: Budget,
    /// How many threads may work on the level. The default engine uses at most one for each member of
    /// its portfolio, and two to find an optimum.
    pub threads: usize,
    /// Whether to shorten the solution when nothing is to be minimised.
    pub polish: Polish,
    /// The SMT solver for planners that use one: a name or a path; by default the first one
    /// installed.
    pub smt_solver: Option<String>,
    /// Where the search is kept from time to time, and continued from.
    pub keeper: Option<Keeper>,
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
            keeper: None,
        }
    }
}

/// Why a level could not be solved, or a solution not be reported.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The engine spec is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The level is too large for the engines.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// An external solver is missing or has failed.
    #[error("{0}")]
    Search(String),
    /// The search could not be kept, or a kept one not be continued.
    #[error("{0}")]
    Keeping(String),
    /// The engine's pushes are illegal: a bug in the engine.
    #[error("{engine} gave pushes that cannot be played; please report this level")]
    Unplayable {
        /// The engine.
        engine: String,
    },
    /// The engine's moves do not solve the level: a bug in the engine.
    #[error("{engine} gave a wrong solution ({reason}); please report this level")]
    Wrong {
        /// The engine.
        engine: String,
        /// The error of the verifier.
        reason: VerifyError,
    },
}

/// Solves `level`. Every solution in the report has been replayed on the original level.
pub fn solve(
    level: &Level,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Report, SolveError> {
    let spec = options.engine.choose_for(options.objective, options.threads)?;
    // Traces and textbook searches use the level as written.
    let simplifies = !observer.wants_nodes()
        && (options.engine == Engine::Auto || spec.search.entry.claims.simplifies);
    let mut context = Context::new(options.budget.clone(), observer);
    let (board, start) = compile(level)?;
    let simple = if simplifies { simplify(&board, &start) } else { None };
    let fixed = simple.as_ref().map(|(simple, _)| fixed_boxes(&board, &start, simple));
    let (board, start) = simple.unwrap_or((board, start));
    context.watch(&board, &start, fixed.unwrap_or_default());
    let engine = spec.to_string();
    let mut guarantee = spec.guarantee(options.objective);
    // A space that cannot count moves minimises what it can count.
    let objective = if guarantee == Objective::Any { options.objective } else { guarantee };
    let mut earlier = Duration::ZERO;
    let task = Task::new(&board, &start).with_objective(objective);
    let mut task = task.with_memory(context.memory());
    task.smt_solver.clone_from(&options.smt_solver);
    let tables = task.measure(&mut context);
    let ended = match &tables {
        Ok(_) => {
            let mut search = spec.build(&task);
            // Some tables are built with the search.
            let ended = match (context.look(), &options.keeper) {
                (Err(stop), _) => Err(stop),
                (Ok(()), None) => search.turn(u64::MAX, &mut context),
                (Ok(()), Some(keeper)) => {
                    let (ended, time) = kept::run(
                        &mut *search,
                        keeper,
                        &identity(level, objective, &engine),
                        &mut context,
                    )
                    .map_err(SolveError::Keeping)?;
                    earlier = time;
                    ended
                }
            };
            if let Ok(Turn::Found(pushes)) = &ended {
                context.report_meeting(task.frontier.meeting(), pushes);
            }
            ended
        }
        Err(stop) => Err(*stop),
    };
    let mut stats = context.counted();
    let mut polished = None;
    // If a limit is reached before the proof, the best solution so far is the answer.
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
            let solution = match polish_budget(options, given, &stats) {
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
        // A search without limits pauses only when its nodes are used up.
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
        time: context.elapsed() + earlier,
        stats,
    })
}

/// What a kept search is of: another process can go on only with the same.
fn identity(level: &Level, objective: Objective, engine: &str) -> String {
    format!("{level}\n{} {engine} {}", objective.name(), env!("CARGO_PKG_VERSION"))
}

/// The budget of polish after a search that took `searched`; `None` for no polish.
fn polish_budget(options: &Options, searched: Duration, stats: &Stats) -> Option<Budget> {
    let all = &options.budget;
    match options.polish {
        Polish::Usual if options.engine == Engine::Auto => {
            let nodes = stats.expanded.saturating_add(Polish::positions(stats.work));
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

/// A shorter solution than `pushes`; `None` if none was found. Moves that the verifier rejects are a
/// bug in polish: tests fail, and users get the solution as it was found.
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

/// The boxes that are walls of the simpler board.
fn fixed_boxes(board: &Board, start: &Position, simple: &Board) -> Vec<Cell> {
    let cells = start.boxes().iter().map(|&square| board.cell(square));
    cells.filter(|&cell| simple.square_at(cell) == Square::WALL).collect()
}
