//! Random small levels of many shapes: open rooms, corridors, rooms joined by a door, crowded
//! corners, with boxes that nobody can reach drawn beside them.
//!
//! [`random_level`] spreads walls and boxes evenly, so what needs a certain arrangement, such as a
//! corral or a tunnel, hardly ever comes about; here each shape is drawn on purpose.

use hakooshi_level::{Level, Tile};
use hakooshi_testkit::Rng;
use hakooshi_testkit::strategies::{Shape, random_level};

/// A level of some shape.
pub(super) fn draw(rng: &mut Rng) -> Level {
    loop {
        let level = match rng.below(6) {
            0 => {
                let wall_percent = rng.below(45);
                Some(random_level(rng, Shape { wall_percent, ..Shape::TINY }))
            }
            1 => Some(random_level(rng, Shape { max_boxes: 2, ..Shape::default() })),
            2 => furnished(rng, Grid::corridors),
            3 => furnished(rng, Grid::rooms),
            4 => furnished(rng, Grid::hall),
            _ => furnished(rng, Grid::closets),
        };
        let level = level.map(|level| if rng.chance(15) { decorated(rng, &level) } else { level });
        // A level that is solved already has little to say.
        if let Some(level) = level.filter(|level| !level.is_solved() || rng.chance(5)) {
            return level;
        }
    }
}

/// Cells between the outer walls; true for floor.
struct Grid {
    cols: usize,
    floor: Vec<bool>,
}

impl Grid {
    fn new(rng: &mut Rng, floor: bool) -> Self {
        let (rows, cols) = (rng.between(3, 6), rng.between(3, 7));
        Self { cols, floor: vec![floor; rows * cols] }
    }

    fn rows(&self) -> usize {
        self.floor.len() / self.cols
    }

    /// Ways of width one, dug by walks that seldom turn.
    fn corridors(rng: &mut Rng) -> Self {
        let mut grid = Self::new(rng, false);
        let (rows, cols) = (grid.rows(), grid.cols);
        let (mut row, mut col) = (rng.below(rows), rng.below(cols));
        let (mut across, mut forward) = (rng.chance(50), rng.chance(50));
        for _ in 0..rng.between(8, 30) {
            grid.floor[row * cols + col] = true;
            if rng.chance(35) {
                (across, forward) = (rng.chance(50), rng.chance(50));
            }
            let (at, most) = if across { (&mut col, cols) } else { (&mut row, rows) };
            *at = if forward { (*at + 1).min(most - 1) } else { at.saturating_sub(1) };
        }
        grid
    }

    /// Two rooms that a door or two join.
    fn rooms(rng: &mut Rng) -> Self {
        let mut grid = Self::new(rng, true);
        let (rows, cols) = (grid.rows(), grid.cols);
        let wall = rng.between(1, cols - 2);
        let doors = [rng.below(rows), rng.below(rows)];
        for row in (0..rows).filter(|row| !doors.contains(row)) {
            grid.floor[row * cols + wall] = false;
        }
        grid
    }

    /// An open hall with a pillar or two.
    fn hall(rng: &mut Rng) -> Self {
        let mut grid = Self::new(rng, true);
        for _ in 0..rng.below(3) {
            let at = rng.below(grid.floor.len());
            grid.floor[at] = false;
        }
        grid
    }

    /// A hall with niches one cell deep along its upper side.
    fn closets(rng: &mut Rng) -> Self {
        let mut grid = Self::new(rng, true);
        for col in 0..grid.cols {
            grid.floor[col] = rng.chance(40);
        }
        grid
    }
}

/// A level on a grid: boxes and goals spread out, in heaps, or boxes on goals already.
fn furnished(rng: &mut Rng, draw: fn(&mut Rng) -> Grid) -> Option<Level> {
    let grid = draw(rng);
    let mut cells: Vec<usize> = (0..grid.floor.len()).filter(|&at| grid.floor[at]).collect();
    rng.shuffle(&mut cells);
    let boxes = rng.between(1, if cells.len() > 24 { 2 } else { 3 });
    let player = cells.pop()?;
    if cells.len() < boxes {
        return None;
    }
    let heap = |rng: &mut Rng, cells: &[usize]| -> Vec<usize> {
        let mut near = cells.to_vec();
        if rng.chance(50) {
            let centre = near[0];
            let far = |at: usize| {
                (at / grid.cols).abs_diff(centre / grid.cols)
                    + (at % grid.cols).abs_diff(centre % grid.cols)
            };
            near.sort_by_key(|&at| far(at));
        } else {
            rng.shuffle(&mut near);
        }
        near[..boxes].to_vec()
    };
    let (full, mut goals) = (heap(rng, &cells), heap(rng, &cells));
    // Boxes that are home already may have to leave again.
    if rng.chance(30) && !goals.contains(&full[0]) {
        goals[0] = full[0];
    }
    let width = grid.cols + 2;
    let mut tiles = vec![Tile::Wall; width * (grid.rows() + 2)];
    for (at, _) in grid.floor.iter().enumerate().filter(|(_, floor)| **floor) {
        let tile = match () {
            () if at == player => Tile::PlayerOnFloor,
            () if full.contains(&at) => Tile::BoxOnFloor,
            () => Tile::Floor,
        };
        tiles[(at / grid.cols + 1) * width + at % grid.cols + 1] =
            tile.with_goal(goals.contains(&at));
    }
    Level::from_tiles(width, tiles).ok()
}

/// The same with a walled-off part beside it, which has boxes and goals of its own.
fn decorated(rng: &mut Rng, level: &Level) -> Level {
    const DECOR: [Tile; 5] =
        [Tile::Floor, Tile::Goal, Tile::BoxOnFloor, Tile::BoxOnGoal, Tile::Wall];
    let (width, extra) = (level.width(), rng.between(1, 2));
    let rows = level.height();
    let mut tiles = Vec::with_capacity(rows * (width + extra + 1));
    for (row, cells) in level.rows().enumerate() {
        tiles.extend_from_slice(cells);
        let inner = row > 0 && row + 1 < rows;
        tiles.extend((0..extra).map(|_| if inner { DECOR[rng.below(5)] } else { Tile::Wall }));
        tiles.push(Tile::Wall);
    }
    Level::from_tiles(width + extra + 1, tiles).unwrap_or_else(|_| level.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn shapes_vary_and_repeat() {
        let many = |seed| {
            let mut rng = Rng::new(seed);
            (0..300).map(|_| draw(&mut rng).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(many(3), many(3));
        let texts: BTreeSet<String> = many(4).into_iter().collect();
        assert!(texts.len() > 280, "only {} different levels", texts.len());
    }
}
