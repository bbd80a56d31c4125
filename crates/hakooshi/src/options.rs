//! Options of the facade, and the progress of a running search.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use hakooshi_level::Level;
use hakooshi_search::clock::Clock;
use hakooshi_search::{Cancel, Event, Objective, Observer};

use crate::solve::{self, SolveError};
use crate::{Engine, Polish, Report};

/// How to solve a level. By default: any solution, from the default engine on one thread, polished,
/// without limits.
///
/// ```
/// use std::time::Duration;
///
/// use hakooshi::{Objective, Options};
///
/// let options = Options::new()
///     .objective(Objective::Pushes)
///     .engine("astar(h=matching)".parse()?)
///     .time_limit(Duration::from_secs(10))
///     .memory_limit(1 << 30);
/// # Ok::<(), hakooshi::EngineError>(())
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Options {
    request: solve::Options,
    progress: Option<Arc<OnProgress>>,
}

/// The callback for progress.
type OnProgress = dyn Fn(&Progress) + Send + Sync;

impl Options {
    /// Any solution, without limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// What to minimise.
    pub fn objective(mut self, objective: Objective) -> Self {
        self.request.objective = objective;
        self
    }

    /// Which search to use.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.request.engine = engine;
        self
    }

    /// Stop after this much time. Needs the feature `clock`, or a [`clock`](Self::clock).
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.request.budget.time = Some(time);
        self
    }

    /// Stop after this many expanded positions. The same limit gives the same result everywhere.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.request.budget.nodes = Some(nodes);
        self
    }

    /// Stop before the search stores more than this many bytes.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.request.budget.bytes = Some(bytes);
        self
    }

    /// Stop when this flag is raised; keep a clone to raise it.
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.request.budget.cancel = cancel;
        self
    }

    /// The clock to use instead of the system's: returns the time since some fixed moment.
    pub fn clock(mut self, clock: Clock) -> Self {
        self.request.budget.clock = clock;
        self
    }

    /// How many threads may work on the level.
    pub fn threads(mut self, threads: usize) -> Self {
        self.request.threads = threads.max(1);
        self
    }

    /// Whether to shorten solutions when nothing is to be minimised.
    pub fn polish(mut self, polish: Polish) -> Self {
        self.request.polish = polish;
        self
    }

    /// The SMT solver for the planners that use one: a name or a path.
    pub fn smt_solver(mut self, program: impl Into<String>) -> Self {
        self.request.smt_solver = Some(program.into());
        self
    }

    /// A function called a few times a second while the search runs, on the searching thread. It
    /// should return quickly.
    pub fn progress(mut self, hear: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(hear));
        self
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("request", &self.request).finish_non_exhaustive()
    }
}

/// The progress of a running search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Time since the search began.
    pub elapsed: Duration,
    /// Positions expanded.
    pub expanded: u64,
    /// Bytes held.
    pub bytes: usize,
    /// The lower bound so far: no solution has fewer pushes (moves, if moves come first).
    pub lower_bound: Option<u32>,
    /// Pushes (moves, if moves come first) of the best solution known so far.
    pub best: Option<u32>,
}

/// Turns the events of a search into progress.
struct Reporter<'a> {
    hear: &'a (dyn Fn(&Progress) + Send + Sync),
    progress: Progress,
}

impl Observer for Reporter<'_> {
    fn on(&mut self, event: &Event) {
        match event {
            Event::Progress(snapshot) => {
                self.progress.elapsed = snapshot.elapsed;
                self.progress.expanded = snapshot.expanded;
                self.progress.bytes = snapshot.bytes;
                (self.hear)(&self.progress);
            }
            Event::Bound(bound) => self.progress.lower_bound = Some(bound.first()),
            Event::Incumbent(cost) => self.progress.best = Some(cost.first()),
            _ => {}
        }
    }
}

/// Solves `level` with the default [`Options`].
///
/// ```
/// let level: hakooshi::Level = "#######\n#  .$@#\n#######".parse()?;
/// let report = hakooshi::solve(&level)?;
/// assert_eq!(report.solution().map(|it| it.moves().to_string()).as_deref(), Some("L"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(level: &Level) -> Result<Report, SolveError> {
    solve_with(level, &Options::default())
}

/// Solves `level` with `options`. Not finding a solution is a [status](crate::Status), not an error.
/// Every solution in a report has been replayed on the original level.
pub fn solve_with(level: &Level, options: &Options) -> Result<Report, SolveError> {
    match &options.progress {
        Some(hear) => {
            let mut reporter = Reporter { hear: &**hear, progress: Progress::default() };
            solve::solve(level, &options.request, &mut reporter)
        }
        None => solve::solve(level, &options.request, &mut hakooshi_search::Silent),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use hakooshi_search::Stop;

    use super::*;
    use crate::Status;

    const ROOM: &str = "########\n#.    .#\n# $$$  #\n#  @   #\n# $$$  #\n#....  #\n########";

    /// Every look at this clock is a tenth of a second later.
    fn hasty() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(100 * LOOKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn limits_clock_and_progress_are_heeded() {
        let level: Level = ROOM.parse().expect("a level");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let options = Options::new()
            .engine("bfs".parse().expect("an engine"))
            .clock(hasty)
            .time_limit(Duration::from_secs(2))
            .progress(move |progress| ears.lock().expect("a list").push(progress.clone()));
        let report = solve_with(&level, &options).expect("it runs");
        assert_eq!(report.status, Status::Unknown(Some(Stop::Time)));
        let heard = heard.lock().expect("a list");
        assert!(heard.len() > 2 && heard.is_sorted_by_key(|it| it.elapsed), "{heard:?}");
        let few =
            solve_with(&level, &Options::new().engine("bfs".parse().expect("one")).node_limit(3));
        assert_eq!(few.expect("it runs").stop(), Some(Stop::Nodes));
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = solve_with(&level, &Options::new().cancel(cancel)).expect("it runs");
        assert_eq!(stopped.stop(), Some(Stop::Cancelled));
    }
}
