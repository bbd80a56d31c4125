//! Shapes as pixels.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::{CELL, Colour, Drawing, Outline, Segment, Shape, TooManyPixels, size};

/// The handles of a cubic curve that is nearly a quarter of a circle lie so far, as a part of
/// the radius, from its ends.
const QUARTER: f64 = 0.552_285;

pub(super) fn png(drawing: &Drawing, cell: u32) -> Result<Vec<u8>, TooManyPixels> {
    let (columns, rows) = drawing.cells;
    let (width, height) = size(columns.into(), rows.into(), cell)?;
    let too_many = TooManyPixels { width: width.into(), height: height.into() };
    let pixels = paint(&drawing.shapes, width, height, cell).ok_or(too_many)?;
    // Encoding into memory fails only for sizes that were refused above.
    pixels.encode_png().map_err(|_| too_many)
}

/// The shapes on a clear ground, `cell` pixels to [`CELL`] units; `None` if there are no pixels.
pub(super) fn paint(shapes: &[Shape], width: u16, height: u16, cell: u32) -> Option<Pixmap> {
    let mut pixels = Pixmap::new(width.into(), height.into())?;
    let scale = cell as f32 / CELL as f32;
    let transform = Transform::from_scale(scale, scale);
    for shape in shapes {
        let Some(path) = path(&shape.outline) else { continue };
        if let Some(colour) = shape.fill {
            pixels.fill_path(&path, &ink(colour), FillRule::Winding, transform, None);
        }
        if let Some((colour, width)) = shape.stroke {
            let stroke = Stroke {
                width: width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &ink(colour), &stroke, transform, None);
        }
    }
    Some(pixels)
}

fn ink(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn path(outline: &Outline) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments(outline) {
        let narrow = |(x, y): super::Point| (x as f32, y as f32);
        match segment {
            Segment::Move(to) => {
                let (x, y) = narrow(to);
                builder.move_to(x, y);
            }
            Segment::Line(to) => {
                let (x, y) = narrow(to);
                builder.line_to(x, y);
            }
            Segment::Curve(one, two, to) => {
                let [one, two, to] = [one, two, to].map(narrow);
                builder.cubic_to(one.0, one.1, two.0, two.1, to.0, to.1);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Any outline as a path.
fn segments(outline: &Outline) -> Vec<Segment> {
    match outline {
        Outline::Path(segments) => segments.clone(),
        Outline::Circle { middle: (x, y), radius } => {
            rounded((x - radius, y - radius), (2.0 * radius, 2.0 * radius), *radius)
        }
        Outline::Rect { corner, size, round } => rounded(*corner, *size, *round),
    }
}

/// A rectangle whose corners are quarters of circles.
fn rounded((left, top): super::Point, (width, height): super::Point, round: f64) -> Vec<Segment> {
    use Segment::{Close, Curve, Line, Move};
    let (right, bottom) = (left + width, top + height);
    let (near, far) = (round * (1.0 - QUARTER), round);
    vec![
        Move((left + far, top)),
        Line((right - far, top)),
        Curve((right - near, top), (right, top + near), (right, top + far)),
        Line((right, bottom - far)),
        Curve((right, bottom - near), (right - near, bottom), (right - far, bottom)),
        Line((left + far, bottom)),
        Curve((left + near, bottom), (left, bottom - near), (left, bottom - far)),
        Line((left, top + far)),
        Curve((left, top + near), (left + near, top), (left + far, top)),
        Close,
    ]
}
