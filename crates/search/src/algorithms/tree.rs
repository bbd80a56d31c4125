//! HOT. What all searches that store their states have in common: store the roots, put a state on
//! the board, and generate its successors. The files of the algorithms only decide which state is
//! expanded next.
//!
//! A successor is pruned when a deadlock test or the heuristic proves it dead, and when it is a
//! duplicate at no lower cost. Each is reported to an [observer](crate::Observer) that wants it.

use hakooshi_board::Square;

use super::Guide;
use super::order::Merit;
use super::successors::Successors;
use super::twins::Twins;
use crate::heuristics::Heuristic;
use crate::space::Space;
use crate::spec::SearchSpec;
use crate::store::{Inserted, Layout, StateId, Store};
use crate::{Context, Cost, Memory, Node, Reservation, Stop, Task, Turn};

/// Successors between two looks at the clock within an expansion. Three hundred boxes have a
/// thousand, and on a board of a hundred by hundred squares each takes up to a millisecond.
pub(super) const LOOK: usize = 32;

/// How a search treats the states it generates.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct TreeOptions {
    /// Whether it uses the heuristic.
    pub informed: bool,
    /// Whether a state reached more cheaply is reopened.
    pub reopens: bool,
    /// Whether every action costs one, whatever the objective says.
    pub by_actions: bool,
    /// Whether every path to a state is a state of its own: no transposition table.
    pub keeps_duplicates: bool,
    /// Whether children are told how far their box is from its assigned goal.
    pub ranks_by_goal: bool,
}

/// A successor that was not pruned.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The state.
    pub id: StateId,
    /// The cost of reaching it.
    pub cost: Cost,
    /// The estimate of the pushes left.
    pub estimate: u32,
    /// Whether it moves the same box as the action before it.
    pub same_box: bool,
    /// How many more boxes than before are on their goals.
    pub settled: i8,
    /// How far the box moved is from its assigned goal; zero if nobody asks.
    pub to_goal: u32,
}

impl Child {
    /// What the order of siblings depends on.
    pub(super) fn merit(&self) -> Merit {
        let &Self { estimate, same_box, settled, to_goal, .. } = self;
        Merit { estimate, same_box, settled, to_goal }
    }
}

/// The result of [`Tree::visit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The state is a goal: the search ends.
    Goal,
    /// A deadlock test proves the state dead.
    Dead,
    /// Its successors are to be generated.
    Open,
}

/// The estimate of a state that the heuristic proves dead. It is stored, so that duplicates are
/// not estimated again.
pub(super) const DEAD: u32 = u32::MAX;

/// The states generated, and everything needed to generate more.
pub struct Tree<S: Space> {
    /// The space searched.
    pub space: S,
    pub(super) guide: Guide,
    /// The states generated.
    pub store: Store<S::Action>,
    /// The states that [`Tree::add_roots`] or [`Tree::expand`] added, in order of generation.
    pub children: Vec<Child>,
    /// The most bytes that may be held, if less than the budget.
    pub(super) most_bytes: Option<usize>,
    /// What a solution must cost less than. States that cannot lead to one are not stored.
    pub(super) limit: Option<Cost>,
    /// The symmetries of the board, if states are compared up to them.
    pub(super) twins: Option<Twins>,
    /// Added to the ids of states in events.
    pub(super) id_offset: u64,
    /// How generated states are treated.
    pub options: TreeOptions,
    /// Memory of the search and its tests outside the store.
    others: Reservation,
    pub(super) layout: Layout,
    pub(super) packed: Vec<u64>,
    boxes: Vec<Square>,
    actions: Vec<S::Action>,
    pub(super) successors: Successors<S::Action>,
    /// Whether the heuristic knows the state that is being expanded.
    pub(super) is_parent_estimated: bool,
}

impl<S: Space> std::fmt::Debug for Tree<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tree").field("states", &self.store.len()).finish_non_exhaustive()
    }
}

/// Lists what can be done in the working position of a space; `Err` if the time is up before.
pub(super) fn list_actions<S: Space>(
    space: &mut S,
    actions: &mut Vec<S::Action>,
    context: &mut Context<'_>,
) -> Result<(), Stop> {
    if !S::IS_SLOW {
        space.actions(actions);
        return Ok(());
    }
    space.until(context.deadline());
    space.actions(actions);
    context.look()
}

impl<S: Space> Tree<S> {
    /// A tree for what `spec` asks for, in this space.
    pub fn of(spec: &SearchSpec, task: &Task, space: S) -> Self {
        Self::new(space, Guide::new(spec, task, S::DIRECTION), &task.memory)
    }

    /// The same with a heuristic that no spec can name: a lower bound that learns.
    #[must_use]
    pub fn guided_by(mut self, heuristic: Box<dyn Heuristic>) -> Self {
        self.guide.heuristic = heuristic;
        (self.guide.is_admissible, self.guide.learns) = (true, true);
        self
    }

    pub(super) fn new(space: S, guide: Guide, memory: &Memory) -> Self {
        let layout = Layout::new(space.board());
        Self {
            store: Store::new(layout, memory),
            others: memory.reservation(),
            children: Vec::new(),
            most_bytes: None,
            limit: None,
            twins: None,
            id_offset: 0,
            options: TreeOptions::default(),
            packed: vec![0; layout.words()],
            boxes: Vec::new(),
            actions: Vec::new(),
            successors: Successors::new(layout),
            is_parent_estimated: false,
            layout,
            space,
            guide,
        }
    }

    /// Stores the roots and lists them in `children`.
    pub fn add_roots(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        self.children.clear();
        let roots = self.space.roots();
        // The first estimate takes tens of milliseconds with hundreds of boxes.
        context.look()?;
        for root in roots {
            self.reserve(1, context)?;
            self.space.load(root.boxes(), root.player());
            let estimate = if self.options.informed {
                // The solved position of a large level can have hundreds of regions for the player. They
                // differ little, so each estimate follows from the one before.
                self.guide.heuristic.expand(self.space.position())
            } else {
                Some(0)
            };
            context.look()?;
            let player = self.space.canonical_player(None);
            self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
            let cost = self.guide.objective.cost(self.space.root_cost(), 0);
            if let (Inserted::New(id), Some(estimate)) =
                (self.store.insert(&self.packed, None, None, cost), estimate)
            {
                self.store.set_estimate(id, estimate);
                let (settled, to_goal) = (0, 0);
                let child = Child { id, cost, estimate, same_box: false, settled, to_goal };
                self.report(None, Some(id), child.cost, Some(estimate), None, None, context);
                self.children.push(child);
            }
        }
        context.stats.stored = self.store.len() as u64;
        Ok(())
    }

    /// Counts the expansion of a state, with `open` states in the open list, and puts it on the
    /// board.
    pub fn visit(
        &mut self,
        id: StateId,
        key: Cost,
        open: usize,
        context: &mut Context<'_>,
    ) -> Result<Visit, Stop> {
        self.guide.guard.prepare(context)?;
        context.expand(key, open)?;
        context.report_expanded(self.event_id(id));
        self.load(id);
        let position = self.space.position();
        context.show(S::DIRECTION, position.boxes(), position.player());
        if self.space.is_goal() {
            return Ok(Visit::Goal);
        }
        if self.guide.learns {
            self.guide.heuristic.until(context.deadline());
        }
        let dead = self.is_dead_at_closer_look(id).then_some("heuristic");
        match dead.or_else(|| self.guide.guard.at_expansion(self.space.position())) {
            Some(test) => {
                context.stats.count_deadlock(test);
                Ok(Visit::Dead)
            }
            None => Ok(Visit::Open),
        }
    }

    /// Whether a heuristic that learns calls the state on the board dead after a closer look. A
    /// greater estimate is stored; what else it learns counts for the states generated later.
    fn is_dead_at_closer_look(&mut self, id: StateId) -> bool {
        if !(self.guide.learns && self.options.informed) {
            return false;
        }
        let last = self.store.action(id).and_then(|action| self.space.moved(action));
        let Some((_, to)) = last else { return false };
        let estimate = self.guide.study(self.space.position(), to);
        if let Some(estimate) = estimate.filter(|&estimate| estimate > self.store.estimate(id)) {
            self.store.set_estimate(id, estimate);
        }
        estimate.is_none()
    }

    /// Accounts for `bytes` that the search holds outside the store, and for those of its tests.
    #[inline]
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.others.resize(bytes + self.guide.guard.bytes() + self.guide.heuristic.bytes())
    }

    /// The account that memory is taken from.
    pub(super) fn memory(&self) -> &Memory {
        self.others.memory()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.others.bytes()
    }

    /// Puts a state on the board.
    pub(super) fn load(&mut self, id: StateId) {
        let state = self.store.state(id);
        self.layout.boxes(state, &mut self.boxes);
        self.space.load(&self.boxes, self.layout.player(state));
    }

    /// Stores the successors of the state on the board and lists those not pruned in `children`.
    pub fn expand(&mut self, id: StateId, context: &mut Context<'_>) -> Result<(), Stop> {
        self.children.clear();
        self.guide.guard.count_expansion();
        let last = self.store.action(id).and_then(|action| self.space.moved(action));
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let listed = list_actions(&mut self.space, &mut actions, context);
        let mut done = listed.and_then(|()| self.reserve(actions.len(), context));
        if done.is_ok() {
            self.is_parent_estimated = false;
            context.stats.generated += actions.len() as u64;
            let (cost, last) = (self.store.cost(id), last.map(|(_, to)| to));
            for some in actions.chunks(LOOK) {
                self.list_successors(some);
                self.store_successors((id, cost), last, context);
                if some.len() == LOOK {
                    done = context.look();
                    if done.is_err() {
                        break;
                    }
                }
            }
            context.stats.stored = self.store.len() as u64;
        }
        self.actions = actions;
        done
    }

    fn reserve(&mut self, more: usize, context: &mut Context<'_>) -> Result<(), Stop> {
        let others = self.others.bytes();
        if self.most_bytes.is_some_and(|most| self.store.need(more) + others > most) {
            return Err(Stop::Memory);
        }
        self.store.reserve_while(more, || context.look())
    }

    /// The cost of an action of the state last expanded.
    #[inline]
    pub(super) fn step_cost(&self, action: S::Action) -> Cost {
        if self.options.by_actions {
            return Cost::new(1, 0);
        }
        let (pushes, moves) = self.space.cost(action);
        self.guide.objective.cost(pushes, moves)
    }

    /// The estimate of the state on the board, whose box on `moved` was moved last; an action
    /// that moves no box keeps its parent's estimate, `inherited`.
    pub(super) fn estimate_child(&mut self, moved: Option<Square>, inherited: u32) -> u32 {
        match moved {
            Some(to) if self.options.informed => {
                self.guide.estimate_child(self.space.position(), to).unwrap_or(DEAD)
            }
            _ => inherited,
        }
    }

    /// What the order of siblings depends on, of the state on the board after this move.
    #[inline]
    pub(super) fn merit(
        &mut self,
        moved: Option<(Square, Square)>,
        estimate: u32,
        same_box: bool,
    ) -> Merit {
        let settled = self.guide.settled(moved);
        let to_goal = match moved {
            Some((_, to)) if self.options.ranks_by_goal => {
                let position = self.space.position();
                let index = position.box_index(to);
                self.guide.heuristic.to_assigned_goal(position, index).unwrap_or(0)
            }
            _ => 0,
        };
        Merit { estimate, same_box, settled, to_goal }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    #[inline]
    pub(super) fn report(
        &self,
        parent: Option<StateId>,
        id: Option<StateId>,
        g: Cost,
        h: Option<u32>,
        moved: Option<(Square, Square)>,
        pruned_by: Option<&'static str>,
        context: &mut Context<'_>,
    ) {
        context.report_node(|| {
            let h = h.filter(|&estimate| self.options.informed && estimate != DEAD);
            let left = h.map_or(Cost::ZERO, |estimate| self.guide.estimated_cost(estimate));
            Node {
                id: id.map(|id| self.event_id(id)),
                parent: parent.map(|id| self.event_id(id)),
                g,
                h,
                f: g + left,
                moved,
                player: self.space.position().player(),
                pruned_by,
            }
        });
    }

    /// The square that stands for the player in a state.
    #[inline]
    pub fn player(&self, id: StateId) -> Square {
        self.layout.player(self.store.state(id))
    }

    /// The id of a state in events.
    pub(super) fn event_id(&self, id: StateId) -> u64 {
        self.id_offset + u64::from(id.number())
    }

    /// The solution that ends in a state.
    pub fn found(&self, id: StateId, context: &mut Context<'_>) -> Turn {
        self.solution(&self.store.trail(id), context)
    }

    /// The solution given by a trail of actions from a root.
    pub(super) fn solution(&self, trail: &[S::Action], context: &mut Context<'_>) -> Turn {
        context.stats.depth = trail.len() as u32;
        Turn::Found(self.space.pushes(trail))
    }
}
