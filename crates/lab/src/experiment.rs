//! An experiment as a TOML file describes it: which levels, which competitors, which limits.

use serde::Deserialize;
use thiserror::Error;

/// A file such as `bench/suites/xsokoban.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Experiment {
    /// A line for people.
    pub title: String,
    /// What to minimise.
    pub goal: Option<String>,
    /// The time limit, such as `10s` or `2m`.
    pub time: Option<String>,
    /// The limit on positions expanded.
    pub nodes: Option<u64>,
    /// The memory limit of the whole run, such as `4GB`.
    pub memory: Option<String>,
    /// Threads for each trial.
    pub threads: Option<u32>,
    /// Engines, by name or spec.
    pub engines: Vec<String>,
    /// Other programs: names of adapters, or adapter files.
    pub solvers: Vec<String>,
    /// The levels.
    pub sets: Vec<LevelSet>,
}

/// Levels with a name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelSet {
    /// Its name in tables.
    pub name: String,
    /// A file, a collection, or a part of one such as `levels.xsb:1-50`.
    pub levels: String,
    /// Take every so many levels.
    pub every: Option<usize>,
}

/// What is wrong with an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExperimentError {
    /// It is not the TOML that is expected.
    #[error("{0}")]
    Toml(String),
    /// There is nothing to run on.
    #[error("there are no levels; add [[sets]] with name = \"…\" and levels = \"FILE\"")]
    NoSets,
    /// A set lacks something.
    #[error("set {0} has no name, or no levels")]
    Empty(usize),
    /// Two sets of one name.
    #[error("there are two sets called {0:?}")]
    Twice(String),
}

impl Experiment {
    /// The experiment that this TOML describes.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let read: Self =
            toml::from_str(text).map_err(|error| ExperimentError::Toml(error.to_string()))?;
        if read.sets.is_empty() {
            return Err(ExperimentError::NoSets);
        }
        for (place, set) in read.sets.iter().enumerate() {
            if set.name.is_empty() || set.levels.is_empty() || set.every == Some(0) {
                return Err(ExperimentError::Empty(place + 1));
            }
            if read.sets[..place].iter().any(|other| other.name == set.name) {
                return Err(ExperimentError::Twice(set.name.clone()));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_mistakes_are_named() {
        let text = "engines = [\"auto\"]\n[[sets]]\nname = \"A\"\nlevels = \"a.xsb\"\nevery = 3\n";
        let read = Experiment::parse(text).expect("right");
        assert_eq!((read.sets[0].name.as_str(), read.sets[0].every), ("A", Some(3)));
        let wrong = |text: &str| Experiment::parse(text).expect_err("wrong").to_string();
        assert!(wrong("").contains("[[sets]]"));
        assert!(wrong("tiem = \"3s\"").contains("tiem"));
        assert!(wrong(&text.repeat(2)).contains("line"), "{}", wrong(&text.repeat(2)));
        let twice = "[[sets]]\nname = \"A\"\nlevels = \"a\"\n".repeat(2);
        assert!(wrong(&twice).contains("two sets"));
        assert!(wrong("[[sets]]\nname = \"A\"\n").contains("no levels"));
    }
}
