//! Random searches: everything that the registry can put together, unsound parts included, since
//! what is then claimed must follow.

use hakooshi::Engine;
use hakooshi::unstable::REGISTRY;
use hakooshi_search::Objective;
use hakooshi_search::spec::{DEAD_SQUARES, Param, RACE, SPACES, SearchEntry, SearchSpec, TURNS};
use hakooshi_search::{deadlocks, heuristics, pruning};
use hakooshi_testkit::Rng;

/// The engine that users get who name none.
pub(super) const DEFAULT: &str = "auto";

/// A search as a name and arguments, so that a failure can be made simpler argument by argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    name: String,
    arguments: Vec<String>,
}

impl std::fmt::Display for Drawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.arguments.is_empty() {
            return f.write_str(&self.name);
        }
        write!(f, "{}({})", self.name, self.arguments.join(","))
    }
}

impl Drawn {
    /// The search without its arguments.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The same without one argument, for each of them.
    pub(super) fn simpler(&self) -> impl Iterator<Item = Self> + use<> {
        let whole = self.clone();
        (0..self.arguments.len()).map(move |gone| {
            let mut fewer = whole.clone();
            fewer.arguments.remove(gone);
            fewer
        })
    }
}

/// Whether it asks an SMT solver, which takes seconds for a formula and has tests of its own.
fn asks_smt(name: &str) -> bool {
    name.starts_with("smt-") || name.starts_with("bankovic-")
}

/// A search that parses, and what became of it.
pub(super) fn draw(rng: &mut Rng, objective: Objective) -> (Drawn, SearchSpec) {
    loop {
        let drawn = search(rng, 0);
        if let Ok(spec) = Engine::new(&drawn.to_string()).choose(objective) {
            return (drawn, spec);
        }
    }
}

/// A search with random parts. Textbook searches are the most by far: they are fast, and make the
/// strongest claims.
fn search(rng: &mut Rng, depth: usize) -> Drawn {
    let textbook = rng.chance(if depth == 0 { 88 } else { 60 });
    if !textbook && depth == 0 && rng.chance(10) {
        return Drawn { name: DEFAULT.to_owned(), arguments: Vec::new() };
    }
    if !textbook && rng.chance(30) {
        let aliases: Vec<_> = REGISTRY.aliases().filter(|it| !asks_smt(it.name)).collect();
        let name = aliases[rng.below(aliases.len())].name.to_owned();
        return Drawn { name, arguments: Vec::new() };
    }
    let fits = |entry: &&SearchEntry| {
        entry.claims.parts.space == textbook
            && !asks_smt(entry.name)
            && (depth == 0 || !entry.claims.parts.members)
    };
    let entries: Vec<&SearchEntry> = REGISTRY.searches().filter(fits).collect();
    let entry = entries[rng.below(entries.len())];
    Drawn { name: entry.name.to_owned(), arguments: arguments(rng, entry, depth) }
}

fn arguments(rng: &mut Rng, entry: &SearchEntry, depth: usize) -> Vec<String> {
    let parts = entry.claims.parts;
    let mut arguments = Vec::new();
    if parts.space && rng.chance(70) {
        arguments.push(format!("space={}", SPACES[rng.below(SPACES.len())].name));
    }
    if parts.heuristic && rng.chance(70) {
        let heuristic = heuristics::ALL[rng.below(heuristics::ALL.len())];
        arguments.push(format!("h={}", component(rng, heuristic.name, heuristic.params)));
    }
    if parts.deadlocks && rng.chance(70) {
        let mask = rng.chance(70).then(|| DEAD_SQUARES.to_owned());
        let few = rng.between(0, 3);
        let tests = (0..few).map(|_| {
            let test = deadlocks::ALL[rng.below(deadlocks::ALL.len())];
            component(rng, test.name, test.params)
        });
        let tests: Vec<String> = mask.into_iter().chain(tests).collect();
        arguments.push(format!("deadlocks=[{}]", tests.join(",")));
    }
    if (parts.pruning || parts.choosing) && rng.chance(40) {
        let few = rng.between(1, 2);
        let rules = (0..few).map(|_| {
            let rule = pruning::ALL[rng.below(pruning::ALL.len())];
            component(rng, rule.name, rule.params)
        });
        let rules: Vec<String> = rules.collect();
        arguments.push(format!("pruning=[{}]", rules.join(",")));
    }
    if rng.chance(15) {
        arguments.push(format!("turned={}", TURNS[rng.below(TURNS.len())].0));
    }
    arguments.extend(settings(rng, entry.params));
    if parts.members && (entry.name == RACE || rng.chance(70)) {
        let members = rng.between(1, 3);
        arguments.extend((0..members).map(|_| {
            let share = if entry.name == RACE || rng.chance(50) {
                String::new()
            } else {
                format!("*{}", rng.between(1, 4))
            };
            format!("{}{share}", search(rng, depth + 1))
        }));
    }
    arguments
}

fn component(rng: &mut Rng, name: &str, params: &[Param]) -> String {
    let settings = settings(rng, params);
    if settings.is_empty() { name.to_owned() } else { format!("{name}({})", settings.join(",")) }
}

/// Some of the parameters, with values that hurt: the least, small ones, and others.
fn settings(rng: &mut Rng, params: &[Param]) -> Vec<String> {
    let mut settings = Vec::new();
    for param in params {
        if rng.chance(50) {
            continue;
        }
        let value = if param.is_switch() {
            ["off", "on"][rng.below(2)].to_owned()
        } else if !param.words.is_empty() {
            param.words[rng.below(param.words.len())].to_owned()
        } else {
            let (least, most) = param.range;
            let small = rng.between(1, 60) as f64;
            let value = [least, small.clamp(least, most), param.default][rng.below(3)];
            value.to_string()
        };
        settings.push(format!("{}={value}", param.name));
    }
    settings
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everything_in_the_registry_comes_up() {
        let mut rng = Rng::new(9);
        let drawn: Vec<String> =
            (0..6000).map(|_| draw(&mut rng, Objective::Pushes).0.to_string()).collect();
        let all = drawn.join(" ");
        let names = REGISTRY.searches().map(|it| it.name).filter(|name| !asks_smt(name));
        let parts = SPACES.iter().map(|it| it.name);
        let parts = parts.chain(heuristics::ALL.iter().map(|it| it.name));
        let parts = parts.chain(deadlocks::ALL.iter().map(|it| it.name));
        let parts = parts.chain(pruning::ALL.iter().map(|it| it.name));
        for name in names.chain(parts).chain([DEFAULT, "optimal(parallel=on", "parallel=on)"]) {
            assert!(all.contains(name), "{name} never came up");
        }
        let different: BTreeSet<&String> = drawn.iter().collect();
        assert!(different.len() > 4000, "only {} different searches", different.len());
    }
}
