//! Several searches in turn on one thread, each keeping its tree, with turns that grow.
//!
//! No search is the best on every level, and the one that suits a level often solves it at
//! once: of the eleven levels of Microban that greedy pulls do not solve in ten seconds,
//! greedy pushes solve three within a fifth of a second. Short first turns find those; longer
//! later ones leave most of the time to the search that is the strongest on the whole.

use std::sync::Arc;

use hakooshi_board::{Board, Position};
use hakooshi_search::{Context, Stop};

use crate::greedy::{BACKWARD, Backward, FORWARD, Forward};
use crate::{EngineClaims, EngineEntry, Search, Turn};

/// Expansions of the first round; each later round doubles them.
const FIRST_ROUND: u64 = 1000;
/// Rounds after which turns grow no more.
const MOST_DOUBLINGS: u32 = 8;

/// Searches that take turns.
pub struct Rota {
    /// Each with its share of a round, in eighths, and its name.
    searches: Vec<(Box<dyn Search>, u64, &'static str)>,
    round: u32,
    /// Whose turn it is, and what is left of it.
    at: usize,
    left: u64,
    elsewhere: usize,
}

impl std::fmt::Debug for Rota {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rota")
            .field("round", &self.round)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl Rota {
    /// The searches that do well together. `start` must have a box for every goal.
    pub fn new(board: &Arc<Board>, start: &Position) -> Self {
        let searches: Vec<(Box<dyn Search>, u64, _)> = vec![
            (Box::new(Backward::new(board, start)), 7, BACKWARD.name),
            (Box::new(Forward::new(board, start)), 1, FORWARD.name),
        ];
        let mut rota = Self { searches, round: 0, at: 0, left: 0, elsewhere: 0 };
        rota.left = rota.share();
        rota
    }

    fn share(&self) -> u64 {
        (FIRST_ROUND << self.round.min(MOST_DOUBLINGS)) * self.searches[self.at].1 / 8
    }

    fn next(&mut self) {
        self.at += 1;
        if self.at == self.searches.len() {
            self.at = 0;
            self.round += 1;
        }
        self.left = self.share();
    }
}

impl Search for Rota {
    fn turn(&mut self, nodes: u64, context: &mut Context<'_>) -> Result<Turn, Stop> {
        let mut nodes = nodes;
        while nodes > 0 {
            let share = self.left.min(nodes);
            let held = self.bytes();
            let elsewhere = self.elsewhere;
            let (search, _, name) = &mut self.searches[self.at];
            context.tell_turn(name);
            search.beside(elsewhere + held - search.bytes());
            match search.turn(share, context)? {
                Turn::Paused => {}
                settled => return Ok(settled),
            }
            nodes -= share;
            self.left -= share;
            if self.left == 0 {
                self.next();
            }
        }
        Ok(Turn::Paused)
    }

    fn bytes(&self) -> usize {
        self.searches.iter().map(|(search, ..)| search.bytes()).sum()
    }

    fn beside(&mut self, bytes: usize) {
        self.elsewhere = bytes;
    }
}

pub(crate) static ENTRY: EngineEntry = EngineEntry {
    name: "rota",
    title: "backward and forward in turn, each keeping its tree, turns growing",
    reference: "",
    params: &[],
    claims: EngineClaims { complete: true },
    build: |board, start| Box::new(Rota::new(board, start)),
};
