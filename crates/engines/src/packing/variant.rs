//! The two ways of making and following a packing order. Each solves levels that the other does
//! not: within 5,000 expansions, the relaxed one alone solves 11 levels of Sasquatch and 30 of
//! Holland, both together 13 and 27. Sasquatch 3 and 40 only the strict one solves, each within a
//! hundred expansions.
//!
//! The numbers here count solved levels out of 21 medium ones within 8,000 expansions
//! (bench/LOG.md, "packing order, second look").

use super::order::RemovalRules;

/// How the packing order is found and followed.
#[derive(Debug)]
pub(super) struct Variant {
    /// Rules for taking the solved position apart; the first that yield an order are used.
    pub(super) rules: &'static [RemovalRules],
    /// Whether a box must be parked as planned before the next phase begins.
    pub(super) must_park: bool,
    /// The weight of the distance from the box just pushed to the nearest open target. Alone it
    /// solves 2, together with `access` also 2.
    pub(super) nearness: i32,
    /// The weight of the cost of filling the next target. Alone it solves 4; the one other weight
    /// tried solved as many but filled fewer targets.
    pub(super) access: i32,
}

const ANY_REMOVAL: RemovalRules = RemovalRules { all_seen: false, far: false };
const STRICT_REMOVAL: RemovalRules = RemovalRules { all_seen: true, far: true };

/// Boxes must come from far away, they are parked where an order needs it, and every parking must
/// be carried out. Relaxed rules are tried where the strict ones yield no order.
pub(super) static STRICT: Variant = Variant {
    rules: &[STRICT_REMOVAL, RemovalRules { far: false, ..STRICT_REMOVAL }, ANY_REMOVAL],
    must_park: true,
    nearness: 1,
    access: 0,
};

/// Few boxes are parked, and whatever blocks the next target is cleared away first. Parking
/// squares not required: 4 → 5; removal by any way: 5 → 7.
pub(super) static RELAXED: Variant =
    Variant { rules: &[ANY_REMOVAL], must_park: false, nearness: 0, access: 2 };
