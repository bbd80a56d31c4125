//! Specs: the text that describes a search.
//!
//! A search is written `astar(space=push, h=matching, deadlocks=[dead_squares, freeze])`;
//! omitted parts take their defaults. A component's parameters follow in brackets, as in
//! `h=kth(slots=5)`. A portfolio lists its members, with shares if it gives turns:
//! `rota(fess*4, backward*8)`.

mod aliases;
mod claims;
mod registry;
mod search_spec;
mod syntax;
mod turned;

use hakooshi_level::Symmetry;

use crate::{Search, Task};
pub use aliases::{ALIASES, Alias};
pub use claims::{Measure, Parts, SearchClaims};
pub use registry::{Component, Entry, Param, Params};
pub use search_spec::{Member, SearchSpec};
use thiserror::Error;

/// The state spaces, by name.
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
    /// [`crate::space::CarrySpace::relocations`]
    Relocation,
}

/// Every space with its name and one line about it.
pub static SPACES: &[Entry<(), SpaceKind>] = &[
    space("push", "boxes and the player's region; one push", SpaceKind::Push),
    space(
        "walk",
        "boxes and the player's square; a walk and a push, counts moves",
        SpaceKind::Walk,
    ),
    space("step", "boxes and the player's square; one step", SpaceKind::Step),
    space("pull", "the game backwards from the goals; one pull", SpaceKind::Pull),
    space(
        "relocation",
        "boxes and the player's region; one box, any number of pushes",
        SpaceKind::Relocation,
    ),
];

const fn space(name: &'static str, title: &'static str, kind: SpaceKind) -> Entry<(), SpaceKind> {
    Entry { name, title, reference: "", params: &[], claims: (), build: kind }
}

impl SpaceKind {
    /// Whether states include the player's square, so that moves can be counted.
    pub const fn counts_moves(self) -> bool {
        matches!(self, Self::Walk | Self::Step)
    }

    /// The name in specs.
    pub fn name(self) -> &'static str {
        SPACES.iter().find(|entry| entry.build == self).map_or("", |entry| entry.name)
    }
}

/// The name that turns the mask of dead squares on.
pub const DEAD_SQUARES: &str = "dead_squares";

/// How the board can be turned or mirrored, by the words of the part `turned`.
pub const TURNS: [(&str, Symmetry); Symmetry::ALL.len()] = [
    ("not", Symmetry::Identity),
    ("columns", Symmetry::MirrorColumns),
    ("rows", Symmetry::MirrorRows),
    ("half", Symmetry::HalfTurn),
    ("diagonal", Symmetry::Transpose),
    ("right", Symmetry::TurnRight),
    ("left", Symmetry::TurnLeft),
    ("antidiagonal", Symmetry::AntiTranspose),
];

/// The name of the portfolio that specs joined by `+` are members of.
pub const RACE: &str = "race";

/// Builds a search.
pub type BuildSearch = fn(&SearchSpec, &Task) -> Box<dyn Search>;

/// A search that specs can name: an algorithm, an engine or a planner.
pub type SearchEntry = Entry<SearchClaims, BuildSearch>;

/// Every search and alias that specs can name.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    /// The searches, in groups.
    pub searches: &'static [&'static [&'static SearchEntry]],
    /// The aliases, in groups.
    pub aliases: &'static [&'static [Alias]],
}

impl Registry {
    /// The searches.
    pub fn searches(&self) -> impl Iterator<Item = &'static SearchEntry> + Clone + use<> {
        self.searches.iter().flat_map(|group| group.iter().copied())
    }

    /// The aliases.
    pub fn aliases(&self) -> impl Iterator<Item = &'static Alias> + Clone + use<> {
        self.aliases.iter().flat_map(|group| group.iter())
    }
}

/// The algorithms and aliases of this crate.
pub static TEXTBOOK: Registry =
    Registry { searches: &[crate::algorithms::ALL], aliases: &[ALIASES] };

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
        /// What was expected there.
        expected: &'static str,
    },
    /// Parts that cannot be combined.
    #[error("{0}")]
    Contradiction(String),
    /// An invalid value.
    #[error("{key}={value} does not fit: {expected}")]
    Value {
        /// The parameter.
        key: String,
        /// What was written.
        value: String,
        /// What is valid.
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

/// Looks up `name` among `known`.
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
