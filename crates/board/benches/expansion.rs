//! Expansions per second on one core.
//!
//! Run with `cargo bench -p hakooshi-board`; a word after `--` selects the lines that contain it.
//! One item is one full expansion: fill the player's region, generate every push, and for each push
//! do it, take the key and undo it. `with_regions` also finds the region of each child, which its
//! normalised key needs. XSokoban 1 is used when `HAKOOSHI_SHARED` or `../shared` has its levels;
//! the other boards are drawn here.
//!
//! The median of 25 samples is printed, and the fastest. A harness crate was dropped: it was the
//! only user of an old version of the macro parser, which every test run had to compile.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hakooshi_board::movegen::{Relocations, pushes};
use hakooshi_board::{Board, Position, Push, Reach, Region, SquareSet, View, analysis, compile};
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
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let file = named.unwrap_or_else(beside).join("levels/xsokoban_90.xsb");
    let text = std::fs::read_to_string(file).ok()?;
    let rows = text.lines().skip_while(|line| !line.contains('#'));
    Some(rows.take_while(|line| line.contains('#')).map(|row| row.to_owned() + "\n").collect())
}

fn boards() -> Vec<(&'static str, String)> {
    let mut boards = vec![("small", SMALL.to_owned()), ("large", LARGE.to_owned())];
    boards.extend(xsokoban_1().map(|text| ("xsokoban_1", text)));
    boards
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn time(run: &mut dyn FnMut() -> u64) -> Duration {
    let started = Instant::now();
    black_box(run());
    started.elapsed()
}

/// Prints items per second of `run`, which does `items` of them.
#[expect(clippy::print_stdout, reason = "a benchmark reports on the terminal")]
fn measure(name: &str, items: usize, mut run: impl FnMut() -> u64) {
    time(&mut run);
    let mut times: Vec<f64> = (0..25).map(|_| time(&mut run).as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let rate = |seconds: f64| items as f64 / seconds / 1e6;
    println!("{name:<45} {:>8.2} M/s, best {:>8.2} M/s", rate(times[12]), rate(times[0]));
}

fn expand(name: &str, sample: &mut Sample, regions: bool) {
    let mut region = Region::new(&sample.board);
    let mut out: Vec<Push> = Vec::new();
    let Sample { board, live, positions } = sample;
    measure(name, positions.len(), || {
        let mut sum = 0;
        for position in &mut *positions {
            region.fill(board, position);
            out.clear();
            pushes(View::new(board, position, &region), live, &mut out);
            for &push in &out {
                let undo = position.push(board, push);
                if regions {
                    let to = board.step(push.from, push.dir);
                    let moved = (push.from, to);
                    let first = region.first_after(board, moved, push.from, position.boxes());
                    sum ^= position.key(board, first);
                } else {
                    sum ^= position.box_key();
                }
                position.unpush(board, undo);
            }
        }
        sum
    });
}

fn relocate(name: &str, sample: &Sample) {
    let mut reach = Reach::new(&sample.board);
    let mut relocations = Relocations::new(&sample.board);
    measure(name, sample.positions.len(), || {
        let mut sum = 0;
        for position in &sample.positions {
            reach.fill(&sample.board, position);
            for &from in position.boxes() {
                sum += relocations
                    .of_box(View::new(&sample.board, position, &reach), from, &sample.live)
                    .len();
            }
        }
        sum as u64
    });
}

fn main() {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    for (board, text) in boards() {
        let mut sample = sample(&text);
        for what in ["expansion", "expansion_with_regions", "relocations_of_all_boxes"] {
            let name = format!("{what} {board}");
            match what {
                _ if !name.contains(&filter) => {}
                "expansion" => expand(&name, &mut sample, false),
                "expansion_with_regions" => expand(&name, &mut sample, true),
                _ => relocate(&name, &sample),
            }
        }
    }
}
