//! Reads a game text character by character.
//!
//! Letters are appended to a buffer. An opening bracket records the length of the buffer; the closing
//! bracket repeats what was added since (a group) or removes it (a jump).

use super::error::stray;
use super::{GameText, Jump, Moves, MovesProblem, Step};

/// A problem and the byte offset to blame.
type Fault = (usize, MovesProblem);

/// A count that still waits for what it repeats.
struct Count {
    value: usize,
    offset: usize,
    /// Set by white space: the next digit would start another number.
    complete: bool,
}

/// A bracket that is still open.
struct Open {
    glyph: char,
    offset: usize,
    /// The letters that came before it.
    start: usize,
    repeat: usize,
}

pub(super) struct Reader {
    limit: usize,
    letters: Vec<u8>,
    /// Letters that were read but belong to jumps.
    jumped: usize,
    count: Option<Count>,
    open: Vec<Open>,
    game: GameText,
}

impl Reader {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            letters: Vec::new(),
            jumped: 0,
            count: None,
            open: Vec::new(),
            game: GameText::default(),
        }
    }

    pub(super) fn read_all(mut self, text: &str) -> Result<GameText, Fault> {
        for (offset, glyph) in text.char_indices() {
            self.read(offset, glyph)?;
        }
        if self.count.is_some() {
            let expected = self.expected();
            return Err((text.len(), MovesProblem::UnexpectedEnd { expected }));
        }
        if let Some(open) = self.open.pop() {
            return Err((open.offset, MovesProblem::Unclosed { open: open.glyph }));
        }
        self.game.moves = Moves::from_letters(self.letters);
        Ok(self.game)
    }

    fn read(&mut self, offset: usize, glyph: char) -> Result<(), Fault> {
        let top_level = self.open.is_empty() && self.count.is_none();
        let closes = |open: char| {
            self.count.is_none() && self.open.last().is_some_and(|last| last.glyph == open)
        };
        match glyph {
            _ if glyph.is_whitespace() => {
                if let Some(count) = &mut self.count {
                    count.complete = true;
                }
                Ok(())
            }
            '0'..='9' => self.digit(offset, glyph),
            'l' | 'u' | 'r' | 'd' | 'L' | 'U' | 'R' | 'D' => self.letter(offset, glyph as u8),
            '(' => self.open(offset, glyph),
            ')' if closes('(') => self.close_group(offset),
            '[' | '<' if top_level => {
                if self.game.jumps.is_empty() && !self.letters.is_empty() {
                    return Err((offset, MovesProblem::LateJump));
                }
                self.open(offset, glyph)
            }
            ']' | '>' if closes(if glyph == ']' { '[' } else { '<' }) => {
                self.close_jump();
                Ok(())
            }
            '*' if top_level => match self.game.marker.replace(self.letters.len()) {
                None => Ok(()),
                Some(_) => Err((offset, MovesProblem::SecondMarker)),
            },
            _ => Err((offset, stray(glyph, self.expected()))),
        }
    }

    /// What could stand here, for messages.
    fn expected(&self) -> &'static str {
        match (&self.count, self.open.last()) {
            (Some(_), _) => "a move or '(' after the count",
            (None, None) => "one of the moves \"lurdLURD\", a count, '(', '*' or '['",
            (None, Some(open)) => match open.glyph {
                '(' => "a move, a count, '(' or ')'",
                '[' => "one of the moves \"lurd\", a count, '(' or ']'",
                _ => "one of the moves \"lurd\", a count, '(' or '>'",
            },
        }
    }

    fn digit(&mut self, offset: usize, glyph: char) -> Result<(), Fault> {
        let expected = self.expected();
        let count = self.count.get_or_insert(Count { value: 0, offset, complete: false });
        if count.complete {
            return Err((offset, stray(glyph, expected)));
        }
        let digit = glyph.to_digit(10).unwrap_or(0) as usize;
        count.value = count.value.saturating_mul(10).saturating_add(digit);
        Ok(())
    }

    /// The count before the element that starts now; one where none is written.
    fn take_count(&mut self) -> Result<usize, Fault> {
        match self.count.take() {
            None => Ok(1),
            Some(Count { value: 0, offset, .. }) => Err((offset, MovesProblem::ZeroCount)),
            Some(count) => Ok(count.value),
        }
    }

    /// Checks that `more` letters still fit.
    fn reserve(&self, offset: usize, more: usize) -> Result<(), Fault> {
        let free = self.limit.saturating_sub(self.letters.len()).saturating_sub(self.jumped);
        if more > free {
            return Err((offset, MovesProblem::TooLong { limit: self.limit }));
        }
        Ok(())
    }

    fn letter(&mut self, offset: usize, letter: u8) -> Result<(), Fault> {
        let in_jump = self.open.first().is_some_and(|open| open.glyph != '(');
        if in_jump && letter.is_ascii_uppercase() {
            return Err((offset, MovesProblem::PullInJump));
        }
        let count = self.take_count()?;
        self.reserve(offset, count)?;
        self.letters.extend(std::iter::repeat_n(letter, count));
        Ok(())
    }

    fn open(&mut self, offset: usize, glyph: char) -> Result<(), Fault> {
        let repeat = self.take_count()?;
        self.open.push(Open { glyph, offset, start: self.letters.len(), repeat });
        Ok(())
    }

    fn close_group(&mut self, offset: usize) -> Result<(), Fault> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let length = self.letters.len() - open.start;
        if length == 0 {
            return Ok(());
        }
        self.reserve(offset, length.saturating_mul(open.repeat - 1))?;
        for _ in 1..open.repeat {
            self.letters.extend_from_within(open.start..open.start + length);
        }
        Ok(())
    }

    fn close_jump(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let mut jump = Jump { before: open.start, rows: 0, cols: 0 };
        for step in self.letters.drain(open.start..).filter_map(Step::from_letter) {
            let (rows, cols) = step.dir.delta();
            jump.rows = jump.rows.saturating_add(rows.into());
            jump.cols = jump.cols.saturating_add(cols.into());
            self.jumped += 1;
        }
        self.game.add_jump(jump);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        text.parse::<GameText>().expect("a good game text").moves.to_string()
    }

    /// The column and message of the error in `text`.
    fn error(text: &str) -> (usize, String) {
        let error = text.parse::<GameText>().expect_err("a bad game text");
        (error.column, error.problem.to_string())
    }

    #[test]
    fn counts_and_groups_expand() {
        assert_eq!(letters("3r"), "rrr");
        assert_eq!(letters("3(rd)"), "rdrdrd");
        assert_eq!(letters("2(r2(uD)l)"), "ruDuDlruDuDl");
        assert_eq!(letters("(rd)2 \n (U) 12\nl"), "rdUUllllllllllll");
        assert_eq!(letters("99999999999999999999()"), "");
        let moves: Moves = "rrrrUUlrrrR".parse().expect("plain letters");
        assert_eq!(letters(&moves.to_rle()), moves.to_string());
    }

    #[test]
    fn the_marker_counts_expanded_moves() {
        let game: GameText = "3(rd)*LL".parse().expect("a game");
        assert_eq!((game.marker, game.is_reverse()), (Some(6), false));
        assert_eq!(game.to_string(), "rdrdrd*LL");
        assert_eq!(error("r*d*"), (4, MovesProblem::SecondMarker.to_string()));
    }

    #[test]
    fn jumps_are_displacements() {
        let game: GameText = "[3ru]UU<d>*[l]l[]".parse().expect("a reverse game");
        let jump = |before, rows, cols| Jump { before, rows, cols };
        assert_eq!(game.jumps, [jump(0, -1, 3), jump(2, 1, -1), jump(3, 0, 0)]);
        assert_eq!(game.to_string(), "[urrr]UU[dl]*l[]");
        assert_eq!(game.to_string().parse(), Ok(game));
        assert!("[]".parse::<GameText>().expect("an empty jump").is_reverse());
        assert_eq!(error("rr[u]"), (3, MovesProblem::LateJump.to_string()));
        assert_eq!(error("[2U]"), (3, MovesProblem::PullInJump.to_string()));
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let after_count = "expected a move or '(' after the count";
        assert_eq!(error("r3"), (3, format!("the moves end here, {after_count}")));
        assert_eq!(error("3*r"), (2, format!("found '*', {after_count}")));
        assert_eq!(error("1 2r"), (3, format!("found '2', {after_count}")));
        assert_eq!(error("2(r*)"), (4, "found '*', expected a move, a count, '(' or ')'".into()));
        assert_eq!(error("[r>").0, 3);
        assert_eq!(error("r)").0, 2);
        assert_eq!(error("r2(u"), (3, "this '(' is never closed".into()));
        assert_eq!(error("r0u"), (2, MovesProblem::ZeroCount.to_string()));
        assert_eq!(error("r{1}"), (2, MovesProblem::PlayerChange.to_string()));
        assert_eq!(error("rn"), (2, MovesProblem::OtherGrid { glyph: 'n' }.to_string()));
        assert_eq!(error("ré").0, 2);
    }

    #[test]
    fn expansion_is_limited_before_it_happens() {
        let too_long = MovesProblem::TooLong { limit: 10_000_000 }.to_string();
        assert_eq!(error("99999999999999999999999r"), (24, too_long.clone()));
        let nested = format!("{}r{}", "9(".repeat(400), ")".repeat(400));
        assert_eq!(error(&nested).1, too_long);
        assert!(GameText::parse("[2r]2R", 4).is_ok());
        assert!(GameText::parse("[2r]3R", 4).is_err());
        assert!(GameText::parse("2(2(r))r", 4).is_err());
    }
}
