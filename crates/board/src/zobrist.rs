//! One random number per (kind, square), the same on every machine and in every run.

use crate::Square;

/// Key of a box on `square`.
pub(crate) fn of_box(square: Square) -> u64 {
    mix(u64::from(square.number()) << 1)
}

/// Key of the player's region whose first square is `square`.
pub(crate) fn of_player(square: Square) -> u64 {
    mix(u64::from(square.number()) << 1 | 1)
}

/// The output function of Steele's `SplitMix64` generator: a bijection whose values look
/// independent, so equal keys for different squares are impossible.
const fn mix(counter: u64) -> u64 {
    let z = (counter.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
