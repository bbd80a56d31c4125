//! Two competitors, level by level: a scatter plot.

use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;

use super::Data;
use super::plots::{
    ACCENT, BAD, DIM, FONT, INK, Measure, Plot, PlotError, RULE, failed, range, shortened,
};

const SQUARE: (u32, u32) = (350, 350);

/// A scatter plot. A level that one did not solve is on the edge of the other's side.
#[derive(Debug)]
pub struct Scatter<'a> {
    data: &'a Data,
    /// The competitors to the right and upwards.
    names: [usize; 2],
    measure: Measure,
    /// What each level took, if it was solved.
    pairs: Vec<(Option<f64>, Option<f64>)>,
    range: (f64, f64),
}

impl<'a> Scatter<'a> {
    /// The plot, if a level that both were given was solved by one of them.
    pub fn new(data: &'a Data, x: usize, y: usize, measure: Measure) -> Option<Self> {
        let value = |level: usize, name: usize| {
            measure.of(data, level, name).filter(|_| data.has_solved(level, name))
        };
        let both_given =
            |&level: &usize| data.trial(level, x).is_some() && data.trial(level, y).is_some();
        let pairs: Vec<(Option<f64>, Option<f64>)> = (0..data.levels.len())
            .filter(both_given)
            .map(|level| (value(level, x), value(level, y)))
            .filter(|pair| *pair != (None, None))
            .collect();
        let range = range(pairs.iter().flat_map(|(x, y)| x.iter().chain(y).copied()))?;
        Some(Self { data, names: [x, y], measure, pairs, range })
    }
}

impl Plot for Scatter<'_> {
    fn size(&self) -> (u32, u32) {
        SQUARE
    }

    fn draw<B: DrawingBackend>(&self, root: &DrawingArea<B, Shift>) -> Result<(), PlotError> {
        let (low, high) = self.range;
        // The edge for what was not solved is a little beyond everything that was.
        let edge = high * 2.0;
        let [x, y] = self.names.map(|name| {
            format!("{}, {}", shortened(&self.data.shown(name), 34), self.measure.title())
        });
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d((low..edge * 1.3).log_scale(), (low..edge * 1.3).log_scale())
            .map_err(failed)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(DIM)
            .label_style((FONT, 11, &INK))
            .axis_desc_style((FONT, 13, &DIM))
            .x_desc(x)
            .y_desc(y)
            .x_labels(5)
            .y_labels(6)
            .x_label_formatter(&|it| Measure::tick(*it))
            .y_label_formatter(&|it| Measure::tick(*it))
            .draw()
            .map_err(failed)?;
        let line = |from, to| PathElement::new(vec![from, to], DIM.mix(0.5).stroke_width(1));
        let lines = [
            line((low, low), (edge, edge)),
            line((edge, low), (edge, edge)),
            line((low, edge), (edge, edge)),
        ];
        chart.draw_series(lines).map_err(failed)?;
        let points = self.pairs.iter().map(|&(x, y)| {
            let colour = if x.is_some() && y.is_some() { ACCENT } else { BAD };
            Circle::new((x.unwrap_or(edge), y.unwrap_or(edge)), 3, colour.mix(0.55).filled())
        });
        chart.draw_series(points).map_err(failed)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{rivals, trial};
    use super::*;

    #[test]
    fn there_is_a_point_for_each_level() {
        let data = rivals("a");
        let plot = Scatter::new(&data, 0, 1, Measure::Nodes).expect("something was solved");
        let svg = plot.svg().expect("drawn");
        assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
        let hopeless = Data::new(vec![trial("a", "X", 1, None, 1), trial("b", "X", 1, None, 1)]);
        assert!(Scatter::new(&hopeless, 0, 1, Measure::Time).is_none());
    }

    #[test]
    fn an_image_has_two_pixels_to_a_unit() {
        let data = Data::new(vec![trial("a", "X", 1, Some(4), 9), trial("b", "X", 1, None, 9)]);
        let plot = Scatter::new(&data, 0, 1, Measure::Nodes).expect("something was solved");
        let image = tiny_skia::Pixmap::decode_png(&plot.png().expect("drawn")).expect("an image");
        assert_eq!((image.width(), image.height()), (2 * SQUARE.0, 2 * SQUARE.1));
        let is_red = |it: &&tiny_skia::PremultipliedColorU8| it.red() > 190 && it.blue() < 160;
        assert!(image.pixels().iter().filter(is_red).count() > 50, "the point on the edge");
    }
}
