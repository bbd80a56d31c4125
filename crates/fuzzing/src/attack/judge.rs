//! What a report says against what the oracle knows.

use super::specs::DEFAULT;
use hakooshi::unstable::{Options, solve};
use hakooshi::{Engine, Objective, Polish, Report, Status};
use hakooshi_board::{compile, expand};
use hakooshi_label::{What, label};
use hakooshi_level::{Level, verify};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Context, Silent, Stop, Task, Turn};
use hakooshi_testkit::{Cost, Oracle, Rng, State, replay};

/// More states than the levels drawn here have, but for a few that are left out.
pub(super) const MOST_STATES: usize = 40_000;

/// Expansions of a search: enough for most to come to their end.
const NODES: u64 = 2500;

/// Expansions between two pauses.
const PAUSE: u64 = 7;

/// The truth about a level.
#[derive(Debug)]
pub(super) struct Truth {
    /// The level.
    pub(super) level: Level,
    /// The least pushes with the least moves among them, and the reverse; `None` if there is no
    /// solution.
    best: Option<(Cost, Cost)>,
}

impl Truth {
    /// Asks the oracle; `None` if there are too many states.
    pub(super) fn of(level: &Level) -> Option<Self> {
        let oracle = Oracle::new(level, MOST_STATES).ok()?;
        let start = State::start(level);
        let best = oracle.push_optimum(&start).zip(oracle.move_optimum(&start));
        Some(Self { level: level.clone(), best })
    }

    /// Whether there is a solution.
    pub(super) fn is_solvable(&self) -> bool {
        self.best.is_some()
    }

    /// The best solution's value of `objective` in the order in which it counts.
    fn least(&self, objective: Objective) -> Option<(u32, u32)> {
        let (by_pushes, by_moves) = self.best?;
        Some(measure(objective, if objective.moves_first() { by_moves } else { by_pushes }))
    }
}

/// What `objective` counts in a solution; what it does not count is zero.
fn measure(objective: Objective, Cost { pushes, moves }: Cost) -> (u32, u32) {
    match objective {
        Objective::Any => (0, 0),
        Objective::Pushes => (pushes, 0),
        Objective::PushesMoves => (pushes, moves),
        Objective::Moves => (moves, 0),
        Objective::MovesPushes => (moves, pushes),
    }
}

/// The limits of a search, written so that a failure can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub(super) nodes: u64,
    pub(super) bytes: Option<usize>,
}

impl Limits {
    /// Generous ones mostly; some that end the search at its beginning or in its midst.
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let nodes = if rng.chance(15) { rng.below(60) as u64 } else { NODES };
        let most = 1 << rng.between(8, 18);
        let bytes = rng.chance(12).then(|| rng.below(most));
        Self { nodes, bytes }
    }

    fn budget(self) -> Budget {
        Budget { nodes: Some(self.nodes), bytes: self.bytes, ..Budget::default() }
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A solution, proved best in something.
    Optimal,
    /// A solution.
    Solved,
    /// Proved to have none.
    Unsolvable,
    /// A limit was met.
    Stopped,
    /// An incomplete search had nothing left to try.
    GaveUp,
}

/// Runs a search and compares its report with the truth; `Err` says what is wrong.
pub(super) fn judge(
    truth: &Truth,
    search: &str,
    spec: &SearchSpec,
    objective: Objective,
    limits: Limits,
) -> Result<Verdict, String> {
    let options = Options {
        objective,
        engine: Engine::new(search),
        budget: limits.budget(),
        // As users get it.
        polish: if search == DEFAULT { Polish::Usual } else { Polish::Never },
        ..Options::default()
    };
    let report = solve(&truth.level, &options, &mut Silent).map_err(|error| error.to_string())?;
    check_limits(&report, limits)?;
    check_bound(&report, truth)?;
    // Engines get a simplified level, and a portfolio shares out the work by the length of a turn.
    if limits.bytes.is_none() && spec.search.entry.claims.parts.space {
        check_paused(&report, truth, spec, limits)?;
    }
    match &report.status {
        Status::Solved(solution) => {
            let replayed = replay(&truth.level, &solution.moves().to_string());
            let cost = replayed.map_err(|error| format!("no solution: {error}"))?;
            let score = solution.score();
            if (cost.pushes, cost.moves) != (score.pushes, score.moves) {
                return Err(format!("{score:?} is called what costs {cost:?}"));
            }
            check_solution(&report, cost, truth)
        }
        Status::Unsolvable if truth.best.is_some() => {
            Err(format!("unsolvable, though {:?} suffice", truth.best))
        }
        Status::Unsolvable if !spec.is_complete() => Err("a proof by an incomplete search".into()),
        Status::Unsolvable => Ok(Verdict::Unsolvable),
        Status::Unknown(None) if spec.is_complete() => Err("a complete search gave up".into()),
        Status::Unknown(None) => Ok(Verdict::GaveUp),
        Status::Unknown(Some(stop)) => match stop {
            // A search that may be told how many states to keep has a limit of its own.
            Stop::Memory if limits.bytes.is_none() && !search.contains("sma") => {
                Err("out of memory without a limit".into())
            }
            Stop::Time | Stop::Cancelled => Err(format!("stopped by {}", stop.name())),
            Stop::Nodes | Stop::Memory | Stop::Horizon => Ok(Verdict::Stopped),
        },
    }
}

/// Asks again with a pause after every few expansions: the answer must be the same.
fn check_paused(
    report: &Report,
    truth: &Truth,
    spec: &SearchSpec,
    limits: Limits,
) -> Result<(), String> {
    let (board, start) = compile(&truth.level).map_err(|error| error.to_string())?;
    let counted = match spec.guarantee(report.objective) {
        Objective::Any => report.objective,
        guarantee => guarantee,
    };
    let task = Task::new(&board, &start).with_objective(counted);
    let mut silent = Silent;
    let mut context = Context::with_memory(limits.budget(), &task.memory, &mut silent);
    let mut search = spec.build(&task);
    let ended = loop {
        match search.turn(PAUSE, &mut context) {
            Ok(Turn::Paused) => {}
            ended => break ended,
        }
    };
    let is_same = match (&ended, &report.status) {
        (Ok(Turn::Found(pushes)), Status::Solved(solution)) => {
            // A macro move may pass through a solved position; the solution ends there.
            let verified =
                expand(&board, &start, pushes).and_then(|moves| verify(&truth.level, &moves).ok());
            verified.is_some_and(|verified| verified.moves() == solution.moves())
        }
        (Ok(Turn::Exhausted), Status::Unsolvable | Status::Unknown(None)) => true,
        (Err(stop), Status::Unknown(Some(other))) => stop == other,
        _ => false,
    };
    if is_same { Ok(()) } else { Err(format!("{:?}, but with pauses {ended:?}", report.status)) }
}

/// Compares the labels of a level with the truth.
pub(super) fn judge_labels(truth: &Truth) -> Result<Verdict, String> {
    let what = What { both: true, ..What::default() };
    let label = label(&truth.level, what, &Budget::default());
    let label = label.map_err(|error| error.to_string())?;
    let found = label.pushes.zip(label.pushes_moves).zip(label.moves.zip(label.moves_pushes));
    let least = truth.best.map(|(by_pushes, by_moves)| {
        ((by_pushes.pushes, by_pushes.moves), (by_moves.moves, by_moves.pushes))
    });
    if label.stop.is_some() || label.solvable != Some(least.is_some()) || found != least {
        return Err(format!("labelled {label:?}, but {least:?} is right"));
    }
    Ok(if least.is_some() { Verdict::Optimal } else { Verdict::Unsolvable })
}

fn check_limits(report: &Report, limits: Limits) -> Result<(), String> {
    let (expanded, bytes) = (report.stats.expanded, report.stats.peak_bytes);
    if expanded > limits.nodes {
        return Err(format!("{expanded} expansions where {} are allowed", limits.nodes));
    }
    match limits.bytes {
        Some(most) if bytes > most => Err(format!("{bytes} bytes where {most} are allowed")),
        _ => Ok(()),
    }
}

fn check_bound(report: &Report, truth: &Truth) -> Result<(), String> {
    let Some(bound) = report.lower_bound else { return Ok(()) };
    let asked = match report.objective {
        Objective::Any => Objective::Pushes,
        objective => objective,
    };
    match truth.least(asked) {
        Some((least, _)) if bound > least => Err(format!("a bound of {bound} above {least}")),
        _ => Ok(()),
    }
}

fn check_solution(report: &Report, cost: Cost, truth: &Truth) -> Result<Verdict, String> {
    for objective in Objective::ALL {
        let least = truth.least(objective).ok_or("a solution where there is none")?;
        let found = measure(objective, cost);
        let name = objective.name();
        if found < least {
            return Err(format!("{name}: {found:?}, better than the best, {least:?}"));
        }
        if report.proved && report.guarantee == objective && found != least {
            return Err(format!("{name}: {found:?} is called optimal, but {least:?} is"));
        }
    }
    if report.is_optimal() && !(report.proved && report.guarantee == report.objective) {
        return Err("optimal in something else".into());
    }
    let optimal = report.proved && report.guarantee != Objective::Any;
    Ok(if optimal { Verdict::Optimal } else { Verdict::Solved })
}
