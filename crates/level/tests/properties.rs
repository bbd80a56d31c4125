//! Laws that hold for every level, tried on small random ones.

use hakooshi_level::{
    Cell, Dir, GameText, Level, LevelId, Moves, Symmetry, Tile, normalise, replay, transform,
    verify,
};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::{plans, region, slow_normal_text, with_player};

/// The level in a wider frame, with random tiles wherever they are neither inside nor the walls
/// that enclose it.
fn decorated(level: &Level, noise: &[u8]) -> Level {
    const MARGIN: usize = 2;
    const OUTSIDE: [Tile; 5] =
        [Tile::Floor, Tile::Wall, Tile::Goal, Tile::BoxOnFloor, Tile::BoxOnGoal];
    let (width, height) = (level.width() + 2 * MARGIN, level.height() + 2 * MARGIN);
    let mut noise = noise.iter().cycle();
    let encloses = |cell: Cell| {
        let mut near = Dir::ALL.iter().filter_map(|&dir| cell.step(dir));
        level.is_inside(cell) || near.any(|next| level.is_inside(next))
    };
    let tiles = (0..width * height).map(|place| {
        let inner = |at: usize| at.checked_sub(MARGIN).map(|at| at as u16);
        match inner(place / width).zip(inner(place % width)) {
            Some((row, col)) if encloses(Cell::new(row, col)) => level.tile(Cell::new(row, col)),
            _ => OUTSIDE[usize::from(*noise.next().unwrap_or(&0)) % OUTSIDE.len()],
        }
    });
    Level::from_tiles(width, tiles.collect()).expect("decoration changes nothing inside")
}

/// The reverse game that undoes `moves` from the end of the solution.
fn reversed(level: &Level, moves: &Moves) -> String {
    let end = replay(level, moves).expect("legal moves").player;
    let start = level.player();
    let letters = |from: u16, to: u16, less: &str, more: &str| {
        if to < from { less } else { more }.repeat(usize::from(from.abs_diff(to)))
    };
    let rows = letters(start.row, end.row, "u", "d");
    let cols = letters(start.col, end.col, "l", "r");
    let back = Symmetry::HalfTurn.moves(&moves.iter().rev().collect());
    format!("[{rows}{cols}]{}", back.to_rle())
}

proptest! {
    #[test]
    fn the_fast_normal_form_is_the_slow_one(plan in plans(6, 5)) {
        let level = plan.level();
        let normal = normalise(&level);
        prop_assert_eq!(normal.to_string(), slow_normal_text(&level));
        prop_assert_eq!(normalise(&normal), normal);
    }

    #[test]
    fn an_id_survives_what_does_not_matter(
        plan in plans(6, 5),
        to in any::<Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..60),
    ) {
        let level = plan.level();
        let id = LevelId::of(&level);
        let reached = region(&level);
        let moved = with_player(&level, *to.get(&reached));
        let dressed = decorated(&moved, &noise);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(LevelId::of(&transform(&level, symmetry)), id);
            prop_assert_eq!(LevelId::of(&transform(&moved, symmetry)), id);
            prop_assert_eq!(LevelId::of(&transform(&dressed, symmetry)), id);
        }
        prop_assert_eq!(id.to_string().parse(), Ok(id));
    }

    /// In rooms this small pairs of equal puzzles do come up.
    #[test]
    fn ids_differ_exactly_when_puzzles_do(a in plans(2, 2), b in plans(2, 2)) {
        let (a, b) = (a.level(), b.level());
        let same = slow_normal_text(&a) == slow_normal_text(&b);
        prop_assert_eq!(LevelId::of(&a) == LevelId::of(&b), same);
    }

    #[test]
    fn solutions_verify_in_either_case_and_under_every_symmetry(
        plan in plans(6, 5),
        dirs in prop::collection::vec(0..4_u8, 0..60),
    ) {
        let (level, text) = plan.solvable(&dirs);
        let moves: Moves = text.parse().expect("letters");
        let solution = verify(&level, &moves).expect("solved by making");
        prop_assert!(text.starts_with(solution.moves().as_str()));
        prop_assert_eq!(solution.moves().len() + solution.cut(), moves.len());
        let lower: Moves = text.to_lowercase().parse().expect("letters");
        prop_assert_eq!(verify(&level, &lower), Ok(solution.clone()));
        for symmetry in Symmetry::ALL {
            let turned = transform(&level, symmetry);
            let turned = verify(&turned, &symmetry.moves(&moves)).expect("solved as well");
            prop_assert_eq!(turned.score(), solution.score());
            let back = symmetry.inverse().moves(turned.moves());
            prop_assert_eq!(&back, solution.moves());
        }
    }

    #[test]
    fn a_solution_played_backwards_turns_round_to_itself(
        plan in plans(6, 5),
        dirs in prop::collection::vec(0..4_u8, 0..60),
    ) {
        let (level, text) = plan.solvable(&dirs);
        let moves: Moves = text.parse().expect("letters");
        let game: GameText = reversed(&level, &moves).parse().expect("a reverse game");
        let forward = game.to_forward(&level).expect("a reverse solution");
        let last_push = moves.iter().rposition(|step| step.push).map_or(0, |last| last + 1);
        prop_assert_eq!(forward.as_str(), &text[..last_push]);
        prop_assert!(verify(&level, &forward).is_ok());
    }
}
