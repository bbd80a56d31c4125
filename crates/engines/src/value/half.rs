//! One direction of play, searched by value.

use std::sync::Arc;

use super::features::{Features, Measure, value};
use super::plan::Plan;
use super::tree::{Kid, Tree};
use crate::Case;
use crate::cells::{Boxes, Child, Hop, Keys};
use crate::play::{Game, Side};

/// What an expansion brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This line of play solves the level.
    Met(Vec<Hop>),
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
    pub(super) fn new(case: &Case, plan: Plan, weights: &Features) -> Self {
        let Case { board, start, .. } = case;
        let roots = W::roots(board, start);
        let boxes = start.boxes().len();
        let mut game = Game::new(case);
        for root in &roots {
            game.scout.root(root.key(board), root.player);
        }
        game.scout.hand_in();
        let keyed = roots.into_iter().map(|root| (root.clone(), root.key(board)));
        Self {
            tree: Tree::new(keyed.collect(), boxes as u32 + 1),
            game,
            measure: Measure::new(board, boxes, plan),
            weights: *weights,
            kids: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Expands the most promising leaf, or another.
    pub(super) fn advance(&mut self) -> Step {
        let Some(id) = self.tree.choose() else { return Step::Exhausted };
        let Self { tree, game, measure, weights, kids, children } = self;
        kids.clear();
        let (state, hop) = tree.before(id);
        let state = match hop {
            None => Some(state),
            Some(hop) => game.step(&state, hop),
        };
        game.scout.met = None;
        if let Some(state) = state {
            look(game, measure, &state, tree.known(), children, |kid, features| {
                kids.push(Kid { value: value(features, weights), ..kid });
            });
        }
        tree.expand(id, kids);
        let line = game.scout.line(|| {
            let (root, hops) = tree.trail(id);
            (hops, root.player)
        });
        line.map_or(Step::Grown, Step::Met)
    }

    /// Makes known to other searches what this one has reached.
    pub(super) fn hand_in(&mut self) {
        self.game.scout.hand_in();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.measure.bytes() + self.game.bytes()
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
