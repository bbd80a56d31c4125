//! Shapes as `TikZ` commands, for LaTeX.

use std::fmt::Write as _;

use super::{CELL, Colour, Outline, Point, Segment, Shape};

/// Centimetres to a side of a cell.
const CENTIMETRES: f64 = 0.5;

/// The environment, with what a document must load in a comment.
pub(super) fn picture(shapes: &[Shape]) -> String {
    let unit = CENTIMETRES / f64::from(CELL);
    let mut colours: Vec<Colour> = Vec::new();
    let used = shapes.iter().flat_map(|it| it.fill.into_iter().chain(it.stroke.map(|it| it.0)));
    for colour in used {
        if !colours.contains(&colour) {
            colours.push(colour);
        }
    }
    let mut out = format!(
        "% Needs \\usepackage{{tikz}}. A cell is {CENTIMETRES} cm; \\scalebox makes it larger.\n\
         \\begin{{tikzpicture}}[x={unit}cm, y=-{unit}cm, line cap=round, line join=round]\n"
    );
    for &colour in &colours {
        let Colour(red, green, blue) = colour;
        let _ = writeln!(
            out,
            "  \\definecolor{{{}}}{{RGB}}{{{red},{green},{blue}}}",
            name(&colours, colour)
        );
    }
    for shape in shapes {
        let mut options = Vec::new();
        options.extend(shape.fill.map(|colour| format!("fill={}", name(&colours, colour))));
        if let Some((colour, width)) = shape.stroke {
            options.push(format!("draw={}", name(&colours, colour)));
            options.push(format!("line width={:.4}cm", width * unit));
        }
        if let Outline::Rect { round, .. } = shape.outline
            && round > 0.0
        {
            options.push(format!("rounded corners={:.4}cm", round * unit));
        }
        let _ = writeln!(out, "  \\path[{}] {};", options.join(", "), outline(&shape.outline));
    }
    out + "\\end{tikzpicture}\n"
}

/// A name of letters alone, by the place of the colour in the list.
fn name(colours: &[Colour], colour: Colour) -> String {
    let place = colours.iter().position(|&it| it == colour).unwrap_or(0);
    format!("hako{}", char::from(b'a' + (place % 26) as u8))
}

fn outline(outline: &Outline) -> String {
    match outline {
        Outline::Rect { corner, size, .. } => {
            format!("{} rectangle {}", at(*corner), at((corner.0 + size.0, corner.1 + size.1)))
        }
        Outline::Circle { middle, radius } => {
            format!("{} ellipse [x radius={radius}, y radius={radius}]", at(*middle))
        }
        Outline::Path(segments) => {
            let parts = segments.iter().map(|segment| match segment {
                Segment::Move(to) => at(*to),
                Segment::Line(to) => format!("-- {}", at(*to)),
                Segment::Curve(one, two, to) => {
                    format!(".. controls {} and {} .. {}", at(*one), at(*two), at(*to))
                }
                Segment::Close => "-- cycle".to_owned(),
            });
            parts.collect::<Vec<_>>().join(" ")
        }
    }
}

fn at((x, y): Point) -> String {
    format!("({x},{y})")
}
