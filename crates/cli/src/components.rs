//! The parts of engines as the registry tells them: what `hako list` shows, and the text of
//! `docs/components.md`.

use std::fmt::Write as _;

use hakooshi::search::spec::{ALIASES, DEAD_SQUARES, Entry, Param, SPACES};
use hakooshi::search::{algorithms, deadlocks, heuristics, pruning};
use hakooshi::{engines, plan};
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
                "`--engine NAME`: made in one piece, for levels that the algorithms below cannot \
                 solve; the solution is any. *Complete*: an exhausted search proves that there \
                 is no solution.",
            ),
            Self::Planner => (
                "Planners",
                "`--engine NAME(…)`: formulas for plans of a given length, for longer and longer \
                 ones ([planning.md](planning.md)). An exhausted planner has proved that there is \
                 no solution.",
            ),
            Self::Algorithm => (
                "Algorithms",
                "`--engine NAME(…)`. *Complete*: an exhausted search proves that there is no \
                 solution. *Optimal*: with an admissible heuristic and sound tests the solution \
                 is best in what the goal asks for, or in the measure named.",
            ),
            Self::Alias => (
                "Aliases",
                "`--engine NAME`: the programs of the reports. Parts can be set anew, as in \
                 `sokokids(table=off)`.",
            ),
            Self::Heuristic => (
                "Heuristics",
                "`--engine 'ALGORITHM(h=NAME)'`. *Admissible*: never more than the pushes left. \
                 *Consistent*: never falls by more than the push made. *Safe*: calls only \
                 hopeless positions hopeless.",
            ),
            Self::Deadlock => (
                "Deadlock tests",
                "`--engine 'ALGORITHM(deadlocks=[NAME, …])'`. *Sound*: says dead only where that \
                 is so.",
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
    let default = match (param.range, param.default) {
        ((0.0, 1.0), 0.0) => "off".to_owned(),
        ((0.0, 1.0), _) => "on".to_owned(),
        (_, number) => number.to_string(),
    };
    format!("{}={default}", param.name)
}

/// The claims that hold.
fn held<const N: usize>(claims: [(bool, &'static str); N]) -> Vec<&'static str> {
    claims.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
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
            let engines = engines::ALL.iter().map(|entry| {
                Component::new(
                    kind,
                    entry,
                    held([
                        (entry.claims.complete, "complete"),
                        (entry.claims.repeatable, "repeatable"),
                    ]),
                )
            });
            std::iter::once(auto).chain(engines).collect()
        }
        Kind::Planner => plan::ALL
            .iter()
            .map(|entry| {
                let optimal = match entry.claims.counts {
                    plan::Counts::Pushes => "optimal in pushes",
                    plan::Counts::Moves => "optimal in moves",
                };
                Component::new(kind, entry, vec!["complete", optimal])
            })
            .collect(),
        Kind::Algorithm => algorithms::ALL
            .iter()
            .map(|entry| {
                let claims = entry.claims;
                let optimal = match claims.measure {
                    algorithms::Measure::Objective => "optimal",
                    algorithms::Measure::Actions => "optimal in actions",
                    algorithms::Measure::Pushes => "optimal in pushes",
                };
                let claims = held([
                    (claims.complete, "complete"),
                    (claims.optimal, optimal),
                    (!claims.informed, "asks no heuristic"),
                    (claims.only.is_some(), "push space only"),
                ]);
                Component::new(kind, entry, claims)
            })
            .collect(),
        Kind::Alias => ALIASES
            .iter()
            .chain(plan::ALIASES)
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
            let tests =
                tests.map(|it| Component::new(kind, it, held([(it.claims.sound, "sound")])));
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
        "# Components\n\n<!-- Written by `hako list --markdown`; a test keeps it so. -->\n\n\
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
