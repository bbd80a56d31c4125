//! Engines for levels that the textbook cannot solve.
//!
//! Each is a search that can be paused and resumed, so that a scheduler may give several of
//! them turns on one level.
#![forbid(unsafe_code)]

pub mod dead_sets;
