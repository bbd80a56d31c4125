//! Drawings of small search trees, for Graphviz and as SVG.
//!
//! The layout: leaves side by side in the order in which they were generated, a parent above the middle of
//! its children, each generation in a row. Colours are those of the page: blue for closed, amber for open,
//! grey for pruned, with the reason.

use std::fmt::Write as _;

use thiserror::Error;

use crate::Line;
use crate::drawing::{Colour, Segment, Shape, document, escape};

/// More states than this are a blot, not a picture.
pub const MOST_DRAWN: usize = 1000;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a drawing shows at most {MOST_DRAWN} states, and there are {0}; ask for fewer nodes, or for jsonl"
)]
pub struct TooLarge(pub usize);

fn check(lines: &[Line]) -> Result<(), TooLarge> {
    if lines.len() > MOST_DRAWN { Err(TooLarge(lines.len())) } else { Ok(()) }
}

/// The colours of a state: inside, edge and letters, as in `css/base.css` of the page.
fn colours(line: &Line) -> [Colour; 3] {
    let ink = Colour(0x26, 0x22, 0x1c);
    match (&line.pruned_by, line.expanded) {
        (Some(_), _) => {
            [Colour(0xef, 0xea, 0xdd), Colour(0xdd, 0xd5, 0xc4), Colour(0x6b, 0x63, 0x56)]
        }
        (None, Some(_)) => [Colour(0xdf, 0xe8, 0xf2), Colour(0x2c, 0x52, 0x82), ink],
        (None, None) => [Colour(0xfb, 0xed, 0xc9), Colour(0x8a, 0x5a, 0x00), ink],
    }
}

/// What is written into a node: the action, and cost and estimate.
fn labels(line: &Line) -> [String; 2] {
    let sum = match line.h {
        Some(h) => format!("{}+{h}={}", line.g, line.f),
        None => line.f.to_string(),
    };
    [line.action.clone(), line.pruned_by.clone().unwrap_or(sum)]
}

/// The tree in the language of Graphviz.
pub fn dot(lines: &[Line]) -> Result<String, TooLarge> {
    check(lines)?;
    let mut out = String::from("digraph search {\n  node [shape=box, style=rounded];\n");
    for line in lines {
        let [action, below] = labels(line);
        let [fill, stroke, ink] = colours(line);
        let dashed = if line.pruned_by.is_some() { ",dashed" } else { "" };
        let _ = writeln!(
            out,
            "  n{} [label=\"{action}\\n{below}\", style=\"rounded,filled{dashed}\", \
             fillcolor=\"{fill}\", color=\"{stroke}\", fontcolor=\"{ink}\"];",
            line.id
        );
        if let Some(parent) = line.parent {
            let _ = writeln!(out, "  n{parent} -> n{};", line.id);
        }
    }
    out += "}\n";
    Ok(out)
}

const WHITE: Colour = Colour(0xff, 0xff, 0xff);
const EDGE: Colour = Colour(0x99, 0x99, 0x99);

/// Width and height of a node, and what is left between two.
const NODE: (f64, f64) = (74.0, 34.0);
const GAP: (f64, f64) = (8.0, 34.0);

/// The middle of each node: how many columns from the left, how many rows down.
fn layout(lines: &[Line]) -> Vec<(f64, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); lines.len()];
    let mut places = vec![(0.0, 0); lines.len()];
    for line in lines {
        if let Some(parent) = line.parent {
            children[parent].push(line.id);
            places[line.id].1 = places[parent].1 + 1;
        }
    }
    let mut column = 0.0;
    // Depth first without recursion: a node comes up once to list its children and once more,
    // when these are placed, to stand above them.
    let roots = lines.iter().filter(|line| line.parent.is_none());
    let mut waiting: Vec<(usize, bool)> = roots.rev().map(|line| (line.id, false)).collect();
    while let Some((id, placed)) = waiting.pop() {
        let below = &children[id];
        match (below.first(), below.last()) {
            (Some(&first), Some(&last)) if placed => {
                places[id].0 = f64::midpoint(places[first].0, places[last].0);
            }
            (Some(_), _) => {
                waiting.push((id, true));
                waiting.extend(below.iter().rev().map(|&child| (child, false)));
            }
            (None, _) => {
                places[id].0 = column;
                column += 1.0;
            }
        }
    }
    places
}

/// The tree as a drawing.
pub fn svg(lines: &[Line]) -> Result<String, TooLarge> {
    check(lines)?;
    let places = layout(lines);
    let step = (NODE.0 + GAP.0, NODE.1 + GAP.1);
    let middle = |id: usize| {
        let (column, row) = places[id];
        (GAP.0 + NODE.0 / 2.0 + column * step.0, GAP.0 + NODE.1 / 2.0 + row as f64 * step.1)
    };
    let columns = places.iter().fold(0.0, |most: f64, place| most.max(place.0)) + 1.0;
    let rows = places.iter().map(|place| place.1 + 1).max().unwrap_or(1);
    let (width, height) = (columns * step.0 + GAP.0, rows as f64 * step.1);
    let mut out = Shape::rect((0.0, 0.0), (width, height), 0.0).filled(WHITE).svg();
    for line in lines {
        if let Some(parent) = line.parent {
            let ((x1, y1), (x2, y2)) = (middle(parent), middle(line.id));
            let (y1, y2) = (y1 + NODE.1 / 2.0, y2 - NODE.1 / 2.0);
            let half = f64::midpoint(y1, y2);
            let curve = Segment::Curve((x1, half), (x2, half), (x2, y2));
            out += &Shape::path([Segment::Move((x1, y1)), curve]).lined(EDGE, 1.0).svg();
        }
    }
    for line in lines {
        let (x, y) = middle(line.id);
        let [fill, stroke, ink] = colours(line);
        let order = line.expanded.map_or(String::new(), |order| format!(", expanded as {order}"));
        let [action, below] = labels(line).map(|text| escape(&text));
        let corner = (x - NODE.0 / 2.0, y - NODE.1 / 2.0);
        let frame = Shape::rect(corner, NODE, 6.0).filled(fill).lined(stroke, 1.0).svg();
        let _ = writeln!(
            out,
            "<g fill=\"{ink}\"><title>state {}{order}, player at {}</title>{frame}\
             <text x=\"{x}\" y=\"{}\">{action}</text>\
             <text x=\"{x}\" y=\"{}\">{below}</text></g>",
            line.id,
            line.player,
            y - 3.0,
            y + 12.0,
        );
    }
    let text = " font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\"";
    Ok(document(width, height, text, &out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(parents: &[Option<usize>]) -> Vec<Line> {
        let line = |(id, &parent): (usize, &Option<usize>)| Line {
            id,
            parent,
            g: 0,
            h: None,
            f: 0,
            action: "a<b".to_owned(),
            player: "Aa".to_owned(),
            pruned_by: None,
            expanded: None,
        };
        parents.iter().enumerate().map(line).collect()
    }

    #[test]
    fn parents_stand_above_the_middle_and_nobody_on_another() {
        let lines = tree(&[None, Some(0), Some(0), Some(1), Some(1), Some(2), None]);
        let places = layout(&lines);
        assert_eq!(places[1], (0.5, 1));
        assert_eq!(places[0], (1.25, 0));
        for (a, one) in places.iter().enumerate() {
            for other in &places[..a] {
                assert!(one.1 != other.1 || (one.0 - other.0).abs() >= 1.0, "{places:?}");
            }
        }
    }

    #[test]
    fn a_very_deep_tree_is_drawn_without_recursion() {
        let parents: Vec<Option<usize>> =
            (0..MOST_DRAWN).map(|id: usize| id.checked_sub(1)).collect();
        assert!(svg(&tree(&parents)).is_ok_and(|svg| svg.contains("a&lt;b")));
    }

    #[test]
    fn what_is_too_large_is_said() {
        let lines = tree(&vec![None; MOST_DRAWN + 1]);
        let message = svg(&lines).expect_err("too large").to_string();
        assert!(message.contains("1001") && message.contains("fewer nodes"), "{message}");
        assert_eq!(dot(&lines), Err(TooLarge(1001)));
    }
}
