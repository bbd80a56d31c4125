//! A record with the circumstances in which it was made: one line of `records.jsonl`.
//!
//! Every line says everything, so that lines of several runs can be put together and read by other programs
//! without a second file.

use hakooshi::Record;
use serde::{Deserialize, Serialize};

/// One competitor on one level in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trial {
    /// What `hako solve` would report. `label` is the competitor's name.
    #[serde(flatten)]
    pub record: Record,
    /// The name of the set that the level belongs to.
    pub set: String,
    /// The limits for each trial.
    pub limits: TrialLimits,
    /// The seed: which competitor begins at each level, and `{seed}` of other programs.
    pub seed: u64,
    /// The place of the competitor in the list of the run, from one; zero in records without it. Trials end
    /// in any order, and reports show competitors in that of the list.
    pub competitor: usize,
    /// When the trial ended, in seconds since 1970.
    pub ended: u64,
    /// Processes that were running or waiting to, on average over the last minute.
    pub load: Option<f64>,
    /// The machine.
    pub machine: Machine,
    /// This program.
    pub program: Program,
}

/// What a trial may use.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrialLimits {
    /// Seconds.
    pub time_s: Option<f64>,
    /// Positions expanded.
    pub nodes: Option<u64>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Threads.
    pub threads: usize,
    /// Trials at the same time.
    pub jobs: usize,
    /// Whether each job has cores of its own.
    pub pinned: bool,
    /// What seconds are: `wall`, or `processor` for time on processors.
    pub clock: String,
}

impl Default for TrialLimits {
    fn default() -> Self {
        let clock = "wall".to_owned();
        Self { time_s: None, nodes: None, memory: None, threads: 0, jobs: 0, pinned: false, clock }
    }
}

/// A machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// Its cores.
    pub cores: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// The operating system and the architecture.
    pub system: String,
}

/// A version of this program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Program {
    /// The version.
    pub version: String,
    /// The commit it was built from, if that is known.
    pub commit: Option<String>,
    /// Whether there were changes that were not committed.
    pub dirty: Option<bool>,
}

impl Trial {
    /// The competitor's name.
    pub fn label(&self) -> &str {
        self.record.label.as_deref().unwrap_or(&self.record.engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_read_again_and_so_can_one_of_solve() {
        let record = Record {
            file: "f.xsb".to_owned(),
            index: 3,
            label: Some("astar".to_owned()),
            time_s: 0.25,
            ..Record::default()
        };
        let limits = TrialLimits { time_s: Some(10.0), threads: 1, ..TrialLimits::default() };
        let trial = Trial { record: record.clone(), limits, seed: 7, ..Trial::default() };
        let line = serde_json::to_string(&trial).expect("plain data");
        assert!(line.starts_with("{\"file\":\"f.xsb\",\"index\":3,"), "{line}");
        assert_eq!(serde_json::from_str::<Trial>(&line).expect("the same"), trial);
        let bare = serde_json::to_string(&record).expect("plain data");
        let read: Trial = serde_json::from_str(&bare).expect("a record alone");
        assert_eq!((read.label(), &read.record), ("astar", &record));
    }
}
