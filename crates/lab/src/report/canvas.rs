//! Plots as pixels.

use std::convert::Infallible;

use plotters::style::FontTransform;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::letters::{CAPITAL, Strokes};

/// Pixels to a unit of the plot, for screens with fine pixels and for slides.
const SCALE: f32 = 2.0;

/// The size of letters as a part of what plots call the size of a font, as in the SVG documents.
const EM: f32 = 1.0 / 1.24;
/// The height of capitals and the width of strokes, as parts of the size of letters.
const CAPITALS: f32 = 0.71;
const PEN: f32 = 0.085;

/// A white sheet to draw on.
#[derive(Debug)]
pub(super) struct Canvas<'a> {
    pixels: &'a mut Pixmap,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// A sheet for a plot of this size; `None` if it has no area.
pub(super) fn sheet((width, height): (u32, u32)) -> Option<Pixmap> {
    let mut pixels = Pixmap::new(width * SCALE as u32, height * SCALE as u32)?;
    pixels.fill(Color::WHITE);
    Some(pixels)
}

impl<'a> Canvas<'a> {
    pub(super) fn new(pixels: &'a mut Pixmap) -> Self {
        Self { pixels }
    }

    fn fill(&mut self, path: Option<Path>, colour: BackendColor, place: Transform) {
        if let Some(path) = path {
            self.pixels.fill_path(&path, &ink(colour), FillRule::Winding, place, None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, colour: BackendColor, width: f32, place: Transform) {
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
        if let Some(path) = path {
            self.pixels.stroke_path(&path, &ink(colour), &stroke, place, None);
        }
    }
}

fn scaled() -> Transform {
    Transform::from_scale(SCALE, SCALE)
}

fn ink(colour: BackendColor) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let (red, green, blue) = colour.rgb;
    paint.set_color_rgba8(red, green, blue, (colour.alpha * 255.0).round() as u8);
    paint
}

fn path(points: impl IntoIterator<Item = BackendCoord>) -> PathBuilder {
    let mut builder = PathBuilder::new();
    for (x, y) in points {
        let (x, y) = (x as f32, y as f32);
        if builder.is_empty() { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    builder
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let scale = SCALE as u32;
        (self.pixels.width() / scale, self.pixels.height() / scale)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        let rect = Rect::from_xywh(x as f32, y as f32, 1.0, 1.0);
        self.fill(rect.map(PathBuilder::from_rect), colour, scaled());
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, s: &S) -> Drawn {
        self.draw_path([a, b], s)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.stroke(path(points).finish(), style.color(), style.stroke_width() as f32, scaled());
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        self.fill(path(points).finish(), style.color(), scaled());
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let circle = PathBuilder::from_circle(x as f32, y as f32, radius as f32);
        if fill {
            self.fill(circle, style.color(), scaled());
        } else {
            self.stroke(circle, style.color(), style.stroke_width() as f32, scaled());
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let em = style.size() as f32 * EM;
        let unit = em * CAPITALS / CAPITAL;
        let strokes = Strokes::new(text);
        let (across, anchor) = (strokes.width * unit, style.anchor());
        let right = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => -across / 2.0,
            HPos::Right => -across,
        };
        let down = match anchor.v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.27,
            VPos::Bottom => -0.27,
        };
        let turn = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 90.0,
            FontTransform::Rotate180 => 180.0,
            FontTransform::Rotate270 => 270.0,
        };
        let place = scaled()
            .pre_translate(at.0 as f32, at.1 as f32)
            .pre_concat(Transform::from_rotate(turn))
            .pre_translate(right, down * em)
            .pre_scale(unit, unit);
        let pen = em * PEN / unit;
        self.stroke(strokes.path.finish(), style.color(), pen, place);
        for (x, y) in strokes.dots {
            self.fill(PathBuilder::from_circle(x, y, pen * 0.7), style.color(), place);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use plotters::prelude::*;

    use super::{Canvas, sheet};

    #[test]
    fn lines_circles_and_letters_leave_their_colours() {
        let mut pixels = sheet((60, 40)).expect("a sheet");
        {
            let root = Canvas::new(&mut pixels).into_drawing_area();
            root.draw(&Circle::new((10, 10), 4, RED.filled())).expect("drawn");
            root.draw(&PathElement::new(vec![(30, 0), (30, 20)], BLUE.stroke_width(2)))
                .expect("drawn");
            root.draw(&Text::new("l", (50, 20), ("sans-serif", 20).into_font())).expect("drawn");
        }
        let at = |x, y| {
            let pixel = pixels.pixel(x, y).expect("inside").demultiply();
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!((at(20, 20), at(60, 20)), ((255, 0, 0), (0, 0, 255)));
        assert_eq!(at(2, 2), (255, 255, 255));
        let dark =
            (0..120).flat_map(|x| (40..80).map(move |y| (x, y))).filter(|&(x, y)| at(x, y).0 < 99);
        assert!(dark.count() > 20, "a stroke of a letter");
        assert!(sheet((0, 5)).is_none());
    }
}
