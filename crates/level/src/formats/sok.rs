//! The text of YASC: the common notation with comments, solutions, snapshots and saved games.
//! It keeps everything that a [`Collection`](super::Collection) holds.

use super::format::{Fit, FormatEntry, Read, Sample};
use super::glyphs::COMMON;
use super::text_writer::{Style, TextWriter};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "sok",
    extensions: &["sok"],
    summary: "YASC's text with solutions and saved games",
    detect,
    read: Read::Lines(&COMMON),
    write: Some(|| Box::new(TextWriter::new(Style::Sok))),
};

fn detect(sample: &Sample<'_>) -> Fit {
    let commented = || sample.lines().any(|line| line.starts_with(b"::"));
    let first = sample.first.as_ref();
    Fit::Marked.when(first.is_some_and(|first| !first.games.is_empty() || commented()))
}
