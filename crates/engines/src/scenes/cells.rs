//! Feature space search: positions are sorted into cells by their features.
//!
//! The upper part of a rank is the *cell*. The search takes the cells in turn and in each makes the
//! move with the fewest difficult moves on its path. A position belongs to the best cell on the path to
//! it, so a step back stays in its cell and merely counts as one more difficult move. Moves that an
//! advisor proposes are not difficult. Every other turn goes to the cell of the best position so far.
//! Shoham and Schaeffer, "The FESS Algorithm" (2020).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Added, BLOCK_BYTES, Child, Next, NodeId, Order, Scene, Trial};
use crate::grown;

/// The bytes of a node's entry in an open list, with room to grow.
const QUEUE_BYTES: usize = 2 * size_of::<(u32, u64, NodeId)>();

/// The open list of a cell, least weight first, then best rank.
type Queue = BinaryHeap<Reverse<(u32, u64, NodeId)>>;

/// The moves of a position that are left to try.
struct Entry<M> {
    /// The best rank on the path here.
    label: u64,
    /// Difficult moves on the path here.
    weight: u32,
    cell: u32,
    /// The next one last.
    moves: Vec<Child<M>>,
}

/// Positions in cells.
pub(crate) struct Cells<M> {
    /// By node.
    entries: Vec<Entry<M>>,
    queues: Vec<Queue>,
    cell_of: HashMap<u64, u32>,
    /// The cell whose turn is next.
    round: usize,
    turns: u64,
    bytes: usize,
}

impl<M> Default for Cells<M> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            queues: Vec::new(),
            cell_of: HashMap::new(),
            round: 0,
            turns: 0,
            bytes: 0,
        }
    }
}

impl<M> Cells<M> {
    /// The next cell that has moves left: alternately that of the best position and the next in
    /// turn.
    fn choose(&mut self, best: NodeId) -> Option<usize> {
        self.turns += 1;
        if self.turns.is_multiple_of(2) {
            let best = self.entries.get(best as usize)?.cell as usize;
            if !self.queues[best].is_empty() {
                return Some(best);
            }
        }
        for _ in 0..self.queues.len() {
            let cell = self.round % self.queues.len();
            self.round = cell + 1;
            if !self.queues[cell].is_empty() {
                return Some(cell);
            }
        }
        None
    }
}

impl<S: Scene> Order<S> for Cells<S::Move> {
    fn add(&mut self, scene: &S, added: &Added<'_, S>, moves: &[Child<S::Move>]) {
        let &Added { id, parent, rank, weight, .. } = added;
        let above = self.entries.get(parent as usize).map_or(rank, |entry| entry.label);
        let label = above.min(rank);
        let mut moves = moves.to_vec();
        moves.sort_unstable_by_key(|child| Reverse((child.difficulty, child.rank)));
        let count = self.queues.len();
        let cell = *self.cell_of.entry(scene.cell(label)).or_insert(count as u32);
        if cell as usize == count {
            self.queues.push(Queue::new());
            self.round = count;
        }
        if let Some(first) = moves.last() {
            let key = (weight + u32::from(first.difficulty), first.rank, id);
            self.queues[cell as usize].push(Reverse(key));
        }
        // The allocator rounds small blocks up and keeps a few words for each.
        self.bytes += moves.capacity() * size_of::<Child<S::Move>>() + BLOCK_BYTES;
        self.entries.push(Entry { label, weight, cell, moves });
    }

    fn next(&mut self, best: NodeId) -> Next<S::Move> {
        let Some(cell) = self.choose(best) else { return Next::Exhausted };
        let Some(Reverse((weight, _, id))) = self.queues[cell].pop() else { return Next::Pass };
        let entry = &mut self.entries[id as usize];
        let Some(Child { moved, rank, .. }) = entry.moves.pop() else { return Next::Pass };
        if let Some(next) = entry.moves.last() {
            let key = (entry.weight + u32::from(next.difficulty), next.rank, id);
            self.queues[cell].push(Reverse(key));
        } else {
            self.bytes -= entry.moves.capacity() * size_of::<Child<S::Move>>();
            entry.moves = Vec::new();
        }
        Next::Try(Trial { parent: id, moved, rank, weight })
    }

    fn is_open(&self, id: NodeId) -> bool {
        self.entries.get(id as usize).is_some_and(|entry| !entry.moves.is_empty())
    }

    fn open(&self) -> usize {
        self.queues.len()
    }

    fn bytes(&self) -> usize {
        self.bytes + grown(&self.entries) + self.entries.len() * QUEUE_BYTES
    }
}
