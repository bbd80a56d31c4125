//! One direction of play, searched by value.

use std::sync::Arc;

use hakooshi_board::{Board, Position};

use super::features::{Features, Measure, value};
use super::plan::Plan;
use super::tree::{Kid, Tree};
use crate::cells::{Boxes, Child, Hop, Keys, NodeId};
use crate::play::{Game, Side};

/// What an expansion brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This hop from a node leads to that of the other half.
    Met(NodeId, Hop, NodeId),
    /// Nothing special.
    Grown,
    /// Nothing is left to expand.
    Exhausted,
}

/// Half of the search.
#[derive(Debug)]
pub(super) struct Half<W: Side> {
    pub(super) tree: Tree,
    game: Game<W>,
    measure: Measure,
    weights: Features,
    kids: Vec<Kid>,
    /// What the game lists and this search has no use for.
    children: Vec<Child>,
}

impl<W: Side> Half<W> {
    pub(super) fn new(
        board: &Arc<Board>,
        start: &Position,
        plan: Plan,
        weights: &Features,
    ) -> Self {
        let roots = W::roots(board, start).into_iter();
        let boxes = start.boxes().len();
        Self {
            tree: Tree::new(
                roots.map(|root| (root.clone(), root.key(board))).collect(),
                boxes as u32 + 1,
            ),
            game: Game::new(board, start),
            measure: Measure::new(board, boxes, plan),
            weights: *weights,
            kids: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Expands the most promising leaf, or another; `others` are nodes of the other half.
    pub(super) fn advance(&mut self, others: &Keys) -> Step {
        let Some(id) = self.tree.choose() else { return Step::Exhausted };
        let Self { tree, game, measure, weights, kids, children } = self;
        kids.clear();
        let (state, hop) = tree.before(id);
        let state = match hop {
            None => Some(state),
            Some(hop) => game.step(&state, hop),
        };
        let mut met = None;
        if let Some(state) = state {
            look(game, measure, &state, tree.known(), children, |kid, features| {
                if met.is_none() {
                    met = others.get(&kid.key).map(|&other| Step::Met(id, kid.hop, other));
                }
                kids.push(Kid { value: value(features, weights), ..kid });
            });
        }
        tree.expand(id, kids);
        met.unwrap_or(Step::Grown)
    }

    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.measure.bytes()
    }
}

/// Shows every hop from `state` to a position that is not `known`, with its features.
pub(super) fn look<W: Side>(
    game: &mut Game<W>,
    measure: &mut Measure,
    state: &Boxes,
    known: &Keys,
    children: &mut Vec<Child>,
    mut show: impl FnMut(Kid, &Features),
) {
    let board = Arc::clone(&game.board);
    game.load(state);
    measure.load(&board, &state.boxes);
    children.clear();
    game.moves(known, children, |to_be| {
        let features = measure.after(&board, to_be);
        show(Kid { hop: to_be.hop, value: 0.0, key: to_be.key }, &features);
        0
    });
}
