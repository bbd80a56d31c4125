//! Plays moves on the letters of a level: the one loop behind replaying and verifying.

use std::fmt;

use thiserror::Error;

use crate::field::{Field, Obstacle};
use crate::metrics::Counter;
use crate::{Cell, Level, Moves, Score, Step, Tile};

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct IllegalMove {
    /// Which move it is, counted from one.
    pub number: usize,
    /// Its letter as written.
    pub letter: char,
    /// Where the player stands before it.
    pub player: Cell,
    /// What is wrong with it.
    pub obstacle: Obstacle,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, letter, player, obstacle } = self;
        write!(f, "move {number} ({letter:?}, the player at {player}): {obstacle}")
    }
}

impl IllegalMove {
    /// `step` is the move after `done` others.
    pub(crate) fn new(done: usize, step: Step, player: Cell, obstacle: Obstacle) -> Self {
        Self { number: done + 1, letter: char::from(step.letter()), player, obstacle }
    }
}

/// What moves lead to, whether or not they solve the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The moves that were played, with pushes in upper case.
    pub moves: Moves,
    /// The numbers of these moves.
    pub score: Score,
    /// Where the player ends.
    pub player: Cell,
    /// Where the boxes inside end, row by row.
    pub boxes: Vec<Cell>,
    /// How many of them are not on a goal; zero for a solution.
    pub off_goal: usize,
}

/// Plays all `moves`, solution or not. If all letters are in one case, lower or upper, the case is
/// worked out; otherwise a letter in the wrong case is an error.
pub fn replay(level: &Level, moves: &Moves) -> Result<Replay, IllegalMove> {
    play(level, moves, End::OfMoves)
}

/// The level as it is after `moves`, with the same title and author: for going on from there.
pub fn after(level: &Level, moves: &Moves) -> Result<Level, IllegalMove> {
    let Replay { player, boxes, .. } = replay(level, moves)?;
    let width = level.width();
    let mut tiles = level.tiles().to_vec();
    for cell in level.inside() {
        let tile = &mut tiles[cell.row as usize * width + cell.col as usize];
        let on = match cell {
            _ if cell == player => Tile::PlayerOnFloor,
            _ if boxes.contains(&cell) => Tile::BoxOnFloor,
            _ => Tile::Floor,
        };
        *tile = if tile.is_wall() { *tile } else { on.with_goal(tile.is_goal()) };
    }
    let mut moved = Level::from_tiles(width, tiles).expect("the same walls, boxes and goals");
    moved.title.clone_from(&level.title);
    moved.author.clone_from(&level.author);
    Ok(moved)
}

/// Where a replay stops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// When all moves are played.
    OfMoves,
    /// Or earlier, after the first push that leaves every box on a goal.
    Solved,
}

pub(crate) fn play(level: &Level, moves: &Moves, end: End) -> Result<Replay, IllegalMove> {
    let mut field = Field::start(level);
    let mut counter = Counter::default();
    let mut played = Moves::new();
    // Some programs write every move as a capital letter, others none.
    let case_matters = (1..moves.len()).contains(&moves.pushes());
    for (done, step) in moves.iter().enumerate() {
        let player = field.cell(field.player);
        let illegal = |obstacle| IllegalMove::new(done, step, player, obstacle);
        let shift = field.step(step.dir).map_err(illegal)?;
        match shift {
            None if case_matters && step.push => return Err(illegal(Obstacle::NoBoxToPush)),
            Some(_) if case_matters && !step.push => {
                return Err(illegal(Obstacle::PushWrittenAsWalk));
            }
            None => counter.walk(step.dir),
            Some(shift) => counter.push(step.dir, shift.from, shift.to),
        }
        played.push(Step { dir: step.dir, push: shift.is_some() });
        if end == End::Solved && shift.is_some() && field.off_goal == 0 {
            break;
        }
    }
    Ok(Replay {
        moves: played,
        score: counter.score(),
        player: field.cell(field.player),
        boxes: field.boxes().collect(),
        off_goal: field.off_goal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(moves: &str) -> Result<Replay, IllegalMove> {
        let level: Level = "#######\n#@$  .#\n#   $.#\n#######\n".parse().expect("a level");
        replay(&level, &moves.parse().expect("moves"))
    }

    #[test]
    fn a_level_goes_on_from_where_moves_end() {
        let level: Level = "#######\n#@$  .#\n#   $.#\n#######\n".parse().expect("a level");
        let moved = after(&level, &"RR".parse().expect("moves")).expect("legal moves");
        assert_eq!(moved.to_string().trim(), "#######\n#  @$.#\n#   $.#\n#######");
        let solved = after(&moved, &"RlddR".parse().expect("moves"));
        assert!(solved.is_err(), "there is a wall below");
        assert!(after(&moved, &"RldR".parse().expect("moves")).expect("legal").is_solved());
    }

    #[test]
    fn a_snapshot_ends_where_it_ends() {
        let snapshot = run("rrd").expect("legal moves");
        assert_eq!(snapshot.moves.to_string(), "RRd");
        assert_eq!(snapshot.player, Cell::new(2, 3));
        assert_eq!(snapshot.boxes, [Cell::new(1, 4), Cell::new(2, 4)]);
        assert_eq!(snapshot.off_goal, 2);
        assert_eq!(run("RRD").expect("capitals alone say nothing of pushes"), snapshot);
    }

    #[test]
    fn a_replay_goes_on_after_the_solution() {
        let replay = run("RRdRulllr").expect_err("the box is on its goal, the other is not");
        assert_eq!((replay.number, replay.letter), (5, 'u'));
        let replay = run("rrdrlurrll").expect_err("box at wall");
        assert_eq!((replay.number, replay.obstacle), (8, Obstacle::BoxAtWall));
        let replay = run("rrdrlurll").expect("solved and walked on");
        assert_eq!((replay.off_goal, replay.moves.to_string().as_str()), (0, "RRdRluRll"));
    }
}
