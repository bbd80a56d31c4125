//! HOT. The search forward along a packing order.
//!
//! Single pushes, corrals worked off first. A child that is no worse than its parent and than
//! all that waits is expanded at once, before its siblings are made; so the search is a dive
//! with a list of places to start the next one from.

use std::sync::Arc;

use hakooshi_board::movegen::{Relocations, pushes};
use hakooshi_board::{Board, Position, Push, Reach, Square, SquareSet};
use hakooshi_search::deadlocks::{Corral, Detector, Freeze, Verdict};
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::pruning::{PiCorral, Rule};
use hakooshi_search::space::{Carry, landing_for_pushes};
use hakooshi_search::store::{Layout, Met, StateId, Store};
use hakooshi_search::{Context, Cost, Stop};

use super::order;
use super::score::{Score, Standing};
use super::shelves::Shelves;
use crate::dead_sets::{DeadSets, Play};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Expansions after which the tables are worth their making.
const TABLES_AFTER: u64 = 1000;
/// Triple tables are built up to this size.
const MOST_TRIPLE_BYTES: usize = 48 << 20;
/// Pair tables are built up to this size.
const MOST_PAIR_BYTES: usize = 256 << 20;

/// Positions played through to see whether a corral can be opened.
const FENCE_NODES: usize = 50;

/// A position whose children are being made.
#[derive(Debug)]
struct Frame {
    id: StateId,
    standing: Standing,
    /// The pushes still to be looked at, the next one last.
    carries: Vec<Carry>,
    /// Whether the pushes are those of a corral that must be opened first.
    corral: bool,
}

/// Search along a packing order.
#[derive(Debug)]
pub struct Packing {
    board: Arc<Board>,
    start: Position,
    onto: SquareSet,
    score: Option<Score>,
    corrals: PiCorral,
    freeze: Freeze,
    fences: Corral,
    matching: Matching,
    sets: Option<DeadSets>,
    set_bytes: usize,
    layout: Layout,
    store: Store<Push>,
    standings: Vec<Standing>,
    open: Shelves,
    frames: Vec<Frame>,
    /// Pushes still to be looked at in all frames.
    pending: usize,
    /// A state to be expanded before any other.
    jump: Option<StateId>,
    relocations: Relocations,
    /// Whether the working position is that of the last frame.
    loaded: bool,
    position: Position,
    reach: Reach,
    child: Reach,
    singles: Vec<Push>,
    boxes: Vec<Square>,
    packed: Vec<u64>,
    expanded: u64,
    /// Bytes that others hold of the same budget.
    elsewhere: usize,
}

impl Packing {
    /// A search from `start`.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        let onto = landing_for_pushes(board, true);
        let layout = Layout::new(board);
        Self {
            board: Arc::clone(board),
            start: start.clone(),
            score: None,
            corrals: PiCorral::new(board, &onto),
            freeze: Freeze::new(board),
            fences: Corral::new(board, FENCE_NODES),
            matching: Matching::new(&Aim::goals(board)),
            sets: None,
            set_bytes: 0,
            layout,
            store: Store::new(layout),
            standings: Vec::new(),
            open: Shelves::new(0),
            frames: Vec::new(),
            pending: 0,
            jump: None,
            relocations: Relocations::new(board),
            loaded: false,
            position: start.clone(),
            reach: Reach::new(board),
            child: Reach::new(board),
            singles: Vec::new(),
            boxes: Vec::new(),
            packed: vec![0; layout.words()],
            expanded: 0,
            elsewhere: 0,
            onto,
        }
    }

    /// Finds the order and stores the start.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Score, Stop> {
        let plan = order::plan(&self.board, &self.start, context)?;
        let targets = plan.targets() as i32;
        let score = Score::new(&self.board, plan);
        self.open = Shelves::new(-64 * (targets + 4));
        self.store.reserve(1, self.elsewhere, context)?;
        self.child.fill(&self.board, &self.position);
        self.layout.pack(self.position.occupied(), self.child.first(), &mut self.packed);
        let standing = score.of_start(&self.position);
        if let Met::New(id) = self.store.meet(&self.packed, None, None, Cost::ZERO)
            && self.matching.estimate(&self.position).is_some()
        {
            self.standings.push(standing);
            self.open.push(standing.score, id);
        }
        Ok(score)
    }

    /// Builds the tables as far as they fit into a quarter of the memory that is left.
    fn build_sets(&mut self, context: &Context<'_>) {
        let live = self.onto.len();
        let held = self.elsewhere + self.bytes();
        let room = context.most_bytes().map_or(usize::MAX, |most| most.saturating_sub(held) / 4);
        let pairs = DeadSets::pair_bytes(&self.board, live);
        if pairs > MOST_PAIR_BYTES.min(room) {
            return;
        }
        let triples = DeadSets::triple_bytes(&self.board, live);
        let with_triples = triples <= MOST_TRIPLE_BYTES && pairs + triples <= room;
        let sets = DeadSets::new(&self.board, &self.start, Play::Forward, &self.onto, with_triples);
        self.sets = Some(sets);
        self.set_bytes = if with_triples { pairs + triples } else { pairs };
    }

    /// Puts a stored state on the working position.
    fn load(&mut self, id: StateId) {
        let state = self.store.state(id);
        self.layout.load(state, &self.board, &mut self.boxes, &mut self.position);
        self.reach.fill(&self.board, &self.position);
        self.matching.expand(&self.position);
        self.loaded = true;
    }

    /// Begins the expansion of a state.
    fn open_frame(&mut self, id: StateId, context: &mut Context<'_>) -> Result<(), Stop> {
        self.expanded += 1;
        if self.expanded == TABLES_AFTER {
            self.build_sets(context);
        }
        let standing = self.standings[id.number() as usize];
        context.expand(Cost::new(u32::from(standing.phase), 0), self.open.len())?;
        self.load(id);
        let last = self.store.action(id).map(|push| self.board.step(push.from, push.dir));
        // The dearest test is for those chosen alone.
        if last.is_some_and(|to| self.fences.check_after(&self.position, to) == Verdict::Dead) {
            context.stats.count_deadlock("corral");
            self.loaded = false;
            return Ok(());
        }
        self.singles.clear();
        pushes(&self.board, &self.position, &self.reach, &self.onto, &mut self.singles);
        let board = &self.board;
        let mut carries: Vec<Carry> = self
            .singles
            .iter()
            .map(|push| Carry {
                from: push.from,
                to: board.step(push.from, push.dir),
                player: push.from,
                pushes: 1,
            })
            .collect();
        let all = carries.len();
        self.corrals.edit(&self.position, &self.reach, &mut carries);
        let corral = carries.len() < all;
        // The box pushed last comes first, and the next to be taken is the last of the list.
        carries.reverse();
        carries.sort_by_key(|carry| Some(carry.from) == last);
        // Frames below this one still have children to make.
        self.pending += carries.len();
        self.store.reserve(self.pending, self.elsewhere + self.aside(), context)?;
        context.stats.generated += carries.len() as u64;
        context.stats.stored = self.store.len() as u64;
        self.frames.push(Frame { id, standing, carries, corral });
        Ok(())
    }

    /// Bytes held outside the store.
    fn aside(&self) -> usize {
        let frames = self.frames.len() * (size_of::<Frame>() + 16 * size_of::<Carry>());
        self.open.bytes()
            + self.set_bytes
            + frames
            + self.standings.capacity() * size_of::<Standing>()
            + self.score.as_ref().map_or(0, Score::bytes)
    }

    /// Makes the next child of the last frame; its name and standing if it is new and not
    /// known to be dead.
    fn next_child(
        &mut self,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Option<(StateId, Standing)> {
        let frame = self.frames.last_mut()?;
        let carry = frame.carries.pop()?;
        self.pending -= 1;
        let (parent, before, corral) = (frame.id, frame.standing, frame.corral);
        if !self.loaded {
            self.load(parent);
        }
        let dir = hakooshi_level::Dir::ALL
            .into_iter()
            .find(|&dir| self.board.step(carry.from, dir) == carry.to)?;
        let push = Push { from: carry.from, dir };
        let undo = self.position.push(&self.board, push);
        let met = self.meet(parent, push, carry.to, context);
        let found = met.map(|id| {
            let mut standing =
                score.after(before, &self.position, carry.from, carry.to, &mut self.freeze);
            if corral {
                standing.score = before.score;
            }
            self.standings[id.number() as usize] = standing;
            (id, standing)
        });
        self.position.unpush(&self.board, undo);
        found
    }

    /// Judges and stores the working position.
    fn meet(
        &mut self,
        parent: StateId,
        push: Push,
        to: Square,
        context: &mut Context<'_>,
    ) -> Option<StateId> {
        let position = &self.position;
        if self.sets.as_ref().is_some_and(|sets| sets.is_dead_after(position, to)) {
            context.stats.count_deadlock("dead_sets");
            return None;
        }
        if self.freeze.check_after(position, to) == Verdict::Dead {
            context.stats.count_deadlock("freeze");
            return None;
        }
        let first = self.reach.first_after(&self.board, push.from, to).unwrap_or_else(|| {
            self.child.fill(&self.board, position);
            self.child.first()
        });
        self.layout.pack(position.occupied(), first, &mut self.packed);
        match self.store.meet(&self.packed, Some(parent), Some(push), Cost::ZERO) {
            Met::Known(_) => {
                context.stats.duplicates += 1;
                None
            }
            Met::New(id) => {
                self.standings.push(Standing::default());
                if self.matching.child(position, position.box_index(to)).is_none() {
                    context.stats.count_deadlock("matching");
                    return None;
                }
                Some(id)
            }
        }
    }

    /// Brings a box straight to an open target of the phase, if one can be brought there while
    /// the others stand still; the name of the state that ends in, if it is new.
    ///
    /// The states on the way wait like any others, so that none is lost.
    fn fill_target(
        &mut self,
        id: StateId,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Result<Option<StateId>, Stop> {
        let standing = self.standings[id.number() as usize];
        let phase = usize::from(standing.phase);
        let mut best: Option<(u32, Square, usize)> = None;
        for at in 0..self.position.boxes().len() {
            let from = self.position.boxes()[at];
            if !score.may_leave(phase, from) || !score.leads_on(phase, from) {
                continue;
            }
            let Self { board, position, reach, onto, relocations, .. } = &mut *self;
            let found = relocations.of_box(board, position, reach, from, onto);
            let fits = |to| score.is_open(position, phase, to);
            if let Some(index) = found.iter().position(|found| fits(found.to))
                && best.is_none_or(|(pushes, ..)| found[index].pushes < pushes)
            {
                best = Some((found[index].pushes, from, index));
            }
        }
        let Some((_, from, index)) = best else { return Ok(None) };
        self.relocations.of_box(&self.board, &self.position, &self.reach, from, &self.onto);
        let trail = self.relocations.pushes(&self.board, index);
        self.store.reserve(self.pending + trail.len(), self.elsewhere + self.aside(), context)?;
        let end = self.follow(id, standing, &trail, score, context);
        self.loaded = false;
        Ok(end)
    }

    /// Makes the pushes of `trail` from the working position, which is that of `id`.
    fn follow(
        &mut self,
        mut id: StateId,
        mut standing: Standing,
        trail: &[Push],
        score: &Score,
        context: &mut Context<'_>,
    ) -> Option<StateId> {
        for (at, &push) in trail.iter().enumerate() {
            let to = self.board.step(push.from, push.dir);
            let _ = self.position.push(&self.board, push);
            if self.is_dead(to, context) {
                return None;
            }
            self.child.fill(&self.board, &self.position);
            let first = self.child.first();
            self.layout.pack(self.position.occupied(), first, &mut self.packed);
            match self.store.meet(&self.packed, Some(id), Some(push), Cost::ZERO) {
                Met::Known(known) => {
                    id = known;
                    standing = self.standings[known.number() as usize];
                    if at + 1 == trail.len() {
                        return None;
                    }
                }
                Met::New(new) => {
                    id = new;
                    standing =
                        score.after(standing, &self.position, push.from, to, &mut self.freeze);
                    self.standings.push(standing);
                    if at + 1 < trail.len() {
                        self.open.push(standing.score, new);
                    }
                }
            }
        }
        Some(id)
    }

    /// Whether the working position, in which a box has just come `to` its square, is lost.
    fn is_dead(&mut self, to: Square, context: &mut Context<'_>) -> bool {
        let position = &self.position;
        let name = if self.sets.as_ref().is_some_and(|sets| sets.is_dead_after(position, to)) {
            "dead_sets"
        } else if self.freeze.check_after(position, to) == Verdict::Dead {
            "freeze"
        } else if self.matching.child(position, position.box_index(to)).is_none() {
            "matching"
        } else {
            return false;
        };
        context.stats.count_deadlock(name);
        true
    }

    /// Goes on until so many states have been expanded.
    fn go(&mut self, nodes: u64, score: &Score, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let until = self.expanded + nodes;
        loop {
            let next = if self.frames.is_empty() {
                let Some(id) = self.open.pop() else { return Ok(Turn::Exhausted) };
                Some(id)
            } else {
                self.dive(score, context)
            };
            let Some(id) = next else { continue };
            if self.solves(id) {
                return Ok(Turn::Found(self.store.trail(id)));
            }
            self.open_frame(id, context)?;
            if self.frames.last().is_some_and(|frame| frame.id == id) {
                self.jump = self.fill_target(id, score, context)?;
            }
            if self.expanded >= until {
                return Ok(Turn::Paused);
            }
        }
    }

    /// Makes children of the last frame until one is to be expanded at once.
    fn dive(&mut self, score: &Score, context: &mut Context<'_>) -> Option<StateId> {
        if let Some(id) = self.jump.take() {
            return Some(id);
        }
        while self.frames.last().is_some_and(|frame| !frame.carries.is_empty()) {
            let parent = self.frames.last().map_or(0, |frame| frame.standing.score);
            let Some((id, standing)) = self.next_child(score, context) else { continue };
            let least = self.open.best().map_or(parent, |best| best.min(parent));
            if standing.score <= least || self.solves(id) {
                self.loaded = false;
                return Some(id);
            }
            self.open.push(standing.score, id);
        }
        self.frames.pop();
        self.loaded = false;
        None
    }

    /// Whether every goal holds a box in this state.
    fn solves(&self, id: StateId) -> bool {
        let goals = self.board.goals().words();
        goals.iter().zip(self.store.state(id)).all(|(goals, state)| goals & !state == 0)
    }
}

impl Search for Packing {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let score = match self.score.take() {
            Some(score) => score,
            None => self.begin(context)?,
        };
        let turn = self.go(nodes, &score, context);
        self.score = Some(score);
        turn
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.aside()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "packing",
    title: "pushes that fill the goals phase by phase, in an order found by taking them apart",
    reference: "Damgaard, YASS: packing order",
    params: &[],
    claims: EngineClaims { complete: true, repeatable: true },
    build: |case| Box::new(Packing::new(&case.board, &case.start)),
};
