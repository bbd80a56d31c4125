//! Feature space search: a tree of positions sorted into cells by their features.
//!
//! Every position has a *rank*: its features packed into one number, the most important first,
//! lower being better. The upper part of a rank is the *cell*. The search takes the cells in turn
//! and in each makes the move with the fewest difficult moves on its path. A position belongs to
//! the best cell on the path to it, so a step back stays in its cell and merely counts as one more
//! difficult move. Moves that an advisor proposes are not difficult. Every other turn goes to the
//! cell of the best position so far.
//! Shoham and Schaeffer, "The FESS Algorithm" (2020).

mod boxes;
mod links;
mod rank;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

pub(crate) use boxes::Boxes;
use hakooshi_search::frontier::ByKey;
pub(crate) use links::Links;
pub(crate) use rank::{RankLayout, UNRANKED};

/// Nodes by the keys of their positions.
pub(crate) type Keys = ByKey<NodeId>;

/// A move with the rank of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<M> {
    pub(crate) rank: u64,
    pub(crate) moved: M,
    /// How difficult the move is: zero if an advisor proposes it.
    pub(crate) difficulty: u8,
}

/// A game of macro moves whose positions have ranks.
pub(crate) trait Scene {
    /// Boxes, player, and whatever else makes up a position.
    type State: Clone + Send;

    /// A macro move.
    type Move: Copy + Send;

    /// The state after a move; `None` if it is a deadlock.
    fn step(&mut self, state: &Self::State, moved: Self::Move) -> Option<Self::State>;

    /// A hash of the state.
    fn key(&self, state: &Self::State) -> u64;

    /// The cell of a rank.
    fn cell(&self, rank: u64) -> u64;

    /// Adds the moves of a state; `known` are the keys of states already in the tree.
    fn children(&mut self, state: &Self::State, known: &Keys, out: &mut Vec<Child<Self::Move>>);

    /// Bytes that a state holds outside itself.
    fn heap_bytes(state: &Self::State) -> usize;
}

/// The bytes of a node's entry in an open list, with room to grow.
const QUEUE_BYTES: usize = 2 * size_of::<(u32, u64, NodeId)>();

/// What the allocator takes beside each block, about.
const BLOCK_BYTES: usize = 16;

/// The index of a node in its tree.
pub(crate) type NodeId = u32;

struct Node<S: Scene> {
    state: S::State,
    parent: NodeId,
    moved: Option<S::Move>,
    rank: u64,
    /// The best rank on the path here.
    label: u64,
    /// Difficult moves on the path here.
    weight: u32,
    cell: u32,
    /// The moves still to try, the next one last.
    children: Vec<Child<S::Move>>,
}

/// The open list of a cell, least weight first, then best rank.
type Queue = BinaryHeap<Reverse<(u32, u64, NodeId)>>;

/// The result of trying one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// A new position.
    New(NodeId),
    /// A duplicate or a deadlock.
    Barren,
    /// Nothing is left to try.
    Exhausted,
}

/// A tree of positions and its cells.
pub(crate) struct Tree<S: Scene> {
    nodes: Vec<Node<S>>,
    known: Keys,
    cells: Vec<Queue>,
    cell_of: HashMap<u64, u32>,
    /// The cell whose turn is next.
    round: usize,
    best: NodeId,
    turns: u64,
    buffer: Vec<Child<S::Move>>,
    bytes: usize,
}

impl<S: Scene> Tree<S> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            known: Keys::default(),
            cells: Vec::new(),
            cell_of: HashMap::new(),
            round: 0,
            best: 0,
            turns: 0,
            buffer: Vec::new(),
            bytes: 0,
        }
    }

    /// Adds a position to start from.
    pub(crate) fn add_root(&mut self, scene: &mut S, state: S::State, rank: u64) {
        let key = scene.key(&state);
        let parent = self.nodes.len() as NodeId;
        if self.known.insert_new(key, parent) {
            self.add(
                scene,
                Node {
                    state,
                    parent,
                    moved: None,
                    rank,
                    label: rank,
                    weight: 0,
                    cell: 0,
                    children: Vec::new(),
                },
            );
        }
    }

    /// Tries one move.
    pub(crate) fn advance(&mut self, scene: &mut S) -> Progress {
        let Some(cell) = self.choose_cell() else { return Progress::Exhausted };
        let Some(Reverse((weight, rank, id))) = self.cells[cell].pop() else {
            return Progress::Barren;
        };
        let node = &mut self.nodes[id as usize];
        let Some(Child { moved, .. }) = node.children.pop() else { return Progress::Barren };
        let (label, node_weight) = (node.label, node.weight);
        if let Some(next) = node.children.last() {
            let key = (node_weight + u32::from(next.difficulty), next.rank, id);
            self.cells[cell].push(Reverse(key));
        } else {
            self.bytes -= node.children.capacity() * size_of::<Child<S::Move>>();
            node.children = Vec::new();
        }
        let Some(state) = scene.step(&self.nodes[id as usize].state, moved) else {
            return Progress::Barren;
        };
        if !self.known.insert_new(scene.key(&state), self.nodes.len() as NodeId) {
            return Progress::Barren;
        }
        Progress::New(self.add(
            scene,
            Node {
                state,
                parent: id,
                moved: Some(moved),
                rank,
                label: label.min(rank),
                weight,
                cell: 0,
                children: Vec::new(),
            },
        ))
    }

    /// The next cell that has moves left: alternately that of the best position and the next in
    /// turn.
    fn choose_cell(&mut self) -> Option<usize> {
        self.turns += 1;
        if self.turns.is_multiple_of(2) {
            let best = self.nodes.get(self.best as usize)?.cell as usize;
            if !self.cells[best].is_empty() {
                return Some(best);
            }
        }
        for _ in 0..self.cells.len() {
            let cell = self.round % self.cells.len();
            self.round = cell + 1;
            if !self.cells[cell].is_empty() {
                return Some(cell);
            }
        }
        None
    }

    fn add(&mut self, scene: &mut S, mut node: Node<S>) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.buffer.clear();
        scene.children(&node.state, &self.known, &mut self.buffer);
        self.buffer.sort_unstable_by_key(|child| Reverse((child.difficulty, child.rank)));
        node.children.extend_from_slice(&self.buffer);
        let count = self.cells.len();
        let cell = *self.cell_of.entry(scene.cell(node.label)).or_insert(count as u32);
        if cell as usize == count {
            self.cells.push(Queue::new());
            self.round = count;
        }
        node.cell = cell;
        if let Some(first) = node.children.last() {
            let key = (node.weight + u32::from(first.difficulty), first.rank, id);
            self.cells[cell as usize].push(Reverse(key));
        }
        if self.nodes.get(self.best as usize).is_none_or(|best| node.rank < best.rank) {
            self.best = id;
        }
        // The allocator rounds small blocks up and keeps a few words for each.
        self.bytes += S::heap_bytes(&node.state)
            + node.children.capacity() * size_of::<Child<S::Move>>()
            + 2 * BLOCK_BYTES;
        self.nodes.push(node);
        id
    }

    /// The best position so far.
    pub(crate) fn best(&self) -> NodeId {
        self.best
    }

    /// The best position that has moves left to try, if any has.
    pub(crate) fn best_open(&self) -> Option<NodeId> {
        let ids = 0..self.nodes.len() as NodeId;
        let open = ids.filter(|&id| !self.nodes[id as usize].children.is_empty());
        open.min_by_key(|&id| self.nodes[id as usize].rank)
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn state(&self, id: NodeId) -> &S::State {
        &self.nodes[id as usize].state
    }

    pub(crate) fn rank(&self, id: NodeId) -> u64 {
        self.nodes[id as usize].rank
    }

    /// The root above a position, and the moves from there.
    pub(crate) fn trail(&self, id: NodeId) -> (NodeId, Vec<S::Move>) {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some(moved) = self.nodes[at as usize].moved {
            moves.push(moved);
            at = self.nodes[at as usize].parent;
        }
        moves.reverse();
        (at, moves)
    }

    /// Bytes held, at the moment before a list grows those of the old and the new one.
    pub(crate) fn bytes(&self) -> usize {
        let grown =
            |len: usize, capacity: usize| if len == capacity { 3 * capacity } else { capacity };
        self.bytes
            + grown(self.nodes.len(), self.nodes.capacity()) * size_of::<Node<S>>()
            + self.known.bytes()
            + self.nodes.len() * QUEUE_BYTES
    }
}

/// The index of the item with the least value, of those that have one.
pub(crate) fn best_of<T, V: Ord>(items: &[T], value: impl Fn(&T) -> Option<V>) -> Option<usize> {
    let valued = items.iter().enumerate().filter_map(|(at, item)| Some((value(item)?, at)));
    valued.min().map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from zero up: each can be raised by one to three, and cells hold sixteen.
    struct Climb {
        most: u64,
        refused: u64,
    }

    impl Scene for Climb {
        type State = u64;
        type Move = u64;

        fn step(&mut self, state: &u64, moved: u64) -> Option<u64> {
            Some(state + moved).filter(|&after| after != self.refused)
        }

        fn key(&self, state: &u64) -> u64 {
            *state
        }

        fn cell(&self, rank: u64) -> u64 {
            rank >> 4
        }

        fn children(&mut self, state: &u64, known: &Keys, out: &mut Vec<Child<u64>>) {
            for moved in 1..=3 {
                let after = state + moved;
                if after <= self.most && !known.contains(after) {
                    // The largest step is proposed.
                    let difficulty = u8::from(moved != 3);
                    out.push(Child { rank: self.most - after, moved, difficulty });
                }
            }
        }

        fn heap_bytes(_: &u64) -> usize {
            0
        }
    }

    #[test]
    fn proposed_moves_come_first_and_every_state_is_met_once() {
        let mut scene = Climb { most: 50, refused: 9 };
        let mut tree = Tree::new();
        tree.add_root(&mut scene, 0, 50);
        let mut met = Vec::new();
        loop {
            let open = tree.best_open();
            match tree.advance(&mut scene) {
                Progress::New(id) => met.push(*tree.state(id)),
                Progress::Barren => {}
                Progress::Exhausted => break,
            }
            let open = open.expect("a position with moves left");
            assert!(*tree.state(open) < 50, "nothing can be raised above fifty");
        }
        assert_eq!(tree.best_open(), None);
        assert_eq!(met[..2], [3, 6], "nine is refused");
        assert_eq!(*tree.state(tree.best()), 50);
        met.sort_unstable();
        let expected: Vec<u64> = (1..=50).filter(|&number| number != 9).collect();
        assert_eq!(met, expected);
        assert_eq!((tree.len(), tree.cells()), (50, 4));
        let (root, moves) = tree.trail(tree.best());
        assert_eq!((*tree.state(root), moves.iter().sum::<u64>()), (0, 50));
        assert!(tree.bytes() > 0 && tree.rank(tree.best()) == 0);
    }
}
