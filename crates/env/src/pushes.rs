//! The same games one push at a time: the player walks to the box by itself.
//!
//! Action 4 × square + direction pushes the box on that square (row × width + column) up, down,
//! left or right (0 to 3). Which pushes can be made is a mask, one byte for each action; a push
//! that cannot be made costs a step and changes nothing.

use hakooshi_level::Dir;

use crate::batch::{Outputs, StepError, check};
use crate::pool::{BOX, GOAL, PLAYER, WALL};
use crate::view::{Blank, Flat, Paint, Tiled};
use crate::{Batch, View};

/// The squares that the player can walk to.
#[derive(Debug)]
struct Reach {
    stack: Vec<usize>,
    seen: Vec<bool>,
}

impl Reach {
    fn new(stride: usize) -> Self {
        Self { stack: Vec::with_capacity(stride), seen: vec![false; stride] }
    }

    /// Fills the region of `player` in `cells`.
    fn fill(&mut self, cells: &[u8], player: usize, around: [isize; 4]) {
        self.seen.fill(false);
        self.seen[player] = true;
        self.stack.push(player);
        while let Some(square) = self.stack.pop() {
            for by in around {
                let next = square.wrapping_add_signed(by);
                if cells[next] & (WALL | BOX) == 0 && !self.seen[next] {
                    self.seen[next] = true;
                    self.stack.push(next);
                }
            }
        }
    }
}

impl Batch {
    /// How many pushes there are to choose from: four for each square of the grid.
    pub fn push_actions(&self) -> usize {
        4 * self.pool.width() * self.pool.height()
    }

    /// By how much each direction changes a square.
    fn around(&self) -> [isize; 4] {
        let width = self.pool.width().cast_signed();
        let around = [-width, width, -1, 1];
        debug_assert_eq!(Dir::ALL.map(Dir::index), [0, 1, 2, 3]);
        around
    }

    /// Writes which pushes can be made: [`Batch::push_actions`] values for each game.
    pub fn push_masks(&self, masks: &mut [bool]) -> Result<(), StepError> {
        let actions = self.push_actions();
        check("masks", self.len() * actions, masks.len())?;
        let (width, stride, around) = (self.pool.width(), self.pool.stride(), self.around());
        let mut reach = Reach::new(stride);
        for (number, mask) in masks.chunks_exact_mut(actions).enumerate() {
            mask.fill(false);
            let cells = &self.cells[number * stride..][..stride];
            reach.fill(cells, usize::from(self.games[number].player), around);
            for square in (width..stride - width).filter(|&square| cells[square] & BOX != 0) {
                for (dir, &by) in around.iter().enumerate() {
                    let behind = square.wrapping_add_signed(-by);
                    let ahead = square.wrapping_add_signed(by);
                    mask[4 * (square - width) + dir] =
                        reach.seen[behind] && cells[ahead] & (WALL | BOX) == 0;
                }
            }
        }
        Ok(())
    }

    /// Makes one push in every game.
    pub fn step_pushes(&mut self, actions: &[i64], out: &mut Outputs<'_>) -> Result<(), StepError> {
        check("actions", self.len(), actions.len())?;
        self.check(out)?;
        let count = self.push_actions();
        let is_known = |action: &i64| usize::try_from(*action).is_ok_and(|it| it < count);
        if let Some(game) = actions.iter().position(|action| !is_known(action)) {
            return Err(StepError::Action { action: actions[game], game, last: count - 1 });
        }
        let width = self.pool.width();
        let view = std::mem::take(&mut self.config.view);
        self.clear_ended();
        match &view {
            View::Nothing => self.push_all(actions, out, &Blank),
            View::Cells => self.push_all(actions, out, &Flat::cells(width)),
            View::Symbols => self.push_all(actions, out, &Flat::symbols(width)),
            View::Tiny => self.push_all(actions, out, &Flat::tiny(width)),
            View::Picture(tiles) => self.push_all(actions, out, &Tiled { width, tiles }),
        }
        self.config.view = view;
        Ok(())
    }

    fn push_all<P: Paint>(&mut self, actions: &[i64], out: &mut Outputs<'_>, painter: &P) {
        let (width, stride, around) = (self.pool.width(), self.pool.stride(), self.around());
        let rules = self.rules(out);
        let mut reach = Reach::new(stride);
        for (number, &action) in actions.iter().enumerate() {
            if self.games[number].ended {
                self.begin_instead(number, out, &rules, painter);
                continue;
            }
            let (square, by) = (width + action as usize / 4, around[action as usize % 4]);
            let cells = &mut self.cells[number * stride..][..stride];
            let player = usize::from(self.games[number].player);
            let (mut left, mut came) = (0, 0);
            // Only squares with a box are looked at further: they are never at the edge.
            if cells[square] & BOX != 0 {
                let behind = square.wrapping_add_signed(-by);
                let ahead = square.wrapping_add_signed(by);
                reach.fill(cells, player, around);
                if reach.seen[behind] && cells[ahead] & (WALL | BOX) == 0 {
                    cells[player] ^= PLAYER;
                    cells[square] ^= BOX | PLAYER;
                    cells[ahead] ^= BOX;
                    (left, came) = ((cells[square] / GOAL) & 1, (cells[ahead] / GOAL) & 1);
                    self.games[number].player = square as u16;
                    let frame = &mut out.frames[number * rules.bytes..][..rules.bytes];
                    for changed in [player, square, ahead] {
                        painter.paint(frame, changed, cells[changed]);
                    }
                }
            }
            self.settle(number, left, came, out, &rules, painter);
        }
    }
}
