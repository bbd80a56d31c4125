//! Advisors: each looks for one kind of progress among the moves of a position and proposes the
//! best such move, if there is one. A proposed move has difficulty zero.
//!
//! No advisor proposes a move that undoes a step of the plan.

use std::cmp::Reverse;

use hakooshi_board::analysis::UNREACHABLE;

use super::scene::{Candidate, Features, Statics};
use crate::cells::best_of;

/// With no more moves than this, one is always easy: with so little choice, calling every move
/// difficult gains nothing. Set by judgement.
pub(super) const FEW_MOVES: usize = 2;

/// Marks proposed moves as easy.
pub(super) fn advise(statics: &Statics, now: &Features, candidates: &mut [Candidate]) {
    let proposals = [
        pack(now, candidates),
        join(now, candidates),
        link(now, candidates),
        cool(now, candidates),
        recall(statics, now, candidates),
        open(statics, now, candidates),
        explore(statics, now, candidates),
    ];
    for at in proposals.into_iter().flatten() {
        candidates[at].difficulty = 0;
    }
    if candidates.len() <= FEW_MOVES
        && let Some(at) = best_of(candidates, |it| Some(it.rank))
    {
        candidates[at].difficulty = 0;
    }
}

/// Whether a move keeps every step of the plan done so far.
fn keeps(now: &Features, it: &Candidate) -> bool {
    it.features.packed >= now.packed
}

/// The next step of the plan.
fn pack(now: &Features, candidates: &[Candidate]) -> Option<usize> {
    best_of(candidates, |it| (it.features.packed > now.packed).then_some(it.rank))
}

/// Fewer regions.
fn join(now: &Features, candidates: &[Candidate]) -> Option<usize> {
    best_of(candidates, |it| {
        (keeps(now, it) && it.features.regions < now.regions).then_some(it.rank)
    })
}

/// Fewer closed links between rooms.
fn link(now: &Features, candidates: &[Candidate]) -> Option<usize> {
    best_of(candidates, |it| (keeps(now, it) && it.features.closed < now.closed).then_some(it.rank))
}

/// Fewer hotspots.
fn cool(now: &Features, candidates: &[Candidate]) -> Option<usize> {
    best_of(candidates, |it| (keeps(now, it) && it.features.hot < now.hot).then_some(it.rank))
}

fn is_reversible(statics: &Statics, it: &Candidate) -> bool {
    statics.board.between().pushes(it.moved.to, it.moved.from) != UNREACHABLE
}

/// A box moved away from the squares where it would be a stray.
fn recall(statics: &Statics, now: &Features, candidates: &[Candidate]) -> Option<usize> {
    if now.strays == 0 {
        return None;
    }
    let packed = now.packed as usize;
    best_of(candidates, |it| {
        let from = statics.plan.steps_to_stray(packed, it.moved.from);
        let to = statics.plan.steps_to_stray(packed, it.moved.to);
        let serves = keeps(now, it)
            && it.features.regions <= now.regions
            && it.features.closed <= now.closed
            && it.features.strays <= now.strays
            && to > from
            && is_reversible(statics, it);
        serves.then_some((from, Reverse(to), it.rank))
    })
}

/// A box moved away from the square to be filled next, unless that square can be filled now.
fn open(statics: &Statics, now: &Features, candidates: &[Candidate]) -> Option<usize> {
    if candidates.iter().any(|it| it.features.packed > now.packed) {
        return None;
    }
    let next = statics.plan.next(now.packed as usize)?;
    let walks = statics.board.between().walks(next);
    best_of(candidates, |it| {
        let (from, to) = (walks[it.moved.from.index()], walks[it.moved.to.index()]);
        let serves = keeps(now, it)
            && it.features.regions <= now.regions
            && it.features.closed <= now.closed
            && to >= from;
        serves.then_some((from, Reverse(to), it.rank))
    })
}

/// A reversible move that makes a new push of another box possible.
fn explore(statics: &Statics, now: &Features, candidates: &[Candidate]) -> Option<usize> {
    best_of(candidates, |it| {
        (keeps(now, it) && it.explores && is_reversible(statics, it)).then_some(it.rank)
    })
}
