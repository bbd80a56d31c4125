//! HOT. Dead triples: three boxes that can never all be brought to goals, although every two of
//! them can, from exact tables.
//!
//! Like [`super::pairs`] with one more box; worth its memory on boards of up to about a hundred
//! squares. A triple is looked up only if all its pairs are alive, since `pairs` finds the others.

use hakooshi_board::{Board, Direction, Position, Square};

use super::pairs::{self, AFTER, DeadPairs};
use super::sets::{Fill, LiveNumbers, choose3, has_bit, occupied_in, pair, set_bit, triple};
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::spec::Param;
use crate::{Context, Stop, Task};

/// Larger tables are not built.
const MOST_BYTES: usize = 48 << 20;

/// The table of dead triples.
#[derive(Debug)]
pub(super) struct DeadTriples {
    /// By triple, as bits: the player's squares from which it is alive.
    alive: Vec<u64>,
    /// By pair in either order, as bits: the third squares of dead triples.
    rows: Vec<u64>,
    /// By square, as bits: the partners whose row is not empty.
    partners: Vec<u64>,
}

impl DeadTriples {
    /// Bytes of the table for `live` squares that can hold a box.
    fn bytes(board: &Board, live: usize) -> usize {
        (choose3(live) + live * live + live) * board.table_len().div_ceil(64) * 8
    }

    fn new(
        task: &Task,
        direction: Direction,
        pairs: &DeadPairs,
        context: &mut Context<'_>,
    ) -> Result<Self, Stop> {
        let LiveNumbers { squares, words, .. } = &pairs.numbers;
        let (n, words) = (squares.len(), *words);
        let fill = Fill::new(task, direction, &pairs.numbers);
        let alive = fill.alive::<3>(choose3(n), context)?;
        let mut rows = vec![0; n * n * words];
        let mut partners = vec![0; n * words];
        for c in 0..n {
            context.look()?;
            for b in 0..c {
                for a in 0..b {
                    if !is_dead_beyond_pairs(pairs, &alive, [a, b, c]) {
                        continue;
                    }
                    for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
                        set_bit(&mut rows, (x * n + y) * words, squares[z]);
                        set_bit(&mut rows, (y * n + x) * words, squares[z]);
                        set_bit(&mut partners, x * words, squares[y]);
                        set_bit(&mut partners, y * words, squares[x]);
                    }
                }
            }
        }
        Ok(Self { alive, rows, partners })
    }

    /// Two boxes that are dead together with the one on `moved`.
    #[inline]
    fn partners(
        &self,
        numbers: &LiveNumbers,
        position: &Position,
        moved: Square,
    ) -> Option<[Square; 2]> {
        if !numbers.contains(moved) {
            return None;
        }
        let (words, occupied, player) = (numbers.words, position.occupied(), position.player());
        let a = numbers.of(moved);
        let partners = &self.partners[a * words..][..words];
        for other in occupied_in(partners, occupied) {
            let b = numbers.of(other);
            let thirds = &self.rows[(a * numbers.len() + b) * words..][..words];
            let third = occupied_in(thirds, occupied).find(|&third| {
                // Each triple comes up from both of its other boxes; once is enough.
                third > other
                    && !has_bit(&self.alive, triple(a, b, numbers.of(third)) * words, player)
            });
            if let Some(third) = third {
                return Some([other, third]);
            }
        }
        None
    }
}

/// Whether a triple is dead for some player's square for which each of its pairs is alive.
fn is_dead_beyond_pairs(pairs: &DeadPairs, triples: &[u64], [a, b, c]: [usize; 3]) -> bool {
    let LiveNumbers { squares, words, .. } = &pairs.numbers;
    let row = |table: &[u64], set: usize, word: usize| table[set * words + word];
    (0..*words).any(|word| {
        let mut players = row(&pairs.alive, pair(a, b), word)
            & row(&pairs.alive, pair(a, c), word)
            & row(&pairs.alive, pair(b, c), word)
            & !row(triples, triple(a, b, c), word);
        for square in [a, b, c].map(|number| squares[number]) {
            if square.index() / 64 == word {
                players &= !(1 << (square.index() % 64));
            }
        }
        players != 0
    })
}

/// Builds the table, unless another search has, if there is memory for it; returns whether it
/// exists.
fn make(task: &Task, direction: Direction, context: &mut Context<'_>) -> Result<bool, Stop> {
    let tables = task.dead_sets().of(direction);
    if tables.triples.get().is_none() {
        let live = task.live(direction).len();
        let bytes = DeadTriples::bytes(&task.board, live);
        let both = bytes + DeadPairs::bytes(&task.board, live);
        let room = task.memory.left().map_or(usize::MAX, |left| left / 4);
        let mut reservation = task.memory.reservation();
        if bytes > MOST_BYTES || both > room || task.start.boxes().len() < 3 {
            return Ok(false);
        }
        if !pairs::make(task, direction, context)? || reservation.resize(bytes).is_err() {
            return Ok(false);
        }
        let Some((pairs, _)) = tables.pairs.get() else { return Ok(false) };
        let made = match DeadTriples::new(task, direction, pairs, context) {
            Ok(made) => made,
            // As in `pairs`: a search can do without.
            Err(Stop::Memory) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let _ = tables.triples.set((made, reservation));
    }
    Ok(true)
}

/// Finds dead triples.
#[derive(Debug)]
struct Triples {
    task: Task,
    direction: Direction,
    after: u64,
    expanded: u64,
    /// Whether there is a table; `None` before the attempt to build it.
    made: Option<bool>,
    pattern: [Square; 3],
}

impl Detector for Triples {
    #[inline]
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        if self.made != Some(true) || self.expanded < self.after {
            return Verdict::Unknown;
        }
        let tables = self.task.dead_sets().of(self.direction);
        if let (Some((pairs, _)), Some((triples, _))) = (tables.pairs.get(), tables.triples.get())
            && let Some([other, third]) = triples.partners(&pairs.numbers, position, moved)
        {
            self.pattern = [moved, other, third];
            return Verdict::Dead(&self.pattern);
        }
        Verdict::Unknown
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.made.is_none() && self.expanded + 1 >= self.after {
            self.made = Some(make(&self.task, self.direction, context)?);
        }
        Ok(())
    }

    fn count_expansion(&mut self) {
        self.expanded += 1;
    }
}

/// The table grows with the third power of the squares and takes seconds on boards where many levels are
/// solved in a tenth of one, so a search should have worked about as long before.
const SHARE: Param = Param::number(
    "share",
    "expansions before the table is built, as a share of its entries, if that is more than `after`",
    0.0,
    (0.0, 1000.0),
);

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "triples",
    title: "three boxes that can never all be brought to goals, from exact tables",
    reference: "Diedler, Sokolution",
    params: &[AFTER, SHARE],
    claims: DetectorClaims { directions: &Direction::ALL, ..DetectorClaims::AT_GENERATION },
    build: |task, direction, params| {
        let entries = choose3(task.live(direction).len()) as f64;
        let after = params.get(AFTER.name).max(params.get(SHARE.name) * entries) as u64;
        Box::new(Triples {
            task: task.clone(),
            direction,
            after,
            expanded: 0,
            made: None,
            pattern: [Square::WALL; 3],
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::assert_verdicts;
    use super::*;
    use crate::spec::Params;

    #[test]
    fn a_triple_is_dead_where_every_pair_is_alive() {
        let build =
            |task: &Task| (ENTRY.build)(task, Direction::Forward, &Params::new(ENTRY.params));
        assert_verdicts(
            build,
            &[
                // With the nook filled, one of the lower boxes must go right, and the other blocks
                // the square that the player needs for that. Without any one of the boxes the
                // rest can be solved.
                ("#####\n#*###\n#.$@#\n# $.#\n#  ##\n#####", 3),
                // The two below are a dead pair, which `pairs` finds.
                ("#####\n#.###\n#.$@#\n#$$.#\n#  ##\n#####", 0),
                // Too few boxes for a triple.
                ("#####\n#.###\n#.$@#\n# $ #\n#  ##\n#####", 0),
                ("########\n#   ...#\n# #$   #\n#$   @ #\n# #$   #\n#      #\n########", 0),
            ],
        );
    }
}
