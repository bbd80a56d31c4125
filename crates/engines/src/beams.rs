//! Beams of doubling width, by pulls from the solved position or by pushes from the start.
//!
//! A best-first search spends itself where the estimate is least, and on a level of many parts it tries
//! all orders of the others before it takes back a mistake in one. A beam goes on: every layer holds
//! positions that are one move farther on, whatever their estimates. When nothing is left in the layer,
//! the search begins again with twice the width; if nothing was left out, there is no solution (Zhang,
//! "Complete Anytime Beam Search", 1998).
//!
//! Half of a layer are the positions with the least estimates, the other half those that are new in
//! kind ([`Seen`]), which keeps the beam from filling up with positions that are all alike.

use hakooshi_board::SquareSet;
use hakooshi_search::algorithms::Child;
use hakooshi_search::space::{CarrySpace, PullSpace, Space};
use hakooshi_search::spec::{Alias, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::store::Layout;
use hakooshi_search::{Context, Search, Stop, Task, Turn, go_on};

use crate::LARGEST_BOARD;
use crate::layers::Layers;
use crate::linked::Linked;
use crate::novelty::Seen;

/// Where a beam begins, and in which space it searches.
trait End: Send + 'static {
    type Space: Space;

    /// The space, with these squares for boxes to land on.
    fn space(spec: &SearchSpec, task: &Task, onto: &SquareSet) -> Self::Space;
}

struct Goals;

impl End for Goals {
    type Space = PullSpace;

    fn space(_: &SearchSpec, task: &Task, onto: &SquareSet) -> PullSpace {
        PullSpace::new(&task.board, &task.start, onto.clone())
    }
}

struct Start;

impl End for Start {
    type Space = CarrySpace;

    fn space(spec: &SearchSpec, task: &Task, onto: &SquareSet) -> CarrySpace {
        let rules = spec.rules(task, onto);
        CarrySpace::pushes(&task.board, &task.start, onto.clone(), rules)
    }
}

/// Beams from the end `E`.
struct Beams<E: End> {
    spec: SearchSpec,
    task: Task,
    onto: SquareSet,
    linked: Linked<E::Space>,
    layout: Layout,
    seen: Seen,
    /// The boxes of a child, as bits by square.
    boxes: Vec<u64>,
    layers: Layers<Child>,
    is_begun: bool,
}

impl<E: End> Beams<E> {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let onto = task.landing(E::Space::DIRECTION, spec.dead_squares);
        Self {
            linked: Linked::new(E::space(spec, task, &onto), spec, task),
            layout: Layout::new(&task.board),
            seen: Seen::new(&task.board),
            boxes: vec![0; task.board.empty_set().words().len()],
            layers: Layers::new(spec.search.params.get(WIDTH.name) as usize),
            is_begun: false,
            onto,
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    /// Begins a beam with the roots as its first layer.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.seen.clear();
        let end = self.linked.begin(context).inspect_err(|_| self.layers.cut())?;
        self.list_children();
        Ok(end)
    }

    fn list_children(&mut self) {
        let Self { linked, layout, seen, boxes, layers, .. } = self;
        for &child in linked.children() {
            let state = linked.tree.store.state(child.id);
            layout.occupied(state, boxes);
            let novelty = seen.see(u64::from(child.estimate), boxes, layout.player(state));
            layers.push((u64::from(child.estimate), child.id.number()), novelty, child);
        }
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(child) = self.layers.next() else {
            if !self.layers.widen() {
                return Ok(Some(Turn::Exhausted));
            }
            let space = E::space(&self.spec, &self.task, &self.onto);
            self.linked.replant(space, &self.spec, &self.task);
            return self.begin(context);
        };
        let bytes = self.layers.bytes() + self.seen.bytes();
        let end = self.linked.expand(child.id, child.cost, self.layers.open(), bytes, context);
        if end.is_ok() {
            self.list_children();
        } else {
            self.layers.cut();
        }
        end
    }
}

impl<E: End> Search for Beams<E> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if !self.is_begun {
            self.is_begun = true;
            if let Some(end) = self.begin(context)? {
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

const FROM: Param = Param::word("from", "the end to begin at", &["goals", "start"]);

/// Narrow beams cost little before wider ones and are often enough: Microban II 131 takes 0.1 s, and with 100
/// in the first beam more than 8 s (bench/LOG.md, Beams).
const WIDTH: Param =
    Param::number("width", "positions in each layer of the first beam", 10.0, (2.0, 1e9));

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "beams",
    title: "beams of doubling width; half of each are positions that are new in kind",
    reference: "Zhang 1998; Lipovetzky and Geffner 2017",
    params: &[FROM, WIDTH],
    claims: SearchClaims {
        complete: true,
        informed: true,
        price: 9,
        most_squares: LARGEST_BOARD,
        parts: Parts {
            heuristic: true,
            deadlocks: true,
            pruning: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,pairs(after=1000),triples(after=1000,share=0.1),freeze],\
                    pruning=[pi_corral]",
            ..Parts::NONE
        },
        ..SearchClaims::ENGINE
    },
    build: |spec, task| match spec.search.params.choice(FROM.name) {
        0 => Box::new(Beams::<Goals>::new(spec, task)),
        _ => Box::new(Beams::<Start>::new(spec, task)),
    },
};

pub(crate) const START: Alias = Alias {
    name: "beams_start",
    spec: "beams(from=start)",
    title: "beams by pushes from the start",
};

#[cfg(test)]
mod tests {
    use hakooshi_board::{compile, expand};
    use hakooshi_level::{Level, verify};
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::REGISTRY;

    /// Searches in turns of `nodes`; the level, the end and the number of expansions.
    fn run(spec: &str, level: &str, nodes: u64) -> (Level, Task, Turn, u64) {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse(spec, Objective::Any, &REGISTRY).expect("a spec");
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = spec.build(&task);
        loop {
            match search.turn(nodes, &mut context).expect("no limit") {
                Turn::Paused => {}
                end => return (level, task, end, context.stats.expanded),
            }
        }
    }

    const ROOMS: &str = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n\
                         #  @   #####\n########";

    #[test]
    fn a_beam_too_narrow_for_the_level_is_followed_by_wider_ones() {
        for from in ["goals", "start"] {
            let narrow = format!("beams(from={from},width=2)");
            let (level, task, end, expanded) = run(&narrow, ROOMS, u64::MAX);
            let Turn::Found(pushes) = end else { panic!("{from}: {end:?}") };
            let moves = expand(&task.board, &task.start, &pushes).expect("they can be played");
            assert!(verify(&level, &moves).is_ok(), "{from}");
            // Pausing after every expansion changes nothing.
            let paused = run(&narrow, ROOMS, 1);
            assert_eq!((paused.2, paused.3), (Turn::Found(pushes), expanded), "{from}");
            let wide = run(&format!("beams(from={from},width=1e6)"), ROOMS, u64::MAX);
            assert!(matches!(wide.2, Turn::Found(_)), "{from}");
        }
    }

    #[test]
    fn a_level_without_solution_is_exhausted_by_a_beam_that_leaves_nothing_out() {
        // The boxes block one another in the passage whichever comes first.
        let blocked = "###########\n#    #    #\n#.$    $ .#\n# @  # ####\n######## \n";
        let dead = "##########\n##.   ####\n# $ $@ ###\n#   ## .##\n##########";
        for level in [blocked, dead] {
            for from in ["goals", "start"] {
                let (.., end, _) = run(&format!("beams(from={from},width=2)"), level, u64::MAX);
                let (.., proof, _) = run("bfs", level, u64::MAX);
                let found = |turn: &Turn| matches!(turn, Turn::Found(_));
                assert_eq!(found(&end), found(&proof), "{from}: {end:?}\n{level}");
            }
        }
    }
}
