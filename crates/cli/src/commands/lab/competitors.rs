//! Who takes part in a run: engines by their specs, other programs by their adapters.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hakooshi::Objective;
use hakooshi_lab::{ADAPTERS, Adapter, Competitor, Contender, Solver, split};

use crate::exit::{Failure, Outcome};

/// What all competitors are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) goal: Objective,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

/// The engines and programs, each under a name of its own.
pub(super) fn competitors(
    engines: &[String],
    solvers: &[String],
    near: Option<&Path>,
    told: Told,
) -> Outcome<Vec<Arc<Competitor>>> {
    let mut all = Vec::new();
    for spec in engines.iter().flat_map(|list| split(list)) {
        let checked = Contender::new(spec, told.goal);
        let contender =
            checked.map_err(|error| Failure::usage(format!("--engines: {spec}: {error}")))?;
        // The spec as it is given: `auto` is to do what `hako solve` does.
        all.push(Competitor::Engine(Contender { spec: spec.to_owned(), ..contender }));
    }
    for word in solvers {
        let solver = Solver::new(adapter(word, near)?, told.threads, told.seed);
        all.push(Competitor::Solver(solver.map_err(Failure::usage)?));
    }
    for (place, one) in all.iter().enumerate() {
        if all[..place].iter().any(|other| other.label() == one.label()) {
            return Err(Failure::usage(format!("{} takes part twice", one.label())));
        }
    }
    if all.is_empty() {
        return Err(Failure::usage("nobody takes part; give --engines A,B or --solver NAME"));
    }
    Ok(all.into_iter().map(Arc::new).collect())
}

/// The adapter with this name, or in this file, which may lie beside the experiment.
fn adapter(word: &str, near: Option<&Path>) -> Outcome<Adapter> {
    let wrong = |error: hakooshi_lab::AdapterError| Failure::usage(format!("{word}: {error}"));
    if let Some((_, text)) = ADAPTERS.iter().find(|(name, _)| *name == word) {
        return Adapter::parse(text).map_err(wrong);
    }
    let beside = near.map(|folder| folder.join(word)).filter(|path| path.is_file());
    let path = beside.unwrap_or_else(|| Path::new(word).to_owned());
    if !path.is_file() {
        let names: Vec<&str> = ADAPTERS.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "{word}: no such adapter; give a TOML file (`hako lab adapters generic` prints a pattern) \
             or one of {}",
            names.join(", ")
        );
        return Err(Failure::usage(message));
    }
    let text = fs::read_to_string(&path)
        .map_err(|error| Failure::io(format_args!("cannot read {}", path.display()), &error))?;
    Adapter::parse(&text).map_err(wrong)
}

/// A program that reads a level from its standard input and writes moves: `NAME=COMMAND`, or a command
/// alone.
pub(crate) fn solver(word: &str) -> Outcome<Solver> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || "-_. ".contains(it))
    };
    let (name, command) = match word.split_once('=') {
        Some((name, command)) if is_name(name) => (name, command),
        _ => (word, word),
    };
    let adapter = Adapter::of_command(name.trim(), command);
    let adapter = adapter.map_err(|error| Failure::usage(format!("--solver: {error}")))?;
    Solver::new(adapter, 1, 0).map_err(Failure::usage)
}
