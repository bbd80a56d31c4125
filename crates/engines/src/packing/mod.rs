//! Packing order: fills the goals phase by phase, in an order found by taking the solved
//! position apart.
//!
//! ```text
//!   #######     The goals on the right must be filled before the one at the door. Taken apart,
//!   #  #..#     the box at the door leaves first, then the other two: two phases, played in
//!   #  ...#     reverse. If the order needs a box out of the way for a time, the box is parked,
//!   #######     and its parking square is a target like a goal until the box moves on.
//! ```
//!
//! The forward search greedily fills targets in the order of the phases. Only sound rules prune
//! it, so a wrong order costs time but never the solution.
//! After Damgaard's YASS, as far as its method is described.
#![expect(clippy::cast_possible_wrap, reason = "scores and what they count are small")]

mod access;
mod claims;
mod order;
mod plan;
mod score;
mod search;
mod straight;
mod turns;
mod variant;
mod workspace;

pub(crate) use turns::ENTRY;
