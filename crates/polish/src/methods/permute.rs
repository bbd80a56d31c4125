//! Box permutations: the boxes that move in a section of the line are pushed one after another, in
//! every order and with every assignment to the squares they end on.
//!
//! Each box goes straight to its square with the fewest pushes. This removes detours, orders with
//! long walks, and boxes that should have swapped goals, for which a search near the line would have
//! to pass through configurations far from it.

use hakooshi_board::movegen::Relocations;
use hakooshi_board::{Position, Push, Reach, Square, View};
use hakooshi_level::Metric;
use hakooshi_search::{Context, Stop};

use super::{MethodEntry, Section, Step, charge, swept};
use crate::incumbent::Incumbent;

struct Permute {
    boxes: usize,
}

/// The most pushes in a section.
const LONGEST: usize = 100;

impl Section for Permute {
    fn attempt(
        &mut self,
        start: usize,
        incumbent: &mut Incumbent,
        context: &mut Context<'_>,
    ) -> Result<Step, Stop> {
        let (end, next, from, to) = self.slice(start, incumbent);
        let line = incumbent.line();
        let by_pushes = incumbent.scale().begins_with(Metric::Pushes);
        let mut orders = Orders {
            position: line.position(start),
            relocations: Relocations::new(line.board()),
            reach: Reach::new(line.board()),
            incumbent,
            pushes: Vec::new(),
            // A few more pushes may save moves.
            most: end - start + if by_pushes { 0 } else { 4 },
            found: Vec::new(),
        };
        orders.all(&from, &to, context)?;
        let found = orders.found;
        for pushes in found {
            charge(incumbent.line().len() / 4, context)?;
            if let Some(better) = incumbent.line().with(&(start..end), &pushes)
                && incumbent.offer(better)
            {
                break;
            }
        }
        Ok(Step { pushes: (next - start).max(1), ends: end == incumbent.range().end })
    }
}

impl Permute {
    /// The end of the section that begins at `start`, the beginning of the next, and the squares
    /// from and to which boxes move in it.
    fn slice(
        &self,
        start: usize,
        incumbent: &Incumbent,
    ) -> (usize, usize, Vec<Square>, Vec<Square>) {
        let line = incumbent.line();
        let mut position = line.position(start);
        let first: Vec<Square> = position.boxes().to_vec();
        let mut moved: Vec<usize> = Vec::new();
        let (mut at, mut next) = (start, None);
        while at < incumbent.range().end.min(start + LONGEST) {
            let push = line.pushes()[at];
            let index = position.box_index(push.from);
            if !moved.contains(&index) {
                if moved.len() == self.boxes {
                    break;
                }
                moved.push(index);
                if moved.len() == 2 {
                    next = Some(at);
                }
            }
            let _ = position.push(line.board(), push);
            at += 1;
        }
        let from = moved.iter().map(|&index| first[index]).collect();
        let to = moved.iter().map(|&index| position.boxes()[index]).collect();
        (at, next.unwrap_or(at), from, to)
    }
}

/// Tries all orders.
struct Orders<'a> {
    position: Position,
    relocations: Relocations,
    reach: Reach,
    incumbent: &'a Incumbent,
    pushes: Vec<Push>,
    most: usize,
    found: Vec<Vec<Push>>,
}

impl Orders<'_> {
    /// Pushes the boxes on `from` to the squares of `to`, each box to each square in turn.
    fn all(
        &mut self,
        from: &[Square],
        to: &[Square],
        context: &mut Context<'_>,
    ) -> Result<(), Stop> {
        if from.is_empty() {
            self.found.push(self.pushes.clone());
            return Ok(());
        }
        for (at, &box_sq) in from.iter().enumerate() {
            charge(200, context)?;
            let board = std::sync::Arc::clone(self.incumbent.line().board());
            self.reach.fill(&board, &self.position);
            let view = View::new(&board, &self.position, &self.reach);
            let found = self.relocations.of_box(view, box_sq, board.live()).to_vec();
            let mut ways: Vec<(usize, Vec<Push>)> = Vec::new();
            for (place, &goal) in to.iter().enumerate() {
                let way = found.iter().position(|it| it.to == goal);
                let pushes = way.map(|way| self.relocations.pushes(&board, way));
                let stays = (goal == box_sq).then(Vec::new);
                ways.extend(stays.or(pushes).map(|pushes| (place, pushes)));
            }
            let left_from = without(from, at);
            for (place, pushes) in ways {
                if self.pushes.len() + pushes.len() > self.most {
                    continue;
                }
                let before = self.position.clone();
                for &push in &pushes {
                    let _ = self.position.push(&board, push);
                }
                let len = self.pushes.len();
                self.pushes.extend(pushes);
                self.all(&left_from, &without(to, place), context)?;
                self.pushes.truncate(len);
                self.position = before;
            }
        }
        Ok(())
    }
}

fn without(squares: &[Square], at: usize) -> Vec<Square> {
    [&squares[..at], &squares[at + 1..]].concat()
}

pub(super) static ENTRY: MethodEntry = MethodEntry {
    name: "permute",
    title: "tries every order of the boxes in a section, and every assignment to its squares",
    build: |level, incumbent| {
        (1..3).contains(&level).then(|| swept(Permute { boxes: 2 + level as usize }, incumbent))
    },
};

#[cfg(test)]
mod tests {
    use hakooshi_search::{Budget, Silent};

    use super::super::Slice;
    use super::*;
    use crate::line::tests::{letters, line};

    #[test]
    fn boxes_go_straight_to_where_they_end() {
        let hall = "#########\n#       #\n#@$   . #\n#   $ . #\n#       #\n#########";
        let long = line(hall, "RurDlddrUluRRRlldRR");
        let mut incumbent = Incumbent::new(long, "pushes,moves".parse().expect("a ranking"));
        let mut method = swept(Permute { boxes: 3 }, &incumbent);
        let mut silent = Silent;
        let mut context = Context::new(Budget::default(), &mut silent);
        while method.turn(&mut incumbent, &mut context) != Ok(Slice::Done) {}
        assert_eq!(letters(incumbent.line()), "RRRRlldRR");
    }
}
