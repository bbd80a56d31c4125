//! HOT. The search forward along a packing order.
//!
//! Single pushes, corrals worked off first. A child that is no worse than its parent and than
//! all that waits is expanded at once, before its siblings are made; so the search is a dive
//! with a list of places to start the next one from. A box that can be brought straight to an
//! open target is, and the dive goes on from there.

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Direction, Push, SquareSet};
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::open::{ByFilledCount, OpenList};
use hakooshi_search::pruning::{Rule, choose_boxes};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::{Inserted, StateId, Store};
use hakooshi_search::{Context, Cost, Reservation, Stop, Task, Turn};

use super::manner::Manner;
use super::order;
use super::score::{Score, Standing};
use super::straight::Straight;
use super::work::Work;

/// A position whose children are being made.
#[derive(Debug)]
struct Frame {
    id: StateId,
    standing: Standing,
    /// The pushes still to be looked at, the next one last.
    pushes: Vec<Push>,
    /// Whether the pushes are those of a corral that must be opened first.
    corral: bool,
}

/// Search along a packing order.
pub(super) struct PhaseSearch {
    manner: &'static Manner,
    task: Task,
    onto: SquareSet,
    score: Option<Score>,
    rules: Vec<Box<dyn Rule>>,
    straight: Straight,
    work: Work,
    store: Store<Push>,
    standings: Vec<Standing>,
    open: ByFilledCount,
    frames: Vec<Frame>,
    /// Pushes still to be looked at in all frames.
    pending: usize,
    /// A state to be expanded before any other.
    jump: Option<StateId>,
    /// Whether the working position is that of the last frame.
    loaded: bool,
    expanded: u64,
    link: FrontierLink,
    /// A state that was reached from the end as well, and its key.
    met: Option<(StateId, u64)>,
    memory: Reservation,
}

impl PhaseSearch {
    /// A search of `task`.
    pub(super) fn new(spec: &SearchSpec, task: &Task, manner: &'static Manner) -> Self {
        let onto = task.landing(Direction::Forward, spec.dead_squares);
        let board = &task.board;
        let work = Work::new(spec, task);
        Self {
            manner,
            task: task.clone(),
            score: None,
            rules: spec.rules(task, &onto),
            straight: Straight::new(board),
            store: Store::new(work.layout, &task.memory),
            work,
            standings: Vec::new(),
            open: ByFilledCount::new(0),
            frames: Vec::new(),
            pending: 0,
            jump: None,
            loaded: false,
            expanded: 0,
            link: FrontierLink::new(&task.frontier, Direction::Forward),
            met: None,
            memory: task.memory.reservation(),
            onto,
        }
    }

    /// Finds the order and stores the start.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Score, Stop> {
        let plan = order::plan(&self.task, self.manner.rules, context)?;
        let score = Score::new(&self.work.board, &plan, self.manner);
        self.open = ByFilledCount::new(score.least());
        self.store.reserve(1)?;
        self.work.pack();
        let standing = score.of_start(&self.task.start);
        if let Inserted::New(id) = self.store.insert(&self.work.packed, None, None, Cost::ZERO)
            && !self.work.is_hopeless()
        {
            self.standings.push(standing);
            self.open.push((standing.score, standing.filled), id);
        }
        Ok(score)
    }

    fn standing(&self, id: StateId) -> Standing {
        self.standings[id.number() as usize]
    }

    fn load(&mut self, id: StateId) {
        self.work.load(self.store.state(id));
        self.loaded = true;
    }

    /// Begins the expansion of a state; false if it turns out to be dead.
    fn open_frame(&mut self, id: StateId, context: &mut Context<'_>) -> Result<bool, Stop> {
        self.expanded += 1;
        self.work.guard.prepare(context)?;
        let standing = self.standing(id);
        context.expand(Cost::new(u32::from(standing.phase), 0), self.open.len())?;
        self.load(id);
        let last = self.store.action(id).map(|push| self.work.board.step(push.from, push.dir));
        // The start is expanded whatever it is.
        if let Some(name) = last.and_then(|_| self.work.refuses()) {
            context.stats.count_deadlock(name);
            self.loaded = false;
            return Ok(false);
        }
        self.report(id);
        self.work.guard.count_expansion();
        let Work { board, position, reach, .. } = &self.work;
        let mut found = Vec::new();
        pushes(board, position, reach, &self.onto, &mut found);
        let all = found.len();
        if let Some(boxes) = choose_boxes(&mut self.rules, position, reach) {
            found.retain(|push| boxes.contains(push.from));
        }
        // A corral that leaves nothing out tells nothing about the pushes.
        let corral = found.len() < all;
        // The box pushed last comes first, and the next to be taken is the last of the list.
        found.reverse();
        found.sort_by_key(|push| Some(push.from) == last);
        // Frames below this one still have children to make.
        self.pending += found.len();
        self.memory.resize(self.aside())?;
        self.store.reserve(self.pending)?;
        context.stats.generated += found.len() as u64;
        context.stats.stored = self.store.len() as u64;
        self.frames.push(Frame { id, standing, pushes: found, corral });
        Ok(true)
    }

    /// Tells the others of the state loaded; what led to it was told before.
    fn report(&mut self, id: StateId) {
        let Work { board, position, reach, layout, .. } = &self.work;
        let last = self.store.origin(id).map(|(before, push)| {
            let to = board.step(push.from, push.dir);
            (push.from, to, layout.player(self.store.state(before)))
        });
        self.link.moved(board, position, reach.first(), last);
    }

    /// Bytes held outside the store.
    fn aside(&self) -> usize {
        let frames = self.frames.len() * (size_of::<Frame>() + 16 * size_of::<Push>());
        self.open.bytes()
            + self.link.bytes()
            + self.work.guard.bytes()
            + frames
            + self.standings.capacity() * size_of::<Standing>()
            + self.score.as_ref().map_or(0, Score::bytes)
    }

    /// Makes the next child of the last frame; its name and score if it is new and not known
    /// to be dead.
    fn next_child(&mut self, score: &Score, context: &mut Context<'_>) -> Option<(StateId, i32)> {
        let frame = self.frames.last_mut()?;
        let push = frame.pushes.pop()?;
        self.pending -= 1;
        let (parent, before, corral) = (frame.id, frame.standing, frame.corral);
        if !self.loaded {
            self.load(parent);
        }
        let undo = self.work.position.push(&self.work.board, push);
        let found = self.meet(parent, push, before, score, context).ok().map(|id| {
            let standing = &mut self.standings[id.number() as usize];
            if corral {
                standing.score = before.score;
            }
            (id, standing.score)
        });
        self.work.position.unpush(&self.work.board, undo);
        found
    }

    /// Judges, stores and scores the working position, reached by `push`; its name if it is
    /// new, or else the name that it has if it is not dead.
    fn meet(
        &mut self,
        parent: StateId,
        push: Push,
        before: Standing,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Result<StateId, Option<StateId>> {
        let to = self.work.board.step(push.from, push.dir);
        if let Some(name) = self.work.is_dead(to) {
            context.stats.count_deadlock(name);
            return Err(None);
        }
        self.work.pack();
        match self.store.insert(&self.work.packed, Some(parent), Some(push), Cost::ZERO) {
            Inserted::Known(id) => {
                context.stats.duplicates += 1;
                Err(Some(id))
            }
            Inserted::New(id) => {
                let Work { board, position, after, .. } = &self.work;
                let key = position.box_key() ^ board.player_key(after.first());
                if self.link.is_met(key) {
                    self.met = Some((id, key));
                }
                self.standings.push(self.work.standing(score, before, push));
                Ok(id)
            }
        }
    }

    /// Brings a box straight to an open target, if one can be brought there while the others
    /// stand still; the name of the state that ends in, if it is new.
    ///
    /// The states on the way wait like any others, so that none is lost.
    fn fill_target(
        &mut self,
        mut id: StateId,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Result<Option<StateId>, Stop> {
        let Work { board, position, reach, .. } = &self.work;
        let phase = usize::from(self.standing(id).phase);
        let way = self.straight.way(board, (position, reach), &self.onto, score, phase);
        let Some(way) = way else { return Ok(None) };
        self.store.reserve(self.pending + way.len())?;
        self.loaded = false;
        let mut end = None;
        for push in way {
            if let Some(id) = end {
                let Standing { filled, score, .. } = self.standing(id);
                self.open.push((score, filled), id);
            }
            let _ = self.work.position.push(&self.work.board, push);
            let met = self.meet(id, push, self.standing(id), score, context);
            end = met.ok();
            match met {
                Ok(met) | Err(Some(met)) => id = met,
                Err(None) => break,
            }
        }
        Ok(end)
    }

    /// Goes on until so many states have been expanded.
    fn go(&mut self, nodes: u64, score: &Score, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let until = self.expanded + nodes;
        while self.expanded < until {
            let next = if self.frames.is_empty() {
                let Some((_, id)) = self.open.pop() else { return Ok(Turn::Exhausted) };
                Some(id)
            } else {
                self.dive(score, context)
            };
            if let Some((id, key)) = self.met.take()
                && let Some(pushes) =
                    self.link.via(&self.work.board, &self.task.start, self.store.trail(id), key)
            {
                return Ok(Turn::Found(pushes));
            }
            let Some(id) = next else { continue };
            if self.solves(id) {
                return Ok(Turn::Found(self.store.trail(id)));
            }
            if self.open_frame(id, context)? {
                self.jump = self.fill_target(id, score, context)?;
            }
        }
        Ok(Turn::Paused)
    }

    /// Makes children of the last frame until one is to be expanded at once.
    fn dive(&mut self, score: &Score, context: &mut Context<'_>) -> Option<StateId> {
        if let Some(id) = self.jump.take() {
            return Some(id);
        }
        while let Some(frame) = self.frames.last().filter(|frame| !frame.pushes.is_empty()) {
            let parent = frame.standing.score;
            let Some((id, child)) = self.next_child(score, context) else { continue };
            let least = self.open.least().map_or(parent, |(best, _)| best.min(parent));
            if child <= least || self.solves(id) {
                self.loaded = false;
                return Some(id);
            }
            self.open.push((child, self.standing(id).filled), id);
        }
        self.frames.pop();
        self.loaded = false;
        None
    }

    /// Whether every goal holds a box in this state.
    fn solves(&self, id: StateId) -> bool {
        self.work.layout.holds(self.store.state(id), self.work.board.goals())
    }

    /// Goes on for at most `nodes` expansions.
    pub(super) fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let score = match self.score.take() {
            Some(score) => score,
            None => self.begin(context)?,
        };
        let turn = self.go(nodes, &score, context);
        self.score = Some(score);
        self.link.flush();
        turn
    }

    /// Bytes held between turns.
    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.aside()
    }
}
