//! Greedy best-first search in one direction, ordered by the matching estimate alone.
//!
//! A position is expanded at most once, by whichever path it was reached first. Pulling backwards,
//! every box is matched to an exact start square, which makes the estimate a better guide than it
//! is for pushes. Tables of dead pairs and triples prune positions that cannot be solved.
//! After Diedler's Sokolution, as far as its method is known.

use hakooshi_board::Direction;
use hakooshi_search::open::{FifoBuckets, OpenList};
use hakooshi_search::space::{CarrySpace, PullSpace, Space};
use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Cost, Search, Stop, Task, Turn, go_on};

use crate::linked::Linked;

/// Greedy search in the space `S`.
struct Greedy<S: Space> {
    linked: Linked<S>,
    open: FifoBuckets,
    is_begun: bool,
}

impl<S: Space> Greedy<S> {
    fn new(space: S, spec: &SearchSpec, task: &Task) -> Self {
        let linked = Linked::new(space, spec, task);
        Self { linked, open: FifoBuckets::default(), is_begun: false }
    }

    fn list_children(&mut self) {
        for child in self.linked.children() {
            self.open.push(child.estimate, child.id);
        }
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some((estimate, id)) = self.open.pop() else { return Ok(Some(Turn::Exhausted)) };
        let (key, open, bytes) = (Cost::new(estimate, 0), self.open.len(), self.open.bytes());
        let end = self.linked.expand(id, key, open, bytes, context)?;
        self.list_children();
        Ok(end)
    }
}

impl<S: Space> Search for Greedy<S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            let end = self.linked.begin(context)?;
            self.is_begun = true;
            self.list_children();
            if let Some(end) = end {
                return Ok(end);
            }
        }
        let turn = go_on(nodes, || self.step(context));
        self.linked.flush();
        turn
    }

    fn bytes(&self) -> usize {
        self.linked.bytes()
    }
}

/// States are compared exactly and every test is sound, so an exhausted search is a proof.
const CLAIMS: SearchClaims =
    SearchClaims { complete: true, informed: true, price: 4, ..SearchClaims::ENGINE };

pub(crate) static BACKWARD: SearchEntry = SearchEntry {
    name: "backward",
    title: "greedy search by pulls from the solved position, with exact tables of dead pairs and triples",
    reference: "Diedler, Sokolution",
    params: &[],
    claims: SearchClaims {
        parts: Parts {
            heuristic: true,
            deadlocks: true,
            // Most levels are solved before the tables would pay off.
            usual: "deadlocks=[dead_squares,pairs(after=1000),triples(after=1000,share=0.1)]",
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
    title: "greedy search by pushes from the start, with the same tables and PI-corral pruning",
    reference: "Meger and Damgaard, PI-corrals",
    params: &[],
    claims: SearchClaims {
        parts: Parts {
            heuristic: true,
            deadlocks: true,
            pruning: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,pairs(after=1000),triples(after=1000,share=0.1),freeze],\
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
