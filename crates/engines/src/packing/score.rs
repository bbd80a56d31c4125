//! How promising a position is for the plan: the fewer the better.
//!
//! Every target filled in its turn is worth as much as a walk across the board. Pushes that
//! bring a box nearer to an open target cost nothing, others one each; and either the box just
//! pushed or the next target to be filled should not have far to go. A target given up again
//! is open again and costs what it was worth, but the phases do not go back.
//!
//! After Damgaard's YASS as described, where the box just pushed counts twice what it does
//! here, and a target given up sets the phase back.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hakooshi_search::deadlocks::Freeze;

use super::access::Access;
use super::manner::Manner;
use super::plan::PhasePlan;

/// What a filled target is worth.
const FILLED: i32 = 32;
/// What it costs to push a box that can get to no open target.
const LOST: i32 = FILLED / 4;
/// What an open target is worth to a push that comes nearer to it.
const APPROACHED: i32 = 2;

/// What has to be filled in one phase.
#[derive(Debug)]
struct Stage {
    /// Targets of this and all earlier phases, but for parking squares that have served.
    required: SquareSet,
    /// Those of them that hold the next phase up.
    needed: SquareSet,
    /// How many have served.
    served: usize,
}

/// The plan with its distances.
#[derive(Debug)]
pub(super) struct Score {
    manner: &'static Manner,
    stages: Vec<Stage>,
    targets: usize,
    /// By square: where its row of distances begins, if it is ever a target.
    row: Vec<usize>,
    distances: Vec<u16>,
    /// By square: the phase that fills it for good.
    home: Vec<usize>,
    /// By square: the least pushes to any goal.
    nearest: Vec<u16>,
}

/// What the scoring of a position needs room for.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) freeze: Freeze,
    pub(super) access: Access,
}

/// What a position has behind it and before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) score: i32,
    /// Pushes so far that came nearer to no open target.
    pub(super) spent: u16,
    /// The furthest phase reached on the way.
    pub(super) phase: u16,
    /// Targets filled.
    pub(super) filled: u16,
}

/// No phase, no row.
const NEVER: usize = usize::MAX;

impl Score {
    pub(super) fn new(board: &Board, plan: &PhasePlan, manner: &'static Manner) -> Self {
        let squares = board.table_len();
        let mut score = Self {
            manner,
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
                    if target.until.is_none() || manner.must_park {
                        needed.insert(target.square);
                    }
                } else {
                    served += 1;
                }
            }
            score.stages.push(Stage { required, needed, served });
        }
        let goals: Vec<Square> = board.goals().iter().collect();
        let to_goals = Distances::to_nearest(board, &goals);
        score.nearest =
            (0..squares).map(|index| to_goals.least(0, Square::from_index(index))).collect();
        score
    }

    /// No score is less than this.
    pub(super) fn least(&self) -> i32 {
        -(self.targets as i32 + 1) * (FILLED + APPROACHED)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.distances.len() * size_of::<u16>()
    }

    /// The standing of a position that nothing led to.
    pub(super) fn of_start(&self, position: &Position) -> Standing {
        let phase = self.advance(position, 0);
        let filled = self.filled(position, phase);
        let score = self.bound(position) - filled * FILLED;
        Standing { score, spent: 0, phase: phase as u16, filled: filled as u16 }
    }

    /// The standing of `position`, reached from one that stood at `before` by pushing a box
    /// `from` one square `to` its neighbour. `reach` is filled for it.
    pub(super) fn after(
        &self,
        before: Standing,
        (position, reach): (&Position, &Reach),
        (from, to): (Square, Square),
        tools: &mut Tools,
    ) -> Standing {
        let phase = usize::from(before.phase);
        let (approached, nearest) = self.approach(position, phase, from, to);
        let spent = before.spent.saturating_add(u16::from(approached == 0));
        let now = self.advance(position, phase);
        let filled = self.filled(position, now);
        let bound = self.bound(position);
        let mut score = i32::from(spent) + bound - filled * FILLED - approached * APPROACHED;
        score += match nearest {
            UNREACHABLE => self.manner.nearness + LOST,
            pushes => self.manner.nearness * (1 + i32::from(pushes)),
        };
        score += bound / 2 * self.too_early(position, now, &mut tools.freeze);
        if let Some(stage) = self.stages.get(now).filter(|_| self.manner.access > 0) {
            let open = self.open(position, now);
            score += self.manner.access * tools.access.of(position, reach, &stage.required, open);
        }
        Standing { score, spent, phase: now as u16, filled: filled as u16 }
    }

    /// How many open targets a push comes nearer to, and how far it is then to the nearest.
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

    /// Whether a box on `from` may leave it in this phase without giving up a target.
    pub(super) fn may_leave(&self, phase: usize, from: Square) -> bool {
        self.stages.get(phase).is_none_or(|stage| !stage.required.contains(from))
    }

    /// The targets up to this phase that no box stands on.
    pub(super) fn open<'a>(
        &'a self,
        position: &'a Position,
        phase: usize,
    ) -> impl Iterator<Item = Square> + 'a {
        let stage = self.stages.get(phase).into_iter();
        stage.flat_map(|stage| stage.required.iter()).filter(|&at| position.is_free(at))
    }

    /// Whether `square` is a target up to this phase that no box stands on.
    pub(super) fn is_open(&self, position: &Position, phase: usize, square: Square) -> bool {
        !self.may_leave(phase, square) && position.is_free(square)
    }

    /// The first phase from `phase` on that has an open target.
    fn advance(&self, position: &Position, phase: usize) -> usize {
        let done = |stage: &&Stage| stage.needed.is_subset(position.occupied());
        phase + self.stages[phase..].iter().take_while(done).count()
    }

    /// Targets filled up to this phase.
    fn filled(&self, position: &Position, phase: usize) -> i32 {
        let Some(stage) = self.stages.get(phase) else { return self.targets as i32 };
        stage.served as i32 + stage.required.common(position.occupied()) as i32
    }

    /// Every box to its nearest goal.
    fn bound(&self, position: &Position) -> i32 {
        position.boxes().iter().map(|square| i32::from(self.nearest[square.index()])).sum()
    }

    /// How many boxes are frozen on goals whose phase has not come.
    fn too_early(&self, position: &Position, phase: usize, freeze: &mut Freeze) -> i32 {
        let later = |square: &&Square| {
            let home = self.home[square.index()];
            home != NEVER && home > phase
        };
        let early = position.boxes().iter().filter(later);
        early.filter(|&&square| freeze.is_frozen(position, square)).count() as i32
    }
}

/// The pushes from each square that bring a lone box to `target` with some squares `blocked`,
/// wherever the player is.
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
