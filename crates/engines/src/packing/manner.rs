//! Manners of following a packing order. Each solves levels that the other does not.

use super::order::Rules;

/// How the order is found and followed.
#[derive(Debug)]
pub(super) struct Manner {
    /// Rules for taking apart, the first under which an order is found.
    pub(super) rules: &'static [Rules],
    /// Whether a box must be parked as planned before the next phase comes.
    pub(super) must_park: bool,
    /// The weight of the distance of the box just pushed to the nearest open target.
    pub(super) nearness: i32,
    /// The weight of how far the next target is from being filled.
    pub(super) access: i32,
}

const LOOSE: Rules = Rules { all_seen: false, far: false };
const STRICT: Rules = Rules { all_seen: true, far: true };

/// Boxes must have come a long way, are parked where that makes it possible, and the plan is
/// followed to the letter.
pub(super) static BY_THE_BOOK: Manner = Manner {
    rules: &[STRICT, Rules { far: false, ..STRICT }, LOOSE],
    must_park: true,
    nearness: 1,
    access: 0,
};

/// Few boxes are parked, and what stands in the way of the next is cleared away first.
pub(super) static FREELY: Manner =
    Manner { rules: &[LOOSE], must_park: false, nearness: 0, access: 2 };
