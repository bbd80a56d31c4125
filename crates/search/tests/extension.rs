//! A search defined outside this crate: one file with an entry, and one line that lists it. It is
//! then parsed, rejected, displayed and run like any other, alone and as a member of a portfolio.
//!
//! Only searches can be added from outside. The lists of heuristics, deadlock tests and rules are
//! part of this crate, because the claims of a spec are computed from them.

use std::collections::HashSet;

use hakooshi_board::{Board, Position, Push, Reach, View, compile, expand, movegen};
use hakooshi_level::{Level, verify};
use hakooshi_search::deadlocks::Guard;
use hakooshi_search::spec::{
    Param, Parts, Registry, SearchClaims, SearchEntry, SearchSpec, SpecError, TEXTBOOK,
};
use hakooshi_search::{
    Budget, Context, Cost, Objective, Search, Silent, Stop, Task, Turn, algorithms, go_on,
};

/// Breadth-first search in a dozen lines, with any deadlock tests.
struct Plain {
    task: Task,
    guard: Guard,
    queue: Vec<(Position, Vec<Push>)>,
    next: usize,
    seen: HashSet<u64>,
}

impl Plain {
    fn step(&mut self, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some((position, line)) = self.queue.get(self.next).cloned() else {
            return Ok(Some(Turn::Exhausted));
        };
        self.next += 1;
        self.guard.prepare(context)?;
        context.expand(Cost::new(line.len() as u32, 0), self.queue.len() - self.next)?;
        if position.is_solved() {
            return Ok(Some(Turn::Found(line)));
        }
        self.guard.count_expansion();
        for push in pushes(&self.task.board, &position) {
            let mut child = position.clone();
            let _ = child.push(&self.task.board, push);
            let to = self.task.board.step(push.from, push.dir);
            if let Some(test) = self.guard.after_move(&child, to) {
                context.stats.count_deadlock(test);
            } else if self.seen.insert(key(&self.task.board, &child)) {
                self.queue.push((child, line.iter().copied().chain([push]).collect()));
            }
        }
        Ok(None)
    }
}

fn pushes(board: &Board, position: &Position) -> Vec<Push> {
    let mut reach = Reach::new(board);
    reach.fill(board, position);
    let mut pushes = Vec::new();
    movegen::pushes(View::new(board, position, &reach), &board.all_squares(), &mut pushes);
    pushes
}

fn key(board: &Board, position: &Position) -> u64 {
    let mut reach = Reach::new(board);
    reach.fill(board, position);
    position.key(board, reach.first())
}

impl Search for Plain {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        go_on(nodes, || self.step(context))
    }

    fn bytes(&self) -> usize {
        0
    }
}

static PLAIN: SearchEntry = SearchEntry {
    name: "plain",
    title: "breadth-first search in a dozen lines",
    reference: "",
    params: &[],
    claims: SearchClaims {
        complete: true,
        parts: Parts { deadlocks: true, usual: "deadlocks=[freeze]", ..Parts::NONE },
        ..SearchClaims::ENGINE
    },
    build: |spec, task| {
        let direction = hakooshi_board::Direction::Forward;
        Box::new(Plain {
            guard: Guard::new(&spec.deadlocks, task, direction),
            queue: vec![(task.start.clone(), Vec::new())],
            next: 0,
            seen: HashSet::from([key(&task.board, &task.start)]),
            task: task.clone(),
        })
    },
};

/// Gives each member `nodes` expansions in turn.
struct Turns {
    nodes: u64,
    members: Vec<Box<dyn Search>>,
    next: usize,
}

impl Search for Turns {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            let share = self.nodes.min(left);
            let at = self.next % self.members.len();
            match self.members[at].turn(share, context)? {
                Turn::Paused => (left, self.next) = (left - share, self.next + 1),
                end => return Ok(end),
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.members.iter().map(|member| member.bytes()).sum()
    }
}

const NODES: Param = Param::number("nodes", "expansions of a turn", 3.0, (1.0, 1e6));

static TURNS: SearchEntry = SearchEntry {
    name: "turns",
    title: "its members, one after the other",
    reference: "",
    params: &[NODES],
    claims: SearchClaims {
        complete: true,
        parts: Parts { members: true, ..Parts::NONE },
        ..SearchClaims::ENGINE
    },
    build: |spec, task| {
        let members = spec.members.iter().map(|member| member.spec.build(task)).collect();
        Box::new(Turns { nodes: spec.search.params.get(NODES.name) as u64, members, next: 0 })
    },
};

/// The line that lists them.
static MINE: Registry =
    Registry { searches: &[algorithms::ALL, &[&PLAIN, &TURNS]], aliases: TEXTBOOK.aliases };

fn parse(text: &str) -> Result<SearchSpec, SpecError> {
    SearchSpec::parse(text, Objective::Pushes, &MINE)
}

fn run(spec: &str, level: &Level) -> (Result<Turn, Stop>, Option<usize>) {
    let (board, start) = compile(level).expect("a small level");
    let mut silent = Silent;
    let mut context = Context::new(Budget::default(), &mut silent);
    let task = Task::new(&board, &start).with_memory(context.memory());
    let turn = parse(spec).expect("a spec").build(&task).turn(u64::MAX, &mut context);
    let pushes = if let Ok(Turn::Found(pushes)) = &turn {
        let moves = expand(&board, &start, pushes).expect("playable pushes");
        verify(level, &moves).expect("a solution");
        Some(pushes.len())
    } else {
        None
    };
    (turn, pushes)
}

#[test]
fn a_listed_search_runs_by_name() {
    let solvable: Level =
        "#######\n#     #\n# $$  #\n# . . #\n#  @  #\n#######".parse().expect("a level");
    let unsolvable: Level =
        "########\n##  ####\n#@$$..##\n##  ####\n########".parse().expect("a level");
    let best = run("bfs", &solvable).1;
    assert!(best.is_some());
    for spec in [
        "plain",
        "plain(deadlocks=[pairs,blocks])",
        "turns(plain)",
        "turns(plain*2,turns(bfs,plain(deadlocks=[]),nodes=5))",
    ] {
        assert_eq!(run(spec, &solvable).1, best, "{spec}");
        assert_eq!(run(spec, &unsolvable).0, Ok(Turn::Exhausted), "{spec}");
    }
    assert!(run("turns(sokokids,plain)", &solvable).1.is_some());
}

#[test]
fn a_listed_search_is_described_and_held_to_its_claims() {
    let text = |spec: &str| parse(spec).expect("a spec").to_string();
    assert_eq!(text("plain"), "plain");
    assert_eq!(text("plain(deadlocks=[ pairs ])"), "plain(deadlocks=[pairs])");
    assert_eq!(text("turns(nodes=9,plain*2)"), "turns(nodes=9,plain*2)");
    let complete = |spec: &str| parse(spec).expect("a spec").is_complete();
    assert!(complete("plain") && complete("turns(beam,plain)"));
    assert!(!complete("turns(beam)"));
    let error = |spec: &str| parse(spec).expect_err("a mistake").to_string();
    assert!(error("plian").contains("did you mean plain"));
    assert!(error("plain(h=zero)").contains("parameter"));
    assert!(error("plain(bfs)").contains("does not take other searches"));
    assert!(error("turns(nodes=0,bfs)").contains("does not fit"));
    let unknown = SearchSpec::parse("plain", Objective::Pushes, &TEXTBOOK);
    assert!(matches!(unknown, Err(SpecError::Unknown { .. })), "only where it is listed");
}
