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

mod novelty;

use hakooshi_board::SquareSet;
use hakooshi_search::algorithms::Child;
use hakooshi_search::space::{CarrySpace, PullSpace, Space};
use hakooshi_search::spec::{Alias, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Search, Stop, Task, Turn, go_on};
use novelty::{Novelty, Seen};

use crate::LARGEST_BOARD;
use crate::linked::Linked;

/// A candidate for the next layer.
#[derive(Clone, Copy)]
struct Candidate {
    child: Child,
    novelty: Novelty,
}

impl Candidate {
    fn by_estimate(&self) -> (u32, u32) {
        (self.child.estimate, self.child.id.number())
    }

    fn by_novelty(&self) -> (Novelty, (u32, u32)) {
        (self.novelty, self.by_estimate())
    }
}

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
    seen: Seen,
    width: usize,
    is_begun: bool,
    /// Whether this beam has left out a position, by choice or because it was interrupted.
    is_cut: bool,
    layer: Vec<Candidate>,
    /// Index of the member to expand next.
    place: usize,
    next: Vec<Candidate>,
}

impl<E: End> Beams<E> {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let onto = task.landing(E::Space::DIRECTION, spec.dead_squares);
        Self {
            linked: Linked::new(E::space(spec, task, &onto), spec, task),
            seen: Seen::new(&task.board),
            width: spec.search.params.get(WIDTH.name) as usize,
            is_begun: false,
            is_cut: true,
            layer: Vec::new(),
            place: 0,
            next: Vec::new(),
            onto,
            spec: spec.clone(),
            task: task.clone(),
        }
    }

    /// Begins a beam with the roots as its first layer.
    fn begin(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        self.seen.clear();
        self.is_cut = true;
        let end = self.linked.begin(context)?;
        self.is_cut = false;
        self.list_children();
        Ok(end)
    }

    fn list_children(&mut self) {
        let Self { linked, seen, next, .. } = self;
        let store = &linked.tree.store;
        next.extend(linked.children().iter().map(|&child| {
            let novelty = seen.see(child.estimate, store.state(child.id));
            Candidate { child, novelty }
        }));
    }

    /// Makes the best and the newest candidates the layer.
    fn descend(&mut self) {
        let Self { width, layer, place, next, is_cut, .. } = self;
        if next.len() > *width {
            *is_cut = true;
            let sure = *width / 2;
            next.select_nth_unstable_by_key(sure, Candidate::by_estimate);
            next[sure..].select_nth_unstable_by_key(*width - sure, Candidate::by_novelty);
            next.truncate(*width);
        }
        next.sort_unstable_by_key(Candidate::by_estimate);
        std::mem::swap(layer, next);
        next.clear();
        *place = 0;
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        if self.place == self.layer.len() {
            self.descend();
        }
        let Self { linked, layer, place, next, seen, .. } = self;
        let Some(&Candidate { child, .. }) = layer.get(*place) else {
            if !self.is_cut {
                return Ok(Some(Turn::Exhausted));
            }
            self.width = self.width.saturating_mul(2);
            let space = E::space(&self.spec, &self.task, &self.onto);
            self.linked.replant(space, &self.spec, &self.task);
            return self.begin(context);
        };
        let open = layer.len() - *place + next.len();
        let lists = (layer.capacity() + next.capacity()) * size_of::<Candidate>();
        *place += 1;
        let end = linked.expand(child.id, child.cost, open, lists + seen.bytes(), context);
        if end.is_ok() {
            self.list_children();
        } else {
            self.is_cut = true;
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

const WIDTH: Param =
    Param::number("width", "positions in each layer of the first beam", 100.0, (2.0, 1e9));

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

    #[test]
    fn half_of_a_layer_are_the_best_and_half_the_newest() {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("beams(width=4)", Objective::Any, &REGISTRY).expect("a spec");
        let mut beams = Beams::<Goals>::new(&spec, &task);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        assert_eq!(beams.begin(&mut context), Ok(None));
        let root = beams.next[0].child;
        let news = [
            Novelty::Nothing,
            Novelty::Nothing,
            Novelty::Pair,
            Novelty::Nothing,
            Novelty::Box,
            Novelty::Pair,
        ];
        let candidates = (10..)
            .zip(news)
            .map(|(estimate, novelty)| Candidate { child: Child { estimate, ..root }, novelty });
        beams.next = candidates.collect();
        beams.descend();
        let layer: Vec<u32> = beams.layer.iter().map(|it| it.child.estimate).collect();
        assert_eq!(
            layer,
            [10, 11, 12, 14],
            "the two nearest, then a new box and the nearer new pair"
        );
        assert!(beams.is_cut);
    }
}
