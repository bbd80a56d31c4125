//! Plans without needless detours.

use std::sync::Arc;

use hakooshi_board::movegen::Relocation;

use super::sink::{Emptying, Sink};
use crate::cells::{Hop, Scene};

impl Sink {
    /// Leaves out detours: a box that was put aside and later taken on from there is taken on
    /// from where it was, if the rest can still be played.
    pub(crate) fn straighten(&mut self, root: &Emptying, hops: &mut Vec<Hop>) {
        let mut at = 0;
        while at < hops.len() {
            let aside = hops[at];
            let later = hops[at + 1..].iter().position(|hop| hop.from == aside.to);
            if !aside.gone
                && let Some(later) = later
            {
                let mut shorter = hops.clone();
                shorter[at + 1 + later].from = aside.from;
                shorter.remove(at);
                if let Some(played) = self.replay(root, &shorter) {
                    *hops = played;
                    continue;
                }
            }
            at += 1;
        }
    }

    /// Plays hops that were changed, minding neither where on the sink a box leaves the board
    /// nor in which region the player ends; as they are then, or `None` if they cannot be
    /// played to the end.
    fn replay(&mut self, root: &Emptying, hops: &[Hop]) -> Option<Vec<Hop>> {
        let board = Arc::clone(&self.board);
        let mut state = root.clone();
        let mut played = Vec::with_capacity(hops.len());
        for &hop in hops {
            self.position.set(&board, &state.boxes, state.player);
            self.reach.fill(&board, &self.position);
            let sink = if hop.gone { self.sinks(&state.bases).concat() } else { vec![hop.to] };
            self.pulled.of_box(&board, &self.position, &self.reach, hop.from, &self.onto);
            let ends: Vec<Relocation> = self.pulled.found().to_vec();
            let (next, state_after) = ends.iter().find_map(|end| {
                if !sink.contains(&end.to) {
                    return None;
                }
                let player = if hop.gone {
                    self.pulled.region_without_box(end.player)
                } else {
                    self.pulled.region_after(&board, end)
                };
                let next = Hop { to: end.to, player, ..hop };
                Some((next, self.step(&state, next)?))
            })?;
            if hop.gone && !self.can_match(&state_after.bases, &state_after.boxes) {
                return None;
            }
            played.push(next);
            state = state_after;
        }
        Self::is_done(&state).then_some(played)
    }
}
