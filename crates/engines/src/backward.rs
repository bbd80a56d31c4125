//! HOT. Greedy backward search: from the solved position, one pull at a time, always on with
//! the position whose boxes have the least total way to the start squares.
//!
//! Backwards the goal is as exact as the start is forwards, and the estimate is a matching to
//! fixed squares, so greed leads further than it does with pushes. A position is expanded
//! once, however it was reached. Dead sets of two and three boxes cut what cannot have come
//! from the start. In the manner of Diedler's Sokolution, as far as that is known, and of
//! the measurements of others on it.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::pulls;
use hakooshi_board::{Board, Position, Pull, Push, Reach, Square, SquareSet};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::store::{Layout, Met, StateId, Store};
use hakooshi_search::{Context, Cost, Stop};

use crate::dead_sets::{DeadSets, Play};
use crate::ladder::Ladder;
use crate::{Search, Turn};

/// Expansions after which the tables are worth their making: most levels are solved before.
const TABLES_AFTER: u64 = 1000;
/// Triple tables are built up to this size.
const MOST_TRIPLE_BYTES: usize = 48 << 20;
/// Pair tables are built up to this size.
const MOST_PAIR_BYTES: usize = 256 << 20;

/// Greedy backward search.
#[derive(Debug)]
pub struct Backward {
    board: Arc<Board>,
    start: Position,
    /// The name of the player's region at the start.
    home: Square,
    onto: SquareSet,
    sets: Option<DeadSets>,
    matching: Matching,
    layout: Layout,
    store: Store<Pull>,
    open: Ladder,
    position: Position,
    reach: Reach,
    child: Reach,
    actions: Vec<Pull>,
    boxes: Vec<Square>,
    packed: Vec<u64>,
    expanded: u64,
}

impl Backward {
    /// A search for a way back to `start`, which must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        let mut reach = Reach::new(board);
        reach.fill(board, start);
        let layout = Layout::new(board);
        let from = Distances::from_nearest(board, start.boxes());
        let mut onto = board.empty_set();
        onto.extend(board.squares().filter(|&square| from.least(0, square) != UNREACHABLE));
        Self {
            home: reach.first(),
            sets: None,
            matching: Matching::new(&Aim::start(board, start)),
            layout,
            store: Store::new(layout),
            open: Ladder::default(),
            position: start.clone(),
            child: reach.clone(),
            reach,
            actions: Vec::new(),
            boxes: Vec::new(),
            packed: vec![0; layout.words()],
            expanded: 0,
            board: Arc::clone(board),
            start: start.clone(),
            onto,
        }
    }

    /// The solved position with the player in each of its regions.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        let goals: Vec<Square> = self.board.goals().iter().collect();
        let mut left = self.board.all_squares();
        left.subtract(self.board.goals());
        while let Some(player) = left.first() {
            self.reach.fill_from(&self.board, player, &goals);
            for &square in self.reach.squares() {
                left.remove(square);
            }
            self.position.set(&self.board, &goals, player);
            self.store.reserve(1, 0, context)?;
            self.layout.pack(self.position.occupied(), self.reach.first(), &mut self.packed);
            if let Met::New(id) = self.store.meet(&self.packed, None, None, Cost::ZERO)
                && let Some(estimate) = self.matching.estimate(&self.position)
            {
                self.open.push(estimate, id);
            }
        }
        Ok(())
    }

    fn build_sets(&mut self) {
        let live = self.onto.len();
        if DeadSets::pair_bytes(&self.board, live) > MOST_PAIR_BYTES {
            return;
        }
        let triples = DeadSets::triple_bytes(&self.board, live) <= MOST_TRIPLE_BYTES;
        let sets = DeadSets::new(&self.board, &self.start, Play::Backward, &self.onto, triples);
        self.sets = Some(sets);
    }

    fn expand(&mut self, id: StateId, context: &mut Context<'_>) -> Result<bool, Stop> {
        let state = self.store.state(id);
        self.layout.load(state, &self.board, &mut self.boxes, &mut self.position);
        self.reach.fill(&self.board, &self.position);
        if self.position.occupied() == self.start.occupied() && self.reach.first() == self.home {
            return Ok(true);
        }
        self.matching.expand(&self.position);
        self.actions.clear();
        pulls(&self.board, &self.position, &self.reach, &self.onto, &mut self.actions);
        self.store.reserve(self.actions.len(), self.open.bytes(), context)?;
        context.stats.generated += self.actions.len() as u64;
        for at in 0..self.actions.len() {
            let pull = self.actions[at];
            let to = self.board.step(pull.from, pull.dir);
            let undo = self.position.pull(&self.board, pull);
            self.meet(id, pull, to, context);
            self.position.unpull(&self.board, undo);
        }
        Ok(false)
    }

    #[inline]
    fn meet(&mut self, parent: StateId, pull: Pull, to: Square, context: &mut Context<'_>) {
        if self.sets.as_ref().is_some_and(|sets| sets.is_dead_after(&self.position, to)) {
            context.stats.count_deadlock("dead_sets");
            return;
        }
        let player = self.reach.first_after(&self.board, pull.from, to).unwrap_or_else(|| {
            self.child.fill(&self.board, &self.position);
            self.child.first()
        });
        self.layout.pack(self.position.occupied(), player, &mut self.packed);
        match self.store.meet(&self.packed, Some(parent), Some(pull), Cost::ZERO) {
            Met::Known(_) => context.stats.duplicates += 1,
            Met::New(id) => {
                let moved = self.position.box_index(to);
                if let Some(estimate) = self.matching.child(&self.position, moved) {
                    self.open.push(estimate, id);
                } else {
                    context.stats.count_deadlock("matching");
                }
            }
        }
    }

    /// The pushes that undo the pulls to a state, in the order of play.
    fn pushes(&self, id: StateId) -> Vec<Push> {
        let undone = |pull: &Pull| Push {
            from: self.board.step(pull.from, pull.dir),
            dir: pull.dir.opposite(),
        };
        self.store.trail(id).iter().rev().map(undone).collect()
    }
}

impl Search for Backward {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if self.expanded == 0 {
            self.begin(context)?;
        }
        for _ in 0..nodes {
            self.expanded += 1;
            if self.expanded == TABLES_AFTER {
                self.build_sets();
            }
            let Some((estimate, id)) = self.open.pop() else {
                return Ok(Turn::Exhausted);
            };
            context.expand(Cost::new(estimate, 0), self.open.len())?;
            if self.expand(id, context)? {
                return Ok(Turn::Found(self.pushes(id)));
            }
            context.stats.stored = self.store.len() as u64;
        }
        Ok(Turn::Paused)
    }
}
