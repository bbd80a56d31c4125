//! HOT. Dead pairs: two boxes that can never both be brought to goals, from exact tables.
//!
//! ```text
//!   #########     Neither box can be pushed past the other through the corridor: whatever
//!   #.. $ $@#     the other boxes do, these two are dead.
//!   #########
//! ```
//!
//! For each square a row of bits holds the partners with which it can be dead, so that one AND
//! with the occupancy leaves few lookups. Building the tables takes a search over all pairs of
//! squares (see [`super::sets`]), which does not pay off for a level solved in a few hundred
//! expansions: they are built `after` that many expansions, if at most `squares` squares can hold
//! a box and the table fits into a quarter of the remaining memory.

use hakooshi_board::{Board, Direction, Position, Square};

use super::sets::{Fill, LiveNumbers, choose2, has_bit, occupied_in, pair, set_bit};
use super::{Detector, DetectorClaims, DetectorEntry, Verdict};
use crate::spec::Param;
use crate::{Context, Stop, Task};

/// Larger tables are not built.
const MOST_BYTES: usize = 256 << 20;

/// The table of dead pairs.
#[derive(Debug)]
pub(super) struct DeadPairs {
    pub(super) numbers: LiveNumbers,
    /// By pair, as bits: the player's squares from which it is alive.
    pub(super) alive: Vec<u64>,
    /// By square, as bits: the squares with which it is dead for some player's square.
    rows: Vec<u64>,
}

impl DeadPairs {
    /// Bytes of the table for `live` squares that can hold a box.
    pub(super) fn bytes(board: &Board, live: usize) -> usize {
        (live * live / 2 + live) * board.table_len().div_ceil(64) * 8
    }

    fn new(task: &Task, direction: Direction, context: &mut Context<'_>) -> Result<Self, Stop> {
        let numbers = LiveNumbers::new(&task.board, task.live(direction));
        let fill = Fill::new(task, direction, &numbers);
        let alive = fill.alive::<2>(choose2(numbers.len()), context)?;
        let (words, squares) = (numbers.words, &numbers.squares);
        let mut rows = vec![0; squares.len() * words];
        for (b, &second) in squares.iter().enumerate() {
            context.look()?;
            for (a, &first) in squares[..b].iter().enumerate() {
                let row = pair(a, b) * words;
                let is_dead_for = |player| !has_bit(&alive, row, player);
                let mut players = task.board.squares().filter(|at| ![first, second].contains(at));
                if players.any(is_dead_for) {
                    set_bit(&mut rows, a * words, second);
                    set_bit(&mut rows, b * words, first);
                }
            }
        }
        Ok(Self { numbers, alive, rows })
    }

    /// A box that is dead together with the one on `moved`.
    #[inline]
    fn partner(&self, position: &Position, moved: Square) -> Option<Square> {
        if !self.numbers.contains(moved) {
            return None;
        }
        let words = self.numbers.words;
        let a = self.numbers.of(moved);
        let row = &self.rows[a * words..][..words];
        let player = position.player();
        occupied_in(row, position.occupied())
            .find(|&other| !has_bit(&self.alive, pair(a, self.numbers.of(other)) * words, player))
    }
}

/// Builds the table, unless another search has, if there is memory for it; returns whether it
/// exists.
pub(super) fn make(
    task: &Task,
    direction: Direction,
    context: &mut Context<'_>,
) -> Result<bool, Stop> {
    let made = &task.dead_sets().of(direction).pairs;
    if made.get().is_none() {
        let bytes = DeadPairs::bytes(&task.board, task.live(direction).len());
        let room = task.memory.left().map_or(usize::MAX, |left| left / 4);
        let mut reservation = task.memory.reservation();
        if bytes > MOST_BYTES.min(room) || reservation.resize(bytes).is_err() {
            return Ok(false);
        }
        let table = match DeadPairs::new(task, direction, context) {
            Ok(table) => table,
            // A search can do without the table.
            Err(Stop::Memory) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        // If another thread was faster, this table is dropped.
        let _ = made.set((table, reservation));
    }
    Ok(true)
}

/// Finds dead pairs.
#[derive(Debug)]
struct Pairs {
    task: Task,
    direction: Direction,
    after: u64,
    squares: usize,
    expanded: u64,
    /// Whether there is a table; `None` before the attempt to build it.
    made: Option<bool>,
    pattern: [Square; 2],
}

impl Detector for Pairs {
    #[inline]
    fn check_after(&mut self, position: &Position, moved: Square) -> Verdict<'_> {
        if self.made == Some(true)
            && self.expanded >= self.after
            && let Some((pairs, _)) = self.task.dead_sets().of(self.direction).pairs.get()
            && let Some(other) = pairs.partner(position, moved)
        {
            self.pattern = [moved, other];
            return Verdict::Dead(&self.pattern);
        }
        Verdict::Unknown
    }

    fn prepare(&mut self, context: &mut Context<'_>) -> Result<(), Stop> {
        if self.made.is_none() && self.expanded + 1 >= self.after {
            let live = self.task.live(self.direction).len();
            let made = live <= self.squares && make(&self.task, self.direction, context)?;
            self.made = Some(made);
        }
        Ok(())
    }

    fn count_expansion(&mut self) {
        self.expanded += 1;
    }
}

/// When tables are built.
pub(super) const AFTER: Param =
    Param::number("after", "expansions before the table is built", 1.0, (1.0, 1e9));

const SQUARES: Param = Param::number(
    "squares",
    "the table is built only if at most this many squares can hold a box",
    65_535.0,
    (1.0, 65_535.0),
);

pub(super) static ENTRY: DetectorEntry = DetectorEntry {
    name: "pairs",
    title: "two boxes that can never both be brought to goals, from exact tables",
    reference: "Sokoban wiki, bipartite and pattern deadlocks; Diedler, Sokolution",
    params: &[AFTER, SQUARES],
    claims: DetectorClaims { directions: &Direction::ALL, ..DetectorClaims::AT_GENERATION },
    build: |task, direction, params| {
        Box::new(Pairs {
            task: task.clone(),
            direction,
            after: params.get(AFTER.name) as u64,
            squares: params.get(SQUARES.name) as usize,
            expanded: 0,
            made: None,
            pattern: [Square::WALL; 2],
        })
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::super::tests::assert_verdicts;
    use super::*;
    use crate::spec::Params;
    use crate::{Budget, Silent};

    const CORRIDOR: &str = "#########\n#.. $ $@#\n#########";

    #[test]
    fn boxes_that_block_each_other_for_ever() {
        let build =
            |task: &Task| (ENTRY.build)(task, Direction::Forward, &Params::new(ENTRY.params));
        assert_verdicts(
            build,
            &[
                (CORRIDOR, 2),
                ("#########\n#..   $ #\n#   $  @#\n#########", 0),
                ("#########\n#..   $ #\n#   $  @#\n#       #\n#########", 0),
            ],
        );
    }

    #[test]
    fn tables_are_built_late_and_once_for_all_searches() {
        let level: Level = CORRIDOR.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let mut params = Params::new(ENTRY.params);
        params.set("after", "300").expect("a number");
        let moved = start.boxes()[1];
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        for search in 0..2 {
            let mut pairs = (ENTRY.build)(&task, Direction::Forward, &params);
            for _ in 1..300 {
                pairs.prepare(&mut context).expect("no limit");
                pairs.count_expansion();
                assert!(!pairs.check_after(&start, moved).is_dead());
            }
            assert_eq!(task.memory.held() > 0, search == 1, "not before they are due");
            let before = task.memory.held();
            pairs.prepare(&mut context).expect("no limit");
            pairs.count_expansion();
            assert!(pairs.check_after(&start, moved).is_dead());
            assert!(search == 0 || task.memory.held() == before, "the tables are built once");
        }
    }

    #[test]
    fn a_cancelled_search_builds_no_table() {
        let rows = "#   $    .        #\n".repeat(12);
        let text = format!("###################\n#@  #    #        #\n{rows}###################");
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let budget = Budget::default();
        budget.cancel.cancel();
        let mut silent = Silent;
        let mut context = Context::new(budget, &mut silent);
        assert_eq!(make(&task, Direction::Forward, &mut context), Err(Stop::Cancelled));
        assert_eq!(task.memory.held(), 0);
    }
}
