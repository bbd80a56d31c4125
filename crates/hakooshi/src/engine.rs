//! Which engine to use: the best known, an engine for hard levels by name, or a textbook
//! search by its spec.

use std::fmt;
use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_engines::{EngineEntry, Search, Turn};
use hakooshi_search::spec::{Plan, SpecError, find};
use hakooshi_search::{Context, Objective, Raw};

/// Which engine to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The best known for the objective.
    #[default]
    Auto,
    /// The one a name or spec describes.
    Spec(String),
}

impl Engine {
    /// The engine that `text` asks for: `auto`, the name of an engine, or a spec.
    pub fn new(text: &str) -> Self {
        if text.trim() == "auto" { Self::Auto } else { Self::Spec(text.to_owned()) }
    }

    /// The engine made ready for `objective`.
    pub fn choose(&self, objective: Objective) -> Result<Chosen, SpecError> {
        match self {
            Self::Auto if objective == Objective::Any => engine("backward").map(Chosen::Engine),
            Self::Auto => Plan::parse("astar", objective).map(Chosen::Plan),
            Self::Spec(spec) => match engine(spec.trim()) {
                Ok(entry) => Ok(Chosen::Engine(entry)),
                Err(_) => Plan::parse(spec, objective).map(Chosen::Plan),
            },
        }
    }
}

fn engine(name: &str) -> Result<&'static EngineEntry, SpecError> {
    find("engine", name, hakooshi_engines::ALL.iter().map(|&entry| (entry.name, entry)))
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Spec(spec) => f.write_str(spec),
        }
    }
}

/// An engine made ready.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// A textbook search.
    Plan(Plan),
    /// An engine for hard levels.
    Engine(&'static EngineEntry),
}

impl Chosen {
    /// What a solution is sure to be best at when `objective` was asked for.
    pub fn guarantee(&self, objective: Objective) -> Objective {
        match self {
            Self::Plan(plan) => plan.guarantee(objective),
            Self::Engine(_) => Objective::Any,
        }
    }

    /// Whether an exhausted search proves that there is no solution.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::Plan(plan) => plan.is_complete(),
            Self::Engine(entry) => entry.claims.complete,
        }
    }

    /// Searches.
    pub(crate) fn run(
        &self,
        board: &Arc<Board>,
        start: &Position,
        objective: Objective,
        context: &mut Context<'_>,
    ) -> Raw {
        match self {
            Self::Plan(plan) => {
                (plan.algorithm.entry.build)(plan, board, start, objective, context)
            }
            Self::Engine(entry) => {
                let mut search: Box<dyn Search> = (entry.build)(board, start);
                match search.turn(u64::MAX, context) {
                    Ok(Turn::Found(pushes)) => Raw::Found(pushes),
                    Ok(Turn::Exhausted) => Raw::Exhausted,
                    Ok(Turn::Paused) => Raw::Stopped(hakooshi_search::Stop::Nodes),
                    Err(stop) => Raw::Stopped(stop),
                }
            }
        }
    }
}

/// In full, every default written out.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(plan) => plan.fmt(f),
            Self::Engine(entry) => f.write_str(entry.name),
        }
    }
}
