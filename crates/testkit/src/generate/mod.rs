//! Generates levels worth playing: plausible rooms and goal areas, with the boxes as far from the goals as
//! backward play can bring them.
//!
//! `rooms` draws an outline with goals, `backward` finds a distant state by pulls, `astar` solves the
//! result with the fewest pushes, and [`make`] keeps it only if it meets the [`Recipe`]. All work is limited
//! by counts and all randomness comes from one seed, so levels can be regenerated anywhere.

mod astar;
mod backward;
mod matching;
mod packed;
mod rooms;

use std::collections::BTreeSet;

use hakooshi_level::{Cell, Dir, Level, Tile};

pub use astar::{Solved, solve};
use packed::Grid;

use crate::{Rng, State};

/// What a made level must be like.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Most rows and columns between the outer walls.
    pub size: (usize, usize),
    /// Fewest and most rooms.
    pub rooms: (usize, usize),
    /// Fewest and most cells of floor.
    pub floor: (usize, usize),
    /// Fewest and most boxes.
    pub boxes: (usize, usize),
    /// Fewest and most pushes of the shortest solution.
    pub pushes: (u32, u32),
    /// Fewest times that solution turns from one box to another.
    pub changes: u32,
    /// Fewest and most nodes A* expands.
    pub expanded: (usize, usize),
    /// How many states of one depth backward play keeps.
    pub beam: usize,
    /// How many states backward play may look at.
    pub effort: usize,
}

/// A made level with its proof.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// A solution with fewest pushes.
    pub solved: Solved,
}

/// One attempt at a level to `recipe`; `None` when chance was against it.
pub fn make(rng: &mut Rng, recipe: &Recipe) -> Option<Made> {
    let plan = rooms::plan(rng, recipe)?;
    let grid = Grid::new(&plan.floor, &plan.goals)?;
    let records = backward::farthest(&grid, rng, recipe.beam, recipe.effort);
    // The farthest state may be too hard; those on the way there are milder.
    [4, 3, 2].into_iter().find_map(|quarters| {
        let far = *records.get((records.len() * quarters / 4).checked_sub(1)?)?;
        let region: Vec<Cell> = grid.cells_of(grid.reach(far.boxes, far.player)).collect();
        let player = *rng.pick(&region)?;
        let boxes: Vec<Cell> = grid.cells_of(far.boxes).collect();
        let level = draw(&plan, &State::new(boxes, player))?;
        let solved = solve(&level, recipe.expanded.1)?;
        fits(recipe, &level, &solved).then_some(Made { level, solved })
    })
}

fn fits(recipe: &Recipe, level: &Level, solved: &Solved) -> bool {
    within(solved.pushes, recipe.pushes)
        && solved.changes >= recipe.changes
        && within(solved.expanded, recipe.expanded)
        && solved.moved == level.boxes()
        && 4 * used(level, &solved.letters) >= 3 * level.inside().count()
}

/// How many cells the player or a box ever stands on: a level with idle rooms is a poor one.
fn used(level: &Level, letters: &str) -> usize {
    let mut state = State::start(level);
    let mut cells: BTreeSet<Cell> = state.boxes.iter().copied().collect();
    for dir in letters.bytes().filter_map(Dir::from_letter) {
        if let Some((next, _)) = state.step(level, dir) {
            state = next;
        }
        cells.insert(state.player);
    }
    cells.extend(state.boxes);
    cells.len()
}

fn within<T: PartialOrd + Copy>(value: T, (least, most): (T, T)) -> bool {
    least <= value && value <= most
}

/// Draws the plan with walls only where they touch floor, as people do.
fn draw(plan: &rooms::Plan, state: &State) -> Option<Level> {
    let rows = plan.floor.iter().map(|cell| cell.row).max()? + 2;
    let cols = plan.floor.iter().map(|cell| cell.col).max()? + 2;
    let tile = |cell: Cell| {
        let tile = if cell == state.player {
            Tile::PlayerOnFloor
        } else if state.has_box(cell) {
            Tile::BoxOnFloor
        } else if plan.floor.contains(&cell) || !plan.touches_floor(cell) {
            Tile::Floor
        } else {
            Tile::Wall
        };
        tile.with_goal(plan.goals.contains(&cell))
    };
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
    Level::from_tiles(usize::from(cols), cells.map(tile).collect()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Oracle, replay};

    const EASY: Recipe = Recipe {
        size: (6, 7),
        rooms: (2, 3),
        floor: (12, 24),
        boxes: (2, 3),
        pushes: (5, 60),
        changes: 1,
        expanded: (1, 5000),
        beam: 5000,
        effort: 20_000,
    };

    #[test]
    fn made_levels_keep_the_recipe_and_the_oracle_agrees() {
        let mut made = 0;
        for seed in 0..60 {
            let Some(Made { level, solved }) = make(&mut Rng::new(seed), &EASY) else { continue };
            made += 1;
            let cost = replay(&level, &solved.letters).expect("a solution");
            assert_eq!(cost.pushes, solved.pushes, "seed {seed}");
            assert!((2..=3).contains(&level.boxes()) && solved.pushes >= 5);
            assert!(level.inside().count() <= 24 && level.width() <= 9 && level.height() <= 8);
            let oracle = Oracle::new(&level, 1_000_000).expect("tiny");
            assert_eq!(oracle.pushes(&State::start(&level)), Some(solved.pushes), "seed {seed}");
        }
        assert!(made > 5, "only {made} of 60 came out");
    }

    #[test]
    fn the_seed_decides() {
        let text = |seed| make(&mut Rng::new(seed), &EASY).map(|made| made.level.to_string());
        assert!((0..20).all(|seed| text(seed) == text(seed)));
    }
}
