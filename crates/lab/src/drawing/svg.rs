//! Shapes as SVG elements.

use std::fmt::{self, Write as _};

use super::{Colour, Outline, Segment, Shape};

/// A document of this size; `attributes` is empty or begins with a space.
pub(crate) fn document(width: f64, height: f64, attributes: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"{attributes}>\n{body}</svg>\n"
    )
}

/// Text escaped for use between tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Shape {
    /// The element, on a line of its own.
    pub(crate) fn svg(&self) -> String {
        let mut out = match &self.outline {
            Outline::Rect { corner: (x, y), size: (width, height), round } => {
                // No seams between adjacent cells.
                let round = match *round {
                    0.0 => " shape-rendering=\"crispEdges\"".to_owned(),
                    round => format!(" rx=\"{round}\""),
                };
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}")
            }
            Outline::Circle { middle: (x, y), radius } => {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
            }
            Outline::Path(segments) => {
                let data: String = segments.iter().map(segment).collect();
                format!("<path d=\"{data}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
            }
        };
        let fill = self.fill.map_or_else(|| "none".to_owned(), |it| it.to_string());
        let _ = write!(out, " fill=\"{fill}\"");
        if let Some((colour, width)) = self.stroke {
            let _ = write!(out, " stroke=\"{colour}\" stroke-width=\"{width}\"");
        }
        out + "/>\n"
    }
}

fn segment(segment: &Segment) -> String {
    match segment {
        Segment::Move((x, y)) => format!("M{x} {y}"),
        Segment::Line((x, y)) => format!("L{x} {y}"),
        Segment::Curve(one, two, to) => {
            format!("C{} {} {} {} {} {}", one.0, one.1, two.0, two.1, to.0, to.1)
        }
        Segment::Close => "Z".to_owned(),
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
