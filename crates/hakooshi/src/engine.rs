//! Which search to use: the default, or the one that a spec describes.

use std::fmt;
use std::str::FromStr;

use hakooshi_search::spec::{ALIASES, Registry, SearchSpec, SpecError};
use hakooshi_search::{Objective, algorithms};

use crate::optimal;

/// All searches with names: engines, planners, textbook algorithms.
pub static REGISTRY: Registry = Registry {
    searches: &[&[&optimal::ENTRY], hakooshi_engines::ALL, hakooshi_plan::ALL, algorithms::ALL],
    aliases: &[hakooshi_engines::ALIASES, hakooshi_plan::ALIASES, ALIASES],
};

/// The default engine for an optimum on two threads: one proves, the other looks for solutions.
const OPTIMAL_PARALLEL: &str = "optimal(parallel=on)";

/// Which search to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The default for the objective.
    #[default]
    Auto,
    /// The one a name or spec describes.
    Spec(String),
}

impl Engine {
    /// The search that `text` names: `auto`, or a spec.
    pub fn new(text: &str) -> Self {
        if text.trim() == "auto" { Self::Auto } else { Self::Spec(text.to_owned()) }
    }

    /// The full spec for `objective`, on one thread.
    pub fn choose(&self, objective: Objective) -> Result<SearchSpec, SpecError> {
        self.choose_for(objective, 1)
    }

    /// The full spec for `objective` if this many threads may work on one level.
    pub fn choose_for(
        &self,
        objective: Objective,
        threads: usize,
    ) -> Result<SearchSpec, SpecError> {
        let text = match self {
            Self::Auto if objective == Objective::Any => {
                &format!("rota(threads={})", threads.clamp(1, hakooshi_engines::MOST_THREADS))
            }
            Self::Auto if threads > 1 => OPTIMAL_PARALLEL,
            Self::Auto => optimal::ENTRY.name,
            Self::Spec(text) => text,
        };
        SearchSpec::parse(text, objective, &REGISTRY)
    }
}

/// Parses `auto` or a spec; an invalid spec is an error.
impl FromStr for Engine {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let engine = Self::new(text);
        engine.choose(Objective::Any).map(|_| engine)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Spec(spec) => f.write_str(spec),
        }
    }
}
