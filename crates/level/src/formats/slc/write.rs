//! Writes the XML. The header contains the size of the largest level, so levels are held back until the
//! last one is known.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::super::lines::one_line;
use super::super::write::Encoder;
use super::super::{Entry, keys};
use crate::{Cell, Level};

#[derive(Debug, Default)]
pub(super) struct SlcWriter {
    notes: String,
    levels: String,
    /// The size of the largest level.
    width: usize,
    height: usize,
}

impl Encoder for SlcWriter {
    fn head(&mut self, notes: &str) -> String {
        notes.clone_into(&mut self.notes);
        String::new()
    }

    fn level(&mut self, entry: &Entry) -> Result<String, Cell> {
        let level = &entry.level;
        self.width = self.width.max(level.width());
        self.height = self.height.max(level.height());
        push_level(&mut self.levels, level);
        Ok(String::new())
    }

    fn tail(&mut self) -> String {
        let mut out = head(&self.notes, self.width, self.height);
        out.push_str(&self.levels);
        out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
        out
    }
}

fn push_level(out: &mut String, level: &Level) {
    let title = level.title.as_deref().unwrap_or("");
    let (width, height) = (level.width(), level.height());
    // Writing to a string cannot fail.
    let _ =
        write!(out, "    <Level Id=\"{}\" Width=\"{width}\" Height=\"{height}\"", attribute(title));
    if let Some(author) = &level.author {
        let _ = write!(out, " Copyright=\"{}\"", attribute(author));
    }
    out.push_str(">\n");
    for row in level.rows() {
        let text: String = row.iter().map(|tile| tile.glyph()).collect();
        let _ = writeln!(out, "      <L>{}</L>", text.trim_end());
    }
    out.push_str("    </Level>\n");
}

/// The head of a file with these notes, for levels of at most this size.
fn head(notes: &str, width: usize, height: usize) -> String {
    let mut left: Vec<&str> = notes.lines().collect();
    let mut take = |wanted: &str| {
        let at = left.iter().position(|line| {
            keys::split(line)
                .is_some_and(|(key, value)| key.eq_ignore_ascii_case(wanted) && !value.is_empty())
        })?;
        keys::split(left.remove(at)).map(|(_, value)| value)
    };
    let [title, email, url] = ["Collection", "Email", "Url"].map(|key| take(key).unwrap_or(""));
    let copyright = take("Copyright");
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels>\n");
    let _ = writeln!(out, "  <Title>{}</Title>", escape(title));
    let description = left.join("\n");
    let _ = writeln!(out, "  <Description>{}</Description>", escape(description.trim()));
    for (name, value) in [("Email", email), ("Url", url)] {
        if !value.is_empty() {
            let _ = writeln!(out, "  <{name}>{}</{name}>", escape(value));
        }
    }
    out.push_str("  <LevelCollection");
    if let Some(owner) = copyright {
        let _ = write!(out, " Copyright=\"{}\"", attribute(owner));
    }
    let _ = writeln!(out, " MaxWidth=\"{width}\" MaxHeight=\"{height}\">");
    out
}

/// A value between quotes. A tab as such would be read as a blank.
fn attribute(value: &str) -> String {
    escape(one_line(value)).replace('\t', "&#9;")
}
