//! Child processes that end with their parent, and with everything they start.
//!
//! A [`Leash`] holds a program started by an [`Order`]; [`Gathered`] is what it writes, and [`find`] looks
//! a program up on the search path. [`resident`] is the memory of this process.
#![forbid(unsafe_code)]

mod leash;
mod lookup;
mod memory;
mod pipes;

pub use leash::{Leash, Order};
pub use lookup::find;
pub use memory::resident;
pub use pipes::{Gathered, Keep};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
