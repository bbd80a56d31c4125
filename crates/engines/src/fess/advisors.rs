//! Advisors: each looks for one kind of progress among the moves of a position and proposes the
//! best such move, if there is one. A proposed move has difficulty zero.
//!
//! No advisor proposes a move that undoes a step of the plan.

use std::cmp::Reverse;

use hakooshi_board::analysis::UNREACHABLE;

use super::scene::{Candidate, Features, Statics};
use crate::scenes::best_of;

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

#[cfg(test)]
mod tests {
    use hakooshi_board::{BoxMove, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::fess::empty_board::EmptyingMove;
    use crate::fess::plan::FillPlan;

    const ROOM: &str = "##########\n#        #\n#@ $  $ .#\n#       .#\n##########";

    const NOW: Features =
        Features { packed: 1, regions: 3, closed: 1, strays: 0, hot: 2, distance: 10 };

    /// The room with a plan that fills the lower goal first, and moves `from` a column of the row
    /// of boxes `to` another, with features and a rank.
    fn advised(moves: &[((u16, u16), Features, u64)]) -> Vec<u8> {
        let level: Level = ROOM.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let at = |row, col| board.square_at(Cell::new(row, col));
        let undone = [(2, 8), (3, 8)].map(|(row, col)| EmptyingMove {
            moved: BoxMove { from: at(row, col), to: at(2, 3), player: at(1, 1) },
            removes: true,
        });
        let live = board.live().clone();
        let plan = std::sync::Arc::new(FillPlan::new(&board, &live, &[], &undone));
        let statics = Statics { board: board.clone(), live, plan, prefers_near: false };
        let candidate = |&((from, to), features, rank): &((u16, u16), Features, u64)| Candidate {
            moved: BoxMove { from: at(2, from), to: at(2, to), player: at(1, 1) },
            difficulty: 1,
            features,
            rank,
            explores: false,
            looked_at: false,
        };
        let mut candidates: Vec<Candidate> = moves.iter().map(candidate).collect();
        advise(&statics, &NOW, &mut candidates);
        candidates.iter().map(|it| it.difficulty).collect()
    }

    #[test]
    fn each_advisor_proposes_its_best_and_none_undoes_the_plan() {
        let moves = [
            ((3, 8), Features { packed: 2, ..NOW }, 50),
            // Best in every way, but it gives up what is packed.
            ((3, 4), Features { packed: 0, regions: 1, closed: 0, hot: 0, ..NOW }, 1),
            ((3, 5), Features { regions: 2, ..NOW }, 30),
            ((6, 5), Features { regions: 2, ..NOW }, 40),
            ((6, 4), Features { closed: 0, ..NOW }, 60),
            ((6, 7), Features { hot: 1, ..NOW }, 70),
            ((3, 2), NOW, 80),
        ];
        assert_eq!(advised(&moves), [0, 1, 0, 1, 0, 0, 1]);
    }

    #[test]
    fn the_next_square_is_cleared_if_it_cannot_be_filled() {
        // The next square is the upper goal. The nearest box that moves away is proposed; one that
        // comes nearer is not.
        let moves = [((6, 7), NOW, 10), ((6, 5), NOW, 20), ((6, 4), NOW, 30), ((3, 2), NOW, 5)];
        assert_eq!(advised(&moves), [1, 1, 0, 1]);
        // With little choice the best rank is easy as well.
        assert_eq!(advised(&[((6, 7), NOW, 10), ((3, 4), NOW, 20)]), [0, 1]);
    }
}
