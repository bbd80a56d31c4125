//! Text to levels and back: one file per format.

mod error;
mod xsb;

pub use error::{Problem, ReadError};
