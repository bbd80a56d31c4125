//! `--format`, the output option of all commands. Each command offers the formats that make sense for it.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people; not stable.
    Table,
    Markdown,
    Csv,
    /// One document.
    Json,
    /// One object per line.
    Jsonl,
    /// Columns, compressed.
    Parquet,
    Sok,
    Lurd,
    Coordinates,
    Dot,
    Svg,
    Png,
    Gif,
    Txt,
    Latex,
}

impl Form {
    pub(crate) const ALL: [Self; 15] = [
        Self::Table,
        Self::Markdown,
        Self::Csv,
        Self::Json,
        Self::Jsonl,
        Self::Parquet,
        Self::Sok,
        Self::Lurd,
        Self::Coordinates,
        Self::Dot,
        Self::Svg,
        Self::Png,
        Self::Gif,
        Self::Txt,
        Self::Latex,
    ];

    /// The forms of records: one for each level, game or measurement.
    pub(crate) const RECORDS: &'static [Self] = &[Self::Table, Self::Json, Self::Jsonl, Self::Csv];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        self.explain().0
    }

    /// The name and a line of help.
    const fn explain(self) -> (&'static str, &'static str) {
        match self {
            Self::Table => ("table", "For people"),
            Self::Markdown => ("markdown", "A Markdown table"),
            Self::Csv => ("csv", "Comma-separated values"),
            Self::Json => ("json", "One JSON document"),
            Self::Jsonl => ("jsonl", "One JSON object per line"),
            Self::Parquet => ("parquet", "An Apache Parquet file, for data frames"),
            Self::Sok => ("sok", "A .sok file: the levels with their solutions"),
            Self::Lurd => ("lurd", "One line of moves per level; an empty line if unsolved"),
            Self::Coordinates => {
                ("coordinates", "Box numbers and the squares they are pushed to, as in SokoKids")
            }
            Self::Dot => ("dot", "The tree for Graphviz"),
            Self::Svg => ("svg", "A vector drawing"),
            Self::Png => ("png", "An image"),
            Self::Gif => ("gif", "An animation of the moves"),
            Self::Txt => ("txt", "Plain text"),
            Self::Latex => ("latex", "A tikzpicture"),
        }
    }
}

/// Reads one of these forms by its name.
pub(crate) fn forms(offered: &'static [Form]) -> impl TypedValueParser<Value = Form> {
    let values = offered.iter().map(|form| {
        let (name, about) = form.explain();
        PossibleValue::new(name).help(about)
    });
    PossibleValuesParser::new(values)
        .map(|name| Form::ALL.into_iter().find(|form| form.name() == name).unwrap_or(Form::Table))
}
