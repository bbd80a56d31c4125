//! Simplified levels against brute force: one is solvable exactly when the original is, its
//! shortest solutions have the same length, and its letters solve the level as written.

use hakooshi_board::{compile, simplify};
use hakooshi_level::{Level, Moves, Tile, verify};
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

/// The simplified level with every removed square drawn as a wall; `None` if nothing is
/// simplified.
fn drawn(level: &Level) -> Option<Level> {
    let (board, start) = compile(level).expect("a tiny level");
    let (simple, position) = simplify(&board, &start)?;
    assert!(simple.size() < board.size() && position.boxes().len() <= start.boxes().len());
    assert_eq!(simple.cell(position.player()), level.player());
    let mut tiles = level.tiles().to_vec();
    for cell in level.inside().filter(|&cell| simple.square_at(cell).is_wall()) {
        tiles[usize::from(cell.row) * level.width() + usize::from(cell.col)] = Tile::Wall;
    }
    Some(Level::from_tiles(level.width(), tiles).expect("still a level"))
}

#[test]
fn simplified_levels_have_the_same_shortest_solutions() {
    let mut rng = Rng::new(77);
    let (mut simpler, mut fewer_boxes, mut unsolvable) = (0, 0, 0);
    for round in 0..10_000 {
        let wall_percent = 15 + round % 30;
        let shape = Shape { max_rows: 5, max_cols: 5, max_boxes: 4, wall_percent };
        let level = random_level(&mut rng, shape);
        let Some(simple) = drawn(&level) else { continue };
        let (Ok(before), Ok(after)) = (Oracle::new(&level, 200_000), Oracle::new(&simple, 200_000))
        else {
            continue;
        };
        let (state, simple_state) = (State::start(&level), State::start(&simple));
        let shortest = (before.push_optimum(&state), before.move_optimum(&state));
        let found = (after.push_optimum(&simple_state), after.move_optimum(&simple_state));
        assert_eq!(shortest, found, "\n{level}\n{simple}");
        match after.push_solution(&simple_state) {
            Some(letters) => {
                let moves: Moves = letters.parse().expect("letters");
                verify(&level, &moves).expect("a solution of the level as written");
            }
            None => unsolvable += 1,
        }
        simpler += 1;
        fewer_boxes += usize::from(simple.boxes() < level.boxes());
    }
    let solvable = simpler - unsolvable;
    assert!(
        solvable > 100 && unsolvable > 100 && fewer_boxes > 100,
        "{solvable} solvable, {unsolvable} not, {fewer_boxes} with fewer boxes"
    );
}
