//! Feature space search: a tree of positions sorted into cells by what matters about them.
//!
//! Every position has a *rank*, its features packed into one number with the weightiest
//! first, smaller meaning better; the upper part of a rank names the *cell*. The search goes
//! round the cells and in each takes the move that was judged least difficult: a position is
//! filed under the best cell on the way to it, so a step back stays where it came from and
//! only counts as one difficult move more. Moves that an advisor proposes count as none.
//! Every other turn goes to the cell of the best position so far.
//! Shoham and Schaeffer, "The FESS Algorithm" (2020).

mod boxes;
mod links;
mod maps;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) use boxes::{Boxes, Hop};
use hashbrown::hash_map::Entry;
pub(crate) use links::Links;
pub(crate) use maps::{walks_from, ways_home};

/// Nodes by the keys of their positions: random as they are, keys are their own hash.
pub(crate) type Keys = hashbrown::HashMap<u64, NodeId, BuildHasherDefault<AsIs>>;

/// Hashes a number to itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A move with the rank of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) rank: u64,
    pub(crate) hop: Hop,
}

/// What is searched.
pub(crate) trait Scene {
    /// Boxes, player, and whatever else makes up a position.
    type State: Clone;

    /// The bits of a rank that do not tell cells apart, the lowest.
    const FINE_BITS: u32;

    /// The state after a hop; `None` if it is known to be hopeless.
    fn step(&mut self, state: &Self::State, hop: Hop) -> Option<Self::State>;

    /// A number that tells states apart.
    fn key(&self, state: &Self::State) -> u64;

    /// What can be done in a state; `known` are the keys of states in the tree already.
    fn children(&mut self, state: &Self::State, known: &Keys, out: &mut Vec<Child>);

    /// Bytes that a state holds beside its own size.
    fn heap_bytes(state: &Self::State) -> usize;
}

/// The place of a node in its tree.
pub(crate) type NodeId = u32;

#[derive(Debug)]
struct Node<T> {
    state: T,
    parent: NodeId,
    hop: Option<Hop>,
    rank: u64,
    /// The best rank on the way here.
    label: u64,
    /// Difficult moves on the way here.
    weight: u32,
    cell: u32,
    /// What can be done, the next to try last.
    children: Vec<Child>,
}

/// Nodes of one cell that have moves left: least weight first, then the best rank.
type Queue = BinaryHeap<Reverse<(u32, u64, NodeId)>>;

/// What a turn of the tree brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A position that was not there before.
    New(NodeId),
    /// A move that leads nowhere new.
    Barren,
    /// Nothing is left to try.
    Exhausted,
}

/// A tree of positions and its cells.
#[derive(Debug)]
pub(crate) struct Tree<S: Scene> {
    nodes: Vec<Node<S::State>>,
    known: Keys,
    cells: Vec<Queue>,
    cell_of: HashMap<u64, u32>,
    /// The cell whose turn is next in the round.
    round: usize,
    best: NodeId,
    turns: u64,
    buffer: Vec<Child>,
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
        if let Entry::Vacant(entry) = self.known.entry(key) {
            entry.insert(parent);
            self.add(
                scene,
                Node {
                    state,
                    parent,
                    hop: None,
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
    pub(crate) fn advance(&mut self, scene: &mut S) -> Step {
        let Some(cell) = self.choose_cell() else { return Step::Exhausted };
        let Some(Reverse((weight, rank, id))) = self.cells[cell].pop() else {
            return Step::Barren;
        };
        let node = &mut self.nodes[id as usize];
        let Some(Child { hop, .. }) = node.children.pop() else { return Step::Barren };
        let (label, node_weight) = (node.label, node.weight);
        if let Some(next) = node.children.last() {
            let key = (node_weight + u32::from(next.hop.weight), next.rank, id);
            self.cells[cell].push(Reverse(key));
        } else {
            self.bytes -= node.children.capacity() * size_of::<Child>();
            node.children = Vec::new();
        }
        let Some(state) = scene.step(&self.nodes[id as usize].state, hop) else {
            return Step::Barren;
        };
        match self.known.entry(scene.key(&state)) {
            Entry::Occupied(_) => return Step::Barren,
            Entry::Vacant(entry) => entry.insert(self.nodes.len() as NodeId),
        };
        Step::New(self.add(
            scene,
            Node {
                state,
                parent: id,
                hop: Some(hop),
                rank,
                label: label.min(rank),
                weight,
                cell: 0,
                children: Vec::new(),
            },
        ))
    }

    /// The next cell that has moves left: that of the best position and each in its turn,
    /// alternately.
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

    fn add(&mut self, scene: &mut S, mut node: Node<S::State>) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.buffer.clear();
        scene.children(&node.state, &self.known, &mut self.buffer);
        self.buffer.sort_unstable_by_key(|child| Reverse((child.hop.weight, child.rank)));
        node.children.extend_from_slice(&self.buffer);
        let count = self.cells.len();
        let cell = *self.cell_of.entry(node.label >> S::FINE_BITS).or_insert(count as u32);
        if cell as usize == count {
            self.cells.push(Queue::new());
            self.round = count;
        }
        node.cell = cell;
        if let Some(first) = node.children.last() {
            let key = (node.weight + u32::from(first.hop.weight), first.rank, id);
            self.cells[cell as usize].push(Reverse(key));
        }
        if self.nodes.get(self.best as usize).is_none_or(|best| node.rank < best.rank) {
            self.best = id;
        }
        // Each node has an entry in a queue and a key among those known.
        self.bytes += size_of::<Node<S::State>>()
            + S::heap_bytes(&node.state)
            + node.children.capacity() * size_of::<Child>()
            + 40;
        self.nodes.push(node);
        id
    }

    /// The best position so far.
    pub(crate) fn best(&self) -> NodeId {
        self.best
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn state(&self, id: NodeId) -> &S::State {
        &self.nodes[id as usize].state
    }

    pub(crate) fn rank(&self, id: NodeId) -> u64 {
        self.nodes[id as usize].rank
    }

    /// The root that a position hangs on, and the hops from there.
    pub(crate) fn trail(&self, id: NodeId) -> (NodeId, Vec<Hop>) {
        let mut hops = Vec::new();
        let mut at = id;
        while let Some(hop) = self.nodes[at as usize].hop {
            hops.push(hop);
            at = self.nodes[at as usize].parent;
        }
        hops.reverse();
        (at, hops)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The index of the item with the least value, of those that have one.
pub(crate) fn best_of<T, V: Ord>(items: &[T], value: impl Fn(&T) -> Option<V>) -> Option<usize> {
    let valued = items.iter().enumerate().filter_map(|(at, item)| Some((value(item)?, at)));
    valued.min().map(|(_, at)| at)
}
