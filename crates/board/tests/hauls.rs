//! Macro pulls against single pulls made on the board.

use std::collections::{BTreeMap, BTreeSet};

use hakooshi_board::movegen::Hauls;
use hakooshi_board::{Board, Position, Pull, Reach, Square, compile};
use hakooshi_level::Dir;
use hakooshi_testkit::Rng;
use hakooshi_testkit::strategies::{Shape, random_level};

/// Where the box on `from` can be pulled, with the player's region at the end and the fewest
/// pulls: every pull made on the board, every region filled.
fn slow_hauls(board: &Board, start: &Position, from: Square) -> BTreeMap<(Square, Square), u32> {
    let mut reach = Reach::new(board);
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    let mut layer = vec![(start.clone(), from)];
    let mut pulls = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (position, at) in layer {
            reach.fill(board, &position);
            if !seen.insert((at, reach.first())) {
                continue;
            }
            if pulls > 0 {
                found.insert((at, reach.first()), pulls);
            }
            for dir in Dir::ALL {
                let pull = Pull { from: at, dir };
                let to = board.step(at, dir);
                if reach.contains(to) && position.can_pull(board, pull) {
                    let mut copy = position.clone();
                    let _ = copy.pull(board, pull);
                    next.push((copy, to));
                }
            }
        }
        layer = next;
        pulls += 1;
    }
    found
}

#[test]
fn hauls_are_what_single_pulls_reach() {
    let mut rng = Rng::new(77);
    let mut met = 0;
    for _ in 0..200 {
        let level = random_level(&mut rng, Shape::default());
        let (board, start) = compile(&level).expect("a small level");
        let all = board.all_squares();
        let (mut reach, mut after) = (Reach::new(&board), Reach::new(&board));
        let mut hauls = Hauls::new(&board);
        reach.fill(&board, &start);
        for (index, &from) in start.boxes().iter().enumerate() {
            let mut fast = BTreeMap::new();
            for haul in hauls.of_box(&board, &start, &reach, from, &all) {
                let mut boxes = start.boxes().to_vec();
                boxes[index] = haul.to;
                after.fill_from(&board, haul.player, &boxes);
                let before = fast.insert((haul.to, after.first()), haul.pulls);
                assert_eq!(before, None, "a region was given twice in\n{level}");
                let back = Dir::ALL.iter().any(|&dir| {
                    let beside = board.step(from, dir);
                    reach.contains(beside) && after.contains(beside)
                });
                assert!(!haul.returns || back || after.contains(from), "no way back in\n{level}");
            }
            met += fast.len();
            // The slow twin does not count the box's own square with the player where he is.
            assert_eq!(fast, slow_hauls(&board, &start, from), "from {from:?} in\n{level}");
        }
    }
    assert!(met > 1000, "only {met} hauls were met");
}
