//! Removes detours from plans. Few plans have any (bench/LOG.md).

use std::sync::Arc;

use hakooshi_board::movegen::Relocation;
use hakooshi_board::{BoxMove, View};

use super::empty_board::{EmptyBoardGame, Emptying, EmptyingMove};
use crate::scenes::Scene;

impl EmptyBoardGame {
    /// Removes detours: if a box is parked and later moved on, the parking is dropped wherever the
    /// rest of the moves can still be played.
    pub(crate) fn straighten(&mut self, root: &Emptying, moves: &mut Vec<EmptyingMove>) {
        let mut at = 0;
        while at < moves.len() && !self.deadline.is_over() {
            let aside = moves[at];
            let is_next = |it: &EmptyingMove| it.moved.from == aside.moved.to;
            if !aside.removes
                && let Some(later) = moves[at + 1..].iter().position(is_next)
            {
                let mut shorter = moves.clone();
                shorter[at + 1 + later].moved.from = aside.moved.from;
                shorter.remove(at);
                if let Some(played) = self.replay(root, &shorter) {
                    *moves = played;
                    continue;
                }
            }
            at += 1;
        }
    }

    /// Replays changed moves, letting each box leave by any exit and the player end in any region.
    /// Returns the moves as played, or `None` if they do not empty the board.
    fn replay(&mut self, root: &Emptying, moves: &[EmptyingMove]) -> Option<Vec<EmptyingMove>> {
        let board = Arc::clone(&self.board);
        let mut state = root.clone();
        let mut played = Vec::with_capacity(moves.len());
        for &EmptyingMove { moved: BoxMove { from, to, .. }, removes } in moves {
            self.position.set(&board, &state.boxes, state.player);
            self.reach.fill(&board, &self.position);
            let exits =
                if removes { self.exit_groups(&state.open_starts).concat() } else { vec![to] };
            self.pulled.of_box(View::new(&board, &self.position, &self.reach), from, &self.onto);
            let ends: Vec<Relocation> = self.pulled.found().to_vec();
            let (next, after) = ends.iter().find_map(|end| {
                if !exits.contains(&end.to) {
                    return None;
                }
                let player = if removes {
                    self.pulled.region_without_box(end.player)
                } else {
                    self.pulled.region_after(&board, end)
                };
                let next = EmptyingMove { moved: BoxMove { from, to: end.to, player }, removes };
                Some((next, self.step(&state, next)?))
            })?;
            if removes && !self.can_match(&after.open_starts, &after.boxes) {
                return None;
            }
            played.push(next);
            state = after;
        }
        Self::is_done(&state).then_some(played)
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::{Cell, Level};
    use hakooshi_search::Task;

    use super::*;
    use crate::fess::empty_board::{First, Style};

    /// Row and column.
    type At = (u16, u16);

    /// Straightens moves, each from a cell to a cell and whether it removes the box; the moves
    /// left, without where they lead.
    fn straightened(level: &str, moves: &[(At, At, bool)]) -> Vec<(At, bool)> {
        let level: Level = level.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let at = |(row, col)| board.square_at(Cell::new(row, col));
        let style = Style { least_steps: 0, first: First::Longest };
        let task = Task::new(&board, &start);
        let game = EmptyBoardGame::new(&task, &start, board.live(), style, || true);
        let mut game = game.expect("nobody stops it");
        let (root, _) = game.roots().remove(0);
        let emptying = |&(from, to, removes): &(At, At, bool)| EmptyingMove {
            moved: BoxMove { from: at(from), to: at(to), player: at(to) },
            removes,
        };
        let mut moves: Vec<EmptyingMove> = moves.iter().map(emptying).collect();
        game.straighten(&root, &mut moves);
        let cell = |square| {
            let Cell { row, col } = board.cell(square);
            (row, col)
        };
        moves.iter().map(|it| (cell(it.moved.from), it.removes)).collect()
    }

    #[test]
    fn a_needless_parking_is_dropped() {
        let room = "#########\n#       #\n# $   . #\n#   @   #\n#########";
        let moves = [((2, 6), (2, 4), false), ((2, 4), (2, 2), true)];
        assert_eq!(straightened(room, &moves), [((2, 6), true)]);
    }

    #[test]
    fn a_parking_that_lets_another_box_out_is_kept() {
        let dead_end =
            "##########\n#     ####\n#     ####\n# $$   ..#\n#     ####\n#  @  ####\n##########";
        let moves = [((3, 7), (2, 4), false), ((3, 8), (3, 3), true), ((2, 4), (3, 2), true)];
        let kept = moves.map(|(from, _, removes)| (from, removes));
        assert_eq!(straightened(dead_end, &moves), kept);
    }
}
