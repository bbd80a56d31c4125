//! Reverse games: boxes are pulled from the goals back to their start squares.
//!
//! In reverse order, a walk becomes the opposite walk and a pull the opposite push. Moves before the first
//! pull would come after the last push, so they are dropped. A jump after the first pull is replaced by a
//! shortest walk, and so is the way from the level's player to the end of the reverse game.

use thiserror::Error;

use crate::field::Field;
use crate::{Cell, GameText, IllegalMove, Jump, Level, MAX_MOVES, Moves, Step};

/// Why a reverse game is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReverseError {
    /// A jump ends on a wall, on a box or outside.
    #[error("the jump after {done} moves does not end on an empty cell inside the level")]
    BadJump {
        /// The moves before it.
        done: usize,
    },
    /// A jump after the first pull leads where the player cannot walk.
    #[error("the jump after {done} moves leads to {to}, where the player cannot walk")]
    JumpIsNoWalk {
        /// The moves before it.
        done: usize,
        /// Where it ends.
        to: Cell,
    },
    /// Walks in place of jumps make the game too long.
    #[error("with walks in place of jumps the game has more than {MAX_MOVES} moves")]
    TooLong,
    /// A move cannot be made.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is a snapshot: boxes are not yet where the level starts them.
    #[error("the reverse game ends with {away} of {boxes} boxes away from the start of the level")]
    NotAtStart {
        /// Boxes that are elsewhere.
        away: usize,
        /// Boxes inside.
        boxes: usize,
    },
    /// The boxes are right but the player is shut off from where the level starts him.
    #[error("the reverse game ends at {at}, which the player cannot reach from the start")]
    PlayerShutOff {
        /// Where the player ends.
        at: Cell,
    },
}

impl GameText {
    /// The moves as pushed from the start of `level`: those of a reverse game are turned round,
    /// those of any other game are returned as they are, solution or not. A reverse game must
    /// go all the way from the goals to the start.
    ///
    /// The convention, for a level and a game such as `[drr]Ulu[r]L`:
    ///
    /// 1. A reverse game starts with a box on every goal inside and the player on the cell where
    ///    the level starts him.
    /// 2. A jump displaces the player: its letters add up to so many rows and columns, and what
    ///    lies between does not matter. The cell where it ends must be inside and free of boxes.
    ///    (If the level starts the player on a goal, the first jump must take him off the box.)
    /// 3. A lower-case letter is a walk; an upper-case one is a pull: the player walks and the box
    ///    on the cell behind him follows to the cell he leaves. Case cannot be worked out here.
    /// 4. The game is a solution if it ends with the boxes where the level starts them and the
    ///    player where he can walk to the cell where the level starts him.
    ///
    /// A jump after the first pull is replaced by a walk, and must be one.
    pub fn to_forward(&self, level: &Level) -> Result<Moves, ReverseError> {
        if !self.is_reverse() {
            return Ok(self.moves.clone());
        }
        let (field, trail) = self.play_back(level)?;
        let start = Field::start(level);
        let away = field.boxes().filter(|&cell| !level.tile(cell).is_box()).count();
        if away > 0 {
            return Err(ReverseError::NotAtStart { away, boxes: level.boxes() });
        }
        let mut moves = start
            .walk(start.player, field.player)
            .ok_or_else(|| ReverseError::PlayerShutOff { at: field.cell(field.player) })?;
        moves.extend(
            trail.iter().rev().map(|step| Step { dir: step.dir.opposite(), push: step.push }),
        );
        Ok(moves)
    }

    /// Plays the reverse game. Returns where it ends and its steps from the first pull on, with
    /// walks in place of jumps.
    fn play_back<'a>(&self, level: &'a Level) -> Result<(Field<'a>, Moves), ReverseError> {
        let mut field = Field::solved(level);
        let mut trail = Moves::new();
        let mut jumps = self.jumps.iter().peekable();
        for (done, step) in self.moves.iter().map(Some).chain([None]).enumerate() {
            // Reverse play starts with a jump even where none is written.
            let jump = jumps.next_if(|jump| jump.before == done).copied();
            if let Some(jump) = jump.or_else(|| (done == 0).then(Jump::default)) {
                let to = landing(&field, jump).ok_or(ReverseError::BadJump { done })?;
                if !trail.is_empty() {
                    let walk = field
                        .walk(field.player, to)
                        .ok_or_else(|| ReverseError::JumpIsNoWalk { done, to: field.cell(to) })?;
                    trail.extend(walk.iter());
                    if trail.len() > MAX_MOVES {
                        return Err(ReverseError::TooLong);
                    }
                }
                field.player = to;
            }
            let Some(step) = step else { break };
            let player = field.cell(field.player);
            field.step_back(step).map_err(|why| IllegalMove::new(done, step, player, why))?;
            if step.push || !trail.is_empty() {
                trail.push(step);
            }
        }
        Ok((field, trail))
    }
}

/// Where a jump puts the player, if he can stand there.
fn landing(field: &Field, jump: Jump) -> Option<usize> {
    let from = field.cell(field.player);
    let add = |place: u16, offset: i32| u16::try_from(i32::from(place).checked_add(offset)?).ok();
    field.free(Cell::new(add(from.row, jump.rows)?, add(from.col, jump.cols)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Obstacle, verify};

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########\n";

    fn forward(level: &str, game: &str) -> Result<String, ReverseError> {
        let level: Level = level.parse().expect("a level");
        let game: GameText = game.parse().expect("a game");
        game.to_forward(&level).map(|moves| moves.to_string())
    }

    #[test]
    fn a_reverse_solution_turns_into_a_forward_one() {
        // From the left of the lower box pull twice, walk round to the upper box, pull twice.
        let game = "[drrr]LLurrLLl";
        let moves = forward(LEVEL, game).expect("a reverse solution");
        assert_eq!(moves, "rRRlldRR");
        let level: Level = LEVEL.parse().expect("a level");
        let solution = verify(&level, &moves.parse().expect("moves")).expect("a solution");
        assert_eq!((solution.score().pushes, solution.cut()), (4, 0));
    }

    #[test]
    fn a_stroll_before_the_first_pull_is_left_off_and_later_jumps_are_walked() {
        assert_eq!(forward(LEVEL, "[drrr]udLLurrLLl"), Ok("rRRlldRR".into()));
        assert_eq!(forward(LEVEL, "[drrr]LL[urr]LL[l]"), Ok("rRRlldRR".into()));
    }

    #[test]
    fn a_player_who_starts_on_a_goal_must_jump_off_it() {
        let text = "######\n#+ $ #\n#    #\n######\n";
        assert_eq!(forward(text, "[]r"), Err(ReverseError::BadJump { done: 0 }));
        let moves = forward(text, "[r]RR").expect("a reverse solution");
        let level: Level = text.parse().expect("a level");
        let solution = verify(&level, &moves.parse().expect("moves")).expect("a solution");
        assert_eq!((solution.score().moves, solution.score().pushes), (7, 2));
    }

    #[test]
    fn what_goes_wrong_is_told() {
        for jump in ["[u]", "[rrrr]", "[99u]", "[99r99d]"] {
            assert_eq!(forward(LEVEL, jump), Err(ReverseError::BadJump { done: 0 }), "{jump}");
        }
        let illegal = |number, letter, player, obstacle| {
            Err(ReverseError::Illegal(IllegalMove { number, letter, player, obstacle }))
        };
        let at = Cell::new;
        assert_eq!(forward(LEVEL, "[]rR"), illegal(2, 'R', at(1, 2), Obstacle::NoBoxToPull));
        assert_eq!(forward(LEVEL, "[rrr]r"), illegal(1, 'r', at(1, 4), Obstacle::BoxInReverse));
        let snapshot = ReverseError::NotAtStart { away: 1, boxes: 2 };
        assert_eq!(forward(LEVEL, "[drrr]LL"), Err(snapshot));

        let corridor = "########\n#@$.   #\n########\n";
        assert_eq!(forward(corridor, "[r]L"), Ok("R".into()));
        let no_walk = ReverseError::JumpIsNoWalk { done: 1, to: at(1, 1) };
        assert_eq!(forward(corridor, "[rrr]R[llll]"), Err(no_walk));

        let wrong_side = "########\n#@ .$  #\n########\n";
        let shut_off = ReverseError::PlayerShutOff { at: at(1, 5) };
        assert_eq!(forward(wrong_side, "[rrr]R"), Err(shut_off));
    }
}
