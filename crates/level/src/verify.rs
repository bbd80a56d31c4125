//! The verifier: moves are a solution only after they have been replayed on the text of the level.
//! [`verify`] is the only function that creates a [`VerifiedSolution`], so its holder need not trust the
//! search that found it.

use thiserror::Error;

use crate::replay::{End, play};
use crate::{IllegalMove, Level, Moves, Score, counted};

/// Moves that have been played and seen to solve a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedSolution {
    moves: Moves,
    score: Score,
    cut: usize,
}

impl VerifiedSolution {
    /// The moves, with pushes in upper case and ending with the push that solves the level.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The six numbers of these moves.
    pub fn score(&self) -> Score {
        self.score
    }

    /// How many of the given moves were left off because the level was already solved.
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// The moves alone.
    pub fn into_moves(self) -> Moves {
        self.moves
    }
}

/// Why moves are not a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A move cannot be made.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The level is solved, and then a move cannot be made.
    #[error("the level is solved after {}, but {illegal}", counted(*solved, "move", "moves"))]
    IllegalAfter {
        /// The moves that solve the level.
        solved: usize,
        /// The first wrong move after them.
        illegal: IllegalMove,
    },
    /// All moves can be made but boxes are left over.
    #[error(
        "the level is not solved after {}: {} off goal",
        counted(*moves, "move", "moves"),
        counted(*off_goal, "box is", "boxes are")
    )]
    Unsolved {
        /// The moves that were played.
        moves: usize,
        /// Boxes that are not on a goal.
        off_goal: usize,
        /// Boxes inside.
        boxes: usize,
    },
}

/// Plays `moves` and accepts them if they solve `level`.
///
/// Moves whose letters are all in one case get the case worked out; otherwise every letter must
/// be in the right case. The solution ends with the first push that leaves every box inside on
/// a goal; what follows is cut off, but must be legal too. Of a level that starts solved the
/// solution may be empty, or a round that returns to a solved position.
pub fn verify(level: &Level, moves: &Moves) -> Result<VerifiedSolution, VerifyError> {
    let mut replay = play(level, moves, End::Solved)?;
    if replay.off_goal > 0 {
        return Err(VerifyError::Unsolved {
            moves: moves.len(),
            off_goal: replay.off_goal,
            boxes: level.boxes(),
        });
    }
    if replay.score.pushes == 0 {
        // The level starts solved and nothing was pushed: whatever was walked is no part of it.
        replay.moves.truncate(0);
        replay.score = Score::default();
    }
    let cut = moves.len() - replay.moves.len();
    if cut > 0 {
        let solved = replay.moves.len();
        play(level, moves, End::OfMoves)
            .map_err(|illegal| VerifyError::IllegalAfter { solved, illegal })?;
    }
    Ok(VerifiedSolution { moves: replay.moves, score: replay.score, cut })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Obstacle};

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########\n";

    fn judge(level: &str, moves: &str) -> Result<VerifiedSolution, VerifyError> {
        verify(&level.parse().expect("a level"), &moves.parse().expect("moves"))
    }

    #[test]
    fn a_solution_is_accepted_and_scored() {
        let solution = judge(LEVEL, "rRRlldRR").expect("a solution");
        assert_eq!(solution.moves().to_string(), "rRRlldRR");
        assert_eq!((solution.score().moves, solution.score().pushes), (8, 4));
        assert_eq!(solution.cut(), 0);
    }

    #[test]
    fn one_case_is_recomputed_and_trailing_moves_are_cut() {
        for moves in ["rrrlldrrlllr", "RRRLLDRRLLLR"] {
            let solution = judge(LEVEL, moves).expect("a solution");
            assert_eq!(solution.moves().to_string(), "rRRlldRR");
            assert_eq!(solution.cut(), 4);
        }
    }

    #[test]
    fn moves_after_the_solution_must_be_legal() {
        for moves in ["rrrlldrrllllr", "rRRlldRRllllR", "rRRlldRRllR", "rRRlldRRr"] {
            let error = judge(LEVEL, moves).expect_err("a wrong move at the end");
            assert!(matches!(error, VerifyError::IllegalAfter { solved: 8, .. }), "{moves}");
        }
        let error = judge(LEVEL, "rRRlldRRd").expect_err("a wall");
        let text = "the level is solved after 8 moves, but move 9 ('d', the player at row 3, \
                    column 5): ";
        assert!(error.to_string().starts_with(text), "{error}");
    }

    #[test]
    fn a_solved_level_needs_nothing_or_a_round() {
        let solved = "#######\n#@*   #\n#     #\n#######\n";
        for moves in ["", "dr"] {
            let solution = judge(solved, moves).expect("solved from the start");
            assert!(solution.moves().is_empty());
            assert_eq!((solution.score(), solution.cut()), (Score::default(), moves.len()));
        }
        let round = judge(solved, "RdrruL").expect("a round");
        assert_eq!(round.score().pushes, 2);
        let error = judge(solved, "R").expect_err("the box is off");
        assert_eq!(error, VerifyError::Unsolved { moves: 1, off_goal: 1, boxes: 1 });
    }

    #[test]
    fn decoration_is_neither_needed_nor_in_the_way() {
        let level = format!("{LEVEL}#$ .   #\n########\n");
        assert!(judge(&level, "rRRlldRR").is_ok());
    }

    #[test]
    fn the_first_wrong_move_is_explained() {
        let cases = [
            ("rL", 2, 'L', (1, 2), Obstacle::NoBoxToPush),
            ("u", 1, 'u', (1, 1), Obstacle::Wall),
            ("rrrrr", 5, 'r', (1, 5), Obstacle::BoxAtWall),
            ("ruR", 2, 'u', (1, 2), Obstacle::Wall),
            ("rrR", 2, 'r', (1, 2), Obstacle::PushWrittenAsWalk),
            ("rRRlldRr", 8, 'r', (2, 3), Obstacle::PushWrittenAsWalk),
        ];
        for (moves, number, letter, (row, col), obstacle) in cases {
            let player = Cell::new(row, col);
            let expected = IllegalMove { number, letter, player, obstacle };
            assert_eq!(judge(LEVEL, moves), Err(VerifyError::Illegal(expected)), "{moves}");
        }
        let row = "#######\n#@$$..#\n#######\n";
        let error = judge(row, "R").expect_err("two boxes in a row");
        assert_eq!(
            error.to_string(),
            "move 1 ('R', the player at row 2, column 2): the box ahead is blocked by another box"
        );
    }

    #[test]
    fn boxes_left_over_are_counted() {
        let error = judge(LEVEL, "rRR").expect_err("one box is left");
        assert_eq!(error, VerifyError::Unsolved { moves: 3, off_goal: 1, boxes: 2 });
        assert_eq!(error.to_string(), "the level is not solved after 3 moves: 1 box is off goal");
        let error = judge(LEVEL, "r").expect_err("two boxes are left").to_string();
        assert_eq!(error, "the level is not solved after 1 move: 2 boxes are off goal");
    }
}
