//! The formats by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::dialects::{DIALECTS, Dialect};

/// A way of writing levels in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rows of `#@+$*. `, with titles and notes.
    Xsb,
    /// YASC's text: the same with solutions and saved games.
    Sok,
    /// Rows on one line, run-length encoded.
    Rle,
    /// The XML of Sokoban for Windows.
    Slc,
    /// Text with `; N` before each board.
    Boxoban,
    /// The JSON of `SokoBOT`.
    Json,
    /// A problem file of the planning competitions, which is read but not written.
    Pddl,
    /// A dialect, which is read but not written.
    Dialect(&'static Dialect),
}

impl Format {
    /// The formats that are also written.
    pub const WRITABLE: [Self; 6] =
        [Self::Xsb, Self::Sok, Self::Rle, Self::Slc, Self::Boxoban, Self::Json];

    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> {
        let read = [Self::Pddl].into_iter();
        Self::WRITABLE.into_iter().chain(read).chain(DIALECTS.iter().map(Self::Dialect))
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Sok => "sok",
            Self::Rle => "rle",
            Self::Slc => "slc",
            Self::Boxoban => "boxoban",
            Self::Json => "json",
            Self::Pddl => "pddl",
            Self::Dialect(dialect) => dialect.name,
        }
    }

    /// One line of help.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Xsb => "rows of \"#@+$*. \" with titles and notes",
            Self::Sok => "YASC's text with solutions and saved games",
            Self::Rle => "one run-length encoded line for each level",
            Self::Slc => "XML of Sokoban for Windows",
            Self::Boxoban => "\"; N\" before each board, no box or player on a goal",
            Self::Json => "SokoBOT's JSON, no box or player on a goal",
            Self::Pddl => "problem file of the planning competitions, sokoban-sequential",
            Self::Dialect(dialect) => dialect.source,
        }
    }

    /// The format a file name suggests for writing, by its extension.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "xsb" | "txt" => Self::Xsb,
            "sok" => Self::Sok,
            "rle" => Self::Rle,
            "slc" | "xml" => Self::Slc,
            "json" => Self::Json,
            _ => return None,
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no format {name:?}; expected one of {}", names())]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}

fn names() -> String {
    Format::all().map(Format::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::all()
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for format in Format::all() {
            assert_eq!(format.name().parse(), Ok(format));
        }
        let error = "xbs".parse::<Format>().unwrap_err().to_string();
        assert!(error.contains("\"xbs\"") && error.contains("ragen"), "{error}");
    }
}
