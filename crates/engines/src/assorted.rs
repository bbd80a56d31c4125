//! Many different solutions: several engines, each on the board turned and mirrored in every way.
//!
//! An optimizer rarely turns one plan of a level into another, and which plan is best shows only when its
//! solution is shortened. So there should be many to choose from. Every engine breaks ties in another
//! order on a turned board and finds another solution: on XSokoban 66, `fess` has between 423 and 539
//! pushes and `packing` between 405 and 467. Attempts are short at first, because most levels are solved at
//! once by some engine in some way. In each round those that have found nothing go on for twice as long as
//! before, and the board is turned in one more way.

use std::io::{self, Read, Write};

use hakooshi_level::Symmetry;
use hakooshi_search::saving::{get, put};
use hakooshi_search::spec::{Param, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Context, Objective, Search, Stop, Task, Turn};

use crate::{LARGEST_BOARD, REGISTRY};

/// The engines, with those first that most often have the solution that becomes the shortest.
const ENGINES: [&str; 10] = [
    "fess",
    "imagine",
    "packing",
    "fess_short",
    "value",
    "imagine_far",
    "imagine_start",
    "backward",
    "fess_near",
    "dragonfly",
];

/// The pairs of an engine and a way.
const PAIRS: usize = ENGINES.len() * Symmetry::ALL.len();

/// The work of a pair in its first round, in milliseconds: expansions times their price on this board. 18
/// levels of XSokoban, 20 s of `hako improve`, with 150 and with 600: pushes first 4,113 and 4,137 pushes;
/// moves first 12,048 and 11,911 moves, 120 of them on level 36, where `fess` needs 0.8 s.
const WORK: Param = Param::number(
    "work",
    "milliseconds of work of each attempt in its first round, by measured prices",
    150.0,
    (1.0, 1e6),
);

/// After so many rounds an attempt is as long as a search by itself.
const MOST_ROUNDS: usize = 20;

struct Assorted {
    task: Task,
    specs: Vec<SearchSpec>,
    /// Nanoseconds of work in the first round.
    work: u64,
    attempt: Option<Attempt>,
    /// The round, and the next pair in it.
    round: usize,
    pair: usize,
    /// The pairs that need no other turn: they found a solution, or nothing was left to expand.
    is_done: [bool; PAIRS],
    /// The searches of the others, as far as there is memory for them.
    paused: Vec<Option<Box<dyn Search>>>,
}

struct Attempt {
    search: Box<dyn Search>,
    at: usize,
    left: u64,
}

impl Assorted {
    fn new(task: &Task, milliseconds: f64) -> Self {
        let task = task.clone().isolated().with_objective(Objective::Any);
        let parsed = ENGINES.map(|name| SearchSpec::parse(name, Objective::Any, &REGISTRY));
        debug_assert!(parsed.iter().all(Result::is_ok), "{parsed:?}");
        let specs = parsed.into_iter().flatten().collect();
        let paused = (0..PAIRS).map(|_| None).collect();
        Self {
            task,
            specs,
            work: (milliseconds * 1e6) as u64,
            attempt: None,
            round: 0,
            pair: 0,
            is_done: [false; PAIRS],
            paused,
        }
    }

    /// Begins the next attempt that is worth it; `None` if none is left.
    fn begin(&mut self) -> Option<Attempt> {
        while self.round < MOST_ROUNDS {
            let (at, way) = (self.pair, self.pair / ENGINES.len());
            if way > self.round || way == Symmetry::ALL.len() {
                (self.round, self.pair) = (self.round + 1, 0);
                continue;
            }
            self.pair += 1;
            let spec = &self.specs[at % ENGINES.len()];
            if self.is_done[at] || self.task.board.size() > spec.search.entry.claims.most_squares {
                continue;
            }
            let spec = SearchSpec { turned: Symmetry::ALL[way], ..spec.clone() };
            let work = self.work << (self.round - way);
            let left = work / spec.price_on(&self.task).max(1);
            // Joining paths of other searches would make the solutions alike.
            let build = || spec.build(&self.task.clone().isolated());
            let search = self.paused[at].take().unwrap_or_else(build);
            return Some(Attempt { search, at, left: left.max(1) });
        }
        None
    }

    /// Continues an attempt for at most `nodes` expansions, and says for how many.
    fn go(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<(Turn, u64), Stop> {
        let Some(mut attempt) = self.attempt.take().or_else(|| self.begin()) else {
            return Ok((Turn::Exhausted, 0));
        };
        let nodes = nodes.min(attempt.left);
        attempt.left -= nodes;
        let end = match attempt.search.turn(nodes, context) {
            Ok(Turn::Paused) => {
                if attempt.left > 0 {
                    self.attempt = Some(attempt);
                } else {
                    self.paused[attempt.at] = Some(attempt.search);
                }
                Turn::Paused
            }
            Ok(end) => {
                self.is_done[attempt.at] = true;
                if matches!(end, Turn::Found(_)) { end } else { Turn::Paused }
            }
            // All begin again, with the memory of the others.
            Err(Stop::Memory) => {
                self.paused.fill_with(|| None);
                Turn::Paused
            }
            Err(stop) => {
                self.attempt = Some(attempt);
                return Err(stop);
            }
        };
        Ok((end, nodes))
    }
}

impl Search for Assorted {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            let (end, used) = self.go(left, context)?;
            if end != Turn::Paused {
                return Ok(end);
            }
            left -= used;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        let searches = self.paused.iter().flatten();
        let searches = searches.chain(self.attempt.as_ref().map(|attempt| &attempt.search));
        searches.map(|search| search.bytes()).sum()
    }

    /// What is under way begins again.
    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.round as u64)?;
        let pair = self.attempt.as_ref().map_or(self.pair, |attempt| attempt.at);
        put(out, pair as u64)?;
        self.is_done.iter().try_for_each(|&is_done| put(out, u64::from(is_done)))?;
        Ok(true)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        (self.round, self.pair) = (get(from)? as usize, get(from)? as usize);
        for is_done in &mut self.is_done {
            *is_done = get(from)? == 1;
        }
        Ok(())
    }
}

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "assorted",
    title: "many different solutions: every engine on the board turned and mirrored in every way",
    reference: "",
    params: &[WORK],
    claims: SearchClaims { price: 40, most_squares: LARGEST_BOARD, ..SearchClaims::ENGINE },
    build: |spec, task| Box::new(Assorted::new(task, spec.search.params.get(WORK.name))),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::{Push, compile, expand};
    use hakooshi_level::{Level, verify};
    use hakooshi_search::{Budget, Silent};

    use super::*;

    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$    ..#\n#   #   .#\n##########";

    fn solutions(search: &mut Assorted, nodes: u64) -> Vec<Vec<Push>> {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut found = Vec::new();
        while context.stats.expanded < nodes {
            match search.turn(100, &mut context).expect("no limit") {
                Turn::Found(pushes) => found.push(pushes),
                Turn::Paused => {}
                end => {
                    assert_eq!(end, Turn::Exhausted);
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn every_engine_finds_solutions_in_every_way_and_none_twice() {
        let level: Level = ROOMS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let all = solutions(&mut Assorted::new(&task, WORK.default), 1_000_000);
        for pushes in &all {
            let moves = expand(&board, &start, pushes).expect("it can be played");
            assert!(verify(&level, &moves).is_ok());
        }
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > ENGINES.len(), "{} of {}", different.len(), all.len());
        assert!(all.len() > PAIRS / 2 && all.len() <= PAIRS, "{}", all.len());
        // Another process goes on with the rest.
        let mut some = Assorted::new(&task, WORK.default);
        let before = solutions(&mut some, 2_000);
        let mut file = Vec::new();
        assert!(some.save(&mut file).expect("a vector"));
        let mut rest = Assorted::new(&task, WORK.default);
        rest.restore(&mut &file[..]).expect("what was saved");
        assert_eq!([before, solutions(&mut rest, 1_000_000)].concat(), all);
    }
}
