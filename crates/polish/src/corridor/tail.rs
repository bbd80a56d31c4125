//! The *tail* of a state: what the cost of the next step depends on besides boxes and player.
//!
//! Moves and pushes need no tail. Box lines and pushing sessions need to know whether the last step
//! was a push and in which direction, player lines its direction, box changes the box pushed last.
//! Only what the scale counts is kept, so that states are not split unnecessarily.

use hakooshi_board::Square;
use hakooshi_level::{Dir, Metric, Score};

use crate::scale::{Cost, Scale};

/// The tail of a state, packed.
///
/// ```text
///   bits 0-1 direction | 2 direction known | 3 a push | 4-19 square of the box pushed last
/// ```
pub(super) type Tail = u32;

const DIR_KNOWN: Tail = 1 << 2;
const PUSH: Tail = 1 << 3;
const BOX_SHIFT: u32 = 4;

/// Computes the costs of steps.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what is counted, independently")]
pub(super) struct Steps {
    scale: Scale,
    walk: Cost,
    push: Cost,
    keeps_dir: bool,
    keeps_push_dir: bool,
    keeps_push: bool,
    keeps_box: bool,
}

impl Steps {
    pub(super) fn new(scale: Scale) -> Self {
        let (lines, turns) = (scale.has(Metric::BoxLines), scale.has(Metric::PlayerLines));
        let walk = Score { moves: 1, ..Score::default() };
        Self {
            scale,
            walk: scale.delta(&walk),
            push: scale.delta(&Score { pushes: 1, ..walk }),
            keeps_dir: turns,
            keeps_push_dir: lines || turns,
            keeps_push: lines || scale.has(Metric::PushingSessions),
            keeps_box: scale.has(Metric::BoxChanges),
        }
    }

    /// Whether tails matter.
    pub(super) const fn have_tails(&self) -> bool {
        self.keeps_push_dir || self.keeps_push || self.keeps_box
    }

    /// The cost of a walk of one step, and the tail after it.
    #[inline]
    pub(super) fn walk(&self, tail: Tail, dir: Dir) -> (Cost, Tail) {
        if !self.have_tails() {
            return (self.walk, 0);
        }
        let score = Score { player_lines: u32::from(turns(tail, dir)), ..Score::default() };
        let dir = if self.keeps_dir { DIR_KNOWN | dir.index() as Tail } else { 0 };
        (self.walk + self.scale.delta(&score), tail >> BOX_SHIFT << BOX_SHIFT | dir)
    }

    /// The cost of pushing the box on `from` to its neighbour `to`, and the tail after it.
    #[inline]
    pub(super) fn push(&self, tail: Tail, dir: Dir, from: Square, to: Square) -> (Cost, Tail) {
        if !self.have_tails() {
            return (self.push, 0);
        }
        let pushed = tail & PUSH != 0;
        let score = Score {
            box_lines: u32::from(!pushed || turns(tail, dir)),
            box_changes: u32::from(tail >> BOX_SHIFT != Tail::from(from.number())),
            pushing_sessions: u32::from(!pushed),
            player_lines: u32::from(turns(tail, dir)),
            ..Score::default()
        };
        (self.push + self.scale.delta(&score), self.after_push(dir, to))
    }

    /// The tail after a push of a box to `to`.
    pub(super) const fn after_push(&self, dir: Dir, to: Square) -> Tail {
        let mut tail = 0;
        if self.keeps_push_dir {
            tail |= DIR_KNOWN | dir.index() as Tail;
        }
        if self.keeps_push {
            tail |= PUSH;
        }
        if self.keeps_box {
            tail |= (to.number() as Tail) << BOX_SHIFT;
        }
        tail
    }
}

/// Whether a step in direction `dir` changes direction; the first step does.
#[inline]
const fn turns(tail: Tail, dir: Dir) -> bool {
    tail & DIR_KNOWN == 0 || tail & 3 != dir.index() as Tail
}
