//! The planners by name, with what they share. They are asked for like every other search, with
//! switches in brackets, as in `sat(dead_pairs=off)`.
//!
//! What a planner counts as one expansion of a turn is one question to its solver: it keeps its
//! formula and its place among the lengths between turns, so that no question that was answered
//! is asked again. A question is not cut in two, so a turn lasts as long as its questions take;
//! the limits of time and memory and the cancel flag end one at any time, and a search that is
//! given another turn after that repeats the question that was not answered.

use hakooshi_search::spec::{Alias, Param, Params, SearchEntry};

#[cfg(feature = "sat")]
use crate::sat;
#[cfg(not(target_family = "wasm"))]
use crate::smt;

/// Every planner. Where no program can be started there are no SMT solvers.
pub static ALL: &[&SearchEntry] = &[
    #[cfg(feature = "sat")]
    &sat::ENTRY,
    #[cfg(not(target_family = "wasm"))]
    &smt::BV,
    #[cfg(not(target_family = "wasm"))]
    &smt::LIA,
];

/// The programs of the report, by the name of its author.
pub static ALIASES: &[Alias] = &[
    #[cfg(not(target_family = "wasm"))]
    Alias {
        name: "bankovic-bv",
        spec: "smt-bv(dead_squares=off,dead_pairs=off,distances=off,walks=off,cells=off,\
               no_return=off,bound=off)",
        title: "Banković's encoding in bit-vectors; plans from length one",
    },
    #[cfg(not(target_family = "wasm"))]
    Alias {
        name: "bankovic-lia",
        spec: "smt-lia(dead_squares=off,dead_pairs=off,distances=off,walks=off,cells=off,\
               no_return=off,bound=off)",
        title: "Banković's encoding in integers and arrays; plans from length one",
    },
];

/// The parameter that ends the search at a length.
pub(crate) const HORIZON: Param =
    Param::number("horizon", "longest plan to look for; 0 for no limit", 0.0, (0.0, 1e6));

/// The longest plan to look for.
pub(crate) fn longest(params: &Params) -> u32 {
    match params.get(HORIZON.name) as u32 {
        0 => u32::MAX,
        most => most,
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::Objective;
    use hakooshi_search::spec::{Registry, SearchSpec, SpecError};

    use super::*;

    static PLANNERS: Registry = Registry { searches: &[ALL], aliases: &[ALIASES] };

    fn parse(text: &str) -> Result<SearchSpec, SpecError> {
        SearchSpec::parse(text, Objective::Pushes, &PLANNERS)
    }

    fn written(text: &str) -> String {
        parse(text).expect("a spec").to_string()
    }

    #[test]
    fn specs_are_read_and_written() {
        assert_eq!(written("sat"), "sat");
        let off = written(" sat ( dead_pairs = off , horizon=9 )");
        assert_eq!(off, "sat(dead_pairs=off,horizon=9)");
        assert_eq!(written(&off), off);
        assert!(parse("astar").is_err());
        assert!(parse("sat(colour=red)").is_err());
        assert!(parse("sat(h=zero)").is_err(), "planners take no parts");
        for alias in ALIASES {
            assert_eq!(written(alias.name), alias.spec.replace(' ', ""));
        }
        let set = written("bankovic-bv(pushes=on,bound=on)");
        assert!(set.ends_with("no_return=off,pushes=on)"), "{set}");
    }

    #[test]
    fn a_planner_promises_what_its_steps_count() {
        let kept = |text: &str, objective| parse(text).expect("a spec").guarantee(objective);
        assert_eq!(kept("sat", Objective::Pushes), Objective::Pushes);
        assert_eq!(kept("sat", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("sat", Objective::Any), Objective::Any);
        assert_eq!(kept("sat(parallel=on)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("smt-bv", Objective::Pushes), Objective::Moves);
        assert_eq!(kept("smt-lia(pushes=on)", Objective::Moves), Objective::Pushes);
        // The shortest plan may be among the lengths left out.
        assert_eq!(kept("smt-bv(leap=25)", Objective::Moves), Objective::Any);
        assert_eq!(kept("bankovic-bv(leap=25)", Objective::Moves), Objective::Any);
        for text in ["sat", "sat(paths=on)"] {
            assert!(parse(text).expect("a spec").is_complete(), "{text}");
        }
        // The word of another program is no proof.
        for text in ["sat(parallel=on)", "smt-bv", "bankovic-lia"] {
            assert!(!parse(text).expect("a spec").is_complete(), "{text}");
        }
    }
}
