//! A search by value in one direction of play.

use hakooshi_board::{BoxMove, Way};
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Context, Stop, Task};

use super::features::{ChildFeatures, Features, value};
use super::plan::LinePlan;
use super::tree::{Leaf, Tree};
use crate::play::Game;
use crate::scenes::Boxes;

/// The result of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expansion {
    /// These moves solve the level.
    Met(Vec<BoxMove>),
    /// The tree has grown.
    Grown,
    /// Nothing is left to expand.
    Exhausted,
}

/// The backward or the forward search.
pub(super) struct OneWaySearch<W: Way> {
    pub(super) tree: Tree,
    game: Game<W>,
    child_features: ChildFeatures,
    weights: Features,
    leaves: Vec<Leaf>,
}

impl<W: Way> OneWaySearch<W> {
    pub(super) fn new(spec: &SearchSpec, task: &Task, plan: LinePlan, weights: &Features) -> Self {
        let Task { board, start, .. } = task;
        let roots = Boxes::roots(task, W::DIRECTION);
        let boxes = start.boxes().len();
        let mut game = Game::new(spec, task);
        for root in &roots {
            game.link.root(root.key(board), root.player);
        }
        game.link.flush();
        let keyed = roots.into_iter().map(|root| (root.clone(), root.key(board)));
        Self {
            tree: Tree::new(keyed.collect(), boxes as u32 + 1),
            game,
            child_features: ChildFeatures::new(board, boxes, plan),
            weights: *weights,
            leaves: Vec::new(),
        }
    }

    /// Expands the leaf that the tree chooses.
    pub(super) fn advance(&mut self, context: &mut Context<'_>) -> Result<Expansion, Stop> {
        self.game.prepare(context)?;
        let Some(id) = self.tree.choose() else { return Ok(Expansion::Exhausted) };
        let Self { tree, game, child_features, weights, leaves } = self;
        leaves.clear();
        let (state, moved) = tree.before(id);
        let state = match moved {
            None => Some(state),
            Some(moved) => game.step(&state, moved),
        };
        game.link.met = None;
        if let Some(state) = state {
            context.show(W::DIRECTION, &state.boxes, state.player);
            game.load(&state);
            child_features.load(&state.boxes);
            game.moves(tree.known(), |candidate| {
                let value = value(&child_features.after(candidate), weights);
                leaves.push(Leaf { moved: candidate.moved, value, key: candidate.key });
            });
        }
        context.look()?;
        tree.expand(id, leaves, || context.look())?;
        let line = game.link.line(|| {
            let (root, moves) = tree.trail(id);
            (moves, root.player)
        });
        Ok(line.map_or(Expansion::Grown, Expansion::Met))
    }

    /// Publishes the positions reached to the shared frontier.
    pub(super) fn flush(&mut self) {
        self.game.link.flush();
    }

    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.child_features.bytes() + self.game.bytes()
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Pulling, Pushing, compile};
    use hakooshi_level::Level;
    use hakooshi_search::frontier::pushes_of;
    use hakooshi_search::{Budget, Objective, Silent};

    use super::*;
    use crate::value::LEARNED;

    #[test]
    fn a_search_ends_when_it_meets_the_other_or_has_no_leaf_left() {
        let level: Level = "########\n#@ $ . #\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let spec = SearchSpec::parse("value", Objective::Any, &crate::REGISTRY).expect("a spec");
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let plan = LinePlan::default;
        let mut alone = OneWaySearch::<Pushing>::new(&spec, &task, plan(), &LEARNED.forward);
        let mut expansions = 0;
        while alone.advance(&mut context) == Ok(Expansion::Grown) {
            expansions += 1;
        }
        // The box on each square from its start to the goal; nobody has come from the other end.
        assert_eq!((expansions, alone.tree.size()), (3, 3));
        assert_eq!(alone.advance(&mut context), Ok(Expansion::Exhausted));
        alone.flush();
        let mut back = OneWaySearch::<Pulling>::new(&spec, &task, plan(), &LEARNED.backward);
        let Ok(Expansion::Met(moves)) = back.advance(&mut context) else { panic!("no meeting") };
        assert!(pushes_of(&board, &start, &moves).is_some_and(|pushes| pushes.len() == 2));
    }
}
