//! What each part of an engine is worth: the engine whole and then with one part switched off
//! at a time, or bare and then with one part more in every row, which is how the account of
//! Rolling Stone is given.
//!
//! Parts are the heuristic (off is `zero`), the switches of the algorithm such as its table of
//! states or its inertia, the mask of dead squares, each deadlock test and each pruning rule; of
//! a planner, its switches.

use hakooshi::plan::Planner;
use hakooshi::search::spec::{DEAD_SQUARES, Plan, SpaceKind, SpecError};
use hakooshi::{Chosen, Engine, Objective};

use crate::Contender;
use crate::contender::with;

/// What can be switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Heuristic(String),
    Switch(&'static str),
    Deadlock(String),
    Pruning(String),
}

impl Part {
    fn name(&self) -> &str {
        match self {
            Self::Heuristic(name) | Self::Deadlock(name) | Self::Pruning(name) => name,
            Self::Switch(name) => name,
        }
    }
}

/// The parts of a plan that do something, in the order in which a cumulative table adds them.
fn parts(plan: &Plan) -> Vec<Part> {
    let algorithm = &plan.algorithm;
    let heuristic = plan.heuristic.to_string();
    let asked = algorithm.entry.claims.informed && plan.heuristic.entry.name != "zero";
    let heuristic = asked.then_some(Part::Heuristic(heuristic));
    let switches = algorithm.entry.params.iter().filter(|param| param.range == (0.0, 1.0));
    let switches = switches.filter(|param| algorithm.params.is_on(param.name));
    let mask = plan.dead_squares.then(|| Part::Deadlock(DEAD_SQUARES.to_owned()));
    // Pulls are judged by the mask alone.
    let tests = plan.deadlocks.iter().filter(|_| plan.space != SpaceKind::Pull);
    let rules = plan.pruning.iter().map(|rule| Part::Pruning(rule.to_string()));
    heuristic
        .into_iter()
        .chain(switches.map(|param| Part::Switch(param.name)))
        .chain(mask)
        .chain(tests.map(|test| Part::Deadlock(test.to_string())))
        .chain(rules)
        .collect()
}

/// The spec of `plan` with only these of its parts.
fn only(plan: &Plan, all: &[Part], kept: &[&Part]) -> String {
    let mut arguments = Vec::new();
    let (mut deadlocks, mut pruning) = (Vec::new(), Vec::new());
    for part in all {
        let keeps = kept.contains(&part);
        match part {
            Part::Heuristic(_) if !keeps => arguments.push("h=zero".to_owned()),
            Part::Switch(name) if !keeps => arguments.push(format!("{name}=off")),
            Part::Deadlock(name) if keeps => deadlocks.push(name.as_str()),
            Part::Pruning(name) if keeps => pruning.push(name.as_str()),
            _ => {}
        }
    }
    arguments.push(format!("deadlocks=[{}]", deadlocks.join(",")));
    arguments.push(format!("pruning=[{}]", pruning.join(",")));
    with(plan, &arguments.join(","))
}

/// The spec of `planner` with these of its switches off.
fn without(planner: &Planner, switches: &[&str]) -> String {
    let full = planner.to_string();
    let off: Vec<String> = switches.iter().map(|name| format!("{name}=off")).collect();
    match (full.strip_suffix(')'), off.is_empty()) {
        (_, true) => full,
        (Some(open), _) => format!("{open},{})", off.join(",")),
        (None, _) => format!("{full}({})", off.join(",")),
    }
}

/// The engine whole, then without each of its parts.
pub fn ablate(engine: &str, objective: Objective) -> Result<Vec<Contender>, SpecError> {
    if let Chosen::Planner(planner) = Engine::new(engine).choose(objective)? {
        let switches = planner.switches();
        let whole = Contender::labelled("whole", &planner.to_string(), objective);
        let without = switches.iter().map(|name| {
            Contender::labelled(&format!("without {name}"), &without(&planner, &[name]), objective)
        });
        return std::iter::once(whole).chain(without).collect();
    }
    let plan = Engine::new(engine).plan(objective)?;
    let all = parts(&plan);
    let whole = Contender::labelled("whole", &plan.to_string(), objective);
    let without = all.iter().map(|part| {
        let kept: Vec<&Part> = all.iter().filter(|other| *other != part).collect();
        let label = match part {
            Part::Heuristic(name) => format!("h=zero for {name}"),
            _ => format!("without {}", part.name()),
        };
        Contender::labelled(&label, &only(&plan, &all, &kept), objective)
    });
    std::iter::once(whole).chain(without).collect()
}

/// The bare engine, then with its parts added one by one until it is whole.
pub fn cumulate(engine: &str, objective: Objective) -> Result<Vec<Contender>, SpecError> {
    if let Chosen::Planner(planner) = Engine::new(engine).choose(objective)? {
        let switches = planner.switches();
        let rows = (0..=switches.len()).map(|count| {
            let label = match count {
                0 => format!("{} alone", planner.component.entry.name),
                _ => format!("+ {}", switches[count - 1]),
            };
            Contender::labelled(&label, &without(&planner, &switches[count..]), objective)
        });
        return rows.collect();
    }
    let plan = Engine::new(engine).plan(objective)?;
    let all = parts(&plan);
    // A switch without which nothing is proved says how, not what: it is on throughout.
    let voids = |part: &Part| plan.algorithm.entry.claims.voided_by.contains(&part.name());
    let (always, added): (Vec<&Part>, Vec<&Part>) = all.iter().partition(|part| voids(part));
    (0..=added.len())
        .map(|count| {
            let kept: Vec<&Part> = always.iter().chain(&added[..count]).copied().collect();
            let label = match count {
                0 => format!("{} alone", plan.algorithm.entry.name),
                _ => format!("+ {}", added[count - 1].name()),
            };
            Contender::labelled(&label, &only(&plan, &all, &kept), objective)
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
        assert_eq!(rows[2].spec, "sat(distances=0,excess=0)");
        let rows = cumulate("sat(distances=off)", Objective::Pushes).expect("engines");
        assert_eq!(labels(&rows), ["sat alone", "+ dead_pairs", "+ excess"]);
        assert_eq!(rows[2].spec, "sat(distances=0)");
    }

    #[test]
    fn parts_that_do_nothing_are_no_parts() {
        let rows = ablate("bfs(space=pull)", Objective::Pushes).expect("engines");
        assert_eq!(labels(&rows), ["whole", "without dead_squares"]);
    }
}
