//! A format: a row of the table of formats, and its handle.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::ALL;
pub(crate) use super::detect::{Fit, Sample};
use super::dialects::DIALECTS;
use super::glyphs::Legend;
use super::whole::Whole;
use super::write::Encoder;
use super::{sok, xsb};

/// One row of the table of formats. A new format is a file with a static `ENTRY`, its `mod`
/// line and its row in [`ALL`]; names, help, detection, reading and writing follow.
pub(crate) struct FormatEntry {
    /// The name on the command line; also the name of its file.
    pub(crate) name: &'static str,
    /// Endings of file names that choose the format for writing, in lower case.
    pub(crate) extensions: &'static [&'static str],
    /// One line of help.
    pub(crate) summary: &'static str,
    /// How well a file fits, judged by its first bytes.
    pub(crate) detect: fn(&Sample<'_>) -> Fit,
    /// How it is read.
    pub(crate) read: Read,
    /// How it is written, if it is.
    pub(crate) write: Option<fn() -> Box<dyn Encoder>>,
}

/// How a format is read.
pub(crate) enum Read {
    /// Levels drawn in lines of text, read one at a time in bounded memory.
    Lines(&'static Legend),
    /// A file whose structure spans all of it, read at once.
    Whole(fn(&str) -> Whole),
}

/// A way of writing levels in a file.
#[derive(Clone, Copy)]
pub struct Format(pub(super) &'static FormatEntry);

impl Format {
    /// Rows of `#@+$*. `, with titles and notes.
    pub const XSB: Self = Self(&xsb::ENTRY);

    /// YASC's text, which holds everything: notes, solutions and saved games.
    pub const SOK: Self = Self(&sok::ENTRY);

    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().copied().chain(&DIALECTS).map(Self)
    }

    /// The formats that are also written.
    pub fn writable() -> impl Iterator<Item = Self> {
        Self::all().filter(|format| format.is_writable())
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// One line of help.
    pub const fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Whether levels can be written in it.
    pub const fn is_writable(self) -> bool {
        self.0.write.is_some()
    }

    /// The format a file name suggests for writing, by its extension.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let wanted = extension.to_ascii_lowercase();
        Self::writable().find(|format| format.0.extensions.contains(&wanted.as_str()))
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name()).finish()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no format {name:?}; expected one of {}", names(Format::all()))]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}

/// The names of formats, for messages.
pub(crate) fn names(formats: impl Iterator<Item = Format>) -> String {
    formats.map(Format::name).collect::<Vec<_>>().join(", ")
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

    #[test]
    fn extensions_choose_one_format() {
        for (extension, name) in [("XSB", "xsb"), ("txt", "xsb"), ("xml", "slc"), ("rle", "rle")] {
            assert_eq!(Format::from_extension(extension).map(Format::name), Some(name));
        }
        assert_eq!(Format::from_extension("pddl"), None, "not written");
        let extensions = || ALL.iter().flat_map(|entry| entry.extensions);
        for extension in extensions() {
            assert_eq!(extensions().filter(|it| *it == extension).count(), 1, "{extension}");
        }
    }
}
