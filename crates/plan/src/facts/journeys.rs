//! How many moves the player and one box need together, the other boxes lifted off the board.
//!
//! Pushes alone say little about the length of a walk. Here a state is a square of the player
//! and one of a box; its distance from each box of the start and to each goal is counted in
//! moves. A plan of K moves can have the player and a box there after step T only if some box of
//! the start is at most T moves away and some goal at most K − T. The other boxes are only ever
//! in the way, so nothing that a plan does is forbidden.

use std::collections::VecDeque;

use hakooshi_board::{Board, Square, SquareSet, Walks};
use hakooshi_level::Dir;

use super::Facts;

/// Beyond so many distances the tables would be larger than what they save.
const MOST: usize = 1 << 24;

const FAR: u16 = u16::MAX;

/// The tables of one level.
#[derive(Debug)]
pub(crate) struct Journeys {
    squares: Vec<Square>,
    side: usize,
    /// By box of the start; then by player and box.
    from_start: Vec<Vec<u16>>,
    /// By goal; then by player and box.
    to_goal: Vec<Vec<u16>>,
    none: SquareSet,
    /// By square, whether it is dark, as on a chessboard: a move leads from dark to light or back.
    dark: Vec<bool>,
    starts_dark: bool,
    /// No plan has fewer moves.
    pub(crate) bound: u32,
}

/// A square of the player after some step, and the squares where boxes can then be.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) player: Square,
    pub(crate) boxes: SquareSet,
}

impl Journeys {
    /// The tables; `None` if there would be too much of them, or the time is up.
    pub(crate) fn new(facts: &Facts) -> Option<Self> {
        let (board, start) = (&facts.board, &facts.start);
        let (side, player) = (board.table_len(), start.player());
        if side * side * start.boxes().len() > MOST {
            return None;
        }
        let in_time = |table: Vec<u16>| (!facts.is_late()).then_some(table);
        let from = |&at: &Square| in_time(flood(side, [(player, at)], |state| after(board, state)));
        let to = |goal: Square| {
            let ends = board.squares().filter(|&it| it != goal).map(|it| (it, goal));
            in_time(flood(side, ends, |state| before(board, state)))
        };
        let from_start = start.boxes().iter().map(from).collect::<Option<_>>()?;
        let to_goal = board.goals().iter().map(to).collect::<Option<_>>()?;
        let mut dark = vec![false; side];
        for square in board.squares() {
            let cell = board.cell(square);
            dark[square.index()] = (cell.row + cell.col) % 2 == 1;
        }
        let mut journeys = Self {
            squares: board.squares().collect(),
            side,
            from_start,
            to_goal,
            none: board.empty_set(),
            starts_dark: dark[player.index()],
            dark,
            bound: 0,
        };
        journeys.bound = journeys.longest(facts).max(facts.bound + approach(facts));
        Some(journeys)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        (self.from_start.len() + self.to_goal.len()) * self.side * self.side * size_of::<u16>()
    }

    /// The moves of the box that is farthest from every goal, or of the goal that is farthest
    /// from every box.
    fn longest(&self, facts: &Facts) -> u32 {
        let boxes = facts.start.boxes();
        let moves = |goal: &Vec<u16>, at: Square| goal[self.key(facts.start.player(), at)];
        let by_box = boxes.iter().map(|&at| self.to_goal.iter().map(|it| moves(it, at)).min());
        let by_goal = self.to_goal.iter().map(|it| boxes.iter().map(|&at| moves(it, at)).min());
        by_box.chain(by_goal).flatten().max().map_or(0, u32::from)
    }

    fn key(&self, player: Square, at: Square) -> usize {
        player.index() * self.side + at.index()
    }

    /// Where the player can be after `step` moves if `left` more make a plan, and the boxes
    /// with him: every goal must still get a box, and every box of the start be somewhere.
    pub(crate) fn windows(&self, step: usize, left: usize) -> Vec<Window> {
        let on = |&player: &Square| {
            let dark = self.starts_dark != (step % 2 == 1);
            self.dark[player.index()] == dark
        };
        let within = |table: &[u16], key: usize, moves: usize| {
            table[key] != FAR && usize::from(table[key]) <= moves
        };
        let window = |player: Square| {
            let mut boxes = self.none.clone();
            let all = |tables: &[Vec<u16>], moves: usize, boxes: &SquareSet| {
                let met = |table: &Vec<u16>| {
                    boxes.iter().any(|at| within(table, self.key(player, at), moves))
                };
                tables.iter().all(met)
            };
            for &at in &self.squares {
                let key = self.key(player, at);
                if self.from_start.iter().any(|table| within(table, key, step))
                    && self.to_goal.iter().any(|table| within(table, key, left))
                {
                    boxes.insert(at);
                }
            }
            let met = all(&self.from_start, step, &boxes) && all(&self.to_goal, left, &boxes);
            met.then_some(Window { player, boxes })
        };
        self.squares.iter().copied().filter(on).filter_map(window).collect()
    }
}

/// The steps to the nearest push, before which there are only steps.
fn approach(facts: &Facts) -> u32 {
    let mut walks = Walks::new(&facts.board);
    walks.fill(&facts.board, &facts.start);
    let pushes = facts.actions.iter().filter(|it| facts.start.has_box(it.push.from));
    pushes.filter_map(|it| walks.steps(it.behind)).min().unwrap_or(0)
}

type State = (Square, Square);

/// The player and the box after each move that can be made.
fn after(board: &Board, (player, at): State) -> impl Iterator<Item = State> {
    let moved = move |dir: Dir| {
        let to = board.step(player, dir);
        let beyond = if to == at { board.step(at, dir) } else { at };
        (to, beyond)
    };
    let ends = Dir::ALL.into_iter().map(moved);
    ends.filter(|(player, at)| !player.is_wall() && !at.is_wall())
}

/// The player and the box before each move that can have been made.
fn before(board: &Board, (player, at): State) -> impl Iterator<Item = State> {
    Dir::ALL.into_iter().flat_map(move |dir| {
        let from = board.step(player, dir.opposite());
        let walked = (!from.is_wall() && from != at).then_some((from, at));
        let pushed = (!from.is_wall() && board.step(player, dir) == at).then_some((from, player));
        walked.into_iter().chain(pushed)
    })
}

/// The moves from the nearest of `sources` to every state.
fn flood<I: Iterator<Item = State>>(
    side: usize,
    sources: impl IntoIterator<Item = State>,
    next: impl Fn(State) -> I,
) -> Vec<u16> {
    let mut moves = vec![FAR; side * side];
    let mut queue: VecDeque<State> = sources.into_iter().collect();
    let key = |(player, at): State| player.index() * side + at.index();
    for &source in &queue {
        moves[key(source)] = 0;
    }
    while let Some(state) = queue.pop_front() {
        // As good as never for a plan of moves.
        let count = moves[key(state)].saturating_add(1).min(FAR - 1);
        for other in next(state) {
            if moves[key(other)] == FAR {
                moves[key(other)] = count;
                queue.push_back(other);
            }
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};
    use hakooshi_testkit::fixtures::{FIXTURES, Fixture};
    use hakooshi_testkit::strategies::{Shape, random_level};
    use hakooshi_testkit::{Oracle, Rng, State};

    use super::*;

    fn journeys(level: &Level) -> Option<(std::sync::Arc<Facts>, Journeys)> {
        let (board, start) = compile(level).expect("small");
        let facts = Facts::new(&board, &start, hakooshi_search::Deadline::default())?;
        let journeys = Journeys::new(&facts)?;
        Some((facts, journeys))
    }

    #[test]
    fn walks_around_the_box_count() {
        // Four pushes to the left; from the wrong side, four steps around the box first.
        let level: Level = "#########\n#       #\n#.   $@ #\n#########".parse().expect("a level");
        assert_eq!(journeys(&level).expect("solvable").1.bound, 4);
        let level: Level = "#########\n#       #\n#.  @$  #\n#########".parse().expect("a level");
        assert_eq!(journeys(&level).expect("solvable").1.bound, 4 + 4);
    }

    #[test]
    fn windows_close_on_the_only_plan() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let (facts, journeys) = journeys(&level).expect("solvable");
        for step in 1..=3 {
            let windows = journeys.windows(step, 3 - step);
            let [window] = &windows[..] else { panic!("{windows:?}") };
            assert_eq!(facts.board.cell(window.player), Cell::new(1, 1 + step as u16));
        }
        assert!(journeys.windows(1, 1).is_empty(), "two moves are too few");
    }

    /// Every state of a shortest plan lies in the windows of its step.
    #[test]
    fn no_window_shuts_out_a_shortest_plan() {
        let mut rng = Rng::new(29);
        let random = (0..200).map(|_| random_level(&mut rng, Shape::TINY));
        let mut tried = 0;
        for level in FIXTURES.iter().map(Fixture::level).chain(random) {
            let Ok(oracle) = Oracle::new(&level, 50_000) else { continue };
            let mut state = State::start(&level);
            let Some(moves) = oracle.moves(&state).filter(|&it| it > 0) else { continue };
            let (facts, journeys) = journeys(&level).expect("it has a solution");
            assert!(journeys.bound <= moves, "{} of {moves}\n{level}", journeys.bound);
            let square = |cell: Cell| facts.board.square_at(cell);
            for left in (0..moves).rev() {
                let next = Dir::ALL.into_iter().filter_map(|dir| state.step(&level, dir));
                let mut next = next.map(|(next, _)| next);
                state = next.find(|it| oracle.moves(it) == Some(left)).expect("a shortest plan");
                let windows = journeys.windows((moves - left) as usize, left as usize);
                let here = windows.iter().find(|it| it.player == square(state.player));
                let here = here.unwrap_or_else(|| panic!("{left} left\n{level}"));
                assert!(state.boxes.iter().all(|&it| here.boxes.contains(square(it))), "{level}");
            }
            tried += 1;
        }
        assert!(tried > 15, "{tried} levels");
    }
}
