//! Levels drawn in lines of text, with titles, notes and games: XSB, `.sok`, run-length encoded and
//! Boxoban files, and all dialects. HOT: a million levels a second.
//!
//! One pass, one line at a time. A line is a row, moves, empty, or text. Text waits until the next row or
//! moves show where it belongs ([`placing`](super::placing)). A level is therefore returned when the next
//! one has been read, and at most two are in memory.

use std::collections::VecDeque;
use std::io::BufRead;

use super::draft::Draft;
use super::glyphs::Glyphs;
use super::kinds::{is_broken_row, is_moves};
use super::lines::{Lines, decode, words};
use super::placing::{self, Next};
use super::rows::Rows;
use super::variant::Variant;
use super::{Entry, Game, Problem, ReadError};

/// The most text kept for one level, its games included.
const MAX_TEXT: usize = 16 << 20;

/// What DOS editors put at the end of a text file.
const DOS_END_OF_FILE: u8 = 0x1a;

/// A reader of levels drawn in text.
#[derive(Debug)]
pub(crate) struct TextReader<R> {
    lines: Lines<R>,
    glyphs: Glyphs,
    rows: Rows,
    /// Text that waits for its owner, every line ended by `\n`.
    pending: String,
    /// The first line of it followed directly on a board or moves.
    glued: bool,
    /// Bytes of text since the last board.
    text_bytes: usize,
    /// The line before belonged to the moves of a game.
    in_moves: bool,
    /// The level to which text and games belong.
    draft: Option<Draft>,
    /// Lines before the first level.
    notes: String,
    /// What the file as a whole is announced to be.
    variant: Option<Variant>,
    /// Levels begun so far.
    count: usize,
    ready: VecDeque<Result<Entry, ReadError>>,
    done: bool,
}

impl<R: BufRead> TextReader<R> {
    pub(crate) fn new(input: R, glyphs: Glyphs) -> Self {
        Self {
            lines: Lines::new(input),
            glyphs,
            rows: Rows::default(),
            pending: String::new(),
            glued: false,
            text_bytes: 0,
            in_moves: false,
            draft: None,
            notes: String::new(),
            variant: None,
            count: 0,
            ready: VecDeque::new(),
            done: false,
        }
    }

    /// The notes at the head of the file, known once the first level has been read.
    pub(crate) fn notes(&self) -> &str {
        &self.notes
    }

    fn take_line(&mut self) {
        let line = self.lines.line();
        let common = self.glyphs.legend.common;
        if line.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
            self.close_board();
            self.in_moves = false;
            self.glued &= !self.pending.is_empty();
            // A run of empty lines is one: the text waiting must not grow without bound.
            if !self.pending.ends_with("\n\n") && (!self.pending.is_empty() || self.draft.is_some())
            {
                self.pending.push('\n');
            }
        } else if line[0] == b';' {
            self.close_board();
            self.take_text();
        } else if self.rows.push(line, self.lines.number(), &self.glyphs) {
            self.in_moves = false;
        } else if line == [DOS_END_OF_FILE] {
            self.close_board();
        } else if common && (self.draft.is_some() || self.rows.is_open()) && is_moves(line) {
            self.close_board();
            self.take_moves();
        } else if is_broken_row(line, &self.glyphs, self.rows.is_open()) {
            self.rows.push_broken(line, self.lines.number(), &self.glyphs);
            self.in_moves = false;
        } else {
            self.close_board();
            self.take_text();
        }
    }

    fn take_text(&mut self) {
        if self.lines.line().contains(&0) {
            return self.stop(Problem::Binary);
        }
        self.begin_text();
        self.in_moves = false;
        if self.allow(self.lines.line().len()) {
            self.pending.push_str(&words(self.lines.line()));
            self.pending.push('\n');
        }
    }

    /// Notes, before text is added, whether it follows directly on a board or moves.
    fn begin_text(&mut self) {
        if self.pending.is_empty() {
            self.glued = self.draft.is_some();
        }
    }

    fn take_moves(&mut self) {
        if !self.in_moves {
            let (title, notes) = self.place_text(Next::Game);
            if let Some(draft) = &mut self.draft {
                draft.games.push(Game { title, notes, ..Game::default() });
            }
        }
        let allowed = self.allow(self.lines.line().len() + size_of::<Game>());
        if allowed && let Some(draft) = &mut self.draft {
            draft.add_moves(&decode(self.lines.line()));
        }
        self.in_moves = true;
    }

    /// Whether there is room for more text; otherwise the level it would belong to is spoilt,
    /// or before the first level it is said once that the rest is left out.
    fn allow(&mut self, size: usize) -> bool {
        let before = self.text_bytes;
        self.text_bytes += size + 1;
        if self.text_bytes <= MAX_TEXT {
            return true;
        }
        let limit = MAX_TEXT;
        match &mut self.draft {
            Some(draft) => {
                draft.level = Err(ReadError::file(draft.line, Problem::LongText { limit }));
            }
            None if before <= MAX_TEXT => {
                let error = ReadError::file(self.lines.number(), Problem::LongNotes { limit });
                self.ready.push_back(Err(error));
            }
            None => {}
        }
        false
    }

    /// Ends the board being read, if there is one: the level before it is now complete.
    fn close_board(&mut self) {
        if !self.rows.is_open() {
            return;
        }
        if self.rows.is_rule() {
            self.begin_text();
            self.rows.dissolve(&mut self.pending);
            return;
        }
        let (title, notes) = self.place_text(Next::Level);
        self.finish_draft();
        self.rows.release(&mut self.pending);
        self.glued = true;
        let (line, level) = (self.rows.first_line(), self.rows.finish(&self.glyphs));
        (self.count, self.text_bytes) = (self.count + 1, 0);
        let number = self.count;
        self.draft = Some(Draft { number, level, line, title, notes, games: Vec::new() });
    }

    /// Gives the waiting text to its owners and returns the title and notes of what follows.
    fn place_text(&mut self, next: Next) -> (Option<String>, String) {
        let split = placing::split(&self.pending, self.glued, next);
        let mut below = String::new();
        if !split.below.is_empty() {
            placing::append(&mut below, &split.below);
        }
        let title = split.title.map(str::to_owned);
        match &mut self.draft {
            None => {
                placing::append(&mut self.notes, split.above);
                self.variant = Variant::announced(&self.notes, None);
            }
            Some(draft) => draft.add(split.above, self.glued),
        }
        self.pending.clear();
        self.glued = false;
        (title, below)
    }

    fn finish_draft(&mut self) {
        if let Some(draft) = self.draft.take() {
            self.ready.push_back(draft.finish(self.variant));
        }
    }

    fn finish(&mut self) {
        self.close_board();
        let nothing = self.count == 0 && self.ready.is_empty();
        let problem = if self.lines.number() == 0 { Problem::Empty } else { Problem::NoLevels };
        self.end(nothing.then(|| ReadError::file(1, problem)));
    }

    /// Ends with a problem that makes reading on senseless. What was read so far stands,
    /// but for a board cut short by it.
    fn stop(&mut self, problem: Problem) {
        self.rows.clear();
        self.end(Some(ReadError::file(self.lines.number().max(1), problem)));
    }

    fn end(&mut self, error: Option<ReadError>) {
        self.place_text(Next::End);
        self.finish_draft();
        self.ready.extend(error.map(Err));
        self.done = true;
    }
}

impl<R: BufRead> Iterator for TextReader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            if self.done {
                return None;
            }
            match self.lines.advance() {
                Ok(true) => self.take_line(),
                Ok(false) => self.finish(),
                Err(problem @ Problem::LongLine { .. }) => {
                    self.close_board();
                    let error = ReadError::file(self.lines.number(), problem);
                    self.ready.push_back(Err(error));
                }
                Err(problem) => self.stop(problem),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LevelError;

    const BOARD: &str = "#####\n#@$.#\n#####\n";

    fn read(text: &str) -> Vec<Result<Entry, ReadError>> {
        TextReader::new(text.as_bytes(), Glyphs::common()).collect()
    }

    #[test]
    fn a_bad_level_does_not_spoil_the_others() {
        let text = format!(
            "{BOARD}\n; Bad\n#####\n# $.#\n#####\n\n#####\n#@?.#\n#####\n\n\
             ######\n#@@$.#\n######\n\n######\n#@$$.#\n######\n\n#####\n#@$. \n#####\n\n{BOARD}"
        );
        let items = read(&text);
        assert_eq!(items.len(), 7);
        assert!(items[0].is_ok() && items[6].is_ok());
        let errors: Vec<_> = items[1..6].iter().map(|item| item.as_ref().unwrap_err()).collect();
        assert_eq!((errors[0].level, errors[0].title.as_deref()), (2, Some("Bad")));
        assert_eq!(errors[0].problem, LevelError::NoPlayer.into());
        assert_eq!((errors[0].line, errors[0].column), (6, 1));
        assert!(matches!(errors[1].problem, Problem::BadGlyph { glyph: '?', .. }));
        assert_eq!((errors[1].line, errors[1].column), (11, 3));
        assert!(matches!(errors[2].problem, Problem::Level(LevelError::SecondPlayer { .. })));
        assert_eq!((errors[2].line, errors[2].column), (15, 3));
        assert_eq!(errors[3].problem, LevelError::BoxGoalMismatch { boxes: 2, goals: 1 }.into());
        assert!(matches!(errors[4].problem, Problem::Level(LevelError::NotEnclosed { .. })));
    }

    #[test]
    fn rows_are_told_from_rules_and_headings() {
        for (text, title) in [
            (format!("##########\n\nOne\n{BOARD}"), "One"),
            (format!("### One ###\n\n{BOARD}\n#####\n"), "### One ###"),
        ] {
            let items = read(&text);
            assert_eq!(items.len(), 1);
            assert_eq!(items[0].as_ref().unwrap().level.title.as_deref(), Some(title));
        }
        let items = read(&format!("{BOARD}-----\n\nTwo\n{BOARD}"));
        assert_eq!(items[0].as_ref().unwrap().notes, "-----");
        assert_eq!(items[0].as_ref().unwrap().level.height(), 3);
        assert_eq!(read("#####\n#@$.#\n#####\n--\n###\n")[0].as_ref().unwrap().level.height(), 5);
    }

    #[test]
    fn memory_stays_bounded() {
        let text = format!("{BOARD}{}\n{BOARD}", "blah blah\n".repeat(2_000_000));
        let items = read(&text);
        let error = items[0].as_ref().unwrap_err();
        assert_eq!(error.problem, Problem::LongText { limit: MAX_TEXT });
        assert!(items[1].is_ok());
    }

    #[test]
    fn notes_left_out_at_the_head_are_told() {
        let text = format!("{}\n{BOARD}", "blah blah\n".repeat(2_000_000));
        let items = read(&text);
        let error = items[0].as_ref().unwrap_err();
        assert_eq!(error.problem, Problem::LongNotes { limit: MAX_TEXT });
        assert_eq!((error.level, error.line), (0, MAX_TEXT / 10 + 1));
        assert!(items.len() == 2 && items[1].is_ok());
    }
}
