//! Random small levels: for proptest, which can shrink them, and from a plain seed.
//!
//! Both work the same way: a room of limited size, each cell walled with some probability, the player on
//! any cell (which is cleared), boxes and goals anywhere the player could walk. Such a level need not be
//! solvable, and that is intended: it contains the odd cases that drawn levels avoid.

use std::collections::BTreeSet;

use hakooshi_level::{Level, Tile};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::Rng;

/// Bounds of a random level.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Most rows between the outer walls; fewer than 1 counts as 1.
    pub max_rows: usize,
    /// Most columns between the outer walls; fewer than 2 counts as 2.
    pub max_cols: usize,
    /// Most boxes; fewer than 1 counts as 1.
    pub max_boxes: usize,
    /// How many of a hundred inner cells are walls.
    pub wall_percent: usize,
}

/// Up to 7 by 7 cells, 4 boxes, a fifth of the cells walled: too large for the oracle at
/// times, see [`Shape::TINY`].
impl Default for Shape {
    fn default() -> Self {
        Self { max_rows: 7, max_cols: 7, max_boxes: 4, wall_percent: 20 }
    }
}

impl Shape {
    /// Levels that the oracle solves in a moment: at most 5 by 5 cells and 3 boxes.
    pub const TINY: Self = Self { max_rows: 5, max_cols: 5, max_boxes: 3, wall_percent: 20 };
}

/// A strategy for levels within `shape`. Shrinks towards small rooms without walls, few boxes.
pub fn levels(shape: Shape) -> impl Strategy<Value = Level> {
    let rows = 1..=shape.max_rows.max(1);
    let cols = 2..=shape.max_cols.max(2);
    let walled = (shape.wall_percent.min(90) as f64) / 100.0;
    (rows, cols)
        .prop_flat_map(move |(rows, cols)| {
            let walls = vec(proptest::bool::weighted(walled), rows * cols);
            let pairs = vec(any::<(Index, Index)>(), 1..=shape.max_boxes.max(1));
            (Just(cols), walls, any::<Index>(), pairs)
        })
        .prop_filter_map("the player has no room", |(cols, walls, player, pairs)| {
            let player = player.index(walls.len());
            draw(cols, walls, player, &mut |left, at| {
                pairs.get(at / 2).map(|pair| {
                    let index = if at.is_multiple_of(2) { pair.0 } else { pair.1 };
                    index.index(left)
                })
            })
        })
}

/// A level within `shape`, decided by `rng`.
pub fn random_level(rng: &mut Rng, shape: Shape) -> Level {
    loop {
        let rows = rng.between(1, shape.max_rows);
        let cols = rng.between(2, shape.max_cols);
        let pairs = rng.between(1, shape.max_boxes);
        // At 100 percent no level would ever come out.
        let percent = shape.wall_percent.min(90);
        let walls = (0..rows * cols).map(|_| rng.chance(percent)).collect();
        let player = rng.below(rows * cols);
        let level =
            draw(cols, walls, player, &mut |left, at| (at < 2 * pairs).then(|| rng.below(left)));
        if let Some(level) = level {
            return level;
        }
    }
}

/// Draws the level. `choose(left, at)` makes the decision number `at`, one of `left` cells
/// for a box (even) or a goal (odd), until it answers `None` or the player's room is full.
fn draw(
    cols: usize,
    mut walls: Vec<bool>,
    player: usize,
    choose: &mut dyn FnMut(usize, usize) -> Option<usize>,
) -> Option<Level> {
    walls[player] = false;
    let region = region(cols, &walls, player);
    let mut for_boxes: Vec<usize> = region.iter().copied().filter(|&at| at != player).collect();
    let mut for_goals: Vec<usize> = region.into_iter().collect();
    let (mut boxes, mut goals) = (BTreeSet::new(), BTreeSet::new());
    while !for_boxes.is_empty() {
        let at = 2 * boxes.len();
        let Some(choice) = choose(for_boxes.len(), at) else { break };
        boxes.insert(for_boxes.swap_remove(choice));
        let choice = choose(for_goals.len(), at + 1)?;
        goals.insert(for_goals.swap_remove(choice));
    }
    let width = cols + 2;
    let mut tiles = vec![Tile::Wall; width];
    for (row, cells) in walls.chunks(cols).enumerate() {
        tiles.push(Tile::Wall);
        tiles.extend(cells.iter().enumerate().map(|(col, &wall)| {
            let at = row * cols + col;
            let tile = match () {
                () if wall => Tile::Wall,
                () if at == player => Tile::PlayerOnFloor,
                () if boxes.contains(&at) => Tile::BoxOnFloor,
                () => Tile::Floor,
            };
            tile.with_goal(goals.contains(&at))
        }));
        tiles.push(Tile::Wall);
    }
    tiles.extend(vec![Tile::Wall; width]);
    Level::from_tiles(width, tiles).ok()
}

fn region(cols: usize, walls: &[bool], start: usize) -> BTreeSet<usize> {
    let mut region = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(at) = waiting.pop() {
        let (row, col) = (at / cols, at % cols);
        let near = [
            (row > 0).then(|| at - cols),
            (at + cols < walls.len()).then_some(at + cols),
            (col > 0).then(|| at - 1),
            (col + 1 < cols).then_some(at + 1),
        ];
        for next in near.into_iter().flatten() {
            if !walls[next] && region.insert(next) {
                waiting.push(next);
            }
        }
    }
    region
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest! {
        #[test]
        fn strategy_keeps_its_bounds(level in levels(Shape::default())) {
            prop_assert!(level.width() <= 9 && level.height() <= 9);
            prop_assert!((1..=4).contains(&level.boxes()));
            prop_assert_eq!(&level.to_string().parse::<Level>().expect("written"), &level);
        }
    }

    #[test]
    fn seeded_levels_vary_and_repeat() {
        let many = |seed| {
            let mut rng = Rng::new(seed);
            (0..100).map(|_| random_level(&mut rng, Shape::default())).collect::<Vec<_>>()
        };
        assert_eq!(many(1), many(1));
        let levels = many(2);
        let boxes: BTreeSet<usize> = levels.iter().map(Level::boxes).collect();
        assert_eq!(boxes, BTreeSet::from([1, 2, 3, 4]));
        let texts: BTreeSet<String> = levels.iter().map(ToString::to_string).collect();
        assert!(texts.len() > 95, "only {} different levels", texts.len());
    }

    #[test]
    fn absurd_bounds_still_give_levels() {
        let shape = Shape { max_rows: 0, max_cols: 0, max_boxes: 0, wall_percent: 1000 };
        let level = random_level(&mut Rng::new(7), shape);
        assert_eq!((level.boxes(), level.width(), level.height()), (1, 4, 3));
    }
}
