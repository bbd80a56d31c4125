//! Level files: reading never panics, and what was read survives being written in each format.

use hakooshi::level::LevelId;
use hakooshi::level::formats::{Collection, Entry, Format, ReadError, WriteError};

use crate::fingerprint;

/// Reads the bytes as whatever they look like, and as a format they may not be at all.
pub fn level_text(data: &[u8]) {
    check(Collection::read(data, None));
    let formats: Vec<Format> = Format::all().collect();
    check(Collection::read(data, Some(formats[fingerprint(data) % formats.len()])));
}

fn check((collection, errors): (Collection, Vec<ReadError>)) {
    for error in errors {
        assert!(error.line > 0 && error.column > 0, "{error:?} points nowhere");
        assert!(!error.to_string().is_empty());
    }
    for format in Format::WRITABLE {
        survives(&collection, format);
    }
}

/// Writes what the format can hold, and reads it back both by name and by its looks.
fn survives(collection: &Collection, format: Format) {
    let entries = collection.entries.iter().filter(|it| can_write(it, format)).cloned().collect();
    let kept = Collection { notes: collection.notes.clone(), entries };
    if kept.entries.is_empty() {
        return;
    }
    let text = match kept.write(format) {
        Ok(text) => text,
        Err(error) => panic!("each level could be written as {format}, but not all: {error}"),
    };
    let (read, errors) = Collection::read(text.as_bytes(), Some(format));
    assert!(errors.is_empty(), "as {format}: {errors:?}\n{text}");
    assert_eq!(ids(&read), ids(&kept), "as {format}\n{text}");
    if format == Format::Boxoban {
        return; // Decoration below the walls would look like notes.
    }
    assert_eq!(boards(&read), boards(&kept), "as {format}\n{text}");
    // A byte-order mark is not kept, even one that was a title.
    let marked = text.starts_with('\u{feff}');
    if matches!(format, Format::Sok | Format::Xsb | Format::Rle) && !marked {
        let again = read.write(format).map_err(|error| error.to_string());
        assert_eq!(again.as_ref(), Ok(&text), "as {format}");
    }
    // Notes that begin like XML or JSON make a text file look like one.
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with(['<', '{', '[']) {
        let (by_looks, _) = Collection::read(text.as_bytes(), None);
        assert_eq!(boards(&by_looks), boards(&kept), "as {format}, read by its looks\n{text}");
    }
}

fn can_write(entry: &Entry, format: Format) -> bool {
    let alone = Collection { notes: String::new(), entries: vec![entry.clone()] };
    match alone.write(format) {
        Ok(_) => true,
        Err(WriteError::NoGlyph { at, .. }) => {
            let tile = entry.level.tile(at);
            assert!(tile.is_goal() && (tile.is_box() || tile.is_player()), "{tile:?} is common");
            assert!(matches!(format, Format::Boxoban | Format::Json), "{format} has all letters");
            false
        }
        Err(error) => panic!("as {format}: {error}"),
    }
}

fn ids(collection: &Collection) -> Vec<LevelId> {
    collection.entries.iter().map(|entry| LevelId::of(&entry.level)).collect()
}

/// The boards as drawn, which leaves out floor at the end of rows as the formats do.
fn boards(collection: &Collection) -> Vec<String> {
    collection.entries.iter().map(|entry| entry.level.to_string()).collect()
}
