//! Reads the XML in one pass over the elements, with the place of each row for error messages.

use std::collections::HashSet;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::super::glyphs::Glyphs;
use super::super::lines::{BYTE_ORDER_MARK, one_line};
use super::super::placing::append_lines;
use super::super::whole::{Places, Whole, assemble};
use super::super::{Entry, Problem, ReadError, Variant};
use crate::Level;

/// Elements about the whole file, and the property each becomes.
const PROPERTIES: [(&str, &str); 3] = [("Title", "Collection"), ("Email", "Email"), ("Url", "Url")];

/// Reads a whole file.
pub(crate) fn read(text: &str) -> Whole {
    let mut file = File { places: Places::new(text), ..File::default() };
    if let Err((at, problem)) = file.read() {
        file.levels.push(Err(file.places.error(at, problem)));
    }
    let mut notes = file.properties.trim_end().to_owned();
    let description = file.description.replace([BYTE_ORDER_MARK, '\0'], "");
    append_lines(&mut notes, description.trim().split(['\n', '\r']));
    if let Some(variant) = Variant::announced(&notes, None) {
        file.refuse(variant);
    }
    (notes, file.levels)
}

fn malformed(reason: String) -> Problem {
    Problem::Malformed { expected: "an .slc file", reason }
}

#[derive(Default)]
struct File<'a> {
    places: Places<'a>,
    properties: String,
    /// The lines of `properties`.
    known: HashSet<String>,
    description: String,
    levels: Vec<Result<Entry, ReadError>>,
    /// The number of each level and where its rows start.
    starts: Vec<(usize, usize)>,
    level: Option<Draft>,
    /// Levels begun so far.
    count: usize,
    /// Characters inside the element at hand.
    content: String,
    /// Where they start.
    start: usize,
}

/// The level being read: its title, author and rows with their places.
struct Draft {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<(usize, String)>,
}

impl File<'_> {
    fn read(&mut self) -> Result<(), (usize, Problem)> {
        let mut xml = Reader::from_str(self.places.text);
        let mut levels_seen = false;
        loop {
            let at = xml.buffer_position() as usize;
            let wrong = |error: &dyn ToString| (at, malformed(error.to_string()));
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
                    self.starts.push((self.count, start));
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
        if !value.is_empty() && !self.known.contains(&line) {
            self.properties.push_str(&line);
            self.properties.push('\n');
            self.known.insert(line);
        }
    }

    /// Turns every level into an error: the file says that its levels follow other rules.
    fn refuse(&mut self, variant: Variant) {
        let mut places = self.places.restarted();
        for (item, &(number, start)) in self.levels.iter_mut().zip(&self.starts) {
            if let Ok(entry) = item {
                let error = places.error(start, Problem::Unsupported { variant });
                *item = Err(error.of_level(number, entry.level.title.take()));
            }
        }
    }

    fn level(&mut self, draft: Draft) -> Result<Entry, ReadError> {
        let level = build(&draft.rows).map_err(|(row, column, problem)| {
            let start = draft.rows.get(row).map_or(self.start, |&(start, _)| start);
            let error = self.places.error_beside(start, column, problem);
            error.of_level(self.count, draft.title.clone())
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
            let expected = glyphs.legend.expected();
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
