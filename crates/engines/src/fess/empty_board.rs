//! The backward search for a packing plan: boxes are pulled off the board one by one.
//!
//! The squares where boxes start are *exits*. While a box on any of them can be pushed to any
//! other, it does not matter which box starts where: a box pulled far enough onto one of them
//! leaves the board, and the exit closes. So the search need not reach the exact start, only find
//! an order in which the goals can be emptied; reversed, that order is the plan. From Shoham's
//! Festival, where the exits together are the *sink*.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::{PulledRelocations, Relocations};
use hakooshi_board::{Board, BoxMove, Direction, Position, Reach, Square, SquareSet, View};
use hakooshi_search::{BipartiteMatching, Context, Deadline, Task};

use super::advisors::FEW_MOVES;
use crate::play::LOOK;
use crate::scenes::{Child, Keys, Links, RankLayout, Scene, best_of};

/// Boxes left, regions, boxes on goals, closed links and distance; cells ignore the distance.
const LAYOUT: RankLayout<5, 1> = RankLayout::new([10, 8, 10, 8, 16]);

/// How the board is emptied. Styles give different plans, and only play shows which is good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The least steps of a pull that takes a box off the board, unless it leads to another room.
    pub(super) least_steps: u16,
    /// Which of the boxes that can leave goes first.
    pub(super) first: First,
}

/// Which box leaves the board first, of those that do so from a goal or not and with as many regions
/// left.
#[derive(Clone, Copy, Debug)]
pub(super) enum First {
    /// The one with the longest way.
    Longest,
    /// The one with the shortest way.
    Shortest,
    /// One drawn by lot: the same number gives the same order.
    Drawn(u64),
}

impl First {
    /// A number that is less for a box that goes first.
    fn place(self, board: &Board, from: Square, pulls: u32) -> u64 {
        match self {
            Self::Longest => u64::MAX - u64::from(pulls),
            Self::Shortest => u64::from(pulls),
            Self::Drawn(lot) => (board.box_key(from) ^ lot).wrapping_mul(GOLDEN),
        }
    }
}

/// An odd number near 2^64 divided by the golden ratio; multiplying by it spreads low bits upwards.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Boxes still on the board, exits still open, and the player's region.
#[derive(Clone, Debug)]
pub(crate) struct Emptying {
    pub(crate) boxes: Vec<Square>,
    pub(crate) open_starts: Vec<Square>,
    pub(crate) player: Square,
}

/// A box pulled elsewhere, or off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmptyingMove {
    pub(crate) moved: BoxMove,
    /// Whether the box leaves the board there.
    pub(crate) removes: bool,
}

/// A possible pull, with the features of the state it leads to.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    step: EmptyingMove,
    difficulty: u8,
    pulls: u32,
    left: u32,
    regions: u32,
    on_goals: u32,
    closed: u32,
    distance: u32,
}

impl Candidate {
    fn rank(&self) -> u64 {
        rank(self.left, self.regions, self.on_goals, self.closed, self.distance)
    }
}

/// Better with fewer boxes left, then fewer regions, boxes on goals and closed links, then with
/// boxes farther from the goals.
fn rank(left: u32, regions: u32, on_goals: u32, closed: u32, distance: u32) -> u64 {
    LAYOUT.pack([left, regions, on_goals, closed, LAYOUT.more(4, distance)])
}

/// The boxes left in a state of this rank.
pub(super) fn boxes_left(rank: u64) -> u32 {
    LAYOUT.get(rank, 0)
}

/// The game of emptying the board.
#[derive(Debug)]
pub(crate) struct EmptyBoardGame {
    pub(super) board: Arc<Board>,
    pub(super) onto: SquareSet,
    live: SquareSet,
    pub(super) position: Position,
    pub(super) reach: Reach,
    pub(super) pulled: PulledRelocations,
    pushed: Relocations,
    links: Links,
    starts: Vec<Square>,
    /// From each of `starts`: the pushes of a lone box to every square.
    from_start: Distances,
    candidates: Vec<Candidate>,
    occupied: SquareSet,
    /// Closed links of the position being expanded.
    now_closed: u32,
    pairing: BipartiteMatching,
    style: Style,
    pub(super) deadline: Deadline,
}

impl EmptyBoardGame {
    /// The game whose exits are the boxes of `start`; `None` if `goes_on` says no, which is asked for
    /// each box.
    pub(super) fn new(
        task: &Task,
        start: &Position,
        live: &SquareSet,
        style: Style,
        goes_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        let board = &task.board;
        let from_start = Distances::from_while(board, start.boxes(), goes_on)?;
        let first = board.squares().next().unwrap_or(Square::WALL);
        Some(Self {
            onto: task.live(Direction::Backward).clone(),
            live: live.clone(),
            position: Position::new(board, &[], first),
            reach: Reach::new(board),
            pulled: PulledRelocations::new(board),
            pushed: Relocations::new(board),
            links: Links::new(board),
            starts: start.boxes().to_vec(),
            from_start,
            candidates: Vec::new(),
            occupied: board.empty_set(),
            now_closed: 0,
            pairing: BipartiteMatching::default(),
            style,
            deadline: Deadline::default(),
            board: Arc::clone(board),
        })
    }

    /// Notes when to stop. Called before an expansion, after which the caller has to look at the
    /// clock: if the time is up, moves are missing.
    pub(super) fn prepare(&mut self, context: &Context<'_>) {
        self.deadline = context.deadline();
    }

    /// The solved position, once with the player in each region, and its rank.
    pub(crate) fn roots(&mut self) -> Vec<(Emptying, u64)> {
        let boxes: Vec<Square> = self.board.goals().iter().collect();
        let count = boxes.len() as u32;
        let regions = self.reach.regions(&self.board, &boxes);
        let root = |(player, _)| {
            let state = Emptying { boxes: boxes.clone(), open_starts: self.starts.clone(), player };
            (state, rank(count, 255, count, 255, 0))
        };
        regions.into_iter().map(root).collect()
    }

    /// Whether all boxes left are on open exits.
    pub(crate) fn is_done(state: &Emptying) -> bool {
        state.boxes.iter().all(|square| state.open_starts.contains(square))
    }

    /// Groups of open exits, largest first, that the player can reach and a box can be pushed
    /// between in every direction, with the boxes on the board as walls. Using every group, not
    /// only the largest, gives plans with fewer detours (level 63 of the sample: 20 → 14 steps).
    pub(super) fn exit_groups(&mut self, open_starts: &[Square]) -> Vec<Vec<Square>> {
        let free: Vec<Square> =
            open_starts.iter().copied().filter(|&start| self.reach.contains(start)).collect();
        let mut reached: Vec<SquareSet> = Vec::with_capacity(free.len());
        for &start in &free {
            if self.deadline.is_over() {
                return Vec::new();
            }
            let mut set = self.board.empty_set();
            let found = self.pushed.of_box(
                View::new(&self.board, &self.position, &self.reach),
                start,
                &self.live,
            );
            set.extend(found.iter().map(|found| found.to));
            reached.push(set);
        }
        let mut exit_groups: Vec<Vec<Square>> = Vec::new();
        for a in 0..free.len() {
            if exit_groups.iter().any(|exits| exits.contains(&free[a])) {
                continue;
            }
            let joins = |&b: &usize| {
                a == b || (reached[a].contains(free[b]) && reached[b].contains(free[a]))
            };
            exit_groups.push((0..free.len()).filter(joins).map(|b| free[b]).collect());
        }
        exit_groups.sort_by_key(|exits| std::cmp::Reverse(exits.len()));
        exit_groups
    }

    /// Whether every open exit can supply a different one of `boxes`.
    pub(super) fn can_match(&mut self, open_starts: &[Square], boxes: &[Square]) -> bool {
        let rows: Vec<usize> = open_starts
            .iter()
            .filter_map(|start| self.starts.iter().position(|other| other == start))
            .collect();
        let from_start = &self.from_start;
        self.pairing.exists(rows.len(), boxes.len(), |start, at| {
            from_start.least(rows[start], boxes[at]) != UNREACHABLE
        })
    }

    fn is_far_enough(&self, from: Square, to: Square) -> bool {
        let rooms = (self.links.room(from), self.links.room(to));
        matches!(rooms, (Some(a), Some(b)) if a != b)
            || self.board.between().walks(from)[to.index()] >= self.style.least_steps
    }

    /// Adds the boxes that can leave the board, each by one way.
    fn removals(&mut self, state: &Emptying, known: &Keys) {
        for exits in self.exit_groups(&state.open_starts) {
            self.removals_to(&exits, state, known);
            if !self.candidates.is_empty() {
                return;
            }
        }
    }

    fn removals_to(&mut self, exits: &[Square], state: &Emptying, known: &Keys) {
        for &from in &state.boxes {
            self.pulled.of_box(
                View::new(&self.board, &self.position, &self.reach),
                from,
                &self.onto,
            );
            for at in (0..self.pulled.found().len()).rev() {
                if at.is_multiple_of(LOOK) && self.deadline.is_over() {
                    return;
                }
                let found = self.pulled.found()[at];
                if !exits.contains(&found.to) || !self.is_far_enough(from, found.to) {
                    continue;
                }
                let boxes = without(&state.boxes, from);
                let open_starts = without(&state.open_starts, found.to);
                let player = self.pulled.region_without_box(found.player);
                if !self.can_match(&open_starts, &boxes) {
                    continue;
                }
                let left = boxes.len() as u32;
                let after = Emptying { boxes, open_starts, player };
                if known.contains(self.key(&after)) {
                    continue;
                }
                let closed = self.closed_with(from, Square::WALL);
                self.candidates.push(Candidate {
                    step: EmptyingMove {
                        moved: BoxMove { from, to: found.to, player },
                        removes: true,
                    },
                    difficulty: 1,
                    pulls: found.pushes,
                    left,
                    regions: self.pulled.regions_without_box(),
                    on_goals: self.on_goals(&after.boxes),
                    closed,
                    distance: self.distance(&after.boxes),
                });
                break;
            }
        }
    }

    fn on_goals(&self, boxes: &[Square]) -> u32 {
        boxes.iter().filter(|&&square| self.board.is_goal(square)).count() as u32
    }

    fn distance(&self, boxes: &[Square]) -> u32 {
        boxes.iter().map(|square| u32::from(self.board.pushes_home()[square.index()])).sum()
    }

    /// Closed links after the box on `from` has moved to `to`, or off the board if that is a wall.
    fn closed_with(&mut self, from: Square, to: Square) -> u32 {
        self.occupied.clone_from(self.position.occupied());
        self.occupied.remove(from);
        self.occupied.insert(to);
        self.links.closed_after(&self.occupied, from, to)
    }

    /// Adds every pull that keeps the box on the board.
    fn pulls(&mut self, state: &Emptying, known: &Keys) {
        let board = Arc::clone(&self.board);
        let distance = self.distance(&state.boxes);
        let on_goals = self.on_goals(&state.boxes);
        let starts_key = starts_key(&board, &state.open_starts);
        for &from in &state.boxes {
            self.pulled.of_box(View::new(&board, &self.position, &self.reach), from, &self.onto);
            for at in 0..self.pulled.found().len() {
                if at.is_multiple_of(LOOK) && self.deadline.is_over() {
                    return;
                }
                let found = self.pulled.found()[at];
                let (to, player) = (found.to, self.pulled.region_after(&board, &found));
                let boxes_key = self.position.box_key() ^ board.box_key(from) ^ board.box_key(to);
                if known.contains(boxes_key ^ board.player_key(player) ^ starts_key) {
                    continue;
                }
                let closed = self.closed_with(from, to);
                self.candidates.push(Candidate {
                    step: EmptyingMove { moved: BoxMove { from, to, player }, removes: false },
                    difficulty: 1,
                    pulls: found.pushes,
                    left: state.boxes.len() as u32,
                    regions: self.pulled.regions_with_box_on(&board, to),
                    on_goals: on_goals - u32::from(board.is_goal(from))
                        + u32::from(board.is_goal(to)),
                    closed,
                    distance: distance - u32::from(board.pushes_home()[from.index()])
                        + u32::from(board.pushes_home()[to.index()]),
                });
            }
        }
    }

    /// Marks the moves that advisors propose as easy.
    fn advise(&mut self, state: &Emptying, removing: bool) {
        let Self { candidates, board, style, .. } = self;
        if removing {
            let best = candidates.iter_mut().min_by_key(|it| {
                let from = it.step.moved.from;
                (board.is_goal(from), it.regions, style.first.place(board, from, it.pulls))
            });
            if let Some(it) = best {
                it.difficulty = 0;
            }
            return;
        }
        let regions = self.reach.regions(&self.board, &state.boxes).len() as u32;
        let closed = self.now_closed;
        let distance = self.distance(&state.boxes);
        let Self { candidates, board, .. } = self;
        let pull = |it: &Candidate| {
            board.is_goal(it.step.moved.from)
                && it.regions <= regions
                && it.closed <= closed
                && it.distance > distance
        };
        let proposals = [
            best_of(candidates, |it| {
                pull(it).then_some((it.regions, it.closed, std::cmp::Reverse(it.pulls)))
            }),
            best_of(candidates, |it| (it.regions < regions).then_some(it.rank())),
            best_of(candidates, |it| (it.closed < closed).then_some(it.rank())),
        ];
        for at in proposals.into_iter().flatten() {
            candidates[at].difficulty = 0;
        }
        if candidates.len() <= FEW_MOVES
            && let Some(it) = candidates.first_mut()
        {
            it.difficulty = 0;
        }
    }
}

fn without(squares: &[Square], gone: Square) -> Vec<Square> {
    squares.iter().copied().filter(|&square| square != gone).collect()
}

fn starts_key(board: &Board, open_starts: &[Square]) -> u64 {
    open_starts.iter().fold(0, |key, &start| key ^ board.box_key(start).rotate_left(23))
}

impl Scene for EmptyBoardGame {
    type State = Emptying;
    type Move = EmptyingMove;

    fn cell(&self, rank: u64) -> u64 {
        LAYOUT.cell(rank)
    }

    fn step(&mut self, state: &Emptying, step: EmptyingMove) -> Option<Emptying> {
        let BoxMove { from, to, player } = step.moved;
        let mut after = state.clone();
        after.player = player;
        if step.removes {
            after.boxes = without(&state.boxes, from);
            after.open_starts = without(&state.open_starts, to);
        } else {
            let at = after.boxes.iter().position(|&square| square == from)?;
            after.boxes[at] = to;
            if !self.can_match(&after.open_starts, &after.boxes) {
                return None;
            }
        }
        Some(after)
    }

    fn key(&self, state: &Emptying) -> u64 {
        let boxes = state.boxes.iter().fold(0, |key, &square| key ^ self.board.box_key(square));
        boxes ^ self.board.player_key(state.player) ^ starts_key(&self.board, &state.open_starts)
    }

    fn children(&mut self, state: &Emptying, known: &Keys, out: &mut Vec<Child<EmptyingMove>>) {
        self.position.set(&self.board, &state.boxes, state.player);
        self.reach.fill(&self.board, &self.position);
        self.candidates.clear();
        self.now_closed = self.links.closed(self.position.occupied());
        self.removals(state, known);
        let removing = !self.candidates.is_empty();
        if !removing {
            self.pulls(state, known);
        }
        self.advise(state, removing);
        out.extend(self.candidates.iter().map(|it| Child {
            rank: it.rank(),
            moved: it.step,
            difficulty: it.difficulty,
        }));
    }

    fn heap_bytes(state: &Emptying) -> usize {
        (state.boxes.len() + state.open_starts.len()) * size_of::<Square>()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};

    use super::*;

    fn game(level: &str, least_steps: u16) -> EmptyBoardGame {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let style = Style { least_steps, first: First::Longest };
        let task = Task::new(&board, &start);
        EmptyBoardGame::new(&task, &start, board.live(), style, || true).expect("nobody stops it")
    }

    /// Two rooms side by side, joined by a door above and one below.
    const ROOMS: &str =
        "##########\n#   #   ##\n# $ $ $ .#\n#   #   ##\n#@$   $..#\n#   #  ..#\n##########";

    /// Boxes on the goals part the room into three regions.
    const BARRIERS: &str =
        "###########\n#   . .   #\n# $$. .$$ #\n# $@. . $ #\n#   # #   #\n###########";

    #[test]
    fn features_after_a_pull_equal_those_of_the_state_from_scratch() {
        let [mut pulled, mut removed] = [0, 0];
        // From no distance, boxes leave the board at once; from a great one they never do.
        for (level, least_steps) in [(ROOMS, 0), (ROOMS, 1000), (BARRIERS, 0)] {
            let mut game = game(level, least_steps);
            let mut fresh = Links::new(&game.board);
            let mut states: Vec<Emptying> =
                game.roots().into_iter().map(|(root, _)| root).collect();
            for _ in 0..40 {
                let Some(state) = states.pop() else { break };
                game.children(&state, &Keys::default(), &mut Vec::new());
                for it in game.candidates.clone() {
                    let Some(after) = game.step(&state, it.step) else { continue };
                    let position = Position::new(&game.board, &after.boxes, after.player);
                    let regions = Reach::new(&game.board).regions(&game.board, &after.boxes);
                    let scratch = rank(
                        after.boxes.len() as u32,
                        regions.len() as u32,
                        game.on_goals(&after.boxes),
                        fresh.closed(position.occupied()),
                        game.distance(&after.boxes),
                    );
                    assert_eq!(it.rank(), scratch, "after {:?}", it.step);
                    *if it.step.removes { &mut removed } else { &mut pulled } += 1;
                    states.push(after);
                }
            }
        }
        assert!(pulled > 100 && removed > 5, "{pulled} pulls, {removed} removals");
    }

    #[test]
    fn known_states_are_left_out() {
        // In one room no pull is long enough, so every child keeps its boxes.
        let mut game = game("########\n#      #\n# $ .  #\n# $ .@ #\n#      #\n########", 1000);
        let (root, _) = game.roots().remove(0);
        let mut children = Vec::new();
        game.children(&root, &Keys::default(), &mut children);
        let mut known = Keys::default();
        for (child, id) in children.drain(..).zip(0..) {
            if let Some(after) = game.step(&root, child.moved) {
                known.insert_new(game.key(&after), id);
            }
        }
        assert!(!known.is_empty());
        game.children(&root, &known, &mut children);
        assert!(children.iter().all(|child| game.step(&root, child.moved).is_none()));
    }

    #[test]
    fn exits_are_grouped_by_mutual_pushes() {
        // A box can be pushed to the upper wall, but not back.
        let mut game = game("########\n#    $.#\n# $  $ #\n#  @ ..#\n########", 0);
        let at = |row, col| game.board.square_at(Cell::new(row, col));
        let (left, right, upper) = (at(2, 2), at(2, 5), at(1, 5));
        game.position.set(&game.board, &[], at(1, 1));
        game.reach.fill(&game.board, &game.position);
        let starts = game.starts.clone();
        assert_eq!(game.exit_groups(&starts), [vec![left, right], vec![upper]]);
    }
}
