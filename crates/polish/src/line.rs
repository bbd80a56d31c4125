//! A line of play: the pushes of a solution with shortest walks, every position on the way, and the
//! score up to each.
//!
//! An improvement replaces a section of the line by other pushes that lead to the same boxes. The
//! player may then be elsewhere, but the next push of the old line brings the player back to it, so
//! the rest need not be replayed.

use std::ops::Range;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Square, Walks};
use hakooshi_level::{Dir, Score};

/// A solution with its positions. There is one more of them than there are pushes.
#[derive(Clone, Debug)]
pub struct Line {
    board: Arc<Board>,
    pushes: Vec<Push>,
    /// The occupied squares of each position, a fixed number of words each.
    occupied: Vec<u64>,
    words: usize,
    players: Vec<Square>,
    /// The score when each position is reached.
    scores: Vec<Score>,
}

impl Line {
    /// The line of `pushes`, up to the first solved position; `None` if it is illegal or does not
    /// solve the level.
    pub fn new(board: &Arc<Board>, start: &Position, pushes: &[Push]) -> Option<Self> {
        let mut line = Self {
            board: Arc::clone(board),
            pushes: Vec::new(),
            occupied: Vec::new(),
            words: start.occupied().words().len(),
            players: Vec::new(),
            scores: Vec::new(),
        };
        line.enter(start, Score::default());
        line.play(&mut start.clone(), pushes)?.then_some(line)
    }

    /// The score of the line.
    pub fn score(&self) -> Score {
        self.score_at(self.len())
    }

    /// The score when position number `at` is reached.
    pub(crate) fn score_at(&self, at: usize) -> Score {
        self.scores[at]
    }

    /// The number of pushes.
    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Whether the level is solved from the start.
    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// The board it is played on.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The pushes.
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The pushes alone.
    pub fn into_pushes(self) -> Vec<Push> {
        self.pushes
    }

    /// The occupied squares of position number `at`, the wall among them.
    pub(crate) fn occupied(&self, at: usize) -> &[u64] {
        &self.occupied[at * self.words..][..self.words]
    }

    /// The player's square in position number `at`.
    pub(crate) fn player(&self, at: usize) -> Square {
        self.players[at]
    }

    /// Position number `at`.
    pub(crate) fn position(&self, at: usize) -> Position {
        let boxes: Vec<Square> = squares(self.occupied(at)).filter(|it| !it.is_wall()).collect();
        Position::new(&self.board, &boxes, self.players[at])
    }

    /// The line with a section replaced; `None` if the result is illegal, or the section does not
    /// lead to the same boxes (at the end of the line: to a solved position).
    pub(crate) fn with(&self, stretch: &Range<usize>, pushes: &[Push]) -> Option<Self> {
        let mut line = self.before(stretch.start);
        let mut position = line.position(stretch.start);
        if line.play(&mut position, pushes)? || stretch.end == self.len() {
            return position.is_solved().then_some(line);
        }
        let at = stretch.end;
        if position.occupied().words() != self.occupied(at) {
            return None;
        }
        // This push brings the player back to the old line, so later pushes count as before.
        line.play(&mut position, &self.pushes[at..=at])?;
        let score = line.score();
        line.pushes.extend_from_slice(&self.pushes[at + 1..]);
        line.occupied.extend_from_slice(&self.occupied[(at + 2) * self.words..]);
        line.players.extend_from_slice(&self.players[at + 2..]);
        let later = self.scores[at + 2..].iter().map(|&then| then - self.scores[at + 1] + score);
        line.scores.extend(later);
        Some(line)
    }

    fn before(&self, at: usize) -> Self {
        Self {
            board: Arc::clone(&self.board),
            pushes: self.pushes[..at].to_vec(),
            occupied: self.occupied[..(at + 1) * self.words].to_vec(),
            words: self.words,
            players: self.players[..=at].to_vec(),
            scores: self.scores[..=at].to_vec(),
        }
    }

    /// Plays pushes from the last position until all are played or the position is solved. Returns
    /// whether it is solved, or `None` if a push is illegal.
    fn play(&mut self, position: &mut Position, pushes: &[Push]) -> Option<bool> {
        let board = Arc::clone(&self.board);
        let mut walks = Walks::new(&board);
        for &push in pushes {
            if position.is_solved() {
                return Some(true);
            }
            if !position.can_push(&board, push) {
                return None;
            }
            walks.fill(&board, position);
            let walk = walks.path(&board, board.step(push.from, push.dir.opposite()))?;
            let score = self.score() + self.step(&walk, push);
            let _ = position.push(&board, push);
            self.pushes.push(push);
            self.enter(position, score);
        }
        Some(position.is_solved())
    }

    /// What a walk and a push add to the score.
    fn step(&self, walk: &[Dir], push: Push) -> Score {
        let last = self.pushes.last();
        let dirs = last.map(|last| last.dir).into_iter().chain(walk.iter().copied());
        let dirs: Vec<Dir> = dirs.chain([push.dir]).collect();
        let turns = dirs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let goes_on = walk.is_empty() && last.is_some();
        let is_same_line = goes_on && last.is_some_and(|last| last.dir == push.dir);
        let is_same_box =
            last.is_some_and(|last| self.board.step(last.from, last.dir) == push.from);
        Score {
            moves: walk.len() as u32 + 1,
            pushes: 1,
            box_lines: u32::from(!is_same_line),
            box_changes: u32::from(!is_same_box),
            pushing_sessions: u32::from(!goes_on),
            player_lines: (turns + usize::from(last.is_none())) as u32,
        }
    }

    fn enter(&mut self, position: &Position, score: Score) {
        self.occupied.extend_from_slice(position.occupied().words());
        self.players.push(position.player());
        self.scores.push(score);
    }
}

/// The squares of a set given by its words.
pub(crate) fn squares(words: &[u64]) -> impl Iterator<Item = Square> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        (0..64)
            .filter(move |bit| word >> bit & 1 != 0)
            .map(move |bit| Square::from_index(index * 64 + bit))
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use hakooshi_board::{compile, expand};
    use hakooshi_level::{Dir, Level, verify};

    use super::*;

    /// The pushes that `moves` make.
    pub(crate) fn pushes(board: &Board, start: &Position, moves: &str) -> Vec<Push> {
        let mut player = start.player();
        let mut pushes = Vec::new();
        for letter in moves.bytes() {
            let dir = Dir::from_letter(letter).expect("a letter");
            player = board.step(player, dir);
            if letter.is_ascii_uppercase() {
                pushes.push(Push { from: player, dir });
            }
        }
        pushes
    }

    /// The line of `moves` on the level drawn.
    pub(crate) fn line(level: &str, moves: &str) -> Line {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let pushes = pushes(&board, &start, moves);
        Line::new(&board, &start, &pushes).expect("a solution")
    }

    /// The letters of a line.
    pub(crate) fn letters(line: &Line) -> String {
        expand(line.board(), &line.position(0), line.pushes()).expect("playable").to_string()
    }

    const HALL: &str = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";

    #[test]
    fn a_line_is_measured_as_it_is_written_out() {
        let line = line(HALL, "RRRRlllldrrRR");
        assert_eq!(letters(&line), "RRRRlldRR", "walks are made short");
        let level: Level = HALL.parse().expect("a level");
        for moves in ["RRRRlldRR", "RRdRluRRldR", "drrRRlllluRRRR"] {
            let line = self::line(HALL, moves);
            let verified = verify(&level, &letters(&line).parse().expect("moves"));
            assert_eq!(line.score(), verified.expect("a solution").score());
        }
        assert_eq!((line.score_at(4).moves, line.score_at(5).moves), (4, 8));
    }

    #[test]
    fn a_stretch_is_replaced_only_by_what_leads_to_the_same_boxes() {
        let line = line(HALL, "RRRRlldRR");
        let other = pushes(line.board(), &line.position(0), "drrRRlllluRRRR");
        let swapped = line.with(&(0..6), &other).expect("the other order solves it too");
        assert_eq!((swapped.score().pushes, swapped.score().moves), (6, 14));
        assert_eq!(swapped.score().box_changes, 2);
        let same = line.with(&(1..3), &line.pushes()[1..3]).expect("the same line");
        assert_eq!(letters(&same), letters(&line));
        assert!(line.with(&(1..3), &[]).is_none(), "the next push would find no box");
        assert!(line.with(&(4..6), &[]).is_none(), "a box would be left over");
    }
}
