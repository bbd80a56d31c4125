//! Which engine to use: the best known, an engine for hard levels by name, or a textbook
//! search by its spec.

use std::fmt;
use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_engines::{Case, EngineEntry};
use hakooshi_plan::{PlanError, Planner};
use hakooshi_search::spec::{Plan, SpecError, find};
use hakooshi_search::{Context, Objective, Raw};

use crate::race;

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

    /// The same engine where so many threads may work on one level: the best known becomes a
    /// race of the best known.
    #[must_use]
    pub fn with_threads(self, threads: usize, objective: Objective) -> Self {
        match self {
            Self::Auto if threads > 1 && objective == Objective::Any => {
                Self::Spec("greedy_rota+planned_rota".to_owned())
            }
            other => other,
        }
    }

    /// The engine made ready for `objective`.
    pub fn choose(&self, objective: Objective) -> Result<Chosen, SpecError> {
        match self {
            Self::Auto if objective == Objective::Any => engine("rota").map(Chosen::Engine),
            Self::Auto => Plan::parse("astar", objective).map(Chosen::Plan),
            Self::Spec(spec) if spec.contains('+') => spec
                .split('+')
                .map(|name| engine(name.trim()))
                .collect::<Result<_, _>>()
                .map(Chosen::Race),
            Self::Spec(spec) => match engine(spec.trim()) {
                Ok(entry) => Ok(Chosen::Engine(entry)),
                Err(_) => match Planner::parse(spec) {
                    Some(planner) => planner.map(Chosen::Planner),
                    None => Plan::parse(spec, objective).map(Chosen::Plan),
                },
            },
        }
    }

    /// The textbook search that this engine is, for those who want to take it apart.
    pub fn plan(&self, objective: Objective) -> Result<Plan, SpecError> {
        match self.choose(objective)? {
            Chosen::Plan(plan) => Ok(plan),
            other => Err(SpecError::Contradiction(format!(
                "{other} is made in one piece; only algorithms and aliases have parts to change"
            ))),
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
    /// Several of them at once, each on a thread.
    Race(Vec<&'static EngineEntry>),
    /// A planner.
    Planner(Planner),
}

impl Chosen {
    /// What a solution is sure to be best at when `objective` was asked for.
    pub fn guarantee(&self, objective: Objective) -> Objective {
        match self {
            Self::Plan(plan) => plan.guarantee(objective),
            Self::Engine(_) | Self::Race(_) => Objective::Any,
            Self::Planner(planner) => planner.guarantee(objective),
        }
    }

    /// Whether an exhausted search proves that there is no solution.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::Plan(plan) => plan.is_complete(),
            Self::Engine(entry) => entry.claims.complete,
            // A race with a complete runner ends exhausted only if that runner is.
            Self::Race(entries) => entries.iter().any(|entry| entry.claims.complete),
            // One that does not know whether there are longer plans is never exhausted.
            Self::Planner(_) => true,
        }
    }

    /// Searches.
    pub(crate) fn run(
        &self,
        board: &Arc<Board>,
        start: &Position,
        objective: Objective,
        context: &mut Context<'_>,
    ) -> Result<Raw, PlanError> {
        Ok(match self {
            Self::Plan(plan) => {
                (plan.algorithm.entry.build)(plan, board, start, objective, context)
            }
            Self::Engine(entry) => race::alone(entry, &Case::new(board, start), context),
            Self::Race(entries) => race::run(entries, &Case::new(board, start), context),
            Self::Planner(planner) => planner.run(board, start, context)?,
        })
    }

    /// The same with this SMT solver, if it is a planner that uses one.
    #[must_use]
    pub fn with_smt_solver(mut self, solver: Option<&str>) -> Self {
        if let Self::Planner(planner) = &mut self {
            planner.solver = solver.map(str::to_owned);
        }
        self
    }
}

/// In full, every default written out.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(plan) => plan.fmt(f),
            Self::Planner(planner) => planner.fmt(f),
            Self::Engine(entry) => f.write_str(entry.name),
            Self::Race(entries) => {
                let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
                f.write_str(&names.join("+"))
            }
        }
    }
}
