//! Small random levels, and a slow and obvious normal form to compare with.

use hakooshi_level::{Cell, Dir, Level, Symmetry, Tile, replay, transform};
use proptest::prelude::*;
use proptest::sample::Index;

/// Walls of a small room; boxes, goals and player are put in afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) width: usize,
    pub(crate) walls: Vec<bool>,
    pub(crate) player: usize,
    pub(crate) boxes: Vec<usize>,
    pub(crate) goals: Vec<usize>,
}

impl Plan {
    pub(crate) fn level(&self) -> Level {
        let tiles = (0..self.walls.len()).map(|place| {
            let tile = if self.walls[place] {
                Tile::Wall
            } else if self.boxes.contains(&place) {
                Tile::BoxOnFloor
            } else if place == self.player {
                Tile::PlayerOnFloor
            } else {
                Tile::Floor
            };
            tile.with_goal(self.goals.contains(&place))
        });
        Level::from_tiles(self.width, tiles.collect()).expect("the plan is of a level")
    }

    /// The same room with the boxes on goals, from where they go wherever `dirs` take them;
    /// and there the goals are put. Returns the moves that solve it.
    pub(crate) fn solvable(mut self, dirs: &[u8]) -> (Level, String) {
        self.goals.clone_from(&self.boxes);
        let level = self.level();
        let mut moves = String::new();
        for &dir in dirs {
            moves.push(char::from(Dir::from_index(dir).letter()));
            if replay(&level, &moves.parse().expect("letters")).is_err() {
                moves.pop();
            }
        }
        let end = replay(&level, &moves.parse().expect("letters")).expect("legal moves");
        let place = |cell: &Cell| usize::from(cell.row) * self.width + usize::from(cell.col);
        self.goals = end.boxes.iter().map(place).collect();
        (self.level(), end.moves.to_string())
    }
}

/// Plans of rooms up to `width` by `height` within their outer walls.
pub(crate) fn plans(width: usize, height: usize) -> impl Strategy<Value = Plan> {
    (1..=width, 1..=height)
        .prop_flat_map(|(width, height)| {
            let walls = prop::collection::vec(prop::bool::weighted(0.2), width * height);
            let boxes = prop::collection::vec(any::<Index>(), 1..5);
            let goals = prop::collection::vec(any::<Index>(), 5);
            (Just(width), walls, any::<Index>(), boxes, goals)
        })
        .prop_filter_map("no room for a box", |(inner, inner_walls, player, boxes, goals)| {
            let (width, height) = (inner + 2, inner_walls.len() / inner + 2);
            let mut walls = vec![true; width * height];
            for (index, wall) in inner_walls.into_iter().enumerate() {
                walls[(index / inner + 1) * width + index % inner + 1] = wall;
            }
            let free: Vec<usize> = (0..walls.len()).filter(|&place| !walls[place]).collect();
            let player = *free.get(player.index(free.len().max(1)))?;
            let inside = flood(width, player, |place| walls[place]);
            let others: Vec<usize> = inside.iter().copied().filter(|&at| at != player).collect();
            if others.is_empty() {
                return None;
            }
            let boxes = distinct(boxes.iter().map(|index| *index.get(&others)), others.len());
            let wanted = goals.iter().map(|index| *index.get(&inside)).chain(inside.clone());
            let goals = distinct(wanted, boxes.len());
            Some(Plan { width, walls, player, boxes, goals })
        })
}

fn distinct(places: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let mut chosen = Vec::new();
    for place in places {
        if chosen.len() < count && !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    chosen
}

/// Places connected to `start`, in ascending order.
pub(crate) fn flood(width: usize, start: usize, closed: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = vec![start];
    let mut next = 0;
    while next < found.len() {
        let at = found[next];
        for to in [at - width, at - 1, at + 1, at + width] {
            if !closed(to) && !found.contains(&to) {
                found.push(to);
            }
        }
        next += 1;
    }
    found.sort_unstable();
    found
}

/// The places the player can walk to at the start.
pub(crate) fn region(level: &Level) -> Vec<usize> {
    let player = level.player();
    let start = usize::from(player.row) * level.width() + usize::from(player.col);
    let closed = |place: usize| level.tiles()[place].is_wall() || level.tiles()[place].is_box();
    flood(level.width(), start, closed)
}

/// The level with its player on another place.
pub(crate) fn with_player(level: &Level, place: usize) -> Level {
    let mut tiles: Vec<Tile> = level
        .tiles()
        .iter()
        .map(|tile| if tile.is_player() { tile.emptied() } else { *tile })
        .collect();
    tiles[place] = Tile::PlayerOnFloor.with_goal(tiles[place].is_goal());
    Level::from_tiles(level.width(), tiles).expect("only the player has moved")
}

/// The normal form by the book: every symmetry in full, row by row, as strings.
pub(crate) fn slow_normal_text(level: &Level) -> String {
    let texts = Symmetry::ALL.map(|symmetry| {
        let turned = transform(level, symmetry);
        let turned = with_player(&turned, region(&turned)[0]);
        let glyph = |row: u16, col: u16| {
            let cell = Cell::new(row, col);
            if turned.is_inside(cell) {
                return turned.tile(cell).glyph();
            }
            let rows = row.saturating_sub(1)..=row + 1;
            let touches = rows.flat_map(|row| {
                (col.saturating_sub(1)..=col + 1).map(move |col| Cell::new(row, col))
            });
            if touches.into_iter().any(|near| turned.is_inside(near)) { '#' } else { ' ' }
        };
        let rows: Vec<String> = (0..turned.height() as u16)
            .map(|row| (0..turned.width() as u16).map(|col| glyph(row, col)).collect())
            .filter(|row: &String| !row.trim().is_empty())
            .collect();
        let indent = |row: &String| row.len() - row.trim_start().len();
        let margin = rows.iter().map(indent).min().unwrap_or(0);
        rows.iter().flat_map(|row| [row[margin..].trim_end(), "\n"]).collect::<String>()
    });
    texts.into_iter().min().unwrap_or_default()
}
