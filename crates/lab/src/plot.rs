//! Plots of Pareto fronts as SVG: moves to the right, pushes upwards, one plot below another.

use std::fmt::Write as _;

use crate::drawing::{Colour, Point, Segment, Shape, document, escape};

/// Width and height of one plot, and its margin.
const SIZE: Point = (480.0, 320.0);
const MARGIN: f64 = 48.0;

const WHITE: Colour = Colour(255, 255, 255);
const BLACK: Colour = Colour(0, 0, 0);
const POINT: Colour = Colour(34, 170, 102);

/// Fronts as an SVG document. Each is a name, and the moves and pushes of its solutions, fewest moves
/// first.
pub fn plot_fronts(fronts: &[(String, Vec<(u32, u32)>)]) -> String {
    let height = SIZE.1 * fronts.len().max(1) as f64;
    let mut out = Shape::rect((0.0, 0.0), (SIZE.0, height), 0.0).filled(WHITE).svg();
    for (number, (name, points)) in fronts.iter().enumerate() {
        plot(&mut out, number as f64 * SIZE.1, name, points);
    }
    document(SIZE.0, height, " font-family=\"sans-serif\" font-size=\"12\"", &out)
}

/// Adds a plot that begins at `top`.
fn plot(out: &mut String, top: f64, name: &str, points: &[(u32, u32)]) {
    let (left, bottom) = (MARGIN, top + SIZE.1 - MARGIN);
    let (wide, high) = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
    let label = |out: &mut String, (x, y): Point, text: &str| {
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    };
    label(out, (left, top + 20.0), name);
    label(out, (left + wide / 2.0, bottom + 34.0), "moves");
    label(out, (4.0, top + MARGIN - 14.0), "pushes");
    let axes = [
        Segment::Move((left, top + MARGIN - 10.0)),
        Segment::Line((left, bottom)),
        Segment::Line((left + wide + 10.0, bottom)),
    ];
    *out += &Shape::path(axes).lined(BLACK, 1.0).svg();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let along = |value: u32, least: u32, most: u32| {
        f64::from(value - least) / f64::from((most - least).max(1))
    };
    for &(moves, pushes) in points {
        let x = left + along(moves, first.0, last.0) * wide;
        let y = bottom - along(pushes, last.1, first.1) * high;
        let (x, y) = (rounded(x), rounded(y));
        *out += &Shape::circle((x, y), 3.0).filled(POINT).svg();
        label(out, (x + 5.0, y - 5.0), &format!("{moves}/{pushes}"));
    }
}

/// To a tenth, which is as fine as anyone can see.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_a_front_are_in_the_corners() {
        let svg = plot_fronts(&[("a<b".to_owned(), vec![(10, 7), (14, 5)])]);
        assert!(svg.contains("a&lt;b") && svg.contains(">10/7<"), "{svg}");
        assert!(svg.contains("<circle cx=\"48\" cy=\"48\" r=\"3\""), "{svg}");
        assert!(svg.contains("<circle cx=\"432\" cy=\"272\" r=\"3\""), "{svg}");
    }

    #[test]
    fn a_single_point_and_none_at_all_are_drawn() {
        let svg = plot_fronts(&[("one".to_owned(), vec![(3, 2)]), ("none".to_owned(), Vec::new())]);
        assert!(svg.contains("height=\"640\"") && svg.contains(">none<"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 1);
    }
}
