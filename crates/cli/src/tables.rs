//! Tables of the lab as people and programs read them.

use std::fmt::Write as _;

use clap::ValueEnum;
use hakooshi_lab::{Table, Value};

use crate::render::{self, Paint};
use crate::units::{show_count, show_size, show_time};

/// The forms of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableForm {
    /// A table for people
    Table,
    /// A table for documents
    Markdown,
    /// Comma-separated values, without totals
    Csv,
    /// One JSON object with every engine and every trial
    Json,
}

/// The value as people read it.
fn show(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Count(count) => show_count(*count),
        Value::Real(value, digits) => format!("{value:.digits$}"),
        Value::Seconds(seconds) => show_time(*seconds),
        Value::Bytes(bytes) => show_size(usize::try_from(*bytes).unwrap_or(usize::MAX)),
        Value::Times(times) if *times >= 100.0 => show_count(times.round() as u64),
        Value::Times(times) if *times < 0.1 => format!("{times:.4}"),
        Value::Times(times) => format!("{times:.2}"),
        Value::Difference(0) => "0".to_owned(),
        Value::Difference(value) => format!("{value:+}"),
        Value::Missing => "–".to_owned(),
    }
}

fn cells(row: &[Value]) -> Vec<String> {
    row.iter().map(show).collect()
}

/// The table in columns, the totals below an empty line, then the notes.
pub(crate) fn columns(table: &Table, paint: Paint) -> String {
    let headings: Vec<String> = table
        .headings
        .iter()
        .map(|it| if it.is_number { format!(">{}", it.title) } else { it.title.clone() })
        .collect();
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let mut out = render::table(&headings, paint);
    out.add_rows(table.rows.iter().map(|row| cells(row)));
    if !table.totals.is_empty() {
        out.add_row(vec![""; headings.len()]);
        out.add_rows(table.totals.iter().map(|row| cells(row)));
    }
    format!("{}\n\n{}\n", out.trim_fmt(), paint.dim(&table.notes.join("\n")))
}

/// The table in Markdown, totals in bold, the notes below.
pub(crate) fn markdown(table: &Table) -> String {
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = table.headings.iter().map(|it| if it.is_number { "---:" } else { "---" });
    let mut out = line(table.headings.iter().map(|it| it.title.clone()).collect());
    out += &line(rule.map(str::to_owned).collect());
    for row in &table.rows {
        out += &line(cells(row));
    }
    for row in &table.totals {
        let bold = |cell: &String| match cell.as_str() {
            "" => String::new(),
            cell => format!("**{cell}**"),
        };
        out += &line(cells(row).iter().map(bold).collect());
    }
    for note in &table.notes {
        let _ = writeln!(out, "\n{note}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_groups_units_and_dashes() {
        let shown = [
            (Value::Count(12_345), "12,345"),
            (Value::Missing, "–"),
            (Value::Times(0.5), "0.50"),
            (Value::Times(1234.5), "1,235"),
            (Value::Difference(3), "+3"),
            (Value::Difference(-2), "-2"),
        ];
        for (value, text) in shown {
            assert_eq!(show(&value), text);
        }
    }

    #[test]
    fn markdown_has_even_rows_and_escapes_bars() {
        let table = Table { rows: vec![vec![Value::text("a|b")]], ..Table::default() };
        assert!(markdown(&table).contains("| a\\|b |"));
    }
}
