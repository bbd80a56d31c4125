//! What plots have in common, and how they become SVG documents or PNG images.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use thiserror::Error;

use super::Data;
use super::canvas::{Canvas, sheet};

/// What is plotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Seconds.
    Time,
    /// Positions expanded.
    Nodes,
}

/// Why there is no plot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

pub(super) const FONT: &str = "sans-serif";
pub(super) const INK: RGBColor = RGBColor(0x26, 0x22, 0x1c);
pub(super) const DIM: RGBColor = RGBColor(0x6b, 0x63, 0x56);
pub(super) const RULE: RGBColor = RGBColor(0xe6, 0xdf, 0xd0);
pub(super) const ACCENT: RGBColor = RGBColor(0x2c, 0x52, 0x82);
pub(super) const BAD: RGBColor = RGBColor(0xb3, 0x30, 0x1c);

impl Measure {
    pub(super) fn of(self, data: &Data, level: usize, name: usize) -> Option<f64> {
        let record = &data.trial(level, name)?.record;
        let value = match self {
            Self::Time => record.time_s,
            Self::Nodes => record.expanded as f64,
        };
        (value > 0.0).then_some(value)
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Time => "seconds",
            Self::Nodes => "nodes",
        }
    }

    /// The number at an axis.
    pub(super) fn tick(value: f64) -> String {
        match value {
            v if v >= 1e9 => format!("{:.0}G", v / 1e9),
            v if v >= 1e6 => format!("{:.0}M", v / 1e6),
            v if v >= 1e4 => format!("{:.0}k", v / 1e3),
            v if v >= 1.0 => format!("{v:.0}"),
            v => format!("{v}"),
        }
    }
}

/// The powers of ten around the values.
pub(super) fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
    for value in values {
        (least, most) = (least.min(value), most.max(value));
    }
    let power = |value: f64| 10_f64.powf(value);
    (least <= most).then(|| {
        let (low, high) = (least.log10().floor(), most.log10().ceil());
        (power(low), power(if high > low { high } else { low + 1.0 }))
    })
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err gives")]
pub(super) fn failed<E: Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> PlotError {
    PlotError(error.to_string())
}

/// The text cut to so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// A plot, before it is drawn. Its size is that at which it is shown, so that letters have theirs.
pub trait Plot {
    /// Width and height.
    fn size(&self) -> (u32, u32);

    /// Draws it.
    fn draw<B: DrawingBackend>(&self, root: &DrawingArea<B, Shift>) -> Result<(), PlotError>;

    /// The plot as an SVG document.
    fn svg(&self) -> Result<String, PlotError> {
        let mut out = String::new();
        let root = SVGBackend::with_string(&mut out, self.size()).into_drawing_area();
        self.draw(&root)?;
        root.present().map_err(failed)?;
        drop(root);
        Ok(out)
    }

    /// The plot as a PNG image, with two pixels to a unit.
    fn png(&self) -> Result<Vec<u8>, PlotError> {
        let empty = || PlotError("it has no size".to_owned());
        let mut pixels = sheet(self.size()).ok_or_else(empty)?;
        self.draw(&Canvas::new(&mut pixels).into_drawing_area())?;
        pixels.encode_png().map_err(|error| PlotError(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_powers_of_ten() {
        assert_eq!(range([0.5, 20.0].into_iter()), Some((0.1, 100.0)));
        assert_eq!(range([10.0].into_iter()), Some((10.0, 100.0)));
        assert_eq!(range(std::iter::empty()), None);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("astar", 5), "astar");
        assert_eq!(shortened("idastar", 5), "idas…");
    }
}
