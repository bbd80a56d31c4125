//! Node counts that must not change unintentionally.
//!
//! Every algorithm with its defaults, every alias and every engine searches the same bundled levels, each
//! up to a fixed number of positions. The total number of positions expanded is the engine's signature: it
//! is the same on every machine and in every run, and changes as soon as the search behaves differently.
//! `bench/signature.toml` records the signatures; an intended change updates it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use hakooshi::unstable::{Options, REGISTRY};
use hakooshi::{BUNDLED, Objective, Polish};
use hakooshi_level::formats::Collection;
use hakooshi_search::Budget;
use hakooshi_search::spec::{SearchSpec, SpecError};

use crate::{Contender, Subject, Unwatched, run};

/// Positions expanded at most for each engine and level.
pub const NODES: u64 = 1000;

/// How to write the file anew.
pub const UPDATE: &str = "hako bench signature --write";

/// So many levels from the beginning of each of these bundled collections.
const LEVELS: &[(&str, usize)] =
    &[("tutorial", 5), ("small", 9), ("medium", 6), ("hard", 4), ("documents", 1)];

/// The levels of the signature, of which there are 25.
pub fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for &(name, count) in LEVELS {
        let Some(bundled) = BUNDLED.iter().find(|bundled| bundled.name == name) else { continue };
        let (collection, _) = Collection::read(bundled.text.as_bytes(), None);
        let levels = collection.entries.into_iter().take(count).enumerate();
        subjects.extend(levels.map(|(place, entry)| Subject {
            file: name.to_owned(),
            index: place + 1,
            level: entry.level,
        }));
    }
    subjects
}

/// Every search and every alias that takes the same course every time and counts expansions, as
/// planners do not.
pub fn contenders() -> Result<Vec<Contender>, SpecError> {
    let names = REGISTRY.searches().map(|entry| entry.name);
    let names = names.chain(REGISTRY.aliases().map(|alias| alias.name));
    let repeatable = |name: &&str| {
        let spec = SearchSpec::parse(name, Objective::Pushes, &REGISTRY);
        spec.is_ok_and(|spec| spec.is_repeatable() && spec.price() > 0)
    };
    names.filter(repeatable).map(|name| Contender::new(name, Objective::Pushes)).collect()
}

/// The positions expanded by each engine, by its name.
pub fn measure() -> Result<Vec<(String, u64)>, SpecError> {
    let (subjects, contenders) = (subjects(), contenders()?);
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    let options = Options {
        objective: Objective::Pushes,
        budget,
        polish: Polish::Never,
        ..Options::default()
    };
    let records = run(&subjects, &contenders, &options, 1, &Arc::new(Unwatched), |_| {});
    let expanded = |engine: &Contender| {
        let label = Some(&engine.label);
        let own = records.iter().flatten().filter(|record| record.label.as_ref() == label);
        own.map(|record| record.expanded).sum()
    };
    Ok(contenders.iter().map(|engine| (engine.label.clone(), expanded(engine))).collect())
}

/// The signature as TOML.
pub fn render(signature: &[(String, u64)]) -> String {
    let mut text = format!(
        "# Positions expanded by each engine on {} bundled levels, at most {NODES} on each.\n\
         # Written by `{UPDATE}`.\n\n",
        LEVELS.iter().map(|(_, count)| count).sum::<usize>()
    );
    for (engine, expanded) in signature {
        let _ = writeln!(text, "{engine} = {expanded}");
    }
    text
}

/// What differs from the `text` of a signature file; empty if nothing does.
pub fn differences(text: &str, signature: &[(String, u64)]) -> Vec<String> {
    let kept: BTreeMap<&str, &str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| line.split_once('='))
        .map(|(engine, expanded)| (engine.trim(), expanded.trim()))
        .collect();
    let changed = signature.iter().filter_map(|(engine, now)| match kept.get(engine.as_str()) {
        Some(&was) if was == now.to_string() => None,
        Some(was) => Some(format!("{engine}: recorded {was}, but it expanded {now}")),
        None => Some(format!("{engine}: not recorded; it expanded {now}")),
    });
    let gone = kept.keys().filter(|&&engine| !signature.iter().any(|(it, _)| it == engine));
    changed
        .chain(gone.map(|engine| format!("{engine}: recorded, but there is no such engine")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_five_levels() {
        assert_eq!(subjects().len(), 25);
    }

    #[test]
    fn what_is_written_is_read_back_and_changes_are_named() {
        let signature = vec![("a".to_owned(), 1), ("b-c".to_owned(), 2)];
        let text = render(&signature);
        assert!(differences(&text, &signature).is_empty());
        let other = vec![("a".to_owned(), 3), ("d".to_owned(), 4)];
        let told = differences(&text, &other).join("\n");
        assert!(
            told.contains("a: recorded 1, but it expanded 3") && told.contains("d: not recorded"),
            "{told}"
        );
        assert!(told.contains("b-c: recorded, but"), "{told}");
    }
}
