//! Labels per second on one core: `cargo bench -p hakooshi-label`.
//!
//! 1,000 generated 10 × 10 levels with four boxes, or those of the file named by
//! `HAKOOSHI_LEVELS`; complete tables for the first ten.

use std::time::Instant;

use hakooshi_label::{Table, label};
use hakooshi_level::Level;
use hakooshi_level::formats::Collection;
use hakooshi_search::{Budget, Cancel};

#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a benchmark reports times")]
fn main() {
    let levels: Vec<Level> = match std::env::var_os("HAKOOSHI_LEVELS") {
        Some(path) => {
            let bytes = std::fs::read(path).expect("a file of levels");
            let read = Collection::read(&bytes, None).0.entries.into_iter();
            read.map(|entry| entry.level).collect()
        }
        None => (0..1000)
            .map(|index| hakooshi_env::generate::level(&hakooshi_env::Recipe::default(), 1, index))
            .collect::<Result<_, _>>()
            .expect("levels"),
    };
    for what in ["solvable", "pushes", "moves", "both", "cost-to-go", "first-actions"] {
        let asked = what.parse().expect("labels");
        let started = Instant::now();
        let mut sum = 0;
        for level in &levels {
            let label = label(level, asked, &Budget::default());
            let label = label.expect("a label");
            assert_eq!(label.stop, None);
            sum += label.pushes.unwrap_or(0) + label.moves.unwrap_or(0);
        }
        let time = started.elapsed().as_secs_f64();
        println!("{what:<14} {:>8.0} levels/s   (sum {sum})", levels.len() as f64 / time);
    }
    let started = Instant::now();
    let solve = |level| Table::new(level, 1 << 26, &Cancel::new());
    let tables: Vec<_> = levels.iter().take(10).map(solve).collect();
    let positions: usize = tables.iter().flatten().map(Table::len).sum();
    let time = started.elapsed().as_secs_f64();
    println!(
        "complete table {:>8.1} M positions/s, {:.1} ms a level",
        positions as f64 / time / 1e6,
        time * 1e3 / tables.len() as f64
    );
}
