//! Improves a solution in any order of the six metrics, with a lower bound.
//!
//! The optimizer and an exact search share the time. The exact search raises the lower bound and, if
//! the level is small enough, finds a proved optimum. Every solution reported has been replayed on
//! the text of the level.

mod front;
mod oracle;
mod seeds;
mod stage;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hakooshi_board::{Board, CompileError, Position, compile, expand, pushes_of, simplify};
use hakooshi_level::{Level, Metric, Moves, Ranking, Score, VerifiedSolution, verify};
use hakooshi_polish::methods::{self, MethodEntry};
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Context, Memory, Search, Silent, Stats, Stop, Task};
use thiserror::Error;

pub use self::front::{Front, improve_front};
use self::oracle::{Exact, Oracle};
use self::seeds::Seeds;
use crate::engine::REGISTRY;

/// How to improve a solution.
#[derive(Clone, Debug)]
pub struct ImproveOptions {
    /// The metrics to minimise, the most important first.
    pub ranking: Ranking,
    /// Time, memory and the cancel flag.
    pub budget: Budget,
    /// The methods to use.
    pub methods: Vec<&'static MethodEntry>,
    /// Only these moves of the solution may change, counted from zero; all if `None`.
    pub moves: Option<Range<usize>>,
    /// Other solutions of the level, whose parts may be useful.
    pub others: Vec<VerifiedSolution>,
    /// Whether other engines search for other solutions to start from.
    pub restarts: bool,
    /// The share of the time for the lower bound.
    pub bound_share: f64,
    /// The number of threads.
    pub threads: usize,
    /// The level of effort to start with: the one at which an earlier run ended.
    pub level: u32,
}

impl Default for ImproveOptions {
    fn default() -> Self {
        Self {
            ranking: Ranking::new(&[Metric::Moves, Metric::Pushes]),
            budget: Budget::default(),
            methods: methods::ALL.to_vec(),
            moves: None,
            others: Vec::new(),
            restarts: true,
            bound_share: 0.2,
            threads: 1,
            level: 0,
        }
    }
}

/// A better solution.
#[derive(Clone, Debug)]
pub struct Improvement<'a> {
    /// The solution.
    pub solution: &'a VerifiedSolution,
    /// The score before.
    pub before: Score,
    /// What found it: a method, or the exact search.
    pub method: &'a str,
    /// Time since the start.
    pub time: Duration,
    /// No solution has less of the first metric.
    pub bound: Option<u32>,
    /// The level of effort reached.
    pub level: u32,
}

/// The result of improving a solution.
#[derive(Clone, Debug)]
pub struct Improved {
    /// The best solution.
    pub solution: VerifiedSolution,
    /// No solution has less of the first metric.
    pub bound: Option<u32>,
    /// Whether no solution is better in the first metric, which is proved.
    pub proved: bool,
    /// Why the work ended; `None` if nothing was left to try.
    pub stop: Option<Stop>,
    /// The level of effort reached, to continue with.
    pub level: u32,
    /// Counts of the exact search and the methods.
    pub stats: Stats,
    /// Wall-clock time.
    pub time: Duration,
}

/// Why a solution could not be improved.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// The level is too large for the engines.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The moves belong to another level.
    #[error("the solution cannot be played on this level")]
    OtherLevel,
}

/// Is told about better solutions as they are found.
pub trait ImproveObserver {
    /// A better solution has been found.
    fn improved(&mut self, improvement: &Improvement<'_>);

    /// Called after every slice of work with the elapsed time, the level of effort and the bound.
    fn worked(&mut self, time: Duration, level: u32, bound: Option<u32>) {
        let _ = (time, level, bound);
    }
}

impl<F: FnMut(&Improvement<'_>)> ImproveObserver for F {
    fn improved(&mut self, improvement: &Improvement<'_>) {
        self(improvement);
    }
}

/// Improves `solution` until nothing is left to try or the budget ends, and reports each better
/// solution. The result is verified and never worse than `solution`.
pub fn improve(
    level: &Level,
    solution: &VerifiedSolution,
    options: &ImproveOptions,
    mut on_improvement: impl FnMut(&Improvement<'_>),
) -> Result<Improved, ImproveError> {
    improve_observed(level, solution, options, &mut on_improvement)
}

/// The same, with an observer that is also told about work without gain.
pub fn improve_observed(
    level: &Level,
    solution: &VerifiedSolution,
    options: &ImproveOptions,
    observer: &mut dyn ImproveObserver,
) -> Result<Improved, ImproveError> {
    let ground = Ground::new(level, solution.moves(), options)?;
    let memory = options.budget.bytes;
    // The exact search and the engines have their own memory accounts, so that they leave enough for
    // the methods.
    let oracle_memory = Memory::new(memory.map(|bytes| bytes / 4));
    let seed_memory = Memory::new(memory.map(|bytes| bytes / 4));
    let bytes = memory.map(|bytes| bytes - bytes / 4 * 2);
    let mut silent = Silent;
    let mut context = Context::new(Budget { bytes, ..options.budget.clone() }, &mut silent);
    let mut best = Best::new(level, solution, options);
    if let Some(moves) = expand(&ground.board, &ground.start, ground.line.pushes()) {
        best.take(&moves, "walks", 0, &context, observer);
    }
    let mut oracle = Oracle::new(&ground, options, &oracle_memory);
    let mut seeds = Seeds::new(&ground, options, &seed_memory);
    let shared = Shared { best: Mutex::new(ground.line.clone()), ranking: &options.ranking };
    let cancel = options.budget.cancel.below();
    let ended = thread::scope(|scope| {
        for worker in 1..options.threads {
            let budget = context.share(options.threads, cancel.clone());
            let (shared, ground) = (&shared, &ground);
            scope.spawn(move || shared.work(&mut ground.improver(options, worker), budget));
        }
        if options.threads > 1 {
            let share = context.share(options.threads, cancel.clone());
            let time = options.budget.time;
            context.limit(Budget { time, ..share });
        }
        let mut improver = ground.improver(options, 0);
        let ended = loop {
            let turn = improver.turn(&mut context);
            let by = match &turn {
                Ok(Progress::Better(entry)) => entry.name,
                _ => "another thread",
            };
            shared.exchange(&mut improver);
            best.level = improver.level();
            // Replaying a line takes long on large boards.
            if options.ranking.is_better(&improver.line().score(), &best.solution.score())
                && let Some(moves) = ground.moves(improver.line())
            {
                best.take(&moves, by, improver.level(), &context, observer);
            }
            match turn {
                Err(stop) => break Some(stop),
                Ok(Progress::Finished) if oracle.is_none() && seeds.are_done() => break None,
                Ok(_) => {}
            }
            let is_alone = matches!(turn, Ok(Progress::Finished));
            if prove(&mut oracle, is_alone, &ground, &mut improver, &mut best, &mut context) {
                best.settle(&context, observer);
                break None;
            }
            match seeds.turn(is_alone, &ground, options, &mut context) {
                Ok(None) => {}
                Ok(Some((line, origin))) => {
                    if improver.add(line)
                        && let Some(moves) = ground.moves(improver.line())
                    {
                        best.take(&moves, origin, best.level, &context, observer);
                    }
                }
                Err(stop) => break Some(stop),
            }
            observer.worked(context.elapsed(), best.level, best.bound);
            if best.is_at_bound() && options.ranking.metrics().len() == 1 {
                break None;
            }
        };
        cancel.cancel();
        ended
    });
    // Another thread may have found the best line.
    let last = shared.best.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(moves) = ground.moves(&last) {
        best.take(&moves, "another thread", best.level, &context, observer);
    }
    Ok(Improved {
        proved: best.proved || best.is_at_bound(),
        bound: best.bound,
        solution: best.solution,
        stop: ended,
        level: best.level,
        stats: context.counted(),
        time: context.elapsed(),
    })
}

/// Gives the exact search a turn. Returns whether it has proved an optimum, which is then the best of
/// `improver`.
fn prove(
    oracle: &mut Option<Oracle>,
    is_alone: bool,
    ground: &Ground,
    improver: &mut Improver,
    best: &mut Best<'_>,
    context: &mut Context<'_>,
) -> bool {
    let Some(exact) = oracle else { return false };
    // The incumbent bounds the exact search.
    let score = improver.line().score();
    let cost = exact.task.objective.cost(score.pushes, score.moves);
    if context.incumbent().is_none_or(|known| cost < known.cost) {
        context.offer(cost, improver.line().pushes().to_vec());
    }
    let turn = exact.turn(best.options.bound_share, is_alone, context);
    best.bound = exact.bound.max(best.bound);
    match turn {
        Ok(Exact::Nothing) | Err(Stop::Time | Stop::Cancelled | Stop::Nodes) => {}
        Ok(Exact::Best(pushes)) => {
            best.optimum = expand(&ground.board, &ground.start, &pushes);
            return true;
        }
        Ok(Exact::First(pushes)) => {
            *oracle = None;
            if let Some(line) = Line::new(&ground.board, &ground.start, &pushes) {
                best.bound = Some(line.score().get(best.options.ranking.first()));
                improver.add(line);
            }
        }
        Err(_) => *oracle = None,
    }
    false
}

/// Boards with more squares are large: engines and exact searches take seconds to build their tables.
const LARGE: usize = 500;

/// The level to work on: simplified, if the solution can be played there.
struct Ground {
    board: Arc<Board>,
    start: Position,
    line: Line,
    /// The pushes that may change; all if `None`.
    stretch: Option<Range<usize>>,
}

impl Ground {
    fn new(level: &Level, moves: &Moves, options: &ImproveOptions) -> Result<Self, ImproveError> {
        let pushes_before = |at| moves.iter().take(at).filter(|step| step.push).count();
        let stretch = options.moves.as_ref();
        let stretch = stretch.map(|it| pushes_before(it.start)..pushes_before(it.end));
        let (board, start) = compile(level)?;
        let simple = simplify(&board, &start);
        [simple, Some((board, start))]
            .into_iter()
            .flatten()
            .find_map(|(board, start)| {
                let pushes = pushes_of(&board, &start, moves)?;
                let line = Line::new(&board, &start, &pushes)?;
                Some(Self { board, start, line, stretch: stretch.clone() })
            })
            .ok_or(ImproveError::OtherLevel)
    }

    fn moves(&self, line: &Line) -> Option<Moves> {
        expand(&self.board, &self.start, line.pushes())
    }

    fn improver(&self, options: &ImproveOptions, worker: usize) -> Improver {
        let mut improver = Improver::new(self.line.clone(), options.ranking.clone())
            .with_methods(&options.methods)
            .from_level(options.level)
            .starting_at(worker as f64 / options.threads.max(1) as f64);
        if let Some(stretch) = &self.stretch {
            improver = improver.within(stretch);
        }
        improver
    }

    /// The other solutions given.
    fn others(&self, options: &ImproveOptions) -> Vec<Line> {
        let lines = options.others.iter().filter(|_| self.stretch.is_none()).filter_map(|other| {
            let pushes = pushes_of(&self.board, &self.start, other.moves())?;
            Line::new(&self.board, &self.start, &pushes)
        });
        lines.collect()
    }
}

/// The best solution so far, verified.
struct Best<'a> {
    level_text: &'a Level,
    solution: VerifiedSolution,
    options: &'a ImproveOptions,
    /// What the exact search has found.
    optimum: Option<Moves>,
    bound: Option<u32>,
    proved: bool,
    level: u32,
}

impl<'a> Best<'a> {
    fn new(level: &'a Level, solution: &VerifiedSolution, options: &'a ImproveOptions) -> Self {
        Self {
            level_text: level,
            solution: solution.clone(),
            options,
            optimum: None,
            bound: None,
            proved: false,
            level: options.level,
        }
    }

    /// Takes `moves` if they solve the level and are better, and reports them. Moves that the verifier
    /// rejects are a bug in a method: tests fail, and users keep the solution they have.
    fn take(
        &mut self,
        moves: &Moves,
        method: &str,
        level: u32,
        context: &Context<'_>,
        observer: &mut dyn ImproveObserver,
    ) {
        let verified = verify(self.level_text, moves);
        debug_assert!(verified.is_ok(), "{method} broke a solution of\n{}", self.level_text);
        let Ok(solution) = verified else { return };
        let before = self.solution.score();
        if self.options.ranking.is_better(&solution.score(), &before) {
            self.solution = solution;
            observer.improved(&Improvement {
                solution: &self.solution,
                before,
                method,
                time: context.elapsed(),
                bound: self.bound,
                level,
            });
        }
    }

    /// Takes the solution of the exact search, which is optimal.
    fn settle(&mut self, context: &Context<'_>, observer: &mut dyn ImproveObserver) {
        if let Some(moves) = self.optimum.take() {
            self.take(&moves, "exact", self.level, context, observer);
        }
        self.proved = true;
        self.bound = Some(self.solution.score().get(self.options.ranking.first()));
    }

    fn is_at_bound(&self) -> bool {
        self.bound
            .is_some_and(|bound| self.solution.score().get(self.options.ranking.first()) <= bound)
    }
}

/// The best line of all threads.
struct Shared<'a> {
    best: Mutex<Line>,
    ranking: &'a Ranking,
}

impl Shared<'_> {
    /// Exchanges the best line with `improver`.
    fn exchange(&self, improver: &mut Improver) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if self.ranking.is_better(&improver.line().score(), &best.score()) {
            *best = improver.line().clone();
        } else if best.pushes() != improver.line().pushes() {
            improver.add(best.clone());
        }
    }

    fn work(&self, improver: &mut Improver, budget: Budget) {
        let mut silent = Silent;
        let mut context = Context::new(budget, &mut silent);
        loop {
            let turn = improver.turn(&mut context);
            self.exchange(improver);
            if matches!(turn, Err(_) | Ok(Progress::Finished)) {
                return;
            }
        }
    }
}

fn built(text: &str, task: &Task) -> Option<Box<dyn Search>> {
    let spec = SearchSpec::parse(text, task.objective, &REGISTRY);
    debug_assert!(spec.is_ok(), "{text}: {spec:?}");
    spec.ok().map(|spec| spec.build(task))
}
