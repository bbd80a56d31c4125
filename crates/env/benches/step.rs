//! Steps per second on one core: `cargo bench -p hakooshi-env`.
//!
//! 1,024 games of 1,000 generated 10 × 10 levels with four boxes, random actions, ends and new
//! games included. One item is one step of one game. The median of 25 samples is printed, and the
//! fastest.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hakooshi_env::{Batch, Config, Outputs, Pool, Recipe, View, generate};
use hakooshi_level::Level;

const GAMES: usize = 1024;
/// Rows of actions in a sample: the processor must not learn them by heart.
const ROWS: usize = 64;

fn main() {
    let make = |index| generate::level(&Recipe::default(), 1, index).expect("a level");
    let levels: Vec<Level> = (0..1000).map(make).collect();
    for view in ["none", "cells", "symbols", "tiny_rgb", "rgb"] {
        step(&levels, view);
    }
    let mut index = 0;
    measure("make a level", 100, || {
        for _ in 0..100 {
            index += 1;
            std::hint::black_box(make(index));
        }
    });
}

fn step(levels: &[Level], view: &str) {
    let pool = Arc::new(Pool::new(levels).expect("a pool"));
    let config = Config { view: View::named(view).expect("a view"), ..Config::default() };
    let mut batch = Batch::new(pool, GAMES, config);
    let frame: usize = batch.frame_shape().iter().product();
    let mut frames = vec![0; GAMES * frame];
    batch.reset(None, &mut frames).expect("a reset");
    let (mut rewards, mut ends) = (vec![0.0; GAMES], (vec![false; GAMES], vec![false; GAMES]));
    let mut random = 1_u64;
    let actions: Vec<i64> = (0..ROWS * GAMES)
        .map(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 62).cast_signed()
        })
        .collect();
    measure(&format!("step, view {view}"), ROWS * GAMES, || {
        for actions in actions.chunks_exact(GAMES) {
            let mut out = Outputs {
                rewards: &mut rewards,
                terminated: &mut ends.0,
                truncated: &mut ends.1,
                frames: &mut frames,
            };
            batch.step(actions, &mut out).expect("a step");
        }
    });
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn time(run: &mut impl FnMut()) -> Duration {
    let started = Instant::now();
    run();
    started.elapsed()
}

/// Prints items per second of `run`, which does `items` of them.
#[expect(clippy::print_stdout, reason = "a benchmark reports on the terminal")]
fn measure(name: &str, items: usize, mut run: impl FnMut()) {
    time(&mut run);
    let mut times: Vec<f64> = (0..25).map(|_| time(&mut run).as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let rate = |seconds: f64| items as f64 / seconds / 1e6;
    println!("{name:<20} {:>8.3} M/s, best {:>8.3} M/s", rate(times[12]), rate(times[0]));
}
