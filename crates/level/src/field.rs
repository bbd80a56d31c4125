//! Boxes and player on the written grid while moves are replayed.
//!
//! This is the verifier's own implementation of the rules; it shares no code with the search crates. It
//! works on indices of the level's tiles. The player is always inside, inside cells are never at the edge
//! of the grid, and every neighbour of an inside cell is inside or a wall, so no index leaves the grid.

use std::collections::VecDeque;

use thiserror::Error;

use crate::{Cell, Dir, Level, Moves, Step};

/// Why a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The player would walk into a wall.
    #[error("a wall is in the way")]
    Wall,
    /// The box ahead has a wall behind it.
    #[error("the box ahead is blocked by a wall")]
    BoxAtWall,
    /// The box ahead has a box behind it.
    #[error("the box ahead is blocked by another box")]
    BoxAtBox,
    /// An upper-case letter with no box ahead.
    #[error("it is written as a push but there is no box to push")]
    NoBoxToPush,
    /// A lower-case letter that moves a box, in moves that have upper-case letters elsewhere.
    #[error("it pushes a box but is written as a walk")]
    PushWrittenAsWalk,
    /// In a reverse game a box cannot be pushed away.
    #[error("a box is in the way, and a reverse game only pulls")]
    BoxInReverse,
    /// An upper-case letter of a reverse game with no box behind the player.
    #[error("it is written as a pull but there is no box to pull")]
    NoBoxToPull,
}

/// Where a pushed box came from and where it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The state of play.
pub(crate) struct Field<'a> {
    level: &'a Level,
    boxes: Vec<bool>,
    pub(crate) player: usize,
    /// Boxes that do not stand on a goal.
    pub(crate) off_goal: usize,
}

impl<'a> Field<'a> {
    /// The level as it starts.
    pub(crate) fn start(level: &'a Level) -> Self {
        Self::with_boxes(level, |cell| level.tile(cell).is_box())
    }

    /// The level as it ends: a box on every goal. The player is where the level starts him,
    /// even if that is now inside a box.
    pub(crate) fn solved(level: &'a Level) -> Self {
        Self::with_boxes(level, |cell| level.tile(cell).is_goal())
    }

    fn with_boxes(level: &'a Level, has_box: impl Fn(Cell) -> bool) -> Self {
        let mut boxes = vec![false; level.tiles().len()];
        let mut off_goal = 0;
        for cell in level.inside().filter(|&cell| has_box(cell)) {
            boxes[index(level, cell)] = true;
            off_goal += usize::from(!level.tile(cell).is_goal());
        }
        Self { level, boxes, player: index(level, level.player()), off_goal }
    }

    pub(crate) fn cell(&self, index: usize) -> Cell {
        let width = self.level.width();
        Cell::new((index / width) as u16, (index % width) as u16)
    }

    /// The index of `cell` if the player can stand there now.
    pub(crate) fn free(&self, cell: Cell) -> Option<usize> {
        let place = self.level.is_inside(cell).then(|| index(self.level, cell))?;
        (!self.boxes[place]).then_some(place)
    }

    /// The cells with boxes, row by row.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = Cell> {
        (0..self.boxes.len()).filter(|&place| self.boxes[place]).map(|place| self.cell(place))
    }

    fn next(&self, place: usize, dir: Dir) -> usize {
        let width = self.level.width();
        match dir {
            Dir::Up => place - width,
            Dir::Down => place + width,
            Dir::Left => place - 1,
            Dir::Right => place + 1,
        }
    }

    fn is_wall(&self, place: usize) -> bool {
        self.level.tiles()[place].is_wall()
    }

    fn shift_box(&mut self, from: usize, to: usize) -> Shift {
        let off_goal = |place: usize| usize::from(!self.level.tiles()[place].is_goal());
        self.off_goal = self.off_goal - off_goal(from) + off_goal(to);
        self.boxes[from] = false;
        self.boxes[to] = true;
        Shift { from, to }
    }

    /// Walks one cell, pushing the box that is there. On an error nothing has changed.
    pub(crate) fn step(&mut self, dir: Dir) -> Result<Option<Shift>, Obstacle> {
        let ahead = self.next(self.player, dir);
        if self.is_wall(ahead) {
            return Err(Obstacle::Wall);
        }
        if !self.boxes[ahead] {
            self.player = ahead;
            return Ok(None);
        }
        let beyond = self.next(ahead, dir);
        if self.is_wall(beyond) {
            return Err(Obstacle::BoxAtWall);
        }
        if self.boxes[beyond] {
            return Err(Obstacle::BoxAtBox);
        }
        self.player = ahead;
        Ok(Some(self.shift_box(ahead, beyond)))
    }

    /// Plays one step of a reverse game: the box behind the player comes along if the step
    /// says so. On an error nothing has changed.
    pub(crate) fn step_back(&mut self, step: Step) -> Result<(), Obstacle> {
        let here = self.player;
        let ahead = self.next(here, step.dir);
        if self.is_wall(ahead) {
            return Err(Obstacle::Wall);
        }
        if self.boxes[ahead] {
            return Err(Obstacle::BoxInReverse);
        }
        if step.push {
            let behind = self.next(here, step.dir.opposite());
            if !self.boxes[behind] {
                return Err(Obstacle::NoBoxToPull);
            }
            self.shift_box(behind, here);
        }
        self.player = ahead;
        Ok(())
    }

    /// A shortest walk between two free cells that pushes nothing, or `None` if there is none.
    pub(crate) fn walk(&self, from: usize, to: usize) -> Option<Moves> {
        let mut came_by = vec![None; self.boxes.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            if place == to {
                break;
            }
            for dir in Dir::ALL {
                let next = self.next(place, dir);
                let closed = self.is_wall(next) || self.boxes[next] || came_by[next].is_some();
                if !closed && next != from {
                    came_by[next] = Some(dir);
                    queue.push_back(next);
                }
            }
        }
        let mut dirs = Vec::new();
        let mut place = to;
        while place != from {
            let dir: Dir = came_by[place]?;
            dirs.push(dir);
            place = self.next(place, dir.opposite());
        }
        Some(dirs.into_iter().rev().map(|dir| Step { dir, push: false }).collect())
    }
}

fn index(level: &Level, cell: Cell) -> usize {
    usize::from(cell.row) * level.width() + usize::from(cell.col)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: &str = "#######\n#@ $ .#\n# $#. #\n#######\n";

    #[test]
    fn a_walk_goes_round_boxes_or_not_at_all() {
        let level: Level = ROOM.parse().expect("a level");
        let field = Field::start(&level);
        let to = |row, col| index(&level, Cell::new(row, col));
        assert_eq!(field.walk(to(2, 1), to(1, 2)).map(|walk| walk.to_string()), Some("ur".into()));
        assert_eq!(field.walk(to(1, 1), to(1, 1)).map(|walk| walk.len()), Some(0));
        assert_eq!(field.walk(to(1, 1), to(1, 5)), None);
    }

    #[test]
    fn a_push_and_the_pull_that_undoes_it() {
        let level: Level = ROOM.parse().expect("a level");
        let mut field = Field::start(&level);
        assert_eq!(field.step(Dir::Right), Ok(None));
        assert_eq!(field.step(Dir::Right), Ok(Some(Shift { from: 10, to: 11 })));
        assert_eq!(field.step_back(Step { dir: Dir::Left, push: true }), Ok(()));
        assert_eq!(field.boxes().collect::<Vec<_>>(), [Cell::new(1, 3), Cell::new(2, 2)]);
        assert_eq!((field.cell(field.player), field.off_goal), (Cell::new(1, 2), 2));
        let back = |dir, push| Step { dir, push };
        assert_eq!(field.step_back(back(Dir::Down, false)), Err(Obstacle::BoxInReverse));
        assert_eq!(field.step_back(back(Dir::Up, true)), Err(Obstacle::Wall));
        assert_eq!(field.step_back(back(Dir::Left, true)), Ok(()));
        assert_eq!(field.step_back(back(Dir::Down, true)), Err(Obstacle::NoBoxToPull));
    }
}
