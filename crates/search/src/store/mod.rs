//! Closed lists: states in packed form, each stored once and identified by a small number.

mod bounded;
mod index;
mod layout;
mod table;
mod transpositions;

pub use bounded::{BoundedNode, BoundedTree, Place};
pub use layout::Layout;
pub(crate) use layout::copy;
pub use table::{Inserted, StateId, Store};
pub use transpositions::Transpositions;
