//! A level whose notes and games are still being read.

use super::variant::Variant;
use super::{Entry, Game, Problem, ReadError, keys, placing};
use crate::Level;

#[derive(Debug)]
pub(crate) struct Draft {
    /// The number of the level in the file, counted from one.
    pub(crate) number: usize,
    pub(crate) level: Result<Level, ReadError>,
    /// The line of its first row, for errors about the whole.
    pub(crate) line: usize,
    pub(crate) title: Option<String>,
    pub(crate) notes: String,
    pub(crate) games: Vec<Game>,
}

impl Draft {
    /// Adds text that stands below the board or the last game. `glued` says that it follows
    /// directly: then a `;` line below a board without a title is its title.
    pub(crate) fn add(&mut self, mut text: &str, glued: bool) {
        if text.is_empty() {
            return;
        }
        let first = text.lines().next().unwrap_or("");
        let names = glued && first.starts_with(';') && placing::may_be_title(first);
        if names && self.title.is_none() && self.games.is_empty() {
            self.title = Some(placing::unmark(first).trim().to_owned());
            text = &text[first.len()..];
        }
        let notes = self.games.last_mut().map_or(&mut self.notes, |game| &mut game.notes);
        placing::append(notes, text);
    }

    /// Adds a line of moves to the last game.
    pub(crate) fn add_moves(&mut self, line: &str) {
        if let Some(game) = self.games.last_mut() {
            if !game.moves.is_empty() {
                game.moves.push('\n');
            }
            game.moves.push_str(line.trim());
        }
    }

    /// The level with all that belongs to it, unless it or the file announces another game.
    pub(crate) fn finish(self, inherited: Option<Variant>) -> Result<Entry, ReadError> {
        let Self { number, mut level, line, mut title, notes, games } = self;
        let (mut author, mut variant) = (None, inherited);
        if !notes.is_empty() {
            let value = |key| keys::value(&notes, key).map(str::to_owned);
            title = title.or_else(|| value("Title"));
            author = value("Author");
            variant = Variant::announced(&notes, inherited);
        }
        if let Some(variant) = variant {
            let excerpt = match level {
                Ok(level) => level.to_string(),
                Err(error) => error.excerpt,
            };
            let first = excerpt.lines().next().unwrap_or("");
            let column = first.len() - first.trim_start().len() + 1;
            level = Err(ReadError::new(line, column, first, Problem::Unsupported { variant }));
        }
        match level {
            Ok(mut level) => {
                (level.title, level.author) = (title, author);
                Ok(Entry { level, notes, games })
            }
            Err(error) => Err(error.of_level(number, title)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyphs::Glyphs;
    use super::super::text::TextReader;
    use super::*;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    fn read(text: &str) -> (String, Vec<Result<Entry, ReadError>>) {
        let mut reader = TextReader::new(text.as_bytes(), Glyphs::common());
        let items = reader.by_ref().collect();
        (reader.notes().to_owned(), items)
    }

    fn titles(text: &str) -> Vec<String> {
        let name = |item: Result<Entry, ReadError>| item.unwrap().level.title.unwrap_or_default();
        read(text).1.into_iter().map(name).collect()
    }

    #[test]
    fn titles_in_the_usual_places() {
        let text = format!("; Collection: X\n; by Y\n\n; One\n{BOARD}\n; Two\n\n{BOARD}");
        assert_eq!(titles(&text), ["One", "Two"]);
        assert_eq!(read(&text).0, "Collection: X\nby Y");
        assert_eq!(titles(&format!("{BOARD}; One\n\n{BOARD}; Two\n")), ["One", "Two"]);
        assert_eq!(titles(&format!("{BOARD}Title: One\n\n{BOARD}Title: Two")), ["One", "Two"]);
        assert_eq!(titles(&format!("Level 1\n{BOARD}Level 2\n{BOARD}")), ["Level 1", "Level 2"]);
        assert_eq!(titles(&format!("Title: One\n{BOARD}\nTitle: Two\n{BOARD}")), ["One", "Two"]);
        assert_eq!(titles(&format!("{BOARD}\n{BOARD}\n\n\n{BOARD}")), ["", "", ""]);
        assert_eq!(titles(&format!("; 0\n{BOARD}\n; 1\n{BOARD}")), ["0", "1"]);
    }

    #[test]
    fn notes_and_games_keep_every_line() {
        let text = format!(
            ":: for people\nCollection: C\n\nFirst\n\n{BOARD}\nAuthor: A\nNice one\n\nand so on\n\n\
             Solution/Moves\nR\n\nSolver: S\n\nSnapshot\n\n2(lr)\nu\n\nSecond\n\n{BOARD}"
        );
        let (notes, items) = read(&text);
        assert_eq!(notes, ":: for people\nCollection: C");
        let first = items[0].as_ref().unwrap();
        assert_eq!(first.level.title.as_deref(), Some("First"));
        assert_eq!(first.level.author.as_deref(), Some("A"));
        assert_eq!(first.notes, "Author: A\nNice one\n\nand so on");
        let solution = Game { notes: "Solver: S".into(), ..Game::new("Solution/Moves", "R") };
        assert_eq!(first.games, [solution, Game::new("Snapshot", "2(lr)\nu")]);
        assert_eq!(items[1].as_ref().unwrap().level.title.as_deref(), Some("Second"));
    }

    #[test]
    fn variants_are_refused_by_name() {
        let variant = |text: &str, nth: usize| match &read(text).1[nth] {
            Err(ReadError { problem: Problem::Unsupported { variant }, .. }) => Some(*variant),
            _ => None,
        };
        let file = format!("Puzzle Type: Hexoban\n\nOne\n{BOARD}\nTwo\n{BOARD}Variant: Sokoban\n");
        assert_eq!(variant(&file, 0), Some(Variant::Hexoban));
        assert_eq!(variant(&file, 1), None);
        let level = format!("{BOARD}\n{BOARD}Variant: Multiban\n");
        assert_eq!(variant(&level, 0), None);
        assert_eq!(variant(&level, 1), Some(Variant::Multiban));
        let plus = format!("{BOARD}Goalorder: 2 1\n");
        assert_eq!(variant(&plus, 0), Some(Variant::SokobanPlus));
    }
}
