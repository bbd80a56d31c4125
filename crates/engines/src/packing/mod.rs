//! Packing order: fill the goals phase by phase, in an order found by taking the solved
//! position apart.
//!
//! ```text
//!   #######     The goals on the right must be filled before the one at the door. Taken apart,
//!   #  #..#     the box at the door goes first, then the other two: two phases, played the
//!   #  ...#     other way round. Where the order needs a box out of the way for a time, it is
//!   #######     parked, and its parking square is a target like a goal until its time comes.
//! ```
//!
//! The search forward is greedy for targets filled in the order of the phases; only sound
//! rules cut its tree, so that a wrong order costs time and never the solution.
//! After Damgaard's YASS, as far as its workings are described.
#![expect(clippy::cast_possible_wrap, reason = "scores and what they count are small")]

mod access;
mod claims;
mod manner;
mod order;
mod plan;
mod score;
mod search;
mod straight;
mod turns;
mod work;

pub(crate) use turns::ENTRY;
