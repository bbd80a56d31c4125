//! The common notation: rows of `#@+$*. ` with titles and notes, and one level from a string.

use std::str::FromStr;

use super::format::{Fit, FormatEntry, Read};
use super::glyphs::{COMMON, Glyphs};
use super::text::TextReader;
use super::text_writer::{Style, TextWriter};
use super::{Problem, ReadError};
use crate::Level;

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "xsb",
    extensions: &["xsb", "txt"],
    summary: "rows of \"#@+$*. \" with titles and notes",
    detect: |sample| Fit::Drawn.when(sample.first.is_some()),
    read: Read::Lines(&COMMON),
    write: Some(|| Box::new(TextWriter::new(Style::Xsb))),
};

/// Reads exactly one level in the common notation, plain or run-length encoded, with or
/// without a title.
impl FromStr for Level {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut levels = TextReader::new(text.as_bytes(), Glyphs::common());
        let first = levels.next().unwrap_or_else(|| Err(ReadError::file(1, Problem::NoLevels)))?;
        match levels.next() {
            None => Ok(first.level),
            Some(_) => Err(ReadError::file(1, Problem::SeveralLevels)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_and_only_one() {
        let level: Level = "\n#####\n#@$.#\n#####\n".parse().unwrap();
        assert_eq!((level.width(), level.height(), level.boxes()), (5, 3, 1));
        assert_eq!("5#|#@$.#|5#".parse::<Level>().unwrap(), level);
        let titled: Level = "; One\n#####\n#@$.#\n#####".parse().unwrap();
        assert_eq!(titled.title.as_deref(), Some("One"));
        let twice = format!("{level}\n{level}");
        assert_eq!(twice.parse::<Level>().unwrap_err().problem, Problem::SeveralLevels);
        assert_eq!("".parse::<Level>().unwrap_err().problem, Problem::Empty);
    }
}
