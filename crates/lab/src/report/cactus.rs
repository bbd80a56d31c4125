//! How many levels each competitor solves within how much time, or with how many nodes: a cactus plot.

use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Data;
use super::plots::{DIM, FONT, INK, Measure, Plot, PlotError, RULE, failed, range, shortened};

/// Width and least height.
const SIZE: (u32, u32) = (560, 390);
/// Pixels at the right for the legend.
const LEGEND: u32 = 170;

/// Colours that can be told apart, in the order of the competitors.
const COLOURS: [RGBColor; 12] = [
    RGBColor(0x2c, 0x52, 0x82),
    RGBColor(0xd0, 0x5a, 0x1c),
    RGBColor(0x3c, 0x7a, 0x4a),
    RGBColor(0x8a, 0x3d, 0x86),
    RGBColor(0xb0, 0x8a, 0x00),
    RGBColor(0x2a, 0x94, 0xa8),
    RGBColor(0xb3, 0x30, 0x1c),
    RGBColor(0x6a, 0x6a, 0x6a),
    RGBColor(0x7a, 0x9a, 0x2a),
    RGBColor(0x5a, 0x4f, 0xc0),
    RGBColor(0xd0, 0x6a, 0x9a),
    RGBColor(0x7a, 0x52, 0x30),
];

/// A cactus plot.
#[derive(Debug)]
pub struct Cactus<'a> {
    data: &'a Data,
    measure: Measure,
    /// The competitors that solved something, those with most levels first, and what each level took.
    series: Vec<(usize, Vec<f64>)>,
    range: (f64, f64),
}

impl<'a> Cactus<'a> {
    /// The plot, if anything was solved.
    pub fn new(data: &'a Data, measure: Measure) -> Option<Self> {
        let values = |name: usize| -> Vec<f64> {
            let solved = data.common(&[name]).into_iter();
            let mut values: Vec<f64> =
                solved.filter_map(|level| measure.of(data, level, name)).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let mut series: Vec<(usize, Vec<f64>)> = (0..data.names.len())
            .map(|name| (name, values(name)))
            .filter(|(_, it)| !it.is_empty())
            .collect();
        let range = range(series.iter().flat_map(|(_, values)| values.iter().copied()))?;
        // The legend in the order in which the lines end.
        series.sort_by_key(|(_, values)| std::cmp::Reverse(values.len()));
        Some(Self { data, measure, series, range })
    }
}

impl Plot for Cactus<'_> {
    fn size(&self) -> (u32, u32) {
        (SIZE.0, SIZE.1.max(60 + 16 * self.series.len() as u32))
    }

    fn draw<B: DrawingBackend>(&self, root: &DrawingArea<B, Shift>) -> Result<(), PlotError> {
        let most = self.series.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
        let (low, high) = self.range;
        let (left, right) = root.split_horizontally(SIZE.0 - LEGEND);
        let mut chart = ChartBuilder::on(&left)
            .margin(12)
            .x_label_area_size(38)
            .y_label_area_size(58)
            .build_cartesian_2d(0.0..most as f64, (low..high).log_scale())
            .map_err(failed)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(DIM)
            .label_style((FONT, 12, &INK))
            .axis_desc_style((FONT, 13, &DIM))
            .x_desc("levels solved")
            .y_desc(self.measure.title())
            .x_label_formatter(&|it| format!("{it:.0}"))
            .y_label_formatter(&|it| Measure::tick(*it))
            .draw()
            .map_err(failed)?;
        for (place, (name, values)) in (0..).zip(&self.series) {
            let colour = COLOURS[name % COLOURS.len()];
            let points = values.iter().enumerate().map(|(count, &it)| ((count + 1) as f64, it));
            // With more lines than colours the second round is thin.
            let width = if *name < COLOURS.len() { 2 } else { 1 };
            let line = LineSeries::new(points, colour.stroke_width(width));
            chart.draw_series(line).map_err(failed)?;
            let y: i32 = 24 + 16 * place;
            let stroke = PathElement::new(vec![(4, y), (24, y)], colour.stroke_width(width + 1));
            right.draw(&stroke).map_err(failed)?;
            let label = format!("{} · {}", self.data.shown(*name), values.len());
            let style = (FONT, 12, &INK).into_text_style(&right);
            let style = style.pos(Pos::new(HPos::Left, VPos::Center));
            right.draw(&Text::new(shortened(&label, 24), (30, y), style)).map_err(failed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::rivals;
    use super::*;

    #[test]
    fn there_is_a_line_for_each_that_solved_something() {
        let data = rivals("a<b");
        let plot = Cactus::new(&data, Measure::Time).expect("something was solved");
        let svg = plot.svg().expect("drawn");
        assert!(svg.starts_with("<svg") && svg.contains("a&lt;b · 2"), "{svg}");
        assert!(svg.contains("levels solved") && svg.matches("<polyline").count() >= 4, "{svg}");
        assert!(Cactus::new(&Data::default(), Measure::Nodes).is_none());
    }
}
