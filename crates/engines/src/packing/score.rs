//! How promising a position is for the plan: the fewer the better.
//!
//! Every target filled in its turn is worth as much as a walk across the board. Pushes that
//! bring a box nearer to an open target of the phase cost nothing, others one each; and the
//! box just pushed should not be far from where it could be of use. The weights are those of
//! Damgaard's YASS as described, but for that last one, which counts once here and twice there.

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::{Board, Position, Square};
use hakooshi_level::Dir;
use hakooshi_search::deadlocks::Freeze;

use super::plan::{Plan, Target};

/// What a filled target is worth.
const FILLED: i32 = 32;
/// Phases at the end in which boxes may leave their targets again.
const FREE_PHASES: usize = 2;

/// The plan with its distances.
#[derive(Debug)]
pub(super) struct Score {
    plan: Plan,
    /// Distances to the targets, by target counted through all phases, then square.
    distances: Vec<u16>,
    squares: usize,
    /// By phase: the number of its first target counted through all phases.
    first: Vec<usize>,
    /// By square: the phase that fills it for good.
    home: Vec<usize>,
    /// By square: the least pushes to any goal.
    nearest: Vec<u16>,
}

/// What a position has behind it and before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) score: i32,
    /// Pushes so far that came nearer to no open target.
    pub(super) spent: u16,
    pub(super) phase: u16,
}

/// No phase.
const NEVER: usize = usize::MAX;

impl Score {
    pub(super) fn new(board: &Board, plan: Plan) -> Self {
        let squares = board.table_len();
        let mut first = Vec::with_capacity(plan.phases.len());
        let mut distances = Vec::with_capacity(plan.targets() * squares);
        let mut home = vec![NEVER; squares];
        let mut filled = board.empty_set();
        for (number, phase) in plan.phases.iter().enumerate() {
            first.push(distances.len() / squares);
            for target in &phase.targets {
                let blocked = |square| square != target.square && filled.contains(square);
                distances.extend(pushes_to(board, target.square, blocked));
            }
            let stays = phase.targets.iter().filter(|target| target.until.is_none());
            for target in stays {
                home[target.square.index()] = number;
                filled.insert(target.square);
            }
        }
        let goals: Vec<Square> = board.goals().iter().collect();
        let to_goals = Distances::to_nearest(board, &goals);
        let nearest =
            (0..squares).map(|index| to_goals.least(0, Square::from_index(index))).collect();
        Self { plan, distances, squares, first, home, nearest }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.distances.len() * size_of::<u16>()
    }

    /// The standing of a position that nothing led to.
    pub(super) fn of_start(&self, position: &Position) -> Standing {
        let phase = self.advance(position, 0);
        let score = self.bound(position) - self.filled(position, phase) * FILLED;
        Standing { score, spent: 0, phase: phase as u16 }
    }

    /// The standing of `position`, reached from one that stood at `before` by pushing a box
    /// `from` one square `to` its neighbour.
    pub(super) fn after(
        &self,
        before: Standing,
        position: &Position,
        from: Square,
        to: Square,
        freeze: &mut Freeze,
    ) -> Standing {
        let phase = usize::from(before.phase);
        let (approached, nearest) = self.approach(position, phase, from, to);
        let spent = before.spent + u16::from(approached == 0);
        let now = self.advance(position, self.set_back(phase, from));
        let bound = self.bound(position);
        let mut score = i32::from(spent) + bound - self.filled(position, now) * FILLED;
        score -= 2 * approached;
        score += match nearest {
            UNREACHABLE => 1 + FILLED / 4,
            pushes => 1 + i32::from(pushes),
        };
        score += bound / 2 * self.too_early(position, now, freeze);
        Standing { score, spent, phase: now as u16 }
    }

    /// How many open targets of the phase a push comes nearer to, and how far it is then to
    /// the nearest.
    fn approach(&self, position: &Position, phase: usize, from: Square, to: Square) -> (i32, u16) {
        let Some(targets) = self.plan.phases.get(phase).map(|phase| &phase.targets) else {
            return (0, 0);
        };
        let (mut approached, mut nearest) = (0, UNREACHABLE);
        for (at, target) in targets.iter().enumerate() {
            // Open before the push: the square just filled is, and so is the one just left,
            // which cannot be approached.
            if target.square != to && position.has_box(target.square) {
                continue;
            }
            let row = &self.distances[(self.first[phase] + at) * self.squares..][..self.squares];
            approached += i32::from(row[to.index()] < row[from.index()]);
            nearest = nearest.min(row[to.index()]);
        }
        (approached, nearest)
    }

    /// Whether a box on `from` may leave it in this phase without the phase being set back.
    pub(super) fn may_leave(&self, phase: usize, from: Square) -> bool {
        let holds = |target: &Target| {
            target.square == from && target.until.is_none_or(|until| until > phase)
        };
        !self.plan.phases.iter().take(phase + 1).flat_map(|phase| &phase.targets).any(holds)
    }

    /// Whether a lone box on `from` can get to some target of this phase.
    pub(super) fn leads_on(&self, phase: usize, from: Square) -> bool {
        let targets = self.plan.phases.get(phase).map_or(0, |phase| phase.targets.len());
        (0..targets).any(|at| {
            self.distances[(self.first[phase] + at) * self.squares + from.index()] != UNREACHABLE
        })
    }

    /// Whether `square` is a target of this phase that no box stands on.
    pub(super) fn is_open(&self, position: &Position, phase: usize, square: Square) -> bool {
        let phase = self.plan.phases.get(phase);
        position.is_free(square)
            && phase.is_some_and(|phase| phase.targets.iter().any(|at| at.square == square))
    }

    /// The phase after a box has left `from`.
    fn set_back(&self, phase: usize, from: Square) -> usize {
        if phase + FREE_PHASES >= self.plan.phases.len() {
            return phase;
        }
        let leaves = |number: &usize| {
            self.plan.phases[*number].targets.iter().any(|target| {
                target.square == from && target.until.is_none_or(|until| until > phase)
            })
        };
        (0..phase).find(leaves).unwrap_or(phase)
    }

    /// The first phase from `phase` on that has an open target.
    fn advance(&self, position: &Position, phase: usize) -> usize {
        let done = |number: &usize| {
            self.plan.phases[*number].targets.iter().all(|target| position.has_box(target.square))
        };
        phase + (phase..self.plan.phases.len()).take_while(done).count()
    }

    /// Targets of the phases done, and those filled of the phase in hand.
    fn filled(&self, position: &Position, phase: usize) -> i32 {
        let now = self.plan.phases.get(phase).map_or(0, |phase| {
            phase.targets.iter().filter(|target| position.has_box(target.square)).count()
        });
        let done = self.first.get(phase).copied().unwrap_or_else(|| self.plan.targets());
        (done + now) as i32
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
