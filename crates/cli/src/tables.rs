//! Tables of the lab as text and Markdown.

use std::fmt::Write as _;

use hakooshi_lab::{Table, Value};

use crate::render::{self, Paint};
use crate::units::{show_count, show_size, show_time};

/// Blanks around the content of a column.
const PADDING: usize = 3;

/// A column of words gets at least so many characters before its words are broken.
const NARROWEST: usize = 16;

/// The value as people read it.
pub(crate) fn show(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Count(count) => show_count(*count),
        Value::Counts(counts) => {
            let parts = counts.iter().map(|(name, &count)| format!("{name} {}", show_count(count)));
            parts.collect::<Vec<_>>().join(", ")
        }
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

/// The table in columns, the totals below an empty line, then the notes. What is wider than
/// `width` goes on below, with the columns that say what a row is about repeated.
pub(crate) fn columns(table: &Table, paint: Paint, width: Option<usize>) -> String {
    let mut rows: Vec<Vec<String>> = table.rows.iter().map(|row| cells(row)).collect();
    if !table.totals.is_empty() {
        rows.push(vec![String::new(); table.headings.len()]);
        rows.extend(table.totals.iter().map(|row| cells(row)));
    }
    let mut out = String::new();
    for block in blocks(table, &rows, width) {
        let heading = |&column: &usize| {
            let heading = &table.headings[column];
            if heading.is_number { format!(">{}", heading.title) } else { heading.title.clone() }
        };
        let headings: Vec<String> = block.iter().map(heading).collect();
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut part = render::table(&headings, paint);
        part.add_rows(rows.iter().map(|row| block.iter().map(|&it| row[it].clone())));
        for (place, &column) in block.iter().enumerate() {
            if let Some(width) = width.filter(|_| !table.headings[column].is_number) {
                render::wrap(&mut part, place, most_words(width), width);
            }
        }
        let _ = writeln!(out, "{}\n", part.trim_fmt());
    }
    let notes = table.notes.iter().map(|note| render::fill(note, width));
    out + &paint.dim(&notes.collect::<Vec<_>>().join("\n")) + "\n"
}

/// The widest a column of words may be.
fn most_words(width: usize) -> usize {
    (width / 3).max(NARROWEST)
}

/// The columns that stand side by side, for each of the tables that this one becomes. The columns
/// of words at the left belong to each.
fn blocks(table: &Table, rows: &[Vec<String>], width: Option<usize>) -> Vec<Vec<usize>> {
    let all = 0..table.headings.len();
    let Some(width) = width else { return vec![all.collect()] };
    let length = |text: &str| text.chars().count();
    let wide = |column: usize| {
        let heading = &table.headings[column];
        let most = rows.iter().map(|row| length(&row[column])).max().unwrap_or(0);
        let most = most.max(length(&heading.title));
        PADDING + if heading.is_number { most } else { most.min(most_words(width)) }
    };
    let keys = table.headings.iter().take_while(|it| !it.is_number).count();
    let key_width: usize = (0..keys).map(wide).sum();
    let (mut blocks, mut used) = (vec![(0..keys).collect::<Vec<_>>()], key_width);
    for column in all.skip(keys) {
        let last = blocks.len() - 1;
        // A column that fits nowhere still has to stand somewhere.
        if used + wide(column) > width && blocks[last].len() > keys {
            blocks.push((0..keys).collect());
            used = key_width;
        }
        let last = blocks.len() - 1;
        blocks[last].push(column);
        used += wide(column);
    }
    blocks
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
    fn what_is_too_wide_goes_on_below() {
        let heading = |title: &str, is_number| hakooshi_lab::Heading {
            name: title.to_owned(),
            title: title.to_owned(),
            is_number,
        };
        let mut headings = vec![heading("engine", false)];
        headings.extend((0..12).map(|number| heading(&format!("column {number}"), true)));
        let row = std::iter::once(Value::text("an engine with, many, words, in, its, name"))
            .chain((0..12).map(|number| Value::Count(1_000_000 + number)));
        let table = Table { headings, rows: vec![row.collect()], ..Table::default() };
        let whole = columns(&table, Paint::NONE, None);
        let parts = columns(&table, Paint::NONE, Some(60));
        assert!(parts.lines().all(|line| line.chars().count() <= 60), "{parts}");
        assert!(parts.matches("engine").count() > whole.matches("engine").count());
        for number in 0..12 {
            let cell = show_count(1_000_000 + number);
            assert_eq!((whole.matches(&cell).count(), parts.matches(&cell).count()), (1, 1));
        }
    }

    #[test]
    fn markdown_has_even_rows_and_escapes_bars() {
        let table = Table { rows: vec![vec![Value::text("a|b")]], ..Table::default() };
        assert!(markdown(&table).contains("| a\\|b |"));
    }
}
