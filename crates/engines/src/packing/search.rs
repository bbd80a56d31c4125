//! The forward search along a packing order.
//!
//! It makes single pushes and resolves PI-corrals first. A child that is no worse than its parent
//! and than everything on the open list is expanded at once, before its siblings are generated,
//! so the search dives, and the open list holds the places to start the next dive from. Whenever
//! a box can go to an open target while the others stay put, that macro move is made and the dive
//! continues behind it.

use hakooshi_board::movegen::pushes;
use hakooshi_board::{Direction, Push, SquareSet, View};
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::open::{ByFilledCount, OpenList};
use hakooshi_search::pruning::{Rule, choose_boxes};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::store::{Inserted, StateId, Store};
use hakooshi_search::{Context, Cost, Reservation, Stop, Task, Turn};

use super::order;
use super::score::{Evaluation, Score};
use super::straight::Straight;
use super::variant::Variant;
use super::workspace::Workspace;

/// A position whose children are being generated.
#[derive(Debug)]
struct Frame {
    id: StateId,
    evaluation: Evaluation,
    /// Where its pushes begin in the list of all frames.
    first: usize,
    /// Whether only the pushes of a PI-corral are tried.
    corral: bool,
}

/// Search along a packing order.
pub(super) struct PhaseSearch {
    variant: &'static Variant,
    task: Task,
    onto: SquareSet,
    score: Option<Score>,
    rules: Vec<Box<dyn Rule>>,
    straight: Straight,
    workspace: Workspace,
    store: Store<Push>,
    evaluations: Vec<Evaluation>,
    open: ByFilledCount,
    frames: Vec<Frame>,
    /// Pushes still to be tried in all frames, one frame after another, the next push last. One
    /// list, because a list for each frame would be an allocation for each expansion.
    pending: Vec<Push>,
    /// The pushes of the state being expanded.
    found: Vec<Push>,
    /// A state to be expanded before any other: at the end of a macro move, or when a limit was met.
    jump: Option<StateId>,
    /// Whether the working position is that of the last frame.
    loaded: bool,
    expanded: u64,
    link: FrontierLink,
    /// A state that a backward search has reached too, and its key.
    met: Option<(StateId, u64)>,
    memory: Reservation,
}

impl PhaseSearch {
    /// A search of `task`.
    pub(super) fn new(spec: &SearchSpec, task: &Task, variant: &'static Variant) -> Self {
        let onto = task.landing(Direction::Forward, spec.dead_squares);
        let board = &task.board;
        let workspace = Workspace::new(spec, task);
        Self {
            variant,
            task: task.clone(),
            score: None,
            rules: spec.rules(task, &onto),
            straight: Straight::new(board),
            store: Store::new(workspace.layout, &task.memory),
            workspace,
            evaluations: Vec::new(),
            open: ByFilledCount::new(0),
            frames: Vec::new(),
            pending: Vec::new(),
            found: Vec::new(),
            jump: None,
            loaded: false,
            expanded: 0,
            link: FrontierLink::new(&task.frontier, Direction::Forward),
            met: None,
            memory: task.memory.reservation(),
            onto,
        }
    }

    /// Finds the packing order and stores the start.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Score, Stop> {
        let plan = order::plan(&self.task, self.variant.rules, context)?;
        let score = Score::new(&self.workspace.board, &plan, self.variant, || context.look())?;
        context.look()?;
        self.open = ByFilledCount::new(score.least());
        self.store.reserve(1)?;
        self.workspace.pack();
        let evaluation = score.of_start(&self.task.start);
        if let Inserted::New(id) = self.store.insert(&self.workspace.packed, None, None, Cost::ZERO)
            && !self.workspace.is_hopeless()
        {
            self.evaluations.push(evaluation);
            self.open.push((evaluation.score, evaluation.filled), id);
        }
        Ok(score)
    }

    fn evaluation(&self, id: StateId) -> Evaluation {
        self.evaluations[id.number() as usize]
    }

    fn load(&mut self, id: StateId) {
        self.workspace.load(self.store.state(id));
        self.loaded = true;
    }

    /// Begins the expansion of a state; false if it is a deadlock.
    fn open_frame(&mut self, id: StateId, context: &mut Context<'_>) -> Result<bool, Stop> {
        self.expanded += 1;
        self.workspace.guard.prepare(context)?;
        let evaluation = self.evaluation(id);
        context.expand(Cost::new(u32::from(evaluation.phase), 0), self.open.len())?;
        self.load(id);
        let position = &self.workspace.position;
        context.show(Direction::Forward, position.boxes(), position.player());
        let last = self.store.action(id).map(|push| self.workspace.board.step(push.from, push.dir));
        // The start is always expanded.
        if let Some(name) = last.and_then(|_| self.workspace.refuses()) {
            context.stats.count_deadlock(name);
            self.loaded = false;
            return Ok(false);
        }
        self.report(id);
        self.workspace.guard.count_expansion();
        let Workspace { board, position, reach, .. } = &self.workspace;
        let found = &mut self.found;
        found.clear();
        pushes(View::new(board, position, reach), &self.onto, found);
        let all = found.len();
        if let Some(boxes) = choose_boxes(&mut self.rules, position, reach) {
            found.retain(|push| boxes.contains(push.from));
        }
        // A corral that excludes no push gives no reason to prefer its pushes.
        let corral = found.len() < all;
        // The box pushed last is tried first; pushes are taken from the end of the list.
        found.reverse();
        found.sort_by_key(|push| Some(push.from) == last);
        // The frames below still have children to store.
        let more = self.pending.len() + self.found.len();
        let room = self.memory.resize(self.aside()).and_then(|()| self.store.reserve(more));
        if room.is_err() {
            // The state on the board has no frame; a search that goes on loads that of the last.
            self.loaded = false;
        }
        room?;
        context.stats.generated += self.found.len() as u64;
        context.stats.stored = self.store.len() as u64;
        self.frames.push(Frame { id, evaluation, first: self.pending.len(), corral });
        self.pending.extend_from_slice(&self.found);
        Ok(true)
    }

    /// Reports the state loaded to the shared frontier; its ancestors were reported before.
    fn report(&mut self, id: StateId) {
        let Workspace { board, position, reach, layout, .. } = &self.workspace;
        let last = self.store.origin(id).map(|(before, push)| {
            let to = board.step(push.from, push.dir);
            (push.from, to, layout.player(self.store.state(before)))
        });
        self.link.moved(board, position, reach.first(), last);
    }

    /// Bytes held outside the store.
    fn aside(&self) -> usize {
        let frames = self.frames.capacity() * size_of::<Frame>();
        self.open.bytes()
            + self.link.bytes()
            + self.workspace.guard.bytes()
            + frames
            + self.pending.capacity() * size_of::<Push>()
            + self.evaluations.capacity() * size_of::<Evaluation>()
            + self.score.as_ref().map_or(0, Score::bytes)
    }

    /// Generates the next child of the last frame; its id and score unless it is a duplicate or a
    /// deadlock.
    fn next_child(&mut self, score: &Score, context: &mut Context<'_>) -> Option<(StateId, i32)> {
        let frame = self.frames.last_mut()?;
        let push = self.pending.pop()?;
        let (parent, before, corral) = (frame.id, frame.evaluation, frame.corral);
        if !self.loaded {
            self.load(parent);
        }
        let undo = self.workspace.position.push(&self.workspace.board, push);
        let found = self.meet(parent, push, before, score, context).ok().map(|id| {
            let evaluation = &mut self.evaluations[id.number() as usize];
            if corral {
                evaluation.score = before.score;
            }
            (id, evaluation.score)
        });
        self.workspace.position.unpush(&self.workspace.board, undo);
        found
    }

    /// Tests, stores and scores the working position, reached by `push`. `Ok` with its id if it
    /// is new, `Err` with its id if it is a duplicate, `Err(None)` if it is a deadlock.
    fn meet(
        &mut self,
        parent: StateId,
        push: Push,
        before: Evaluation,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Result<StateId, Option<StateId>> {
        let to = self.workspace.board.step(push.from, push.dir);
        if let Some(name) = self.workspace.is_dead(to) {
            context.stats.count_deadlock(name);
            return Err(None);
        }
        self.workspace.pack();
        match self.store.insert(&self.workspace.packed, Some(parent), Some(push), Cost::ZERO) {
            Inserted::Known(id) => {
                context.stats.duplicates += 1;
                Err(Some(id))
            }
            Inserted::New(id) => {
                let Workspace { board, position, after, .. } = &self.workspace;
                let key = position.box_key() ^ board.player_key(after.first());
                if self.link.is_met(key) {
                    self.met = Some((id, key));
                }
                self.evaluations.push(self.workspace.evaluation(score, before, push));
                Ok(id)
            }
        }
    }

    /// Makes the macro move of a box to an open target, if there is one; the id of the state it
    /// ends in, if that is new.
    ///
    /// The states on the way go on the open list, so that none is lost.
    fn fill_target(
        &mut self,
        mut id: StateId,
        score: &Score,
        context: &mut Context<'_>,
    ) -> Result<Option<StateId>, Stop> {
        let Workspace { board, position, reach, .. } = &self.workspace;
        let phase = usize::from(self.evaluation(id).phase);
        let view = View::new(board, position, reach);
        let way = self.straight.way(view, &self.onto, score, phase, || context.look())?;
        let Some(way) = way else { return Ok(None) };
        self.store.reserve(self.pending.len() + way.len())?;
        self.loaded = false;
        let mut end = None;
        for push in way {
            if let Some(id) = end {
                let Evaluation { filled, score, .. } = self.evaluation(id);
                self.open.push((score, filled), id);
            }
            let _ = self.workspace.position.push(&self.workspace.board, push);
            let met = self.meet(id, push, self.evaluation(id), score, context);
            end = met.ok();
            match met {
                Ok(met) | Err(Some(met)) => id = met,
                Err(None) => break,
            }
        }
        Ok(end)
    }

    /// Expands `nodes` states, or fewer if that ends the search.
    fn go(&mut self, nodes: u64, score: &Score, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let until = self.expanded + nodes;
        while self.expanded < until {
            let next = if self.jump.is_some() {
                self.jump.take()
            } else if self.frames.is_empty() {
                let Some((_, id)) = self.open.pop() else { return Ok(Turn::Exhausted) };
                Some(id)
            } else {
                self.dive(score, context)?
            };
            if let Some((id, key)) = self.met.take()
                && let Some(pushes) = self.link.via(
                    &self.workspace.board,
                    &self.task.start,
                    self.store.trail(id),
                    key,
                )
            {
                return Ok(Turn::Found(pushes));
            }
            let Some(id) = next else { continue };
            if self.solves(id) {
                return Ok(Turn::Found(self.store.trail(id)));
            }
            // A search that was stopped here goes on with the same state.
            self.jump = Some(id);
            let is_open = self.open_frame(id, context)?;
            self.jump = None;
            if is_open {
                self.jump = self.fill_target(id, score, context)?;
            }
        }
        Ok(Turn::Paused)
    }

    /// Generates children of the last frame until one should be expanded at once.
    fn dive(&mut self, score: &Score, context: &mut Context<'_>) -> Result<Option<StateId>, Stop> {
        while let Some(frame) = self.frames.last().filter(|frame| frame.first < self.pending.len())
        {
            let parent = frame.evaluation.score;
            context.look()?;
            let Some((id, child)) = self.next_child(score, context) else { continue };
            let least = self.open.least().map_or(parent, |(best, _)| best.min(parent));
            if child <= least || self.solves(id) {
                self.loaded = false;
                return Ok(Some(id));
            }
            self.open.push((child, self.evaluation(id).filled), id);
        }
        self.frames.pop();
        self.loaded = false;
        Ok(None)
    }

    /// Whether every goal holds a box in this state.
    fn solves(&self, id: StateId) -> bool {
        self.workspace.layout.holds(self.store.state(id), self.workspace.board.goals())
    }

    /// Searches for at most `nodes` expansions.
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

#[cfg(test)]
mod tests {
    use hakooshi_board::{compile, expand};
    use hakooshi_level::{Level, verify};
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::packing::variant::{RELAXED, STRICT};

    /// A goal room behind a door, to be filled from its far end.
    const ROOM: &str = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n\
                        #  @   #####\n########";

    fn search(text: &str, variant: &'static Variant) -> (Level, PhaseSearch) {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = SearchSpec::parse("packing", Objective::Any, &crate::REGISTRY).expect("a spec");
        (level, PhaseSearch::new(&spec, &Task::new(&board, &start), variant))
    }

    #[test]
    fn both_variants_solve_a_goal_room_and_pausing_changes_nothing() {
        for variant in [&STRICT, &RELAXED] {
            let [whole, paused] = [u64::MAX, 1].map(|nodes| {
                let (level, mut search) = search(ROOM, variant);
                let mut silent = Silent;
                let mut context = Context::new(Budget::default(), &mut silent);
                loop {
                    match search.turn(nodes, &mut context).expect("no limit") {
                        Turn::Paused => {}
                        Turn::Found(pushes) => {
                            let Task { board, start, .. } = &search.task;
                            let moves = expand(board, start, &pushes).expect("playable");
                            verify(&level, &moves).expect("a solution");
                            break (pushes, search.expanded);
                        }
                        end => panic!("{end:?}"),
                    }
                }
            });
            assert_eq!(whole, paused);
        }
    }

    #[test]
    fn pending_pushes_belong_to_the_frames_in_order_and_can_be_made() {
        let (_, mut search) = search(ROOM, &RELAXED);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut deepest = 0;
        for _ in 0..60 {
            if search.turn(1, &mut context) != Ok(Turn::Paused) {
                break;
            }
            deepest = deepest.max(search.frames.len());
            let ends = search.frames.iter().skip(1).map(|frame| frame.first);
            let ends: Vec<usize> = ends.chain([search.pending.len()]).collect();
            let frames: Vec<_> =
                search.frames.iter().map(|frame| (frame.id, frame.first)).collect();
            for ((id, first), end) in frames.into_iter().zip(ends) {
                search.load(id);
                let Workspace { board, position, reach, .. } = &search.workspace;
                let mut all = Vec::new();
                pushes(View::new(board, position, reach), &search.onto, &mut all);
                assert!(search.pending[first..end].iter().all(|push| all.contains(push)));
            }
            search.loaded = false;
        }
        assert!(deepest > 2, "the search does not dive");
    }
}
