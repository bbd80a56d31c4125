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

use hakooshi_board::Push;
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

/// Where boxes leave.
#[derive(Clone, Copy)]
enum Exit {
    /// At the entrances of goal rooms.
    Entrances,
    /// On the goals.
    Goals,
}

/// The mazes, in the order in which they are tried.
const MAZES: [Exit; 2] = [Exit::Entrances, Exit::Goals];

struct Maze {
    /// The fewest pushes are looked for, whatever the objective.
    task: Task,
    objective: Objective,
    full: Box<dyn Search>,
    begun: Option<Begun>,
    /// How many of [`MAZES`] have been begun.
    tried: usize,
    entrances: usize,
    effort: usize,
    /// Expansions on the level, and in mazes.
    spent: [u64; 2],
}

/// A maze being searched.
struct Begun {
    search: Box<dyn Search>,
    cut: Cut,
    /// What its costs are more than the pushes of the level.
    credit: u32,
}

impl Begun {
    /// Continues; how that ended, and the lower bound for the level. Once that has reached the pushes of the
    /// solution known, it finds a solution without pushes.
    fn turn(
        &mut self,
        nodes: u64,
        task: &Task,
        known: Option<u32>,
        context: &mut Context<'_>,
    ) -> (Result<Turn, Stop>, u32) {
        // One less is as good a limit: all solutions have as many pushes, or two less, or four.
        let limit = known.map(|known| Cost::new((known + self.credit).saturating_sub(1), 0));
        let (turn, bound) = context.aside(&task.memory, |own| {
            if let Some(limit) = limit {
                own.offer(limit, Vec::new());
            }
            let turn = self.search.turn(nodes, own);
            (turn, own.bound().first())
        });
        let bound = bound.saturating_sub(self.credit);
        (turn, bound + u32::from((bound % 2 == 1) != is_odd(task)))
    }
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
            tried: 0,
            entrances,
            effort,
            spent: [0; 2],
        }
    }

    /// The cut of a maze; `None` if it is that of another, or the time is up.
    fn cut(&self, exit: Exit, context: &Context<'_>) -> Option<Cut> {
        let board = &self.task.board;
        let goals = Cut::goals(board);
        match exit {
            Exit::Goals => Some(goals),
            Exit::Entrances => {
                let cut = Cut::entrances(board, self.entrances, &context.deadline())?;
                Some(cut).filter(|cut| *cut != goals)
            }
        }
    }

    /// A maze before its first turn; `None` if it is of no use.
    fn built(&self, exit: Exit, context: &Context<'_>) -> Option<Begun> {
        let cut = self.cut(exit, context)?;
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
        let best = context.incumbent().filter(|_| self.counts_pushes());
        let known = best.map(|best| best.cost.first());
        let Some(maze) = &mut self.begun else { return Ok(None) };
        let (turn, bound) = maze.turn(nodes, &self.task, known, context);
        context.raise_bound(self.cost(bound));
        match turn {
            Ok(Turn::Found(pushes)) if !pushes.is_empty() => {
                Ok(self.finish(&pushes, (bound, known), context))
            }
            Ok(Turn::Paused | Turn::Found(_)) => Ok(None),
            Ok(Turn::Exhausted) => Ok(Some(Turn::Exhausted)),
            // Without the maze there is still the level.
            Ok(Turn::Failed(_)) | Err(Stop::Memory) => {
                self.begun = None;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// Leaves the maze with its solution; `Some` if that leads to one of the level that has no more pushes
    /// than the bound.
    fn finish(
        &mut self,
        maze: &[Push],
        (bound, known): (u32, Option<u32>),
        context: &mut Context<'_>,
    ) -> Option<Turn> {
        let Begun { cut, .. } = self.begun.take()?;
        let deadline = context.deadline();
        let finished = |most: u32| finish(&self.task, &cut, maze, most as usize, &deadline);
        if let Some(best) = finished(bound) {
            return Some(Turn::Found(best));
        }
        // Not the optimum, perhaps, but better than the solution known.
        let better = known.filter(|&known| known > bound + 2).and_then(|known| finished(known - 2));
        if let Some(better) = better {
            self.task.offer(better, context);
        }
        None
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
        while self.begun.is_none()
            && let Some(&exit) = MAZES.get(self.tried)
        {
            self.begun = self.built(exit, context);
            self.tried += 1;
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
        put(out, self.tried as u64)?;
        put(out, u64::from(self.begun.is_some()))?;
        self.spent.iter().try_for_each(|&spent| put(out, spent))?;
        let saved = self.begun.as_ref().map_or(Ok(true), |maze| maze.search.save(out))?;
        Ok(saved && self.full.save(out)?)
    }

    fn restore(&mut self, from: &mut dyn Read) -> io::Result<()> {
        self.tried = get(from)? as usize;
        let is_begun = get(from)? == 1;
        for spent in &mut self.spent {
            *spent = get(from)?;
        }
        if is_begun {
            let mut silent = Silent;
            let context = Context::new(Budget::default(), &mut silent);
            let last = self.tried.checked_sub(1).and_then(|last| MAZES.get(last));
            let mut maze = last.and_then(|&exit| self.built(exit, &context)).ok_or_else(wrong)?;
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
