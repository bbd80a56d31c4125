//! Learns the weights of the engine `value` on small levels.
//!
//! ```text
//! cargo run --release -p hakooshi-engines --example learn_value -- microban_1.xsb crates/hakooshi/levels/*.xsb
//! ```
//!
//! Coordinate descent: one weight after another is raised or lowered as long as the searches get
//! shorter, in ever smaller steps. The cost is the logarithm of the expansions, summed over all
//! levels and both directions, so that easy levels count as much as hard ones, and a bad plan as
//! much as a bad search along it.
#![expect(clippy::print_stdout, reason = "this is a program")]

use std::sync::Arc;

use hakooshi_board::{Board, Position, compile};
use hakooshi_engines::REGISTRY;
use hakooshi_engines::value::{FEATURES, NAMES, PUBLISHED, Value, Weights};
use hakooshi_level::formats::Collection;
use hakooshi_search::spec::SearchSpec;
use hakooshi_search::{Budget, Context, Objective, Search, Silent, Task, Turn};

/// The most expansions for one level. Set by judgement.
const NODES: u64 = 2500;

/// Expansions charged to the forward search if a level was not solved: more than any solved level
/// takes. Set by judgement.
const UNSOLVED: f64 = 6000.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut levels = Vec::new();
    for path in std::env::args().skip(1) {
        let (collection, _) = Collection::read(&std::fs::read(&path)?, None);
        println!("{path}: {} levels", collection.entries.len());
        for entry in collection.entries {
            levels.push(compile(&entry.level)?);
        }
    }
    let mut weights = PUBLISHED;
    let mut least = cost(&levels, &weights);
    println!("at first {least:.1}");
    for step in [0.2_f32, 0.1, 0.05] {
        for at in 0..2 * FEATURES {
            for step in [step, -step] {
                loop {
                    let mut tried = weights;
                    *place(&mut tried, at) += step;
                    let cost = cost(&levels, &tried);
                    // Equal costs end the loop too: a feature that is always zero changes nothing.
                    if cost >= least {
                        break;
                    }
                    (weights, least) = (tried, cost);
                    println!("{} {step:+} {least:.1}", NAMES[at % FEATURES]);
                }
            }
        }
    }
    println!("{weights:.2?}");
    Ok(())
}

fn place(weights: &mut Weights, at: usize) -> &mut f32 {
    let half = if at < FEATURES { &mut weights.backward } else { &mut weights.forward };
    &mut half[at % FEATURES]
}

/// The cost of these weights, to be minimised.
fn cost(levels: &[(Arc<Board>, Position)], weights: &Weights) -> f64 {
    let spec = SearchSpec::parse("value", Objective::Any, &REGISTRY).expect("its own name");
    let one = |(board, start): &(Arc<Board>, Position)| {
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let mut search = Value::new(&spec, &Task::new(board, start), weights);
        let is_solved = matches!(search.turn(NODES, &mut context), Ok(Turn::Found(_)));
        let [back, ahead] = search.expansions().map(f64::from);
        back.ln_1p() + if is_solved { ahead.ln_1p() } else { UNSOLVED.ln() }
    };
    levels.iter().map(one).sum()
}
