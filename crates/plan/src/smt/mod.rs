//! Plans by satisfiability modulo theories, as in Banković, "Automated solving of Sokoban
//! puzzle using artificial intelligence": the state after each step as integers and arrays, or
//! as bit-vectors, one formula for each length, given to a solver that runs beside this
//! program.

mod bv;
mod cells;
mod engine;
mod grid;
mod lia;
mod locate;
mod masks;
pub(crate) mod model;
mod process;
mod script;

pub(crate) use engine::{BV, LIA};
pub(crate) use script::{Script, Theory};

/// Which constraints are added to those of the report, and what a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Extras {
    /// No box on a square from which it cannot reach a goal.
    pub(crate) dead_squares: bool,
    /// No two boxes that cannot both be brought home.
    pub(crate) dead_pairs: bool,
    /// Each box can reach a goal in the steps left.
    pub(crate) distances: bool,
    /// The player and each box can come from the start and reach a goal in the moves there are.
    pub(crate) walks: bool,
    /// The player's place is a cell, or a mask, rather than two coordinates.
    pub(crate) cells: bool,
    /// The player does not walk back to where he came from without having pushed.
    pub(crate) no_return: bool,
    /// A step is a push with the walk to it.
    pub(crate) pushes: bool,
}
