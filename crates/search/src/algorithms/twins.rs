//! Duplicates up to symmetry: positions that are one another turned or mirrored.
//!
//! If a symmetry of the square maps walls to walls and goals to goals, a position and its image take
//! equally long to solve, whatever the start looks like. So a state whose image has been reached at no
//! greater cost is a duplicate. Both have their own way back to the start, so solutions need no mapping.

use std::fmt;

use hakooshi_board::{Board, Direction, Square, SquareSet};
use hakooshi_level::{Cell, Symmetry};

use crate::Cost;
use crate::space::Space;
use crate::spec::Param;
use crate::store::{Layout, Store};

pub(super) const SYMMETRY: Param = Param::switch(
    "symmetry",
    "on a symmetric board, positions that are one another turned or mirrored are duplicates",
    false,
);

/// The symmetries of a board, and room for the image of a state.
pub(super) struct Twins {
    /// For each symmetry but the identity, the image of every square.
    maps: Vec<Vec<Square>>,
    boxes: SquareSet,
    region: Vec<Square>,
    packed: Vec<u64>,
}

impl fmt::Debug for Twins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Twins").field("symmetries", &self.maps.len()).finish_non_exhaustive()
    }
}

impl Twins {
    /// The symmetries of the space's board; `None` if it has none, or if the goals are not what the
    /// space plays to.
    pub(super) fn of<S: Space>(space: &S) -> Option<Self> {
        if S::DIRECTION != Direction::Forward {
            return None;
        }
        let board = space.board();
        let maps: Vec<_> = Symmetry::ALL[1..].iter().filter_map(|&by| map(board, by)).collect();
        let (boxes, region) = (board.empty_set(), Vec::with_capacity(board.size()));
        let packed = vec![0; Layout::new(board).words()];
        (!maps.is_empty()).then_some(Self { maps, boxes, region, packed })
    }

    /// Whether an image of the working position was reached at no greater cost.
    pub(super) fn cover<S: Space>(
        &mut self,
        space: &mut S,
        layout: Layout,
        store: &Store<S::Action>,
        cost: Cost,
    ) -> bool {
        let Self { maps, boxes, region, packed } = self;
        region.clear();
        space.player_squares(region);
        maps.iter().any(|map| {
            // The first square of a region stands for it, whichever the region's image is.
            let images = region.iter().map(|square| map[square.index()]);
            let player = images.min().unwrap_or(Square::WALL);
            boxes.clear();
            boxes.extend(space.position().boxes().iter().map(|square| map[square.index()]));
            layout.pack(boxes, player, packed);
            store.find(packed).is_some_and(|id| store.cost(id) <= cost)
        })
    }
}

/// The image of every square; `None` if some floor or goal has none, or if nothing moves.
fn map(board: &Board, by: Symmetry) -> Option<Vec<Square>> {
    let cells = || board.squares().map(|square| board.cell(square));
    let (top, left) = (cells().map(|it| it.row).min()?, cells().map(|it| it.col).min()?);
    let height = usize::from(cells().map(|it| it.row).max()? - top) + 1;
    let width = usize::from(cells().map(|it| it.col).max()? - left) + 1;
    if by.swaps_sides() && width != height {
        return None;
    }
    let image = |square: Square| {
        let Cell { row, col } = board.cell(square);
        let Cell { row, col } = by.cell(Cell::new(row - top, col - left), width, height);
        board.square_at(Cell::new(row + top, col + left))
    };
    let mut map = vec![Square::WALL; board.table_len()];
    for square in board.squares() {
        let there = image(square);
        if there.is_wall() || board.is_goal(square) != board.is_goal(there) {
            return None;
        }
        map[square.index()] = there;
    }
    board.squares().any(|square| map[square.index()] != square).then_some(map)
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_testkit::Rng;
    use hakooshi_testkit::strategies::{Shape, random_level};

    use super::*;
    use crate::spec::{SearchSpec, TEXTBOOK};
    use crate::{Budget, Context, Objective, Silent, Task, Turn};

    /// Four mirror images; the boxes are not symmetric.
    const SQUARE: &str = "\
#########
#.     .#
# #   # #
#  $$   #
#  $@   #
#   $   #
# #   # #
#.     .#
#########";

    fn maps(text: &str) -> usize {
        let level: Level = text.parse().expect("a level");
        let (board, _) = compile(&level).expect("small");
        Symmetry::ALL[1..].iter().filter_map(|&by| map(&board, by)).count()
    }

    #[test]
    fn only_walls_and_goals_count() {
        assert_eq!(maps(SQUARE), 7);
        assert_eq!(maps("#######\n#. $ .#\n#@ $  #\n#######"), 1);
        assert_eq!(maps("#######\n#. $. #\n#@ $  #\n#######"), 0);
        assert_eq!(maps("#######\n#.$$ .#\n#@    #\n#.$$ .#\n#######"), 3);
        assert_eq!(maps("#####\n#@$.#\n#####"), 0);
        assert_eq!(maps("####\n#  #\n#@$#\n# .##\n####"), 0);
    }

    /// The cost that the search proves optimal, and the states it stores.
    fn solved(spec: &str, level: &Level, objective: Objective) -> (Option<Cost>, u64) {
        let (board, start) = compile(level).expect("small");
        let spec = SearchSpec::parse(spec, objective, &TEXTBOOK).expect("a spec");
        let task = Task::new(&board, &start).with_objective(objective);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        let turn = spec.build(&task).turn(u64::MAX, &mut context);
        let cost = match turn {
            Ok(Turn::Found(_)) => Some(context.bound()),
            end => {
                assert_eq!(end, Ok(Turn::Exhausted));
                None
            }
        };
        (cost, context.stats.stored)
    }

    #[test]
    fn a_symmetric_board_has_fewer_states_and_the_same_optimum() {
        let level: Level = SQUARE.parse().expect("a level");
        for h in ["zero", "matching"] {
            let (plain, all) = solved(&format!("astar(h={h})"), &level, Objective::Pushes);
            let spec = format!("astar(h={h},symmetry=on)");
            let (same, fewer) = solved(&spec, &level, Objective::Pushes);
            assert_eq!(plain, same, "{h}");
            assert!(fewer < all, "{h}: {fewer} of {all}");
        }
    }

    /// A random level and its mirror image side by side are one symmetric board.
    #[test]
    fn optima_on_symmetric_boards_stay_what_they_are() {
        let mut rng = Rng::new(77);
        let shape = Shape { max_rows: 5, max_cols: 4, max_boxes: 2, wall_percent: 15 };
        let (mut symmetric, mut solvable) = (0, 0);
        for _ in 0..60 {
            let half = random_level(&mut rng, shape).to_string();
            let rows: Vec<&str> = half.lines().collect();
            let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
            let mirrored = |(at, row): (usize, &&str)| {
                let row = format!("{row:width$}").replace(' ', if at == 0 { "#" } else { " " });
                let other: String = row.chars().rev().skip(1).collect();
                let other = other.replace('@', " ").replace('+', ".");
                // The wall between the halves is taken away.
                let between = if at == 0 || at + 1 == rows.len() { '#' } else { ' ' };
                format!("{}{between}{other}\n", &row[..width - 1])
            };
            let text: String = rows.iter().enumerate().map(mirrored).collect();
            let Ok(level) = text.parse::<Level>() else { continue };
            for (spec, objective) in [
                ("astar(pruning=[pi_corral]", Objective::Pushes),
                ("astar(h=surplus,deadlocks=[dead_squares,freeze,corral]", Objective::Pushes),
                ("astar(space=step", Objective::Moves),
            ] {
                let (plain, all) = solved(&format!("{spec})"), &level, objective);
                let (same, fewer) = solved(&format!("{spec},symmetry=on)"), &level, objective);
                assert_eq!(plain, same, "{spec} in\n{level}");
                symmetric += u32::from(fewer < all);
                solvable += u32::from(plain.is_some());
            }
        }
        assert!(symmetric > 20 && solvable > 5, "{symmetric} and {solvable}");
    }
}
