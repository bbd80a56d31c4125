//! Level files: reading never panics, and what was read survives being written in each format,
//! all but what the format is documented to lose.
//!
//! [`Told`] is what a file tells, with the losses taken off: floor to the right of a row in
//! every format, and what [`losses`] names for each. Whoever reads a file that was written here
//! and writes it again loses nothing more.

use hakooshi_level::formats::{Collection, Entry, Format, Game, ReadError, WriteError};

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
    for format in Format::writable() {
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
    assert_eq!(Told::new(&read, format), Told::new(&losses(kept, format), format), "\n{text}");
    let (by_looks, _) = Collection::read(text.as_bytes(), None);
    assert_eq!(by_looks, read, "as {format}, read by its looks\n{text}");
    let again = read.write(format).map_err(|error| error.to_string()).unwrap_or_default();
    assert_eq!(Collection::read(again.as_bytes(), Some(format)).0, read, "as {format}\n{text}");
    if matches!(format.name(), "sok" | "xsb" | "rle") {
        assert_eq!(again, text, "as {format}");
    }
}

fn can_write(entry: &Entry, format: Format) -> bool {
    let alone = Collection { notes: String::new(), entries: vec![entry.clone()] };
    match alone.write(format) {
        Ok(_) => true,
        Err(WriteError::NoGlyph { at, .. }) => {
            let tile = entry.level.tile(at);
            assert!(tile.is_goal() && (tile.is_box() || tile.is_player()), "{tile:?} is common");
            assert!(matches!(format.name(), "boxoban" | "json"), "{format} has all letters");
            false
        }
        Err(error) => panic!("as {format}: {error}"),
    }
}

/// What is left of a collection in a format.
fn losses(mut collection: Collection, format: Format) -> Collection {
    if matches!(format.name(), "boxoban" | "json") {
        collection.notes.clear();
    }
    for (entry, number) in collection.entries.iter_mut().zip(0..) {
        let number_of = |key| entry.property(key).and_then(|text| text.parse::<u64>().ok());
        let (bound, length) = (number_of("minPushes"), number_of("bestSolution"));
        let games = std::mem::take(&mut entry.games);
        match format.name() {
            "sok" => entry.games = games,
            "json" => {
                entry.games = solution(&games).into_iter().collect();
                let bound = bound.map(|it| format!("minPushes: {it}"));
                let length = length.filter(|_| entry.games.is_empty());
                let length = length.map(|it| format!("bestSolution: {it}"));
                entry.notes = [bound, length].into_iter().flatten().collect::<Vec<_>>().join("\n");
            }
            "slc" => entry.notes.clear(),
            "boxoban" => {
                entry.notes.clear();
                (entry.level.title, entry.level.author) = (Some(format!("{number}")), None);
            }
            _ => {}
        }
    }
    collection
}

/// The one solution that JSON has room for.
fn solution(games: &[Game]) -> Option<Game> {
    let title = |game: &&Game, wanted: fn(&str) -> bool| game.title.as_deref().is_some_and(wanted);
    let best = games.iter().find(|game| title(game, |it| it == "Best Solution"));
    let any = best.or_else(|| games.iter().find(|game| title(game, |it| it.contains("Solution"))));
    any.map(|game| Game::new("Best Solution", &*game.moves))
}

/// What a file tells.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    notes: Vec<String>,
    levels: Vec<ToldLevel>,
}

#[derive(Debug, PartialEq, Eq)]
struct ToldLevel {
    title: Option<String>,
    author: Option<String>,
    board: String,
    notes: Vec<String>,
    games: Vec<Game>,
}

impl Told {
    fn new(collection: &Collection, format: Format) -> Self {
        let mut notes: Vec<String> = collection.notes.lines().map(str::to_owned).collect();
        if format.name() == "slc" {
            // Some properties have elements of their own: their order and spelling may change,
            // and so may the empty lines and blanks around what is left.
            let bare = |line: &String| line.split_whitespace().collect::<String>().to_lowercase();
            notes = notes.iter().map(bare).filter(|line| !line.is_empty()).collect();
            notes.sort();
        }
        let levels = collection.entries.iter().map(|entry| ToldLevel::new(entry, format));
        Self { notes, levels: levels.collect() }
    }
}

impl ToldLevel {
    fn new(entry: &Entry, format: Format) -> Self {
        let level = &entry.level;
        let mut board = level.to_string();
        if format.name() == "boxoban" {
            let rows: Vec<&str> = board.lines().collect();
            let mut walls = (0..rows.len()).filter(|&row| rows[row].contains('#'));
            let first = walls.next().unwrap_or(0);
            board = rows[first..=walls.next_back().unwrap_or(first)].join("\n");
        }
        // An author is a line of the notes if it has no better place, and so is a title that
        // reads like a property.
        let keyed =
            |title: &&str| title.split_once(':').is_some_and(|(key, _)| !key.trim().is_empty());
        let title = level.title.as_deref().filter(keyed);
        let own = [("Title: ", title), ("Author: ", level.author.as_deref())];
        let is_own = |line: &&str| {
            own.iter().any(|&(key, name)| name.is_some() && line.strip_prefix(key) == name)
        };
        let notes = entry.notes.lines().filter(|line| !is_own(line)).map(str::to_owned).collect();
        let (title, author) = (level.title.clone(), level.author.clone());
        Self { title, author, board, notes, games: entry.games.clone() }
    }
}
