//! Drawings as lists of shapes, written as SVG, PNG or `TikZ`, and GIF animations of solutions. Boards and
//! search trees use the same shapes.

mod animation;
mod board;
mod raster;
mod svg;
mod tikz;

use thiserror::Error;

pub use animation::animate;
pub use board::{draw, tile_at};
pub(crate) use svg::{document, escape};

/// Units of a drawing per cell.
pub(crate) const CELL: u32 = 32;

/// The most pixels of an image: 50 million take 200 MB of memory.
pub const MOST_PIXELS: u64 = 50_000_000;

/// The image would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a picture of {width} by {height} pixels is too large (at most {MOST_PIXELS} pixels, and \
     65535 to a side): ask for smaller cells"
)]
pub struct TooManyPixels {
    /// Pixels from left to right.
    pub width: u64,
    /// Pixels from top to bottom.
    pub height: u64,
}

/// The size of an image in pixels, given the size of a cell.
fn size(columns: u64, rows: u64, cell: u32) -> Result<(u16, u16), TooManyPixels> {
    let (width, height) = (columns * u64::from(cell), rows * u64::from(cell));
    let too_many = TooManyPixels { width, height };
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(wide), Ok(high)) if width * height <= MOST_PIXELS => Ok((wide, high)),
        _ => Err(too_many),
    }
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// A point, from the left and from the top.
pub(crate) type Point = (f64, f64);

/// A segment of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    /// A cubic curve: two handles and the end.
    Curve(Point, Point, Point),
    Close,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    Rect { corner: Point, size: Point, round: f64 },
    Circle { middle: Point, radius: f64 },
    Path(Vec<Segment>),
}

/// An outline with its colours.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    pub(crate) fill: Option<Colour>,
    /// Colour and width of the line.
    pub(crate) stroke: Option<(Colour, f64)>,
}

impl Shape {
    pub(crate) fn rect(corner: Point, size: Point, round: f64) -> Self {
        Self { outline: Outline::Rect { corner, size, round }, fill: None, stroke: None }
    }

    pub(crate) fn circle(middle: Point, radius: f64) -> Self {
        Self { outline: Outline::Circle { middle, radius }, fill: None, stroke: None }
    }

    pub(crate) fn path(segments: impl Into<Vec<Segment>>) -> Self {
        Self { outline: Outline::Path(segments.into()), fill: None, stroke: None }
    }

    /// The same, filled.
    pub(crate) fn filled(self, colour: Colour) -> Self {
        Self { fill: Some(colour), ..self }
    }

    /// The same, with a line around it.
    pub(crate) fn lined(self, colour: Colour, width: f64) -> Self {
        Self { stroke: Some((colour, width)), ..self }
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Cells from left to right and from top to bottom.
    cells: (u32, u32),
    shapes: Vec<Shape>,
}

impl Drawing {
    /// The drawing as SVG.
    pub fn svg(&self) -> String {
        let [width, height] = [self.cells.0, self.cells.1].map(|cells| f64::from(cells * CELL));
        document(width, height, "", &self.shapes.iter().map(Shape::svg).collect::<String>())
    }

    /// The drawing as a `tikzpicture` for LaTeX.
    pub fn tikz(&self) -> String {
        tikz::picture(&self.shapes)
    }

    /// The drawing as PNG, with `cell` pixels per cell.
    pub fn png(&self, cell: u32) -> Result<Vec<u8>, TooManyPixels> {
        raster::png(self, cell)
    }
}
