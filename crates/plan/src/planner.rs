//! The planners by name: like the other engines they are asked for by a spec, with switches in
//! brackets, as in `sat(dead_pairs=off)`.

use std::fmt;
use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_search::spec::{self, Alias, Component, Entry, Param, Params, SpecError};
use hakooshi_search::{Context, Objective, Raw};

use crate::PlanError;
use crate::sat::{self, Ended};
use crate::smt;

/// What the steps of a planner's plans are, so what there are fewest of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Each step is a push, with the walk to it.
    Pushes,
    /// Each step is a step of the player, unless the switch `pushes` is on.
    Moves,
}

/// What a planner promises. An exhausted search always proves that there is no solution:
/// planners that cannot know never exhaust anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannerClaims {
    /// What there are fewest of.
    pub counts: Counts,
    /// Switches that, if on, leave nothing of that.
    pub not_with: &'static [&'static str],
}

/// Plans: the parameters, and which SMT solver to use if one was named.
pub type RunPlanner =
    fn(&Params, Option<&str>, &Arc<Board>, &Position, &mut Context<'_>) -> Result<Raw, PlanError>;

/// A planner that can be asked for by name.
pub type PlannerEntry = Entry<PlannerClaims, RunPlanner>;

/// Every planner.
pub static ALL: &[&PlannerEntry] = &[&sat::ENTRY, &smt::BV, &smt::LIA];

/// A parameter that is on or off.
pub(crate) const fn switch(name: &'static str, title: &'static str, on: bool) -> Param {
    Param { name, title, default: if on { 1.0 } else { 0.0 }, range: (0.0, 1.0) }
}

/// The parameter that ends the search at a length.
pub(crate) const HORIZON: Param = Param {
    name: "horizon",
    title: "no plan beyond this; 0 for none",
    default: 0.0,
    range: (0.0, 1e6),
};

/// The longest plan to look for.
pub(crate) fn horizon(params: &Params) -> u32 {
    match params.get(HORIZON.name) as u32 {
        0 => u32::MAX,
        most => most,
    }
}

/// A planner with its switches set.
#[derive(Clone, Debug)]
pub struct Planner {
    /// Which, and with what.
    pub component: Component<PlannerClaims, RunPlanner>,
    /// The SMT solver to use: a name or a path.
    pub solver: Option<String>,
}

impl Planner {
    /// The planner that `text` asks for; `None` if its name is no planner's.
    pub fn parse(text: &str) -> Option<Result<Self, SpecError>> {
        let name = text.split('(').next().unwrap_or("").trim();
        if let Some(Alias { spec, .. }) = ALIASES.iter().find(|alias| alias.name == name) {
            // A later argument wins, so what is set anew goes to the end.
            let rest = text.trim_start().strip_prefix(name)?.trim();
            let own = spec.strip_suffix(')').unwrap_or(spec);
            return match rest.strip_prefix('(') {
                Some(more) => Self::parse(&format!("{own},{more}")),
                None => Self::parse(spec),
            };
        }
        ALL.iter().find(|entry| entry.name == name)?;
        let known = ALL.iter().map(|&entry| (entry.name, entry));
        Some(spec::read("engine", text, known).map(|component| Self { component, solver: None }))
    }

    /// What a plan is sure to have fewest of when `objective` was asked for.
    pub fn guarantee(&self, objective: Objective) -> Objective {
        let Component { entry, params } = &self.component;
        let void = entry.claims.not_with.iter().any(|name| params.is_on(name));
        match (objective, entry.claims.counts) {
            (Objective::Any, _) => Objective::Any,
            _ if void => Objective::Any,
            (_, Counts::Moves) if !params.is_on("pushes") => Objective::Moves,
            _ => Objective::Pushes,
        }
    }

    /// The switches that are on, in the order of the registry.
    pub fn switches(&self) -> Vec<&'static str> {
        let Component { entry, params } = &self.component;
        let switches = entry.params.iter().filter(|param| param.range == (0.0, 1.0));
        switches.map(|param| param.name).filter(|name| params.is_on(name)).collect()
    }

    /// Plans.
    pub fn run(
        &self,
        board: &Arc<Board>,
        start: &Position,
        context: &mut Context<'_>,
    ) -> Result<Raw, PlanError> {
        let Component { entry, params } = &self.component;
        (entry.build)(params, self.solver.as_deref(), board, start, context)
    }
}

/// With every parameter that is not the default.
impl fmt::Display for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.component.fmt(f)
    }
}

/// The programs of the report, by the name of its author.
pub static ALIASES: &[Alias] = &[
    Alias {
        name: "bankovic-bv",
        spec: "smt-bv(dead_squares=off,dead_pairs=off,distances=off,walks=off,cells=off,\
               no_return=off,bound=off)",
        title: "Banković's planning by bit-vectors, from length one on",
    },
    Alias {
        name: "bankovic-lia",
        spec: "smt-lia(dead_squares=off,dead_pairs=off,distances=off,walks=off,cells=off,\
               no_return=off,bound=off)",
        title: "Banković's planning by integers and arrays, from length one on",
    },
];

/// A search that ended before its time.
pub(crate) fn ended(result: Result<Raw, Ended>) -> Result<Raw, PlanError> {
    match result {
        Ok(raw) => Ok(raw),
        Err(Ended::Stopped(stop)) => Ok(Raw::Stopped(stop)),
        Err(Ended::Failed(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planner(text: &str) -> Planner {
        Planner::parse(text).expect("a planner").expect("a spec")
    }

    #[test]
    fn specs_are_read_and_written() {
        assert_eq!(planner("sat").to_string(), "sat");
        let off = planner(" sat ( dead_pairs = off , horizon=9 )").to_string();
        assert_eq!(off, "sat(dead_pairs=0,horizon=9)");
        assert_eq!(planner(&off).to_string(), off);
        assert!(Planner::parse("astar").is_none());
        assert!(Planner::parse("sat(colour=red)").expect("a planner").is_err());
        for alias in ALIASES {
            assert_eq!(planner(alias.name).to_string(), planner(alias.spec).to_string());
        }
        let set = planner("bankovic-bv(pushes=on,bound=on)");
        assert_eq!(set.switches(), ["bound", "pushes"]);
    }

    #[test]
    fn a_planner_promises_what_its_steps_count() {
        let kept = |text: &str, objective| planner(text).guarantee(objective);
        assert_eq!(kept("sat", Objective::Pushes), Objective::Pushes);
        assert_eq!(kept("sat", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("sat", Objective::Any), Objective::Any);
        assert_eq!(kept("sat(parallel=on)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("smt-bv", Objective::Pushes), Objective::Moves);
        assert_eq!(kept("smt-lia(pushes=on)", Objective::Moves), Objective::Pushes);
    }
}
