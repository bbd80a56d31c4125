//! Perft: the number of leaves of the push, pull or step tree of a given depth.
//!
//! The term comes from chess programs: two move generators that agree on these counts for a few depths on
//! awkward boards are almost certainly both right. Leaves are counted with repetition, and a solved state
//! is treated like any other.
//!
//! * **Pushes**: a child is a (box, direction) whose far side the player can walk to; the player ends where
//!   the box was.
//! * **Pulls**: a child is a (box, direction) where the player can walk to the neighbour of the box on that
//!   side and has a free cell ahead; box and player move one cell.
//! * **Steps**: a child is a direction in which the player can walk or push.

use hakooshi_level::{Dir, Level};

use crate::State;

/// Sequences of `depth` pushes from the start of `level`, walking being free.
pub fn perft_pushes(level: &Level, depth: u32) -> u64 {
    count(level, &State::start(level), depth, &push_children)
}

/// Sequences of `depth` pulls from the start of `level`, walking being free.
pub fn perft_pulls(level: &Level, depth: u32) -> u64 {
    count(level, &State::start(level), depth, &pull_children)
}

/// Sequences of `depth` player steps, pushing or not, from the start of `level`.
pub fn perft_steps(level: &Level, depth: u32) -> u64 {
    count(level, &State::start(level), depth, &step_children)
}

/// The states one push away, player's walk included: boxes in order, directions in order.
pub fn push_children(level: &Level, state: &State) -> Vec<State> {
    let reach = state.reach(level);
    let mut children = Vec::new();
    for &box_cell in &state.boxes {
        for dir in Dir::ALL {
            let Some(behind) = box_cell.step(dir.opposite()) else { continue };
            if reach.contains(&behind) {
                children.extend(state.with_player(behind).step(level, dir).map(|(next, _)| next));
            }
        }
    }
    children
}

/// The states one pull away, player's walk included: boxes in order, directions in order.
pub fn pull_children(level: &Level, state: &State) -> Vec<State> {
    let reach = state.reach(level);
    let mut children = Vec::new();
    for &box_cell in &state.boxes {
        for dir in Dir::ALL {
            let Some(beside) = box_cell.step(dir) else { continue };
            if reach.contains(&beside) {
                children.extend(state.with_player(beside).pull(level, dir));
            }
        }
    }
    children
}

/// The states one player step away.
pub fn step_children(level: &Level, state: &State) -> Vec<State> {
    Dir::ALL.into_iter().filter_map(|dir| state.step(level, dir)).map(|(next, _)| next).collect()
}

type Children = dyn Fn(&Level, &State) -> Vec<State>;

fn count(level: &Level, state: &State, depth: u32, children: &Children) -> u64 {
    if depth == 0 {
        return 1;
    }
    children(level, state).iter().map(|child| count(level, child, depth - 1, children)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str, perft: fn(&Level, u32) -> u64) -> [u64; 4] {
        let level = text.parse().expect("the level in the test is valid");
        [0, 1, 2, 3].map(|depth| perft(&level, depth))
    }

    #[test]
    fn a_corridor_can_be_counted_by_hand() {
        let corridor = "#########\n# @ $  .#\n#########\n";
        assert_eq!(counts(corridor, perft_pushes), [1, 1, 1, 1]);
        assert_eq!(counts(corridor, perft_pulls), [1, 1, 1, 0]);
        assert_eq!(counts(corridor, perft_steps), [1, 2, 3, 6]);
    }

    #[test]
    fn an_open_room_can_be_counted_by_hand() {
        // The box in the middle of 3x3 can go four ways, then along the wall it has reached
        // (two ways, the player being behind the wall's line of fire) but never back.
        let room = "#####\n#@  #\n# $ #\n#  .#\n#####\n";
        assert_eq!(counts(room, perft_pushes), [1, 4, 8, 0]);
        // A pull needs two cells beyond the box and the room has one.
        assert_eq!(counts(room, perft_pulls), [1, 0, 0, 0]);
    }

    #[test]
    fn pulls_undo_pushes() {
        let level: Level = "######\n#    #\n# $$ #\n#@ ..#\n######\n".parse().expect("valid");
        let start = State::start(&level);
        for child in push_children(&level, &start) {
            let undone = pull_children(&level, &child);
            assert!(undone.iter().any(|state| state.boxes == start.boxes), "{child:?}");
        }
    }
}
