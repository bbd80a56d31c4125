//! The text that puts a search together.
//!
//! An engine is written `astar(space=push, h=matching, deadlocks=[dead_squares, freeze])`;
//! what is left out takes the default. A component with parameters takes them in brackets of
//! its own, as in `h=kth(slots=5)`.

mod registry;
mod syntax;

pub use registry::{Component, Entry, Param, Params};
use thiserror::Error;

use crate::Objective;
use crate::algorithms::{self, Promise, Run};
use crate::deadlocks::{self, BuildDetector, DetectorClaims};
use crate::heuristics::{self, BuildHeuristic, HeuristicClaims};

/// The formulations, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpaceKind {
    /// [`crate::space::PushSpace`]
    Push,
    /// [`crate::space::WalkSpace`]
    Walk,
    /// [`crate::space::StepSpace`]
    Step,
    /// [`crate::space::PullSpace`]
    Pull,
}

/// Every space with its name and one line about it.
pub static SPACES: &[Entry<(), SpaceKind>] = &[
    space("push", "boxes and the player's region; one push", SpaceKind::Push),
    space(
        "walk",
        "boxes and the player's square; a walk and a push, so moves count",
        SpaceKind::Walk,
    ),
    space("step", "boxes and the player's square; one step", SpaceKind::Step),
    space("pull", "the game backwards from the goals; one pull", SpaceKind::Pull),
];

const fn space(name: &'static str, title: &'static str, kind: SpaceKind) -> Entry<(), SpaceKind> {
    Entry { name, title, reference: "", params: &[], claims: (), build: kind }
}

impl SpaceKind {
    /// Whether states tell the player's square, so that moves can be counted.
    pub const fn counts_moves(self) -> bool {
        matches!(self, Self::Walk | Self::Step)
    }

    fn name(self) -> &'static str {
        SPACES.iter().find(|entry| entry.build == self).map_or("", |entry| entry.name)
    }
}

/// The name under which the mask of dead squares is switched on.
pub const DEAD_SQUARES: &str = "dead_squares";

/// Why a spec was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Nothing has this name.
    #[error("there is no {kind} {name:?}; {}", hint(near, known))]
    Unknown {
        /// What was expected.
        kind: &'static str,
        /// What was written.
        name: String,
        /// Names like it.
        near: Vec<&'static str>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// The text does not follow the grammar.
    #[error("at character {at} of the engine spec: expected {expected}")]
    Syntax {
        /// Counted from one.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// A value of the wrong kind.
    #[error("{key}={value} does not fit: {expected}")]
    Value {
        /// The parameter.
        key: String,
        /// What was written.
        value: String,
        /// What would do.
        expected: String,
    },
}

fn hint(near: &[&str], known: &[&str]) -> String {
    if near.is_empty() {
        format!("there are: {}", known.join(", "))
    } else {
        format!("did you mean {}?", near.join(" or "))
    }
}

/// Looks `name` up among `known`.
pub fn find<'a, T>(
    kind: &'static str,
    name: &str,
    known: impl Iterator<Item = (&'static str, T)> + Clone + 'a,
) -> Result<T, SpecError> {
    if let Some((_, found)) = known.clone().find(|(known, _)| *known == name) {
        return Ok(found);
    }
    let known: Vec<&'static str> = known.map(|(known, _)| known).collect();
    let mut near: Vec<(usize, &'static str)> = known
        .iter()
        .map(|&known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, known)| distance <= 1 + known.len() / 3)
        .collect();
    near.sort_unstable();
    let near = near.into_iter().take(3).map(|(_, known)| known).collect();
    Err(SpecError::Unknown { kind, name: name.to_owned(), near, known })
}

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
}

impl Plan {
    /// Reads a spec; `objective` chooses the default space.
    pub fn parse(text: &str, objective: Objective) -> Result<Self, SpecError> {
        let call = syntax::parse(text)?;
        let entries = algorithms::ALL.iter().map(|&entry| (entry.name, entry));
        let mut plan = Self {
            algorithm: Component::new(find("engine", call.name, entries)?),
            space: if objective.counts_moves() { SpaceKind::Walk } else { SpaceKind::Push },
            heuristic: Component::new(find("heuristic", "matching", all_heuristics())?),
            deadlocks: deadlocks::DEFAULT.iter().map(|&entry| Component::new(entry)).collect(),
            dead_squares: true,
        };
        for (key, value) in &call.arguments {
            plan.set(key, value)?;
        }
        Ok(plan)
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
            _ => {
                let own = self.algorithm.entry.params.iter().map(|param| param.name);
                let known = ["space", "h", "deadlocks"].into_iter().chain(own);
                let name = find("parameter", key, known.map(|name| (name, name)))?;
                self.algorithm.params.set(name, value.word(key, "one value")?)?;
            }
        }
        Ok(())
    }

    /// What a solution found by this plan is sure to be best at when `objective` was asked
    /// for: the objective itself, a weaker one, or [`Objective::Any`].
    pub fn guarantee(&self, objective: Objective) -> Objective {
        if !self.algorithm.entry.claims.optimal
            || !self.heuristic.entry.claims.admissible
            || objective == Objective::Any
        {
            return Objective::Any;
        }
        if self.algorithm.entry.name == "bfs" {
            // Counts actions, whatever they cost.
            return if self.space == SpaceKind::Step {
                Objective::Moves
            } else {
                Objective::Pushes
            };
        }
        if objective.counts_moves() && !self.space.counts_moves() {
            return Objective::Pushes;
        }
        objective
    }

    /// Whether an exhausted space proves that there is no solution.
    pub fn is_complete(&self) -> bool {
        let sound = self.deadlocks.iter().all(|test| test.entry.claims.sound);
        self.algorithm.entry.claims.complete && sound && self.heuristic.entry.claims.safe
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
        for changed in self.algorithm.params.changed() {
            write!(f, ",{changed}")?;
        }
        write!(f, ")")
    }
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
    }
}
