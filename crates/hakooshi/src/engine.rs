//! Which search to use: the best known, or the one that a spec describes.

use std::fmt;

use hakooshi_search::spec::{ALIASES, Registry, SearchSpec, SpecError};
use hakooshi_search::{Objective, algorithms};

/// Everything that can be asked for by name: engines, planners, textbook algorithms.
pub static REGISTRY: Registry = Registry {
    searches: &[hakooshi_engines::ALL, hakooshi_plan::ALL, algorithms::ALL],
    aliases: &[hakooshi_engines::ALIASES, hakooshi_plan::ALIASES, ALIASES],
};

/// Which search to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The best known for the objective.
    #[default]
    Auto,
    /// The one a name or spec describes.
    Spec(String),
}

impl Engine {
    /// The search that `text` asks for: `auto`, or a spec.
    pub fn new(text: &str) -> Self {
        if text.trim() == "auto" { Self::Auto } else { Self::Spec(text.to_owned()) }
    }

    /// The same where so many threads may work on one level: the best known becomes a race of
    /// the best known.
    #[must_use]
    pub fn with_threads(self, threads: usize, objective: Objective) -> Self {
        match self {
            Self::Auto if threads > 1 && objective == Objective::Any => {
                Self::Spec("greedy_rota+planned_rota".to_owned())
            }
            other => other,
        }
    }

    /// The search in full for `objective`.
    pub fn choose(&self, objective: Objective) -> Result<SearchSpec, SpecError> {
        let text = match self {
            Self::Auto if objective == Objective::Any => "rota",
            Self::Auto => "astar",
            Self::Spec(text) => text,
        };
        SearchSpec::parse(text, objective, &REGISTRY)
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
