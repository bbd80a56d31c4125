//! HOT. A few boxes alone on the board, brought to goals with the least
//! [surplus](super::surplus_metric).
//!
//! In Rolling Stone's game a box that is pushed onto a goal is taken off the board. That makes the
//! game easier, so the penalty stays a lower bound, and small. The other game leaves it there, so
//! that boxes have to be brought to goals in an order that is possible.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Region, Square, SquareSet};
use hakooshi_level::Dir;
use hashbrown::HashTable;

use super::surplus_metric::{Metric, NEVER};
use crate::Deadline;

/// Marks an entry of the open list that ends the game.
const ENDS: u32 = 1 << 31;

/// Positions between two looks at the clock.
const LOOK: u64 = 64;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The boxes can be brought to goals with this surplus, and no less.
    Surplus(u32),
    /// They cannot be brought to goals.
    Dead,
    /// The limit of positions came first.
    Limit,
}

/// A position of a game: its boxes, with [`Square::WALL`] for one that is off the board, and the
/// player, are in `states`.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    push: Option<Push>,
    surplus: u16,
}

/// Plays games on one board.
#[derive(Debug)]
pub(super) struct PatternGame {
    board: Arc<Board>,
    metric: Arc<Metric>,
    /// Whether a box that is pushed onto a goal stays on the board.
    stays: bool,
    position: Position,
    /// Of the position being expanded, and of a child.
    region: Region,
    child_region: Region,
    nodes: Vec<Node>,
    states: Vec<Square>,
    seen: HashTable<u32>,
    open: BinaryHeap<Reverse<(u16, u16, u32)>>,
    /// Boxes and player of the position being expanded, and of its child.
    boxes: Vec<Square>,
    child: Vec<Square>,
    /// Positions looked at since the game was made.
    pub(super) positions: u64,
    /// When games end undecided.
    pub(super) deadline: Deadline,
}

impl PatternGame {
    pub(super) fn new(metric: &Arc<Metric>, stays: bool) -> Self {
        let board = &metric.board;
        let first = board.squares().next().unwrap_or(Square::WALL);
        Self {
            board: Arc::clone(board),
            metric: Arc::clone(metric),
            stays,
            position: Position::new(board, &[], first),
            region: Region::new(board),
            child_region: Region::new(board),
            nodes: Vec::new(),
            states: Vec::new(),
            seen: HashTable::new(),
            open: BinaryHeap::new(),
            boxes: Vec::new(),
            child: Vec::new(),
            positions: 0,
            deadline: Deadline::default(),
        }
    }

    /// Plays with `boxes` alone, through at most `most` positions.
    pub(super) fn play(&mut self, boxes: &[Square], player: Square, most: usize) -> End {
        self.nodes.clear();
        self.states.clear();
        self.seen.clear();
        self.open.clear();
        self.child.clear();
        self.child.extend_from_slice(boxes);
        self.child.sort_unstable();
        self.region.fill_from(&self.board, player, boxes);
        self.child.push(self.region.first());
        if let Some(left) = self.left_to_go() {
            self.add(0, None, 0, left);
        }
        let stride = boxes.len() + 1;
        while let Some(Reverse((surplus, left, at))) = self.open.pop() {
            let ends = at & ENDS != 0;
            let at = at & !ENDS;
            if !ends && self.nodes[at as usize].surplus < surplus {
                continue;
            }
            if left == 0 {
                let more = if ends { 0 } else { self.end_surplus(at, stride) };
                if more == 0 {
                    self.nodes.push(self.nodes[at as usize]);
                    return End::Surplus(u32::from(surplus));
                }
                self.open.push(Reverse((surplus.saturating_add(more), 0, at | ENDS)));
            }
            self.positions += 1;
            let is_over = self.positions.is_multiple_of(LOOK) && self.deadline.is_over();
            if is_over || self.nodes.len() > most {
                return End::Limit;
            }
            self.boxes.clear();
            self.boxes.extend_from_slice(&self.states[at as usize * stride..][..stride]);
            self.expand(at, surplus);
        }
        End::Dead
    }

    /// The surplus of ending with the boxes where they are.
    fn end_surplus(&self, at: u32, stride: usize) -> u16 {
        let boxes = &self.states[at as usize * stride..][..stride - 1];
        let ends = boxes.iter().map(|&goal| self.metric.end(goal));
        ends.fold(0, u16::saturating_add)
    }

    fn is_taken_off(&self, to: Square) -> bool {
        !self.stays && self.board.is_goal(to)
    }

    /// The sum of the distances of the boxes of `child` to their nearest goals; `None` if one of
    /// them can reach no goal.
    fn left_to_go(&self) -> Option<u16> {
        let (player, boxes) = self.child.split_last()?;
        let mut left = 0u16;
        for &square in boxes.iter().filter(|square| !square.is_wall()) {
            left = left.saturating_add(self.metric.nearest(square, *player)?);
        }
        Some(left)
    }

    fn expand(&mut self, at: u32, surplus: u16) {
        let Some((&player, _)) = self.boxes.split_last() else { return };
        let count = self.boxes.len() - 1;
        let off = self.boxes[..count].iter().take_while(|square| square.is_wall()).count();
        self.position.set(&self.board, &self.boxes[off..count], player);
        self.region.fill(&self.board, &self.position);
        for index in off..count {
            let from = self.boxes[index];
            for dir in Dir::ALL {
                let behind = self.board.step(from, dir.opposite());
                let to = self.board.step(from, dir);
                if !self.region.contains(behind) || !self.position.is_free(to) {
                    continue;
                }
                let more = self.metric.push(from, dir);
                if more == NEVER {
                    continue;
                }
                let is_off = self.is_taken_off(to);
                self.child.clear();
                self.child.extend_from_slice(&self.boxes[..count]);
                self.child[index] = if is_off { Square::WALL } else { to };
                self.child.sort_unstable();
                let left = &self.child[off + usize::from(is_off)..];
                let first = if is_off {
                    self.child_region.fill_from(&self.board, from, left);
                    self.child_region.first()
                } else {
                    self.region.first_after(&self.board, (from, to), from, left)
                };
                self.child.push(first);
                if let Some(left) = self.left_to_go() {
                    self.add(at, Some(Push { from, dir }), surplus + more, left);
                }
            }
        }
    }

    /// Adds the position in `child` unless it is known at no greater surplus.
    fn add(&mut self, parent: u32, push: Option<Push>, surplus: u16, left: u16) {
        let Self { child, states, seen, nodes, open, .. } = self;
        let stride = child.len();
        let state = |at: u32| &states[at as usize * stride..][..stride];
        let key = hash(child);
        let node = Node { parent, push, surplus };
        if let Some(&known) = seen.find(key, |&at| state(at) == child.as_slice()) {
            if nodes[known as usize].surplus > surplus {
                nodes[known as usize] = node;
                open.push(Reverse((surplus, left, known)));
            }
            return;
        }
        let new = nodes.len() as u32;
        nodes.push(node);
        states.extend_from_slice(child);
        seen.insert_unique(key, new, |&at| hash(&states[at as usize * stride..][..stride]));
        open.push(Reverse((surplus, left, new)));
    }

    /// The pushes of the game that ended in [`End::Surplus`].
    pub(super) fn pushes(&self) -> Vec<Push> {
        let mut trail = Vec::new();
        let mut node = self.nodes.last();
        while let Some(&Node { parent, push: Some(push), .. }) = node {
            trail.push(push);
            node = self.nodes.get(parent as usize);
        }
        trail.reverse();
        trail
    }

    /// The first of the `others` that `boxes` or the player meet in the game just won, the player
    /// on ways with as few of them as can be. Adds the squares passed until then to `passed`.
    pub(super) fn first_met(
        &mut self,
        boxes: &[Square],
        player: Square,
        others: &SquareSet,
        passed: &mut SquareSet,
    ) -> Option<Square> {
        let trail = self.pushes();
        let mut boxes = boxes.to_vec();
        let mut player = player;
        for Push { from, dir } in trail {
            let to = self.board.step(from, dir);
            let behind = self.board.step(from, dir.opposite());
            let walk = walk(&self.board, &boxes, others, player, behind);
            for square in walk.into_iter().chain([to]) {
                passed.insert(square);
                if others.contains(square) {
                    return Some(square);
                }
            }
            boxes.retain(|&square| square != from);
            if !self.is_taken_off(to) {
                boxes.push(to);
            }
            player = from;
        }
        None
    }
}

/// The player's way to `to`, past as few of the `others` as can be.
fn walk(
    board: &Board,
    boxes: &[Square],
    others: &SquareSet,
    from: Square,
    to: Square,
) -> Vec<Square> {
    let mut came = vec![Square::WALL; board.table_len()];
    let mut met = vec![u16::MAX; board.table_len()];
    let mut queue = std::collections::VecDeque::from([from]);
    met[from.index()] = 0;
    while let Some(square) = queue.pop_front() {
        for &next in board.neighbours(square) {
            if next.is_wall() || boxes.contains(&next) {
                continue;
            }
            let is_other = others.contains(next);
            let count = met[square.index()].saturating_add(u16::from(is_other));
            if count < met[next.index()] {
                met[next.index()] = count;
                came[next.index()] = square;
                if is_other { queue.push_back(next) } else { queue.push_front(next) }
            }
        }
    }
    let mut way = vec![to];
    let mut at = to;
    while at != from && !came[at.index()].is_wall() {
        at = came[at.index()];
        way.push(at);
    }
    way.reverse();
    way
}

fn hash(state: &[Square]) -> u64 {
    state.iter().fold(0x9E37_79B9_7F4A_7C15, |hash: u64, square| {
        (hash.rotate_left(7) ^ square.index() as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    })
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn end(text: &str, most: usize) -> End {
        let level: Level = text.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        PatternGame::new(&Arc::new(Metric::free(&board)), false).play(
            start.boxes(),
            start.player(),
            most,
        )
    }

    #[test]
    fn every_end_occurs() {
        assert_eq!(end("#######\n#@$ . #\n#######", 99), End::Surplus(0));
        assert_eq!(
            end("#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#       #\n#########", 999),
            End::Surplus(2)
        );
        // Both lie against the wall and hold each other.
        assert_eq!(
            end("#######\n#     #\n# $$  #\n##  ..#\n##@   #\n#######", 999),
            End::Surplus(0)
        );
        assert_eq!(end("#######\n# $$  #\n#   ..#\n#@    #\n#######", 999), End::Dead);
        assert_eq!(
            end("#########\n#       #\n#       #\n#@ $$ ..#\n#       #\n#       #\n#########", 3),
            End::Limit
        );
    }

    #[test]
    fn the_first_box_in_the_way_is_named() {
        let level: Level =
            "##########\n#        #\n#@$ $ $..#\n#       .#\n##########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut game = PatternGame::new(&Arc::new(Metric::free(&board)), false);
        let first = start.boxes()[0];
        let mut others = board.empty_set();
        others.extend(start.boxes()[1..].iter().copied());
        assert!(matches!(game.play(&[first], start.player(), 999), End::Surplus(0)));
        let met = game.first_met(&[first], start.player(), &others, &mut board.empty_set());
        assert_eq!(met, Some(start.boxes()[1]));
    }
}
