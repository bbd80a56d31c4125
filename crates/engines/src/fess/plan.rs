//! The packing plan: the order in which squares are filled, some of them only for a time.
//!
//! It is the reverse of the backward search. A step puts a box on a square, `until` a later step
//! moves it on. A position has *packed* n steps if every square that the plan wants filled after
//! n steps is filled. A square filled for good becomes a wall; boxes that can then reach none of
//! the squares still to be filled are *strays*, and should leave before they are shut in.

use hakooshi_board::{Board, BoxMove, Square, SquareSet};
use hakooshi_level::Dir;

use super::empty_board::EmptyingMove;

/// The box is never moved on.
const FOR_GOOD: u16 = u16::MAX;

/// One step: a box put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) to: Square,
    /// The step that moves the box on.
    until: u16,
}

#[derive(Debug)]
pub(crate) struct FillPlan {
    steps: Vec<Placement>,
    /// By number of steps done: squares where a box is a stray, or will be after the next change.
    stray: Vec<SquareSet>,
    /// By number of steps done: steps from each square to the nearest such square.
    from_stray: Vec<Vec<u16>>,
}

impl FillPlan {
    /// The plan that reverses backward `moves`, which left `boxes` on the board.
    pub(crate) fn new(
        board: &Board,
        live: &SquareSet,
        boxes: &[Square],
        moves: &[EmptyingMove],
    ) -> Self {
        let steps = steps(board, boxes, moves);
        let zones: Vec<SquareSet> =
            (0..=steps.len()).map(|done| stray_squares(board, live, &steps, done)).collect();
        // Boxes must leave before the zone changes, so each stage looks ahead to the next one.
        let next = |done: usize| {
            zones[done..].iter().find(|&zone| *zone != zones[done]).unwrap_or(&zones[done])
        };
        let stray: Vec<SquareSet> = (0..zones.len()).map(|done| next(done).clone()).collect();
        let mut from_stray: Vec<Vec<u16>> = Vec::with_capacity(stray.len());
        for (done, zone) in stray.iter().enumerate() {
            let before = done.checked_sub(1).filter(|&before| stray[before] == *zone);
            let walks = before
                .map_or_else(|| board.walks_from(zone.iter()), |before| from_stray[before].clone());
            from_stray.push(walks);
        }
        Self { steps, stray, from_stray }
    }

    /// The number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The square to fill after `packed` steps.
    pub(crate) fn next(&self, packed: usize) -> Option<Square> {
        self.steps.get(packed).map(|step| step.to)
    }

    /// The number of steps packed by the boxes on `occupied`.
    #[inline]
    pub(crate) fn packed(&self, occupied: &SquareSet) -> usize {
        let mut packed = self.steps.len();
        for (at, step) in self.steps.iter().enumerate().rev() {
            if usize::from(step.until) >= packed && !occupied.contains(step.to) {
                packed = at;
            }
        }
        packed
    }

    /// The number of strays after `packed` steps.
    #[inline]
    pub(crate) fn strays(&self, packed: usize, occupied: &SquareSet) -> u32 {
        self.stray[packed].common(occupied) as u32
    }

    /// Steps from a square to the nearest square where a box would be a stray.
    #[inline]
    pub(crate) fn steps_to_stray(&self, packed: usize, square: Square) -> u16 {
        self.from_stray[packed][square.index()]
    }
}

/// The moves reversed: boxes that were left come first, then one step for each move.
fn steps(board: &Board, boxes: &[Square], moves: &[EmptyingMove]) -> Vec<Placement> {
    let moves_on = |&square: &Square| moves.iter().any(|it| !it.removes && it.moved.to == square);
    let mut steps: Vec<Placement> = Vec::with_capacity(boxes.len() + moves.len());
    // Boxes that never move come first: those steps are done from the beginning.
    let (wander, stay): (Vec<Square>, Vec<Square>) = boxes.iter().copied().partition(moves_on);
    for to in stay.into_iter().chain(wander) {
        steps.push(Placement { to, until: FOR_GOOD });
    }
    // By square: the step that last put a box there.
    let mut holder: Vec<Option<usize>> = vec![None; board.table_len()];
    for (at, step) in steps.iter().enumerate() {
        holder[step.to.index()] = Some(at);
    }
    for &EmptyingMove { moved: BoxMove { from, to, .. }, removes } in moves.iter().rev() {
        let at = steps.len();
        if !removes && let Some(before) = holder[to.index()].take() {
            if before + 1 == at && before >= boxes.len() {
                // Two moves of the same box in a row are one step.
                steps[before].to = from;
                holder[from.index()] = Some(before);
                continue;
            }
            steps[before].until = at as u16;
        }
        holder[from.index()] = Some(at);
        steps.push(Placement { to: from, until: FOR_GOOD });
    }
    steps
}

/// Squares from which a box can reach no square that the steps from `done` on fill, with the
/// squares filled for good before as walls, whatever the player's side.
fn stray_squares(board: &Board, live: &SquareSet, steps: &[Placement], done: usize) -> SquareSet {
    let mut walls = board.empty_set();
    walls.insert(Square::WALL);
    let filled = |step: &&Placement| step.until == FOR_GOOD;
    walls.extend(steps[..done].iter().filter(filled).map(|step| step.to));
    let mut reached = board.empty_set();
    let mut stack: Vec<Square> = Vec::new();
    for step in &steps[done..] {
        if !walls.contains(step.to) && !reached.contains(step.to) {
            reached.insert(step.to);
            stack.push(step.to);
        }
    }
    while let Some(square) = stack.pop() {
        for dir in Dir::ALL {
            let before = board.step(square, dir);
            let player = board.step(before, dir);
            if !walls.contains(before) && !walls.contains(player) && !reached.contains(before) {
                reached.insert(before);
                stack.push(before);
            }
        }
    }
    let mut stray = live.clone();
    stray -= &reached;
    stray -= &walls;
    if done == steps.len() {
        stray.clear();
    }
    stray
}

#[cfg(test)]
mod tests {
    use hakooshi_board::{Position, compile};
    use hakooshi_level::{Cell, Level};

    use super::*;

    /// A row of goals at the end of a dead end, filled from the right.
    const ROW: &str = "##########\n#   ######\n#@$$ $ ..#\n#   ####.#\n##########";

    fn moved(board: &Board, from: (u16, u16), to: (u16, u16), removes: bool) -> EmptyingMove {
        let at = |(row, col)| board.square_at(Cell::new(row, col));
        let moved = BoxMove { from: at(from), to: at(to), player: at(to) };
        EmptyingMove { moved, removes }
    }

    #[test]
    fn reversed_moves_are_steps_and_parked_boxes_move_on() {
        let level: Level = ROW.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let live = board.live();
        // The last goal is emptied first; the next box is parked before it leaves.
        let moves = [
            moved(&board, (2, 7), (2, 2), true),
            moved(&board, (2, 8), (2, 6), false),
            moved(&board, (3, 8), (2, 3), true),
            moved(&board, (2, 6), (2, 5), true),
        ];
        let plan = FillPlan::new(&board, live, &[], &moves);
        let at = |row, col| board.square_at(Cell::new(row, col));
        let order: Vec<Square> = (0..plan.len()).filter_map(|done| plan.next(done)).collect();
        assert_eq!(order, [at(2, 6), at(3, 8), at(2, 8), at(2, 7)]);
        assert_eq!(plan.packed(start.occupied()), 0);
        let packed =
            |squares: &[Square]| plan.packed(Position::new(&board, squares, at(1, 1)).occupied());
        assert_eq!(packed(&[at(2, 6)]), 1);
        assert_eq!(packed(&[at(3, 8)]), 0, "the parked box is missing");
        assert_eq!(packed(&[at(2, 6), at(3, 8)]), 2);
        assert_eq!(packed(&[at(2, 8), at(3, 8)]), 3);
        assert_eq!(packed(&[at(2, 8), at(3, 8), at(2, 7)]), 4);
    }

    #[test]
    fn boxes_shut_out_by_the_next_step_are_strays() {
        // The corner goal can be filled from above only while the box below is elsewhere.
        let level: Level = "#######\n#@    #\n# $ $ #\n#   ..#\n#######".parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        let live = board.live();
        let at = |row, col| board.square_at(Cell::new(row, col));
        let moves = [moved(&board, (3, 5), (2, 2), true), moved(&board, (3, 4), (2, 4), true)];
        let plan = FillPlan::new(&board, live, &[], &moves);
        assert_eq!(plan.next(0), Some(at(3, 4)));
        // Once (3, 4) is filled nothing on its left along the bottom wall gets past it.
        let occupied = Position::new(&board, &[at(3, 3)], at(1, 1));
        assert_eq!(plan.strays(0, occupied.occupied()), 1);
        assert_eq!(plan.steps_to_stray(0, at(3, 3)), 0);
    }
}
