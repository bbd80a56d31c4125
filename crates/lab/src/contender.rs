//! Engines to compare: read from a list, or derived from one engine by trying every component of a kind.
//!
//! An engine is changed through its text. A full spec accepts further arguments, and later ones win, so
//! `with("astar(h=zero)", "h=matching")` is parsed like any other spec, and the same parser finds every
//! contradiction.

use hakooshi::{Engine, Objective};
use hakooshi_search::spec::{DEAD_SQUARES, SPACES, SearchSpec, SpecError};
use hakooshi_search::{deadlocks, heuristics, pruning};

/// An engine with a name for the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    /// Its name in tables.
    pub label: String,
    /// The spec with every default written out.
    pub spec: String,
    /// What it is to minimise.
    pub objective: Objective,
}

impl Contender {
    /// The engine `text`, labelled with that text.
    pub fn new(text: &str, objective: Objective) -> Result<Self, SpecError> {
        Self::labelled(text, text, objective)
    }

    /// The engine `text` with another label.
    pub fn labelled(label: &str, text: &str, objective: Objective) -> Result<Self, SpecError> {
        let chosen = Engine::new(text).choose(objective)?;
        Ok(Self { label: label.trim().to_owned(), spec: chosen.to_string(), objective })
    }
}

/// A kind of component that can be varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vary {
    /// Every heuristic.
    Heuristic,
    /// No deadlock test, each alone, and all that are sound.
    Deadlocks,
    /// Every space.
    Space,
    /// No pruning rule, each alone, and all.
    Pruning,
}

/// Splits a list of specs at the commas outside all brackets.
pub fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, glyph) in list.char_indices() {
        match glyph {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// The full text of `spec` with one more argument, which wins over an earlier one.
pub(crate) fn with(spec: &SearchSpec, argument: &str) -> String {
    let full = spec.to_string();
    match full.strip_suffix(')') {
        Some(open) => format!("{open},{argument})"),
        None => format!("{full}({argument})"),
    }
}

/// `engine` with every component of a kind in turn. Components that cannot be combined with it are
/// skipped; if none can, the reason is returned.
pub fn vary(engine: &str, kind: Vary, objective: Objective) -> Result<Vec<Contender>, SpecError> {
    let spec = Engine::new(engine).choose(objective)?;
    if kind == Vary::Heuristic && !spec.search.entry.claims.informed {
        let name = spec.search.entry.name;
        let reason = format!("{name} uses no heuristic, so there is nothing to vary");
        return Err(SpecError::Contradiction(reason));
    }
    let made: Vec<Result<Contender, SpecError>> = arguments(kind)
        .into_iter()
        .map(|argument| Contender::labelled(&argument, &with(&spec, &argument), objective))
        .collect();
    let first_error = made.iter().find_map(|made| made.as_ref().err().cloned());
    let fits: Vec<Contender> = made.into_iter().filter_map(Result::ok).collect();
    match first_error {
        Some(error) if fits.len() < 2 => Err(error),
        _ => Ok(fits),
    }
}

fn arguments(kind: Vary) -> Vec<String> {
    match kind {
        Vary::Heuristic => heuristics::ALL.iter().map(|it| format!("h={}", it.name)).collect(),
        Vary::Space => SPACES.iter().map(|it| format!("space={}", it.name)).collect(),
        Vary::Deadlocks => {
            let names = [DEAD_SQUARES].into_iter().chain(deadlocks::ALL.iter().map(|it| it.name));
            let sound = deadlocks::ALL.iter().filter(|it| it.claims.sound).map(|it| it.name);
            let all: Vec<&str> = [DEAD_SQUARES].into_iter().chain(sound).collect();
            alone_and_together("deadlocks", names, &all)
        }
        Vary::Pruning => {
            let names: Vec<&str> = pruning::ALL.iter().map(|it| it.name).collect();
            alone_and_together("pruning", names.iter().copied(), &names)
        }
    }
}

fn alone_and_together<'a>(
    key: &str,
    names: impl Iterator<Item = &'a str>,
    all: &[&str],
) -> Vec<String> {
    let none = format!("{key}=[]");
    let each = names.map(|name| format!("{key}=[{name}]"));
    let all = format!("{key}=[{}]", all.join(","));
    std::iter::once(none).chain(each).chain([all]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_outside_brackets_only() {
        assert_eq!(split("a, b"), ["a", "b"]);
        assert_eq!(
            split("astar(h=zero,deadlocks=[a,b]),bfs"),
            ["astar(h=zero,deadlocks=[a,b])", "bfs"]
        );
        assert_eq!(split("a,,b"), ["a", "", "b"]);
        assert_eq!(split("a)),b(("), ["a))", "b(("]);
    }

    #[test]
    fn every_component_takes_its_turn() {
        let made = |kind| vary("astar", kind, Objective::Pushes).expect("engines");
        let heuristics = made(Vary::Heuristic);
        assert_eq!(heuristics.len(), heuristics::ALL.len());
        assert!(heuristics.iter().any(|it| it.label == "h=zero" && it.spec.contains("h=zero")));
        assert_eq!(made(Vary::Deadlocks).len(), deadlocks::ALL.len() + 3);
        assert_eq!(made(Vary::Space).len(), SPACES.len());
        assert_eq!(made(Vary::Pruning).len(), pruning::ALL.len() + 2);
    }

    #[test]
    fn what_cannot_be_varied_is_said() {
        let error = |engine, kind| vary(engine, kind, Objective::Pushes).expect_err("nothing");
        assert!(error("bfs", Vary::Heuristic).to_string().contains("uses no heuristic"));
        assert!(error("bidirectional", Vary::Space).to_string().contains("space=push only"));
        assert!(error("fess", Vary::Space).to_string().contains("parameter"));
        assert!(error("astra", Vary::Space).to_string().contains("did you mean astar"));
    }
}
