//! How promising a position is under the plan: lower is better.
//!
//! Each target filled in its phase is worth as much as a long walk of a box. A push that brings a
//! box nearer to an open target costs nothing, any other costs one. Depending on the variant,
//! the distance of the box just pushed or the cost of filling the next target is added. A box
//! that leaves its target forfeits the target's worth, but the phase is never set back.
//!
//! After the description of Damgaard's YASS, where the box just pushed counts twice as much
//! and leaving a target sets the phase back.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hakooshi_search::Stop;
use hakooshi_search::deadlocks::Freeze;

use super::access::Access;
use super::plan::PhasePlan;
use super::variant::Variant;

/// The worth of a filled target. With 48, 6 of 21 medium levels are solved within 8,000 expansions
/// instead of 7.
const FILLED: i32 = 32;
/// The cost of pushing a box that can reach no open target. Set by judgement.
const LOST: i32 = FILLED / 4;
/// The worth of a push for each open target it comes nearer to. Set by judgement.
const APPROACHED: i32 = 2;

/// The targets of one phase.
#[derive(Debug)]
struct PhaseTargets {
    /// Targets of this and all earlier phases, without parking squares no longer in use.
    required: SquareSet,
    /// Those of `required` that must be filled before the next phase.
    needed: SquareSet,
    /// The number of parking squares no longer in use.
    served: usize,
}

/// Scores positions under a plan.
#[derive(Debug)]
pub(super) struct Score {
    variant: &'static Variant,
    stages: Vec<PhaseTargets>,
    targets: usize,
    /// By square: where its row of `distances` begins, or `NEVER` if it is never a target.
    row: Vec<usize>,
    distances: Vec<u16>,
    /// By square: the phase that fills it for good, or `NEVER`.
    home: Vec<usize>,
    /// By square: the fewest pushes to any goal.
    nearest: Vec<u16>,
}

/// Working memory for scoring.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) freeze: Freeze,
    pub(super) access: Access,
}

/// The score of a position, and what the scores of its children are computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Evaluation {
    pub(super) score: i32,
    /// Pushes so far that came no nearer to any open target.
    pub(super) spent: u16,
    /// The furthest phase reached on the way.
    pub(super) phase: u16,
    /// Targets filled.
    pub(super) filled: u16,
}

/// Marks a square without a phase or a row.
const NEVER: usize = usize::MAX;

impl Score {
    /// `Err` if `look` says so, which is called for each target.
    pub(super) fn new(
        board: &Board,
        plan: &PhasePlan,
        variant: &'static Variant,
        mut look: impl FnMut() -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let squares = board.table_len();
        let mut score = Self {
            variant,
            stages: Vec::with_capacity(plan.phases.len()),
            targets: plan.targets(),
            row: vec![NEVER; squares],
            distances: Vec::new(),
            home: vec![NEVER; squares],
            nearest: Vec::new(),
        };
        let mut filled = board.empty_set();
        for (number, phase) in plan.phases.iter().enumerate() {
            for target in &phase.targets {
                look()?;
                let blocked = |square| square != target.square && filled.contains(square);
                score.row[target.square.index()] = score.distances.len();
                score.distances.extend(pushes_to(board, target.square, blocked));
            }
            for target in phase.targets.iter().filter(|target| target.until.is_none()) {
                score.home[target.square.index()] = number;
                filled.insert(target.square);
            }
            let (mut required, mut served) = (board.empty_set(), 0);
            let mut needed = board.empty_set();
            for target in plan.phases[..=number].iter().flat_map(|phase| &phase.targets) {
                if target.until.is_none_or(|until| until > number) {
                    required.insert(target.square);
                    if target.until.is_none() || variant.must_park {
                        needed.insert(target.square);
                    }
                } else {
                    served += 1;
                }
            }
            score.stages.push(PhaseTargets { required, needed, served });
        }
        let goals: Vec<Square> = board.goals().iter().collect();
        let to_goals = Distances::to_nearest(board, &goals);
        score.nearest =
            (0..squares).map(|index| to_goals.least(0, Square::from_index(index))).collect();
        Ok(score)
    }

    /// A lower bound of all scores.
    pub(super) fn least(&self) -> i32 {
        -(self.targets as i32 + 1) * (FILLED + APPROACHED)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.distances.len() * size_of::<u16>()
    }

    /// The evaluation of the start.
    pub(super) fn of_start(&self, position: &Position) -> Evaluation {
        let phase = self.advance(position, 0);
        let filled = self.filled(position, phase);
        let score = self.bound(position) - filled * FILLED;
        Evaluation { score, spent: 0, phase: phase as u16, filled: filled as u16 }
    }

    /// The evaluation of `position`, reached by a push of one square from a position evaluated as
    /// `before`. `reach` must be filled for `position`.
    pub(super) fn after(
        &self,
        before: Evaluation,
        (position, reach): (&Position, &Reach),
        (from, to): (Square, Square),
        scratch: &mut Scratch,
    ) -> Evaluation {
        let phase = usize::from(before.phase);
        let (approached, nearest) = self.approach(position, phase, from, to);
        let spent = before.spent.saturating_add(u16::from(approached == 0));
        let now = self.advance(position, phase);
        let filled = self.filled(position, now);
        let bound = self.bound(position);
        let mut score = i32::from(spent) + bound - filled * FILLED - approached * APPROACHED;
        score += match nearest {
            UNREACHABLE => self.variant.nearness + LOST,
            pushes => self.variant.nearness * (1 + i32::from(pushes)),
        };
        score += bound / 2 * self.too_early(position, now, &mut scratch.freeze);
        if let Some(stage) = self.stages.get(now).filter(|_| self.variant.access > 0) {
            let open = self.open(position, now);
            score +=
                self.variant.access * scratch.access.of(position, reach, &stage.required, open);
        }
        Evaluation { score, spent, phase: now as u16, filled: filled as u16 }
    }

    /// The number of open targets a push comes nearer to, and the pushes left to the nearest.
    fn approach(&self, position: &Position, phase: usize, from: Square, to: Square) -> (i32, u16) {
        let (mut approached, mut nearest) = (0, UNREACHABLE);
        let mut look = |target: Square| {
            let row = &self.distances[self.row[target.index()]..];
            approached += i32::from(row[to.index()] < row[from.index()]);
            nearest = nearest.min(row[to.index()]);
        };
        // The square just filled was open before the push.
        if self.stages.get(phase).is_some_and(|stage| stage.required.contains(to)) {
            look(to);
        }
        self.open(position, phase).for_each(&mut look);
        (approached, nearest)
    }

    /// Whether a box may leave `from` in this phase without giving up a target.
    pub(super) fn may_leave(&self, phase: usize, from: Square) -> bool {
        self.stages.get(phase).is_none_or(|stage| !stage.required.contains(from))
    }

    /// The empty targets up to this phase.
    pub(super) fn open<'a>(
        &'a self,
        position: &'a Position,
        phase: usize,
    ) -> impl Iterator<Item = Square> + 'a {
        let stage = self.stages.get(phase).into_iter();
        stage.flat_map(|stage| stage.required.iter()).filter(|&at| position.is_free(at))
    }

    /// Whether `square` is an empty target up to this phase.
    pub(super) fn is_open(&self, position: &Position, phase: usize, square: Square) -> bool {
        !self.may_leave(phase, square) && position.is_free(square)
    }

    /// The first phase from `phase` on that has an open target.
    fn advance(&self, position: &Position, phase: usize) -> usize {
        let done = |stage: &&PhaseTargets| stage.needed.is_subset(position.occupied());
        phase + self.stages[phase..].iter().take_while(done).count()
    }

    /// Targets filled up to this phase.
    fn filled(&self, position: &Position, phase: usize) -> i32 {
        let Some(stage) = self.stages.get(phase) else { return self.targets as i32 };
        stage.served as i32 + stage.required.common(position.occupied()) as i32
    }

    /// A lower bound on the pushes left: every box to its nearest goal.
    fn bound(&self, position: &Position) -> i32 {
        position.boxes().iter().map(|square| i32::from(self.nearest[square.index()])).sum()
    }

    /// The number of boxes frozen on goals of later phases.
    fn too_early(&self, position: &Position, phase: usize, freeze: &mut Freeze) -> i32 {
        let later = |square: &&Square| {
            let home = self.home[square.index()];
            home != NEVER && home > phase
        };
        let early = position.boxes().iter().filter(later);
        early.filter(|&&square| freeze.is_frozen(position, square)).count() as i32
    }
}

/// By square: the fewest pushes of a lone box to `target` around `blocked` squares, whatever the
/// player's side.
fn pushes_to(board: &Board, target: Square, blocked: impl Fn(Square) -> bool) -> Vec<u16> {
    let mut distances = vec![UNREACHABLE; board.table_len()];
    distances[target.index()] = 0;
    let mut queue = vec![target];
    let mut next = 0;
    while next < queue.len() {
        let square = queue[next];
        next += 1;
        for dir in Dir::ALL {
            let before = board.step(square, dir);
            let player = board.step(before, dir);
            let shut = before.is_wall() || player.is_wall() || blocked(before) || blocked(player);
            if !shut && distances[before.index()] == UNREACHABLE {
                distances[before.index()] = distances[square.index()] + 1;
                queue.push(before);
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hakooshi_board::{Push, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;
    use crate::packing::plan::TakenApart;
    use crate::packing::variant::{RELAXED, STRICT};

    /// Two goals in a row, and a plan that fills the right one first.
    const ROW: &str = "##########\n#        #\n#@ $ $ ..#\n#        #\n##########";

    fn at(board: &Board, row: u16, col: u16) -> Square {
        board.square_at(Cell::new(row, col))
    }

    /// The evaluations along pushes, each from a cell, the first that of the start.
    fn along(
        variant: &'static Variant,
        pushes: &[((u16, u16), Dir)],
    ) -> (Score, Position, Vec<Evaluation>) {
        let level: Level = ROW.parse().expect("a level");
        let (board, mut position) = compile(&level).expect("small");
        let removed = |col| TakenApart::Removed(vec![at(&board, 2, col)]);
        let plan = PhasePlan::from_steps(&[removed(7), removed(8)]);
        let score = Score::new(&board, &plan, variant, || Ok(())).expect("nobody stops it");
        let mut scratch = scratch(&board);
        let mut reach = Reach::new(&board);
        let mut evaluations = vec![score.of_start(&position)];
        for &((row, col), dir) in pushes {
            let from = at(&board, row, col);
            let _ = position.push(&board, Push { from, dir });
            reach.fill(&board, &position);
            let before = evaluations[evaluations.len() - 1];
            let way = (from, board.step(from, dir));
            evaluations.push(score.after(before, (&position, &reach), way, &mut scratch));
        }
        (score, position, evaluations)
    }

    fn scratch(board: &Arc<Board>) -> Scratch {
        Scratch { freeze: Freeze::new(board), access: Access::new(board) }
    }

    #[test]
    fn along_the_plan_counts_equal_those_from_scratch_and_scores_fall() {
        let right: Vec<_> = (5..8)
            .map(|col| ((2, col), Dir::Right))
            .chain((3..7).map(|col| ((2, col), Dir::Right)))
            .collect();
        for variant in [&STRICT, &RELAXED] {
            for count in 0..=right.len() {
                let (score, position, evaluations) = along(variant, &right[..count]);
                let scratch = score.of_start(&position);
                let last = evaluations[count];
                assert_eq!((last.phase, last.filled), (scratch.phase, scratch.filled));
                assert_eq!(last.spent, 0, "every push came nearer to an open target");
                assert!(last.score >= score.least());
            }
            let (.., evaluations) = along(variant, &right);
            assert_eq!(evaluations[3].filled, 1);
            assert_eq!((evaluations[7].filled, evaluations[7].phase), (2, 2));
            assert!(evaluations[7].score < evaluations[3].score);
            assert!(evaluations[3].score < evaluations[0].score);
        }
    }

    #[test]
    fn a_target_of_a_later_phase_counts_only_then_and_phases_are_never_set_back() {
        // The goal of the second phase is filled on the way; then the box is on the first.
        let to_goals: Vec<_> = (5..8).map(|col| ((2, col), Dir::Right)).collect();
        let (.., evaluations) = along(&STRICT, &to_goals);
        let filled: Vec<(u16, u16)> = evaluations.iter().map(|it| (it.phase, it.filled)).collect();
        assert_eq!(filled, [(0, 0), (0, 0), (0, 0), (1, 1)]);
        // Pushed off the target again, it costs the target and a push.
        let mut off = to_goals;
        off.push(((2, 8), Dir::Up));
        let (score, position, evaluations) = along(&STRICT, &off);
        assert_eq!((evaluations[4].phase, evaluations[4].filled), (1, 0));
        assert_eq!(evaluations[4].spent, 1);
        assert_eq!(score.of_start(&position).phase, 0);
    }
}
