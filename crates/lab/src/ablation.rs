//! Ablations: the engine as it is and then with one part switched off at a time, or the bare engine with
//! one more part in every row, as Junghanns presents Rolling Stone.
//!
//! Parts are the heuristic (replaced by `zero`), the switches of the search such as its transposition
//! table or its inertia, the mask of dead squares, each deadlock test and each pruning rule; for a
//! portfolio, its members.

use hakooshi::{Engine, Objective};
use hakooshi_board::Direction;
use hakooshi_engines::portfolio;
use hakooshi_search::spec::{DEAD_SQUARES, SearchSpec, SpaceKind, SpecError};

use crate::contender::with;
use crate::{Contender, Suite};

/// What can be switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Heuristic(String),
    Switch(&'static str),
    Deadlock(String),
    Pruning(String),
    /// A search of a portfolio, with its share.
    Member(String),
}

impl Part {
    fn name(&self) -> &str {
        match self {
            Self::Heuristic(name)
            | Self::Deadlock(name)
            | Self::Pruning(name)
            | Self::Member(name) => name,
            Self::Switch(name) => name,
        }
    }
}

/// The search to take apart: a portfolio that is built in lists its searches.
fn whole(engine: &str, objective: Objective) -> Result<SearchSpec, SpecError> {
    let spec = Engine::new(engine).choose(objective)?;
    if spec.search.entry.claims.parts.members && spec.members.is_empty() {
        return Engine::new(&portfolio(usize::MAX)).choose(objective);
    }
    Ok(spec)
}

/// The parts of a search that do something, in the order in which a cumulative table adds them.
fn parts(spec: &SearchSpec) -> Vec<Part> {
    let (search, claims) = (&spec.search, spec.search.entry.claims);
    let asked = claims.informed && claims.parts.heuristic && spec.heuristic.entry.name != "zero";
    let heuristic = asked.then(|| Part::Heuristic(spec.heuristic.to_string()));
    let switches = search.entry.params.iter().filter(|param| param.is_switch());
    let switches = switches.filter(|param| search.params.is_on(param.name));
    let mask = spec.dead_squares.then(|| Part::Deadlock(DEAD_SQUARES.to_owned()));
    // A textbook search plays in one direction and asks only the tests for it.
    let only_pulls = claims.parts.space && spec.space == SpaceKind::Pull;
    let tests = spec
        .deadlocks
        .iter()
        .filter(|test| !only_pulls || test.entry.claims.directions.contains(&Direction::Backward));
    let rules = spec.pruning.iter().map(|rule| Part::Pruning(rule.to_string()));
    let members = spec.members.iter().map(|it| Part::Member(format!("{}*{}", it.label, it.share)));
    heuristic
        .into_iter()
        .chain(switches.map(|param| Part::Switch(param.name)))
        .chain(mask)
        .chain(tests.map(|test| Part::Deadlock(test.to_string())))
        .chain(rules)
        .chain(members)
        .collect()
}

/// The text of `spec` with only these of its parts.
fn only(spec: &SearchSpec, all: &[Part], kept: &[&Part]) -> String {
    let mut arguments = Vec::new();
    let (mut deadlocks, mut pruning, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for part in all {
        let keeps = kept.contains(&part);
        match part {
            Part::Heuristic(_) if !keeps => arguments.push("h=zero".to_owned()),
            Part::Switch(name) if !keeps => arguments.push(format!("{name}=off")),
            Part::Deadlock(name) if keeps => deadlocks.push(name.as_str()),
            Part::Pruning(name) if keeps => pruning.push(name.as_str()),
            Part::Member(text) if keeps => members.push(text.as_str()),
            _ => {}
        }
    }
    let parts = spec.search.entry.claims.parts;
    if parts.deadlocks {
        arguments.push(format!("deadlocks=[{}]", deadlocks.join(",")));
    }
    if parts.pruning || parts.choosing {
        arguments.push(format!("pruning=[{}]", pruning.join(",")));
    }
    if parts.members {
        // The searches of a portfolio are listed anew.
        let name = spec.search.entry.name;
        let settings = spec
            .search
            .params
            .iter()
            .map(|(param, value)| format!("{}={}", param.name, param.show(value)));
        let all: Vec<String> = settings.chain(members.into_iter().map(str::to_owned)).collect();
        return format!("{name}({})", all.join(","));
    }
    if arguments.is_empty() { spec.to_string() } else { with(spec, &arguments.join(",")) }
}

/// The engine whole, then without each of its parts.
pub fn ablate(engine: &str, objective: Objective) -> Result<Vec<Contender>, SpecError> {
    let spec = whole(engine, objective)?;
    let all = parts(&spec);
    let whole = Contender::labelled("whole", &spec.to_string(), objective);
    let without = all.iter().map(|part| {
        let kept: Vec<&Part> = all.iter().filter(|other| *other != part).collect();
        let label = match part {
            Part::Heuristic(name) => format!("h=zero for {name}"),
            _ => format!("without {}", part.name()),
        };
        Contender::labelled(&label, &only(&spec, &all, &kept), objective)
    });
    std::iter::once(whole).chain(without).collect()
}

/// The bare engine, then with its parts added one by one until it is whole: in the order of the
/// report, if one describes the engine that way. A portfolio begins with its first search.
pub fn cumulate(engine: &str, objective: Objective) -> Result<Vec<Contender>, SpecError> {
    if let Some(suite) = Suite::find(engine).filter(|suite| suite.builds_up()) {
        return suite.contenders(objective);
    }
    let spec = whole(engine, objective)?;
    let all = parts(&spec);
    // A switch without which nothing is proved says how, not what: it is on throughout.
    let voids = |part: &Part| spec.search.entry.claims.voided_by.contains(&part.name());
    let first_member = |part: &&Part| matches!(part, Part::Member(_));
    let first = all.iter().find(first_member);
    let (always, added): (Vec<&Part>, Vec<&Part>) =
        all.iter().partition(|part| voids(part) || Some(*part) == first);
    (0..=added.len())
        .map(|count| {
            let kept: Vec<&Part> = always.iter().chain(&added[..count]).copied().collect();
            let label = match (count, first) {
                (0, Some(first)) => format!("{} alone", first.name()),
                (0, None) => format!("{} alone", spec.search.entry.name),
                _ => format!("+ {}", added[count - 1].name()),
            };
            Contender::labelled(&label, &only(&spec, &all, &kept), objective)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINE: &str =
        "idastar(h=nearest,deadlocks=[dead_squares,freeze],pruning=[tunnels],inertia=off)";

    fn labels(contenders: &[Contender]) -> Vec<&str> {
        contenders.iter().map(|it| it.label.as_str()).collect()
    }

    #[test]
    fn each_part_is_off_once() {
        let rows = ablate(ENGINE, Objective::Pushes).expect("engines");
        assert_eq!(
            labels(&rows),
            [
                "whole",
                "h=zero for nearest",
                "without table",
                "without exact",
                "without cache",
                "without dead_squares",
                "without freeze",
                "without tunnels",
            ]
        );
        let mut specs: Vec<&str> = rows.iter().map(|it| it.spec.as_str()).collect();
        specs.sort_unstable();
        specs.dedup();
        assert_eq!(specs.len(), rows.len(), "every row is another engine");
        assert!(rows[6].spec.contains("deadlocks=[dead_squares]"), "{}", rows[6].spec);
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let rows = cumulate(ENGINE, Objective::Pushes).expect("engines");
        assert_eq!(
            labels(&rows),
            [
                "idastar alone",
                "+ nearest",
                "+ table",
                "+ cache",
                "+ dead_squares",
                "+ freeze",
                "+ tunnels",
            ]
        );
        let whole = Contender::new(ENGINE, Objective::Pushes).expect("an engine");
        assert_eq!(rows.last().map(|it| &it.spec), Some(&whole.spec));
        assert!(rows[0].spec.contains("h=zero,deadlocks=[]"), "{}", rows[0].spec);
    }

    #[test]
    fn switches_are_the_parts_of_a_planner() {
        let rows = ablate("sat(distances=off)", Objective::Pushes).expect("engines");
        assert_eq!(labels(&rows), ["whole", "without dead_pairs", "without excess"]);
        assert_eq!(rows[2].spec, "sat(distances=off,excess=off)");
        let rows = cumulate("sat(distances=off)", Objective::Pushes).expect("engines");
        assert_eq!(labels(&rows), ["sat alone", "+ dead_pairs", "+ excess"]);
        assert_eq!(rows[2].spec, "sat(distances=off)");
    }

    #[test]
    fn parts_that_do_nothing_are_no_parts() {
        let rows = ablate("bfs(space=pull)", Objective::Pushes).expect("engines");
        assert_eq!(labels(&rows), ["whole", "without dead_squares"]);
    }

    #[test]
    fn engines_and_portfolios_have_parts_too() {
        let rows = ablate("fess", Objective::Any).expect("engines");
        assert!(labels(&rows).contains(&"without corral"));
        assert!(labels(&rows).contains(&"without pi_corral"));
        let bare = cumulate("fess", Objective::Any).expect("engines");
        assert_eq!(bare[0].spec, "fess(deadlocks=[],pruning=[])");
        assert_eq!(bare.last().map(|it| it.spec.as_str()), Some("fess"));
        let rows = ablate("rota", Objective::Any).expect("engines");
        assert!(labels(&rows).iter().any(|label| label.starts_with("without fess*")));
        let rows =
            cumulate("rota(by=nodes,restarts=off,bfs*2,dfs)", Objective::Any).expect("engines");
        assert_eq!(labels(&rows), ["bfs*2 alone", "+ dfs*1"]);
        assert!(rows[0].spec.starts_with("rota(by=nodes,restarts=off,bfs("), "{}", rows[0].spec);
    }
}
