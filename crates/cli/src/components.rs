//! The parts of engines as the registry tells them: what `hako list` shows, and the text of
//! `docs/components.md`.

use std::fmt::Write as _;

use hakooshi::Objective;
use hakooshi::unstable::REGISTRY;
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
                "`--engine NAME(…)`: for levels that the algorithms below cannot solve; the \
                 solution is any. `deadlocks=[…]` and `pruning=[…]` are set as for algorithms. \
                 Portfolios list searches of any kind, with shares: \
                 `rota(fess*4, backward*8, astar(h=matching_linear))`, or at once: \
                 `fess+backward`. *Complete*: an exhausted search proves that there is no \
                 solution. *Repeatable*: the same course every time, whatever the clock says.",
            ),
            Self::Planner => (
                "Planners",
                "`--engine NAME(…)`: formulas for plans of a given length, for longer and longer \
                 ones ([planning.md](planning.md)). An exhausted `sat` has proved that there is \
                 no solution. *Unchecked*: that rests on the word of another program, so \
                 neither \"optimal\" nor \"no solution\" is called proved.",
            ),
            Self::Algorithm => (
                "Algorithms",
                "`--engine NAME(…)`. *Complete*: an exhausted search proves that there is no \
                 solution. *Optimal*: with an admissible heuristic and sound tests the solution \
                 is best in what the goal asks for, or in the measure named.",
            ),
            Self::Alias => (
                "Aliases",
                "`--engine NAME`: the programs of the reports, settings of engines and \
                 portfolios. Parts can be set anew, as in `sokokids(table=off)`.",
            ),
            Self::Heuristic => (
                "Heuristics",
                "`--engine 'ALGORITHM(h=NAME)'`. *Admissible*: never more than the pushes left. \
                 *Consistent*: never falls by more than the push made. *Safe*: calls only \
                 hopeless positions hopeless.",
            ),
            Self::Deadlock => (
                "Deadlock tests",
                "`--engine 'NAME(deadlocks=[NAME, …])'`, for algorithms and engines. *Sound*: says \
                 dead only where that is so. It judges *pushes*, *pulls* or both; *at expansion*: \
                 it is asked for positions about to be expanded, the others for every position \
                 generated.",
            ),
            Self::Space => {
                ("Spaces", "`--engine 'ALGORITHM(space=NAME)'`: what a state and an action are.")
            }
            Self::Pruning => (
                "Pruning rules",
                "`--engine 'ALGORITHM(pruning=[NAME, …])'`. A rule may keep every solvable \
                 position *solvable*, and may keep a solution with the fewest pushes (*optimal*).",
            ),
        }
    }
}

/// A component.
#[derive(Debug, Serialize)]
pub(crate) struct Component {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) about: String,
    /// What it promises.
    pub(crate) claims: Vec<&'static str>,
    /// Where the idea comes from.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) reference: &'static str,
    /// What may be set, each with its default.
    pub(crate) parameters: Vec<String>,
    /// What an alias stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spec: Option<&'static str>,
}

impl Component {
    fn bare(kind: Kind) -> Self {
        Self {
            kind: kind.name(),
            name: String::new(),
            about: String::new(),
            claims: Vec::new(),
            reference: "",
            parameters: Vec::new(),
            spec: None,
        }
    }

    fn new<C, B>(kind: Kind, entry: &Entry<C, B>, claims: Vec<&'static str>) -> Self {
        Self {
            name: entry.name.to_owned(),
            about: entry.title.to_owned(),
            claims,
            reference: entry.reference,
            parameters: entry.params.iter().map(parameter).collect(),
            ..Self::bare(kind)
        }
    }
}

/// A parameter with its default, switches as `on` and `off`.
fn parameter(param: &Param) -> String {
    format!("{}={}", param.name, param.show(param.default))
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
            (kind == Kind::Algorithm && !informed, "asks no heuristic"),
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
                about: "the best known for the goal".to_owned(),
                ..Component::bare(kind)
            };
            std::iter::once(auto).chain(searches(kind, hakooshi_engines::ALL)).collect()
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
                about: "squares from which no goal can be reached are never pushed onto".to_owned(),
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
         What engines are put together from, as the program's own registry tells it. The test \
         kit checks every claim against exhaustive search.\n",
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
                let parameters = it.parameters.iter().map(|text| format!("`{text}`"));
                let parameters = parameters.collect::<Vec<_>>().join(", ");
                let claims = it.claims.join(", ");
                format!(
                    "{} | {claims} | {parameters} | {}",
                    it.about.replace('|', "\\|"),
                    it.reference
                )
            };
            let _ = writeln!(out, "| `{}` | {cells} |", it.name);
        }
    }
    out
}
