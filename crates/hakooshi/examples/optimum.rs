//! Proves a solution optimal, or says how far from it it can be: `cargo run --example optimum`.

use hakooshi::{Level, Objective, Options, VerifiedSolution, solve_with};

const LEVEL: &str = "\
 #######
 #     #
 #@$   #
 # $####
##  ###
#   ..#
#######";

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: Level = LEVEL.parse()?;
    for objective in [Objective::Pushes, Objective::Moves] {
        // With few positions the answer is a solution and a bound; with enough, a proof.
        for nodes in [20, 100_000] {
            let options = Options::new().objective(objective).node_limit(nodes);
            let report = solve_with(&level, &options)?;
            let score = report.solution().map(VerifiedSolution::score);
            println!(
                "{}, {nodes} positions: {:?}, at least {:?}, optimal: {}",
                objective.name(),
                score.map(|it| (it.pushes, it.moves)),
                report.lower_bound,
                report.is_optimal(),
            );
            assert!(nodes == 20 || report.is_optimal());
        }
    }
    Ok(())
}
