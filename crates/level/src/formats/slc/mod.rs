//! The XML of Sokoban for Windows: `SokobanLevels` holds a title, a description and
//! `LevelCollection`s of `Level`s, whose rows are `L` elements with their blanks kept.
//!
//! The title of the file, address and copyright become the properties `Collection`, `Email`,
//! `Url` and `Copyright` of the notes, the description the lines after them; the `Id` of a
//! level is its title and its `Copyright` its author. The format has no place for notes on a
//! level and for games, nor for the order of these properties among the lines of a description
//! and for blanks around it. Entities that a file defines itself are not expanded.

mod read;
mod write;

use read::read;
use write::SlcWriter;

use super::format::{Fit, FormatEntry, Read, Sample};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "slc",
    extensions: &["slc", "xml"],
    summary: "XML of Sokoban for Windows",
    detect,
    read: Read::Whole(read),
    write: Some(|| Box::new(SlcWriter::default())),
};

fn detect(sample: &Sample<'_>) -> Fit {
    if sample.starts_with(b"<") && sample.holds("<SokobanLevels") {
        return Fit::Certain;
    }
    Fit::Broken.when(sample.start.starts_with(b"<?xml"))
}

#[cfg(test)]
mod tests {
    use super::super::write::Encoder;
    use super::super::{Problem, Variant};
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
        let mut writer = SlcWriter::default();
        let text = writer.head(&notes) + &writer.level(&one.clone().into()).unwrap();
        let (again, levels) = read(&(text + &writer.tail()));
        assert_eq!((&again, &levels[0].as_ref().unwrap().level), (&notes, one));
    }

    #[test]
    fn broken_xml_keeps_the_levels_before_it() {
        let cut = &FILE[..FILE.find("<Level Id=\"Bad").unwrap()];
        let (_, levels) = read(&format!("{cut}</Oops>"));
        assert!(levels[0].is_ok());
        assert!(matches!(levels[1].as_ref().unwrap_err().problem, Problem::Malformed { .. }));
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
