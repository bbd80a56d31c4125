//! The packing plan's search: the level played backwards, boxes taken off the board one by
//! one.
//!
//! Think of the squares where boxes start as a *sink*. As long as a box on any of them can
//! be pushed to any other, it does not matter which box came from which, nor in what order:
//! a box pulled onto one of them, from afar, is taken off together with that square. So the
//! backward search need not find the exact start, only an order in which the goals can be
//! emptied, and that order turned round is the plan. Shoham's Festival.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::{PulledRelocations, Relocation, Relocations};
use hakooshi_board::{Board, BoxMove, Direction, Position, Reach, Square, SquareSet};
use hakooshi_search::{BipartiteMatching, Task};

use crate::cells::{Child, Keys, Links, RankLayout, Scene, best_of};

/// Boxes left, regions, boxes on goals, closed links and distance; cells do not tell distances
/// apart.
const LAYOUT: RankLayout<5, 1> = RankLayout::new([10, 8, 10, 8, 16]);

/// How a board is emptied. Plans differ with it, and which is good only play can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// A pull is from afar if it leads to another room or over so many steps.
    pub(super) afar: u16,
    /// Of the boxes that can be taken off, that with the longest way goes first; else that
    /// with the shortest.
    pub(super) longest_first: bool,
}

/// Boxes still on the board, start squares still open, and the player's region.
#[derive(Clone, Debug)]
pub(crate) struct Emptying {
    pub(crate) boxes: Vec<Square>,
    pub(crate) bases: Vec<Square>,
    pub(crate) player: Square,
}

/// A box pulled elsewhere, or off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmptyingMove {
    pub(crate) moved: BoxMove,
    /// The box is gone once it is there.
    pub(crate) removes: bool,
}

/// A pull with what it leads to.
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

/// Fewer boxes left, fewer regions, fewer boxes on goals, fewer closed links, farther away.
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
    /// By start square of a box in order, then square: can a lone box be pushed there?
    starts: Vec<Square>,
    from_start: Distances,
    candidates: Vec<Candidate>,
    occupied: SquareSet,
    /// Closed links of the position looked at.
    now_closed: u32,
    pairing: BipartiteMatching,
    style: Style,
}

impl EmptyBoardGame {
    pub(super) fn new(task: &Task, live: &SquareSet, style: Style) -> Self {
        let Task { board, start, .. } = task;
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            onto: task.live(Direction::Backward).clone(),
            live: live.clone(),
            position: Position::new(board, &[], first),
            reach: Reach::new(board),
            pulled: PulledRelocations::new(board),
            pushed: Relocations::new(board),
            links: Links::new(board),
            starts: start.boxes().to_vec(),
            from_start: Distances::from(board, start.boxes()),
            candidates: Vec::new(),
            occupied: board.empty_set(),
            now_closed: 0,
            pairing: BipartiteMatching::default(),
            style,
            board: Arc::clone(board),
        }
    }

    /// The solved position with the player in each of its regions, each with its rank.
    pub(crate) fn roots(&mut self) -> Vec<(Emptying, u64)> {
        let boxes: Vec<Square> = self.board.goals().iter().collect();
        let count = boxes.len() as u32;
        let regions = self.reach.regions(&self.board, &boxes);
        let root = |(player, _)| {
            let state = Emptying { boxes: boxes.clone(), bases: self.starts.clone(), player };
            (state, rank(count, 255, count, 255, 0))
        };
        regions.into_iter().map(root).collect()
    }

    /// Whether what is left stands where it starts.
    pub(crate) fn is_done(state: &Emptying) -> bool {
        state.boxes.iter().all(|square| state.bases.contains(square))
    }

    /// Sets of open start squares among which a box can be pushed at will, the boxes on the
    /// board being walls: the largest first, and only those that the player can walk to.
    pub(super) fn sinks(&mut self, bases: &[Square]) -> Vec<Vec<Square>> {
        let free: Vec<Square> =
            bases.iter().copied().filter(|&base| self.reach.contains(base)).collect();
        let mut reached: Vec<SquareSet> = Vec::with_capacity(free.len());
        for &base in &free {
            let mut set = self.board.empty_set();
            let found =
                self.pushed.of_box(&self.board, &self.position, &self.reach, base, &self.live);
            set.extend(found.iter().map(|found| found.to));
            reached.push(set);
        }
        let mut sinks: Vec<Vec<Square>> = Vec::new();
        for a in 0..free.len() {
            if sinks.iter().any(|sink| sink.contains(&free[a])) {
                continue;
            }
            let joins = |&b: &usize| {
                a == b || (reached[a].contains(free[b]) && reached[b].contains(free[a]))
            };
            sinks.push((0..free.len()).filter(joins).map(|b| free[b]).collect());
        }
        sinks.sort_by_key(|sink| std::cmp::Reverse(sink.len()));
        sinks
    }

    /// Whether each base can have a box of its own come from it.
    pub(super) fn can_match(&mut self, bases: &[Square], boxes: &[Square]) -> bool {
        let rows: Vec<usize> = bases
            .iter()
            .filter_map(|base| self.starts.iter().position(|start| start == base))
            .collect();
        let from_start = &self.from_start;
        self.pairing.exists(rows.len(), boxes.len(), |base, at| {
            from_start.least(rows[base], boxes[at]) != UNREACHABLE
        })
    }

    fn is_afar(&self, from: Square, to: Square) -> bool {
        let rooms = (self.links.room(from), self.links.room(to));
        matches!(rooms, (Some(a), Some(b)) if a != b)
            || self.board.between().walks(from)[to.index()] >= self.style.afar
    }

    /// Boxes that can be taken off, one way for each.
    fn removals(&mut self, state: &Emptying, known: &Keys) {
        for sink in self.sinks(&state.bases) {
            self.removals_to(&sink, state, known);
            if !self.candidates.is_empty() {
                return;
            }
        }
    }

    fn removals_to(&mut self, sink: &[Square], state: &Emptying, known: &Keys) {
        for &from in &state.boxes {
            let board = Arc::clone(&self.board);
            self.pulled.of_box(&board, &self.position, &self.reach, from, &self.onto);
            let found: Vec<Relocation> = self.pulled.found().to_vec();
            for found in found.iter().rev() {
                if !sink.contains(&found.to) || !self.is_afar(from, found.to) {
                    continue;
                }
                let boxes = without(&state.boxes, from);
                let bases = without(&state.bases, found.to);
                let player = self.pulled.region_without_box(found.player);
                if !self.can_match(&bases, &boxes) {
                    continue;
                }
                let left = boxes.len() as u32;
                let after = Emptying { boxes, bases, player };
                if known.contains_key(&self.key(&after)) {
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

    /// Closed links with the box on `from` taken to another square; the wall for off the board.
    fn closed_with(&mut self, from: Square, to: Square) -> u32 {
        self.occupied.clone_from(self.position.occupied());
        self.occupied.remove(from);
        self.occupied.insert(to);
        self.links.closed_after(&self.occupied, from, to)
    }

    /// Every pull.
    fn pulls(&mut self, state: &Emptying, known: &Keys) {
        let board = Arc::clone(&self.board);
        let distance = self.distance(&state.boxes);
        let on_goals = self.on_goals(&state.boxes);
        let bases_key = bases_key(&board, &state.bases);
        for &from in &state.boxes {
            self.pulled.of_box(&board, &self.position, &self.reach, from, &self.onto);
            for at in 0..self.pulled.found().len() {
                let found = self.pulled.found()[at];
                let (to, player) = (found.to, self.pulled.region_after(&board, &found));
                let boxes_key = self.position.box_key() ^ board.box_key(from) ^ board.box_key(to);
                if known.contains_key(&(boxes_key ^ board.player_key(player) ^ bases_key)) {
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

    /// Makes the moves that advisors propose easy.
    fn advise(&mut self, state: &Emptying, removing: bool) {
        let Self { candidates, board, style, .. } = self;
        if removing {
            let best = candidates.iter_mut().min_by_key(|it| {
                let way = if style.longest_first { !it.pulls } else { it.pulls };
                (board.is_goal(it.step.moved.from), it.regions, way)
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
        if candidates.len() <= 2
            && let Some(it) = candidates.first_mut()
        {
            it.difficulty = 0;
        }
    }
}

fn without(squares: &[Square], gone: Square) -> Vec<Square> {
    squares.iter().copied().filter(|&square| square != gone).collect()
}

fn bases_key(board: &Board, bases: &[Square]) -> u64 {
    bases.iter().fold(0, |key, &base| key ^ board.box_key(base).rotate_left(23))
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
            after.bases = without(&state.bases, to);
        } else {
            let at = after.boxes.iter().position(|&square| square == from)?;
            after.boxes[at] = to;
            if !self.can_match(&after.bases, &after.boxes) {
                return None;
            }
        }
        Some(after)
    }

    fn key(&self, state: &Emptying) -> u64 {
        let boxes = state.boxes.iter().fold(0, |key, &square| key ^ self.board.box_key(square));
        boxes ^ self.board.player_key(state.player) ^ bases_key(&self.board, &state.bases)
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
        (state.boxes.len() + state.bases.len()) * size_of::<Square>()
    }
}
