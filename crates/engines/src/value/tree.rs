//! A tree searched by value: usually the most promising leaf is expanded, at times another.
//!
//! Every node has a value of its own and a *promise*: the best promise of its children, or its own
//! value while it is a leaf. Each expansion walks from the root to the child with the best promise
//! until it reaches a leaf. Whenever the expansions below a node are a multiple of a period, its
//! children are taken in turn instead, so that each is tried eventually. Duplicates are dropped.

use hakooshi_board::BoxMove;
use hakooshi_search::Stop;

use crate::scenes::{Boxes, Keys, NodeId};

/// The promise of a node without leaves below it.
const HOPELESS: f32 = f32::NEG_INFINITY;

/// More children than most positions have.
const MANY_LEAVES: usize = 4096;

/// A move with the value and key of the position it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) moved: BoxMove,
    pub(super) value: f32,
    pub(super) key: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// `None` for a root; its index says which.
    moved: Option<BoxMove>,
    parent: NodeId,
    /// The first child; the others follow it.
    first: NodeId,
    kids: u32,
    /// The child whose turn it is.
    turn: u32,
    /// Expansions here and below.
    size: u32,
    value: f32,
    promise: f32,
}

/// A tree of positions.
#[derive(Debug)]
pub(super) struct Tree {
    /// The first is the parent of the roots, which come next.
    nodes: Vec<Node>,
    roots: Vec<Boxes>,
    known: Keys,
    period: u32,
}

impl Tree {
    /// A tree with these `roots`, each with its key.
    pub(super) fn new(roots: Vec<(Boxes, u64)>, period: u32) -> Self {
        let leaf = |parent| Node {
            moved: None,
            parent,
            first: 0,
            kids: 0,
            turn: 0,
            size: 0,
            value: 0.0,
            promise: 0.0,
        };
        let count = roots.len() as u32;
        let mut nodes = vec![Node { first: 1, kids: count, size: 1, ..leaf(0) }];
        nodes.extend(roots.iter().map(|_| leaf(0)));
        let mut known = Keys::default();
        for ((_, key), id) in roots.iter().zip(1..) {
            known.insert_new(*key, id);
        }
        let roots = roots.into_iter().map(|(boxes, _)| boxes).collect();
        Self { nodes, roots, known, period }
    }

    /// The leaf to expand next; `None` if there is none.
    pub(super) fn choose(&mut self) -> Option<NodeId> {
        let mut id = 0;
        loop {
            let node = self.nodes[id as usize];
            if node.promise == HOPELESS {
                return None;
            }
            if node.size == 0 {
                return Some(id);
            }
            id = if node.size.is_multiple_of(self.period) {
                self.next_in_turn(id)
            } else {
                self.best_child(&node)?
            };
        }
    }

    fn best_child(&self, node: &Node) -> Option<NodeId> {
        let kids = node.first..node.first + node.kids;
        // Reversed, because `max_by` returns the last of equals.
        kids.rev().max_by(|&a, &b| {
            self.nodes[a as usize].promise.total_cmp(&self.nodes[b as usize].promise)
        })
    }

    /// The next child that is not hopeless; there must be one.
    fn next_in_turn(&mut self, id: NodeId) -> NodeId {
        let Node { first, kids, mut turn, .. } = self.nodes[id as usize];
        loop {
            let kid = first + turn % kids;
            turn = turn % kids + 1;
            if self.nodes[kid as usize].promise != HOPELESS {
                self.nodes[id as usize].turn = turn;
                return kid;
            }
        }
    }

    /// Adds the children of a leaf; without any it is hopeless. `Err` if `look` says so, which is called
    /// for every few thousand of them: on a large board there can be a million.
    pub(super) fn expand(
        &mut self,
        id: NodeId,
        leaves: &[Leaf],
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let first = self.nodes.len() as NodeId;
        for (at, leaf) in leaves.iter().enumerate() {
            if at % MANY_LEAVES == MANY_LEAVES - 1 {
                look()?;
            }
            if self.known.insert_new(leaf.key, self.nodes.len() as NodeId) {
                self.nodes.push(Node {
                    moved: Some(leaf.moved),
                    parent: id,
                    first: 0,
                    kids: 0,
                    turn: 0,
                    size: 0,
                    value: leaf.value,
                    promise: leaf.value,
                });
            }
        }
        let count = self.nodes.len() as NodeId - first;
        let node = &mut self.nodes[id as usize];
        (node.first, node.kids) = (first, count);
        self.back_up(id);
        Ok(())
    }

    /// Updates the promises of an expanded node and its ancestors.
    fn back_up(&mut self, id: NodeId) {
        let mut at = id;
        loop {
            let node = self.nodes[at as usize];
            let best = self.best_child(&node);
            let promise = best.map_or(HOPELESS, |kid| self.nodes[kid as usize].promise);
            let node = &mut self.nodes[at as usize];
            node.size += 1;
            node.promise = promise;
            if at == 0 {
                return;
            }
            at = node.parent;
        }
    }

    /// The parent position of a node and the move from there; for a root, the root and no move.
    pub(super) fn before(&self, id: NodeId) -> (Boxes, Option<BoxMove>) {
        let (root, mut moves) = self.trail(id);
        let last = moves.pop();
        let mut state = root.clone();
        for BoxMove { from, to, player } in moves {
            if let Some(place) = state.boxes.iter_mut().find(|place| **place == from) {
                *place = to;
            }
            state.player = player;
        }
        (state, last)
    }

    /// The root above a node, and the moves from there.
    pub(super) fn trail(&self, id: NodeId) -> (&Boxes, Vec<BoxMove>) {
        let mut moves = Vec::new();
        let mut at = id;
        while let Some(moved) = self.nodes[at as usize].moved {
            moves.push(moved);
            at = self.nodes[at as usize].parent;
        }
        moves.reverse();
        (&self.roots[at as usize - 1], moves)
    }

    /// The first node on the path to the most promising leaf whose value is within `slack` of
    /// that leaf's.
    pub(super) fn best(&self, slack: f32) -> NodeId {
        let least = self.nodes[0].promise - slack;
        let mut id = 0;
        while let Some(kid) = self.best_child(&self.nodes[id as usize]) {
            id = kid;
            let node = &self.nodes[id as usize];
            if node.moved.is_some() && node.value >= least {
                break;
            }
        }
        id.max(1)
    }

    /// Nodes by the keys of their positions.
    pub(super) fn known(&self) -> &Keys {
        &self.known
    }

    /// The number of positions expanded.
    pub(super) fn size(&self) -> u32 {
        self.nodes[0].size - 1
    }

    /// The number of positions in the tree.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes held; before lists may grow, those of the old and the new ones.
    pub(super) fn bytes(&self) -> usize {
        let grown = |capacity: usize| {
            let is_full = self.nodes.len() + MANY_LEAVES > capacity;
            if is_full { 3 * capacity.max(MANY_LEAVES) } else { capacity }
        };
        grown(self.nodes.capacity()) * size_of::<Node>() + self.known.bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::Square;

    use super::*;

    fn grow(tree: &mut Tree, id: NodeId, leaves: &[Leaf]) {
        tree.expand(id, leaves, || Ok(())).expect("nobody stops it");
    }

    fn leaf(number: u16, value: f32) -> Leaf {
        let (from, to) = (Square::new(number), Square::new(number + 1));
        Leaf { moved: BoxMove { from, to, player: from }, value, key: u64::from(number) }
    }

    fn tree(period: u32) -> Tree {
        let root = Boxes { boxes: vec![Square::new(1)], player: Square::new(9), pushes: 0 };
        Tree::new(vec![(root, 0)], period)
    }

    #[test]
    fn goes_where_the_promise_is_and_backs_out_of_dead_ends() {
        let mut tree = tree(1000);
        assert_eq!(tree.choose(), Some(1));
        grow(&mut tree, 1, &[leaf(1, 0.2), leaf(2, 0.7), leaf(3, 0.5)]);
        assert_eq!(tree.choose(), Some(3));
        // The children are worth less than promised, and one is a duplicate.
        grow(&mut tree, 3, &[leaf(4, 0.3), leaf(1, 0.9)]);
        assert_eq!((tree.len(), tree.choose()), (6, Some(4)));
        grow(&mut tree, 4, &[]);
        assert_eq!(tree.choose(), Some(5));
        grow(&mut tree, 5, &[]);
        assert_eq!(tree.choose(), Some(2));
        grow(&mut tree, 2, &[]);
        assert_eq!(tree.choose(), None);
        assert_eq!(tree.size(), 5);
    }

    #[test]
    fn children_have_their_turns_and_dead_ones_none() {
        let mut tree = tree(1);
        grow(&mut tree, 1, &[leaf(1, 0.9), leaf(2, 0.1), leaf(3, 0.5)]);
        let mut seen = Vec::new();
        for at in 0..3 {
            let id = tree.choose().expect("a leaf");
            seen.push(id);
            grow(&mut tree, id, &[leaf(10 + at, 0.0)]);
        }
        assert_eq!(seen, [2, 3, 4]);
        grow(&mut tree, 5, &[]);
        assert_eq!(tree.choose(), Some(6));
    }

    #[test]
    fn the_best_is_the_first_that_is_nearly_as_good() {
        let mut tree = tree(1000);
        grow(&mut tree, 1, &[leaf(1, 0.5)]);
        grow(&mut tree, 2, &[leaf(2, 0.65)]);
        grow(&mut tree, 3, &[leaf(3, 0.7)]);
        assert_eq!((tree.best(0.0), tree.best(0.1), tree.best(0.3)), (4, 3, 2));
    }
}
