//! What must hold for any input whatever: nothing panics, nothing hangs, and what was accepted
//! means what it says.
//!
//! Each [`Target`] is a function of bytes that panics when something is wrong. Coverage-guided
//! fuzzing (`fuzz/`) and the bounded run of the ordinary tests ([`run()`]) call the same
//! functions; they differ in who makes the inputs.
//!
//! [`attack()`] asks random searches about random levels and compares what they say with an oracle.
#![forbid(unsafe_code)]

mod attack;
pub mod corpus;
mod engine_spec;
mod level_text;
mod move_text;
mod mutate;
mod run;
mod seeds;

pub use attack::{Falsehood, Summary, Verdict, attack, attack_on};
pub use engine_spec::engine_spec;
pub use level_text::level_text;
pub use move_text::move_text;
pub use mutate::{MAX_INPUT, Mutator};
pub use run::{Failure, Kept, run, shrink};
pub use seeds::shared_samples;

/// A function of arbitrary bytes with texts to start from.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, also of its file and of the fuzz target.
    pub name: &'static str,
    /// Panics if something is wrong.
    pub body: fn(&[u8]),
    /// Good inputs, from which bad ones are made.
    pub seeds: &'static [&'static str],
    /// Pieces that mean something to the reader, or nearly do.
    pub tokens: &'static [&'static str],
}

/// Every target.
pub static TARGETS: [Target; 3] = [
    Target {
        name: "level_text",
        body: level_text,
        seeds: seeds::LEVELS,
        tokens: seeds::LEVEL_TOKENS,
    },
    Target { name: "move_text", body: move_text, seeds: seeds::GAMES, tokens: seeds::GAME_TOKENS },
    Target {
        name: "engine_spec",
        body: engine_spec,
        seeds: seeds::SPECS,
        tokens: seeds::SPEC_TOKENS,
    },
];

/// A number from the input, for choices that should not need bytes of their own.
fn fingerprint(data: &[u8]) -> usize {
    data.iter().fold(data.len(), |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}
