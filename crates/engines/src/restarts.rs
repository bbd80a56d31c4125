//! A search that also begins again: beside the search itself, others like it on the board turned or
//! mirrored.
//!
//! How long a search by plans takes hangs on how it breaks ties, and its times have a heavy tail: of the
//! eight ways to turn XSokoban 14, `imagine_start` solves three within 0.2 s, four after 2.3 to 2.5 s and
//! one not in 3 s. So, when the search has worked for long, half of the work goes to attempts that break
//! ties in another order. They are short at first: a round tries each of the seven other ways once, and
//! those of the next round may expand twice as many positions. The search itself goes on, so nothing takes
//! more than twice as long as without attempts.
//! Gomes, Selman and Kautz 1998; the doubling is that of Luby, Sinclair and Zuckerman 1993.

use std::sync::Arc;

use hakooshi_level::Symmetry;
use hakooshi_search::spec::{Member, SearchSpec, TURNS};
use hakooshi_search::{Context, Search, Stop, Task, Turn};

/// The ways to turn a board.
const WAYS: usize = TURNS.len() - 1;

/// A search and its attempts.
pub(crate) struct Restarts {
    member: Member,
    task: Task,
    search: Box<dyn Search>,
    /// Expansions of the search, and of all attempts.
    used: u64,
    tried: u64,
    /// Expansions of the search before the first attempt, and of each attempt of the first round.
    patience: u64,
    effort: u64,
    attempt: Option<Attempt>,
    /// Attempts made.
    count: usize,
}

struct Attempt {
    search: Box<dyn Search>,
    label: Arc<str>,
    left: u64,
}

impl Restarts {
    pub(crate) fn new(member: &Member, task: &Task, patience: u64, effort: u64) -> Self {
        Self {
            search: member.spec.build(task),
            member: member.clone(),
            task: task.clone(),
            used: 0,
            tried: 0,
            patience: patience.max(1),
            effort: effort.max(1),
            attempt: None,
            count: 0,
        }
    }

    /// Begins the next attempt.
    fn begin(&mut self) -> Attempt {
        let (round, way) = (self.count / WAYS, self.count % WAYS);
        self.count += 1;
        let turned = Symmetry::ALL[way + 1];
        let spec = SearchSpec { turned, ..self.member.spec.clone() };
        let label = format!("{}, {}", self.member.label, TURNS[way + 1].0).into();
        Attempt { search: spec.build(&self.task), label, left: self.effort << round.min(32) }
    }

    /// A turn of an attempt. One that has nothing left to expand, or no memory, proves nothing.
    fn attempt(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut attempt = self.attempt.take().unwrap_or_else(|| self.begin());
        let nodes = nodes.min(attempt.left);
        self.tried += nodes;
        attempt.left -= nodes;
        context.report_turn(&attempt.label);
        match attempt.search.turn(nodes, context) {
            Ok(Turn::Paused) if attempt.left > 0 => self.attempt = Some(attempt),
            Ok(Turn::Found(pushes)) => return Ok(Turn::Found(pushes)),
            Ok(_) | Err(Stop::Memory) => {}
            Err(stop) => return Err(stop),
        }
        Ok(Turn::Paused)
    }
}

impl Search for Restarts {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            let turn = left.min(self.effort);
            let since = self.used.checked_sub(self.patience);
            let ended = if since.is_none_or(|since| since <= self.tried) {
                self.used += turn;
                self.search.turn(turn, context)?
            } else {
                self.attempt(turn, context)?
            };
            if ended != Turn::Paused {
                return Ok(ended);
            }
            left -= turn;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.search.bytes() + self.attempt.as_ref().map_or(0, |attempt| attempt.search.bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};

    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::spec::{Component, SearchClaims, SearchEntry};
    use hakooshi_search::{Budget, Cost, Objective, Silent};

    use super::*;
    use crate::REGISTRY;

    /// Where the boxes stood on the boards that searches were built for.
    static BUILT: Mutex<Vec<String>> = Mutex::new(Vec::new());

    /// Notes what it is built for, and expands until it is stopped.
    struct Noted;

    impl Search for Noted {
        fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
            for _ in 0..nodes {
                context.expand(Cost::ZERO, 0)?;
            }
            Ok(Turn::Paused)
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    static NOTED: SearchEntry = SearchEntry {
        name: "noted",
        title: "",
        reference: "",
        params: &[],
        claims: SearchClaims::ENGINE,
        build: |_, task| {
            let cells: Vec<String> = task
                .start
                .boxes()
                .iter()
                .map(|&at| {
                    let cell = task.board.cell(at);
                    format!("{},{}", cell.row, cell.col)
                })
                .collect();
            let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
            built.push(cells.join(" "));
            Box::new(Noted)
        },
    };

    #[test]
    fn attempts_begin_late_are_half_of_the_work_and_go_round() {
        let level: Level = "#####\n#@  #\n# $ #\n# . #\n#   #\n#####".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let mut spec = SearchSpec::parse("fess", Objective::Any, &REGISTRY).expect("a spec");
        spec.search = Component::new(&NOTED);
        let member = Member { spec, share: 1, later: 1, label: "noted".into() };
        let mut restarts = Restarts::new(&member, &task, 100, 10);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        assert_eq!(restarts.turn(100, &mut context), Ok(Turn::Paused));
        assert_eq!((restarts.used, restarts.tried), (100, 0), "patience");
        assert_eq!(restarts.turn(1000, &mut context), Ok(Turn::Paused));
        assert_eq!(restarts.used + restarts.tried, 1100);
        assert!((restarts.used - 100).abs_diff(restarts.tried) <= 10, "half of the rest");
        assert_eq!(context.stats.expanded, 1100);
        // Seven attempts of 10, seven of 20, seven of 40 expansions.
        assert_eq!(restarts.count, 7 + 7 + 290_usize.div_ceil(40));
        let built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(built.len(), 1 + restarts.count);
        assert!(built[1..].iter().any(|board| *board != built[0]), "turned: {built:?}");
    }
}
