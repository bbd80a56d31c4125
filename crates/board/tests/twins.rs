//! Everything fast against its slow twin, on drawn and random levels.

use std::collections::BTreeSet;
use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE, live_squares};
use hakooshi_board::movegen::{
    PulledRelocations, Relocations, RelocationsBy, perft_pulls, perft_pushes, perft_steps, pulls,
    pushes,
};
use hakooshi_board::{Board, BoxMove, Position, Reach, Region, Square, View, Walks, Way, compile};
use hakooshi_level::{Dir, Level};
use hakooshi_testkit::fixtures::FIXTURES;
use hakooshi_testkit::perft;
use hakooshi_testkit::strategies::{Shape, random_level};
use hakooshi_testkit::{Oracle, Rng, State};

fn random_levels(count: usize, shape: Shape) -> impl Iterator<Item = Level> {
    let mut rng = Rng::new(0x5eed);
    let drawn = FIXTURES.iter().map(hakooshi_testkit::fixtures::Fixture::level);
    drawn.chain((0..count).map(move |_| random_level(&mut rng, shape)))
}

fn compiled(level: &Level) -> (Arc<Board>, Position) {
    compile(level).expect("a small level")
}

/// Visits the positions of a random walk from `start`: mostly pushes, some pulls.
fn walk(board: &Board, start: &Position, rng: &mut Rng, visit: &mut dyn FnMut(&Position)) {
    let all = board.all_squares();
    let mut reach = Reach::new(board);
    let mut position = start.clone();
    for _ in 0..30 {
        visit(&position);
        reach.fill(board, &position);
        let (mut pushed, mut pulled) = (Vec::new(), Vec::new());
        pushes(View::new(board, &position, &reach), &all, &mut pushed);
        pulls(View::new(board, &position, &reach), &all, &mut pulled);
        if let Some(&push) = rng.pick(&pushed)
            && rng.below(4) > 0
        {
            let _ = position.push(board, push);
        } else if let Some(&pull) = rng.pick(&pulled) {
            let _ = position.pull(board, pull);
        }
    }
}

#[test]
fn perft_agrees_with_plain_recursion() {
    for level in random_levels(150, Shape::default()) {
        let (board, mut position) = compiled(&level);
        for depth in 0..=3 {
            assert_eq!(
                perft_pushes(&board, &mut position, depth),
                perft::perft_pushes(&level, depth),
                "pushes to depth {depth} of\n{level}"
            );
            assert_eq!(
                perft_pulls(&board, &mut position, depth),
                perft::perft_pulls(&level, depth),
                "pulls to depth {depth} of\n{level}"
            );
        }
        assert_eq!(
            perft_steps(&board, &mut position, 6),
            perft::perft_steps(&level, 6),
            "steps of\n{level}"
        );
    }
}

#[test]
fn do_and_undo_restore_the_position() {
    let mut rng = Rng::new(2);
    for level in random_levels(100, Shape::default()) {
        let (board, start) = compiled(&level);
        let all = board.all_squares();
        let mut reach = Reach::new(&board);
        walk(&board, &start, &mut rng, &mut |position| {
            reach.fill(&board, position);
            let mut copy = position.clone();
            let (mut pushed, mut pulled) = (Vec::new(), Vec::new());
            pushes(View::new(&board, position, &reach), &all, &mut pushed);
            pulls(View::new(&board, position, &reach), &all, &mut pulled);
            for push in pushed {
                let undo = copy.push(&board, push);
                assert_ne!(&copy, position);
                copy.unpush(&board, undo);
                assert_eq!((&copy, copy.boxes()), (position, position.boxes()));
            }
            for pull in pulled {
                let undo = copy.pull(&board, pull);
                assert_ne!(&copy, position);
                copy.unpull(&board, undo);
                assert_eq!((&copy, copy.boxes()), (position, position.boxes()));
            }
            assert_eq!(copy.validate(&board), Ok(()));
        });
    }
}

#[test]
fn the_region_as_bits_is_the_region_filled_before_and_after_a_move() {
    let mut rng = Rng::new(3);
    let (mut small, mut large) = (0, 0);
    let wide = Shape { max_rows: 40, max_cols: 40, max_boxes: 12, wall_percent: 25 };
    let levels = random_levels(300, Shape::default()).chain(random_levels(20, wide));
    for level in levels {
        let (board, start) = compiled(&level);
        let all = board.all_squares();
        let (mut reach, mut region) = (Reach::new(&board), Region::new(&board));
        walk(&board, &start, &mut rng, &mut |position| {
            reach.fill(&board, position);
            region.fill(&board, position);
            assert_eq!((region.first(), region.len()), (reach.first(), reach.squares().len()));
            let mut squares = reach.squares().to_vec();
            squares.sort_unstable();
            assert!(region.squares().eq(squares), "in\n{level}");
            *(if board.size() > 400 { &mut large } else { &mut small }) += 1;
            let mut copy = position.clone();
            let (mut pushed, mut pulled) = (Vec::new(), Vec::new());
            pushes(View::new(&board, position, &region), &all, &mut pushed);
            pulls(View::new(&board, position, &region), &all, &mut pulled);
            let mut compare = |copy: &Position, from: Square, to: Square| {
                let first = region.first_after(&board, (from, to), copy.player(), copy.boxes());
                reach.fill(&board, copy);
                assert_eq!(first, reach.first(), "{from:?} to {to:?} in\n{level}");
            };
            for push in pushed {
                let undo = copy.push(&board, push);
                compare(&copy, push.from, board.step(push.from, push.dir));
                copy.unpush(&board, undo);
            }
            for pull in pulled {
                let undo = copy.pull(&board, pull);
                compare(&copy, pull.from, board.step(pull.from, pull.dir));
                copy.unpull(&board, undo);
            }
        });
    }
    assert!(small > 1000 && large > 100, "{small} and {large}");
}

#[test]
fn reach_and_walks_agree_with_the_written_level() {
    let mut rng = Rng::new(4);
    for level in random_levels(100, Shape::default()) {
        let (board, start) = compiled(&level);
        let (mut reach, mut walks) = (Reach::new(&board), Walks::new(&board));
        walk(&board, &start, &mut rng, &mut |position| {
            let boxes = position.boxes().iter().map(|&square| board.cell(square)).collect();
            let slow = State::new(boxes, board.cell(position.player())).reach(&level);
            reach.fill(&board, position);
            walks.fill(&board, position);
            let cells: BTreeSet<_> = reach.squares().iter().map(|&sq| board.cell(sq)).collect();
            assert_eq!(cells, slow);
            assert_eq!(reach.squares().iter().min(), Some(&reach.first()));
            for square in board.squares() {
                assert_eq!(reach.contains(square), walks.steps(square).is_some());
                if let Some(path) = walks.path(&board, square) {
                    assert_eq!(Some(path.len() as u32), walks.steps(square));
                    let end = path.iter().fold(position.player(), |at, &dir| board.step(at, dir));
                    assert_eq!(end, square);
                }
            }
        });
    }
}

/// Moves the box on a square in a direction, if the player can.
type Act = fn(&Board, &Position, &Reach, Square, Dir) -> Option<Position>;

fn pushed(
    board: &Board,
    position: &Position,
    reach: &Reach,
    from: Square,
    dir: Dir,
) -> Option<Position> {
    let can =
        reach.contains(board.step(from, dir.opposite())) && position.is_free(board.step(from, dir));
    let mut copy = position.clone();
    can.then(|| {
        let _ = copy.push(board, hakooshi_board::Push { from, dir });
        copy
    })
}

fn pulled(
    board: &Board,
    position: &Position,
    reach: &Reach,
    from: Square,
    dir: Dir,
) -> Option<Position> {
    let to = board.step(from, dir);
    let can = reach.contains(to) && position.is_free(board.step(to, dir));
    let mut copy = position.clone();
    can.then(|| {
        let _ = copy.pull(board, hakooshi_board::Pull { from, dir });
        copy
    })
}

/// Where the box on `from` can be moved, with the player's region at the end: every push is
/// made on the board and every region filled.
fn slow_relocations(
    board: &Board,
    start: &Position,
    from: Square,
    act: Act,
) -> BTreeSet<(Square, Square, u32)> {
    let mut reach = Reach::new(board);
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut layer = vec![(start.clone(), from)];
    let mut pushes = 0;
    while !layer.is_empty() {
        pushes += 1;
        let mut next = Vec::new();
        for (position, at) in layer {
            reach.fill(board, &position);
            if !seen.insert((at, reach.first())) {
                continue;
            }
            for dir in Dir::ALL {
                let to = board.step(at, dir);
                if let Some(copy) = act(board, &position, &reach, at, dir) {
                    let mut after = Reach::new(board);
                    after.fill(board, &copy);
                    // The box may return to its start with the player elsewhere.
                    if !seen.contains(&(to, after.first())) {
                        let known = found
                            .iter()
                            .any(|&(square, first, _)| (square, first) == (to, after.first()));
                        if !known {
                            found.insert((to, after.first(), pushes));
                        }
                        next.push((copy, to));
                    }
                }
            }
        }
        layer = next;
    }
    found
}

/// Compares the relocations of every box, in positions of random play, with what single actions
/// reach; `and` makes further checks on each, with the player's reach before it.
fn relocations_agree<W: Way>(
    seed: u64,
    act: Act,
    and: impl Fn(&Board, &Position, &Reach, Square, &RelocationsBy<W>, usize),
) {
    let mut rng = Rng::new(seed);
    for level in random_levels(150, Shape::default()) {
        let (board, start) = compiled(&level);
        let all = board.all_squares();
        let (mut reach, mut after) = (Reach::new(&board), Reach::new(&board));
        let mut relocations = RelocationsBy::new(&board);
        let mut round = 0;
        walk(&board, &start, &mut rng, &mut |position| {
            round += 1;
            if round % 5 != 1 {
                return;
            }
            for &from in position.boxes() {
                reach.fill(&board, position);
                relocations.of_box(View::new(&board, position, &reach), from, &all);
                let mut fast = BTreeSet::new();
                for (at, found) in relocations.found().iter().enumerate() {
                    let mut copy = position.clone();
                    copy.relocate(&board, BoxMove { from, to: found.to, player: found.player });
                    after.fill(&board, &copy);
                    assert_eq!(relocations.region_after(&board, found), after.first());
                    let new = fast.insert((found.to, after.first(), found.pushes));
                    assert!(new, "a region was listed twice in\n{level}");
                    let count = relocations.regions_with_box_on(&board, found.to);
                    assert_eq!(count, regions(&board, &copy), "regions of\n{level}");
                    assert_eq!(after.regions(&board, copy.boxes()).len() as u32, count);
                    and(&board, position, &reach, from, &relocations, at);
                }
                assert_eq!(fast, slow_relocations(&board, position, from, act), "of\n{level}");
            }
        });
    }
}

#[test]
fn relocations_are_what_single_pushes_reach() {
    relocations_agree(5, pushed, |board, position, _, _, relocations: &Relocations, at| {
        let found = relocations.found()[at];
        let trail = relocations.pushes(board, at);
        assert_eq!(trail.len() as u32, found.pushes);
        let mut copy = position.clone();
        let mut reach = Reach::new(board);
        for push in trail {
            reach.fill(board, &copy);
            assert!(copy.can_push(board, push));
            assert!(reach.contains(board.step(push.from, push.dir.opposite())));
            let _ = copy.push(board, push);
        }
        assert_eq!(copy.player(), found.player);
        assert!(copy.has_box(found.to));
    });
}

#[test]
fn pulled_relocations_are_what_single_pulls_reach() {
    relocations_agree(6, pulled, |board, position, reach, from, pulled: &PulledRelocations, at| {
        let found = pulled.found()[at];
        let mut copy = position.clone();
        copy.relocate(board, BoxMove { from, to: found.to, player: found.player });
        let mut after = Reach::new(board);
        after.fill(board, &copy);
        let back = Dir::ALL.iter().any(|&dir| {
            let beside = board.step(from, dir);
            reach.contains(beside) && after.contains(beside)
        });
        let returns = pulled.returns(board, at);
        assert!(!returns || back || after.contains(from), "no way back from {from:?}");
    });
}

fn regions(board: &Board, position: &Position) -> u32 {
    let mut reach = Reach::new(board);
    let mut left: BTreeSet<Square> =
        board.squares().filter(|&square| position.is_free(square)).collect();
    let mut count = 0;
    while let Some(&square) = left.first() {
        count += 1;
        reach.fill_from(board, square, position.boxes());
        for square in reach.squares() {
            left.remove(square);
        }
    }
    count
}

#[test]
fn a_lone_box_needs_exactly_the_distance() {
    for level in
        random_levels(60, Shape { max_rows: 5, max_cols: 6, max_boxes: 2, wall_percent: 30 })
    {
        let (board, _) = compiled(&level);
        let oracle = Oracle::with_boxes(&level, 1, 1_000_000).expect("one box has few states");
        let goals: Vec<Square> = board.goals().iter().collect();
        let to = Distances::to(&board, &goals);
        let live = live_squares(&board);
        for state in oracle.states() {
            let (square, player) = (board.square_at(state.boxes[0]), board.square_at(state.player));
            let vertex = to.sides().vertex_of(&board, square, player);
            let distance =
                |aim| vertex.map_or(to.least(aim, square), |vertex| to.exact(aim, vertex));
            let least = (0..goals.len()).map(distance).min().unwrap_or(UNREACHABLE);
            let least = (least != UNREACHABLE).then_some(u32::from(least));
            assert_eq!(least, oracle.pushes(&state), "{state:?} in\n{level}");
            assert!(live.contains(square) || least.is_none());
        }
        for square in board.squares() {
            let lonely = |player| State::new(vec![board.cell(square)], board.cell(player));
            let mut others = board.squares().filter(|&player| player != square);
            let alive = others.any(|player| oracle.is_solvable(&lonely(player)));
            assert_eq!(live.contains(square), alive, "{square:?} in\n{level}");
        }
    }
}

#[test]
fn distances_from_and_to_agree() {
    for level in random_levels(60, Shape::default()) {
        let (board, _) = compiled(&level);
        let squares: Vec<Square> = board.squares().collect();
        let (to, from) = (Distances::to(&board, &squares), Distances::from(&board, &squares));
        for (a, &start) in squares.iter().enumerate() {
            for (b, &end) in squares.iter().enumerate() {
                assert_eq!(to.least(b, start), from.least(a, end), "{start:?} to {end:?}\n{level}");
            }
        }
    }
}
