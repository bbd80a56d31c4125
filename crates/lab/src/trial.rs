//! One level given to one engine, and what came of it: a flat object for scripts, and the
//! source of every table.

use std::collections::BTreeMap;

use hakooshi::{Report, Status};
use serde::{Deserialize, Serialize};

/// What came of one level and one engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The file and the place in it, from one.
    pub level: String,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// What the table calls the engine.
    pub engine: String,
    /// The engine, with every default written out.
    pub spec: String,
    /// `solved`, `unsolvable` or `unknown`.
    pub status: String,
    /// Why an unknown ended: `time`, `memory`, `nodes`, `cancelled`, or null.
    pub stop: Option<String>,
    /// How the engine failed, if it did.
    pub error: Option<String>,
    /// Whether that is a fault of the program: a crash, or a wrong solution.
    pub fault: bool,
    /// What a solution of this engine is best at; not always what was asked for.
    pub guarantee: String,
    /// Whether that, or that there is no solution, is proved.
    pub proved: bool,
    /// Whether the solution is proved best in what was asked for.
    pub optimal: bool,
    /// Pushes of the solution.
    pub pushes: Option<u32>,
    /// Moves of the solution.
    pub moves: Option<u32>,
    /// Actions of the solution in the engine's space.
    pub depth: Option<u32>,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors generated, pruned ones included.
    pub generated: u64,
    /// Successors met before.
    pub duplicates: u64,
    /// Successors pruned, by test.
    pub deadlocks: BTreeMap<String, u64>,
    /// Positions stored.
    pub stored: u64,
    /// The longest the open list has been.
    pub most_open: u64,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// Seconds.
    pub time_s: f64,
    /// Most bytes held by the search.
    pub peak_memory: u64,
    /// Bytes for each position stored.
    pub bytes_per_state: Option<f64>,
}

impl Trial {
    /// The trial of a report; who and where is for the caller to add.
    pub fn of(report: &Report) -> Self {
        let stats = &report.stats;
        let (status, stop, score) = match &report.status {
            Status::Solved(solution) => ("solved", None, Some(solution.score())),
            Status::Unsolvable => ("unsolvable", None, None),
            Status::Unknown(stop) => ("unknown", stop.map(|stop| stop.name().to_owned()), None),
        };
        let by_test = stats.deadlocks.iter().map(|&(test, count)| (test.to_owned(), count));
        Self {
            spec: report.engine.clone(),
            status: status.to_owned(),
            stop,
            guarantee: report.guarantee.name().to_owned(),
            proved: report.proved,
            optimal: report.is_optimal(),
            pushes: score.map(|score| score.pushes),
            moves: score.map(|score| score.moves),
            depth: score.map(|_| stats.depth),
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            deadlocks: by_test.collect(),
            stored: stats.stored,
            most_open: stats.most_open,
            branching: stats.branching(),
            time_s: report.time.as_secs_f64(),
            peak_memory: stats.peak_bytes as u64,
            bytes_per_state: stats.bytes_per_state(),
            ..Self::default()
        }
    }

    /// Whether the level was solved.
    pub fn is_solved(&self) -> bool {
        self.status == "solved"
    }

    /// Whether the question was answered: a solution, or a proof that there is none.
    pub fn is_answered(&self) -> bool {
        self.is_solved() || self.status == "unsolvable"
    }

    /// The result in a word or two, for people.
    pub fn result(&self) -> String {
        match (self.status.as_str(), self.stop.as_deref()) {
            ("solved", _) if self.optimal => "optimal".to_owned(),
            ("unknown", Some("cancelled")) => "interrupted".to_owned(),
            ("unknown", Some(stop)) => format!("out of {stop}"),
            ("unknown", None) if self.error.is_some() => "failed".to_owned(),
            ("unknown", None) => "gave up".to_owned(),
            (status, _) => status.to_owned(),
        }
    }
}
