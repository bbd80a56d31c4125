//! Weighted IDA*: IDA* with the estimate multiplied by `weight`.
//!
//! As IDA*, with cost plus `weight` times the estimate as the sum. Rounds are fewer and narrower,
//! because a detour exceeds the bound sooner.
//! Complete; the solution costs at most `weight` times the optimum when the heuristic is
//! admissible. Memory: as IDA*. Korf 1993; the overestimation of Rolling Stone.

use super::attempts::RESTART;
use super::deepening::{CACHE, DUPLICATES, Deepened, ENTRIES, EXACT, Limit, RELAX, TABLE};
use super::order::ORDER;
use super::relevance::RELEVANCE;
use super::wastar::{WEIGHT, weigh};
use super::{COUNT, Guide, INERTIA, build_in_space};
use crate::Cost;
use crate::spec::{Param, SearchClaims, SearchEntry};

/// Weighted IDA*.
struct Widastar;

impl Limit for Widastar {
    const INFORMED: bool = true;
    const BOUNDS: bool = false;

    fn key(cost: Cost, estimate: Cost, guide: &Guide) -> Cost {
        weigh(cost, estimate, guide)
    }

    fn rise(guide: &Guide) -> Cost {
        let thousandths = (guide.params.get(RISE.name) * 1000.0) as u32;
        Cost::new(thousandths, 0)
    }
}

/// Weighted sums are close together: without a least rise there are many rounds that add little.
const RISE: Param = Param::number(
    "rise",
    "least rise of the bound from round to round, in pushes",
    0.0,
    (0.0, 1000.0),
);

pub(super) static ENTRY: SearchEntry = SearchEntry {
    name: "widastar",
    title: "weighted IDA*: estimate times `weight`; cost at most `weight` times the optimum",
    reference: "Korf 1993",
    params: &[
        WEIGHT, RISE, TABLE, EXACT, DUPLICATES, CACHE, ENTRIES, INERTIA, COUNT, ORDER, RELEVANCE,
        RELAX, RESTART,
    ],
    claims: SearchClaims {
        optimal: false,
        voided_by: &[EXACT.name, RELEVANCE.name, RESTART.name],
        ..SearchClaims::TEXTBOOK
    },
    build: build_in_space::<Deepened<Widastar>>,
};
