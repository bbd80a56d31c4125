//! HOT. The best solution of a small level: A* over sets of boxes, with the player as a wave.
//!
//! An entry of the open list is a set of boxes and *all* squares on which the player can be at
//! equal cost. Walking one step is then a shift of bits for all of them at once, and what is known of
//! a set is found by its number, without hashing.
//!
//! Costs are pairs. With moves first, a step costs (1, pushes), with pushes first (pushes, 1);
//! either way an entry is found by the bound f of the first count and by its moves, entries with
//! the same f and moves are expanded in the order of their pushes, and every successor has one
//! more move. So a state is final when it is first expanded, and the first solved one is best in
//! both counts. If only pushes count, the player is his whole region.

mod bound;
mod box_sets;
mod entries;
mod grid;
mod ground;
mod saved;
mod set_table;
mod trace;

use std::io::{self, Read, Write};

use hakooshi_board::Push;
use hakooshi_level::Dir;
use hakooshi_search::saving::wrong;
use hakooshi_search::spec::{Parts, SearchClaims, SearchEntry};
use hakooshi_search::{Context, Cost, Objective, Reservation, Search, Stop, Task, Turn, go_on};

pub use self::box_sets::BoxSets;
use self::entries::{Closed, ClosedList, Entry, Open};
pub use self::grid::{Bits, Grid, each};
use self::ground::Ground;
use self::set_table::{DEAD, PAGE_BYTES, SetTable};
use self::trace::Trace;

/// Bytes that an expansion may take beyond its entries: a page for each push, and a segment.
const SLACK: usize = 4 * bound::MOST_GOALS * PAGE_BYTES + ClosedList::SEGMENT_BYTES;

struct Waves {
    task: Task,
    /// The level, or why it cannot be searched.
    ground: Result<Ground, String>,
    tables: Tables,
    /// The entries of the least cost; those before `next` have been expanded.
    ready: Vec<Entry>,
    next: usize,
    is_begun: bool,
    /// An expansion lacked memory for its successors: what follows would prove nothing.
    is_broken: bool,
}

/// What grows with the search.
struct Tables {
    sets: SetTable,
    closed: ClosedList,
    open: Open,
    held: Reservation,
}

impl Tables {
    fn bytes(&self) -> usize {
        self.other_bytes() + self.open.bytes()
    }

    /// Bytes of everything but the open list.
    fn other_bytes(&self) -> usize {
        self.sets.bytes() + self.closed.bytes() + SLACK
    }

    #[inline]
    fn add(&mut self, cost: (usize, usize), entry: Entry) -> Result<(), Stop> {
        let other = self.other_bytes();
        self.open.add(cost, entry, other, &mut self.held)
    }

    /// The lower bound of a set; `None` if it is dead.
    #[inline]
    fn bound_of(&mut self, ground: &Ground, rank: u32, boxes: Bits) -> Option<u16> {
        let seen = self.sets.at(rank);
        if seen.bound == 0 {
            let is_dead = ground.grid.has_block(boxes);
            let bound = if is_dead { None } else { ground.bound.of(boxes) };
            seen.bound = bound.map_or(DEAD, |bound| bound + 1);
        }
        (seen.bound != DEAD).then(|| seen.bound - 1)
    }
}

impl Waves {
    fn new(task: &Task) -> Self {
        let ground = Ground::new(&task.board, &task.start);
        Self {
            tables: Tables {
                sets: SetTable::default(),
                closed: ClosedList::default(),
                open: Open::default(),
                held: task.memory.reservation(),
            },
            ready: Vec::new(),
            next: 0,
            is_begun: false,
            is_broken: false,
            task: task.clone(),
            ground,
        }
    }

    /// Adds the start, unless it is dead.
    fn begin(&mut self) -> Result<(), Stop> {
        let Self { ground: Ok(ground), tables, .. } = self else { return Ok(()) };
        let Ground { boxes, player: players, .. } = *ground;
        tables.held.resize(SetTable::least_bytes(ground.sets.count()) + SLACK)?;
        tables.sets = SetTable::new(ground.sets.count());
        if boxes & !ground.grid.live == 0 {
            let rank = ground.sets.rank(boxes);
            if let Some(bound) = tables.bound_of(ground, rank, boxes) {
                tables.add((bound.into(), 0), Entry { boxes, players, rank, pushes: 0 })?;
            }
        }
        self.is_begun = true;
        Ok(())
    }

    /// The next entry, with all others of the same set and pushes, and how many these are.
    #[inline]
    fn peek(&self) -> Option<(Entry, usize)> {
        let (first, others) = self.ready.get(self.next..)?.split_first()?;
        let same = |it: &&Entry| it.rank == first.rank && it.pushes == first.pushes;
        let more = others.iter().take_while(same).count();
        let players = others[..more].iter().fold(first.players, |all, it| all | it.players);
        Some((Entry { players, ..*first }, more + 1))
    }

    /// The solution known, if none with this bound is better.
    fn settled(&self, bound: usize, context: &mut Context<'_>) -> Option<Turn> {
        let limit = limit(self.task.objective, context)?;
        if bound < limit {
            return None;
        }
        let best = context.incumbent()?.clone();
        context.raise_bound(best.cost);
        Some(Turn::Found(best.pushes))
    }

    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        loop {
            let Some((entry, count)) = self.peek() else {
                self.next = 0;
                if !self.tables.open.take(&mut self.ready) {
                    let known = self.settled(usize::MAX, context);
                    return Ok(Some(known.unwrap_or(Turn::Exhausted)));
                }
                let (bound, _) = self.tables.open.cost();
                context.raise_bound(Cost::new(bound as u32, 0));
                if let Some(known) = self.settled(bound, context) {
                    return Ok(Some(known));
                }
                continue;
            };
            let players = entry.players & !self.tables.sets.get(entry.rank).players;
            if players != 0 {
                let (bound, _) = self.tables.open.cost();
                context.expand(Cost::new(bound as u32, 0), self.tables.open.len())?;
                self.tables.held.resize(self.tables.bytes())?;
                self.next += count;
                let expanded = self.expand(Entry { players, ..entry }, context);
                self.is_broken |= expanded.is_err();
                return expanded;
            }
            self.next += count;
        }
    }

    fn expand(&mut self, entry: Entry, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Self { ground: Ok(ground), tables, task, .. } = self else { return Ok(None) };
        let (Ground { grid, .. }, objective) = (&*ground, task.objective);
        let (bound, moves) = tables.open.cost();
        let walks = objective.counts_moves();
        let free = grid.floor & !entry.boxes;
        let players = if walks { entry.players } else { grid.flood(entry.players, free) };
        let entry = Entry { players, ..entry };
        let closed = tables.close(entry, moves as u32);
        context.stats.stored += 1;
        let unseen = free & !tables.sets.get(entry.rank).players;
        // Dead sets have no entries.
        let own = tables.bound_of(ground, entry.rank, entry.boxes).unwrap_or(0);
        if own == 0 {
            return Ok(Some(self.found(closed, context)));
        }
        let limit = limit(objective, context).unwrap_or(usize::MAX);
        if walks {
            let stepped = grid.around(players) & unseen;
            let next = bound + usize::from(objective.moves_first());
            if stepped != 0 && next < limit {
                tables.add((next, moves + 1), Entry { players: stepped, ..entry })?;
            }
        }
        for dir in Dir::ALL {
            let room = grid.step(grid.live & !entry.boxes, dir.opposite());
            for from in each(entry.boxes & grid.step(players, dir) & room) {
                let boxes = entry.boxes ^ from ^ grid.step(from, dir);
                let rank = ground.sets.rank(boxes);
                context.stats.generated += 1;
                let Some(left) = tables.bound_of(ground, rank, boxes) else { continue };
                // The bound falls by one at most, so this is never below the present one.
                let next = bound + 1 + usize::from(left) - usize::from(own);
                if next < limit && tables.sets.get(rank).players & from == 0 {
                    let pushes = entry.pushes + 1;
                    let entry = Entry { boxes, players: from, rank, pushes };
                    tables.add((next, moves + 1), entry)?;
                } else {
                    context.stats.duplicates += 1;
                }
            }
        }
        Ok(None)
    }

    /// The solution that ends with a closed entry.
    fn found(&self, last: Closed, context: &mut Context<'_>) -> Turn {
        let Self { ground: Ok(ground), tables: Tables { sets, closed, .. }, task, .. } = self
        else {
            return Turn::Exhausted;
        };
        let cost = task.objective.cost(last.entry.pushes, last.moves);
        context.raise_bound(cost);
        let walks = task.objective.counts_moves();
        let pushes = Trace { ground, walks, sets, closed }.back(last);
        debug_assert!(pushes.is_some(), "an entry without one before it");
        let Some(pushes) = pushes else { return Turn::Failed("waves lost its way".to_owned()) };
        let square = |bit| task.board.square_at(ground.grid.cell(bit));
        Turn::Found(
            pushes.into_iter().map(|(from, dir)| Push { from: square(from), dir }).collect(),
        )
    }
}

/// The least bound with which no solution is better than the one known, if there is one.
fn limit(objective: Objective, context: &Context<'_>) -> Option<usize> {
    let first = context.incumbent()?.cost.first() as usize;
    // Solutions as good in the first count may be better in the second.
    let is_pair = matches!(objective, Objective::PushesMoves | Objective::MovesPushes);
    Some(first + usize::from(is_pair))
}

impl Search for Waves {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        if let Err(reason) = &self.ground {
            return Ok(Turn::Failed(reason.clone()));
        }
        if !self.is_begun {
            self.begin()?;
        }
        if self.is_broken {
            return Err(Stop::Memory);
        }
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        self.tables.held.bytes()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        if !self.is_begun || self.is_broken {
            return Ok(false);
        }
        self.tables.save(&self.ready[self.next..], out)?;
        Ok(true)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let Self { ground: Ok(ground), tables, .. } = self else { return Err(wrong()) };
        tables.restore(ground, from)?;
        self.is_begun = true;
        Ok(())
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "waves",
    title: "the best solution of a small level: A* over numbered sets of boxes, all walks at once as bits",
    reference: "",
    params: &[],
    claims: SearchClaims {
        informed: false,
        traces: false,
        simplifies: true,
        price: 1,
        parts: Parts::NONE,
        most_squares: Bits::BITS as usize,
        ..SearchClaims::TEXTBOOK
    },
    build: |_, task| Box::new(Waves::new(task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::{compile, expand};
    use hakooshi_level::{Level, verify};
    use hakooshi_search::{Budget, Memory, Silent};

    use super::*;

    const LEVEL: &str = "##########\n#    #   #\n# $$   . #\n#  # $ . #\n#@   #.  #\n##########";

    fn task(text: &str, objective: Objective) -> (Level, Task) {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        (level, Task::new(&board, &start).with_objective(objective))
    }

    /// Searches in turns of `nodes`.
    fn run(task: &Task, nodes: u64) -> (Result<Turn, Stop>, Cost, u64) {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = Waves::new(task);
        loop {
            match search.turn(nodes, &mut context) {
                Ok(Turn::Paused) => {}
                end => return (end, context.bound(), context.stats.expanded),
            }
        }
    }

    #[test]
    fn pausing_changes_nothing_and_the_bound_meets_the_solution() {
        for objective in Objective::ALL {
            let (level, task) = task(LEVEL, objective);
            let whole = run(&task, u64::MAX);
            assert_eq!(run(&task, 1), whole);
            let (Ok(Turn::Found(pushes)), bound, _) = whole else { panic!("{whole:?}") };
            let moves = expand(&task.board, &task.start, &pushes).expect("it can be played");
            let score = verify(&level, &moves).expect("a solution").score();
            assert_eq!(objective.cost(score.pushes, score.moves), bound, "{objective:?}");
        }
    }

    #[test]
    fn another_process_goes_on() {
        for objective in Objective::ALL {
            let (_, task) = task(LEVEL, objective);
            let (whole, bound, expanded) = run(&task, u64::MAX);
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            let mut search = Waves::new(&task);
            let end = loop {
                match search.turn(7, &mut context).expect("no limit") {
                    Turn::Paused => {}
                    end => break end,
                }
                let mut file = Vec::new();
                assert!(search.save(&mut file).expect("a vector"));
                let mut next = Waves::new(&task);
                let cut = next.restore(&mut &file[..file.len() - 3]);
                assert!(cut.is_err(), "half a file");
                next = Waves::new(&task);
                next.restore(&mut &file[..]).expect("what was saved");
                search = next;
            };
            assert_eq!((Ok(end), context.bound()), (whole, bound), "{objective:?}");
            assert_eq!(context.stats.expanded, expanded);
        }
    }

    #[test]
    fn a_known_solution_bounds_the_search() {
        for objective in Objective::ALL {
            let (_, task) = task(LEVEL, objective);
            let (end, bound, alone) = run(&task, u64::MAX);
            let Ok(Turn::Found(best)) = end else { panic!("{end:?}") };
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            context.offer(bound, best);
            let end = Waves::new(&task).turn(u64::MAX, &mut context);
            assert!(matches!(end, Ok(Turn::Found(_))), "{end:?}");
            assert!(context.stats.expanded <= alone && context.bound() == bound);
        }
    }

    #[test]
    fn levels_without_solution_are_exhausted_and_large_ones_refused() {
        let (_, dead) = task("#######\n#@ $  #\n#  #.##\n#######", Objective::Moves);
        assert_eq!(run(&dead, u64::MAX).0, Ok(Turn::Exhausted));
        let wide = format!("{}\n#@$.{}#\n{}", "#".repeat(72), " ".repeat(67), "#".repeat(72));
        let (_, wide) = task(&wide, Objective::Moves);
        assert!(matches!(run(&wide, 1).0, Ok(Turn::Failed(reason)) if reason.contains("rows")));
        let many = "#########\n#.....  #\n#$$$$$ @#\n#  $$$$ #\n# ....  #\n#########";
        let (_, many) = task(many, Objective::Pushes);
        assert!(matches!(run(&many, 1).0, Ok(Turn::Failed(reason)) if reason.contains("goals")));
    }

    #[test]
    fn without_memory_nothing_is_claimed() {
        for granted in 0..40 {
            let (_, task) = task(LEVEL, Objective::Moves);
            let (whole, ..) = run(&task, u64::MAX);
            let (end, ..) = run(&task.with_memory(&Memory::refusing_after(granted)), u64::MAX);
            assert!(end == Err(Stop::Memory) || end == whole, "{granted}: {end:?}");
        }
    }
}
