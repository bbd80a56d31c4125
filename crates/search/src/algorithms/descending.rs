//! Best-first search that outlives its memory: when most of that is used, the search goes on
//! depth-first from the open states, in rounds with a rising bound.
//!
//! The states stored so far prune the rounds and lead back to the start, so nothing that was proved
//! is searched again, and the lower bound goes on rising. Each round repeats the ones before it.
//! After the memory-bounded searches of Chakrabarti, Ghose, Acharya and de Sarkar 1989.

use std::io::{self, Read, Write};
use std::marker::PhantomData;

use super::Guide;
use super::best_first::{BestFirst, Rank};
use super::deepening::{Limit, Settings};
use super::descent::Descent;
use crate::open::OpenList as _;
use crate::saving::{put, wrong};
use crate::space::Space;
use crate::spec::Param;
use crate::store::StateId;
use crate::{Context, Cost, Reservation, Search, Stop, Turn, go_on};

pub(super) const DESCENDS: Param = Param::switch(
    "descends",
    "when memory is short, go on depth-first from the open states",
    false,
);

/// The part of the memory that stored states and the open list may take: the rest is for other
/// searches of the level, and for the rounds.
const STORED: (usize, usize) = (5, 8);
/// The part kept for the rounds from the beginning.
const SPARE: usize = 8;
/// The list of roots needs three times the bytes of the open list.
const ROOTS: usize = 3;

/// Best-first search, then rounds.
pub(super) struct Descending<R: Rank, S: Space> {
    /// `None` only during the transition.
    stage: Option<Stage<R, S>>,
    /// Memory for the rounds, held while the states are stored.
    spare: Option<Reservation>,
}

enum Stage<R: Rank, S: Space> {
    Best(Box<BestFirst<R, S>>),
    Deep(Box<Descent<S>>),
}

/// The bound of a round applies to the key of a best-first search.
struct ByRank<R>(PhantomData<R>);

impl<R: Rank> Limit for ByRank<R> {
    const INFORMED: bool = R::INFORMED;
    const BOUNDS: bool = R::BOUNDS;

    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
        R::key(cost, estimate, guide)
    }
}

impl<R: Rank, S: Space> Descending<R, S> {
    pub(super) fn new(mut best: BestFirst<R, S>) -> Self {
        let memory = best.tree.memory().clone();
        best.room = ROOTS;
        let mut spare = None;
        if let Some(most) = memory.most() {
            best.tree.most_bytes = Some(most / STORED.1 * STORED.0);
            let mut reservation = memory.reservation();
            spare = reservation.resize(most / SPARE).is_ok().then_some(reservation);
        }
        Self { stage: Some(Stage::Best(Box::new(best))), spare }
    }

    /// Begins the rounds.
    fn descend(&mut self, best: BestFirst<R, S>, context: &Context<'_>) {
        let BestFirst { tree, mut open, .. } = best;
        let mut roots: Vec<StateId> = Vec::with_capacity(open.len());
        while let Some((_, id)) = open.pop() {
            roots.push(id);
        }
        drop(open);
        // A state that was reached again more cheaply is listed once for each time.
        roots.sort_unstable();
        roots.dedup();
        let settings = Settings::of_rounds(tree.store.words());
        self.spare = None;
        let descent = Descent::new::<ByRank<R>>(tree, &roots, settings, context);
        self.stage = Some(Stage::Deep(Box::new(descent)));
    }
}

impl<R: Rank, S: Space> Search for Descending<R, S> {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        match self.stage.take() {
            Some(Stage::Best(mut best)) => {
                let before = context.stats.expanded;
                match best.turn(nodes, context) {
                    Err(Stop::Memory) if best.is_begun => {
                        self.descend(*best, context);
                        let left = nodes.saturating_sub(context.stats.expanded - before);
                        self.turn(left, context)
                    }
                    ended => {
                        self.stage = Some(Stage::Best(best));
                        ended
                    }
                }
            }
            Some(Stage::Deep(mut descent)) => {
                let ended = go_on(nodes, || descent.step::<ByRank<R>>(context));
                self.stage = Some(Stage::Deep(descent));
                ended
            }
            None => Err(Stop::Memory),
        }
    }

    fn bytes(&self) -> usize {
        match &self.stage {
            Some(Stage::Best(best)) => best.bytes(),
            Some(Stage::Deep(descent)) => descent.bytes(),
            None => 0,
        }
    }

    /// Rounds are written as the search that they go on from. It soon descends again, and begins
    /// with the round of the bound known.
    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        match &self.stage {
            Some(Stage::Best(best)) => best.save(out),
            Some(Stage::Deep(descent)) => {
                put(out, 1)?;
                descent.save(out)?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        match &mut self.stage {
            Some(Stage::Best(best)) => best.restore(from),
            Some(Stage::Deep(_)) | None => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_testkit::fixtures::KNOT;

    use crate::spec::{SearchSpec, TEXTBOOK};
    use crate::{Budget, Context, Cost, Memory, Objective, Search, Silent, Stop, Task, Turn};

    /// Enough for half of them.
    const LITTLE: usize = 450_000;

    /// The search, with so many bytes.
    fn search(spec: &str, bytes: Option<usize>) -> (Box<dyn Search>, Memory) {
        let level: Level = KNOT.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = SearchSpec::parse(spec, Objective::Pushes, &TEXTBOOK).expect("a spec");
        let memory = Memory::new(bytes);
        let task = Task::new(&board, &start).with_objective(Objective::Pushes);
        (spec.build(&task.with_memory(&memory)), memory)
    }

    /// Pushes of the solution, the bound, and the states stored.
    fn ends(spec: &str, bytes: Option<usize>, known: Option<u32>) -> (usize, u32, u64) {
        let (mut search, memory) = search(spec, bytes);
        let mut silent = Silent;
        let mut context = Context::with_memory(Budget::default(), &memory, &mut silent);
        if let Some(known) = known {
            context.offer(Cost::new(known, 0), Vec::new());
        }
        match search.turn(u64::MAX, &mut context) {
            Ok(Turn::Found(pushes)) => {
                (pushes.len(), context.bound().first(), context.stats.stored)
            }
            other => panic!("{spec} with {bytes:?}: {other:?}"),
        }
    }

    #[test]
    fn little_memory_finds_the_same_optimum() {
        for spec in ["astar(descends=on)", "astar(h=surplus,descends=on)"] {
            let (pushes, bound, stored) = ends(spec, None, None);
            assert_eq!(bound as usize, pushes);
            assert!(stored > 6000, "{spec}: {stored}");
            for bytes in [LITTLE, 2 * LITTLE, 4 * LITTLE] {
                let bytes = bytes + if spec.contains("surplus") { 8 << 20 } else { 0 };
                let (same, bound, _) = ends(spec, Some(bytes), None);
                assert_eq!((same, bound as usize), (pushes, pushes), "{spec} with {bytes}");
            }
        }
        let (mut plain, memory) = search("astar", Some(LITTLE));
        let mut silent = Silent;
        let mut context = Context::with_memory(Budget::default(), &memory, &mut silent);
        assert_eq!(plain.turn(u64::MAX, &mut context), Err(Stop::Memory));
    }

    #[test]
    fn rounds_end_where_the_bound_meets_the_solution_known() {
        let spec = "astar(descends=on)";
        let (pushes, ..) = ends(spec, None, None);
        let known = Some(pushes as u32);
        // The solution offered here has no pushes, so it is recognised.
        let same = ends(spec, Some(LITTLE), known);
        assert_eq!((same.0, same.1), (0, pushes as u32));
        let better = ends(spec, Some(LITTLE), Some(pushes as u32 + 2));
        assert_eq!((better.0, better.1), (pushes, pushes as u32));
    }

    #[test]
    fn a_search_that_was_written_goes_on() {
        let spec = "astar(descends=on)";
        for bytes in [None, Some(LITTLE)] {
            let (pushes, ..) = ends(spec, bytes, None);
            let mut file: Option<(Vec<u8>, Cost)> = None;
            let mut turns = 0;
            let found = loop {
                let (mut search, memory) = search(spec, bytes);
                let mut silent = Silent;
                let mut context = Context::with_memory(Budget::default(), &memory, &mut silent);
                if let Some((file, bound)) = &file {
                    context.raise_bound(*bound);
                    search.restore(&mut file.as_slice()).expect("as written");
                }
                turns += 1;
                // Rounds are repeated from their beginning, so a turn has to be long enough for one.
                match search.turn(if turns > 40 { u64::MAX } else { 150 }, &mut context) {
                    Ok(Turn::Found(pushes)) => break pushes,
                    Ok(Turn::Paused) => {
                        let mut written = Vec::new();
                        assert!(search.save(&mut written).expect("memory"));
                        file = Some((written, context.bound()));
                    }
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(found.len(), pushes, "{bytes:?}");
            assert!(turns > 5, "too easy to be written");
        }
    }
}
