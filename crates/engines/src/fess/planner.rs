//! The backward half: plays the level backwards until the board is empty, which gives a packing
//! plan.

use hakooshi_board::{Position, SquareSet};
use hakooshi_search::{Context, Cost, Stop, Task};

use super::empty_board::{self, EmptyBoardGame, Style};
use super::plan::FillPlan;
use crate::scenes::{Cells, Progress, Tree};

/// Moves the search may try before the best plan so far is used. On XSokoban and the sample of the
/// Large Test Suite nearly every plan is found within a few hundred.
const MOST_PLANNING: usize = 4000;

/// The search for a packing plan.
pub(super) struct Planner {
    style: Style,
    /// The game and its tree, once they are built.
    search: Option<Box<(EmptyBoardGame, Tree<EmptyBoardGame>)>>,
    tried: usize,
}

impl Planner {
    pub(super) fn new(style: Style) -> Self {
        Self { style, search: None, tried: 0 }
    }

    /// One expansion; the plan for play from `start` once it is found. With it the planner is done.
    pub(super) fn step(
        &mut self,
        task: &Task,
        start: &Position,
        live: &SquareSet,
        context: &mut Context<'_>,
    ) -> Result<Option<FillPlan>, Stop> {
        let Some(search) = &mut self.search else {
            task.between(context)?;
            self.search = self.begin(task, start, live, context)?.map(Box::new);
            return Ok(None);
        };
        let (game, tree) = &mut **search;
        self.tried += 1;
        let left = empty_board::boxes_left(tree.rank(tree.best()));
        context.expand(Cost::new(left, 0), tree.open())?;
        game.prepare(context);
        let progress = tree.advance(game);
        context.look()?;
        let is_done = match progress {
            Progress::New(id) => EmptyBoardGame::is_done(tree.state(id)),
            Progress::Barren => false,
            Progress::Exhausted => true,
        };
        if !is_done && self.tried < MOST_PLANNING {
            return Ok(None);
        }
        let best = tree.best();
        let (root, mut moves) = tree.trail(best);
        if EmptyBoardGame::is_done(tree.state(best)) {
            game.straighten(tree.state(root), &mut moves);
        }
        context.look()?;
        let plan = FillPlan::new(&task.board, live, &tree.state(best).boxes, &moves);
        context.look()?;
        self.search = None;
        Ok(Some(plan))
    }

    /// The game and its roots; `None` if the time was up.
    fn begin(
        &self,
        task: &Task,
        start: &Position,
        live: &SquareSet,
        context: &mut Context<'_>,
    ) -> Result<Option<(EmptyBoardGame, Tree<EmptyBoardGame>)>, Stop> {
        let mut looked = Ok(());
        let game = EmptyBoardGame::new(task, start, live, self.style, || {
            looked = context.look();
            looked.is_ok()
        });
        looked?;
        let Some(mut game) = game else { return Ok(None) };
        game.prepare(context);
        let mut tree = Tree::new(Box::new(Cells::default()));
        for (root, rank) in game.roots() {
            tree.add_root(&mut game, root, rank);
            context.look()?;
        }
        Ok(Some((game, tree)))
    }

    pub(super) fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.1.bytes())
    }
}
