//! Other solutions to start from: those given, and those found by several engines.
//!
//! Local search does not turn one plan of a level into another, and which plan is best shows only
//! after improving it. XSokoban 37 after three seconds of improving: 342 pushes from `imagine_start`,
//! 358 from `backward`, 382 from `packing`, 426 from `fess`. So each engine searches for a short time,
//! and every solution has an optimizer of its own, which works for a short time. The better half of
//! them go on for twice as long, and so forth (*successive halving*, Jamieson and Talwalkar 2016). What
//! they find goes to the main optimizer, which improves the best further with parts of the others.
//!
//! If pushes come first, one search goes on beside them: it looks for solutions with fewer pushes than
//! the best, and each that it finds is a seed.

use std::collections::VecDeque;
use std::time::Duration;

use hakooshi_board::Push;
use hakooshi_level::Metric;
use hakooshi_polish::Line;
use hakooshi_search::{Context, Memory, Stop};

use super::stage::{Stage, Work};
use super::{Ground, ImproveOptions, LARGE};
use crate::optimal::{FRUGAL, SHORT};

/// Engines that find different solutions; the most often best come first.
const ENGINES: [&str; 10] = [
    "fess",
    "imagine",
    "packing",
    "fess_short",
    "value",
    "imagine_far",
    "imagine_start",
    "backward",
    "dragonfly",
    SHORT,
];

/// The fraction of the time for which a solution is improved at first.
const IMPROVE: f64 = 0.02;
/// How often an engine that finds nothing is given time.
const VISITS: u32 = 2;
/// The fraction of the elapsed time that seeds may use until all have been tried, and the part of it
/// for the search that goes on.
const SHARE: f64 = 0.6;
const FRUGAL_SHARE: f64 = 0.1;
/// The time that fractions refer to if there is no limit.
const ENDLESS: Duration = Duration::from_secs(300);

/// A line that is ready to be compared with the best, and the engine that found its first version.
pub(super) type Ready = (Line, &'static str);

/// The seeds still to be tried.
pub(super) struct Seeds {
    left: VecDeque<Seed>,
    stage: Option<Stage>,
    /// The optimizers that have had their time in this round.
    rested: Vec<Stage>,
    /// How often the better half was chosen.
    round: u32,
    /// The search that goes on.
    frugal: Option<Stage>,
    known: Vec<Vec<Push>>,
    whole: Duration,
    spent: Duration,
    memory: Memory,
}

enum Seed {
    Engine(&'static str),
    Solution(Line, &'static str),
    Stage(Stage),
}

impl Seeds {
    pub(super) fn new(ground: &Ground, options: &ImproveOptions, memory: &Memory) -> Self {
        let given = ground.others(options).into_iter();
        let mut left: VecDeque<Seed> = given.map(|line| Seed::Solution(line, "given")).collect();
        let mut frugal = None;
        // A continued run has already tried the seeds.
        let is_small = ground.board.size() <= LARGE;
        if options.restarts && is_small && options.level == 0 && options.moves.is_none() {
            left.extend(ENGINES.map(Seed::Engine));
            if options.ranking.first() == Metric::Pushes {
                frugal = Stage::engine(FRUGAL, ground, memory);
            }
        }
        Self {
            left,
            stage: None,
            rested: Vec::new(),
            round: 0,
            frugal,
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
            let ready = self.step(ground, options, context)?;
            if ready.is_some() {
                return Ok(ready);
            }
            // The search that goes on does not go on for ever.
            if self.is_quiet() {
                break;
            }
        }
        Ok(None)
    }

    /// One turn of one seed.
    fn step(
        &mut self,
        ground: &Ground,
        options: &ImproveOptions,
        context: &mut Context<'_>,
    ) -> Result<Option<Ready>, Stop> {
        let began = context.elapsed();
        if let Some(mut frugal) =
            self.frugal.take_if(|it| is_within(it.spent, FRUGAL_SHARE, context))
        {
            let ended = frugal.turn(&self.memory, context);
            self.spent += context.elapsed().saturating_sub(began);
            match ended {
                Ok(found) => {
                    if let Some(pushes) = found {
                        self.add(pushes, FRUGAL, ground);
                    }
                    self.frugal = Some(frugal);
                }
                // It has its own memory account.
                Err(Stop::Memory | Stop::Horizon) => {}
                Err(stop) => return Err(stop),
            }
            return Ok(None);
        }
        let Some(mut stage) = self.stage.take().or_else(|| self.next(ground, options)) else {
            return Ok(None);
        };
        let ended = stage.turn(&self.memory, context);
        self.spent += context.elapsed().saturating_sub(began);
        self.settle(stage, ended, ground)
    }

    /// Decides how a stage goes on after its turn.
    fn settle(
        &mut self,
        mut stage: Stage,
        ended: Result<Option<Vec<Push>>, Stop>,
        ground: &Ground,
    ) -> Result<Option<Ready>, Stop> {
        let share = stage.search_share().unwrap_or(IMPROVE * f64::from(1 << self.round));
        let is_late = stage.spent.as_secs_f64() > share * self.whole.as_secs_f64();
        match (ended, &stage.work) {
            (Ok(Some(pushes)), Work::Search { .. }) => self.add(pushes, stage.origin, ground),
            (Ok(None), _) if !is_late => self.stage = Some(stage),
            (Ok(None), Work::Search { .. }) => {
                if stage.rest() < VISITS {
                    self.left.push_back(Seed::Stage(stage));
                }
            }
            // Engines have their own memory account.
            (Err(Stop::Memory | Stop::Horizon), Work::Search { .. }) => {}
            (Err(stop), Work::Search { .. }) => return Err(stop),
            (_, Work::Improve(improver)) => {
                let ready = (improver.line().clone(), stage.origin);
                stage.rest();
                self.rested.push(stage);
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
        self.is_quiet() && self.frugal.is_none()
    }

    /// Whether there is nothing but the search that goes on.
    fn is_quiet(&self) -> bool {
        self.left.is_empty() && self.stage.is_none() && self.rested.len() < 3
    }

    fn next(&mut self, ground: &Ground, options: &ImproveOptions) -> Option<Stage> {
        if self.left.is_empty() {
            self.halve(options);
        }
        loop {
            let stage = match self.left.pop_front()? {
                Seed::Engine(name) => Stage::engine(name, ground, &self.memory),
                Seed::Solution(line, origin) => Some(Stage::improve(line, origin, options)),
                Seed::Stage(stage) => Some(stage),
            };
            if stage.is_some() {
                return stage;
            }
        }
    }

    /// Begins a round with the better half of the optimizers. Of two, the main optimizer goes on with
    /// the better one.
    fn halve(&mut self, options: &ImproveOptions) {
        if self.rested.len() < 3 {
            return;
        }
        let mut rested = std::mem::take(&mut self.rested);
        rested.sort_by(|a, b| options.ranking.compare(&a.score(), &b.score()));
        rested.truncate(rested.len().div_ceil(2));
        self.left.extend(rested.into_iter().map(Seed::Stage));
        self.round += 1;
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
        let (mut origins, mut most_rested) = (Vec::new(), 0);
        while !seeds.are_done() {
            let ready = seeds.turn(true, &ground, &options, &mut context).expect("no limit");
            if let Some((line, origin)) = ready {
                let moves = ground.moves(&line).expect("it can be played");
                assert!(verify(&level, &moves).is_ok(), "{origin}");
                origins.push(origin);
            }
            most_rested = most_rested.max(seeds.rested.len());
        }
        assert!(origins.len() > most_rested, "some had a second turn: {origins:?}");
        assert!(most_rested > 2 && seeds.round > 0 && seeds.rested.len() < 3, "{origins:?}");
    }
}
