//! A* for the fewest pushes, with the maze beside it: the part of the level outside the goal rooms.
//!
//! ```text
//!   ##########     Boxes that are behind the entrance (e) of a goal room can be anywhere in it, and
//!   #    #  ..#    all the ways to stand there multiply the states of a search. In the maze they are
//!   # $  e  ..#    gone: a box that gets to an entrance leaves the board and pays a toll, the least that
//!   #    #  ..#    its way to a goal can cost. The optimum of the maze is a lower bound.
//!   ##########
//! ```
//!
//! If every box can be taken from the entrance straight to a goal, the optimum of the maze is that of the
//! level, and a solution of the one leads to one of the other ([`finish`]). If not, boxes leave
//! only on goals in a second maze. A quarter of the work goes to A* on the level as it is, in case the
//! bounds of the mazes stay too low.
//! The mazes are the instance decomposition of Pereira, Ritt and Buriol (Optimal Sokoban solving using pattern databases
//! with specific domain knowledge, 2015), for any number of entrances, since tolls need no assignment.

mod finish;
mod game;

use std::io::{self, Read, Write};

use hakooshi_search::heuristics::ExitSurplus;
use hakooshi_search::pruning::{PiCorral, Rule};
use hakooshi_search::saving::{get, put, wrong};
use hakooshi_search::space::CarrySpace;
use hakooshi_search::spec::{
    Measure, Param, Parts, SearchClaims, SearchEntry, SearchSpec, TEXTBOOK,
};
use hakooshi_search::{
    Budget, Context, Cost, Incumbent, Objective, Search, Silent, Stop, Task, Turn, algorithms,
};

use self::finish::finish;
use self::game::{Cut, Game, is_odd};

/// A* on the level. It goes on when memory is short.
const FULL: &str = "astar(h=surplus,pruning=[pi_corral],descends=on,symmetry=on)";

/// A* on the maze, whose own heuristic and rules replace these.
const MAZE: &str = "astar(h=zero,deadlocks=[dead_squares,freeze],descends=on)";

/// Expansions in a turn of one of the two.
const TURN: u64 = 1000;

/// The work of mazes for each unit of work on the level.
const MAZE_SHARE: u64 = 3;

/// The mazes: those of rooms, then that of goals.
const MAZES: u64 = 2;

struct Maze {
    /// The fewest pushes are looked for, whatever the objective.
    task: Task,
    objective: Objective,
    full: Box<dyn Search>,
    begun: Option<Begun>,
    /// The next maze.
    next: u64,
    entrances: usize,
    effort: usize,
    /// Expansions on the level, and in mazes.
    spent: [u64; 2],
}

/// A maze being searched.
struct Begun {
    search: Box<dyn Search>,
    cut: Cut,
    credit: u32,
}

fn spec(text: &str) -> SearchSpec {
    SearchSpec::parse(text, Objective::Pushes, &TEXTBOOK).expect("a spec of this file")
}

impl Maze {
    fn new(task: &Task, entrances: usize, effort: usize) -> Self {
        let objective = task.objective;
        let task = task.clone().with_objective(Objective::Pushes);
        Self {
            full: spec(FULL).build(&task),
            task,
            objective,
            begun: None,
            next: 0,
            entrances,
            effort,
            spent: [0; 2],
        }
    }

    /// The cut of a maze.
    fn cut(&self, number: u64, context: &Context<'_>) -> Option<Cut> {
        let board = &self.task.board;
        let goals = Cut::goals(board);
        if number > 0 {
            return Some(goals);
        }
        let entrances = Cut::entrances(board, self.entrances, &context.deadline())?;
        Some(entrances).filter(|cut| *cut != goals)
    }

    /// A maze before its first turn; `None` if it is of no use.
    fn built(&self, number: u64, context: &Context<'_>) -> Option<Begun> {
        let cut = self.cut(number, context)?;
        let live = self.task.board.live().iter().filter(|&square| !cut.is_past(square)).count();
        if !ExitSurplus::fits(&self.task.board, live) {
            return None;
        }
        let Game { task, exits, credit } = Game::new(&self.task, &cut)?;
        let (board, onto) = (&task.board, task.board.live().clone());
        let heuristic = ExitSurplus::new(board, &exits.tolls, self.effort)?;
        let rules: Vec<Box<dyn Rule>> = vec![Box::new(PiCorral::new(board, &onto))];
        let space = CarrySpace::pushes(board, &task.start, onto, rules).with_exits(exits);
        let tree = algorithms::Tree::of(&spec(MAZE), &task, space).guided_by(Box::new(heuristic));
        Some(Begun { search: algorithms::astar(tree), cut, credit })
    }

    /// The cost of so many pushes: every push is a move too.
    fn cost(&self, pushes: u32) -> Cost {
        self.objective.cost(pushes, pushes)
    }

    /// Whether the pushes of a solution known are what its cost counts.
    fn counts_pushes(&self) -> bool {
        !self.objective.counts_moves()
    }

    /// A turn of the maze; `Some` if it ends the search.
    fn explore(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let Some(Begun { search, cut, credit }) = &mut self.begun else { return Ok(None) };
        let known = context.incumbent().filter(|_| !self.objective.counts_moves());
        // One less than the best is as good a limit: all solutions have as many pushes, or two less, or four.
        let limit = known.map(|best| Cost::new((best.cost.first() + *credit).saturating_sub(1), 0));
        let (turn, bound, ended) = context.aside(&self.task.memory, |own| {
            if let Some(limit) = limit {
                own.offer(limit, Vec::new());
            }
            let turn = search.turn(nodes, own);
            let bound = own.bound();
            (turn, bound, limit.is_some_and(|limit| bound >= limit))
        });
        let bound = bound.first().saturating_sub(*credit);
        let bound = bound + u32::from((bound % 2 == 1) != is_odd(&self.task));
        context.raise_bound(self.objective.cost(bound, bound));
        let pushes = match turn {
            Ok(Turn::Found(pushes)) if !ended => pushes,
            Ok(Turn::Paused | Turn::Found(_)) => return Ok(None),
            Ok(Turn::Exhausted) => return Ok(Some(Turn::Exhausted)),
            // Without the maze there is still the level.
            Ok(Turn::Failed(_)) | Err(Stop::Memory) => {
                self.begun = None;
                return Ok(None);
            }
            Err(stop) => return Err(stop),
        };
        let deadline = context.deadline();
        let finished = |most: u32| finish(&self.task, cut, &pushes, most as usize, &deadline);
        let best = finished(bound);
        let known = limit.map(|limit| limit.first().saturating_sub(*credit));
        if best.is_none()
            && let Some(known) = known.filter(|&known| known > bound)
        {
            // Not the optimum, perhaps, but better than the solution known.
            if let Some(better) = finished(known) {
                self.task.offer(better, context);
            }
        }
        self.begun = None;
        Ok(best.map(Turn::Found))
    }

    /// A turn of A* on the level; `Some` if it ends the search.
    fn search(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        let turn = if self.counts_pushes() {
            self.full.turn(nodes, context)?
        } else {
            let (turn, bound) = context.aside(&self.task.memory, |own| {
                let turn = self.full.turn(nodes, own);
                (turn, own.bound())
            });
            context.raise_bound(self.cost(bound.first()));
            turn?
        };
        Ok(Some(turn).filter(|turn| *turn != Turn::Paused))
    }

    /// The best solution known, if the bound has reached it.
    fn settled(&self, context: &Context<'_>) -> Option<Turn> {
        let best = context.incumbent().filter(|best| best.cost <= context.bound());
        let Incumbent { pushes, .. } = best.filter(|_| self.counts_pushes())?;
        Some(Turn::Found(pushes.clone()))
    }

    /// A turn of one of the two.
    fn step(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Option<Turn>, Stop> {
        if let Some(end) = self.settled(context) {
            return Ok(Some(end));
        }
        while self.begun.is_none() && self.next < MAZES {
            self.begun = self.built(self.next, context);
            self.next += 1;
            context.look()?;
        }
        let before = context.stats.expanded;
        let explores = self.begun.is_some() && self.spent[1] <= MAZE_SHARE * self.spent[0];
        let ended =
            if explores { self.explore(nodes, context) } else { self.search(nodes, context) };
        self.spent[usize::from(explores)] += (context.stats.expanded - before).max(1);
        ended
    }
}

impl Search for Maze {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut left = nodes;
        while left > 0 {
            let turn = left.min(TURN);
            if let Some(end) = self.step(turn, context)? {
                return Ok(end);
            }
            left -= turn;
            context.poll(context.bound(), 0)?;
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.full.bytes() + self.begun.as_ref().map_or(0, |maze| maze.search.bytes())
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<bool> {
        put(out, self.next)?;
        put(out, u64::from(self.begun.is_some()))?;
        self.spent.iter().try_for_each(|&spent| put(out, spent))?;
        let saved = self.begun.as_ref().map_or(Ok(true), |maze| maze.search.save(out))?;
        Ok(saved && self.full.save(out)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.next = get(from)?;
        let is_begun = get(from)? == 1;
        for spent in &mut self.spent {
            *spent = get(from)?;
        }
        if is_begun {
            let mut silent = Silent;
            let context = Context::new(Budget::default(), &mut silent);
            let number = self.next.checked_sub(1).ok_or_else(wrong)?;
            let mut maze = self.built(number, &context).ok_or_else(wrong)?;
            maze.search.restore(from)?;
            self.begun = Some(maze);
        }
        self.full.restore(from)
    }
}

const ENTRANCES: Param =
    Param::number("entrances", "the most entrances of a goal room", 4.0, (0.0, 100.0));
const EFFORT: Param = Param::number(
    "effort",
    "positions that one pattern search of a maze looks at",
    1000.0,
    (0.0, 1e6),
);

pub(crate) static ENTRY: SearchEntry = SearchEntry {
    name: "maze",
    title: "A* and, beside it, the maze outside the goal rooms, whose optimum is a lower bound",
    reference: "Pereira, Ritt and Buriol 2015",
    params: &[ENTRANCES, EFFORT],
    claims: SearchClaims {
        measure: Measure::Pushes,
        informed: false,
        traces: false,
        parts: Parts::NONE,
        ..SearchClaims::TEXTBOOK
    },
    build: |spec, task| {
        let number = |param: Param| spec.search.params.get(param.name) as usize;
        Box::new(Maze::new(task, number(ENTRANCES), number(EFFORT)))
    },
};
