//! Portfolio with threads: several searches of one level at once. The first to solve it, or to
//! prove it unsolvable, stops the others.
//!
//! First is who is done first on the clock, or, with `by=work`, who needed the least work: then each
//! keeps what it reaches to itself, counts its work in rounds of equal price, and goes on until it has
//! done as much as the best so far. Its course does not depend on the others, so the answer is the
//! same every time; the price is that searches on different threads do not meet.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use hakooshi_search::spec::{Member, Param, Parts, SearchClaims, SearchEntry, SearchSpec};
use hakooshi_search::{Budget, Context, Memory, Search, Silent, Stats, Stop, Task, Turn};

/// Searches that run at the same time.
struct Race {
    task: Task,
    members: Vec<Member>,
    runners: Vec<Runner>,
    /// Whether the least work wins, and not the least time.
    by_work: bool,
}

/// A member at work.
struct Runner {
    /// An account of its own, an equal part of what was left at the beginning.
    memory: Memory,
    /// Once it has begun.
    search: Option<Box<dyn Search>>,
    /// Rounds done, if the least work wins.
    rounds: u64,
    /// How it ended, if it did.
    end: Option<Turn>,
}

/// The work of a round, in expansions times price: some ten milliseconds on a middling board.
const ROUND: u64 = 10_000;

/// Whether this end of a member's turn ends the race.
fn settles(member: &Member, turn: &Turn) -> bool {
    match turn {
        Turn::Found(_) => true,
        Turn::Exhausted => member.spec.is_complete(),
        Turn::Paused | Turn::Failed(_) => false,
    }
}

/// How a member's turn ended, and its statistics.
type End = (Result<Turn, Stop>, Stats);

impl Race {
    fn new(spec: &SearchSpec, task: &Task) -> Self {
        let (members, each) = (spec.members.clone(), spec.members.len().max(1));
        let runner = |_| Runner {
            memory: task.memory.part(task.memory.left().map(|left| left / each)),
            search: None,
            rounds: 0,
            end: None,
        };
        let runners = members.iter().map(runner).collect();
        let by_work = spec.search.params.choice(BY.name) == 1;
        Self { task: task.clone(), members, runners, by_work }
    }

    /// Runs every member for a turn. The first reports progress to the caller, the others report
    /// none.
    fn run(&mut self, nodes: u64, context: &mut Context<'_>) -> Vec<End> {
        let before = context.budget().clone();
        let race = before.cancel.below();
        let share = context.share(self.members.len(), race.clone());
        let Self { task, members, runners, by_work } = self;
        let (task, members, by_work) = (&*task, &*members, *by_work);
        // One that has ended without settling the level must not keep the others from going on.
        let is_settled = |(member, runner): &(&Member, &Runner)| {
            runner.end.as_ref().is_some_and(|end| settles(member, end))
        };
        let settled = members.iter().zip(&*runners).filter(is_settled);
        let best = settled.map(|(_, runner)| runner.rounds).min().unwrap_or(u64::MAX);
        let best = AtomicU64::new(best);
        let go = |at: usize, runner: &mut Runner, context: &mut Context<'_>| {
            if by_work {
                return runner.go_by_rounds(&members[at], task, &best, nodes, context);
            }
            let build = || members[at].spec.build(&task.clone().with_memory(&runner.memory));
            let turn = runner.search.get_or_insert_with(build).turn(nodes, context);
            if turn.as_ref().is_ok_and(|turn| settles(&members[at], turn)) {
                race.cancel();
            }
            turn
        };
        let mut ends: Vec<End> = Vec::new();
        thread::scope(|scope| {
            let (first, others) = runners.split_at_mut(1);
            let go = &go;
            let threads: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(at, runner)| {
                    let share = share.clone();
                    let run = move || {
                        let mut silent = Silent;
                        let memory = runner.memory.clone();
                        let mut context = Context::with_memory(share, &memory, &mut silent);
                        let turn = go(at + 1, runner, &mut context);
                        (turn, context.stats)
                    };
                    thread::Builder::new().spawn_scoped(scope, run)
                })
                .collect();
            // The first member's clock and count include what was spent before the share was taken.
            let time = share.time.map(|left| left + context.elapsed());
            let nodes = share.nodes.map(|left| left + context.stats.expanded);
            // Its memory is a part of the account, which all of them take from.
            let bytes = before.bytes;
            context.limit(Budget { time, nodes, bytes, ..share.clone() });
            if let Some(runner) = first.first_mut() {
                let turn = go(0, runner, context);
                // Its statistics are already in the context.
                ends.push((turn, Stats::default()));
            }
            for thread in threads {
                ends.push(match thread.map(thread::ScopedJoinHandle::join) {
                    Ok(Ok(end)) => end,
                    // A panic in one search is a panic of the run, as it would be without threads.
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err(error) => (Ok(Turn::Failed(error.to_string())), Stats::default()),
                });
            }
        });
        context.limit(before);
        ends
    }
}

impl Runner {
    /// Goes on in rounds until the end of the search, until another has settled the level with as
    /// much work, or for so many expansions.
    fn go_by_rounds(
        &mut self,
        member: &Member,
        task: &Task,
        best: &AtomicU64,
        nodes: u64,
        context: &mut Context<'_>,
    ) -> Result<Turn, Stop> {
        let task = || task.clone().with_memory(&self.memory).isolated();
        let search = self.search.get_or_insert_with(|| member.spec.build(&task()));
        let round = (ROUND / u64::from(member.spec.price()).max(1)).max(1);
        let mut left = nodes;
        while left > 0 && self.end.is_none() && self.rounds < best.load(Ordering::Relaxed) {
            let turn = search.turn(round.min(left), context);
            self.rounds += 1;
            left = left.saturating_sub(round);
            if turn.as_ref().is_ok_and(|turn| settles(member, turn)) {
                best.fetch_min(self.rounds, Ordering::Relaxed);
            }
            match turn? {
                Turn::Paused => {}
                end => self.end = Some(end),
            }
        }
        Ok(self.end.clone().unwrap_or(Turn::Paused))
    }
}

impl Search for Race {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let each = if nodes == u64::MAX { nodes } else { nodes / self.members.len().max(1) as u64 };
        let mut ends = self.run(each.max(1), context);
        let is_settled = |end: &End, member| end.0.as_ref().is_ok_and(|turn| settles(member, turn));
        let settled = (0..ends.len()).filter(|&at| is_settled(&ends[at], &self.members[at]));
        let settled = settled.min_by_key(|&at| self.runners[at].rounds);
        for (_, stats) in &ends {
            context.stats.add(stats);
        }
        if let Some(at) = settled {
            let by = ends[at].1.last_turn.clone();
            let own = if at == 0 { context.stats.last_turn.clone() } else { None };
            context.stats.last_turn = by.or(own).or_else(|| Some(self.members[at].label.clone()));
            return ends.swap_remove(at).0;
        }
        if context.cancel().is_cancelled() {
            return Err(Stop::Cancelled);
        }
        // An exhausted incomplete search proves nothing, so one that was stopped, can go on, or has
        // failed though a proof would rest on it, decides.
        let stopped = ends.iter().position(|(turn, _)| turn.is_err());
        let paused = ends.iter().position(|(turn, _)| *turn == Ok(Turn::Paused));
        let failed = |(member, (turn, _)): (&Member, &End)| {
            matches!(turn, Ok(Turn::Failed(_))) && member.spec.is_complete()
        };
        let failed = self.members.iter().zip(&ends).position(failed);
        match stopped.or(paused).or(failed) {
            Some(at) => ends.swap_remove(at).0,
            None => Ok(Turn::Exhausted),
        }
    }

    fn bytes(&self) -> usize {
        let held = self.runners.iter().filter_map(|runner| runner.search.as_ref());
        held.map(|search| search.bytes()).sum()
    }
}

pub(crate) const BY: Param = Param::word(
    "by",
    "which answer wins: the first, or the one with the least work",
    &["time", "work"],
);

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: hakooshi_search::spec::RACE,
    title: "portfolio on threads: several searches at the same time; also written a+b+c",
    reference: "",
    params: &[BY],
    claims: SearchClaims {
        // If one of its searches is.
        complete: true,
        optimal: true,
        timed_by: Some((BY.name, 0)),
        parts: Parts { members: true, ..Parts::NONE },
        ..SearchClaims::ENGINE
    },
    build: |spec, task| Box::new(Race::new(spec, task)),
};

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_search::Objective;

    use super::*;
    use crate::REGISTRY;

    /// The upper box is lost along its wall.
    const HOPELESS: &str = "#######\n#  $  #\n#@ $ .#\n#   . #\n#######";
    const OPEN: &str = "########\n#      #\n# $ $  #\n#   @  #\n#  ..  #\n########";

    fn race(spec: &str, level: &str, budget: Budget) -> (Result<Turn, Stop>, Stats) {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = SearchSpec::parse(spec, Objective::Any, &REGISTRY).expect("a spec");
        let mut silent = Silent;
        let mut context = Context::new(budget, &mut silent);
        let task = Task::new(&board, &start).with_memory(context.memory());
        let turn = spec.build(&task).turn(u64::MAX, &mut context);
        (turn, context.counted())
    }

    #[test]
    fn one_complete_search_is_enough_for_a_proof() {
        let (turn, _) = race("fess+backward", HOPELESS, Budget::default());
        assert_eq!(turn, Ok(Turn::Exhausted));
        let (turn, stats) = race("fess+astar+bfs(space=step)", OPEN, Budget::default());
        assert!(matches!(turn, Ok(Turn::Found(_))));
        assert!(stats.expanded > 0 && stats.last_turn.is_some());
    }

    #[test]
    fn the_least_work_wins_every_time() {
        let spec = "race(by=work,bfs,fess,backward)";
        let (first, _) = race(spec, OPEN, Budget::default());
        assert!(matches!(first, Ok(Turn::Found(_))));
        for _ in 0..20 {
            assert_eq!(race(spec, OPEN, Budget::default()).0, first);
        }
        let (turn, _) = race("race(by=work,fess,backward)", HOPELESS, Budget::default());
        assert_eq!(turn, Ok(Turn::Exhausted));
    }

    #[test]
    fn one_that_gives_up_does_not_hold_up_the_others() {
        let level: Level = HOPELESS.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let spec = "race(by=work,dfs(limit=1),bfs)";
        let spec = SearchSpec::parse(spec, Objective::Any, &REGISTRY).expect("a spec");
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut race = spec.build(&Task::new(&board, &start));
        let turns = (0..10_000).map(|_| race.turn(2, &mut context));
        let end = turns.into_iter().find(|turn| *turn != Ok(Turn::Paused));
        assert_eq!(end, Some(Ok(Turn::Exhausted)));
    }

    #[test]
    fn a_cancelled_race_says_so_and_limits_are_given_back() {
        let budget = Budget { nodes: Some(1000), ..Budget::default() };
        budget.cancel.cancel();
        assert_eq!(race("bfs+dfs", OPEN, budget).0, Err(Stop::Cancelled));
        let few = Budget { nodes: Some(8), ..Budget::default() };
        let (turn, stats) = race("bfs+ucs", OPEN, few);
        assert_eq!(turn, Err(Stop::Nodes));
        assert_eq!(stats.expanded, 8);
    }
}
