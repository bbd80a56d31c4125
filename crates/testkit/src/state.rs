//! The rules of the game, played on the written level.
//!
//! A state is the cells of the boxes and the player. Nothing is packed, numbered or cached: every question
//! is answered from the text of the level, so that this file can be checked by reading it once.

use std::collections::BTreeSet;

use hakooshi_level::{Cell, Dir, Level, Tile};

/// Where the boxes and the player stand. Boxes beyond the player's walls are decoration and
/// never part of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The cells of the boxes, in ascending order.
    pub boxes: Vec<Cell>,
    /// The cell of the player.
    pub player: Cell,
}

impl State {
    /// A state from boxes in any order.
    pub fn new(mut boxes: Vec<Cell>, player: Cell) -> Self {
        boxes.sort_unstable();
        Self { boxes, player }
    }

    /// The state a level begins with.
    pub fn start(level: &Level) -> Self {
        let boxes = level.inside().filter(|&cell| level.tile(cell).is_box()).collect();
        Self::new(boxes, level.player())
    }

    /// Whether a box stands on `cell`.
    pub fn has_box(&self, cell: Cell) -> bool {
        self.boxes.contains(&cell)
    }

    /// Whether each box stands on a goal. There may be fewer boxes than goals.
    pub fn is_solved(&self, level: &Level) -> bool {
        self.boxes.iter().all(|&cell| level.tile(cell).is_goal())
    }

    /// Whether the state could be drawn on `level`: everything inside, nothing on top of
    /// anything else, boxes in order.
    pub fn fits(&self, level: &Level) -> bool {
        self.boxes.is_sorted_by(|a, b| a < b)
            && self.boxes.iter().all(|&cell| level.is_inside(cell))
            && self.is_free(level, self.player)
    }

    /// Whether `cell` is inside and holds no box.
    pub fn is_free(&self, level: &Level, cell: Cell) -> bool {
        level.is_inside(cell) && !self.has_box(cell)
    }

    /// The state after the player moves one cell, and whether that pushed a box; `None` when
    /// something is in the way.
    pub fn step(&self, level: &Level, dir: Dir) -> Option<(Self, bool)> {
        let to = self.player.step(dir)?;
        if self.is_free(level, to) {
            return Some((Self { boxes: self.boxes.clone(), player: to }, false));
        }
        if !self.has_box(to) {
            return None;
        }
        let beyond = to.step(dir).filter(|&cell| self.is_free(level, cell))?;
        Some((Self::new(self.with_box_moved(to, beyond), to), true))
    }

    /// The state after the player steps to `dir`, dragging along the box behind: a push taken
    /// back. `None` when there is no box behind or no room ahead.
    pub fn pull(&self, level: &Level, dir: Dir) -> Option<Self> {
        let from = self.player.step(dir.opposite()).filter(|&cell| self.has_box(cell))?;
        let to = self.player.step(dir).filter(|&cell| self.is_free(level, cell))?;
        Some(Self::new(self.with_box_moved(from, self.player), to))
    }

    /// Every cell the player can walk to without pushing, its own included.
    pub fn reach(&self, level: &Level) -> BTreeSet<Cell> {
        let mut reached = BTreeSet::from([self.player]);
        let mut waiting = vec![self.player];
        while let Some(cell) = waiting.pop() {
            for next in Dir::ALL.into_iter().filter_map(|dir| cell.step(dir)) {
                if self.is_free(level, next) && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        reached
    }

    /// The same boxes with the player on `player`.
    #[must_use]
    pub fn with_player(&self, player: Cell) -> Self {
        Self { boxes: self.boxes.clone(), player }
    }

    /// The level that begins with this state on the walls and goals of `level`. `None` when
    /// the state does not fit, or has fewer boxes than there are goals.
    pub fn as_level(&self, level: &Level) -> Option<Level> {
        if !self.fits(level) {
            return None;
        }
        let tile = |(at, tile): (usize, &Tile)| {
            let cell = Cell::new((at / level.width()) as u16, (at % level.width()) as u16);
            let goal = tile.is_goal();
            match cell {
                _ if !level.is_inside(cell) => *tile,
                _ if cell == self.player => Tile::PlayerOnFloor.with_goal(goal),
                _ if self.has_box(cell) => Tile::BoxOnFloor.with_goal(goal),
                _ => tile.emptied(),
            }
        };
        let tiles = level.tiles().iter().enumerate().map(tile).collect();
        Level::from_tiles(level.width(), tiles).ok()
    }

    fn with_box_moved(&self, from: Cell, to: Cell) -> Vec<Cell> {
        self.boxes.iter().map(|&cell| if cell == from { to } else { cell }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Level {
        text.parse().expect("the level in the test is valid")
    }

    #[test]
    fn decoration_is_no_part_of_the_start() {
        let level = level("#####  \n#@$.# $\n#####  \n");
        let start = State::start(&level);
        assert_eq!(start, State::new(vec![Cell::new(1, 2)], Cell::new(1, 1)));
        assert!(start.fits(&level) && !start.is_solved(&level));
    }

    #[test]
    fn steps_walk_push_and_stop() {
        let level = level("#######\n# @$ .#\n#  $ .#\n#######\n");
        let start = State::start(&level);
        let (pushed, was_push) = start.step(&level, Dir::Right).expect("room to push");
        assert!(was_push);
        assert_eq!(pushed.boxes, [Cell::new(1, 4), Cell::new(2, 3)]);
        assert_eq!(pushed.player, Cell::new(1, 3));
        assert_eq!(pushed.pull(&level, Dir::Left), Some(start.clone()));
        assert_eq!(start.step(&level, Dir::Up), None);
        let (walked, was_push) = start.step(&level, Dir::Left).expect("room to walk");
        assert!(!was_push && walked == start.with_player(Cell::new(1, 1)));
        assert_eq!(pushed.step(&level, Dir::Down), None, "a box against the wall stays");
        assert_eq!(start.reach(&level).len(), 4);
    }

    #[test]
    fn a_state_becomes_a_level_and_back() {
        let level = level("#####  \n#@$.# $\n#  *#  \n#####  \n");
        let state = State::new(vec![Cell::new(1, 1), Cell::new(1, 3)], Cell::new(2, 3));
        let drawn = state.as_level(&level).expect("as many boxes as goals");
        assert_eq!(drawn.to_string(), "#####\n#$ *# $\n#  +#\n#####\n");
        assert_eq!(State::start(&drawn), state);
        assert_eq!(State::new(vec![], Cell::new(2, 3)).as_level(&level), None);
    }

    #[test]
    fn states_that_cannot_be_drawn_do_not_fit() {
        let level = level("#####\n#@$.#\n#####\n");
        let (one, two) = (Cell::new(1, 1), Cell::new(1, 2));
        assert!(!State::new(vec![one], one).fits(&level), "player on a box");
        assert!(!State::new(vec![two, two], one).fits(&level), "box on a box");
        assert!(!State::new(vec![Cell::new(0, 0)], one).fits(&level), "box in a wall");
        assert!(State::new(vec![], one).fits(&level));
    }
}
