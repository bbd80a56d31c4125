//! The parts that engines are made of, from the program's own lists, so that a form can be
//! drawn; and an engine looked at before it is used.

use hakooshi::unstable::REGISTRY;
use hakooshi::{Engine, Objective};
use hakooshi_lab::SUITES;
use hakooshi_search::spec::{
    DEAD_SQUARES, Entry, Param, SPACES, SearchEntry, SearchSpec, SpaceKind,
};
use hakooshi_search::{algorithms, deadlocks, heuristics, pruning};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::error::ApiError;

pub(crate) fn registry(desk: &Desk) -> Value {
    let planners = if desk.starts_programs { hakooshi_plan::ALL } else { &[] };
    let mask = json!({
        "name": DEAD_SQUARES,
        "title": "squares from which no goal can be reached are never pushed onto",
        "claims": ["sound"],
        "params": [],
    });
    let tests = deadlocks::ALL.iter().map(|it| part(it, &[(it.claims.sound, "sound")]));
    json!({
        "goals": Objective::ALL.map(Objective::name),
        "engines": hakooshi_engines::ALL.iter().chain(planners).filter(|it| !needs_members(it))
            .map(|it| part(it, &[(it.claims.complete, "complete")])).collect::<Vec<_>>(),
        "certificates": desk.prover.is_some(),
        "planners": planners.iter().map(|it| it.name).collect::<Vec<_>>(),
        "suites": SUITES.iter().map(|it| json!({
            "name": it.name,
            "title": it.title,
            "engines": it.engines.iter().map(|(label, ..)| *label).collect::<Vec<_>>(),
            "notes": it.notes,
        })).collect::<Vec<_>>(),
        "algorithms": algorithms::ALL.iter().map(|it| algorithm(it)).collect::<Vec<_>>(),
        "spaces": SPACES.iter().map(|it| part(it, &[])).collect::<Vec<_>>(),
        "heuristics": heuristics::ALL.iter().map(|it| part(it, &[
            (it.claims.admissible, "admissible"),
            (it.claims.consistent, "consistent"),
        ])).collect::<Vec<_>>(),
        "deadlocks": std::iter::once(mask).chain(tests).collect::<Vec<_>>(),
        "pruning": pruning::ALL.iter().map(|it| part(it, &[
            (it.claims.keeps_solvable, "keeps solvable"),
            (it.claims.keeps_optimal, "keeps optimal"),
        ])).collect::<Vec<_>>(),
        "aliases": REGISTRY.aliases().map(|it| json!({
            "name": it.name, "title": it.title, "spec": it.spec,
        })).collect::<Vec<_>>(),
    })
}

/// A component with the claims that hold.
fn part<C, B>(entry: &Entry<C, B>, claims: &[(bool, &str)]) -> Value {
    let claims: Vec<&str> = claims.iter().filter(|(holds, _)| *holds).map(|(_, it)| *it).collect();
    json!({
        "name": entry.name,
        "title": entry.title,
        "claims": claims,
        "params": entry.params.iter().map(param).collect::<Vec<_>>(),
    })
}

fn param(param: &Param) -> Value {
    json!({
        "name": param.name,
        "title": param.title,
        "default": param.default,
        "least": param.range.0,
        "most": param.range.1,
        "switch": param.is_switch(),
        "words": param.words,
    })
}

/// Whether a search cannot do without a list of others.
fn needs_members(entry: &SearchEntry) -> bool {
    SearchSpec::parse(entry.name, Objective::Any, &REGISTRY).is_err()
}

/// An algorithm, and the parts it has when nothing is said.
fn algorithm(entry: &SearchEntry) -> Value {
    let claims = entry.claims;
    let mut value = part(entry, &[(claims.complete, "complete"), (claims.optimal, "optimal")]);
    let usual = SearchSpec::parse(entry.name, Objective::Any, &REGISTRY).ok();
    let heuristic = usual.as_ref().map(|spec| spec.heuristic.entry.name);
    let tests = usual.iter().flat_map(|spec| {
        let mask = spec.dead_squares.then_some(DEAD_SQUARES);
        mask.into_iter().chain(spec.deadlocks.iter().map(|test| test.entry.name))
    });
    value["informed"] = claims.informed.into();
    value["only_space"] = claims.only.map(space_name).into();
    value["usual"] = json!({
        "h": heuristic,
        "deadlocks": tests.collect::<Vec<_>>(),
        "pruning": usual.iter().flat_map(|spec| spec.pruning.iter().map(|it| it.entry.name))
            .collect::<Vec<_>>(),
    });
    value
}

fn space_name(kind: SpaceKind) -> &'static str {
    SPACES.iter().find(|entry| entry.build == kind).map_or("", |entry| entry.name)
}

/// An engine and a goal.
#[derive(Debug, Deserialize)]
pub(crate) struct Choice {
    engine: String,
    goal: Option<String>,
}

/// The engine in full, what its solution is best at, and what it can prove; or what is wrong
/// with it, which is an answer too: the page asks while one types.
pub(crate) fn engine(choice: &Choice) -> Result<Value, ApiError> {
    let objective = super::goal(choice.goal.as_deref())?;
    Ok(match Engine::new(&choice.engine).choose(objective) {
        Ok(chosen) => json!({
            "engine": chosen.to_string(),
            "guarantee": chosen.guarantee(objective).name(),
            "complete": chosen.is_complete(),
            "problem": null,
        }),
        Err(error) => json!({
            "engine": null,
            "guarantee": null,
            "complete": false,
            "problem": error.to_string(),
        }),
    })
}
