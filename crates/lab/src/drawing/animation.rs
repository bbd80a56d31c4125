//! A solution as an animated GIF.
//!
//! A cell has few appearances, so each is drawn once and copied. Every frame after the first contains only
//! the two or three cells that changed; all frames share one palette.

use std::collections::HashMap;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use hakooshi::Moves;
use hakooshi_level::{Cell, Level, Step};

use super::board::{Look, tile_at, tiles};
use super::{TooManyPixels, raster, size};

/// How long the start is shown, and the end.
const REST: Duration = Duration::from_millis(1500);

/// Colours of a GIF. The first is for what is clear.
const MOST_COLOURS: usize = 256;

/// The moves, which must be legal, one frame each; `cell` pixels to a side of a cell.
pub fn animate(
    level: &Level,
    moves: &Moves,
    cell: u32,
    delay: Duration,
) -> Result<Vec<u8>, TooManyPixels> {
    let (width, height) = size(level.width() as u64, level.height() as u64, cell)?;
    let mut stage = Stage::new(level);
    let sprites = Sprites::new(&stage.looks(moves), cell);
    let too_many = |_| TooManyPixels { width: width.into(), height: height.into() };
    // Writing to memory fails for sizes alone, and these are checked.
    let mut encoder =
        Encoder::new(Vec::new(), width, height, &sprites.palette).map_err(too_many)?;
    encoder.set_repeat(Repeat::Infinite).map_err(too_many)?;
    let all = (Cell::new(0, 0), Cell::new(level.height() as u16 - 1, level.width() as u16 - 1));
    let mut shown = sprites.frame(&stage, all);
    shown.delay = hundredths(REST);
    encoder.write_frame(&shown).map_err(too_many)?;
    let steps = moves.len();
    for (done, step) in moves.iter().enumerate() {
        let Some(changed) = stage.step(step) else { break };
        let mut frame = sprites.frame(&stage, changed);
        frame.delay = hundredths(if done + 1 == steps { REST } else { delay });
        encoder.write_frame(&frame).map_err(too_many)?;
    }
    encoder.into_inner().map_err(|_| TooManyPixels { width: width.into(), height: height.into() })
}

/// Browsers show anything below two hundredths slowly.
fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2)
}

/// Who stands where at some time of the play.
struct Stage<'a> {
    level: &'a Level,
    boxes: Vec<Cell>,
    player: Cell,
}

impl<'a> Stage<'a> {
    fn new(level: &'a Level) -> Self {
        let boxes = level.inside().filter(|&cell| level.tile(cell).is_box()).collect();
        Self { level, boxes, player: level.player() }
    }

    /// Plays a step and gives the corners of what has changed; `None` at the edge of the grid.
    fn step(&mut self, step: Step) -> Option<(Cell, Cell)> {
        let (from, to) = (self.player, self.player.step(step.dir)?);
        let mut last = to;
        if let Some(pushed) = self.boxes.iter_mut().find(|cell| **cell == to) {
            last = to.step(step.dir)?;
            *pushed = last;
        }
        self.player = to;
        let low = Cell::new(from.row.min(last.row), from.col.min(last.col));
        Some((low, Cell::new(from.row.max(last.row), from.col.max(last.col))))
    }

    fn look(&self, cell: Cell) -> Look {
        let has_box = self.boxes.contains(&cell);
        Look::new(self.level, cell, tile_at(self.level, cell, has_box, cell == self.player))
    }

    /// Every look a cell may have in the course of these moves.
    fn looks(&self, moves: &Moves) -> Vec<Look> {
        let mut looks: Vec<Look> = Vec::new();
        let mut add = |look: Look| {
            if !looks.contains(&look) {
                looks.push(look);
            }
        };
        let start = tiles(self.level, &self.boxes, self.player);
        start.for_each(|(cell, tile)| add(Look::new(self.level, cell, tile)));
        let mut stage = Stage { level: self.level, boxes: self.boxes.clone(), player: self.player };
        for step in moves.iter() {
            let Some((low, high)) = stage.step(step) else { break };
            for row in low.row..=high.row {
                (low.col..=high.col).for_each(|col| add(stage.look(Cell::new(row, col))));
            }
        }
        looks
    }
}

/// The looks in pixels, by number of colour.
struct Sprites {
    side: usize,
    palette: Vec<u8>,
    pixels: HashMap<Look, Vec<u8>>,
}

impl Sprites {
    fn new(looks: &[Look], cell: u32) -> Self {
        let paint = |look: &Look| -> Vec<[u8; 4]> {
            let side = cell as u16;
            let painted = raster::paint(&look.shapes((0.0, 0.0)), side, side, cell);
            let pixel = |it: &tiny_skia::PremultipliedColorU8| {
                let it = it.demultiply();
                [it.red(), it.green(), it.blue(), it.alpha()]
            };
            painted.map_or_else(Vec::new, |it| it.pixels().iter().map(pixel).collect())
        };
        let painted: Vec<(Look, Vec<[u8; 4]>)> =
            looks.iter().map(|look| (*look, paint(look))).collect();
        let colours = || painted.iter().flat_map(|(_, pixels)| pixels.iter().copied());
        // Soft edges make many shades; near ones are taken for the same until all have a number.
        let mut numbers = HashMap::new();
        let mut coarse = 0;
        while coarse < 8 {
            numbers.clear();
            for colour in colours().map(|it| shade(it, coarse)) {
                let next = numbers.len();
                numbers.entry(colour).or_insert(next);
            }
            if numbers.len() < MOST_COLOURS {
                break;
            }
            coarse += 1;
        }
        let mut palette = vec![0; 3];
        let mut ordered: Vec<([u8; 3], usize)> =
            numbers.iter().filter_map(|(colour, &number)| Some(((*colour)?, number))).collect();
        ordered.sort_by_key(|&(_, number)| number);
        let mut place = HashMap::from([(None, 0_u8)]);
        for (colour, _) in ordered {
            place.insert(Some(colour), (palette.len() / 3) as u8);
            palette.extend(colour);
        }
        let index = |it: &[u8; 4]| place.get(&shade(*it, coarse)).copied().unwrap_or(0);
        let pixels = painted.iter().map(|(look, it)| (*look, it.iter().map(index).collect()));
        Self { side: cell as usize, pixels: pixels.collect(), palette }
    }

    /// The cells between two corners.
    fn frame(&self, stage: &Stage<'_>, (low, high): (Cell, Cell)) -> Frame<'static> {
        let (columns, rows) =
            (usize::from(high.col - low.col) + 1, usize::from(high.row - low.row) + 1);
        let width = columns * self.side;
        let mut buffer = vec![0; width * rows * self.side];
        for row in 0..rows {
            for col in 0..columns {
                let cell = Cell::new(low.row + row as u16, low.col + col as u16);
                let look = stage.look(cell);
                let Some(pixels) = self.pixels.get(&look).filter(|_| !look.is_clear()) else {
                    continue;
                };
                for (line, from) in pixels.chunks_exact(self.side).enumerate() {
                    let start = (row * self.side + line) * width + col * self.side;
                    buffer[start..start + self.side].copy_from_slice(from);
                }
            }
        }
        Frame {
            left: low.col * self.side as u16,
            top: low.row * self.side as u16,
            width: width as u16,
            height: (rows * self.side) as u16,
            buffer: buffer.into(),
            transparent: Some(0),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        }
    }
}

/// The colour without its last bits; `None` for what is clear. Half-clear edges of decoration
/// outside the walls become opaque.
fn shade([red, green, blue, alpha]: [u8; 4], coarse: u32) -> Option<[u8; 3]> {
    let mask = u8::MAX << coarse;
    (alpha >= 128).then(|| [red, green, blue].map(|it| it & mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_show_the_moves() {
        let level: Level = "#######\n#@ $ .#\n#######\n  *   #".parse().expect("a level");
        let moves: Moves = "rRR".parse().expect("moves");
        let bytes = animate(&level, &moves, 8, Duration::from_millis(100)).expect("small");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
        assert_eq!((decoder.width(), decoder.height()), (56, 32));
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(
            frames,
            [(0, 0, 56, 32, 150), (8, 8, 16, 8, 10), (16, 8, 24, 8, 10), (24, 8, 24, 8, 150)]
        );
    }

    #[test]
    fn a_picture_that_no_gif_can_hold_is_refused() {
        let level: Level = "#####\n#@$.#\n#####".parse().expect("a level");
        assert!(animate(&level, &Moves::new(), 14_000, REST).is_err());
    }
}
