//! An optimizer that can be paused: it holds the best line so far and gives methods turns according
//! to their gain per work.
//!
//! Each method has levels of effort. An *arm* is a method at one level (as in a multi-armed bandit);
//! it is *spent* once it has been through the whole line without success, and fresh again as soon as
//! the line changes. The next turn goes to the fresh arm with the best ratio of gain to work. Every
//! arm starts with a small initial gain, and with initial work that grows with its level, so cheap
//! arms go first and expensive ones still get their chance. When all are spent, the next level of
//! every method is added; when there is none, the optimizer is done. Work is counted in states, not
//! seconds, so a run is the same on every machine.

use std::ops::Range;

use hakooshi_level::{Metric, Ranking};
use hakooshi_search::{Context, Stop};

use crate::incumbent::Incumbent;
use crate::line::Line;
use crate::methods::{self, Method, MethodEntry, Slice};

/// An optimizer of one solution.
pub struct Improver {
    incumbent: Incumbent,
    methods: Vec<&'static MethodEntry>,
    arms: Vec<Arm>,
    /// The level that the next arms will have.
    level: u32,
}

impl std::fmt::Debug for Improver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Improver")
            .field("score", &self.incumbent.line().score())
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

/// A method at one level of effort.
struct Arm {
    entry: &'static MethodEntry,
    method: Box<dyn Method>,
    /// The version of the line it was spent on.
    spent: Option<u64>,
    gain: f64,
    work: f64,
}

/// The result of a turn.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// This method has found a better line.
    Better(&'static MethodEntry),
    /// Nothing yet.
    Working,
    /// Nothing is left to try.
    Finished,
}

/// The least work a turn counts for, so that a turn without states is not free.
const LEAST_WORK: f64 = 1000.0;
/// The factor by which the initial work grows from level to level.
const LEVEL_WORK: f64 = 8.0;
/// The share of earlier gain and work that remains after a million more states.
const MEMORY_OF_WORK: f64 = 1e7;

impl Improver {
    /// An optimizer of `line` by `ranking`, with all methods.
    pub fn new(line: Line, ranking: Ranking) -> Self {
        Self {
            incumbent: Incumbent::new(line, ranking),
            methods: methods::ALL.to_vec(),
            arms: Vec::new(),
            level: 0,
        }
    }

    /// The same with these methods only.
    #[must_use]
    pub fn with_methods(mut self, methods: &[&'static MethodEntry]) -> Self {
        self.methods = methods.to_vec();
        self
    }

    /// The same, changing only the pushes of this section.
    #[must_use]
    pub fn within(mut self, stretch: &Range<usize>) -> Self {
        self.incumbent.within(stretch);
        self
    }

    /// The same, never with more of `metric` than now.
    #[must_use]
    pub fn capped(mut self, metric: Metric) -> Self {
        self.incumbent.capped(metric);
        self
    }

    /// The same, starting at a level reached before.
    #[must_use]
    pub fn from_level(mut self, level: u32) -> Self {
        for _ in 0..level {
            self.add_level();
        }
        self
    }

    /// The same, starting at this fraction of the line, so that several optimizers of one solution
    /// start with different parts of it.
    #[must_use]
    pub fn starting_at(mut self, fraction: f64) -> Self {
        self.incumbent.start_at(fraction);
        self
    }

    /// Adds another solution of the level, whose sections may be useful.
    pub fn add(&mut self, line: Line) -> bool {
        let is_better = self.incumbent.is_better(&line);
        if is_better {
            let old = self.incumbent.line().clone();
            self.incumbent.offer(line);
            self.incumbent.add_other(old);
        } else {
            self.incumbent.add_other(line);
        }
        is_better
    }

    /// The best line so far; always a solution.
    pub fn line(&self) -> &Line {
        self.incumbent.line()
    }

    /// The number of levels of effort started.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Gives the most promising method a turn.
    pub fn turn(&mut self, context: &mut Context<'_>) -> Result<Progress, Stop> {
        let Some(at) = self.choose() else { return Ok(Progress::Finished) };
        let (before, version) = (self.incumbent.line().score(), self.incumbent.version());
        let expanded = context.stats.expanded;
        let arm = &mut self.arms[at];
        let slice = match arm.method.turn(&mut self.incumbent, context) {
            // Another arm may need less memory.
            Err(Stop::Memory) => Ok(Slice::Done),
            other => other,
        };
        let work = (context.stats.expanded - expanded) as f64;
        let is_better = self.incumbent.version() != version;
        let first = self.incumbent.ranking().first();
        let gain = f64::from(before.get(first) - self.incumbent.line().score().get(first));
        let fading = (-work / MEMORY_OF_WORK).exp();
        arm.gain = arm.gain * fading + gain + if is_better { 0.1 } else { 0.0 };
        arm.work = arm.work * fading + work.max(LEAST_WORK);
        if slice == Ok(Slice::Done) {
            arm.spent = Some(self.incumbent.version());
        }
        if is_better {
            return Ok(Progress::Better(arm.entry));
        }
        slice.map(|_| Progress::Working)
    }

    /// The most promising fresh arm; adds levels until there is one.
    fn choose(&mut self) -> Option<usize> {
        loop {
            let version = Some(self.incumbent.version());
            let fresh = self.arms.iter().enumerate().filter(|(_, arm)| arm.spent != version);
            let pays = |arm: &Arm| arm.gain / arm.work;
            let best = fresh.max_by(|(_, a), (_, b)| pays(a).total_cmp(&pays(b)));
            if let Some((at, _)) = best {
                return Some(at);
            }
            if !self.add_level() {
                return None;
            }
        }
    }

    /// Adds the next level of every method; whether there is one.
    fn add_level(&mut self) -> bool {
        let before = self.arms.len();
        for &entry in &self.methods {
            if let Some(method) = (entry.build)(self.level, &self.incumbent) {
                let work = LEAST_WORK * LEVEL_WORK.powi(self.level.cast_signed());
                self.arms.push(Arm { entry, method, spent: None, gain: 1.0, work });
            }
        }
        let is_more = self.arms.len() > before;
        self.level += u32::from(is_more);
        is_more
    }
}
