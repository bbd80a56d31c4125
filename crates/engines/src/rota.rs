//! Portfolio with turns: several searches on one thread, each with its own tree and share.
//!
//! No search is best on every level, and the one that suits a level often solves it at once, so all
//! run from the beginning. The next turn goes to the search that has used the least relative to its
//! share. An expansion of one search can cost as much as a hundred of another, so what is shared out
//! is work: expansions times a measured price. Unlike the clock (`by=time`) that gives the same
//! answer on every machine, and unlike bare expansions (`by=nodes`) about the same share of the
//! time: over the levels of the Large Test Suite's sample the price of an engine, scaled by squares
//! and the root of the boxes, is within a factor of 1.4 to 1.9 of the time it takes (one standard
//! deviation; 2.2 for `imagine_start`). A search is built when its first turn comes, because most levels are
//! solved before.

use std::time::Duration;

use hakooshi_search::spec::{
    Alias, Component, Member, Param, Parts, SearchClaims, SearchEntry, SearchSpec,
};
use hakooshi_search::{Context, Search, Stop, Task, Turn};

use crate::restarts::Restarts;
use crate::schedule::MOST_THREADS;
use crate::{race, schedule};

/// Turns double until they take this long; by the clock, they also halve if they take more than ten
/// times as long. Set by judgement: long enough that switching costs nothing, short enough that all
/// have a turn soon.
const TURN: Duration = Duration::from_millis(4);

/// The work of the whole portfolio after which later shares count, from the beginning on. Of the levels at hand of the
/// Large Test Suite without SokHard, and of XSokoban, `packing` solves 47 of the 2,058 that the portfolio without beams
/// solved within half a second, and 3 of the 262 that took longer (10 s, one thread).
const LATER: Duration = Duration::from_millis(500);

/// The work of the whole portfolio before its searches begin again on turned boards, and the work of each
/// attempt at first. Levels that are hard for all members are not often solved by another order of ties,
/// but by more work: of 38 levels of the sample that take more than 1.5 s, 22 were solved in 15 s without
/// and 20 with attempts from the start. One of the latter was never solved before.
const PATIENCE: Duration = Duration::from_secs(60);
const ATTEMPT: Duration = Duration::from_millis(200);

/// Expansions in the first turn of a search. Set by judgement.
const FIRST_TURN: u64 = 20;

/// The longest turn: refused moves cost no time, so turns would double without end.
const MOST_NODES: u64 = 1 << 20;

/// Expansions in a turn for each unit of share, with `by=nodes`. Set by judgement.
const NODES_PER_SHARE: u64 = 100;

/// What is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Currency {
    /// Expansions times their price.
    Work,
    /// Time.
    Time,
    /// Expansions.
    Nodes,
}

/// A search that takes turns with others.
struct Runner {
    member: Member,
    /// What an expansion costs, in nanoseconds.
    price: u64,
    /// Expansions in its next turn, unless these are what is shared out.
    nodes: u64,
    /// What it has used so far, in what is shared out.
    used: u64,
    search: Option<Box<dyn Search>>,
    /// It is exhausted, has failed, or was dropped to free memory.
    is_done: bool,
    /// It ran out of memory during an expansion, so its exhaustion proves nothing.
    was_interrupted: bool,
}

impl Runner {
    fn new(member: Member, task: &Task) -> Self {
        Self {
            price: member.spec.price_on(task),
            member,
            nodes: FIRST_TURN,
            used: 0,
            search: None,
            is_done: false,
            was_interrupted: false,
        }
    }

    fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes())
    }
}

/// Searches that take turns.
struct Rota {
    task: Task,
    runners: Vec<Runner>,
    by: Currency,
    /// Some search ran out of memory, so exhausting all of them proves nothing.
    ran_out_of_memory: bool,
    /// Why a search failed on which a proof would rest.
    failure: Option<String>,
    /// Whether searches begin again on turned boards.
    restarts: bool,
    /// The sum of all shares.
    shares: u32,
    /// What all searches have used so far.
    used: u64,
}

impl Rota {
    fn new(spec: &SearchSpec, task: &Task, members: Vec<Member>) -> Self {
        let runners: Vec<Runner> =
            members.into_iter().map(|member| Runner::new(member, task)).collect();
        let by = match spec.search.params.choice(BY.name) {
            // A planner's turn is one question, however hard.
            0 if runners.iter().any(|runner| runner.price == 0) => Currency::Time,
            0 => Currency::Work,
            BY_TIME => Currency::Time,
            _ => Currency::Nodes,
        };
        Self {
            shares: runners.iter().map(|runner| runner.member.share).sum(),
            runners,
            used: 0,
            task: task.clone(),
            by,
            ran_out_of_memory: false,
            failure: None,
            restarts: spec.search.params.is_on(RESTARTS.name),
        }
    }

    /// The search that has used the least relative to its share.
    fn next(&self) -> Option<usize> {
        let going = (0..self.runners.len()).filter(|&at| !self.runners[at].is_done);
        let is_later = self.by != Currency::Nodes && self.used > LATER.as_nanos() as u64;
        going.min_by_key(|&at| {
            let Runner { used, member, .. } = &self.runners[at];
            used / u64::from(if is_later { member.later } else { member.share })
        })
    }

    /// Records what a turn of the search at `at` has used, and returns it.
    fn charge(&mut self, at: usize, turn: u64, expanded: u64, time: Duration) -> u64 {
        let runner = &mut self.runners[at];
        let before = runner.used;
        match self.by {
            Currency::Nodes => runner.used += turn,
            Currency::Time => {
                runner.used += u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                if time < TURN {
                    runner.nodes = (runner.nodes * 2).min(MOST_NODES);
                } else if time > TURN * 10 {
                    runner.nodes = (runner.nodes / 2).max(1);
                }
            }
            Currency::Work => {
                // A search that mostly refuses moves must not seem to do nothing.
                let expanded = expanded.max(turn / 16).max(1);
                runner.used += expanded * runner.price;
                let full = TURN.as_micros() as u64 * 1000 / runner.price;
                runner.nodes = (runner.nodes * 2).min(full).max(1);
            }
        }
        let used = runner.used - before;
        self.used += used;
        used
    }

    /// Frees memory when the search at `at` has run out: first the shared frontier is dropped, then
    /// the search that holds the most.
    fn make_room(&mut self, at: usize) {
        self.ran_out_of_memory = true;
        self.runners[at].was_interrupted = true;
        if self.task.frontier.close() {
            return;
        }
        let going = (0..self.runners.len()).filter(|&at| self.runners[at].search.is_some());
        if let Some(largest) = going.max_by_key(|&at| self.runners[at].bytes()) {
            self.runners[largest].search = None;
            self.runners[largest].is_done = true;
        }
    }
}

/// The members of the portfolio on this level.
fn members(spec: &SearchSpec, task: &Task) -> Vec<Member> {
    let members =
        if spec.members.is_empty() { schedule::members_for(task) } else { spec.members.clone() };
    let fits = |member: &Member| task.board.size() <= member.spec.search.entry.claims.most_squares;
    members.into_iter().filter(fits).collect()
}

/// One portfolio for each thread that the spec allows, in a race that the least work wins.
fn build(spec: &SearchSpec, task: &Task) -> Box<dyn Search> {
    let threads = spec.search.params.get(THREADS.name) as usize;
    let members = members(spec, task);
    if threads.min(members.len()) < 2 {
        return Box::new(Rota::new(spec, task, members));
    }
    let mut alone = spec.clone();
    let mut race = SearchSpec { search: Component::new(&race::ENTRY), ..spec.clone() };
    let is_set = alone.search.params.set(THREADS.name, "1");
    let is_set = is_set.and_then(|()| race.search.params.set(race::BY.name, "work"));
    debug_assert!(is_set.is_ok(), "{is_set:?}");
    let team = |members| {
        let spec = SearchSpec { members, ..alone.clone() };
        Member { spec, share: 1, later: 1, label: ENTRY.name.into() }
    };
    race.members = schedule::deal(members, threads).into_iter().map(team).collect();
    race.build(task)
}

impl Search for Rota {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let Some(at) = self.next() else {
                return match &self.failure {
                    _ if self.ran_out_of_memory => Err(Stop::Memory),
                    Some(reason) => Ok(Turn::Failed(reason.clone())),
                    None => Ok(Turn::Exhausted),
                };
            };
            let Self { task, runners, by, failure, restarts, shares, .. } = self;
            let runner = &mut runners[at];
            let Member { spec, share, label, .. } = &runner.member;
            let turn = match by {
                Currency::Nodes => NODES_PER_SHARE * u64::from(*share),
                Currency::Time | Currency::Work => runner.nodes,
            };
            let turn = turn.min(nodes);
            let (begun, expanded) = (context.elapsed(), context.stats.expanded);
            let worked = context.stats.work;
            let search = runner.search.get_or_insert_with(|| {
                if !*restarts || spec.search.entry.claims.complete || runner.price == 0 {
                    return spec.build(task);
                }
                let nodes = |work: Duration| work.as_nanos() as u64 / runner.price;
                let patience = nodes(PATIENCE * *share / (*shares).max(1));
                Box::new(Restarts::new(&runner.member, task, patience, nodes(ATTEMPT)))
            });
            context.report_turn(label);
            match search.turn(turn, context) {
                Ok(Turn::Paused) => {}
                Ok(Turn::Found(pushes)) => {
                    context.report_meeting(task.frontier.meeting(), &pushes);
                    return Ok(Turn::Found(pushes));
                }
                Ok(Turn::Exhausted) if spec.is_complete() && !runner.was_interrupted => {
                    return Ok(Turn::Exhausted);
                }
                Ok(ended) => {
                    if let Turn::Failed(reason) = ended
                        && spec.is_complete()
                    {
                        *failure = Some(reason);
                    }
                    // Its tree is of no further use.
                    runner.search = None;
                    runner.is_done = true;
                }
                Err(Stop::Memory) => self.make_room(at),
                Err(stop) => return Err(stop),
            }
            let time = context.elapsed().saturating_sub(begun);
            let used = self.charge(at, turn, context.stats.expanded - expanded, time);
            if self.by == Currency::Work {
                // A member that is a portfolio has counted its own work.
                context.stats.work = worked + used;
            }
            nodes -= turn;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.runners.iter().map(Runner::bytes).sum()
    }
}

const BY: Param = Param::word("by", "what the shares are measured in", &["work", "time", "nodes"]);

const THREADS: Param = Param::number(
    "threads",
    "threads among which the searches are dealt out",
    1.0,
    (1.0, MOST_THREADS as f64),
);

const RESTARTS: Param =
    Param::switch("restarts", "searches begin again, too, on the board turned or mirrored", true);

/// The second word of [`BY`].
const BY_TIME: usize = 1;

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "rota",
    title: "portfolio in turns: each search gets a share of the work",
    reference: "",
    params: &[BY, THREADS, RESTARTS],
    claims: SearchClaims {
        // If one of its searches is.
        complete: true,
        optimal: true,
        timed_by: Some((BY.name, BY_TIME)),
        // The mean over the default members on a large board.
        price: 21,
        parts: Parts { members: true, ..Parts::NONE },
        ..SearchClaims::ENGINE
    },
    build,
};

pub(crate) const PINCER: Alias = Alias {
    name: "pincer",
    spec: "rota(by=nodes,backward*3,forward)",
    title: "backward and forward in turn by expansions until they meet",
};

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hakooshi_board::{Push, compile};
    use hakooshi_level::Level;
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::{LARGEST_BOARD, REGISTRY};

    fn spec(text: &str) -> SearchSpec {
        SearchSpec::parse(text, Objective::Any, &REGISTRY).expect("a spec")
    }

    fn task(text: &str) -> Task {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        Task::new(&board, &start)
    }

    const OPEN: &str = "########\n#      #\n# $ $  #\n#   @  #\n#  ..  #\n########";

    /// A search that records its turns.
    struct Noted {
        name: char,
        turns: Arc<std::sync::Mutex<String>>,
        end: Turn,
        left: u32,
    }

    impl Search for Noted {
        fn turn(&mut self, _: u64, _: &mut Context<'_>) -> Result<Turn, Stop> {
            self.turns.lock().expect("one thread").push(self.name);
            self.left = self.left.saturating_sub(1);
            Ok(if self.left == 0 { self.end.clone() } else { Turn::Paused })
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    fn rota(task: &Task, ends: &[(char, u32, Turn, u32)]) -> (Rota, Arc<std::sync::Mutex<String>>) {
        let turns = Arc::<std::sync::Mutex<String>>::default();
        let members = ends.iter().map(|(_, share, ..)| format!("beam*{share}")).collect::<Vec<_>>();
        let spec = spec(&format!("rota(by=nodes,{})", members.join(",")));
        let mut rota = Rota::new(&spec, task, spec.members.clone());
        for (runner, (name, _, end, left)) in rota.runners.iter_mut().zip(ends) {
            let (name, turns, end, left) = (*name, Arc::clone(&turns), end.clone(), *left);
            runner.search = Some(Box::new(Noted { name, turns, end, left }));
        }
        (rota, turns)
    }

    #[test]
    fn turns_follow_shares_and_the_exhausted_drop_out() {
        let task = task(OPEN);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let found = Turn::Found(Vec::<Push>::new());
        let ends = [('a', 3, Turn::Exhausted, 3), ('b', 1, found.clone(), 5)];
        let (mut rota, turns) = rota(&task, &ends);
        assert_eq!(rota.turn(u64::MAX, &mut context), Ok(found));
        // Each turn of a search is as long as its share, so they alternate until one is done.
        assert_eq!(*turns.lock().expect("one thread"), "abababbb");
    }

    #[test]
    fn later_shares_count_from_the_beginning_on() {
        let task = task(OPEN);
        let spec = spec("rota(beam*4/1,beam*1/4)");
        assert_eq!(spec.to_string().matches("*4/1").count(), 1, "{spec}");
        let mut rota = Rota::new(&spec, &task, spec.members.clone());
        (rota.runners[0].used, rota.runners[1].used) = (300, 100);
        assert_eq!(rota.next(), Some(0));
        rota.used = LATER.as_nanos() as u64 + 1;
        assert_eq!(rota.next(), Some(1));
        rota.by = Currency::Nodes;
        assert_eq!(rota.next(), Some(0), "a number of expansions says nothing about the time");
        rota.by = Currency::Work;
        rota.used = 0;
        rota.charge(0, 1000, 500, Duration::ZERO);
        assert_eq!(rota.used, 500 * rota.runners[0].price);
        for wrong in ["rota(bfs*4/0)", "rota(bfs*4/)", "rota(bfs/2)"] {
            assert!(SearchSpec::parse(wrong, Objective::Any, &REGISTRY).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_incomplete_search_that_ends_proves_nothing_and_all_of_them_are_exhausted() {
        let task = task(OPEN);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let failed = Turn::Failed("no solver".to_owned());
        let ends = [('a', 1, Turn::Exhausted, 1), ('b', 1, failed.clone(), 2)];
        let (mut gave_up, turns) = rota(&task, &ends);
        assert_eq!(gave_up.turn(150, &mut context), Ok(Turn::Paused));
        assert_eq!(gave_up.turn(u64::MAX, &mut context), Ok(Turn::Exhausted));
        assert_eq!(*turns.lock().expect("one thread"), "abb");
        // Had the one that failed been complete, the caller would take the rest for a proof.
        let (mut gave_up, _) = rota(&task, &ends);
        gave_up.runners[1].member = spec("rota(bfs)").members.remove(0);
        assert_eq!(gave_up.turn(u64::MAX, &mut context), Ok(failed));
    }

    #[test]
    fn work_is_counted_once_and_only_where_it_is_shared_out() {
        let task = task(OPEN);
        let ends = [('a', 1, Turn::Exhausted, 3), ('b', 2, Turn::Exhausted, 2)];
        let run = |by, inner: Option<Rota>| {
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            let (mut outer, _) = rota(&task, &ends);
            outer.by = by;
            if let Some(inner) = inner {
                outer.runners[0].search = Some(Box::new(inner));
            }
            assert_eq!(outer.turn(u64::MAX, &mut context), Ok(Turn::Exhausted));
            (context.stats.work, outer)
        };
        assert_eq!(run(Currency::Nodes, None).0, 0);
        let (work, outer) = run(Currency::Work, None);
        assert!(work > 0 && work == outer.used);
        let (mut inner, _) = rota(&task, &ends);
        inner.by = Currency::Work;
        let (work, outer) = run(Currency::Work, Some(inner));
        assert_eq!(work, outer.used, "the work of the inner one is not added to that");
    }

    #[test]
    fn on_threads_the_answer_is_the_same_every_time() {
        let task = task(OPEN);
        let solve = |text: &str| {
            let mut silent = Silent;
            let mut context = Context::new(Budget::default(), &mut silent);
            let task = task.clone().with_memory(context.memory());
            (spec(text).build(&task).turn(u64::MAX, &mut context), context.counted().last_turn)
        };
        let (first, by) = solve("rota(threads=3,bfs,dfs,fess*2,backward*4)");
        assert!(matches!(first, Ok(Turn::Found(_))), "{first:?}");
        assert!(["bfs", "dfs", "fess", "backward"].contains(&by.as_deref().unwrap_or_default()));
        for _ in 0..20 {
            assert_eq!(solve("rota(threads=3,bfs,dfs,fess*2,backward*4)").0, first);
        }
        assert!(matches!(solve("rota(threads=32)").0, Ok(Turn::Found(_))));
    }

    #[test]
    fn the_default_is_a_spec_and_any_search_can_be_a_member() {
        assert!(members(&spec("rota"), &task(OPEN)).len() > 2);
        let mixed = spec("rota(fess*4, backward*8, astar(h=matching_linear), rota(bfs,dfs)*2)");
        assert_eq!(mixed.members.len(), 4);
        assert!(mixed.is_complete() && !spec("rota(fess*4,imagine)").is_complete());
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let turn = mixed.build(&task(OPEN)).turn(u64::MAX, &mut context);
        assert!(matches!(turn, Ok(Turn::Found(_))), "{turn:?}");
        let large = "#".repeat(60);
        let rows = format!("#{}#\n", " ".repeat(58)).repeat(50);
        let hall = format!("{large}\n#@$.{}#\n{rows}{large}", " ".repeat(55));
        let huge = task(&hall);
        assert!(huge.board.size() > LARGEST_BOARD);
        let left = members(&spec("rota"), &huge);
        assert!(left.iter().all(|member| ["backward", "forward"].contains(&&*member.label)));
        assert!(!left.is_empty(), "searches by single moves have no limit");
    }
}
