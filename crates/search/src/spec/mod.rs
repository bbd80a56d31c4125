//! Components by name, and the text that puts them together.
//!
//! An engine is written `astar(space=push, h=matching, deadlocks=[dead_squares, freeze])`;
//! what is left out takes the default. Registries are plain static slices of [`Entry`], so
//! the help, the command line and the tests all read the same list.

mod syntax;

use thiserror::Error;

use crate::Objective;
use crate::algorithms::{self, AlgorithmEntry};
use crate::deadlocks::{self, DetectorEntry};
use crate::heuristics::{self, HeuristicEntry};

/// A component that can be asked for by name.
#[derive(Debug)]
pub struct Entry<B: 'static> {
    /// The name in specs; also the name of its file.
    pub name: &'static str,
    /// One line about it.
    pub title: &'static str,
    /// How it is made.
    pub build: B,
}

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
pub static SPACES: &[Entry<SpaceKind>] = &[
    Entry {
        name: "push",
        title: "boxes and the player's region; one push",
        build: SpaceKind::Push,
    },
    Entry {
        name: "walk",
        title: "boxes and the player's square; a walk and a push, so moves count",
        build: SpaceKind::Walk,
    },
    Entry {
        name: "step",
        title: "boxes and the player's square; one step",
        build: SpaceKind::Step,
    },
    Entry {
        name: "pull",
        title: "the game backwards from the goals; one pull",
        build: SpaceKind::Pull,
    },
];

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
        key: &'static str,
        /// What was written.
        value: String,
        /// What would do.
        expected: &'static str,
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
    pub algorithm: &'static AlgorithmEntry,
    /// What a state and an action are.
    pub space: SpaceKind,
    /// How far it is at least.
    pub heuristic: &'static HeuristicEntry,
    /// Which hopeless positions are recognised.
    pub deadlocks: Vec<&'static DetectorEntry>,
    /// Whether boxes stay off dead squares.
    pub dead_squares: bool,
    /// Weight of the estimate in thousandths, for weighted searches.
    pub weight: u32,
}

impl Plan {
    /// Reads a spec; `objective` chooses the default space.
    pub fn parse(text: &str, objective: Objective) -> Result<Self, SpecError> {
        let call = syntax::parse(text)?;
        let mut plan = Self {
            algorithm: find(
                "engine",
                call.name,
                algorithms::ALL.iter().map(|&entry| (entry.name, entry)),
            )?,
            space: if objective.counts_moves() { SpaceKind::Walk } else { SpaceKind::Push },
            heuristic: heuristic("matching")?,
            deadlocks: deadlocks::ALL.to_vec(),
            dead_squares: true,
            weight: 2000,
        };
        for (key, value) in &call.arguments {
            plan.set(key, value)?;
        }
        Ok(plan)
    }

    fn set(&mut self, key: &str, value: &syntax::Value<'_>) -> Result<(), SpecError> {
        const KEYS: [&str; 4] = ["space", "h", "deadlocks", "weight"];
        match find("parameter", key, KEYS.iter().map(|&key| (key, key)))? {
            "space" => {
                let name = value.word("space", "one word, such as push")?;
                self.space =
                    find("space", name, SPACES.iter().map(|entry| (entry.name, entry.build)))?;
            }
            "h" => self.heuristic = heuristic(value.word("h", "one word, such as matching")?)?,
            "weight" => {
                let word = value.word("weight", "a number from 1 to 1000")?;
                let weight = word.parse().ok().filter(|weight| (1.0..=1000.0).contains(weight));
                let weight: f64 = weight.ok_or_else(|| SpecError::Value {
                    key: "weight",
                    value: word.to_owned(),
                    expected: "a number from 1 to 1000",
                })?;
                self.weight = (weight * 1000.0) as u32;
            }
            _ => {
                self.deadlocks.clear();
                self.dead_squares = false;
                let known = deadlocks::ALL.iter().map(|&entry| (entry.name, Some(entry)));
                let known = std::iter::once((DEAD_SQUARES, None)).chain(known);
                for name in value.words() {
                    match find("deadlock test", name, known.clone())? {
                        Some(entry) => self.deadlocks.push(entry),
                        None => self.dead_squares = true,
                    }
                }
            }
        }
        Ok(())
    }

    /// What a solution found by this plan is sure to be best at when `objective` was asked
    /// for: the objective itself, a weaker one, or [`Objective::Any`].
    pub fn guarantee(&self, objective: Objective) -> Objective {
        let (_, promise) = self.algorithm.build;
        if !promise.optimal || objective == Objective::Any {
            return Objective::Any;
        }
        if self.algorithm.name == "bfs" {
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
        self.algorithm.build.1.complete
    }
}

/// The spec in full, every default written out.
impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tests: Vec<&str> = self
            .dead_squares
            .then_some(DEAD_SQUARES)
            .into_iter()
            .chain(self.deadlocks.iter().map(|entry| entry.name))
            .collect();
        write!(f, "{}(space={}", self.algorithm.name, self.space.name())?;
        write!(f, ",h={},deadlocks=[{}]", self.heuristic.name, tests.join(","))?;
        if self.algorithm.name == "wastar" {
            write!(f, ",weight={}", f64::from(self.weight) / 1000.0)?;
        }
        write!(f, ")")
    }
}

fn heuristic(name: &str) -> Result<&'static HeuristicEntry, SpecError> {
    find("heuristic", name, heuristics::ALL.iter().map(|&entry| (entry.name, entry)))
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
        assert!(error("wastar(weight=zero)").contains("a number"));
        assert!(error("astar(h=[a,b])").contains("one word"));
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
