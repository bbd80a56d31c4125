//! A report as data: one flat object per level and engine, the same on the command line, in the
//! page and in comparisons. Scripts depend on it: existing fields are stable, new ones may be added.

use std::collections::BTreeMap;

use hakooshi_level::{Level, LevelId, Score, VerifiedSolution};
use hakooshi_search::{Objective, Stop};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::solve::Options;
use crate::{Report, SolveError, Status};

/// Whether a level was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// A solution was found and replayed.
    Solved,
    /// Proved to have no solution.
    Unsolvable,
    /// Neither solved nor proved unsolvable.
    #[default]
    Unknown,
    /// The level could not be read.
    Invalid,
}

/// Where an error lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ErrorKind {
    /// The level cannot be read.
    Level,
    /// The level is too large for the engines.
    TooLarge,
    /// An external solver is missing, crashed or gave an invalid answer.
    Solver,
    /// An external solver claims a solution that does not solve the level.
    Wrong,
    /// A bug: an engine crashed or gave a wrong solution.
    Fault,
}

/// The six metrics of a solution as fields of a record, or none of them without a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Counts {
    /// Every step of the player, pushes included.
    pub moves: Option<u32>,
    /// Steps that move a box.
    pub pushes: Option<u32>,
    /// Runs of consecutive pushes in one direction.
    pub box_lines: Option<u32>,
    /// Pushes of another box than the push before; the first push counts.
    pub box_changes: Option<u32>,
    /// Runs of consecutive pushes.
    pub pushing_sessions: Option<u32>,
    /// Runs of consecutive steps in one direction.
    pub player_lines: Option<u32>,
}

impl From<Score> for Counts {
    fn from(score: Score) -> Self {
        Self {
            moves: Some(score.moves),
            pushes: Some(score.pushes),
            box_lines: Some(score.box_lines),
            box_changes: Some(score.box_changes),
            pushing_sessions: Some(score.pushing_sessions),
            player_lines: Some(score.player_lines),
        }
    }
}

/// The result of one engine on one level.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Record {
    /// The file or collection the level came from.
    pub file: String,
    /// Place in the file, from one.
    pub index: usize,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// The level's 128-bit id in hexadecimal, if it could be read.
    pub id: Option<String>,
    /// Whether it was solved.
    pub status: Outcome,
    /// The limit that ended the search without an answer, or before the solution was proved best.
    #[cfg_attr(feature = "serde", serde(with = "by_name::stop"))]
    pub stop: Option<Stop>,
    /// What is wrong with an invalid level, or how the engine failed.
    pub error: Option<String>,
    /// Where that error lies.
    pub error_kind: Option<ErrorKind>,
    /// The engine, with every default written out.
    pub engine: String,
    /// What a comparison calls the engine.
    pub label: Option<String>,
    /// What to minimise.
    #[cfg_attr(feature = "serde", serde(with = "by_name::objective"))]
    pub goal: Objective,
    /// What the engine guarantees to minimise, which may be less than the goal or something else.
    #[cfg_attr(feature = "serde", serde(with = "by_name::objective"))]
    pub guarantee: Objective,
    /// Whether that guarantee, or that there is no solution, is proved.
    pub proved: bool,
    /// Whether the solution is proved best in the goal.
    pub optimal: bool,
    /// No solution has fewer pushes (moves, if moves come first) than this.
    pub lower_bound: Option<u32>,
    /// How much shorter a best solution can be at most, as a fraction of this one: (count − lower
    /// bound) / count.
    pub gap: Option<f64>,
    /// The solution.
    pub lurd: Option<String>,
    /// Its six metrics.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub counts: Counts,
    /// Its actions in the engine's space.
    pub depth: Option<u32>,
    /// Of several searches, the one that found it.
    pub found_by: Option<String>,
    /// Pushes of the solution as the engine found it, if polish was tried.
    pub found_pushes: Option<u32>,
    /// Its moves.
    pub found_moves: Option<u32>,
    /// Seconds of polish, included in `time_s`.
    pub polish_s: Option<f64>,
    /// Boxes of the level.
    pub boxes: Option<usize>,
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
    /// The largest size of the open list.
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

impl Record {
    /// The record of a report. The caller adds where the level came from.
    pub fn new(report: &Report) -> Self {
        let stats = &report.stats;
        let by_test = stats.deadlocks.iter().map(|&(test, count)| (test.to_owned(), count));
        let record = Self {
            status: match &report.status {
                Status::Solved(_) => Outcome::Solved,
                Status::Unsolvable => Outcome::Unsolvable,
                Status::Unknown(_) => Outcome::Unknown,
            },
            stop: report.stop(),
            engine: report.engine.clone(),
            goal: report.objective,
            guarantee: report.guarantee,
            proved: report.proved,
            optimal: report.is_optimal(),
            lower_bound: report.lower_bound,
            gap: report.gap(),
            found_pushes: report.polished.map(|found| found.pushes),
            found_moves: report.polished.map(|found| found.moves),
            polish_s: report.polished.map(|found| found.time.as_secs_f64()),
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
        };
        match &report.status {
            Status::Solved(solution) => Self {
                // A solution joined from two searches has no length in the actions of one.
                depth: Some(stats.depth).filter(|&depth| depth > 0 || solution.score().pushes == 0),
                found_by: stats.last_turn.as_deref().map(str::to_owned),
                ..record.with_solution(solution)
            },
            _ => record,
        }
    }

    /// The record of a search that gave no report.
    pub fn failed(error: &SolveError) -> Self {
        let kind = match error {
            SolveError::Compile(_) => ErrorKind::TooLarge,
            SolveError::Search(_) => ErrorKind::Solver,
            _ => ErrorKind::Fault,
        };
        Self::error(kind, error.to_string())
    }

    /// The record of something that went wrong.
    pub fn error(kind: ErrorKind, message: impl Into<String>) -> Self {
        let status = if kind == ErrorKind::Level { Outcome::Invalid } else { Outcome::Unknown };
        Self { status, error: Some(message.into()), error_kind: Some(kind), ..Self::default() }
    }

    /// The same with what was asked for, as a report would say it.
    #[must_use]
    pub fn asked(self, options: &Options) -> Self {
        let goal = options.objective;
        match options.engine.choose(goal) {
            Ok(spec) => {
                Self { engine: spec.to_string(), goal, guarantee: spec.guarantee(goal), ..self }
            }
            Err(_) => Self { engine: options.engine.to_string(), goal, ..self },
        }
    }

    /// The same with what is known of the level itself.
    #[must_use]
    pub fn of_level(self, level: &Level) -> Self {
        Self {
            title: level.title.clone(),
            id: Some(LevelId::of(level).to_string()),
            boxes: Some(level.boxes()),
            ..self
        }
    }

    /// The same, solved in this way.
    #[must_use]
    pub fn with_solution(self, solution: &VerifiedSolution) -> Self {
        Self {
            status: Outcome::Solved,
            lurd: Some(solution.moves().to_string()),
            counts: solution.score().into(),
            ..self
        }
    }

    /// The level as it can be asked for again.
    pub fn name(&self) -> String {
        format!("{}:{}", self.file, self.index)
    }

    /// Whether there is a solution.
    pub fn is_solved(&self) -> bool {
        self.status == Outcome::Solved
    }
}

/// Writes enums of the search crate as their names.
#[cfg(feature = "serde")]
mod by_name {
    pub(super) mod objective {
        use hakooshi_search::Objective;
        use serde::{Deserialize, Deserializer, Serializer, de::Error};

        #[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
        pub(crate) fn serialize<S: Serializer>(it: &Objective, to: S) -> Result<S::Ok, S::Error> {
            to.serialize_str(it.name())
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Objective, D::Error> {
            let name = String::deserialize(from)?;
            Objective::from_name(&name).ok_or_else(|| D::Error::custom(format!("no goal {name:?}")))
        }
    }

    pub(super) mod stop {
        use hakooshi_search::Stop;
        use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

        #[expect(
            clippy::ref_option,
            clippy::trivially_copy_pass_by_ref,
            reason = "what serde calls"
        )]
        pub(crate) fn serialize<S: Serializer>(
            it: &Option<Stop>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            it.map(Stop::name).serialize(to)
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<Stop>, D::Error> {
            let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
            let stop = Stop::from_name(&name);
            stop.map(Some).ok_or_else(|| D::Error::custom(format!("no stop {name:?}")))
        }
    }
}
