//! A table as data: typed cells, so that each output format can write numbers in its own way.

use std::collections::BTreeMap;

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// How many of each name.
    Counts(BTreeMap<String, u64>),
    /// A number and the digits after its point.
    Real(f64, usize),
    /// A time.
    Seconds(f64),
    /// A size.
    Bytes(u64),
    /// So many times as much as something else.
    Times(f64),
    /// More (or fewer) than something else.
    Difference(isize),
    /// Nothing to say.
    Missing,
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The value for a program: bare digits, seconds, bytes; empty for nothing.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) | Self::Bytes(count) => count.to_string(),
            Self::Counts(counts) => counts.values().sum::<u64>().to_string(),
            Self::Real(value, digits) => format!("{value:.digits$}"),
            Self::Seconds(value) => format!("{value:.6}"),
            Self::Times(value) => format!("{value:.4}"),
            Self::Difference(value) => value.to_string(),
            Self::Missing => String::new(),
        }
    }
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name for programs.
    pub name: String,
    /// The text for people.
    pub title: String,
    /// Whether numbers stand below it.
    pub is_number: bool,
}

/// Rows under headings, with totals and what must be said about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The headings.
    pub headings: Vec<Heading>,
    /// The rows.
    pub rows: Vec<Vec<Value>>,
    /// Rows that sum up those above; no data of their own.
    pub totals: Vec<Vec<Value>>,
    /// Sentences to be read with the table.
    pub notes: Vec<String>,
}

impl Table {
    pub(crate) fn words(&mut self, name: &str) {
        self.head(name, name, false);
    }

    pub(crate) fn numbers(&mut self, name: &str, title: &str) {
        self.head(name, title, true);
    }

    fn head(&mut self, name: &str, title: &str, is_number: bool) {
        let (name, title) = (name.to_owned(), title.to_owned());
        self.headings.push(Heading { name, title, is_number });
    }

    /// Leaves out the column of this name if it has no text.
    pub fn drop_empty(&mut self, name: &str) {
        let Some(place) = self.headings.iter().position(|it| it.name == name) else { return };
        if self.rows.iter().all(|row| row[place].plain().is_empty()) {
            self.headings.remove(place);
            for row in self.rows.iter_mut().chain(&mut self.totals) {
                row.remove(place);
            }
        }
    }

    /// The rows without the totals as comma-separated values, with a line of names (RFC 4180).
    pub fn csv(&self) -> String {
        let names = csv_line(self.headings.iter().map(|it| it.name.clone()));
        let rows = self.rows.iter().map(|row| csv_line(row.iter().map(Value::plain)));
        std::iter::once(names).chain(rows).collect()
    }
}

/// One line of comma-separated values (RFC 4180).
pub fn csv_line(fields: impl Iterator<Item = String>) -> String {
    fields.map(|field| quoted(&field)).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A field of CSV, in quotes if it must be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The fields of one line of comma-separated values; `None` if a quote is not closed.
pub fn csv_fields(line: &str) -> Option<Vec<String>> {
    let (mut fields, mut field) = (Vec::new(), String::new());
    let mut glyphs = line.trim_end_matches(['\r', '\n']).chars().peekable();
    let mut is_quoted = false;
    while let Some(glyph) = glyphs.next() {
        match glyph {
            '"' if is_quoted && glyphs.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    (!is_quoted).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_were_written() {
        let fields = ["", "a, b", "\"quoted\"", "plain", ""].map(str::to_owned);
        let line = csv_line(fields.iter().cloned());
        assert_eq!(csv_fields(&line).as_deref(), Some(&fields[..]));
        assert_eq!(csv_fields("a,\"b"), None);
    }

    #[test]
    fn only_empty_columns_are_left_out() {
        let mut table = Table::default();
        table.words("level");
        table.words("title");
        table.rows.push(vec![Value::text("1"), Value::text("")]);
        let mut full = table.clone();
        full.rows.push(vec![Value::text("2"), Value::text("Two")]);
        table.drop_empty("title");
        full.drop_empty("title");
        assert_eq!((table.csv().as_str(), full.headings.len()), ("level\r\n1\r\n", 2));
    }

    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        let mut table = Table::default();
        table.words("engine");
        table.numbers("time", "time");
        table.rows.push(vec![Value::text("a(x=[b,\"c\"])"), Value::Seconds(0.5)]);
        table.totals.push(vec![Value::text("all"), Value::Seconds(0.5)]);
        let tests = [("freeze", 2), ("corral", 3)].map(|(name, count)| (name.to_owned(), count));
        assert_eq!(Value::Counts(tests.into()).plain(), "5", "one number");
        assert_eq!(table.csv(), "engine,time\r\n\"a(x=[b,\"\"c\"\"])\",0.500000\r\n");
    }
}
