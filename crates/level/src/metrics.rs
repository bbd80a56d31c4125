//! The six numbers by which solutions are compared.
//!
//! They are counted step by step while moves are replayed. Where the last pushed box stands is
//! all that is needed to tell whether the next push is of the same box.

use crate::{Dir, Step};

/// The six numbers of one sequence of moves.
///
/// *Consecutive* means that no other step comes between: a box pushed right, left alone for a
/// stroll and pushed right again gives two lines and two sessions, but no second change. One
/// push and nothing else scores 1 everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Every step of the player, pushes included.
    pub moves: u32,
    /// Steps that move a box.
    pub pushes: u32,
    /// Maximal runs of consecutive pushes in one direction, hence of one box.
    pub box_lines: u32,
    /// Pushes of another box than the push before; the first push counts.
    pub box_changes: u32,
    /// Maximal runs of consecutive pushes.
    pub pushing_sessions: u32,
    /// Maximal runs of consecutive steps in one direction, walks and pushes alike.
    pub player_lines: u32,
}

/// Counts a score while moves are replayed.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    score: Score,
    last: Option<Step>,
    /// Where the box that was pushed last stands. It stays there until it is pushed again, so
    /// the place identifies the box.
    last_box: Option<usize>,
}

impl Counter {
    /// Counts a walk.
    pub(crate) fn walk(&mut self, dir: Dir) {
        self.step(Step { dir, push: false });
    }

    /// Counts a push that took a box from one place to another.
    pub(crate) fn push(&mut self, dir: Dir, from: usize, to: usize) {
        let step = Step { dir, push: true };
        bump(&mut self.score.pushes, true);
        bump(&mut self.score.box_lines, self.last != Some(step));
        bump(&mut self.score.box_changes, self.last_box != Some(from));
        bump(&mut self.score.pushing_sessions, !self.last.is_some_and(|last| last.push));
        self.last_box = Some(to);
        self.step(step);
    }

    pub(crate) fn score(&self) -> Score {
        self.score
    }

    fn step(&mut self, step: Step) {
        bump(&mut self.score.moves, true);
        bump(&mut self.score.player_lines, self.last.is_none_or(|last| last.dir != step.dir));
        self.last = Some(step);
    }
}

fn bump(number: &mut u32, when: bool) {
    *number = number.saturating_add(u32::from(when));
}

#[cfg(test)]
mod tests {
    use crate::{Level, replay};

    /// Moves, pushes, box lines, box changes, pushing sessions and player lines.
    fn score(level: &str, moves: &str) -> [u32; 6] {
        let level: Level = level.parse().expect("a level");
        let moves = moves.parse().expect("moves");
        let score = replay(&level, &moves).expect("legal moves").score;
        [
            score.moves,
            score.pushes,
            score.box_lines,
            score.box_changes,
            score.pushing_sessions,
            score.player_lines,
        ]
    }

    /// Room for two boxes to be pushed about.
    const HALL: &str = "\
#########
#       #
#@$   . #
#   $ . #
#       #
#########
";

    #[test]
    fn nothing_scores_nothing() {
        assert_eq!(score(HALL, ""), [0; 6]);
    }

    #[test]
    fn a_walk_has_only_moves_and_player_lines() {
        assert_eq!(score(HALL, "urrdu"), [5, 0, 0, 0, 0, 4]);
    }

    #[test]
    fn a_single_first_push_scores_one_everywhere() {
        assert_eq!(score(HALL, "R"), [1; 6]);
    }

    #[test]
    fn walk_and_push_in_one_direction_are_one_player_line() {
        // Down to the second box's row, then three steps right of which the last two push.
        assert_eq!(score(HALL, "drrRR"), [5, 2, 1, 1, 1, 2]);
    }

    #[test]
    fn a_box_pushed_another_way_is_a_new_line_but_no_change() {
        assert_eq!(score(HALL, "RdrU"), [4, 2, 2, 1, 2, 4]);
    }

    #[test]
    fn a_pause_splits_line_and_session_but_is_no_change() {
        assert_eq!(score(HALL, "RlrR"), [4, 2, 2, 1, 2, 3]);
    }

    #[test]
    fn changing_boxes_and_back_counts_three() {
        // First box right, second box right, first box right again.
        assert_eq!(score(HALL, "RdrRlluR"), [8, 3, 3, 3, 3, 6]);
    }

    /// One session may push two boxes: the last push of the first leads straight to the second.
    #[test]
    fn one_session_may_push_two_boxes() {
        let level = "#######\n#@$  .#\n#  $  #\n#    .#\n#  #  #\n#######\n";
        assert_eq!(score(level, "RRD"), [3, 3, 2, 2, 1, 2]);
    }
}
