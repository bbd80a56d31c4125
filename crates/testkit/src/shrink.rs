//! Shrinks a failing level and saves it.
//!
//! Greedy reduction: try every simpler neighbour of the level (one box and goal less, one row or column
//! less, a cell walled off, decoration removed, a box put on a goal, the player elsewhere) and restart from
//! the first that still fails; stop when none does. Each accepted change reduces `weight`, so this ends;
//! the result is a local minimum.

use std::io;
use std::path::{Path, PathBuf};

use hakooshi_level::{Cell, Level, Tile};

/// The smallest level reached from `level` by single simplifications for which `still_fails`
/// holds. `level` itself is taken to fail.
pub fn shrink(level: &Level, mut still_fails: impl FnMut(&Level) -> bool) -> Level {
    let mut smallest = level.clone();
    loop {
        let smaller = simpler(&smallest).find(|candidate| still_fails(candidate));
        match smaller {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}

/// Writes `level` to `NAME.xsb` in `directory`, headed by what went wrong and the seed that
/// found it. The name may hold letters, digits, `-` and `_` only.
pub fn keep(
    directory: &Path,
    name: &str,
    level: &Level,
    cause: &str,
    seed: u64,
) -> io::Result<PathBuf> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("bad name {name:?}")));
    }
    let cause = cause.split_whitespace().collect::<Vec<_>>().join(" ");
    let path = directory.join(format!("{name}.xsb"));
    std::fs::create_dir_all(directory)?;
    std::fs::write(&path, format!("; Cause: {cause}\n; Seed: {seed}\n; {name}\n{level}"))?;
    Ok(path)
}

/// All valid levels one simplification away, the boldest first.
fn simpler(level: &Level) -> impl Iterator<Item = Level> {
    let bound = weight(level);
    drop_pairs(level)
        .chain(drop_lines(level))
        .chain(change_cells(level))
        .filter(move |candidate| weight(candidate) < bound)
}

/// What shrinking lessens, most important first: boxes, cells inside, grid, things drawn
/// outside, boxes off goal, and the player's distance from the top left in reading order.
fn weight(level: &Level) -> [usize; 6] {
    let cells =
        || (0..level.height()).flat_map(|row| (0..level.width()).map(move |c| cell(row, c)));
    let outside = cells().filter(|&at| !level.is_inside(at));
    let player = level.player();
    [
        level.boxes(),
        level.inside().count(),
        level.tiles().len(),
        outside.filter(|&at| !matches!(level.tile(at), Tile::Wall | Tile::Floor)).count(),
        level.inside().filter(|&at| level.tile(at) == Tile::BoxOnFloor).count(),
        level.inside().position(|at| at == player).unwrap_or(0),
    ]
}

fn drop_pairs(level: &Level) -> impl Iterator<Item = Level> {
    let with = |test: fn(Tile) -> bool| -> Vec<Cell> {
        level.inside().filter(|&at| test(level.tile(at))).collect()
    };
    let (boxes, goals) = (with(Tile::is_box), with(Tile::is_goal));
    boxes
        .into_iter()
        .flat_map(move |box_cell| goals.clone().into_iter().map(move |g| (box_cell, g)))
        .filter_map(|(box_cell, goal)| {
            edit(level, |at, tile| {
                let tile = if at == box_cell { tile.emptied() } else { tile };
                tile.with_goal(tile.is_goal() && at != goal)
            })
        })
}

/// The level without one row or one column.
fn drop_lines(level: &Level) -> impl Iterator<Item = Level> {
    let (width, height) = (level.width(), level.height());
    let rows = (0..height).filter_map(move |gone| {
        let rows = level.rows().enumerate().filter(|&(row, _)| row != gone);
        Level::from_tiles(width, rows.flat_map(|(_, tiles)| tiles.to_vec()).collect()).ok()
    });
    let cols = (0..width).filter_map(move |gone| {
        let tiles = level.tiles().iter().enumerate().filter(|&(at, _)| at % width != gone);
        Level::from_tiles(width - 1, tiles.map(|(_, &tile)| tile).collect()).ok()
    });
    rows.chain(cols)
}

/// The level with one cell walled off or, outside, cleared; with one box carried to one goal;
/// or with the player carried to one cell.
fn change_cells(level: &Level) -> impl Iterator<Item = Level> {
    let cells =
        move || (0..level.height()).flat_map(|row| (0..level.width()).map(move |c| cell(row, c)));
    let walled = cells()
        .filter(|&at| matches!(level.tile(at), Tile::Floor) && level.is_inside(at))
        .filter_map(|target| edit(level, |at, tile| if at == target { Tile::Wall } else { tile }));
    let cleared = cells()
        .filter(|&at| !level.is_inside(at) && !level.tile(at).is_wall())
        .filter_map(|target| edit(level, |at, tile| if at == target { Tile::Floor } else { tile }));
    let carried = level
        .inside()
        .filter(|&from| level.tile(from) == Tile::BoxOnFloor)
        .flat_map(move |from| {
            level.inside().filter(|&to| level.tile(to) == Tile::Goal).map(move |to| (from, to))
        })
        .filter_map(|(from, to)| {
            edit(level, |at, tile| match () {
                () if at == from => Tile::Floor,
                () if at == to => Tile::BoxOnGoal,
                () => tile,
            })
        });
    let moved = level
        .inside()
        .filter(|&to| matches!(level.tile(to), Tile::Floor | Tile::Goal))
        .filter_map(|to| {
            edit(level, |at, tile| match () {
                () if at == level.player() => tile.emptied(),
                () if at == to => Tile::PlayerOnFloor.with_goal(tile.is_goal()),
                () => tile,
            })
        });
    walled.chain(cleared).chain(carried).chain(moved)
}

fn cell(row: usize, col: usize) -> Cell {
    Cell::new(row as u16, col as u16)
}

fn edit(level: &Level, change: impl Fn(Cell, Tile) -> Tile) -> Option<Level> {
    let width = level.width();
    let tiles = level
        .tiles()
        .iter()
        .enumerate()
        .map(|(at, &tile)| change(cell(at / width, at % width), tile))
        .collect();
    Level::from_tiles(width, tiles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::read;
    use crate::strategies::{Shape, random_level};
    use crate::{Oracle, Rng, State};

    #[test]
    fn a_level_that_always_fails_shrinks_to_almost_nothing() {
        let level: Level =
            "  ########\n  #   .  #  $\n###  #####\n# $  $ . #\n#   @    #\n##########\n"
                .parse()
                .expect("valid");
        let smallest = shrink(&level, |_| true);
        assert_eq!(smallest.to_string(), "####\n#@*#\n####\n");
    }

    #[test]
    fn the_property_survives_and_nothing_can_be_taken_away() {
        let unsolvable = |level: &Level| {
            Oracle::new(level, 200_000).is_ok_and(|all| !all.is_solvable(&State::start(level)))
        };
        let mut tried = 0;
        for seed in 0..40 {
            let level = random_level(&mut Rng::new(seed), Shape::TINY);
            if !unsolvable(&level) {
                continue;
            }
            tried += 1;
            let smallest = shrink(&level, unsolvable);
            assert!(unsolvable(&smallest), "seed {seed}");
            assert!(!simpler(&smallest).any(|level| unsolvable(&level)), "seed {seed}");
            assert_eq!(smallest.boxes(), 1, "one stuck box is always enough, seed {seed}");
        }
        assert!(tried > 5);
    }

    #[test]
    fn kept_levels_can_be_read_back() {
        let directory = std::env::temp_dir().join(format!("hakooshi-keep-{}", std::process::id()));
        let level: Level = "#####\n#@$.#\n#####\n".parse().expect("valid");
        let path = keep(&directory, "corner_case", &level, "lost\na box", 42).expect("written");
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(text.starts_with("; Cause: lost a box\n; Seed: 42\n"));
        let back = read(&text).expect("levels");
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].tiles(), level.tiles());
        assert_eq!(back[0].title.as_deref(), Some("corner_case"));
        assert!(keep(&directory, "../away", &level, "", 0).is_err());
        std::fs::remove_dir_all(&directory).expect("removed");
    }
}
