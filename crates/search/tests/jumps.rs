//! Incremental estimates against estimates from scratch, when the next position is any other on the
//! board, as in best-first search, and not a child; and consistency in crowded positions.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Reach, Square, View, compile, movegen};
use hakooshi_search::Task;
use hakooshi_search::heuristics::{self, Aim};
use hakooshi_search::spec::Params;
use hakooshi_testkit::Rng;
use hakooshi_testkit::strategies::{Shape, random_level};

/// Boxes and player on any squares.
fn anywhere(rng: &mut Rng, board: &Arc<Board>, boxes: usize) -> Option<Position> {
    let mut squares: Vec<Square> = board.squares().collect();
    let mut chosen = Vec::new();
    for _ in 0..=boxes {
        let square = *rng.pick(&squares)?;
        squares.retain(|&other| other != square);
        chosen.push(square);
    }
    let player = chosen.pop()?;
    chosen.sort_unstable();
    Some(Position::new(board, &chosen, player))
}

#[test]
fn estimates_after_a_jump_equal_fresh_ones() {
    let mut rng = Rng::new(21);
    let shape = Shape { max_rows: 8, max_cols: 8, max_boxes: 9, wall_percent: 15 };
    let mut compared = 0;
    for _ in 0..40 {
        let level = random_level(&mut rng, shape);
        let (board, start) = compile(&level).expect("small");
        let task = Task::new(&board, &start);
        let all = board.all_squares();
        let mut reach = Reach::new(&board);
        for entry in heuristics::ALL.iter().filter(|entry| entry.claims.positional) {
            for aim in Direction::ALL.map(|direction| Aim::of(&task, direction)) {
                // Pushes are not moves of a backward search.
                let consistent = entry.claims.consistent && aim.direction == Direction::Forward;
                let mut kept = (entry.build)(&aim, &Params::new(entry.params));
                let mut fresh = (entry.build)(&aim, &Params::new(entry.params));
                for _ in 0..12 {
                    let boxes = start.boxes().len();
                    let Some(mut position) = anywhere(&mut rng, &board, boxes) else { break };
                    let parent = kept.expand(&position);
                    assert_eq!(parent, fresh.estimate(&position), "{}", entry.name);
                    reach.fill(&board, &position);
                    let mut pushes = Vec::new();
                    movegen::pushes(View::new(&board, &position, &reach), &all, &mut pushes);
                    for push in pushes {
                        let undo = position.push(&board, push);
                        let moved = position.box_index(board.step(push.from, push.dir));
                        let child = kept.child(&position, moved);
                        assert_eq!(child, fresh.estimate(&position), "{} in\n{level}", entry.name);
                        if let (true, Some(child)) = (consistent, child) {
                            let kept = parent.is_some_and(|parent| parent <= child + 1);
                            assert!(kept, "{}: {parent:?} then {child} in\n{level}", entry.name);
                        }
                        position.unpush(&board, undo);
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 5000, "only {compared} children were compared");
}
