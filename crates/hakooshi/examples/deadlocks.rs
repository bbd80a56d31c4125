//! Explains why a position cannot be solved: `cargo run --example deadlocks`.

use hakooshi::{Level, analyse};

const LEVEL: &str = "\
########
#      #
#  $$  #
#  $$  #
#....@ #
########";

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: Level = LEVEL.parse()?;
    let analysis = analyse(&level)?;
    println!("{} squares, {} of them dead", analysis.floor(), analysis.dead_squares().len());
    println!("at least {:?} pushes if it could be solved", analysis.lower_bound());
    for deadlock in analysis.deadlocks() {
        println!("{} ({}):", deadlock.test, deadlock.title);
        for cell in &deadlock.boxes {
            println!("  box at {cell}");
        }
    }
    assert!(analysis.deadlock().is_some_and(|deadlock| deadlock.boxes.len() == 4));
    Ok(())
}
