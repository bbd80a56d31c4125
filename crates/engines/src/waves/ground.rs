//! A level small enough for waves.

use hakooshi_board::{Board, Position};

use super::bound::{Bound, MOST_GOALS};
use super::box_sets::BoxSets;
use super::grid::{Bits, Grid};

/// Most sets of boxes of a level: the list of the pages of their table has 4 MB.
const MOST_SETS: usize = 1 << 28;

/// What a search by waves needs to know of a board.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) grid: Grid,
    pub(super) sets: BoxSets,
    pub(super) bound: Bound,
    /// Where play begins.
    pub(super) boxes: Bits,
    pub(super) player: Bits,
}

impl Ground {
    /// The ground of a level, or why it has none.
    pub(super) fn new(board: &Board, start: &Position) -> Result<Self, String> {
        let grid = Grid::new(board).ok_or_else(|| {
            format!(
                "waves needs a board whose rows times columns are about {} at most",
                Bits::BITS - 20
            )
        })?;
        let bound = Bound::new(&grid)
            .ok_or_else(|| format!("waves needs a level with at most {MOST_GOALS} goals"))?;
        let sets = BoxSets::new(grid.live, start.boxes().len(), MOST_SETS);
        let sets = sets.ok_or_else(|| {
            format!("waves needs a level whose boxes can stand in at most {MOST_SETS} ways")
        })?;
        let bit = |square| grid.bit(board.cell(square));
        let boxes = start.boxes().iter().fold(0, |all, &square| all | bit(square));
        let player = bit(start.player());
        Ok(Self { grid, sets, bound, boxes, player })
    }
}
