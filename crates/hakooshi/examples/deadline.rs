//! Solves within a deadline and shows progress: `cargo run --example deadline`.

use std::time::Duration;

use hakooshi::{BUNDLED, Collection, Options, Status, solve_with};

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bundled = BUNDLED.iter().find(|it| it.name == "hard").ok_or("no such collection")?;
    let (collection, _) = Collection::read(bundled.text.as_bytes(), None);
    let level = &collection.entries.last().ok_or("no levels")?.level;
    let options = Options::new().time_limit(Duration::from_secs(20)).progress(|progress| {
        println!("{:>6.1?}  {} positions", progress.elapsed, progress.expanded);
    });
    let report = solve_with(level, &options)?;
    match report.status {
        Status::Solved(solution) => {
            println!("{} pushes: {}", solution.score().pushes, solution.moves());
        }
        Status::Unsolvable => println!("there is no solution"),
        Status::Unknown(stop) => println!("not solved: {stop:?}"),
    }
    Ok(())
}
