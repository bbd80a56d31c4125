//! HOT. Greedy search in one direction, paused and resumed at will: always on with the
//! position whose boxes have the least total way to go.
//!
//! A position is expanded once, however it was reached. Backwards the end is as exact as the
//! start is forwards, and the estimate is a matching to fixed squares, so greed leads
//! further than it does with pushes. Dead sets of two and three boxes cut what can never be
//! finished. In the manner of Diedler's Sokolution, as far as that is known.

use hakooshi_board::{Position, Push, Square, SquareSet};
use hakooshi_search::deadlocks::{Detector, Freeze, Verdict};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::pruning::{PiCorral, Rule};
use hakooshi_search::space::{CarrySpace, PullSpace, Space, landing_for_pulls, landing_for_pushes};
use hakooshi_search::store::{Layout, Met, StateId, Store};
use hakooshi_search::{Context, Cost, Stop};

use crate::dead_sets::{DeadSets, Play};
use crate::ladder::Ladder;
use crate::meet::{End, Scout};
use crate::{Case, EngineClaims, EngineEntry, Search, Turn};

/// Expansions after which the tables are worth their making: most levels are solved before.
const TABLES_AFTER: u64 = 1000;
/// Triple tables are built up to this size.
const MOST_TRIPLE_BYTES: usize = 48 << 20;
/// Pair tables are built up to this size.
const MOST_PAIR_BYTES: usize = 256 << 20;

/// Positions that others are told of. There are more than anyone could meet, and memory is
/// better spent on going on.
const MOST_REPORTS: u64 = 1 << 19;

/// Greedy search in the space `S`.
#[derive(Debug)]
pub struct Greedy<S: Space> {
    space: S,
    play: Play,
    start: Position,
    onto: SquareSet,
    sets: Option<DeadSets>,
    set_bytes: usize,
    /// Frozen boxes are a matter of pushes alone.
    freeze: Option<Freeze>,
    matching: Matching,
    layout: Layout,
    store: Store<S::Action>,
    open: Ladder,
    actions: Vec<S::Action>,
    boxes: Vec<Square>,
    packed: Vec<u64>,
    expanded: u64,
    scout: Scout,
    /// Bytes that others hold of the same budget.
    elsewhere: usize,
}

/// Greedy search by pulls from the solved position.
pub type Backward = Greedy<PullSpace>;
/// Greedy search by pushes from the start, working off corrals first.
pub type Forward = Greedy<CarrySpace>;

impl Backward {
    /// A search for a way back to the start, which must have a box for every goal.
    pub fn new(case: &Case) -> Self {
        let Case { board, start, .. } = case;
        let onto = landing_for_pulls(board, start, true);
        let space = PullSpace::new(board, start, onto.clone());
        let aim = Aim::start(board, start);
        Self::with(space, Play::Backward, case, onto, None, &aim)
    }
}

impl Forward {
    /// A search from the start.
    pub fn new(case: &Case) -> Self {
        let Case { board, start, .. } = case;
        let onto = landing_for_pushes(board, true);
        let rules: Vec<Box<dyn Rule>> = vec![Box::new(PiCorral::new(board, &onto))];
        let space = CarrySpace::pushes(board, start, onto.clone(), rules);
        let freeze = Some(Freeze::new(board));
        Self::with(space, Play::Forward, case, onto, freeze, &Aim::goals(board))
    }
}

impl<S: Space> Greedy<S> {
    fn with(
        space: S,
        play: Play,
        case: &Case,
        onto: SquareSet,
        freeze: Option<Freeze>,
        aim: &Aim,
    ) -> Self {
        let layout = Layout::new(&aim.board);
        Self {
            space,
            play,
            start: case.start.clone(),
            onto,
            sets: None,
            set_bytes: 0,
            freeze,
            matching: Matching::new(aim),
            layout,
            store: Store::new(layout),
            open: Ladder::default(),
            actions: Vec::new(),
            boxes: Vec::new(),
            packed: vec![0; layout.words()],
            expanded: 0,
            scout: Scout::new(
                &case.meet,
                match play {
                    Play::Forward => End::Start,
                    Play::Backward => End::Goal,
                },
            ),
            elsewhere: 0,
        }
    }

    /// The pushes between a root and a state, in the order of play.
    fn pushes(&self, id: StateId) -> Vec<Push> {
        self.space.pushes(&self.store.trail(id))
    }

    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        for root in self.space.roots() {
            self.space.load(root.boxes(), root.player());
            self.store.reserve(1, self.elsewhere, context)?;
            let player = self.space.player_name(None);
            self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
            if let Met::New(id) = self.store.meet(&self.packed, None, None, Cost::ZERO)
                && let Some(estimate) = self.matching.estimate(self.space.position())
            {
                self.open.push(estimate, id);
            }
        }
        Ok(())
    }

    /// Builds the tables as far as they fit into a quarter of the memory that is left.
    fn build_sets(&mut self, context: &Context<'_>) {
        let (board, live) = (self.space.board(), self.onto.len());
        let held = self.elsewhere + self.bytes();
        let room = context.most_bytes().map_or(usize::MAX, |most| most.saturating_sub(held) / 4);
        let pairs = DeadSets::pair_bytes(board, live);
        if pairs > MOST_PAIR_BYTES.min(room) {
            return;
        }
        let triples = DeadSets::triple_bytes(board, live);
        let with_triples = triples <= MOST_TRIPLE_BYTES && pairs + triples <= room;
        self.sets = Some(DeadSets::new(board, &self.start, self.play, &self.onto, with_triples));
        self.set_bytes = if with_triples { pairs + triples } else { pairs };
    }

    fn expand(&mut self, id: StateId, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let state = self.store.state(id);
        self.layout.boxes(state, &mut self.boxes);
        let player = self.layout.player(state);
        self.space.load(&self.boxes, player);
        if self.space.is_goal() {
            return Ok(Some(Turn::Found(self.pushes(id))));
        }
        self.report(id, player);
        self.matching.expand(self.space.position());
        self.actions.clear();
        self.space.actions(&mut self.actions);
        let elsewhere = self.elsewhere + self.open.bytes() + self.set_bytes;
        self.store.reserve(self.actions.len(), elsewhere, context)?;
        context.stats.generated += self.actions.len() as u64;
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            let undo = self.space.apply(action);
            let met = self.meet(id, action, context);
            self.space.undo(undo);
            if let Some((child, key)) = met
                && self.scout.is_met(key)
                && let Some(pushes) =
                    self.scout.via(self.space.board(), &self.start, self.pushes(child), key)
            {
                return Ok(Some(Turn::Found(pushes)));
            }
        }
        Ok(None)
    }

    /// Tells the others of a state that is being expanded; what led to it was told before.
    fn report(&mut self, id: StateId, player: Square) {
        if self.expanded > MOST_REPORTS {
            return;
        }
        let last = self.store.origin(id).and_then(|(before, action)| {
            let (from, to) = self.space.moved(action)?;
            Some((from, to, self.layout.player(self.store.state(before))))
        });
        self.scout.moved(self.space.board(), self.space.position(), player, last);
    }

    /// Judges and stores the working position; its name and key if it is new and worth going
    /// on with.
    #[inline]
    fn meet(
        &mut self,
        parent: StateId,
        action: S::Action,
        context: &mut Context<'_>,
    ) -> Option<(StateId, u64)> {
        let (_, to) = self.space.moved(action)?;
        let position = self.space.position();
        if self.sets.as_ref().is_some_and(|sets| sets.is_dead_after(position, to)) {
            context.stats.count_deadlock("dead_sets");
            return None;
        }
        if let Some(freeze) = &mut self.freeze
            && freeze.check_after(position, to) == Verdict::Dead
        {
            context.stats.count_deadlock("freeze");
            return None;
        }
        let player = self.space.player_name(Some(action));
        let position = self.space.position();
        self.layout.pack(position.occupied(), player, &mut self.packed);
        match self.store.meet(&self.packed, Some(parent), Some(action), Cost::ZERO) {
            Met::Known(_) => {
                context.stats.duplicates += 1;
                None
            }
            Met::New(id) => {
                let Some(estimate) = self.matching.child(position, position.box_index(to)) else {
                    context.stats.count_deadlock("matching");
                    return None;
                };
                self.open.push(estimate, id);
                let key = position.box_key() ^ self.space.board().player_key(player);
                Some((id, key))
            }
        }
    }
}

impl<S: Space> Search for Greedy<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if self.expanded == 0 {
            self.begin(context)?;
        }
        for _ in 0..nodes {
            self.expanded += 1;
            if self.expanded == TABLES_AFTER {
                self.build_sets(context);
            }
            let Some((estimate, id)) = self.open.pop() else {
                return Ok(Turn::Exhausted);
            };
            context.expand(Cost::new(estimate, 0), self.open.len())?;
            if let Some(end) = self.expand(id, context)? {
                return Ok(end);
            }
            context.stats.stored = self.store.len() as u64;
        }
        self.scout.hand_in();
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.open.bytes() + self.set_bytes + self.scout.bytes()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static BACKWARD: EngineEntry = EngineEntry {
    name: "backward",
    title: "greedy pulls from the solved position, with exact dead sets",
    reference: "Diedler, Sokolution",
    params: &[],
    claims: EngineClaims { complete: true, repeatable: true },
    build: |case| Box::new(Backward::new(case)),
};

pub(crate) static FORWARD: EngineEntry = EngineEntry {
    name: "forward",
    title: "greedy pushes from the start, with exact dead sets and corrals worked off first",
    reference: "Meger and Damgaard, PI-corrals",
    params: &[],
    claims: EngineClaims { complete: true, repeatable: true },
    build: |case| Box::new(Forward::new(case)),
};
