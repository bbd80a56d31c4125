//! Other solutions to start from: those given, and those found by several engines.
//!
//! Local search does not turn one plan of a level into another, and which plan is best shows only
//! after improving it. XSokoban 37 after three seconds of improving: 342 pushes from `imagine_start`,
//! 358 from `backward`, 382 from `packing`, 426 from `fess`. So `assorted` goes on finding solutions,
//! and every one has an optimizer of its own, which works for a short time. The best third of these
//! (or the better half) go on for three times (or twice) as long, and so forth; since there are always
//! new ones, each is compared with those that have worked as long as it has (*asynchronous successive
//! halving*, Li et al. 2020). What they find goes to the main optimizer, which improves the best further
//! with parts of the others.
//!
//! If pushes come first, another search goes on beside them: it looks for solutions with fewer pushes
//! than the best, and each that it finds is a seed.

use std::collections::VecDeque;
use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_level::{Metric, Ranking, Score};
use hakooshi_polish::Line;
use hakooshi_search::{Context, Memory, Stop};

use super::stage::{Stage, Work};
use super::{Ground, ImproveOptions, LARGE};
use crate::optimal::{ASSORTED, FRUGAL, SHORT};

/// How optimizers compete.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The fraction of the time for which a solution is improved at first.
    first: f64,
    /// One optimizer of so many goes on, for so many times as long.
    best_of: usize,
}

/// If pushes come first, solutions differ by their plans, which shows soon.
const BY_PUSHES: Pace = Pace { first: 0.015, best_of: 3 };
/// Otherwise they differ by walks, which take longer to improve.
const BY_MOVES: Pace = Pace { first: 0.02, best_of: 2 };
/// The fraction of the elapsed time that seeds may use until all have been tried, and the parts of it
/// for the searches that go on.
const SHARE: f64 = 0.6;
const ASSORTED_SHARE: f64 = 0.25;
const FRUGAL_SHARE: f64 = 0.1;
/// [`ASSORTED`] with longer attempts, for solutions with fewer walks.
const THOROUGH: &str = "assorted(work=600)";
/// The time that fractions refer to if there is no limit.
const ENDLESS: Duration = Duration::from_secs(300);

/// A line that is ready to be compared with the best, and the engine that found its first version.
pub(super) type Ready = (Line, &'static str);

/// The seeds still to be tried.
pub(super) struct Seeds {
    left: VecDeque<Seed>,
    stage: Option<Stage>,
    /// The optimizers that have had their time once, twice, and so forth.
    rungs: Vec<Rung>,
    /// The searches that go on, with their shares of the elapsed time.
    sources: Vec<(Stage, f64)>,
    pace: Pace,
    known: Vec<Vec<Push>>,
    whole: Duration,
    spent: Duration,
    memory: Memory,
}

enum Seed {
    Engine(&'static str),
    Solution(Line, &'static str),
}

/// Optimizers that have worked for the same time.
#[derive(Default)]
struct Rung {
    /// Those that may go on.
    rested: Vec<Stage>,
    /// The scores of all, the best first, and how many have gone on.
    scores: Vec<Score>,
    gone: usize,
}

impl Rung {
    fn add(&mut self, stage: Stage, ranking: &Ranking) {
        let score = stage.score();
        let at = self.scores.partition_point(|other| !ranking.is_better(&score, other));
        self.scores.insert(at, score);
        self.rested.push(stage);
    }

    /// The best that may go on: it is among the best of all, of which some may have gone on.
    fn next(&mut self, best_of: usize, ranking: &Ranking) -> Option<Stage> {
        let best = 0..self.rested.len();
        let best = best
            .min_by(|&a, &b| ranking.compare(&self.rested[a].score(), &self.rested[b].score()))?;
        let most = self.scores.len() / best_of;
        let least_good = self.scores.get(most.checked_sub(1)?)?;
        if self.gone >= most || ranking.is_better(least_good, &self.rested[best].score()) {
            return None;
        }
        self.gone += 1;
        Some(self.rested.swap_remove(best))
    }
}

impl Seeds {
    pub(super) fn new(ground: &Ground, options: &ImproveOptions, memory: &Memory) -> Self {
        let given = ground.others(options).into_iter();
        let mut left: VecDeque<Seed> = given.map(|line| Seed::Solution(line, "given")).collect();
        let mut sources = Vec::new();
        let by_pushes = options.ranking.first() == Metric::Pushes;
        let pace = if by_pushes { BY_PUSHES } else { BY_MOVES };
        // A continued run has already tried the seeds.
        let is_small = ground.board.size() <= LARGE;
        if options.restarts && is_small && options.level == 0 && options.moves.is_none() {
            let mut add = |name, share| {
                sources.extend(Stage::engine(name, ground, memory).map(|stage| (stage, share)));
            };
            add(if by_pushes { ASSORTED } else { THOROUGH }, ASSORTED_SHARE);
            if by_pushes {
                add(FRUGAL, FRUGAL_SHARE);
            }
            left.push_back(Seed::Engine(SHORT));
        }
        Self {
            left,
            stage: None,
            rungs: Vec::new(),
            sources,
            pace,
            known: Vec::new(),
            whole: options.budget.time.unwrap_or(ENDLESS),
            spent: Duration::ZERO,
            memory: memory.clone(),
        }
    }

    /// Continues seeds until they have used their share of the time or one is ready. If nothing else is
    /// left to do, their share is the whole.
    pub(super) fn turn(
        &mut self,
        is_alone: bool,
        ground: &Ground,
        options: &ImproveOptions,
        context: &mut Context<'_>,
    ) -> Result<Option<Ready>, Stop> {
        let share = if is_alone { 1.0 } else { SHARE };
        // A turn of a method may be as long as many turns here.
        while !self.are_done() && is_within(self.spent, share, context) {
            let before = self.spent;
            let ready = self.step(is_alone, ground, options, context)?;
            if ready.is_some() {
                return Ok(ready);
            }
            // Only the searches that go on are left, and they have had their shares.
            if self.spent == before {
                break;
            }
        }
        Ok(None)
    }

    /// One turn of one seed.
    fn step(
        &mut self,
        is_alone: bool,
        ground: &Ground,
        options: &ImproveOptions,
        context: &mut Context<'_>,
    ) -> Result<Option<Ready>, Stop> {
        let began = context.elapsed();
        let due = self.sources.iter().position(|(it, share)| is_within(it.spent, *share, context));
        let next = if due.is_none() { self.next(ground, options) } else { None };
        let due =
            due.or_else(|| (next.is_none() && is_alone && !self.sources.is_empty()).then_some(0));
        if let Some(at) = due {
            let (mut source, share) = self.sources.remove(at);
            let ended = source.turn(&self.memory, context);
            self.spent += context.elapsed().saturating_sub(began);
            match ended {
                Ok(found) => {
                    if let Some(pushes) = found {
                        self.add(pushes, source.origin, ground);
                    }
                    // The others have the next turn.
                    self.sources.push((source, share));
                }
                // It has its own memory account.
                Err(Stop::Memory | Stop::Horizon) => {}
                Err(stop) => return Err(stop),
            }
            return Ok(None);
        }
        let Some(mut stage) = next else { return Ok(None) };
        let ended = stage.turn(&self.memory, context);
        self.spent += context.elapsed().saturating_sub(began);
        self.settle(stage, ended, ground, options)
    }

    /// Decides how a stage goes on after its turn.
    fn settle(
        &mut self,
        mut stage: Stage,
        ended: Result<Option<Vec<Push>>, Stop>,
        ground: &Ground,
        options: &ImproveOptions,
    ) -> Result<Option<Ready>, Stop> {
        let time = self.pace.first * (self.pace.best_of as f64).powi(stage.rests().cast_signed());
        let share = stage.search_share().unwrap_or(time);
        let is_late = stage.spent.as_secs_f64() > share * self.whole.as_secs_f64();
        match (ended, &stage.work) {
            (Ok(Some(pushes)), Work::Search { .. }) => self.add(pushes, stage.origin, ground),
            (Ok(None), _) if !is_late => self.stage = Some(stage),
            // Engines have their own memory account.
            (Ok(None) | Err(Stop::Memory | Stop::Horizon), Work::Search { .. }) => {}
            (Err(stop), Work::Search { .. }) => return Err(stop),
            (_, Work::Improve(improver)) => {
                let ready = (improver.line().clone(), stage.origin);
                let rung = stage.rests() as usize;
                if self.rungs.len() <= rung {
                    self.rungs.push(Rung::default());
                }
                stage.rest();
                self.rungs[rung].add(stage, &options.ranking);
                return Ok(Some(ready));
            }
        }
        Ok(None)
    }

    /// Adds a solution to improve, unless it is known.
    fn add(&mut self, pushes: Vec<Push>, origin: &'static str, ground: &Ground) {
        if self.known.contains(&pushes) {
            return;
        }
        if let Some(line) = Line::new(&ground.board, &ground.start, &pushes) {
            self.left.push_front(Seed::Solution(line, origin));
        }
        self.known.push(pushes);
    }

    /// Whether all have been tried.
    pub(super) fn are_done(&self) -> bool {
        self.left.is_empty() && self.stage.is_none() && self.sources.is_empty()
    }

    /// The stage to continue: the one under way, then those among the best, then a new one.
    fn next(&mut self, ground: &Ground, options: &ImproveOptions) -> Option<Stage> {
        if let Some(stage) = self.stage.take() {
            return Some(stage);
        }
        let best = self
            .rungs
            .iter_mut()
            .rev()
            .find_map(|rung| rung.next(self.pace.best_of, &options.ranking));
        if best.is_some() {
            return best;
        }
        loop {
            let stage = match self.left.pop_front()? {
                Seed::Engine(name) => Stage::engine(name, ground, &self.memory),
                Seed::Solution(line, origin) => Some(Stage::improve(line, origin, options)),
            };
            if stage.is_some() {
                return stage;
            }
        }
    }
}

/// Whether this is at most a share of the elapsed time.
fn is_within(spent: Duration, share: f64, context: &Context<'_>) -> bool {
    spent.as_secs_f64() <= share * context.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use hakooshi_level::{Level, verify};
    use hakooshi_search::{Budget, Silent};

    use super::*;
    use crate::solve::{Options, solve};

    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########";

    /// A clock that goes on by a millisecond whenever it is looked at.
    fn hasty() -> Duration {
        static LOOKS: AtomicU64 = AtomicU64::new(0);
        Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
    }

    #[test]
    fn every_seed_is_a_solution_and_the_better_half_goes_on() {
        let level: Level = ROOMS.parse().expect("a level");
        let report = solve(&level, &Options::default(), &mut Silent).expect("it runs");
        let first = report.solution().expect("solved");
        let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
        let budget = Budget { clock: hasty, ..budget };
        let options = ImproveOptions { budget: budget.clone(), ..ImproveOptions::default() };
        let ground = Ground::new(&level, first.moves(), &options).expect("the same level");
        let memory = Memory::new(None);
        let mut seeds = Seeds::new(&ground, &options, &memory);
        let mut silent = Silent;
        let mut context = Context::new(Budget { time: None, ..budget }, &mut silent);
        let mut origins = Vec::new();
        while !seeds.are_done() {
            let ready = seeds.turn(true, &ground, &options, &mut context).expect("no limit");
            if let Some((line, origin)) = ready {
                let moves = ground.moves(&line).expect("it can be played");
                assert!(verify(&level, &moves).is_ok(), "{origin}");
                origins.push(origin);
            }
        }
        let worked: Vec<usize> = seeds.rungs.iter().map(|rung| rung.scores.len()).collect();
        assert_eq!(worked.iter().sum::<usize>(), origins.len());
        assert!(worked.len() > 2 && worked.is_sorted_by(|more, fewer| more > fewer), "{worked:?}");
        for (rung, above) in seeds.rungs.iter().zip(&worked[1..]) {
            assert!(
                rung.gone >= *above && rung.gone <= rung.scores.len() / seeds.pace.best_of,
                "{worked:?}"
            );
        }
    }
}
