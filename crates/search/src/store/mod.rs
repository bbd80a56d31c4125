//! Positions met, each stored once in packed form and named by a small number.

mod bounded;
mod layout;
mod table;
mod transpositions;

pub use bounded::{Bounded, Leaf, Place};
pub use layout::Layout;
pub use table::{Met, StateId, Store};
pub use transpositions::Transpositions;
