//! Move generation: one file per kind of action.
//!
//! Generators append to a caller's buffer and never allocate per call. They list every legal
//! action; the mask of squares a box may land on is the only pruning done here.

mod perft;
mod pulls;
mod pushes;
mod relocations;
mod steps;

pub use perft::{perft_pulls, perft_pushes, perft_steps};
pub use pulls::pulls;
pub use pushes::pushes;
pub use relocations::{PulledRelocations, Relocation, Relocations, RelocationsBy};
pub use steps::{StepUndo, apply_step, steps, undo_step};
