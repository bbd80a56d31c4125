//! What the learner sees: every view is seven tiles and a rule where they go.
//!
//! A step changes three squares at most, so a frame is kept and only those squares are painted
//! again. The tiles come in the order in which gym-sokoban numbers the states of a room.

use thiserror::Error;

use crate::UnknownName;
use crate::pool::{BOX, GOAL, PLAYER, WALL};

/// The seven kinds of tile, in the order of their numbers.
pub const TILE_KINDS: [&str; 7] =
    ["wall", "floor", "goal", "box on goal", "box", "player", "player on goal"];

/// Pixels of a drawn tile's side.
const SIDE: usize = 16;

/// gym-sokoban's colours of a tile drawn as one pixel.
const TINY: [[u8; 3]; 7] = [
    [0, 0, 0],
    [243, 248, 238],
    [254, 126, 125],
    [254, 95, 56],
    [142, 121, 56],
    [160, 212, 56],
    [219, 212, 56],
];

/// Why bytes are no tiles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected 7 tiles of {SIDE} by {SIDE} pixels in 3 colours, {expected} bytes; got {got}")]
pub struct ViewError {
    expected: usize,
    got: usize,
}

/// How a game is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Not at all.
    #[default]
    Nothing,
    /// One number per square, height × width: the tile's place in [`TILE_KINDS`].
    Cells,
    /// One of seven planes is one, height × width × 7.
    Symbols,
    /// One pixel per square, height × width × 3.
    Tiny,
    /// 16 × 16 pixels per square, 16 height × 16 width × 3, from these seven tiles.
    Picture(Vec<u8>),
}

impl View {
    /// The named view: `none`, `cells`, `symbols`, `tiny_rgb` or `rgb`.
    pub fn named(name: &str) -> Result<Self, UnknownName> {
        match name {
            "none" => Ok(Self::Nothing),
            "cells" => Ok(Self::Cells),
            "symbols" => Ok(Self::Symbols),
            "tiny_rgb" => Ok(Self::Tiny),
            "rgb" => Ok(Self::Picture(draw_tiles())),
            _ => Err(UnknownName {
                what: "observation",
                name: name.to_owned(),
                known: "none, cells, symbols, tiny_rgb, rgb".to_owned(),
            }),
        }
    }

    /// Pictures made of these tiles: 7 × 16 × 16 × 3 bytes, in the order of [`TILE_KINDS`].
    pub fn of_tiles(tiles: &[u8]) -> Result<Self, ViewError> {
        let expected = TILE_KINDS.len() * SIDE * SIDE * 3;
        if tiles.len() != expected {
            return Err(ViewError { expected, got: tiles.len() });
        }
        Ok(Self::Picture(tiles.to_vec()))
    }

    /// The shape of a frame of `height` × `width` squares. One number means no third axis.
    pub fn shape(&self, height: usize, width: usize) -> Vec<usize> {
        match self {
            Self::Nothing => vec![0],
            Self::Cells => vec![height, width],
            Self::Symbols => vec![height, width, 7],
            Self::Tiny => vec![height, width, 3],
            Self::Picture(_) => vec![SIDE * height, SIDE * width, 3],
        }
    }

    /// The largest number in a frame.
    pub fn highest(&self) -> u8 {
        match self {
            Self::Nothing | Self::Symbols => 1,
            Self::Cells => 6,
            Self::Tiny | Self::Picture(_) => u8::MAX,
        }
    }

    /// Bytes of a frame.
    pub(crate) fn bytes(&self, height: usize, width: usize) -> usize {
        self.shape(height, width).iter().product()
    }
}

/// The tile that shows a byte of the grid.
pub(crate) const fn tile_of(cell: u8) -> usize {
    let on_goal = cell & GOAL != 0;
    if cell & WALL != 0 {
        0
    } else if cell & BOX != 0 {
        if on_goal { 3 } else { 4 }
    } else if cell & PLAYER != 0 {
        if on_goal { 6 } else { 5 }
    } else if on_goal {
        2
    } else {
        1
    }
}

/// Paints one square of a frame.
pub(crate) trait Paint {
    /// Shows `cell` at `square`, which counts the row above the grid.
    fn paint(&self, frame: &mut [u8], square: usize, cell: u8);
}

/// Paints nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blank;

impl Paint for Blank {
    #[inline]
    fn paint(&self, _frame: &mut [u8], _square: usize, _cell: u8) {}
}

/// Each square is `N` bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat<const N: usize> {
    width: usize,
    table: [[u8; N]; 16],
}

impl<const N: usize> Flat<N> {
    pub(crate) fn new(width: usize, tile: impl Fn(usize) -> [u8; N]) -> Self {
        Self { width, table: std::array::from_fn(|cell| tile(tile_of(cell as u8))) }
    }
}

impl Flat<1> {
    pub(crate) fn cells(width: usize) -> Self {
        Self::new(width, |tile| [tile as u8])
    }
}

impl Flat<3> {
    pub(crate) fn tiny(width: usize) -> Self {
        Self::new(width, |tile| TINY[tile])
    }
}

impl Flat<7> {
    pub(crate) fn symbols(width: usize) -> Self {
        Self::new(width, |tile| std::array::from_fn(|plane| u8::from(plane == tile)))
    }
}

impl<const N: usize> Paint for Flat<N> {
    #[inline]
    fn paint(&self, frame: &mut [u8], square: usize, cell: u8) {
        let at = (square - self.width) * N;
        frame[at..at + N].copy_from_slice(&self.table[usize::from(cell & 15)]);
    }
}

/// Each square is a block of pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiled<'a> {
    pub(crate) width: usize,
    pub(crate) tiles: &'a [u8],
}

impl Paint for Tiled<'_> {
    fn paint(&self, frame: &mut [u8], square: usize, cell: u8) {
        let (row, col) = (square / self.width - 1, square % self.width);
        let line = SIDE * 3;
        let tile = &self.tiles[tile_of(cell) * SIDE * line..][..SIDE * line];
        for (y, pixels) in tile.chunks_exact(line).enumerate() {
            let at = ((row * SIDE + y) * self.width + col) * line;
            frame[at..at + line].copy_from_slice(pixels);
        }
    }
}

/// Our own tiles: bricks, floor, a ring for a goal, a crate, a round player.
fn draw_tiles() -> Vec<u8> {
    let mut bytes = Vec::with_capacity(TILE_KINDS.len() * SIDE * SIDE * 3);
    for tile in 0..TILE_KINDS.len() {
        for y in 0..SIDE {
            for x in 0..SIDE {
                bytes.extend(pixel(tile, x, y));
            }
        }
    }
    bytes
}

fn pixel(tile: usize, x: usize, y: usize) -> [u8; 3] {
    // Twice the distance from the centre, squared, so that all is whole.
    let from_centre = |v: usize| (2 * v).abs_diff(SIDE - 1).pow(2);
    let round = from_centre(x) + from_centre(y);
    let edge = x.min(y).min(SIDE - 1 - x).min(SIDE - 1 - y);
    let on_goal = matches!(tile, 2 | 3 | 6);
    let floor = if on_goal && (80..150).contains(&round) { TINY[2] } else { TINY[1] };
    match tile {
        0 => {
            let shift = if (y / 4).is_multiple_of(2) { 0 } else { 4 };
            let mortar = y.is_multiple_of(4) || (x + shift).is_multiple_of(8);
            if mortar { [60, 52, 50] } else { [148, 82, 64] }
        }
        3 | 4 if edge >= 1 => {
            let body = if tile == 3 { TINY[3] } else { TINY[4] };
            let beam = edge == 1 || x == y || x + y == SIDE - 1;
            if beam { body.map(|it| it / 2) } else { body }
        }
        5 | 6 if round < 120 => {
            let body = if tile == 6 { TINY[6] } else { TINY[5] };
            let eye = y == 6 && (x == 5 || x == 10);
            if eye { [20, 20, 20] } else { body }
        }
        _ => floor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_have_names_shapes_and_sizes() {
        for (name, shape) in [
            ("cells", vec![10, 10]),
            ("symbols", vec![10, 10, 7]),
            ("tiny_rgb", vec![10, 10, 3]),
            ("rgb", vec![160, 160, 3]),
            ("none", vec![0]),
        ] {
            let view = View::named(name).expect("a view");
            assert_eq!(view.shape(10, 10), shape, "{name}");
            assert_eq!(view.bytes(10, 10), shape.iter().product::<usize>());
        }
        assert!(View::named("RGB").is_err());
        assert!(View::of_tiles(&[0; 5376]).is_ok() && View::of_tiles(&[0; 5]).is_err());
    }

    #[test]
    fn our_tiles_differ() {
        let tiles = draw_tiles();
        let tiles: Vec<&[u8]> = tiles.chunks_exact(SIDE * SIDE * 3).collect();
        assert_eq!(tiles.len(), TILE_KINDS.len());
        for (index, tile) in tiles.iter().enumerate() {
            assert!(tiles[..index].iter().all(|other| other != tile), "{}", TILE_KINDS[index]);
        }
    }
}
