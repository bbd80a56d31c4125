//! HOT. Rows of an assignment problem looked at in vectors of eight columns.
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's instructions"
)]

use fearless_simd::i32x8;
use fearless_simd::prelude::*;

use super::rows::{FORBIDDEN, LANES};

/// The length of the shortest path from a row straight to a column.
#[inline(always)]
pub(super) fn least_straight<S: Simd>(simd: S, row: &[i32], column_price: &[i32]) -> i32 {
    let mut least = i32x8::splat(simd, FORBIDDEN);
    for (cost, price) in lanes(row).iter().zip(lanes(column_price)) {
        least = least.min(vector(simd, cost) - vector(simd, price));
    }
    least_of(least)
}

/// The lengths of the paths that lead from a row straight to a column; returns the least.
#[inline(always)]
pub(super) fn begin<S: Simd>(
    simd: S,
    length: &mut [i32],
    row: &[i32],
    column_price: &[i32],
) -> i32 {
    let mut least = i32x8::splat(simd, FORBIDDEN);
    let straight = lanes(row).iter().zip(lanes(column_price));
    for (length, (cost, price)) in lanes_mut(length).iter_mut().zip(straight) {
        let straight = vector(simd, cost) - vector(simd, price);
        least = least.min(straight);
        straight.store_array(length);
    }
    least_of(least)
}

/// The first column with this length, which must be there. Without a branch: where it is cannot be
/// predicted.
#[inline(always)]
pub(super) fn place_of<S: Simd>(simd: S, wanted: i32, length: &[i32]) -> usize {
    let (wanted, none) = (i32x8::splat(simd, wanted), i32x8::splat(simd, i32::MAX));
    let mut first = none;
    let mut number = i32x8::from_fn(simd, |at| (at as u32).cast_signed());
    for length in lanes(length) {
        first = first.min(vector(simd, length).simd_eq(wanted).select(number, none));
        number += i32x8::splat(simd, const { LANES as u32 }.cast_signed());
    }
    least_of(first).cast_unsigned() as usize
}

#[inline(always)]
pub(super) fn vector<S: Simd>(simd: S, lanes: &[i32; LANES]) -> i32x8<S> {
    i32x8::load_array_ref(simd, lanes)
}

#[inline(always)]
pub(super) fn least_of<S: Simd>(least: i32x8<S>) -> i32 {
    let least = least.to_array();
    let half: [i32; 4] = std::array::from_fn(|at| least[at].min(least[at + 4]));
    half[0].min(half[1]).min(half[2].min(half[3]))
}

#[inline(always)]
pub(super) fn lanes(all: &[i32]) -> &[[i32; LANES]] {
    all.as_chunks().0
}

#[inline(always)]
pub(super) fn lanes_mut(all: &mut [i32]) -> &mut [[i32; LANES]] {
    all.as_chunks_mut().0
}
