//! Sokoban as an environment for learning: many games stepped at once, in place.
//!
//! A [`Pool`] holds levels ready to be played, each one row of bytes. A [`Batch`] plays as many
//! games as asked for: one call makes one step in every game and writes rewards, ends and
//! observations into the caller's memory. [`ActionOrder`], [`Rewards`], [`View`] and
//! [`Autoreset`] say what actions mean, what they earn, what the learner sees and what follows
//! the end of a game. [`generate`] makes levels that look like Boxoban's.
//!
//! This crate knows written levels and nothing of search. Its rules are a fast copy of those in
//! `hakooshi-level`, and its tests play both side by side.
#![forbid(unsafe_code)]

mod actions;
mod batch;
pub mod generate;
mod pool;
mod pushes;
mod random;
mod rewards;
mod view;

pub use actions::{ActionOrder, UnknownName};
pub use batch::{Autoreset, Batch, Config, Outputs, StepError};
pub use generate::Recipe;
pub use pool::{Pool, PoolError};
pub use rewards::Rewards;
pub use view::{TILE_KINDS, View, ViewError};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
