//! Solutions as SokoKids prints them: boxes have numbers, squares a column letter and a row letter.
//!
//! ```text
//!   ABCDE      Caixa 0: Cb      where box 0 is at the start
//! a #####
//! b #@$.#      Caixa 0: Db      where a push takes it
//! c #####
//! ```
//!
//! Our interpretation of the report (section 6.6, with the solution of XSokoban 1): boxes are numbered
//! from zero row by row as placed at the start, and their squares are listed one per line. After an empty
//! line, every push names the box and the square it is pushed to, separated by ` , `. Columns after `Z`
//! continue with `AA`, rows after `z` with `aa`.

use hakooshi::Moves;
use hakooshi_board::{Push, compile, expand};
use hakooshi_level::{Cell, Dir, Level, Tile};
use thiserror::Error;

/// What stands before the number of a box.
const BOX: &str = "Caixa ";

/// The name of a cell, such as `Fc`: column F, row c.
pub fn place(cell: Cell) -> String {
    letters(cell.col).to_ascii_uppercase() + &letters(cell.row)
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letters(number: u16) -> String {
    let mut rest = u32::from(number) + 1;
    let mut reversed = Vec::new();
    while rest > 0 {
        rest -= 1;
        reversed.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    reversed.iter().rev().map(|&letter| char::from(letter)).collect()
}

/// The boxes inside in the order of their numbers.
fn boxes(level: &Level) -> Vec<Cell> {
    let is_box = |cell: &Cell| matches!(level.tile(*cell), Tile::BoxOnFloor | Tile::BoxOnGoal);
    let mut boxes: Vec<Cell> = level.inside().filter(is_box).collect();
    boxes.sort_unstable();
    boxes
}

/// The boxes at the start and the pushes of `moves`, which must be legal; what follows an
/// illegal move is left out.
pub fn coordinates(level: &Level, moves: &Moves) -> String {
    let mut boxes = boxes(level);
    let line = |number: usize, cell: Cell| format!("{BOX}{number}: {}", place(cell));
    let mut text = String::new();
    for (number, &cell) in boxes.iter().enumerate() {
        text += &line(number, cell);
        text.push('\n');
    }
    let mut player = level.player();
    let mut pushes = Vec::new();
    for step in moves.iter() {
        let Some(next) = player.step(step.dir) else { break };
        player = next;
        if let Some(number) = boxes.iter().position(|&cell| cell == player) {
            let Some(beyond) = player.step(step.dir) else { break };
            boxes[number] = beyond;
            pushes.push(line(number, beyond));
        }
    }
    if !pushes.is_empty() {
        text.push('\n');
        text += &pushes.join(" , ");
        text.push('\n');
    }
    text
}

/// Why a text is not a solution in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoordinatesError {
    /// Something else than a box and its place.
    #[error("{0:?} is not a box and its place, such as \"Caixa 0: Fc\"")]
    Word(String),
    /// The boxes do not stand where the level has them.
    #[error("box {number} is at {given} in the text, but at {found} in the level")]
    Start {
        /// The number of the box.
        number: usize,
        /// Where the text has it.
        given: String,
        /// Where the level has it, or `no place`.
        found: String,
    },
    /// A push that cannot be made.
    #[error("push {number} (box {pushed} to {to}) cannot be made: {why}")]
    Push {
        /// Which push, from one.
        number: usize,
        /// The number of the box.
        pushed: usize,
        /// Where it is to go.
        to: String,
        /// What is in the way.
        why: &'static str,
    },
    /// The level has more squares than boards have.
    #[error("{0}")]
    TooLarge(String),
}

/// Whether a text is written in coordinates.
pub fn is_coordinates(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(BOX))
}

/// The moves of a text that [`coordinates`] could have written: the pushes, joined by shortest
/// walks. Lines that begin with `;` are left aside.
pub fn from_coordinates(level: &Level, text: &str) -> Result<Moves, CoordinatesError> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(';'));
    let mut lines = lines.skip_while(|line| line.is_empty());
    let start: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let mut boxes = boxes(level);
    for line in start {
        let (number, cell) = entry(line)?;
        if boxes.get(number) != Some(&cell) {
            let found = boxes.get(number).map_or_else(|| "no place".to_owned(), |&it| place(it));
            return Err(CoordinatesError::Start { number, given: place(cell), found });
        }
    }
    let (board, position) =
        compile(level).map_err(|error| CoordinatesError::TooLarge(error.to_string()))?;
    let (mut pushes, mut wrong) = (Vec::new(), None);
    let words = lines.flat_map(|line| line.split(','));
    for word in words.map(str::trim).filter(|word| !word.is_empty()) {
        match push(word, &mut boxes, pushes.len() + 1) {
            Ok((from, dir, pushed)) => {
                pushes.push((Push { from: board.square_at(from), dir }, pushed));
            }
            Err(error) => {
                wrong = Some(error);
                break;
            }
        }
    }
    let upto = |count: usize| {
        let pushes: Vec<Push> = pushes[..count].iter().map(|&(push, _)| push).collect();
        expand(&board, &position, &pushes)
    };
    // The pushes are walked as a whole; only if that fails is the first wrong one looked for.
    let Some(moves) = upto(pushes.len()) else {
        let number = (1..=pushes.len()).find(|&count| upto(count).is_none()).unwrap_or(1);
        let (Push { from, dir }, pushed) = pushes[number - 1];
        let to = board.cell(from).step(dir).map_or_else(String::new, place);
        let why = "the player cannot get behind the box, or something stands before it";
        return Err(CoordinatesError::Push { number, pushed, to, why });
    };
    wrong.map_or(Ok(moves), Err)
}

/// Reads a push and moves its box: where the box was, the direction and its number.
fn push(
    word: &str,
    boxes: &mut [Cell],
    number: usize,
) -> Result<(Cell, Dir, usize), CoordinatesError> {
    let (pushed, to) = entry(word)?;
    let wrong = |why| CoordinatesError::Push { number, pushed, to: place(to), why };
    let cell = boxes.get_mut(pushed).ok_or_else(|| wrong("there is no such box"))?;
    let from = *cell;
    let dir = Dir::ALL.into_iter().find(|&dir| from.step(dir) == Some(to));
    let dir = dir.ok_or_else(|| wrong("it is not beside the box"))?;
    *cell = to;
    Ok((from, dir, pushed))
}

/// Reads `Caixa 0: Fc`.
fn entry(text: &str) -> Result<(usize, Cell), CoordinatesError> {
    let read = || {
        let (number, place) = text.strip_prefix(BOX)?.split_once(':')?;
        Some((number.trim().parse().ok()?, cell(place.trim())?))
    };
    read().ok_or_else(|| CoordinatesError::Word(text.to_owned()))
}

/// The cell of a name that [`place`] gives.
pub(crate) fn cell(name: &str) -> Option<Cell> {
    let split = name.find(|glyph: char| !glyph.is_ascii_uppercase())?;
    let (column, row) = name.split_at(split);
    let is_row = row.bytes().all(|it| it.is_ascii_lowercase());
    is_row.then(|| Some(Cell::new(number(row)?, number(&column.to_ascii_lowercase())?)))?
}

/// The number that [`letters`] writes so.
fn number(letters: &str) -> Option<u16> {
    let add = |sum: u32, letter: u8| {
        sum.checked_mul(26)?.checked_add(u32::from(letter.checked_sub(b'a')?) + 1)
    };
    u16::try_from(letters.bytes().try_fold(0, add)?.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let level: Level = "########\n#@ $ . #\n#  $ . #\n########".parse().expect("a level");
        let moves: Moves = "rRRlldRR".parse().expect("moves");
        let text = format!("; a level\n{}\n", coordinates(&level, &moves));
        assert!(is_coordinates(&text) && !is_coordinates("rRRlldRR"));
        assert_eq!(from_coordinates(&level, &text), Ok(moves));
        let wrong = |from: &str, to: &str| {
            from_coordinates(&level, &text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert_eq!(wrong("0: Db", "0: Dc"), "box 0 is at Dc in the text, but at Db in the level");
        assert!(wrong("0: Fb", "0: Gb").starts_with("push 2 (box 0 to Gb) cannot be made: it is"));
        assert!(wrong("0: Eb", "0: Cb").starts_with("push 1 (box 0 to Cb) cannot be made: the"));
        assert!(wrong("0: Fb", "7: Fb").contains("no such box"));
        assert!(wrong("0: Fb", "0: 5b").contains("\"Caixa 0: 5b\" is not a box"));
    }

    #[test]
    fn names_of_places_are_read_again() {
        for at in [Cell::new(0, 0), Cell::new(25, 26), Cell::new(999, 702), Cell::new(27, 51)] {
            assert_eq!(cell(&place(at)), Some(at));
        }
        for name in ["", "A", "a", "aA", "Ab1", "A b", "ZZZZZZZZZZa"] {
            assert_eq!(cell(name), None, "{name}");
        }
    }

    #[test]
    fn places_have_a_column_and_a_row() {
        assert_eq!(place(Cell::new(3, 5)), "Fd");
        assert_eq!(place(Cell::new(0, 25)), "Za");
        assert_eq!(place(Cell::new(27, 26)), "AAab");
        assert_eq!(place(Cell::new(0, 26 * 27)), "AAAa");
    }

    #[test]
    fn boxes_keep_their_numbers() {
        let level: Level = "########\n#@ $ . #\n#  $ . #\n########".parse().expect("a level");
        let moves: Moves = "rRRlldRR".parse().expect("moves");
        assert_eq!(
            coordinates(&level, &moves),
            "Caixa 0: Db\nCaixa 1: Dc\n\n\
             Caixa 0: Eb , Caixa 0: Fb , Caixa 1: Ec , Caixa 1: Fc\n"
        );
    }
}
