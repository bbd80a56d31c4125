//! Two searches along packing orders, taking turns.
//!
//! A variant that suits a level solves it within a few hundred expansions, and one that does not
//! seldom solves it at all, so neither waits for the other.

use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Search, Stop, Task, Turn};

use super::search::PhaseSearch;
use super::variant::{RELAXED, STRICT, Variant};
use crate::LARGEST_BOARD;

/// Expansions in a turn of the relaxed and of the strict variant. The strict one gets fewer
/// because it succeeds early or not at all. Of Sasquatch and Holland, turns of 4 to 1 solve 13 and
/// 27 levels within 5,000 expansions, turns of 1 to 1 solve 14 and 23; the length of a turn was set
/// by judgement.
const TURNS: [u64; 2] = [200, 50];

/// The variants, in the order of their turns.
const VARIANTS: [&Variant; 2] = [&RELAXED, &STRICT];

/// Search along packing orders.
struct PackingSearch {
    spec: SearchSpec,
    task: Task,
    /// Built at their first turn: their tables take tens of milliseconds on a large board.
    variants: [Option<PhaseSearch>; 2],
    /// The variant whose turn it is.
    next: usize,
    /// Expansions left in its turn.
    left: u64,
}

impl PackingSearch {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let (spec, task) = (spec.clone(), task.clone());
        Self { spec, task, variants: [None, None], next: 0, left: TURNS[0] }
    }
}

impl Search for PackingSearch {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let share = nodes.min(self.left);
            let Self { spec, task, variants, next, .. } = self;
            let variant = match &mut variants[*next] {
                Some(begun) => begun,
                new => {
                    let begun = new.insert(PhaseSearch::new(spec, task, VARIANTS[*next]));
                    context.look()?;
                    begun
                }
            };
            match variant.turn(share, context)? {
                Turn::Paused => {}
                // Both variants search the same positions, so one exhausted search settles both.
                end => return Ok(end),
            }
            nodes -= share;
            self.left -= share;
            if self.left == 0 {
                self.next = 1 - self.next;
                self.left = TURNS[self.next];
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.variants.iter().flatten().map(PhaseSearch::bytes).sum()
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "packing",
    title: "fills the goals in phases, in an order found by unpacking the solved position",
    reference: "Damgaard, YASS: packing order",
    params: &[],
    // Its pruning is sound and its states exact, but no test checks completeness yet.
    claims: SearchClaims {
        parts: Parts {
            deadlocks: true,
            choosing: true,
            usual: "deadlocks=[dead_squares,freeze,bipartite,finish,corral],pruning=[pi_corral]",
            ..Parts::NONE
        },
        price: 47,
        most_squares: LARGEST_BOARD,
        ..SearchClaims::ENGINE
    },
    build: |spec, task| Box::new(PackingSearch::new(spec, task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;

    #[test]
    fn a_turn_is_divided_between_the_variants_and_resumed() {
        let level: Level = "############\n#      #...#\n# $ $  #...#\n#  $ $     #\n# $ $  #   #\n\
                            #  @   #####\n########"
            .parse()
            .expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = SearchSpec::parse("packing", Objective::Any, &crate::REGISTRY).expect("a spec");
        let mut search = PackingSearch::new(&spec, &Task::new(&board, &start));
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        search.left = 3;
        assert_eq!(search.turn(2, &mut context), Ok(Turn::Paused));
        assert_eq!((search.next, search.left), (0, 1));
        // One expansion more of the relaxed variant, and two of the strict one.
        assert_eq!(search.turn(3, &mut context), Ok(Turn::Paused));
        assert_eq!((search.next, search.left), (1, TURNS[1] - 2));
        assert_eq!(context.stats.expanded, 5);
        search.left = 1;
        assert_eq!(search.turn(1, &mut context), Ok(Turn::Paused));
        assert_eq!((search.next, search.left), (0, TURNS[0]));
    }
}
