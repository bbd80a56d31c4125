//! What a solver's answer means: values of `move_K` and `from_K`, as `get-value` or
//! `get-model` print them.

use std::collections::HashMap;

use hakooshi_board::{Board, Position, Push};
use hakooshi_level::Dir;
use hakooshi_level::sexpr::Sexpr;

use super::grid::Grid;

/// The pushes of the plan that `text` holds; the error says what is missing. A plan of moves
/// is played to see which of them push.
pub(crate) fn pushes(board: &Board, start: &Position, text: &str) -> Result<Vec<Push>, String> {
    let values = values(text)?;
    let dir = |step: usize| {
        let value = values.get(&format!("move_{step}"))?;
        Some(Dir::from_index(u8::try_from(single(value)?).ok().filter(|&it| it < 4)?))
    };
    let steps =
        (1..=values.len()).take_while(|step| values.contains_key(&format!("move_{step}"))).count();
    if steps == 0 {
        return Err("no value of move_1 is given".to_owned());
    }
    let dirs: Vec<Dir> = (1..=steps)
        .map(|step| dir(step).ok_or_else(|| format!("the value of move_{step} is not a direction")))
        .collect::<Result<_, _>>()?;
    if !values.contains_key("from_1") {
        return walk(board, start, &dirs);
    }
    let grid = Grid::new(board);
    let push = |(step, dir): (usize, Dir)| {
        let value = values.get(&format!("from_{step}")).and_then(|it| place(it));
        let from = value.map(|index| grid.square(board, index)).filter(|it| !it.is_wall());
        let from = from.ok_or_else(|| format!("the value of from_{step} is not a square"))?;
        Ok(Push { from, dir })
    };
    (1..).zip(dirs).map(push).collect()
}

/// The pushes among the steps of a walk.
fn walk(board: &Board, start: &Position, dirs: &[Dir]) -> Result<Vec<Push>, String> {
    let (mut position, mut pushes) = (start.clone(), Vec::new());
    for (dir, number) in dirs.iter().zip(1..) {
        let to = board.step(position.player(), *dir);
        let push = Push { from: to, dir: *dir };
        if position.has_box(to) && position.can_push(board, push) {
            let _ = position.push(board, push);
            pushes.push(push);
        } else if position.is_free(to) {
            position.place_player(to);
        } else {
            return Err(format!("move {number} of the plan cannot be made"));
        }
    }
    Ok(pushes)
}

/// The values by name, whatever else is written.
fn values(text: &str) -> Result<HashMap<String, String>, String> {
    let items = Sexpr::read_all(text)
        .map_err(|(at, reason)| format!("at byte {at} of the answer, {reason}"))?;
    let mut values = HashMap::new();
    for item in &items {
        gather(item, &mut values);
    }
    Ok(values)
}

fn gather(item: &Sexpr, values: &mut HashMap<String, String>) {
    match item.list() {
        // (define-fun name () sort value)
        [define, name, _, _, value] if define.word() == Some("define-fun") => {
            values.extend(name.word().map(|name| (name.to_owned(), written(value))));
        }
        [name, value] if name.word().is_some_and(is_name) => {
            values.extend(name.word().map(|name| (name.to_owned(), written(value))));
        }
        members => members.iter().for_each(|member| gather(member, values)),
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with("move_") || word.starts_with("from_")
}

/// A value as a word: `#b01`, `#x1f`, `3`, or the number of `(_ bv3 8)` as `3`.
fn written(value: &Sexpr) -> String {
    match value.list() {
        [mark, number, width] if mark.word() == Some("_") => {
            let digits = number.word().and_then(|word| word.strip_prefix("bv")).unwrap_or("");
            let width: usize = width.word().and_then(|it| it.parse().ok()).unwrap_or(0);
            match digits.parse::<u128>() {
                Ok(number) => format!("#b{number:0width$b}"),
                Err(_) => String::new(),
            }
        }
        _ => value.word().unwrap_or("").to_owned(),
    }
}

/// The bits of a vector, the lowest first.
fn bits(word: &str) -> Option<Vec<bool>> {
    let digit = |glyph: char, radix: u32| glyph.to_digit(radix);
    let (digits, radix, width) = match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
        (Some(digits), _) => (digits, 2, 1),
        (_, Some(digits)) => (digits, 16, 4),
        _ => return None,
    };
    let mut bits = Vec::with_capacity(digits.len() * width);
    for glyph in digits.chars().rev() {
        let value = digit(glyph, radix)?;
        bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }
    Some(bits)
}

/// A small number, written either way.
fn single(word: &str) -> Option<usize> {
    match bits(word) {
        Some(bits) if bits.len() <= 16 => {
            Some(bits.iter().enumerate().map(|(at, &bit)| usize::from(bit) << at).sum())
        }
        Some(_) => None,
        None => word.parse().ok(),
    }
}

/// A cell: a number, or the one bit that is set.
fn place(word: &str) -> Option<usize> {
    match bits(word) {
        Some(bits) => {
            let mut set = bits.iter().enumerate().filter(|(_, bit)| **bit).map(|(at, _)| at);
            set.next().filter(|_| set.next().is_none())
        }
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;

    use super::*;

    fn read(text: &str) -> Result<usize, String> {
        let level: Level = "########\n#@ $ . #\n########".parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        pushes(&board, &start, text).map(|pushes| pushes.len())
    }

    #[test]
    fn both_ways_of_printing_a_model() {
        assert_eq!(read("((move_1 3)\n (move_2 3) (move_3 3))"), Ok(2));
        assert_eq!(read("((move_1 #b11) (move_2 #x3) (move_3 (_ bv3 2)))"), Ok(2));
        assert_eq!(read("(model (define-fun move_1 () Int 3) (define-fun box_1 () Int 9))"), Ok(0));
        assert_eq!(read("((move_1 3) (from_1 11) (move_2 3) (from_2 12))"), Ok(2));
    }

    #[test]
    fn nonsense_is_named() {
        let error = |text: &str| read(text).expect_err("nonsense");
        assert!(error("").contains("move_1"));
        assert!(error("((move_1 7))").contains("not a direction"));
        assert!(error("((move_1 0))").contains("move 1"));
        assert!(error("((move_1 3) (from_1 0))").contains("not a square"));
        assert!(error("((move_1 3)").contains("not closed"));
    }
}
