//! The registry for people: what `hako list` shows, and the text of `docs/components.md`.

use std::fmt::Write as _;

use hakooshi::Objective;
use hakooshi::unstable::{OPTIMAL, REGISTRY};
use hakooshi_board::Direction;
use hakooshi_search::deadlocks::TestStage;
use hakooshi_search::spec::{
    DEAD_SQUARES, Entry, Measure, Param, SPACES, SearchClaims, SearchEntry, SearchSpec,
};
use hakooshi_search::{algorithms, deadlocks, heuristics, pruning};

use serde::Serialize;

/// A kind of component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Engine,
    Planner,
    Algorithm,
    Alias,
    Heuristic,
    Deadlock,
    Space,
    Pruning,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Engine,
        Self::Planner,
        Self::Algorithm,
        Self::Alias,
        Self::Heuristic,
        Self::Deadlock,
        Self::Space,
        Self::Pruning,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Planner => "planner",
            Self::Algorithm => "algorithm",
            Self::Alias => "alias",
            Self::Heuristic => "heuristic",
            Self::Deadlock => "deadlock",
            Self::Space => "space",
            Self::Pruning => "pruning",
        }
    }

    /// The heading, and what the claims below it mean.
    fn about(self) -> (&'static str, &'static str) {
        match self {
            Self::Engine => (
                "Engines",
                "`--engine NAME(…)`: searches for levels that the algorithms below cannot solve. \
                 Except for `optimal`, `waves` and `maze`, they return any solution. `deadlocks=[…]` and \
                 `pruning=[…]` are set as for algorithms. `turned=columns` (`rows`, `half`, `diagonal`, \
                 `right`, `left`, `antidiagonal`) mirrors or turns the board for any search, which \
                 breaks ties in another order. A portfolio lists searches of any \
                 kind: `rota(fess*4, backward*8, astar(h=matching_linear))` gives them turns in \
                 these proportions (`packing*8/2`: later, in another), `fess+backward` runs them at the same time. *Complete*: if \
                 the search ends without a solution, there is none. *Repeatable*: the result \
                 does not depend on the speed of the machine.",
            ),
            Self::Planner => (
                "Planners",
                "`--engine NAME(…)`: a solver is asked for a plan of a given length, then for \
                 longer ones ([planning.md](planning.md)). If `sat` ends without a solution, there \
                 is none. *Unchecked*: this rests on an external solver, so neither \"optimal\" \
                 nor \"no solution\" is reported as proved.",
            ),
            Self::Algorithm => (
                "Algorithms",
                "`--engine NAME(…)`: textbook searches. *Complete*: if the search ends without a \
                 solution, there is none. *Optimal*: with an admissible heuristic and sound \
                 tests, the solution minimises what `--goal` names, or the measure stated here.",
            ),
            Self::Alias => (
                "Aliases",
                "`--engine NAME`: names for settings of engines, for portfolios, and for solvers \
                 described in published reports. Parts can be changed, as in \
                 `sokokids(table=off)`.",
            ),
            Self::Heuristic => (
                "Heuristics",
                "`--engine 'ALGORITHM(h=NAME)'`. *Admissible*: never more than the pushes left. \
                 *Consistent*: a push lowers it by at most one. *Safe*: infinite only for \
                 positions without a solution.",
            ),
            Self::Deadlock => (
                "Deadlock tests",
                "`--engine 'NAME(deadlocks=[NAME, …])'`, for algorithms and engines. *Sound*: \
                 only positions without a solution are called dead. A test applies to *pushes*, \
                 *pulls* or both, and to every position generated unless it says *at expansion*.",
            ),
            Self::Space => {
                ("Spaces", "`--engine 'ALGORITHM(space=NAME)'`: what a state and an action are.")
            }
            Self::Pruning => (
                "Pruning rules",
                "`--engine 'ALGORITHM(pruning=[NAME, …])'`. *Keeps solvable*: a \
                 solvable position stays solvable. *Keeps optimal*: a solution with the fewest \
                 pushes remains.",
            ),
        }
    }
}

/// A component.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Component {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) about: String,
    /// What it promises.
    pub(crate) claims: Vec<&'static str>,
    /// Where the idea comes from.
    pub(crate) reference: &'static str,
    /// Its parameters, each with its default.
    pub(crate) parameters: Vec<String>,
    /// The same with what they mean, for the document.
    #[serde(skip)]
    pub(crate) explained: Vec<String>,
    /// What an alias stands for.
    pub(crate) spec: Option<&'static str>,
}

impl Component {
    fn bare(kind: Kind) -> Self {
        Self { kind: kind.name(), ..Self::default() }
    }

    fn new<C, B>(kind: Kind, entry: &Entry<C, B>, claims: Vec<&'static str>) -> Self {
        Self {
            name: entry.name.to_owned(),
            about: entry.title.to_owned(),
            claims,
            reference: entry.reference,
            parameters: entry.params.iter().map(parameter).collect(),
            explained: entry.params.iter().map(explained).collect(),
            ..Self::bare(kind)
        }
    }
}

/// A parameter with its default, switches as `on` and `off`.
fn parameter(param: &Param) -> String {
    format!("{}={}", param.name, param.show(param.default))
}

/// A parameter with its default, its other choices and its meaning.
fn explained(param: &Param) -> String {
    let shown = parameter(param);
    let others = param.words.iter().filter(|word| !shown.ends_with(*word));
    let choices: Vec<&str> = std::iter::once(shown.as_str()).chain(others.copied()).collect();
    format!("`{}`: {}", choices.join("` or `"), param.title)
}

/// The claims that hold.
fn held<const N: usize>(claims: [(bool, &'static str); N]) -> Vec<&'static str> {
    claims.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
}

/// Searches with their claims.
fn searches(kind: Kind, entries: &[&SearchEntry]) -> Vec<Component> {
    let component = |entry: &&SearchEntry| {
        let SearchClaims { complete, optimal, unchecked, measure, informed, parts, .. } =
            entry.claims;
        let spec = SearchSpec::parse(entry.name, Objective::Any, &REGISTRY);
        let optimal_in = match measure {
            _ if parts.members => "optimal if its searches are",
            Measure::Objective => "optimal",
            Measure::Actions => "optimal in actions",
            Measure::Pushes => "optimal in pushes",
            Measure::Steps => "optimal in moves",
        };
        let is_engine = kind == Kind::Engine;
        let claims = held([
            (
                complete,
                if parts.members { "complete if one of its searches is" } else { "complete" },
            ),
            (optimal, optimal_in),
            (unchecked, "unchecked"),
            (is_engine && spec.is_ok_and(|spec| spec.is_repeatable()), "repeatable"),
            (kind == Kind::Algorithm && !informed, "uses no heuristic"),
            (entry.claims.only.is_some(), "push space only"),
        ]);
        Component::new(kind, entry, claims)
    };
    entries.iter().map(component).collect()
}

/// Every component of a kind.
pub(crate) fn all(kind: Kind) -> Vec<Component> {
    match kind {
        Kind::Engine => {
            let auto = Component {
                name: "auto".to_owned(),
                about: "the default: `optimal` with `--goal`, otherwise `rota`".to_owned(),
                ..Component::bare(kind)
            };
            let engines = [&[&OPTIMAL], hakooshi_engines::ALL].concat();
            std::iter::once(auto).chain(searches(kind, &engines)).collect()
        }
        Kind::Planner => searches(kind, hakooshi_plan::ALL),
        Kind::Algorithm => searches(kind, algorithms::ALL),
        Kind::Alias => REGISTRY
            .aliases()
            .map(|alias| Component {
                name: alias.name.to_owned(),
                about: alias.title.to_owned(),
                spec: Some(alias.spec),
                ..Component::bare(kind)
            })
            .collect(),
        Kind::Heuristic => heuristics::ALL
            .iter()
            .map(|entry| {
                let claims = entry.claims;
                let claims = held([
                    (claims.admissible, "admissible"),
                    (claims.consistent, "consistent"),
                    (claims.safe, "safe"),
                ]);
                Component::new(kind, entry, claims)
            })
            .collect(),
        Kind::Deadlock => {
            let mask = Component {
                name: DEAD_SQUARES.to_owned(),
                about: "no box is pushed onto a square from which it cannot reach a goal"
                    .to_owned(),
                claims: vec!["sound"],
                reference: "SokoBOT; SokoKids",
                ..Component::bare(kind)
            };
            let tests = deadlocks::ALL.iter();
            let tests = tests.map(|it| {
                let claims = it.claims;
                let claims = held([
                    (claims.sound, "sound"),
                    (claims.directions.contains(&Direction::Forward), "pushes"),
                    (claims.directions.contains(&Direction::Backward), "pulls"),
                    (claims.stage == TestStage::Expansion, "at expansion"),
                ]);
                Component::new(kind, it, claims)
            });
            std::iter::once(mask).chain(tests).collect()
        }
        Kind::Space => SPACES.iter().map(|it| Component::new(kind, it, Vec::new())).collect(),
        Kind::Pruning => pruning::ALL
            .iter()
            .map(|entry| {
                let claims = entry.claims;
                let claims = held([
                    (claims.keeps_solvable, "keeps solvable"),
                    (claims.keeps_optimal, "keeps optimal"),
                ]);
                Component::new(kind, entry, claims)
            })
            .collect(),
    }
}

/// All components as a document.
pub(crate) fn markdown() -> String {
    let mut out = String::from(
        "# Components\n\n<!-- Written by `hako list --format markdown`; a test keeps it so. -->\n\n\
         The engines of `hako` and the parts they are built from. The tests check every claim \
         against exhaustive search on small levels.\n",
    );
    for kind in Kind::ALL {
        let (title, about) = kind.about();
        let _ = write!(out, "\n## {title}\n\n{about}\n\n");
        let is_alias = kind == Kind::Alias;
        out += if is_alias {
            "| name | stands for | about |\n|---|---|---|\n"
        } else {
            "| name | about | claims | parameters | reference |\n|---|---|---|---|---|\n"
        };
        for it in all(kind) {
            let cells = if let Some(spec) = it.spec {
                format!("`{spec}` | {}", it.about)
            } else {
                let (claims, parameters) = (it.claims.join(", "), it.explained.join("<br>"));
                format!("{} | {claims} | {parameters} | {}", it.about, it.reference)
            };
            let _ = writeln!(out, "| `{}` | {cells} |", it.name);
        }
    }
    out
}
