//! Plots as SVG documents: how many levels are solved within a time (a cactus plot), and two competitors
//! level by level (a scatter plot).

use std::error::Error;

use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use thiserror::Error;

use super::Data;

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

/// As large as they are shown, so that letters have their size.
const SIZE: (u32, u32) = (560, 390);
const SQUARE: (u32, u32) = (350, 350);
/// Pixels at the right for the legend.
const LEGEND: u32 = 170;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x26, 0x22, 0x1c);
const DIM: RGBColor = RGBColor(0x6b, 0x63, 0x56);
const RULE: RGBColor = RGBColor(0xe6, 0xdf, 0xd0);
const ACCENT: RGBColor = RGBColor(0x2c, 0x52, 0x82);
const BAD: RGBColor = RGBColor(0xb3, 0x30, 0x1c);

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

impl Measure {
    fn of(self, data: &Data, level: usize, name: usize) -> Option<f64> {
        let record = &data.trial(level, name)?.record;
        let value = match self {
            Self::Time => record.time_s,
            Self::Nodes => record.expanded as f64,
        };
        (value > 0.0).then_some(value)
    }

    fn title(self) -> &'static str {
        match self {
            Self::Time => "seconds",
            Self::Nodes => "nodes",
        }
    }

    /// The number at an axis.
    fn tick(value: f64) -> String {
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
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
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
fn failed<E: Error + Send + Sync>(error: DrawingAreaErrorKind<E>) -> PlotError {
    PlotError(error.to_string())
}

/// How many levels each competitor solves within how much time, or with how many nodes; `None` if nothing is
/// solved.
pub fn cactus(data: &Data, measure: Measure) -> Result<Option<String>, PlotError> {
    let series = |name: usize| -> Vec<f64> {
        let solved = data.common(&[name]).into_iter();
        let mut values: Vec<f64> =
            solved.filter_map(|level| measure.of(data, level, name)).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let mut all: Vec<(usize, Vec<f64>)> = (0..data.names.len())
        .map(|name| (name, series(name)))
        .filter(|(_, it)| !it.is_empty())
        .collect();
    let Some((low, high)) = range(all.iter().flat_map(|(_, values)| values.iter().copied())) else {
        return Ok(None);
    };
    // The legend in the order in which the lines end.
    all.sort_by_key(|(_, values)| std::cmp::Reverse(values.len()));
    let most = all.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let mut out = String::new();
    {
        let height = SIZE.1.max(60 + 16 * all.len() as u32);
        let root = SVGBackend::with_string(&mut out, (SIZE.0, height)).into_drawing_area();
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
            .y_desc(measure.title())
            .x_label_formatter(&|it| format!("{it:.0}"))
            .y_label_formatter(&|it| Measure::tick(*it))
            .draw()
            .map_err(failed)?;
        for (place, (name, values)) in (0..).zip(&all) {
            let colour = COLOURS[name % COLOURS.len()];
            let points = values.iter().enumerate().map(|(count, &it)| ((count + 1) as f64, it));
            // With more lines than colours the second round is thin.
            let width = if *name < COLOURS.len() { 2 } else { 1 };
            let line = LineSeries::new(points, colour.stroke_width(width));
            chart.draw_series(line).map_err(failed)?;
            let y: i32 = 24 + 16 * place;
            let stroke = PathElement::new(vec![(4, y), (24, y)], colour.stroke_width(width + 1));
            right.draw(&stroke).map_err(failed)?;
            let label = format!("{} · {}", data.shown(*name), values.len());
            let style = (FONT, 12, &INK).into_text_style(&right);
            let style = style.pos(Pos::new(HPos::Left, VPos::Center));
            right.draw(&Text::new(shortened(&label, 24), (30, y), style)).map_err(failed)?;
        }
        root.present().map_err(failed)?;
    }
    Ok(Some(out))
}

/// The text cut to so many characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Two competitors, level by level; a level that one did not solve is on the edge of the other's side. `None`
/// if neither solved a level that both were given.
pub fn scatter(
    data: &Data,
    x: usize,
    y: usize,
    measure: Measure,
) -> Result<Option<String>, PlotError> {
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
    let values = pairs.iter().flat_map(|(x, y)| x.iter().chain(y).copied());
    let Some((low, high)) = range(values) else { return Ok(None) };
    // The edge for what was not solved is a little beyond everything that was.
    let edge = high * 2.0;
    let mut out = String::new();
    {
        let root = SVGBackend::with_string(&mut out, SQUARE).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
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
            .x_desc(format!("{}, {}", shortened(&data.shown(x), 34), measure.title()))
            .y_desc(format!("{}, {}", shortened(&data.shown(y), 34), measure.title()))
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
        let points = pairs.iter().map(|&(x, y)| {
            let colour = if x.is_some() && y.is_some() { ACCENT } else { BAD };
            Circle::new((x.unwrap_or(edge), y.unwrap_or(edge)), 3, colour.mix(0.55).filled())
        });
        chart.draw_series(points).map_err(failed)?;
        root.present().map_err(failed)?;
    }
    Ok(Some(out))
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::trial;
    use super::*;

    fn example() -> Data {
        Data::new(vec![
            trial("a<b", "X", 1, Some(4), 100),
            trial("c", "X", 1, Some(4), 4000),
            trial("a<b", "X", 2, Some(4), 300),
            trial("c", "X", 2, None, 9000),
        ])
    }

    #[test]
    fn a_cactus_has_a_line_for_each_that_solved_something() {
        let svg = cactus(&example(), Measure::Time).expect("drawn").expect("something");
        assert!(svg.starts_with("<svg") && svg.contains("a&lt;b · 2"), "{svg}");
        assert!(svg.contains("levels solved") && svg.matches("<polyline").count() >= 4, "{svg}");
        assert_eq!(cactus(&Data::default(), Measure::Nodes), Ok(None));
    }

    #[test]
    fn a_scatter_has_a_point_for_each_level() {
        let svg = scatter(&example(), 0, 1, Measure::Nodes).expect("drawn").expect("something");
        assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
        let hopeless = Data::new(vec![trial("a", "X", 1, None, 1), trial("b", "X", 1, None, 1)]);
        assert_eq!(scatter(&hopeless, 0, 1, Measure::Time), Ok(None));
    }

    #[test]
    fn axes_end_at_powers_of_ten() {
        assert_eq!(range([0.5, 20.0].into_iter()), Some((0.1, 100.0)));
        assert_eq!(range([10.0].into_iter()), Some((10.0, 100.0)));
        assert_eq!(range(std::iter::empty()), None);
    }
}
