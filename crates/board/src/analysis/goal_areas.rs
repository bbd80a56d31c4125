//! Goal areas: connected groups of goals.

use hakooshi_level::Dir;

use crate::{Board, Square};

/// The connected groups of goals, each in ascending order, largest group first.
pub fn goal_areas(board: &Board) -> Vec<Vec<Square>> {
    let mut left = board.goals().clone();
    let mut areas = Vec::new();
    while let Some(seed) = left.first() {
        left.remove(seed);
        let mut area = vec![seed];
        let mut next = 0;
        while next < area.len() {
            for dir in Dir::ALL {
                let square = board.step(area[next], dir);
                if left.contains(square) {
                    left.remove(square);
                    area.push(square);
                }
            }
            next += 1;
        }
        area.sort_unstable();
        areas.push(area);
    }
    areas.sort_by_key(|area| std::cmp::Reverse(area.len()));
    areas
}

#[cfg(test)]
mod tests {
    use hakooshi_level::Level;

    use super::*;
    use crate::compile;

    #[test]
    fn diagonal_neighbours_are_not_connected() {
        let level: Level = "#######\n#..$ @#\n# $.$ #\n#.$   #\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let sizes: Vec<usize> = goal_areas(&board).iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 1, 1]);
    }
}
