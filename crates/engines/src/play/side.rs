//! What differs between the two directions of play, beside the move itself: where boxes may
//! stand, where play begins and ends, and what shows that a position is hopeless.

use std::sync::Arc;

use hakooshi_board::analysis::{Distances, UNREACHABLE};
use hakooshi_board::movegen::{Pulling, Pushing, Way};
use hakooshi_board::{Board, Position, Reach, Square, SquareSet};
use hakooshi_level::Dir;
use hakooshi_search::deadlocks::{Detector, Freeze, Verdict};
use hakooshi_search::pruning::PiCorral;
use hakooshi_search::space::{landing_for_pulls, landing_for_pushes};

use crate::battery::Battery;
use crate::cells::Boxes;
use crate::pairing::Pairing;

/// A direction of play.
pub(crate) trait Side: Way + std::fmt::Debug + Sized {
    /// Tells hopeless positions.
    type Judge: Judge;

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
    fn new(board: &Arc<Board>, start: &Position, onto: &SquareSet) -> Self;

    /// The only boxes worth moving, as a set that holds them; `None` for all.
    fn only(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet>;

    /// A cheap look at a move that may be made.
    fn is_dead(&mut self, position: &Position, moved: Square) -> bool;

    /// A close look at a move that has been chosen.
    fn refuses(&mut self, position: &Position, moved: Square) -> bool;
}

impl Side for Pushing {
    type Judge = PushJudge;

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
}

impl Judge for PushJudge {
    fn new(board: &Arc<Board>, _: &Position, onto: &SquareSet) -> Self {
        Self {
            corral: PiCorral::new(board, onto),
            freeze: Freeze::new(board),
            battery: Battery::new(board),
        }
    }

    fn only(&mut self, position: &Position, reach: &Reach) -> Option<&SquareSet> {
        self.corral.choose(position, reach)
    }

    fn is_dead(&mut self, position: &Position, moved: Square) -> bool {
        self.freeze.check_after(position, moved) == Verdict::Dead
    }

    fn refuses(&mut self, position: &Position, moved: Square) -> bool {
        self.battery.refuses(position, moved).is_some()
    }
}

/// Boxes that cannot all have come from start squares of their own.
#[derive(Debug)]
pub(crate) struct PullJudge {
    from_start: Distances,
    starts: usize,
    pairing: Pairing,
}

impl Judge for PullJudge {
    fn new(board: &Arc<Board>, start: &Position, _: &SquareSet) -> Self {
        Self {
            from_start: Distances::from(board, start.boxes()),
            starts: start.boxes().len(),
            pairing: Pairing::default(),
        }
    }

    fn only(&mut self, _: &Position, _: &Reach) -> Option<&SquareSet> {
        None
    }

    fn is_dead(&mut self, _: &Position, _: Square) -> bool {
        false
    }

    fn refuses(&mut self, position: &Position, _: Square) -> bool {
        let boxes = position.boxes();
        let Self { from_start, starts, pairing } = self;
        !pairing.is_possible(*starts, boxes.len(), |start, at| {
            from_start.least(start, boxes[at]) != UNREACHABLE
        })
    }
}
