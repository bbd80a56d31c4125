//! A spec read: every part found in its registry, and what follows from their claims.

use std::sync::Arc;

use hakooshi_board::{Board, SquareSet};

use super::{ALIASES, Component, DEAD_SQUARES, Entry, SPACES, SpaceKind, SpecError, find, syntax};
use crate::Objective;
use crate::algorithms::{self, Measure, Promise, Run};
use crate::deadlocks::{self, BuildDetector, DetectorClaims};
use crate::heuristics::{self, BuildHeuristic, HeuristicClaims};
use crate::pruning::{self, BuildRule, Rule, RuleClaims};

/// A search put together: what a spec asks for, with every default filled in.
#[derive(Clone, Debug)]
pub struct Plan {
    /// In which order to walk.
    pub algorithm: Component<Promise, Run>,
    /// What a state and an action are.
    pub space: SpaceKind,
    /// How far it is at least.
    pub heuristic: Component<HeuristicClaims, BuildHeuristic>,
    /// Which hopeless positions are recognised.
    pub deadlocks: Vec<Component<DetectorClaims, BuildDetector>>,
    /// Whether boxes stay off dead squares.
    pub dead_squares: bool,
    /// Which rules edit the successors.
    pub pruning: Vec<Component<RuleClaims, BuildRule>>,
}

impl Plan {
    /// Reads a spec or an alias, whose parts may be set anew as in `sokokids(table=off)`;
    /// `objective` chooses the default space.
    pub fn parse(text: &str, objective: Objective) -> Result<Self, SpecError> {
        let call = syntax::parse(text)?;
        let mut plan = match ALIASES.iter().find(|alias| alias.name == call.name) {
            Some(alias) => Self::parse(alias.spec, objective)?,
            None => Self::defaults(call.name, objective)?,
        };
        for (key, value) in &call.arguments {
            plan.set(key, value)?;
        }
        plan.check()?;
        Ok(plan)
    }

    fn defaults(name: &str, objective: Objective) -> Result<Self, SpecError> {
        let known = algorithms::ALL.iter().map(|&entry| (entry.name, Some(entry)));
        let aliases = ALIASES.iter().map(|alias| (alias.name, None));
        let Some(entry) = find("engine", name, known.chain(aliases))? else {
            return Self::parse(name, objective);
        };
        let usual = if objective.counts_moves() { SpaceKind::Walk } else { SpaceKind::Push };
        Ok(Self {
            algorithm: Component::new(entry),
            space: entry.claims.only.unwrap_or(usual),
            heuristic: Component::new(find("heuristic", "matching", all_heuristics())?),
            deadlocks: deadlocks::DEFAULT.iter().map(|&entry| Component::new(entry)).collect(),
            dead_squares: true,
            pruning: Vec::new(),
        })
    }

    /// Refuses what does not go together.
    fn check(&self) -> Result<(), SpecError> {
        let name = self.algorithm.entry.name;
        if let Some(only) = self.algorithm.entry.claims.only
            && only != self.space
        {
            let (only, space) = (only.name(), self.space.name());
            return Err(SpecError::Contradiction(format!(
                "{name} works with space={only} only, not with space={space}"
            )));
        }
        let edits = matches!(self.space, SpaceKind::Push | SpaceKind::Relocation)
            && self.algorithm.entry.claims.only.is_none();
        if !self.pruning.is_empty() && !edits {
            return Err(SpecError::Contradiction(format!(
                "pruning rules edit pushes and relocations; {name}(space={}) has neither",
                self.space.name()
            )));
        }
        Ok(())
    }

    /// The rules, made for `board` and boxes that land on `onto`.
    pub(crate) fn rules(&self, board: &Arc<Board>, onto: &SquareSet) -> Vec<Box<dyn Rule>> {
        self.pruning.iter().map(|rule| (rule.entry.build)(board, onto, &rule.params)).collect()
    }

    fn set(&mut self, key: &str, value: &syntax::Value<'_>) -> Result<(), SpecError> {
        match key {
            "space" => {
                let name = value.word(key, "one word, such as push")?;
                let known = SPACES.iter().map(|entry| (entry.name, entry.build));
                self.space = find("space", name, known)?;
            }
            "h" => {
                let call = value.one(key, "one heuristic, such as matching")?;
                self.heuristic = component("heuristic", call, all_heuristics())?;
            }
            "deadlocks" => {
                self.deadlocks.clear();
                self.dead_squares = false;
                let known = deadlocks::ALL.iter().map(|&entry| (entry.name, entry));
                for call in value.list() {
                    if call.name == DEAD_SQUARES {
                        self.dead_squares = true;
                    } else {
                        self.deadlocks.push(component("deadlock test", call, known.clone())?);
                    }
                }
            }
            "pruning" => {
                let known = pruning::ALL.iter().map(|&entry| (entry.name, entry));
                let rules = value.list().iter();
                self.pruning = rules
                    .map(|call| component("pruning rule", call, known.clone()))
                    .collect::<Result<_, _>>()?;
            }
            _ => {
                let own = self.algorithm.entry.params.iter().map(|param| param.name);
                let known = ["space", "h", "deadlocks", "pruning"].into_iter().chain(own);
                let name = find("parameter", key, known.map(|name| (name, name)))?;
                self.algorithm.params.set(name, value.word(key, "one value")?)?;
            }
        }
        Ok(())
    }

    /// What a solution found by this plan is sure to be best at when `objective` was asked
    /// for: the objective itself, a weaker one, or [`Objective::Any`].
    pub fn guarantee(&self, objective: Objective) -> Objective {
        let claims = self.algorithm.entry.claims;
        let guided = !claims.informed || self.heuristic.entry.claims.admissible;
        if !claims.optimal || self.is_void() || !guided || !self.prunes_soundly() {
            return Objective::Any;
        }
        match (claims.measure, self.space) {
            _ if objective == Objective::Any => Objective::Any,
            (Measure::Actions, SpaceKind::Step) => Objective::Moves,
            // The fewest relocations may take more pushes, and so may pushes made in runs.
            (Measure::Actions, SpaceKind::Relocation) => Objective::Any,
            (Measure::Actions, _) if !self.pruning.is_empty() => Objective::Any,
            (Measure::Actions | Measure::Pushes, _) => Objective::Pushes,
            (Measure::Objective, space) if objective.counts_moves() && !space.counts_moves() => {
                Objective::Pushes
            }
            (Measure::Objective, _) => objective,
        }
    }

    /// Whether an exhausted space proves that there is no solution.
    pub fn is_complete(&self) -> bool {
        let claims = self.algorithm.entry.claims;
        let kept = self.pruning.iter().all(|rule| rule.entry.claims.keeps_solvable);
        claims.complete && !self.is_void() && self.tests_are_sound() && kept
    }

    /// Whether the tests and rules lose no solution that is best in pushes.
    pub(crate) fn prunes_soundly(&self) -> bool {
        let kept = self.pruning.iter().all(|rule| rule.entry.claims.keeps_optimal);
        self.tests_are_sound() && kept
    }

    fn tests_are_sound(&self) -> bool {
        let safe = !self.algorithm.entry.claims.informed || self.heuristic.entry.claims.safe;
        safe && self.deadlocks.iter().all(|test| test.entry.claims.sound)
    }

    /// Whether a parameter is set that makes the algorithm's promises void.
    fn is_void(&self) -> bool {
        let Component { entry, params } = &self.algorithm;
        entry.claims.voided_by.iter().any(|name| params.is_changed(name))
    }
}

/// The spec in full, every default written out.
impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tests: Vec<String> = self
            .dead_squares
            .then(|| DEAD_SQUARES.to_owned())
            .into_iter()
            .chain(self.deadlocks.iter().map(ToString::to_string))
            .collect();
        write!(f, "{}(space={}", self.algorithm.entry.name, self.space.name())?;
        write!(f, ",h={},deadlocks=[{}]", self.heuristic, tests.join(","))?;
        if !self.pruning.is_empty() {
            let rules: Vec<String> = self.pruning.iter().map(ToString::to_string).collect();
            write!(f, ",pruning=[{}]", rules.join(","))?;
        }
        for changed in self.algorithm.params.changed() {
            write!(f, ",{changed}")?;
        }
        write!(f, ")")
    }
}

/// Reads a component of a registry of its own, as in `name(parameter=3)`.
pub fn read<C, B>(
    kind: &'static str,
    text: &str,
    known: impl Iterator<Item = (&'static str, &'static Entry<C, B>)> + Clone,
) -> Result<Component<C, B>, SpecError> {
    component(kind, &syntax::parse(text)?, known)
}

/// Looks a component up and sets its parameters.
fn component<C, B>(
    kind: &'static str,
    call: &syntax::Call<'_>,
    known: impl Iterator<Item = (&'static str, &'static Entry<C, B>)> + Clone,
) -> Result<Component<C, B>, SpecError> {
    let mut component = Component::new(find(kind, call.name, known)?);
    for (key, value) in &call.arguments {
        component.params.set(key, value.word(key, "one value")?)?;
    }
    Ok(component)
}

fn all_heuristics()
-> impl Iterator<Item = (&'static str, &'static heuristics::HeuristicEntry)> + Clone {
    heuristics::ALL.iter().map(|&entry| (entry.name, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Plan, String> {
        Plan::parse(text, Objective::Pushes).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_written_out_and_read_back() {
        let full = plan("astar").expect("a spec").to_string();
        assert_eq!(full, "astar(space=push,h=matching,deadlocks=[dead_squares,freeze])");
        assert_eq!(plan(&full).expect("its own text").to_string(), full);
        let spaced = plan(" wastar ( weight = 1.5 , deadlocks = [ ] , h=zero ) ").expect("a spec");
        assert_eq!(spaced.to_string(), "wastar(space=push,h=zero,deadlocks=[],weight=1.5)");
        let moves = Plan::parse("astar", Objective::Moves).expect("a spec");
        assert_eq!(moves.space, SpaceKind::Walk);
    }

    #[test]
    fn mistakes_are_named_and_neighbours_offered() {
        let error = |text: &str| plan(text).expect_err("a mistake");
        assert!(error("astra").contains("did you mean astar"));
        assert!(error("astar(h=matchign)").contains("did you mean matching"));
        assert!(error("xyzzy").contains("there are: bfs"));
        assert!(error("astar(colour=red)").contains("parameter"));
        assert!(error("astar(h=matching").contains("character 17"));
        assert!(error("wastar(weight=zero)").contains("weight=zero does not fit"));
        assert!(error("astar(h=[a,b])").contains("one heuristic"));
        assert!(error("astar(h=zero(x=1))").contains("parameter"));
        assert!(error("astar(space=push(x=1))").contains("one word"));
        assert!(error("astar(h=zero) nonsense").contains("character 15"));
        assert!(error("").contains("character 1"));
    }

    #[test]
    fn a_plan_promises_no_more_than_its_parts() {
        let kept = |text: &str, objective| {
            Plan::parse(text, objective).expect("a spec").guarantee(objective)
        };
        assert_eq!(kept("astar", Objective::MovesPushes), Objective::MovesPushes);
        assert_eq!(kept("astar(space=push)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("bfs(space=step)", Objective::Moves), Objective::Moves);
        assert_eq!(kept("bfs(space=walk)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("greedy", Objective::Pushes), Objective::Any);
        assert_eq!(kept("bfs(space=relocation)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("astar(space=relocation)", Objective::Moves), Objective::Pushes);
        assert_eq!(kept("idastar", Objective::Pushes), Objective::Pushes);
        assert_eq!(kept("idastar(exact=off)", Objective::Pushes), Objective::Any);
        assert_eq!(kept("bidirectional", Objective::Moves), Objective::Pushes);
        let complete = |text| plan(text).expect("a spec").is_complete();
        assert!(complete("idastar") && complete("dfs") && complete("sma"));
        assert!(!complete("idastar(exact=off)") && !complete("dfs(limit=9)") && !complete("beam"));
    }

    #[test]
    fn aliases_are_specs_whose_parts_can_be_set() {
        for alias in ALIASES {
            let plan = plan(alias.name).expect(alias.name);
            assert_eq!(plan.to_string(), self::plan(alias.spec).expect(alias.spec).to_string());
        }
        let bare = plan("sokokids(table=off)").expect("a spec").to_string();
        assert!(bare.starts_with("idastar(") && bare.contains("table=0"), "{bare}");
        assert!(plan("sokokid").expect_err("a mistake").contains("did you mean sokokids"));
    }

    #[test]
    fn contradictions_are_named() {
        let error = |text: &str| plan(text).expect_err("a contradiction");
        assert!(error("bidirectional(space=step)").contains("space=push only"));
        assert!(error("astar(space=pull,pruning=[tunnels])").contains("pruning rules"));
        assert!(error("astar(pruning=[tunels])").contains("did you mean tunnels"));
    }
}
