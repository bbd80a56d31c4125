//! Advisors: each looks at the moves of a position with one thing in mind and proposes the
//! best, if any serves it. A proposed move counts as no difficulty at all.
//!
//! None proposes a move that undoes a step of the plan.

use std::cmp::Reverse;

use hakooshi_board::analysis::UNREACHABLE;

use super::scene::{Features, Kid, Statics};
use crate::cells::best_of;

/// Makes proposed moves easy.
pub(super) fn advise(statics: &Statics, now: &Features, kids: &mut [Kid]) {
    let proposals = [
        pack(now, kids),
        join(now, kids),
        link(now, kids),
        cool(now, kids),
        recall(statics, now, kids),
        open(statics, now, kids),
        explore(statics, now, kids),
    ];
    for at in proposals.into_iter().flatten() {
        kids[at].hop.weight = 0;
    }
    // Where there is hardly a choice, nothing is gained by calling it difficult.
    if kids.len() <= 2
        && let Some(at) = best_of(kids, |kid| Some(kid.rank))
    {
        kids[at].hop.weight = 0;
    }
}

fn keeps(now: &Features, kid: &Kid) -> bool {
    kid.features.packed >= now.packed
}

/// The next step of the plan.
fn pack(now: &Features, kids: &[Kid]) -> Option<usize> {
    best_of(kids, |kid| (kid.features.packed > now.packed).then_some(kid.rank))
}

/// Fewer regions.
fn join(now: &Features, kids: &[Kid]) -> Option<usize> {
    best_of(kids, |kid| (keeps(now, kid) && kid.features.regions < now.regions).then_some(kid.rank))
}

/// Fewer closed links between rooms.
fn link(now: &Features, kids: &[Kid]) -> Option<usize> {
    best_of(kids, |kid| (keeps(now, kid) && kid.features.closed < now.closed).then_some(kid.rank))
}

/// Fewer hotspots.
fn cool(now: &Features, kids: &[Kid]) -> Option<usize> {
    best_of(kids, |kid| (keeps(now, kid) && kid.features.hot < now.hot).then_some(kid.rank))
}

fn is_reversible(statics: &Statics, kid: &Kid) -> bool {
    statics.pushes(kid.hop.to, kid.hop.from) != UNREACHABLE
}

/// A stray brought out of the way of the door that is about to shut.
fn recall(statics: &Statics, now: &Features, kids: &[Kid]) -> Option<usize> {
    if now.strays == 0 {
        return None;
    }
    let packed = now.packed as usize;
    best_of(kids, |kid| {
        let from = statics.plan.steps_to_stray(packed, kid.hop.from);
        let to = statics.plan.steps_to_stray(packed, kid.hop.to);
        let serves = keeps(now, kid)
            && kid.features.regions <= now.regions
            && kid.features.closed <= now.closed
            && kid.features.strays <= now.strays
            && to > from
            && is_reversible(statics, kid);
        serves.then_some((from, Reverse(to), kid.rank))
    })
}

/// A box taken away from the square that is to be filled next.
fn open(statics: &Statics, now: &Features, kids: &[Kid]) -> Option<usize> {
    if kids.iter().any(|kid| kid.features.packed > now.packed) {
        return None;
    }
    let next = statics.plan.next(now.packed as usize)?;
    let walks = &statics.walks[next.index()];
    best_of(kids, |kid| {
        let (from, to) = (walks[kid.hop.from.index()], walks[kid.hop.to.index()]);
        let serves = keeps(now, kid)
            && kid.features.regions <= now.regions
            && kid.features.closed <= now.closed
            && to >= from;
        serves.then_some((from, Reverse(to), kid.rank))
    })
}

/// A move that can be taken back and lets another box be pushed as it could not before.
fn explore(statics: &Statics, now: &Features, kids: &[Kid]) -> Option<usize> {
    best_of(kids, |kid| {
        (keeps(now, kid) && kid.explores && is_reversible(statics, kid)).then_some(kid.rank)
    })
}
