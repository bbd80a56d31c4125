//! The two ways of making and following a packing order. Each solves levels that the other does
//! not. The weights were set by judgement; only the two sets as a whole were compared, by the
//! levels each solves.

use super::order::RemovalRules;

/// How the packing order is found and followed.
#[derive(Debug)]
pub(super) struct Variant {
    /// Rules for taking the solved position apart; the first that yield an order are used.
    pub(super) rules: &'static [RemovalRules],
    /// Whether a box must be parked as planned before the next phase begins.
    pub(super) must_park: bool,
    /// The weight of the distance from the box just pushed to the nearest open target.
    pub(super) nearness: i32,
    /// The weight of the cost of filling the next target.
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

/// Few boxes are parked, and whatever blocks the next target is cleared away first.
pub(super) static RELAXED: Variant =
    Variant { rules: &[ANY_REMOVAL], must_park: false, nearness: 0, access: 2 };
