//! Expansions per second on one core.
//!
//! Run with `cargo bench -p hakooshi-board`. One item is one full expansion: fill the
//! player's region, generate every push, and for each push do it, take the key and undo it.
//! `with_regions` also finds the region of each child, which its normalised key needs.
//! XSokoban 1 is used when `../shared/levels` has it; the other boards are drawn here.

use std::path::Path;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hakooshi_board::movegen::{Relocations, pushes};
use hakooshi_board::{Board, Position, Push, Reach, SquareSet, View, analysis, compile};
use hakooshi_level::Level;

const SMALL: &str = "
 #########
##  #    ##
#  $  $   #
# ## ### ##
#  $ @   #
###  # ..#
  #   ...#
  # $$ ###
  ########
";

const LARGE: &str = "
########################
#          ##    #     #
# $$  ###  #  $  #  $  #
#          #     #     #
##  ####  ### ##### ####
#     #              ..#
#  $  #  ###  ###   ...#
#     #  #      #   ...#
### ###  #  $$  #  ## ##
#        #      #   ####
#  $  @     $   ###   ##
#     #              ..#
##### #  ####  ##  #   #
#   $    #       ###   #
########################
";

/// A board with positions from random walks of pushes from its start.
struct Sample {
    board: std::sync::Arc<Board>,
    live: SquareSet,
    positions: Vec<Position>,
}

fn sample(text: &str) -> Sample {
    let level: Level = text.trim_matches('\n').parse().expect("a level");
    let (board, start) = compile(&level).expect("a small board");
    let live = analysis::live_squares(&board);
    let mut reach = Reach::new(&board);
    let mut random = 1u64;
    let mut positions = Vec::new();
    let mut position = start.clone();
    let mut out = Vec::new();
    while positions.len() < 512 {
        positions.push(position.clone());
        reach.fill(&board, &position);
        out.clear();
        pushes(View::new(&board, &position, &reach), &live, &mut out);
        if out.is_empty() || positions.len() % 32 == 0 {
            position = start.clone();
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let _ = position.push(&board, out[(random >> 33) as usize % out.len()]);
    }
    Sample { board, live, positions }
}

fn xsokoban_1() -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels/xsokoban_90.xsb");
    let text = std::fs::read_to_string(file).ok()?;
    let rows = text.lines().skip_while(|line| !line.contains('#'));
    Some(rows.take_while(|line| line.contains('#')).map(|row| row.to_owned() + "\n").collect())
}

fn boards() -> Vec<(&'static str, String)> {
    let mut boards = vec![("small", SMALL.to_owned()), ("large", LARGE.to_owned())];
    boards.extend(xsokoban_1().map(|text| ("xsokoban_1", text)));
    boards
}

fn names() -> Vec<String> {
    boards()
        .into_iter()
        .map(|(name, text)| {
            let sample = sample(&text);
            format!(
                "{name} ({} squares, {} boxes)",
                sample.board.size(),
                sample.positions[0].boxes().len()
            )
        })
        .collect()
}

fn of_name(name: &str) -> Sample {
    let found = boards().into_iter().find(|(start, _)| name.starts_with(start));
    sample(&found.expect("listed").1)
}

fn expand(bencher: Bencher<'_, '_>, name: &str, regions: bool) {
    let mut sample = of_name(name);
    let mut reach = Reach::new(&sample.board);
    let mut child = Reach::new(&sample.board);
    let mut out: Vec<Push> = Vec::new();
    bencher.counter(ItemsCount::new(sample.positions.len())).bench_local(|| {
        let Sample { board, live, positions } = &mut sample;
        let mut sum = 0;
        for position in positions {
            reach.fill(board, position);
            out.clear();
            pushes(View::new(board, position, &reach), live, &mut out);
            for &push in &out {
                let undo = position.push(board, push);
                if regions {
                    let to = board.step(push.from, push.dir);
                    let first = reach.first_after(board, push.from, to).unwrap_or_else(|| {
                        child.fill(board, position);
                        child.first()
                    });
                    sum ^= position.key(board, first);
                } else {
                    sum ^= position.box_key();
                }
                position.unpush(board, undo);
            }
        }
        black_box(sum)
    });
}

#[divan::bench(args = names())]
fn expansion(bencher: Bencher<'_, '_>, name: &str) {
    expand(bencher, name, false);
}

#[divan::bench(args = names())]
fn expansion_with_regions(bencher: Bencher<'_, '_>, name: &str) {
    expand(bencher, name, true);
}

#[divan::bench(args = names())]
fn relocations_of_all_boxes(bencher: Bencher<'_, '_>, name: &str) {
    let sample = of_name(name);
    let mut reach = Reach::new(&sample.board);
    let mut relocations = Relocations::new(&sample.board);
    bencher.counter(ItemsCount::new(sample.positions.len())).bench_local(|| {
        let mut sum = 0;
        for position in &sample.positions {
            reach.fill(&sample.board, position);
            for &from in position.boxes() {
                sum += relocations
                    .of_box(View::new(&sample.board, position, &reach), from, &sample.live)
                    .len();
            }
        }
        black_box(sum)
    });
}

fn main() {
    divan::main();
}
