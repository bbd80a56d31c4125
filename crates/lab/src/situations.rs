//! The situations of the KTH solver: the text that stands for one, and the player's moves between
//! two.
//!
//! ```text
//!  01 02 03 04      Cells are numbered row by row. The key of a situation lists the boxes, then
//!  05 06 07 08      after a hyphen the first cell that the player can walk to: `06-05`.
//! ```
//!
//! KTH 2009, sections II-C and III-C. The report joins situations by A* on the grid with Manhattan
//! distances; a breadth-first search finds walks of the same length.

use hakooshi::Moves;
use hakooshi_board::{Position, Push, Reach, Square, Walks, compile};
use hakooshi_level::{Cell, Dir, Level, Step, Tile};
use thiserror::Error;

/// Why no moves lead from one situation to another.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WalkError {
    /// Walls or goals differ.
    #[error("the two situations are not of the same level: they differ at {0}")]
    Different(Cell),
    /// More than one box has moved, or one by more than a square.
    #[error(
        "between two situations at most one box may move, by one square; boxes that stand elsewhere: {0}"
    )]
    Boxes(usize),
    /// The player cannot make the push, or cannot go where he is to stand.
    #[error("the player cannot do that: {0}")]
    Blocked(&'static str),
    /// A level too large to search.
    #[error("{0}")]
    Level(String),
}

/// The key of a situation: the numbers of the boxes in order, and that of the first cell the
/// player reaches. Every number has the digits of the largest, two at least.
pub fn situation_key(level: &Level) -> Result<String, WalkError> {
    let (board, position) = compile(level).map_err(|error| WalkError::Level(error.to_string()))?;
    let mut reach = Reach::new(&board);
    reach.fill(&board, &position);
    let number = |cell: Cell| usize::from(cell.row) * level.width() + usize::from(cell.col) + 1;
    let digits = (level.width() * level.height()).to_string().len().max(2);
    let mut boxes: Vec<usize> =
        position.boxes().iter().map(|&square| number(board.cell(square))).collect();
    boxes.sort_unstable();
    let boxes: Vec<String> = boxes.iter().map(|number| format!("{number:0digits$}")).collect();
    let first = reach.squares().iter().map(|&square| number(board.cell(square))).min();
    Ok(format!("{}-{:0digits$}", boxes.concat(), first.unwrap_or(0)))
}

/// Which of several shortest walks is taken.
const ORDER: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right];

/// The shortest moves of the player from one situation to another with at most one push between.
pub fn walk(before: &Level, after: &Level) -> Result<Moves, WalkError> {
    same_level(before, after)?;
    let (board, mut position) =
        compile(before).map_err(|error| WalkError::Level(error.to_string()))?;
    let is_box =
        |level: &Level, cell: Cell| matches!(level.tile(cell), Tile::BoxOnFloor | Tile::BoxOnGoal);
    let gone = before.inside().filter(|&cell| is_box(before, cell) && !is_box(after, cell));
    let come = before.inside().filter(|&cell| is_box(after, cell) && !is_box(before, cell));
    let (gone, come): (Vec<Cell>, Vec<Cell>) = (gone.collect(), come.collect());
    let mut steps: Vec<Step> = Vec::new();
    // Measured from the end, so that of several shortest walks the report's comes out: up before
    // down before left before right.
    let mut walks = Walks::new(&board);
    let mut go = |position: &Position, to: Square, why: &'static str| {
        let mut from_end = position.clone();
        from_end.place_player(to);
        walks.fill(&board, &from_end);
        let mut at = position.player();
        let mut left = walks.steps(at).ok_or(WalkError::Blocked(why))?;
        let mut steps = Vec::new();
        while left > 0 {
            left -= 1;
            let nearer = |&dir: &Dir| walks.steps(board.step(at, dir)) == Some(left);
            let Some(dir) = ORDER.into_iter().find(nearer) else { break };
            at = board.step(at, dir);
            steps.push(Step { dir, push: false });
        }
        Ok(steps)
    };
    match (&gone[..], &come[..]) {
        ([], []) => {}
        (&[from], &[to]) => {
            let (from, to) = (board.square_at(from), board.square_at(to));
            let dir = Dir::ALL.into_iter().find(|&dir| board.step(from, dir) == to);
            let dir = dir.ok_or(WalkError::Boxes(1))?;
            let behind = board.step(from, dir.opposite());
            if behind.is_wall() {
                return Err(WalkError::Blocked("there is a wall behind the box"));
            }
            steps = go(&position, behind, "he cannot walk to the square behind the box")?;
            position.place_player(behind);
            let _ = position.push(&board, Push { from, dir });
            steps.push(Step { dir, push: true });
        }
        _ => return Err(WalkError::Boxes(gone.len().max(come.len()))),
    }
    let end = board.square_at(after.player());
    steps.extend(go(&position, end, "he cannot walk to where he is to stand")?);
    Ok(steps.into_iter().collect())
}

/// Checks that walls and goals are the same.
fn same_level(before: &Level, after: &Level) -> Result<(), WalkError> {
    let (height, width) = (before.height().max(after.height()), before.width().max(after.width()));
    let mut cells =
        (0..height).flat_map(|row| (0..width).map(move |col| Cell::new(row as u16, col as u16)));
    let ground = |level: &Level, cell: Cell| {
        let inside = level.is_inside(cell);
        (inside, inside && level.tile(cell).is_goal())
    };
    match cells.find(|&cell| ground(before, cell) != ground(after, cell)) {
        Some(cell) => Err(WalkError::Different(cell)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "#########\n#   #  .#\n#    $$.#\n####    #\n    #@ ##\n    #####";

    fn level(text: &str) -> Level {
        text.parse().expect("a level")
    }

    #[test]
    fn the_walk_of_the_report() {
        let after = level("#########\n#   #  .#\n#    $@.#\n####  $ #\n    #  ##\n    #####");
        let moves = walk(&level(BEFORE), &after).expect("a walk");
        assert_eq!(moves.to_string(), "urruulD");
        assert_eq!(walk(&after, &after).expect("nothing to do").to_string(), "");
    }

    #[test]
    fn what_cannot_be_walked_is_said() {
        let error = |text: &str| walk(&level(BEFORE), &level(text)).expect_err("no walk");
        let two = "#########\n#   #$$.#\n#      .#\n####    #\n    #@ ##\n    #####";
        assert_eq!(error(two), WalkError::Boxes(2));
        let other = "#########\n#   #  .#\n#    $$ #\n####   .#\n    #@ ##\n    #####";
        assert!(matches!(error(other), WalkError::Different(_)));
    }

    #[test]
    fn a_key_lists_boxes_and_the_first_cell_reached() {
        // Nine columns: the boxes are in row 3, columns 6 and 7; the player reaches row 2, column 2.
        assert_eq!(situation_key(&level(BEFORE)).expect("a key"), "2425-11");
        let shut = level("#####\n#.$ #\n###$#\n#@ .#\n#####");
        assert_eq!(situation_key(&shut).expect("a key"), "0814-17");
    }
}
