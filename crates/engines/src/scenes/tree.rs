//! Positions of a game, each with the move that led to it.

use super::{Added, BLOCK_BYTES, Child, Keys, Next, NodeId, Order, Scene, Trial};
use crate::grown;

struct Node<S: Scene> {
    state: S::State,
    parent: NodeId,
    moved: Option<S::Move>,
    rank: u64,
}

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

/// A tree of positions, of which an order says what is tried next.
pub(crate) struct Tree<S: Scene> {
    nodes: Vec<Node<S>>,
    roots: usize,
    known: Keys,
    order: Box<dyn Order<S>>,
    best: NodeId,
    buffer: Vec<Child<S::Move>>,
    /// Bytes that states hold outside themselves.
    bytes: usize,
}

impl<S: Scene> Tree<S> {
    pub(crate) fn new(order: Box<dyn Order<S>>) -> Self {
        Self {
            nodes: Vec::new(),
            roots: 0,
            known: Keys::default(),
            order,
            best: 0,
            buffer: Vec::new(),
            bytes: 0,
        }
    }

    /// Adds a position to start from.
    pub(crate) fn add_root(&mut self, scene: &mut S, state: S::State, rank: u64) {
        let parent = self.nodes.len() as NodeId;
        if self.known.insert_new(scene.key(&state), parent) {
            self.add(scene, Node { state, parent, moved: None, rank }, 0);
            self.roots += 1;
        }
    }

    /// Tries one move.
    pub(crate) fn advance(&mut self, scene: &mut S) -> Progress {
        let Trial { parent, moved, rank, weight } = match self.order.next(self.best) {
            Next::Try(trial) => trial,
            Next::Pass => return Progress::Barren,
            Next::Again => {
                self.replant(scene);
                return Progress::Barren;
            }
            Next::Exhausted => return Progress::Exhausted,
        };
        let Some(state) = scene.step(&self.nodes[parent as usize].state, moved) else {
            return Progress::Barren;
        };
        if !self.known.insert_new(scene.key(&state), self.nodes.len() as NodeId) {
            return Progress::Barren;
        }
        Progress::New(self.add(scene, Node { state, parent, moved: Some(moved), rank }, weight))
    }

    /// Forgets all but the roots.
    fn replant(&mut self, scene: &mut S) {
        self.nodes.truncate(self.roots);
        let roots = std::mem::take(&mut self.nodes);
        (self.roots, self.known, self.best, self.bytes) = (0, Keys::default(), 0, 0);
        for root in roots {
            self.add_root(scene, root.state, root.rank);
        }
    }

    fn add(&mut self, scene: &mut S, node: Node<S>, weight: u32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let Node { ref state, parent, rank, .. } = node;
        self.buffer.clear();
        scene.children(state, &self.known, &mut self.buffer);
        self.order.add(scene, &Added { id, parent, state, rank, weight }, &self.buffer);
        if self.nodes.get(self.best as usize).is_none_or(|best| rank < best.rank) {
            self.best = id;
        }
        self.bytes += S::heap_bytes(state) + BLOCK_BYTES;
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
        let open = ids.filter(|&id| self.order.is_open(id));
        open.min_by_key(|&id| self.nodes[id as usize].rank)
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of cells, or of moves in a layer, that are open.
    pub(crate) fn open(&self) -> usize {
        self.order.open()
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
        self.bytes + grown(&self.nodes) + self.known.bytes() + self.order.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cells;
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
        let mut tree = Tree::new(Box::new(Cells::default()));
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
        assert_eq!((tree.len(), tree.open()), (50, 4));
        let (root, moves) = tree.trail(tree.best());
        assert_eq!((*tree.state(root), moves.iter().sum::<u64>()), (0, 50));
        assert!(tree.bytes() > 0 && tree.rank(tree.best()) == 0);
    }
}
