//! The tree of a search as text, situation by situation, as the KTH solver dumps its own (KTH 2009,
//! section III-B): the drawing, the depth, and what changed since the parent.

use std::fmt::Write as _;

use hakooshi_level::{Cell, Level};

use crate::coordinates::cell;
use crate::{Line, situation_key};

/// Boxes and player of a situation.
#[derive(Clone)]
struct Situation {
    boxes: Vec<Cell>,
    player: Cell,
    depth: usize,
}

/// Every state of a trace of `level`, drawn.
pub fn dump(level: &Level, lines: &[Line]) -> String {
    let mut text = String::new();
    let mut situations: Vec<Situation> = Vec::new();
    for line in lines {
        let parent = line.parent.and_then(|parent| situations.get(parent)).cloned();
        let mut situation = parent.unwrap_or_else(|| start(level));
        situation.depth += usize::from(line.parent.is_some());
        let moved =
            line.action.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
        if let Some((from, to)) = moved
            && let Some(at) = situation.boxes.iter_mut().find(|at| **at == from)
        {
            *at = to;
        }
        situation.player = cell(&line.player).unwrap_or(situation.player);
        let _ = write!(text, "*** {} ***\n{}", line.id, draw(level, &situation));
        let _ = write!(text, "depth {}", situation.depth);
        if let Some(key) =
            draw(level, &situation).parse().ok().and_then(|it| situation_key(&it).ok())
        {
            let _ = write!(text, ", key {key}");
        }
        text.push('\n');
        if let (Some(parent), Some((from, to))) = (line.parent, moved) {
            let dir = match (to.row.cmp(&from.row), to.col.cmp(&from.col)) {
                (std::cmp::Ordering::Less, _) => "up",
                (std::cmp::Ordering::Greater, _) => "down",
                (_, std::cmp::Ordering::Less) => "left",
                _ => "right",
            };
            let _ = writeln!(text, "since {parent}: {dir}, new box ({}, {})", to.col, to.row);
        }
        if let Some(reason) = &line.pruned_by {
            let _ = writeln!(text, "not queued: {reason}");
        }
        text.push('\n');
        situations.push(situation);
    }
    text
}

fn start(level: &Level) -> Situation {
    let boxes = level.inside().filter(|&cell| level.tile(cell).is_box()).collect();
    Situation { boxes, player: level.player(), depth: 0 }
}

/// The level with boxes and player placed so.
fn draw(level: &Level, situation: &Situation) -> String {
    let glyph = |at: Cell| {
        let goal = level.is_inside(at) && level.tile(at).is_goal();
        match (goal, situation.boxes.contains(&at), situation.player == at) {
            (false, true, _) => '$',
            (true, true, _) => '*',
            (false, _, true) => '@',
            (true, _, true) => '+',
            (true, ..) => '.',
            _ if level.tile(at) == hakooshi_level::Tile::Wall => '#',
            _ => ' ',
        }
    };
    let mut text = String::new();
    for row in 0..level.height() {
        let line: String =
            (0..level.width()).map(|col| glyph(Cell::new(row as u16, col as u16))).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use hakooshi::unstable::Options;
    use hakooshi::{Engine, Objective};

    use super::*;

    #[test]
    fn each_situation_is_drawn_with_what_changed() {
        let text = "#########\n#   #  .#\n#    $$.#\n####    #\n    #@ ##\n    #####";
        let level: Level = text.parse().expect("a level");
        let options = Options {
            engine: Engine::new("kth-dfs"),
            objective: Objective::Pushes,
            ..Options::default()
        };
        let trace = crate::trace(&level, &options, 50).expect("a trace");
        let text = dump(&level, &trace.lines);
        assert!(text.starts_with("*** 0 ***\n#########\n#   #  .#\n#    $$.#\n"), "{text}");
        assert!(text.contains("depth 0, key 2425-11"), "{text}");
        let up = "#   # $.#\n#    $@.#\n####    #\n    #  ##\n    #####\ndepth 1, key 1624-";
        assert!(text.contains(up), "{text}");
        assert!(text.contains("since 0: up, new box (6, 1)"), "{text}");
    }
}
