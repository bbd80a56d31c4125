//! The one place that asks for the time, counts, and enforces the budget.
//!
//! Node and memory limits are exact and the same on every machine. The clock and the cancel
//! flag are polled every few milliseconds: the number of expansions between polls adapts to their
//! speed, so that stopping feels immediate and polling costs nothing measurable.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_board::{Board, Direction, Position, Push, Square};
use hakooshi_level::Cell;

use crate::clock::Clock;
use crate::sight::Watched;
use crate::{
    Budget, Cancel, Ceiling, Cost, Event, Memory, Node, Observer, Silent, Snapshot, Stats, Stop,
};

/// The most expansions between two polls.
const MOST_EXPANSIONS: u32 = 1024;
/// Polls become rarer when they come sooner than this, and more frequent when they come later
/// than ten times this.
const POLL: Duration = Duration::from_millis(2);
/// Nanoseconds for each this many bytes that a search holds in the end: what it takes to give them back
/// to the system, measured, is part of the time limit.
const BYTES_FREED: u64 = 10;
/// Time between two progress events.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// When a search must stop, for work that has no [`Context`] at hand. Reading it costs a look at the
/// clock, so it is for pieces of work of many microseconds.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    until: Option<(Clock, Duration)>,
    cancel: Cancel,
}

impl Deadline {
    /// Whether the time is up or the flag raised.
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.until.is_some_and(|(clock, until)| clock() >= until)
    }
}

/// The budget, counters and observer of one search, passed down through it.
pub struct Context<'a> {
    budget: Budget,
    observer: &'a mut dyn Observer,
    started: Duration,
    reported: Duration,
    polled: Duration,
    /// When the memory of the process was measured.
    measured: Duration,
    interval: u32,
    countdown: u32,
    memory: Memory,
    bound: Cost,
    incumbent: Option<Incumbent>,
    traces_nodes: bool,
    /// Only if the observer wants sights. In a box, because most do not.
    watched: Option<Box<Watched>>,
    looks: u64,
    /// The counters so far. `peak_bytes` excludes the account [`Context::memory`].
    pub stats: Stats,
}

/// The best solution known while a search goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incumbent {
    /// What it costs in the objective of the task.
    pub cost: Cost,
    /// Its pushes.
    pub pushes: Vec<Push>,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("budget", &self.budget)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// Starts the clock.
    pub fn new(budget: Budget, observer: &'a mut dyn Observer) -> Self {
        let memory = Memory::new(budget.bytes);
        Self::with_memory(budget, &memory, observer)
    }

    /// Starts the clock, with an account of memory that outlives this context and has its own
    /// limit.
    pub fn with_memory(budget: Budget, memory: &Memory, observer: &'a mut dyn Observer) -> Self {
        if let Some(ceiling) = budget.ceiling {
            memory.keep_below(ceiling);
        }
        Self {
            memory: memory.clone(),
            started: (budget.clock)(),
            budget,
            traces_nodes: observer.wants_nodes(),
            observer,
            reported: Duration::ZERO,
            polled: Duration::ZERO,
            measured: Duration::ZERO,
            interval: 1,
            countdown: 1,
            bound: Cost::ZERO,
            incumbent: None,
            watched: None,
            looks: 0,
            stats: Stats::default(),
        }
    }

    /// Counts the expansion of a position with this key while the open list has `open` entries;
    /// `Err` if the search must stop instead.
    #[inline]
    pub fn expand(&mut self, key: Cost, open: usize) -> Result<(), Stop> {
        if self.budget.nodes.is_some_and(|most| self.stats.expanded >= most) {
            return Err(Stop::Nodes);
        }
        self.stats.expanded += 1;
        self.stats.most_open = self.stats.most_open.max(open as u64);
        self.countdown -= 1;
        if self.countdown == 0 {
            let polled = self.poll(key, open);
            // A stopped context may continue under another budget.
            self.countdown = self.interval;
            return polled;
        }
        Ok(())
    }

    /// Polls the clock and the cancel flag now; for long work between expansions.
    pub fn poll(&mut self, key: Cost, open: usize) -> Result<(), Stop> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.looks += 1;
        let elapsed = self.elapsed();
        let since = elapsed.saturating_sub(self.polled);
        self.polled = elapsed;
        if since < POLL {
            self.interval = (self.interval * 2).min(MOST_EXPANSIONS);
        } else if since > POLL * 10 {
            self.interval = (self.interval / 2).max(1);
        }
        if self.is_over(elapsed) {
            return Err(Stop::Time);
        }
        self.measure(elapsed)?;
        if elapsed.saturating_sub(self.reported) >= REPORT_INTERVAL {
            self.reported = elapsed;
            let snapshot = Snapshot {
                elapsed,
                expanded: self.stats.expanded,
                generated: self.stats.generated,
                open: open as u64,
                bytes: self.memory.held(),
                key,
                bound: self.bound,
                incumbent: self.incumbent.as_ref().map(|best| best.cost),
            };
            self.report_sights();
            self.observer.on(&Event::Progress(snapshot));
        }
        Ok(())
    }

    /// Looks at the clock and the cancel flag and does nothing else: within an expansion, of which
    /// one on a large board can take longer than the time between two polls.
    #[inline]
    pub fn look(&mut self) -> Result<(), Stop> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.looks += 1;
        if self.budget.time.is_none() && self.budget.ceiling.is_none() {
            return Ok(());
        }
        let elapsed = self.elapsed();
        if self.is_over(elapsed) {
            return Err(Stop::Time);
        }
        if elapsed.saturating_sub(self.measured) >= POLL { self.measure(elapsed) } else { Ok(()) }
    }

    /// Whether the time left is no more than it takes to give back the memory held.
    fn is_over(&self, elapsed: Duration) -> bool {
        let freeing = Duration::from_nanos(self.memory.held() as u64 / BYTES_FREED);
        self.budget.time.is_some_and(|most| elapsed.saturating_add(freeing) >= most)
    }

    /// Measures the memory of the process, if it has a limit.
    fn measure(&mut self, elapsed: Duration) -> Result<(), Stop> {
        self.measured = elapsed;
        let is_exceeded = self.budget.ceiling.is_some_and(Ceiling::is_exceeded);
        if is_exceeded { Err(Stop::Memory) } else { Ok(()) }
    }

    /// How often the clock has been looked at: what tests measure work by.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// The end of the budget's time.
    pub fn deadline(&self) -> Deadline {
        let until = self.budget.time.and_then(|time| self.started.checked_add(time));
        let until = until.map(|until| (self.budget.clock, until));
        Deadline { until, cancel: self.budget.cancel.clone() }
    }

    /// Records that no solution costs less than `bound`.
    pub fn raise_bound(&mut self, bound: Cost) {
        if bound > self.bound {
            self.bound = bound;
            self.observer.on(&Event::Bound(bound));
        }
    }

    /// Records a solution, if it is better than the best known. A search for an optimum need not
    /// look at what costs as much.
    pub fn offer(&mut self, cost: Cost, pushes: Vec<Push>) {
        if self.incumbent.as_ref().is_none_or(|best| cost < best.cost) {
            self.incumbent = Some(Incumbent { cost, pushes });
            self.observer.on(&Event::Incumbent(cost));
        }
    }

    /// The best solution known.
    pub fn incumbent(&self) -> Option<&Incumbent> {
        self.incumbent.as_ref()
    }

    /// Reports which member of a portfolio has the next turn.
    pub fn report_turn(&mut self, search: &Arc<str>) {
        self.stats.last_turn = Some(Arc::clone(search));
        self.observer.on(&Event::Turn(Arc::clone(search)));
    }

    /// The largest lower bound recorded.
    pub fn bound(&self) -> Cost {
        self.bound
    }

    /// The account of the memory held.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The counters so far, including peak memory.
    pub fn counted(&self) -> Stats {
        let peak_bytes = self.memory.peak() + self.stats.peak_bytes;
        Stats { peak_bytes, ..self.stats.clone() }
    }

    /// How many more positions may be expanded, if there is a limit.
    pub fn nodes_left(&self) -> Option<u64> {
        self.budget.nodes.map(|most| most.saturating_sub(self.stats.expanded))
    }

    /// Whether the observer wants single states.
    #[inline]
    pub fn traces_nodes(&self) -> bool {
        self.traces_nodes
    }

    /// Reports a state, which is built only if the observer wants it.
    #[inline]
    pub fn report_node(&mut self, node: impl FnOnce() -> Node) {
        if self.traces_nodes {
            self.observer.on(&Event::Node(node()));
        }
    }

    /// Reports that the successors of a state follow.
    #[inline]
    pub fn report_expanded(&mut self, id: u64) {
        if self.traces_nodes {
            self.observer.on(&Event::Expanded(id));
        }
    }

    /// Makes the searches on this board [show](Self::show) their positions, if the observer wants
    /// that. `fixed` are boxes of the level that are walls of the board.
    pub fn watch(&mut self, board: &Arc<Board>, start: &Position, fixed: Vec<Cell>) {
        if self.observer.wants_sights() {
            self.watched = Some(Box::new(Watched::new(board, start, fixed)));
        }
    }

    /// Shows a position that is expanded in this direction, so that the closest to a solution can be
    /// told. Costs nothing if nobody watches.
    #[inline]
    pub fn show(&mut self, direction: Direction, boxes: &[Square], player: Square) {
        if let Some(watched) = &mut self.watched {
            watched.look(direction, boxes, player);
        }
    }

    /// Reports where two searches met: after these moves of the forward one, from and to, if the
    /// pushes of the solution pass through it.
    pub fn report_meeting(&mut self, half: Option<Vec<(Square, Square)>>, pushes: &[Push]) {
        let Some(watched) = &mut self.watched else { return };
        let met = half.and_then(|half| watched.meeting(&half, pushes));
        if let Some(met) = met {
            self.observer.on(&Event::Met(met));
        }
    }

    /// Reports the closest positions that were not reported yet.
    fn report_sights(&mut self) {
        let Some(watched) = &mut self.watched else { return };
        for sight in watched.news() {
            self.observer.on(&Event::Closest(sight));
        }
    }

    /// The budget of one of `sharers` parallel searches: the remaining time, an equal share of the
    /// remaining nodes and bytes, and the flag `cancel`.
    #[must_use]
    pub fn share(&self, sharers: usize, cancel: Cancel) -> Budget {
        Budget {
            time: self.budget.time.map(|most| most.saturating_sub(self.elapsed())),
            nodes: self.nodes_left().map(|left| left / sharers.max(1) as u64),
            bytes: self.memory.left().map(|left| left / sharers.max(1)),
            cancel,
            ceiling: self.budget.ceiling,
            clock: self.budget.clock,
        }
    }

    /// Lets a search work whose positions and costs are not those of this one: within the same limits and
    /// with the same counters, but with no observer, and with a bound and an incumbent of its own.
    pub fn aside<T>(&mut self, memory: &Memory, work: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let left = self.share(1, self.cancel().clone());
        let mut silent = Silent;
        let budget = Budget { nodes: self.budget.nodes, ..left };
        let mut own = Context::with_memory(budget, memory, &mut silent);
        own.stats = std::mem::take(&mut self.stats);
        let done = work(&mut own);
        self.stats = own.stats;
        done
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The flag that stops this search.
    pub fn cancel(&self) -> &Cancel {
        &self.budget.cancel
    }

    /// Replaces the limits and the cancel flag, keeping the clock, the counters and the observer.
    pub fn limit(&mut self, budget: Budget) {
        self.memory.limit(budget.bytes);
        self.budget = Budget { clock: self.budget.clock, ..budget };
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        (self.budget.clock)().saturating_sub(self.started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Silent;

    #[test]
    fn a_stopped_context_keeps_polling_the_clock() {
        let mut silent = Silent;
        let cancel = Cancel::default();
        let budget = Budget { cancel: cancel.clone(), ..Budget::default() };
        let mut context = Context::new(budget, &mut silent);
        cancel.cancel();
        assert_eq!(context.expand(Cost::ZERO, 0), Err(Stop::Cancelled));
        context.limit(Budget { time: Some(Duration::ZERO), ..Budget::default() });
        let stopped = (0..=MOST_EXPANSIONS).find_map(|_| context.expand(Cost::ZERO, 0).err());
        assert_eq!(stopped, Some(Stop::Time));
    }

    #[test]
    fn time_is_what_the_clock_of_the_budget_says() {
        use std::sync::atomic::{AtomicU64, Ordering};

        static SECONDS: AtomicU64 = AtomicU64::new(100);
        let clock = || Duration::from_secs(SECONDS.load(Ordering::Relaxed));
        let mut silent = Silent;
        let limit = Some(Duration::from_secs(5));
        let budget = Budget { time: limit, clock, ..Budget::default() };
        let mut context = Context::new(budget, &mut silent);
        assert_eq!(context.poll(Cost::ZERO, 0), Ok(()));
        SECONDS.store(104, Ordering::Relaxed);
        assert_eq!(context.elapsed(), Duration::from_secs(4));
        // Other limits come with the clock they were made with, which has another beginning.
        context.limit(Budget { time: limit, ..Budget::default() });
        assert_eq!(context.poll(Cost::ZERO, 0), Ok(()));
        SECONDS.store(105, Ordering::Relaxed);
        assert_eq!(context.poll(Cost::ZERO, 0), Err(Stop::Time));
    }

    #[test]
    fn giving_memory_back_is_part_of_the_time() {
        let mut silent = Silent;
        let (time, clock) = (Some(Duration::from_secs(5)), || Duration::from_secs(100));
        let mut context = Context::new(Budget { time, clock, ..Budget::default() }, &mut silent);
        let mut held = context.memory().reservation();
        assert_eq!((held.resize(40_000_000_000), context.look()), (Ok(()), Ok(())));
        assert_eq!((held.resize(50_000_000_000), context.look()), (Ok(()), Err(Stop::Time)));
        assert_eq!(context.poll(Cost::ZERO, 0), Err(Stop::Time));
    }

    #[test]
    fn a_process_that_has_grown_too_large_ends_its_searches() {
        use std::sync::atomic::{AtomicUsize, Ordering};

        static BYTES: AtomicUsize = AtomicUsize::new(100);
        let measure = || Some(BYTES.load(Ordering::Relaxed));
        let mut silent = Silent;
        let ceiling = Some(Ceiling { bytes: 100, measure });
        let mut context = Context::new(Budget { ceiling, ..Budget::default() }, &mut silent);
        assert_eq!((context.poll(Cost::ZERO, 0), context.look()), (Ok(()), Ok(())));
        BYTES.store(101, Ordering::Relaxed);
        assert_eq!(context.poll(Cost::ZERO, 0), Err(Stop::Memory));
        let shared = context.share(2, Cancel::default());
        assert!(shared.ceiling.is_some_and(Ceiling::is_exceeded));
    }

    #[test]
    fn the_remaining_budget_is_shared() {
        let mut silent = Silent;
        let budget = Budget { nodes: Some(10), bytes: Some(1000), ..Budget::default() };
        let mut context = Context::new(budget, &mut silent);
        let mut held = context.memory().reservation();
        assert_eq!((context.expand(Cost::ZERO, 0), held.resize(400)), (Ok(()), Ok(())));
        let share = context.share(3, Cancel::default());
        assert_eq!((share.nodes, share.bytes, share.time), (Some(3), Some(200), None));
    }
}
