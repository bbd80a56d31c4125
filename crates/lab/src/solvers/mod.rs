//! Other programs as competitors.
//!
//! An [`Adapter`], read from a TOML file, says how a program is started, how it is given a level and where
//! in its output the solution is. A [`Solver`] runs it on a level, within the same limits of time and memory
//! as an engine. What it claims counts only if the verifier can replay it; a claim that it cannot replay is
//! recorded as wrong.

mod adapter;
mod answer;
mod attempt;
mod folder;
mod words;

pub use adapter::{Adapter, AdapterError, Answer, Form};
pub use attempt::Solver;

/// The adapters that come with the program: name and text.
pub static ADAPTERS: &[(&str, &str)] = &[
    ("festival", include_str!("../../adapters/festival.toml")),
    ("fess-cli", include_str!("../../adapters/fess-cli.toml")),
    ("yass", include_str!("../../adapters/yass.toml")),
    ("jsoko", include_str!("../../adapters/jsoko.toml")),
    ("sokoban", include_str!("../../adapters/sokoban.toml")),
    ("sokodun", include_str!("../../adapters/sokodun.toml")),
    ("mkornreich", include_str!("../../adapters/mkornreich.toml")),
    ("hako", include_str!("../../adapters/hako.toml")),
    ("generic", include_str!("../../adapters/generic.toml")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_adapter_that_comes_along_can_be_read() {
        for (name, text) in ADAPTERS {
            let adapter = Adapter::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!adapter.name.is_empty(), "{name}");
        }
    }
}
