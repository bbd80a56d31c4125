//! Solutions beside the proof: a portfolio finds one, an optimizer, a weighted A* and searches within
//! limits on pushes find shorter ones.

use std::io::{self, Read, Write};

use hakooshi_board::Push;
use hakooshi_level::{Metric, Ranking};
use hakooshi_polish::{Improver, Line, Progress};
use hakooshi_search::saving::{Word as _, get, put, wrong};
use hakooshi_search::{Context, Objective, Search, Stop, Task, Turn};

use super::built;

/// The search that finds the first solution.
const FINDER: &str = "rota";

/// Finds short solutions, if only pushes count. XSokoban 82: 143 pushes, the optimum, after 173
/// expansions, where the optimizer had 151 after 30 s; 34: 174 in half a minute, against 192.
pub(crate) const SHORT: &str = "wastar(weight=1.2,h=surplus,pruning=[pi_corral],\
                     deadlocks=[dead_squares,freeze,corral,finish])";

/// The same by packing plans, within limits on pushes.
pub(crate) const FRUGAL: &str = "frugal";

/// Other solutions, of any length.
pub(crate) const ASSORTED: &str = "assorted";

/// The states that an optimizer looks at before such a solution is compared with the best.
const TRIAL: u64 = 100_000;

/// The searches for shorter solutions, with the approximate price of an expansion, where one of the
/// proof is 50, and the share of the work: one part in so many. With half of it for the weighted A*,
/// XSokoban 32 was left at 299 pushes after 30 s, where the optimizer alone had 141.
const SHORTENERS: [(&str, u64, u64); 3] = [(FRUGAL, 600, 3), (SHORT, 400, 4), (ASSORTED, 300, 5)];

/// The approximate prices of an expansion of the portfolio and of a state of the optimizer.
const PRICES: (u64, u64) = (90, 1);

/// The work of the first solution and the shorter ones.
pub(super) struct Solver {
    task: Task,
    stage: Stage,
    /// The searches of [`SHORTENERS`] once there is a solution, and the work of each.
    shorteners: [Shortener; SHORTENERS.len()],
    /// Whether the portfolio was once stopped within a turn. It may then lack a state, so that its
    /// end without a solution proves nothing.
    is_interrupted: bool,
    /// The work in all.
    pub(super) work: u64,
}

/// A search for shorter solutions.
#[derive(Default)]
struct Shortener {
    search: Option<Box<dyn Search>>,
    work: u64,
}

/// The stages in a file.
const SOUGHT: u64 = 0;
const IMPROVED: u64 = 1;
const SETTLED: u64 = 2;

enum Stage {
    /// The portfolio searches for a solution.
    Sought(Box<dyn Search>),
    /// The optimizer shortens the solution found.
    Improved(Box<Improver>),
    /// Nothing is left to try.
    Settled,
}

impl Solver {
    pub(super) fn new(task: &Task) -> Self {
        let finder = built(FINDER, &task.clone().with_objective(Objective::Any));
        Self {
            stage: finder.map_or(Stage::Settled, Stage::Sought),
            shorteners: Default::default(),
            is_interrupted: false,
            work: 0,
            task: task.clone(),
        }
    }

    /// Whether there is no solution yet.
    pub(super) fn is_seeking(&self) -> bool {
        matches!(self.stage, Stage::Sought(_))
    }

    /// Whether nothing is left to try.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Settled) && self.shorteners.iter().all(|it| it.search.is_none())
    }

    /// Continues; `Some` if that ends the search. With `counts`, states of the optimizer count as
    /// expansions.
    pub(super) fn turn(
        &mut self,
        nodes: u64,
        counts: bool,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        if matches!(self.stage, Stage::Sought(_)) {
            return self.seek(nodes, context);
        }
        let is_due = |at: &usize| {
            let Shortener { search, work } = &self.shorteners[*at];
            search.is_some() && SHORTENERS[*at].2 * work <= self.work
        };
        let due = (0..SHORTENERS.len()).find(is_due);
        if let Some(at) = due.filter(|_| matches!(self.stage, Stage::Improved(_))) {
            return self.shorten(at, nodes, context);
        }
        if matches!(self.stage, Stage::Improved(_)) {
            return self.improve(counts, context).map(|()| None);
        }
        let going = (0..SHORTENERS.len()).filter(|&at| self.shorteners[at].search.is_some());
        let least = going.min_by_key(|&at| SHORTENERS[at].2 * self.shorteners[at].work);
        least.map_or(Ok(None), |at| self.shorten(at, nodes, context))
    }

    /// A turn of the portfolio.
    fn seek(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Stage::Sought(finder) = &mut self.stage else { return Ok(None) };
        let before = context.stats.expanded;
        let turn = finder.turn(nodes, context);
        self.work += (context.stats.expanded - before).max(1) * PRICES.0;
        match turn {
            Ok(Turn::Paused) => {}
            Ok(Turn::Exhausted) if !self.is_interrupted => return Ok(Some(Turn::Exhausted)),
            Ok(Turn::Found(pushes)) => self.begin_to_improve(pushes, context),
            Ok(Turn::Exhausted | Turn::Failed(_)) | Err(Stop::Memory) => {
                self.stage = Stage::Settled;
            }
            Err(stop) => {
                self.is_interrupted = true;
                return Err(stop);
            }
        }
        Ok(None)
    }

    /// A turn of the optimizer.
    fn improve(&mut self, counts: bool, context: &mut Context<'_>) -> Result<(), Stop> {
        let Stage::Improved(improver) = &mut self.stage else { return Ok(()) };
        let before = (context.stats.expanded, context.stats.generated);
        let turn = improver.turn(context);
        self.work += (context.stats.expanded - before.0).max(1) * PRICES.1;
        // Its states are single steps and not expansions of a search.
        if !counts {
            (context.stats.expanded, context.stats.generated) = before;
        }
        match turn? {
            Progress::Better(_) => {
                let pushes = improver.line().pushes().to_vec();
                self.task.offer(pushes, context);
            }
            Progress::Working => {}
            Progress::Finished => self.stage = Stage::Settled,
        }
        Ok(())
    }

    /// A turn of a search for shorter solutions; `Some` if it proves the solution known optimal.
    fn shorten(
        &mut self,
        at: usize,
        nodes: u64,
        context: &mut Context<'_>,
    ) -> Result<Option<Turn>, Stop> {
        let Self { task, stage, shorteners, .. } = self;
        let Shortener { search: Some(search), work } = &mut shorteners[at] else { return Ok(None) };
        let known = context.incumbent().map(|best| best.cost);
        let before = context.stats.expanded;
        let turn = search.turn(nodes, context);
        let spent = (context.stats.expanded - before).max(1) * SHORTENERS[at].1;
        self.work += spent;
        *work += spent;
        match turn {
            Ok(Turn::Paused) => {}
            Ok(Turn::Found(pushes)) => {
                task.offer(pushes.clone(), context);
                // Only the bound is a proof: of this solution, or that nothing better is left.
                let best = context.incumbent();
                if let Some(best) = best.filter(|best| context.bound() >= best.cost) {
                    return Ok(Some(Turn::Found(best.pushes.clone())));
                }
                if SHORTENERS[at].0 == ASSORTED {
                    return self.compare(at, &pushes, context).map(|()| None);
                }
                if best.map(|best| best.cost) == known {
                    shorteners[at].search = None;
                    return Ok(None);
                }
                let line = Line::new(&task.board, &task.start, &pushes);
                if let (Stage::Improved(improver), Some(line)) = (stage, line) {
                    improver.add(line);
                }
            }
            Ok(Turn::Exhausted | Turn::Failed(_)) | Err(Stop::Memory) => {
                shorteners[at].search = None;
            }
            Err(stop) => return Err(stop),
        }
        Ok(None)
    }

    /// Shortens a solution for a while, and then compares it with the best.
    fn compare(
        &mut self,
        at: usize,
        pushes: &[Push],
        context: &mut Context<'_>,
    ) -> Result<(), Stop> {
        let (Stage::Improved(_), Some(mut trial)) = (&self.stage, self.improver(pushes)) else {
            return Ok(());
        };
        let before = (context.stats.expanded, context.stats.generated);
        let mut ended = Ok(Progress::Working);
        while context.stats.expanded - before.0 < TRIAL
            && !matches!(ended, Ok(Progress::Finished) | Err(_))
        {
            ended = trial.turn(context);
        }
        let spent = (context.stats.expanded - before.0) * PRICES.1;
        self.work += spent;
        self.shorteners[at].work += spent;
        (context.stats.expanded, context.stats.generated) = before;
        if let Stage::Improved(improver) = &mut self.stage
            && improver.add(trial.line().clone())
        {
            self.task.offer(trial.line().pushes().to_vec(), context);
        }
        ended.map(|_| ())
    }

    /// Records the portfolio's solution and starts to shorten it.
    fn begin_to_improve(&mut self, pushes: Vec<Push>, context: &mut Context<'_>) {
        let improver = self.improver(&pushes).map(Box::new);
        self.stage = improver.map_or(Stage::Settled, Stage::Improved);
        if !self.task.objective.counts_moves() {
            for (at, shortener) in self.shorteners.iter_mut().enumerate() {
                shortener.search = shortened(at, &self.task);
            }
        }
        self.task.offer(pushes, context);
    }

    /// An optimizer of this solution; `None` if it is none.
    fn improver(&self, pushes: &[Push]) -> Option<Improver> {
        let Task { board, start, objective, .. } = &self.task;
        let (pushes_first, moves_first) =
            ([Metric::Pushes, Metric::Moves], [Metric::Moves, Metric::Pushes]);
        let counts = if objective.moves_first() { moves_first } else { pushes_first };
        let line = Line::new(board, start, pushes)?;
        Some(Improver::new(line, Ranking::new(&counts)))
    }

    /// The portfolio begins again if it has no solution yet, and the optimizer at its level.
    pub(super) fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.work)?;
        let (kind, level, pushes) = match &self.stage {
            Stage::Sought(_) => (SOUGHT, 0, &[][..]),
            Stage::Improved(improver) => (IMPROVED, improver.level(), improver.line().pushes()),
            Stage::Settled => (SETTLED, 0, &[][..]),
        };
        put(out, kind)?;
        put(out, u64::from(level))?;
        put(out, pushes.len() as u64)?;
        pushes.iter().try_for_each(|push| put(out, push.to_word()))?;
        for Shortener { search, work } in &self.shorteners {
            put(out, *work)?;
            put(out, u64::from(search.is_some()))?;
            if !search.as_ref().map_or(Ok(true), |search| search.save(out))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.work = get(from)?;
        let (kind, level, count) = (get(from)?, get(from)?, get(from)?);
        let pushes = (0..count).map(|_| get(from).map(Push::from_word));
        let pushes = pushes.collect::<io::Result<Vec<Push>>>()?;
        match kind {
            SOUGHT => {}
            IMPROVED => {
                let improver = self.improver(&pushes).ok_or_else(wrong)?;
                // The level reached is tried again: its arms are spent on this line, or nearly so.
                let level = (level as u32).saturating_sub(1);
                self.stage = Stage::Improved(Box::new(improver.from_level(level)));
            }
            SETTLED => self.stage = Stage::Settled,
            _ => return Err(wrong()),
        }
        for (at, shortener) in self.shorteners.iter_mut().enumerate() {
            shortener.work = get(from)?;
            if get(from)? == 1 {
                let mut search = shortened(at, &self.task).ok_or_else(wrong)?;
                search.restore(from)?;
                shortener.search = Some(search);
            }
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        let finder = match &self.stage {
            Stage::Sought(finder) => finder.bytes(),
            Stage::Improved(_) | Stage::Settled => 0,
        };
        let searches = self.shorteners.iter().filter_map(|it| it.search.as_ref());
        finder + searches.map(|search| search.bytes()).sum::<usize>()
    }
}

/// A search of [`SHORTENERS`].
fn shortened(at: usize, task: &Task) -> Option<Box<dyn Search>> {
    // Those by plans return each solution only if any will do.
    let by_plans = SHORTENERS[at].0 != SHORT;
    let objective = if by_plans { Objective::Any } else { task.objective };
    built(SHORTENERS[at].0, &task.clone().with_objective(objective))
}
