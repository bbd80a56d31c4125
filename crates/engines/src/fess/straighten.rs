//! Removes detours from plans. Few plans have any (bench/LOG.md).

use std::sync::Arc;

use hakooshi_board::BoxMove;
use hakooshi_board::movegen::Relocation;

use super::empty_board::{EmptyBoardGame, Emptying, EmptyingMove};
use crate::cells::Scene;

impl EmptyBoardGame {
    /// Removes detours: if a box is parked and later moved on, the parking is dropped wherever the
    /// rest of the moves can still be played.
    pub(crate) fn straighten(&mut self, root: &Emptying, moves: &mut Vec<EmptyingMove>) {
        let mut at = 0;
        while at < moves.len() {
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
            self.pulled.of_box(&board, &self.position, &self.reach, from, &self.onto);
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
