//! The XML of Sokoban for Windows: `SokobanLevels` holds a title, a description and
//! `LevelCollection`s of `Level`s, whose rows are `L` elements with their blanks kept.
//!
//! The title of the file, address and copyright become the properties `Collection`, `Email`,
//! `Url` and `Copyright` of the notes, the description the lines after them; the `Id` of a
//! level is its title and its `Copyright` its author. The format has no place for notes on a
//! level and for games, nor for the order of these properties among the lines of a description
//! and for blanks around it. Entities that a file defines itself are not expanded.

use std::fmt::Write as _;

use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::glyphs::Glyphs;
use super::lines::{BYTE_ORDER_MARK, one_line};
use super::placing::append_lines;
use super::reader::Whole;
use super::rows::assemble;
use super::{Entry, Problem, ReadError, Variant};
use crate::Level;

/// Elements about the whole file, and the property each becomes.
const PROPERTIES: [(&str, &str); 3] = [("Title", "Collection"), ("Email", "Email"), ("Url", "Url")];

/// How the element around everything begins.
pub(crate) const ROOT: &str = "<SokobanLevels";

/// Reads a whole file.
pub(crate) fn read(text: &str) -> Whole {
    let mut file = File { text, ..File::default() };
    if let Err((at, problem)) = file.read() {
        let (line, column, excerpt) = place(text, at);
        file.levels.push(Err(ReadError::new(line, column, excerpt, problem)));
    }
    let mut notes = file.properties.trim_end().to_owned();
    let description = file.description.replace([BYTE_ORDER_MARK, '\0'], "");
    append_lines(&mut notes, description.trim().split(['\n', '\r']));
    if let Some(variant) = Variant::announced(&notes, None) {
        file.refuse(variant);
    }
    (notes, file.levels)
}

#[derive(Default)]
struct File<'a> {
    text: &'a str,
    properties: String,
    description: String,
    levels: Vec<Result<Entry, ReadError>>,
    /// The number of each level and where its rows start.
    places: Vec<(usize, usize)>,
    /// The level being read: its title, author and rows with their places.
    level: Option<Draft>,
    /// Levels begun so far.
    count: usize,
    /// Characters inside the element at hand.
    content: String,
    /// Where they start.
    start: usize,
}

#[derive(Default)]
struct Draft {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<(usize, String)>,
}

impl File<'_> {
    fn read(&mut self) -> Result<(), (usize, Problem)> {
        let mut xml = Reader::from_str(self.text);
        let mut levels_seen = false;
        loop {
            let at = xml.buffer_position() as usize;
            let wrong = |error: &dyn ToString| (at, Problem::Xml(error.to_string()));
            match xml.read_event().map_err(|error| wrong(&error))? {
                Event::Start(element) => {
                    levels_seen |= element.local_name().as_ref() == "SokobanLevels";
                    self.open(&element);
                    self.start = xml.buffer_position() as usize;
                }
                Event::Empty(element) => {
                    self.open(&element);
                    self.start = at;
                    self.close(element.local_name().as_ref());
                }
                Event::End(element) => self.close(element.local_name().as_ref()),
                Event::Text(text) => self.content.push_str(&text.xml10_content()),
                Event::CData(text) => self.content.push_str(&text.xml10_content()),
                Event::GeneralRef(name) => {
                    let letter = name.resolve_char_ref().map_err(|error| wrong(&error))?;
                    let known = || resolve_predefined_entity(&name).map(str::to_owned);
                    let text = letter.map(String::from).or_else(known);
                    let unknown = || wrong(&format!("the entity &{};", &*name));
                    self.content.push_str(&text.ok_or_else(unknown)?);
                }
                Event::Eof if levels_seen => return Ok(()),
                Event::Eof => return Err(wrong(&"no SokobanLevels element")),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    fn open(&mut self, element: &BytesStart<'_>) {
        self.content.clear();
        let attribute = |wanted: &str| {
            let attribute = element.try_get_attribute(wanted).ok().flatten()?;
            let value = attribute.normalized_value(XmlVersion::default()).ok()?;
            Some(one_line(&value)).filter(|value| !value.is_empty())
        };
        match element.local_name().as_ref() {
            "Level" => {
                self.count += 1;
                let (title, author) = (attribute("Id"), attribute("Copyright"));
                self.level = Some(Draft { title, author, rows: Vec::new() });
            }
            "LevelCollection" => {
                if let Some(owner) = attribute("Copyright") {
                    self.property("Copyright", &owner);
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        let content = std::mem::take(&mut self.content);
        match (name, &mut self.level) {
            ("L", Some(level)) => level.rows.push((self.start, content)),
            ("Level", level) => {
                if let Some(level) = level.take() {
                    let start = level.rows.first().map_or(self.start, |&(start, _)| start);
                    self.places.push((self.count, start));
                    let read = self.level(level);
                    self.levels.push(read);
                }
            }
            ("Description", None) => self.description.push_str(&content),
            (_, None) => {
                if let Some((_, key)) = PROPERTIES.iter().find(|(element, _)| *element == name) {
                    self.property(key, &content);
                }
            }
            _ => {}
        }
    }

    fn property(&mut self, key: &str, value: &str) {
        let value = one_line(value);
        let line = format!("{key}: {value}");
        if !value.is_empty() && self.properties.lines().all(|known| known != line) {
            self.properties.push_str(&line);
            self.properties.push('\n');
        }
    }

    /// Turns every level into an error: the file says that its levels follow other rules.
    fn refuse(&mut self, variant: Variant) {
        for (item, &(number, start)) in self.levels.iter_mut().zip(&self.places) {
            if let Ok(entry) = item {
                let (line, column, excerpt) = place(self.text, start);
                let error = ReadError::new(line, column, excerpt, Problem::Unsupported { variant });
                *item = Err(error.of_level(number, entry.level.title.take()));
            }
        }
    }

    fn level(&self, draft: Draft) -> Result<Entry, ReadError> {
        let level = build(&draft.rows).map_err(|(row, column, problem)| {
            let start = draft.rows.get(row).map_or(self.start, |&(start, _)| start);
            let (line, first, excerpt) = place(self.text, start);
            ReadError::new(line, first + column, excerpt, problem)
                .of_level(self.count, draft.title.clone())
        })?;
        let notes = draft.author.as_ref().map(|author| format!("Author: {author}"));
        let mut entry = Entry { notes: notes.unwrap_or_default(), ..Entry::new(level) };
        (entry.level.title, entry.level.author) = (draft.title, draft.author);
        Ok(entry)
    }
}

/// The level, or row, column and problem.
fn build(rows: &[(usize, String)]) -> Result<Level, (usize, usize, Problem)> {
    let glyphs = Glyphs::common();
    let mut parsed = Vec::new();
    for (row, (_, text)) in rows.iter().enumerate() {
        let mut tiles = Vec::new();
        if !text.is_empty() && glyphs.row(text.as_bytes(), &mut tiles).is_none() {
            let wrong = text.chars().enumerate().find(|&(_, it)| glyphs.tile(it).is_none());
            let (column, glyph) = wrong.unwrap_or((0, ' '));
            let expected = glyphs.expected.to_owned();
            return Err((row, column, Problem::BadGlyph { glyph, expected }));
        }
        parsed.push(tiles);
    }
    let (above, level) = assemble(&parsed);
    level.map_err(|error| {
        let at = error.at().map_or((0, 0), |at| (usize::from(at.row), usize::from(at.col)));
        (above + at.0, at.1, error.into())
    })
}

/// Line, column and text of the line at a byte of the text.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize, &str) {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..start].matches('\n').count() + 1;
    let excerpt = text[start..].lines().next().unwrap_or("");
    (line, text[start..at].chars().count() + 1, excerpt)
}

/// The head of a file with these notes, for levels of at most this size.
pub(crate) fn head(notes: &str, size: Option<(usize, usize)>) -> String {
    let mut left: Vec<&str> = notes.lines().collect();
    let mut take = |wanted: &str| {
        let at = left.iter().position(|line| {
            super::keys::split(line)
                .is_some_and(|(key, value)| key.eq_ignore_ascii_case(wanted) && !value.is_empty())
        })?;
        super::keys::split(left.remove(at)).map(|(_, value)| value)
    };
    let [title, email, url] = ["Collection", "Email", "Url"].map(|key| take(key).unwrap_or(""));
    let copyright = take("Copyright");
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels>\n");
    // Writing to a string cannot fail.
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
    if let Some((width, height)) = size {
        let _ = write!(out, " MaxWidth=\"{width}\" MaxHeight=\"{height}\"");
    }
    out.push_str(">\n");
    out
}

/// A value between quotes. A tab as such would be read as a blank.
fn attribute(value: &str) -> String {
    escape(one_line(value)).replace('\t', "&#9;")
}

/// One level.
pub(crate) fn level(level: &Level) -> String {
    let title = level.title.as_deref().unwrap_or("");
    let (width, height) = (level.width(), level.height());
    let mut out =
        format!("    <Level Id=\"{}\" Width=\"{width}\" Height=\"{height}\"", attribute(title));
    if let Some(author) = &level.author {
        let _ = write!(out, " Copyright=\"{}\"", attribute(author));
    }
    out.push_str(">\n");
    for row in level.rows() {
        let text: String = row.iter().map(|tile| tile.glyph()).collect();
        let _ = writeln!(out, "      <L>{}</L>", text.trim_end());
    }
    out.push_str("    </Level>\n");
    out
}

/// The end of a file.
pub(crate) const TAIL: &str = "  </LevelCollection>\n</SokobanLevels>\n";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LevelError;

    const FILE: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels>
  <Title>A &amp; B</Title>
  <Description>
    First line
    Second &#60;line&#62;
  </Description>
  <Email>a@b.c</Email>
  <LevelCollection Copyright="Me" MaxWidth="7" MaxHeight="4">
    <Level Id="One" Width="7" Height="3" Copyright="You">
      <L>  #####</L>
      <L>  #@$.#</L>
      <L>  #####</L>
    </Level>
    <Level Id="Bad"><L>####</L><L>#@x#</L></Level>
    <Level Id="Open"><L>####</L><L>#@$.</L><L>####</L></Level>
    <Level><L>#####</L><L>#@$.#</L><L>#####</L><L/><L> ##</L></Level>
  </LevelCollection>
</SokobanLevels>
"#;

    #[test]
    fn levels_notes_and_faults() {
        let (notes, levels) = read(FILE);
        assert_eq!(
            notes,
            "Collection: A & B\nEmail: a@b.c\nCopyright: Me\nFirst line\n    Second <line>"
        );
        let one = levels[0].as_ref().unwrap();
        assert_eq!(one.level.to_string(), "  #####\n  #@$.#\n  #####\n");
        assert_eq!(one.level.title.as_deref(), Some("One"));
        assert_eq!((one.level.author.as_deref(), &*one.notes), (Some("You"), "Author: You"));
        let bad = levels[1].as_ref().unwrap_err();
        assert_eq!(
            (bad.line, bad.column, bad.level, bad.title.as_deref()),
            (16, 37, 2, Some("Bad"))
        );
        assert!(matches!(bad.problem, Problem::BadGlyph { glyph: 'x', .. }));
        let open = levels[2].as_ref().unwrap_err();
        assert!(matches!(open.problem, Problem::Level(LevelError::NotEnclosed { .. })));
        assert_eq!(levels[3].as_ref().unwrap().level.height(), 5);
        assert_eq!(levels.len(), 4);
    }

    #[test]
    fn blanks_in_titles_stay() {
        let file = FILE.replace("A &amp; B", "A  B\tC").replace("\"One\"", "\"a  b&#9;c\"");
        let (notes, levels) = read(&file);
        assert!(notes.starts_with("Collection: A  B\tC\n"), "{notes}");
        let one = &levels[0].as_ref().unwrap().level;
        assert_eq!(one.title.as_deref(), Some("a  b\tc"));
        let (again, levels) = read(&(head(&notes, None) + &level(one) + TAIL));
        assert_eq!((&again, &levels[0].as_ref().unwrap().level), (&notes, one));
    }

    #[test]
    fn broken_xml_keeps_the_levels_before_it() {
        let cut = &FILE[..FILE.find("<Level Id=\"Bad").unwrap()];
        let (_, levels) = read(&format!("{cut}</Oops>"));
        assert!(levels[0].is_ok());
        assert!(matches!(levels[1].as_ref().unwrap_err().problem, Problem::Xml(_)));
        assert!(read("<html></html>").1[0].is_err());
    }

    #[test]
    fn variants_are_refused_by_name() {
        let (_, levels) = read(&FILE.replace("First line", "Puzzle Type: Hexoban"));
        let error = levels[0].as_ref().unwrap_err();
        assert_eq!(error.problem, Problem::Unsupported { variant: Variant::Hexoban });
        assert_eq!(
            (error.line, error.column, error.level, error.title.as_deref()),
            (12, 10, 1, Some("One"))
        );
    }

    #[test]
    fn own_entities_are_not_expanded() {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><SokobanLevels><Title>&a;</Title>";
        let (_, levels) = read(bomb);
        assert!(levels[0].as_ref().unwrap_err().to_string().contains("&a;"));
    }
}
