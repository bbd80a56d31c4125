//! Level files: reading never panics, and what was read survives being written in each format.

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
    for given in [Some(format), None] {
        let (read, errors) = Collection::read(text.as_bytes(), given);
        assert!(errors.is_empty(), "as {format}, read as {given:?}: {errors:?}\n{text}");
        assert_eq!(boards(&read), boards(&kept), "as {format}, read as {given:?}\n{text}");
        if format == Format::Sok {
            assert_eq!(games(&read), games(&kept), "read as {given:?}\n{text}");
        }
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

/// The boards as drawn, which leaves out floor at the end of rows as the formats do.
fn boards(collection: &Collection) -> Vec<String> {
    collection.entries.iter().map(|entry| entry.level.to_string()).collect()
}

/// The moves of all games, without the line breaks.
fn games(collection: &Collection) -> Vec<Vec<String>> {
    let moves = |entry: &Entry| {
        let games = entry.games.iter();
        games.map(|game| game.moves.split_whitespace().collect::<String>()).collect()
    };
    collection.entries.iter().map(moves).collect()
}
