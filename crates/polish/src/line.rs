//! A line of play: the pushes of a solution, every position on the way, and the moves made up
//! to each, walks being as short as can be.
//!
//! Whatever makes a line shorter replaces a stretch of it by other pushes that lead to the
//! same boxes. The player may then stand elsewhere, but the next push of the old line brings
//! him back to it, so what lies beyond need not be played again.

use std::ops::Range;
use std::sync::Arc;

use hakooshi_board::{Board, Position, Push, Square, Walks};
use hakooshi_search::Cost;

/// A solution with its positions. There is one more of them than there are pushes.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    board: Arc<Board>,
    pushes: Vec<Push>,
    /// The occupied squares of each position, so many words each.
    occupied: Vec<u64>,
    words: usize,
    players: Vec<Square>,
    /// Moves made when each position is reached.
    moves: Vec<u32>,
}

impl Line {
    /// The line of `pushes`, ended as soon as it is solved; `None` if it cannot be played or
    /// does not solve.
    pub(crate) fn new(board: &Arc<Board>, start: &Position, pushes: &[Push]) -> Option<Self> {
        let mut line = Self {
            board: Arc::clone(board),
            pushes: Vec::new(),
            occupied: Vec::new(),
            words: start.occupied().words().len(),
            players: Vec::new(),
            moves: Vec::new(),
        };
        line.enter(start, 0);
        line.play(&mut start.clone(), pushes)?.then_some(line)
    }

    /// Pushes, and moves with the pushes among them.
    pub(crate) fn cost(&self) -> Cost {
        Cost::new(self.len() as u32, self.moves[self.len()])
    }

    pub(crate) fn len(&self) -> usize {
        self.pushes.len()
    }

    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    pub(crate) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    pub(crate) fn into_pushes(self) -> Vec<Push> {
        self.pushes
    }

    /// The occupied squares of position number `at`, the wall among them.
    pub(crate) fn occupied(&self, at: usize) -> &[u64] {
        &self.occupied[at * self.words..][..self.words]
    }

    /// Position number `at`.
    pub(crate) fn position(&self, at: usize) -> Position {
        let boxes: Vec<Square> = squares(self.occupied(at)).filter(|it| !it.is_wall()).collect();
        Position::new(&self.board, &boxes, self.players[at])
    }

    /// The square that the player must walk to after the stretch of play before position
    /// `at`; `None` at the end, where he may stay.
    pub(crate) fn exit(&self, at: usize) -> Option<Square> {
        let next = self.pushes.get(at)?;
        Some(self.board.step(next.from, next.dir.opposite()))
    }

    /// What a stretch of play costs, the walk out of it included.
    pub(crate) fn cost_of(&self, stretch: &Range<usize>) -> Cost {
        let end = self.moves.get(stretch.end + 1).map_or(self.moves[stretch.end], |next| next - 1);
        Cost::new(stretch.len() as u32, end - self.moves[stretch.start])
    }

    /// The line with a stretch of it replaced; `None` if that cannot be played or does not
    /// lead to the same boxes, or at the end to a solved position.
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
        // This push brings the player back to the old line.
        line.play(&mut position, &self.pushes[at..=at])?;
        let moves = line.moves[line.len()];
        line.pushes.extend_from_slice(&self.pushes[at + 1..]);
        line.occupied.extend_from_slice(&self.occupied[(at + 2) * self.words..]);
        line.players.extend_from_slice(&self.players[at + 2..]);
        let later = self.moves[at + 2..].iter().map(|then| then - self.moves[at + 1] + moves);
        line.moves.extend(later);
        Some(line)
    }

    fn before(&self, at: usize) -> Self {
        Self {
            board: Arc::clone(&self.board),
            pushes: self.pushes[..at].to_vec(),
            occupied: self.occupied[..(at + 1) * self.words].to_vec(),
            words: self.words,
            players: self.players[..=at].to_vec(),
            moves: self.moves[..=at].to_vec(),
        }
    }

    /// Plays on from the last position until all is played or the position solved; says
    /// whether it is solved, or `None` if a push cannot be made.
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
            let walk = walks.steps(board.step(push.from, push.dir.opposite()))?;
            let _ = position.push(&board, push);
            self.pushes.push(push);
            self.enter(position, self.moves[self.len() - 1] + walk + 1);
        }
        Some(position.is_solved())
    }

    fn enter(&mut self, position: &Position, moves: u32) {
        self.occupied.extend_from_slice(position.occupied().words());
        self.players.push(position.player());
        self.moves.push(moves);
    }
}

/// The squares of a set given by its words.
fn squares(words: &[u64]) -> impl Iterator<Item = Square> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        (0..64)
            .filter(move |bit| word >> bit & 1 != 0)
            .map(move |bit| Square::from_index(index * 64 + bit))
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use hakooshi_board::{compile, expand};
    use hakooshi_level::{Dir, Level};

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
        assert_eq!(line.cost(), Cost::new(6, 9));
        assert_eq!(line.cost_of(&(0..4)), Cost::new(4, 4 + 3), "the walk out counts");
        assert_eq!(line.cost_of(&(4..6)), Cost::new(2, 5));
    }

    #[test]
    fn a_stretch_is_replaced_only_by_what_leads_to_the_same_boxes() {
        let line = line(HALL, "RRRRlldRR");
        let other = pushes(line.board(), &line.position(0), "drrRRlllluRRRR");
        let swapped = line.with(&(0..6), &other).expect("the other order solves it too");
        assert_eq!(swapped.cost(), Cost::new(6, 14));
        let same = line.with(&(1..3), &line.pushes()[1..3]).expect("the same line");
        assert_eq!(letters(&same), letters(&line));
        assert!(line.with(&(1..3), &[]).is_none(), "the next push would find no box");
        assert!(line.with(&(4..6), &[]).is_none(), "a box would be left over");
    }
}
