//! Greedy best-first search in one direction, ordered by the matching estimate alone.
//!
//! A position is expanded at most once, by whichever path it was reached first. Pulling backwards,
//! every box is matched to an exact start square, which makes the estimate a better guide than it
//! is for pushes. Tables of dead pairs and triples prune positions that cannot be solved.
//! After Diedler's Sokolution, as far as its method is known.

use hakooshi_board::{Direction, Position, Push, Square};
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::frontier::FrontierLink;
use hakooshi_search::heuristics::{Aim, Heuristic, Matching};
use hakooshi_search::open::{FifoBuckets, OpenList};
use hakooshi_search::space::{CarrySpace, PullSpace, Space};
use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::store::{Inserted, Layout, StateId, Store};
use hakooshi_search::{Context, Cost, Reservation, Search, Stop, Task, Turn, go_on};

/// The most positions reported to the shared frontier. Beyond this, memory is better spent on the
/// search itself. Set by judgement.
const MOST_REPORTS: u64 = 1 << 19;

/// Greedy search in the space `S`.
struct Greedy<S: Space> {
    space: S,
    start: Position,
    guard: Guard,
    matching: Matching,
    layout: Layout,
    store: Store<S::Action>,
    open: FifoBuckets,
    actions: Vec<S::Action>,
    boxes: Vec<Square>,
    packed: Vec<u64>,
    expanded: u64,
    link: FrontierLink,
    /// Memory held outside the store.
    others: Reservation,
}

impl<S: Space> Greedy<S> {
    fn new(space: S, spec: &SearchSpec, task: &Task) -> Self {
        let layout = Layout::new(&task.board);
        Self {
            space,
            start: task.start.clone(),
            guard: Guard::new(&spec.deadlocks, task, S::DIRECTION),
            matching: Matching::new(&Aim::of(task, S::DIRECTION)),
            layout,
            store: Store::new(layout, &task.memory),
            open: FifoBuckets::default(),
            actions: Vec::new(),
            boxes: Vec::new(),
            packed: vec![0; layout.words()],
            expanded: 0,
            link: FrontierLink::new(&task.frontier, S::DIRECTION),
            others: task.memory.reservation(),
        }
    }

    /// The pushes between a root and a state, in playing order.
    fn pushes(&self, id: StateId) -> Vec<Push> {
        self.space.pushes(&self.store.trail(id))
    }

    fn begin(&mut self) -> Result<(), Stop> {
        for root in self.space.roots() {
            self.space.load(root.boxes(), root.player());
            self.store.reserve(1)?;
            let player = self.space.canonical_player(None);
            self.layout.pack(self.space.position().occupied(), player, &mut self.packed);
            if let Inserted::New(id) = self.store.insert(&self.packed, None, None, Cost::ZERO)
                && let Some(estimate) = self.matching.estimate(self.space.position())
            {
                self.open.push(estimate, id);
            }
        }
        Ok(())
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.guard.prepare(context)?;
        let Some((estimate, id)) = self.open.pop() else { return Ok(Some(Turn::Exhausted)) };
        context.expand(Cost::new(estimate, 0), self.open.len())?;
        self.expanded += 1;
        let end = self.expand(id, context)?;
        context.stats.stored = self.store.len() as u64;
        Ok(end)
    }

    fn expand(&mut self, id: StateId, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let state = self.store.state(id);
        self.layout.boxes(state, &mut self.boxes);
        let player = self.layout.player(state);
        self.space.load(&self.boxes, player);
        if self.space.is_goal() {
            return Ok(Some(Turn::Found(self.pushes(id))));
        }
        if let Some(test) = self.guard.at_expansion(self.space.position()) {
            context.stats.count_deadlock(test);
            return Ok(None);
        }
        self.guard.count_expansion();
        self.report(id, player);
        self.matching.expand(self.space.position());
        self.actions.clear();
        self.space.actions(&mut self.actions);
        self.others.resize(self.open.bytes() + self.guard.bytes() + self.link.bytes())?;
        self.store.reserve(self.actions.len())?;
        context.stats.generated += self.actions.len() as u64;
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            let undo = self.space.apply(action);
            let met = self.meet(id, action, context);
            self.space.undo(undo);
            if let Some((child, key)) = met
                && self.link.is_met(key)
                && let Some(pushes) =
                    self.link.via(self.space.board(), &self.start, self.pushes(child), key)
            {
                return Ok(Some(Turn::Found(pushes)));
            }
        }
        Ok(None)
    }

    /// Reports a state being expanded to the shared frontier; its ancestors were reported before.
    fn report(&mut self, id: StateId, player: Square) {
        if self.expanded > MOST_REPORTS {
            return;
        }
        let last = self.store.origin(id).and_then(|(before, action)| {
            let (from, to) = self.space.moved(action)?;
            Some((from, to, self.layout.player(self.store.state(before))))
        });
        self.link.moved(self.space.board(), self.space.position(), player, last);
    }

    /// Tests and stores the working position; its id and key unless it is a duplicate or a
    /// deadlock.
    #[inline]
    fn meet(
        &mut self,
        parent: StateId,
        action: S::Action,
        context: &mut Context<'_>,
    ) -> Option<(StateId, u64)> {
        let (_, to) = self.space.moved(action)?;
        if let Some(test) = self.guard.after_move(self.space.position(), to) {
            context.stats.count_deadlock(test);
            return None;
        }
        let player = self.space.canonical_player(Some(action));
        let position = self.space.position();
        self.layout.pack(position.occupied(), player, &mut self.packed);
        match self.store.insert(&self.packed, Some(parent), Some(action), Cost::ZERO) {
            Inserted::Known(_) => {
                context.stats.duplicates += 1;
                None
            }
            Inserted::New(id) => {
                let Some(estimate) = self.matching.child(position, position.box_index(to)) else {
                    context.stats.count_deadlock("matching");
                    return None;
                };
                self.open.push(estimate, id);
                Some((id, position.key(self.space.board(), player)))
            }
        }
    }
}

impl<S: Space> Search for Greedy<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if self.expanded == 0 {
            self.begin()?;
        }
        let turn = go_on(nodes, || self.step(context));
        self.link.flush();
        turn
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.others.bytes()
    }
}

/// States are compared exactly and every test is sound, so an exhausted search is a proof.
const CLAIMS: SearchClaims = SearchClaims { complete: true, ..SearchClaims::ENGINE };

pub(crate) static BACKWARD: SearchEntry = SearchEntry {
    name: "backward",
    title: "greedy pulls from the solved position, with exact tables of dead pairs and triples",
    reference: "Diedler, Sokolution",
    params: &[],
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            // Most levels are solved before the tables would pay off.
            usual: "deadlocks=[dead_squares,pairs(after=1000),triples(after=1000)]",
            ..Parts::NONE
        },
        ..CLAIMS
    },
    build: |spec, task| {
        let onto = task.landing(Direction::Backward, spec.dead_squares);
        let space = PullSpace::new(&task.board, &task.start, onto);
        Box::new(Greedy::new(space, spec, task))
    },
};

pub(crate) static FORWARD: SearchEntry = SearchEntry {
    name: "forward",
    title: "greedy pushes from the start, with exact tables, corrals worked off first",
    reference: "Meger and Damgaard, PI-corrals",
    params: &[],
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            pruning: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,pairs(after=1000),triples(after=1000),freeze],\
                    pruning=[pi_corral]",
            ..Parts::NONE
        },
        ..CLAIMS
    },
    build: |spec, task| {
        let onto = task.landing(Direction::Forward, spec.dead_squares);
        let rules = spec.rules(task, &onto);
        let space = CarrySpace::pushes(&task.board, &task.start, onto, rules);
        Box::new(Greedy::new(space, spec, task))
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::REGISTRY;

    /// Searches in turns of `nodes`; the end and the number of expansions.
    fn run(spec: &str, level: &str, nodes: u64) -> (Turn, u64) {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = SearchSpec::parse(spec, Objective::Any, &REGISTRY).expect("a spec");
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = spec.build(&Task::new(&board, &start));
        loop {
            match search.turn(nodes, &mut context).expect("no limit") {
                Turn::Paused => {}
                end => return (end, context.stats.expanded),
            }
        }
    }

    #[test]
    fn a_box_with_a_free_path_is_brought_home_without_a_detour() {
        let room = "#########\n#       #\n# @$  . #\n#       #\n#########";
        for spec in ["forward", "backward"] {
            let (end, expanded) = run(spec, room, u64::MAX);
            assert!(matches!(end, Turn::Found(pushes) if pushes.len() == 3), "{spec}");
            assert_eq!(expanded, 4, "{spec}: one expansion for each position on the path");
        }
    }

    #[test]
    fn pausing_changes_nothing() {
        let level = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n\
                     #  @   #####\n########";
        for spec in ["forward", "backward"] {
            let whole = run(spec, level, u64::MAX);
            assert!(whole.1 > 5, "{spec}: too easy to be paused");
            assert_eq!(run(spec, level, 1), whole, "{spec}");
        }
    }
}
