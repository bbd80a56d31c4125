//! Solutions the way SokoKids prints them: boxes have numbers, places a column letter and a
//! row letter.
//!
//! ```text
//!   ABCDE      Caixa 0: Cb      where box 0 stands at the start
//! a #####
//! b #@$.#      Caixa 0: Db      where a push takes it
//! c #####
//! ```
//!
//! Our reading of the report (section 6.6, with the solution of XSokoban 1): boxes are
//! numbered from zero row by row as they stand at the start, their places are listed one to a
//! line, and after an empty line every push names the box and the place it is pushed to,
//! separated by ` , `. Beyond 26 columns or rows the letters go on with `AA` and `aa`.

use hakooshi::Moves;
use hakooshi_level::{Cell, Level, Tile};

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

/// The boxes at the start and the pushes of `moves`, which must be legal; what follows an
/// illegal move is left out.
pub fn coordinates(level: &Level, moves: &Moves) -> String {
    let is_box = |cell: &Cell| matches!(level.tile(*cell), Tile::BoxOnFloor | Tile::BoxOnGoal);
    let mut boxes: Vec<Cell> = level.inside().filter(is_box).collect();
    boxes.sort_unstable();
    let line = |number: usize, cell: Cell| format!("Caixa {number}: {}", place(cell));
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

#[cfg(test)]
mod tests {
    use super::*;

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
