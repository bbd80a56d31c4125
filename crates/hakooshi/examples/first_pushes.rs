//! All first pushes of solutions with fewest pushes: `cargo run --example first_pushes`.

use hakooshi::{Level, Objective, Options, SolveError, after, analyse, solve_with};

const LEVEL: &str = "\
########
#      #
# $  . #
#  @   #
# $  . #
#      #
########";

/// The fewest pushes that solve `level`; `None` if nothing does.
fn fewest(level: &Level) -> Result<Option<u32>, SolveError> {
    let report = solve_with(level, &Options::new().objective(Objective::Pushes))?;
    Ok(report.solution().filter(|_| report.is_optimal()).map(|solution| solution.score().pushes))
}

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: Level = LEVEL.parse()?;
    let best = fewest(&level)?.ok_or("no solution")?;
    let mut found = Vec::new();
    for push in analyse(&level)?.pushes() {
        let next = after(&level, &push)?;
        // A position that is solved needs no search and no proof.
        let rest = if next.is_solved() { Some(0) } else { fewest(&next)? };
        if rest.is_some_and(|rest| rest + 1 == best) {
            found.push(push.to_string());
        }
    }
    println!("{best} pushes; a best solution can begin with: {}", found.join(", "));
    assert_eq!(found.len(), 2, "{found:?}");
    Ok(())
}
