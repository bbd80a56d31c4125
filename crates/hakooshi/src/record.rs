//! A report as data: one flat object per level, the same in every front end. Scripts read
//! it, so names and meanings stay; new fields may come.

use hakooshi_level::VerifiedSolution;
use serde::{Deserialize, Serialize};

use crate::{Report, Status};

/// One level's result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The file or collection the level came from.
    pub file: String,
    /// Place in the file, from one.
    pub index: usize,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// The level's 128-bit id in hexadecimal, if it could be read.
    pub id: Option<String>,
    /// `solved`, `unsolvable`, `unknown` or `invalid`.
    pub status: String,
    /// Why an unknown ended: `time`, `memory`, `nodes`, `cancelled`, or null.
    pub stop: Option<String>,
    /// What is wrong with an invalid level.
    pub error: Option<String>,
    /// The engine, with every default written out.
    pub engine: String,
    /// What was to be minimised: `any`, `pushes`, `moves`, `pushes,moves`, `moves,pushes`.
    #[serde(default)]
    pub goal: String,
    /// What the solution is best at, which may be less than the goal or something else.
    pub guarantee: String,
    /// Whether it is proved to be that, or that there is no solution.
    pub proved: bool,
    /// Whether the solution is proved best in the goal.
    #[serde(default)]
    pub optimal: bool,
    /// No solution has fewer pushes (moves, if moves come first) than this.
    pub lower_bound: Option<u32>,
    /// The solution.
    pub lurd: Option<String>,
    /// Its moves.
    pub moves: Option<u32>,
    /// Its pushes.
    pub pushes: Option<u32>,
    /// Its straight runs of one box.
    pub box_lines: Option<u32>,
    /// Its changes of box.
    pub box_changes: Option<u32>,
    /// Its runs of consecutive pushes.
    pub pushing_sessions: Option<u32>,
    /// Its straight runs of the player.
    pub player_lines: Option<u32>,
    /// Of several searches, the one that found it.
    #[serde(default)]
    pub found_by: Option<String>,
    /// Pushes of the solution as the engine found it, if polish was tried.
    #[serde(default)]
    pub found_pushes: Option<u32>,
    /// Its moves.
    #[serde(default)]
    pub found_moves: Option<u32>,
    /// Seconds of polish, which are among `time_s`.
    #[serde(default)]
    pub polish_s: Option<f64>,
    /// Boxes of the level.
    pub boxes: Option<usize>,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Seconds.
    pub time_s: f64,
    /// Most bytes held by the search.
    pub peak_memory: usize,
}

/// Of several searches, the one that found the solution, if there is one.
fn found_by(report: &Report) -> Option<String> {
    let by = report.stats.last_turn.as_deref()?;
    matches!(report.status, Status::Solved(_)).then(|| by.to_owned())
}

impl Record {
    /// The record of a report; where the level came from is for the caller to add.
    pub fn new(report: &Report) -> Self {
        let (status, stop) = match &report.status {
            Status::Solved(_) => ("solved", None),
            Status::Unsolvable => ("unsolvable", None),
            Status::Unknown(stop) => ("unknown", stop.map(|stop| stop.name().to_owned())),
        };
        let record = Self {
            status: status.to_owned(),
            stop,
            engine: report.engine.clone(),
            goal: report.objective.name().to_owned(),
            guarantee: report.guarantee.name().to_owned(),
            proved: report.proved,
            optimal: report.is_optimal(),
            found_by: found_by(report),
            found_pushes: report.polished.map(|found| found.pushes),
            found_moves: report.polished.map(|found| found.moves),
            polish_s: report.polished.map(|found| found.time.as_secs_f64()),
            lower_bound: report.lower_bound,
            expanded: report.stats.expanded,
            generated: report.stats.generated,
            time_s: report.time.as_secs_f64(),
            peak_memory: report.stats.peak_bytes,
            ..Self::default()
        };
        match &report.status {
            Status::Solved(solution) => record.with_solution(solution),
            _ => record,
        }
    }

    /// What polish has saved, such as `polished from 312/1041 to 280/903`, pushes before
    /// moves; `None` if it was not tried or saved nothing.
    pub fn polish_note(&self) -> Option<String> {
        let (found, now) = (self.found_pushes.zip(self.found_moves)?, self.pushes.zip(self.moves)?);
        (found != now)
            .then(|| format!("polished from {}/{} to {}/{}", found.0, found.1, now.0, now.1))
    }

    fn with_solution(self, solution: &VerifiedSolution) -> Self {
        let score = solution.score();
        Self {
            lurd: Some(solution.moves().to_string()),
            moves: Some(score.moves),
            pushes: Some(score.pushes),
            box_lines: Some(score.box_lines),
            box_changes: Some(score.box_changes),
            pushing_sessions: Some(score.pushing_sessions),
            player_lines: Some(score.player_lines),
            ..self
        }
    }
}
