//! Beams: the moves of all positions of a layer, of which the best and the newest are the next one. When
//! nothing is left, the tree begins again with twice the width.
//!
//! Cells keep a search where its ranks have been best, from where perhaps nothing leads on; every layer of a
//! beam is one box moved farther on.

use std::sync::Arc;

use hakooshi_board::{Board, BoxMove};

use super::{Added, Boxes, Child, Keys, Next, NodeId, Order, Scene, Trial};
use crate::layers::Layers;
use crate::novelty::Seen;

/// A beam of positions with boxes.
pub(crate) struct Beams {
    board: Arc<Board>,
    layers: Layers<(NodeId, BoxMove, u64)>,
    /// The keys of the candidates for the next layer.
    met: Keys,
    seen: Seen,
}

impl Beams {
    pub(crate) fn new(board: &Arc<Board>, width: usize) -> Self {
        Self {
            layers: Layers::new(width),
            met: Keys::default(),
            seen: Seen::new(board),
            board: Arc::clone(board),
        }
    }
}

impl<S: Scene<State = Boxes, Move = BoxMove>> Order<S> for Beams {
    fn add(&mut self, scene: &S, added: &Added<'_, S>, moves: &[Child<BoxMove>]) {
        let Self { board, layers, met, seen } = self;
        let &Added { id, state, .. } = added;
        let mut boxes = board.empty_set();
        boxes.extend(state.boxes.iter().copied());
        let key = scene.key(state) ^ board.player_key(state.player);
        for &Child { rank, moved, .. } in moves {
            let BoxMove { from, to, player } = moved;
            let key = key ^ board.box_key(from) ^ board.box_key(to) ^ board.player_key(player);
            if !met.insert_new(key, id) {
                continue;
            }
            boxes.remove(from);
            boxes.insert(to);
            let novelty = seen.see_moved(scene.kind(rank), boxes.words(), to, player);
            boxes.remove(to);
            boxes.insert(from);
            layers.push((rank, met.len() as u32), novelty, (id, moved, rank));
        }
    }

    fn next(&mut self, _: NodeId) -> Next<BoxMove> {
        if self.layers.is_used_up() {
            self.met = Keys::default();
        }
        match self.layers.next() {
            Some((parent, moved, rank)) => Next::Try(Trial { parent, moved, rank, weight: 0 }),
            None if self.layers.widen() => {
                self.seen.clear();
                Next::Again
            }
            None => Next::Exhausted,
        }
    }

    fn is_open(&self, _: NodeId) -> bool {
        true
    }

    fn open(&self) -> usize {
        self.layers.open()
    }

    fn bytes(&self) -> usize {
        self.layers.bytes() + self.met.bytes() + self.seen.bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Square, compile};
    use hakooshi_level::Level;

    use super::*;
    use crate::scenes::{Progress, Tree};

    /// Boxes that can be put on any free square; the lower their squares, the better.
    struct Anywhere {
        board: Arc<Board>,
    }

    impl Scene for Anywhere {
        type State = Boxes;
        type Move = BoxMove;

        fn step(&mut self, state: &Boxes, moved: BoxMove) -> Option<Boxes> {
            state.after(moved)
        }

        fn key(&self, state: &Boxes) -> u64 {
            state.key(&self.board)
        }

        fn cell(&self, _: u64) -> u64 {
            0
        }

        fn children(&mut self, state: &Boxes, known: &Keys, out: &mut Vec<Child<BoxMove>>) {
            let player = state.player;
            for &from in &state.boxes {
                for to in self.board.squares().filter(|to| *to != player) {
                    let moved = BoxMove { from, to, player };
                    let after = state.after(moved).expect("a box");
                    let rank = after.boxes.iter().map(|square| square.index() as u64).sum();
                    let is_free = !state.boxes.contains(&to);
                    if is_free && !known.contains(self.key(&after)) {
                        out.push(Child { rank, moved, difficulty: 1 });
                    }
                }
            }
        }

        fn heap_bytes(state: &Boxes) -> usize {
            state.heap_bytes()
        }
    }

    #[test]
    fn beams_get_wider_until_one_leaves_nothing_out() {
        let level: Level = "######\n#@   #\n#  $ #\n# $..#\n######".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let mut scene = Anywhere { board: Arc::clone(&board) };
        let mut tree = Tree::new(Box::new(Beams::new(&board, 2)));
        tree.add_root(&mut scene, Boxes::of(&board, &start), 100);
        let (mut beams, mut most) = (1, 0);
        loop {
            let before = tree.len();
            assert!(tree.bytes() > 0 && tree.best_open().is_some());
            match tree.advance(&mut scene) {
                Progress::New(id) => {
                    let (root, moves) = tree.trail(id);
                    let mut state = tree.state(root).clone();
                    for moved in moves {
                        state = state.after(moved).expect("a box where the move begins");
                    }
                    assert_eq!(scene.key(&state), scene.key(tree.state(id)));
                }
                Progress::Barren => beams += u32::from(tree.len() < before),
                Progress::Exhausted => break,
            }
            most = most.max(tree.len());
        }
        assert!(beams > 2, "only {beams}");
        // Two boxes on eleven squares, as the player stays on the twelfth.
        assert_eq!((tree.len(), most), (55, 55), "the last one met every position, and none twice");
        let lowest: Vec<Square> =
            board.squares().filter(|&it| it != start.player()).take(2).collect();
        let mut best = tree.state(tree.best()).boxes.clone();
        best.sort_unstable();
        assert_eq!(best, lowest);
    }
}
