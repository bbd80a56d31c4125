//! What follows from counting alone: how many moves a state has at most, and how many states there
//! are. SokoBOT, sections 3.3 and 4.1.

use serde::Serialize;

/// The figures of a level for the two formulations of SokoBOT.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Theory {
    /// The most successors of a state if every step of the player is one.
    pub(crate) branching_moves: usize,
    /// The most successors if every push is one: four for each box.
    pub(crate) branching_pushes: usize,
    /// The decimal logarithm of the number of ways to place the boxes on floor and the player on
    /// what is left.
    pub(crate) states_log10: f64,
    /// The same with boxes on squares only from which a goal can be reached.
    pub(crate) live_states_log10: f64,
}

impl Theory {
    /// The figures for so many boxes, floor squares, and squares that are not dead.
    pub(crate) fn new(boxes: usize, floors: usize, live: usize) -> Self {
        let player = (floors.saturating_sub(boxes).max(1) as f64).log10();
        Self {
            branching_moves: 4,
            branching_pushes: 4 * boxes,
            states_log10: log10_choose(floors, boxes) + player,
            live_states_log10: log10_choose(live.max(boxes), boxes) + player,
        }
    }
}

/// The decimal logarithm of the number of ways to choose `some` of `all`.
fn log10_choose(all: usize, some: usize) -> f64 {
    (0..some.min(all)).map(|it| ((all - it) as f64 / (it + 1) as f64).log10()).sum()
}

/// A number given by its decimal logarithm: in full below a million, else as a power of ten.
pub(crate) fn show_power(log10: f64) -> String {
    if log10 < 6.0 {
        return crate::units::show_count(10f64.powf(log10).round() as u64);
    }
    let exponent = log10.floor();
    format!("{:.1} × 10^{exponent}", 10f64.powf(log10 - exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_placed_and_then_the_player() {
        // Two of four squares for the boxes, two are left for the player: 6 × 2.
        let theory = Theory::new(2, 4, 3);
        assert_eq!((theory.branching_moves, theory.branching_pushes), (4, 8));
        assert_eq!(show_power(theory.states_log10), "12");
        assert_eq!(show_power(theory.live_states_log10), "6");
        assert_eq!(show_power(18.3), "2.0 × 10^18");
    }
}
