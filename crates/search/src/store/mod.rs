//! Positions met, each stored once in packed form and named by a small number.

mod layout;
mod table;

pub use layout::Layout;
pub use table::{Met, StateId, Store};
