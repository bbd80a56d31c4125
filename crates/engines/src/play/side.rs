//! What differs between the two directions of play, beside the move itself: where boxes may
//! stand, where play begins and ends, and what shows that a position is hopeless.

use hakooshi_board::movegen::{Pulling, Pushing, Way};
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hakooshi_search::deadlocks::{Detector, Freeze, Verdict};
use hakooshi_search::pruning::PiCorral;
use hakooshi_search::space::{landing_for_pulls, landing_for_pushes};

use crate::Case;
use crate::battery::{Battery, Origin, Pairs};
use crate::cells::Boxes;
use crate::dead_sets::Play;
use crate::meet::End;

/// A direction of play.
pub(crate) trait Side: Way + std::fmt::Debug + Sized {
    /// Tells hopeless positions.
    type Judge: Judge;

    /// Where play in this direction comes from.
    const END: End;

    /// Squares that a box may land on.
    fn onto(board: &Board, start: &Position) -> SquareSet;

    /// Where play in this direction begins.
    fn roots(board: &Board, start: &Position) -> Vec<Boxes>;

    /// Whether the walls and other boxes let the box on `square` be moved at all, wherever
    /// the player is.
    fn is_loose(board: &Board, position: &Position, square: Square) -> bool;
}

/// Tells hopeless positions of one direction.
pub(crate) trait Judge: std::fmt::Debug {
    fn new(case: &Case, onto: &SquareSet) -> Self;

    /// The only boxes worth moving, as a set that holds them; `None` for all.
    fn only(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet>;

    /// A cheap look at a move that may be made.
    fn is_dead(&mut self, position: &Position, moved: Square) -> bool;

    /// A close look at a move that has been chosen.
    fn refuses(&mut self, position: &Position) -> bool;

    /// Bytes held.
    fn bytes(&self) -> usize;
}

impl Side for Pushing {
    type Judge = PushJudge;

    const END: End = End::Start;

    fn onto(board: &Board, _: &Position) -> SquareSet {
        landing_for_pushes(board, true)
    }

    fn roots(board: &Board, start: &Position) -> Vec<Boxes> {
        let mut reach = Reach::new(board);
        reach.fill(board, start);
        vec![Boxes { boxes: start.boxes().to_vec(), player: reach.first() }]
    }

    fn is_loose(board: &Board, position: &Position, square: Square) -> bool {
        [Dir::Right, Dir::Down].into_iter().any(|axis| {
            position.is_free(board.step(square, axis))
                && position.is_free(board.step(square, axis.opposite()))
        })
    }
}

impl Side for Pulling {
    type Judge = PullJudge;

    const END: End = End::Goal;

    fn onto(board: &Board, start: &Position) -> SquareSet {
        landing_for_pulls(board, start, true)
    }

    fn roots(board: &Board, _: &Position) -> Vec<Boxes> {
        let boxes: Vec<Square> = board.goals().iter().collect();
        let regions = Reach::new(board).regions(board, &boxes);
        regions.into_iter().map(|(player, _)| Boxes { boxes: boxes.clone(), player }).collect()
    }

    fn is_loose(board: &Board, position: &Position, square: Square) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            let to = board.step(square, dir);
            position.is_free(to) && position.is_free(board.step(to, dir))
        })
    }
}

/// Corrals, frozen boxes and the battery.
#[derive(Debug)]
pub(crate) struct PushJudge {
    corral: PiCorral,
    freeze: Freeze,
    battery: Battery,
    pairs: Pairs,
}

impl Judge for PushJudge {
    fn new(case: &Case, onto: &SquareSet) -> Self {
        let board = &case.board;
        Self {
            pairs: Pairs::new(case, Play::Forward, onto),
            corral: PiCorral::new(board, onto),
            freeze: Freeze::new(board),
            battery: Battery::new(board),
        }
    }

    fn only(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet> {
        self.pairs.count();
        self.corral.choose(position, reach)
    }

    fn is_dead(&mut self, position: &Position, moved: Square) -> bool {
        self.freeze.check_after(position, moved) == Verdict::Dead
            || self.pairs.is_dead(position, moved)
    }

    fn refuses(&mut self, position: &Position) -> bool {
        self.battery.refuses(position).is_some()
    }

    fn bytes(&self) -> usize {
        self.battery.bytes() + self.pairs.bytes()
    }
}

/// Boxes, or pairs of them, that cannot have come from the start.
#[derive(Debug)]
pub(crate) struct PullJudge {
    pairs: Pairs,
    origin: Origin,
}

impl Judge for PullJudge {
    fn new(case: &Case, onto: &SquareSet) -> Self {
        let Case { board, start, .. } = case;
        Self {
            pairs: Pairs::new(case, Play::Backward, onto),
            origin: Origin::new(board, start, onto),
        }
    }

    fn only(&mut self, _: &Position, _: &Reach) -> Option<&SquareSet> {
        self.pairs.count();
        None
    }

    fn is_dead(&mut self, position: &Position, moved: Square) -> bool {
        self.pairs.is_dead(position, moved)
    }

    fn refuses(&mut self, position: &Position) -> bool {
        self.origin.is_out_of_reach(position)
    }

    fn bytes(&self) -> usize {
        self.pairs.bytes() + self.origin.bytes()
    }
}
