//! HOT. Pattern search (Junghanns and Schaeffer 1998; SokoKids, section 5.7): learns sets of boxes
//! that are dead, or cost more pushes than a bound for single boxes says.
//!
//! A push after which the player no longer gets to a side of the box is suspicious. It starts a
//! series of small games ([`super::pattern_game`]): the box alone; then with the first box that
//! its way meets; and so on, until the boxes are dead, no way meets another box, or the effort is
//! spent. Dead boxes, and boxes with a surplus, make a pattern. Boxes that the penalty does not need
//! are taken out of it one by one, and the pattern is kept for every later position that contains it.

use std::sync::Arc;

use hakooshi_board::{Board, Position, Reach, Square, SquareSet};

use super::pattern_game::{End, PatternGame};
use super::pattern_store::{DEAD, Pattern, PatternStore};
use super::surplus_metric::Metric;
use crate::Deadline;

/// Learns patterns.
#[derive(Debug)]
pub(super) struct PatternSearch {
    board: Arc<Board>,
    /// The patterns learnt.
    pub(super) store: PatternStore,
    game: PatternGame,
    effort: usize,
    /// Patterns of fewer boxes are not kept.
    fewest: usize,
    /// Of a thrifty search: what it may spend without finding anything, in multiples of [`AT_FIRST`] and
    /// [`PER_PUSH`].
    patience: Option<u64>,
    /// Pushes shown to it.
    pushes: u64,
    reach: Reach,
    /// Positions searched before, by hash: a place each.
    searched: Vec<u64>,
    /// By square of the box pushed last: the last searches made.
    made: Vec<Vec<Made>>,
    others: SquareSet,
    passed: SquareSet,
}

/// A search that was made: it would end as it did with these boxes, no other on the squares that
/// its games passed, and the player in the same region.
#[derive(Debug)]
struct Made {
    boxes: SquareSet,
    passed: SquareSet,
    region: SquareSet,
}

/// Places of the table of positions searched.
const SEARCHED: usize = 1 << 18;
/// Searches kept for a square; the oldest goes first.
const MOST_MADE: usize = 64;
/// The most boxes of a pattern.
const MOST_BOXES: usize = 10;

/// A thrifty search may look at so many positions at first, and for every push and every pattern. A*
/// with `surplus` on XSokoban 51, where patterns are of little use, takes 6.8 s with these limits; with
/// eight for a push and three times as many for the others 15.4 s, and without limits more than 20 s. On
/// 34, where patterns raise the bound from 166 to 168, it expands 1.05 instead of 0.87 million states in
/// 20 s and reaches the same bound.
const AT_FIRST: u64 = 30_000;
const PER_PUSH: u64 = 1;
const PER_PATTERN: u64 = 1000;

impl PatternSearch {
    /// Learns nothing until the first push. A search looks at most at `effort` positions; with
    /// `stays`, boxes stay on goals; patterns have at least `fewest` boxes.
    pub(super) fn new(metric: &Arc<Metric>, effort: usize, stays: bool, fewest: usize) -> Self {
        let board = &metric.board;
        Self {
            store: PatternStore::new(board),
            game: PatternGame::new(metric, stays),
            effort,
            fewest,
            patience: None,
            pushes: 0,
            reach: Reach::new(board),
            searched: vec![0; SEARCHED],
            made: (0..board.table_len()).map(|_| Vec::new()).collect(),
            others: board.empty_set(),
            passed: board.empty_set(),
            board: Arc::clone(board),
        }
    }

    /// The same, which spends more only while it finds something; the more `patience`, the longer without.
    pub(super) fn thrifty(self, patience: u64) -> Self {
        Self { patience: Some(patience), ..self }
    }

    /// Games end undecided after the deadline.
    pub(super) fn until(&mut self, deadline: Deadline) {
        self.game.deadline = deadline;
    }

    /// Searches for patterns around the box on `moved`, pushed last, if that is worth its price and
    /// was not done before.
    pub(super) fn learn(&mut self, position: &Position, moved: Square) {
        self.pushes += 1;
        if self.has_credit()
            && self.is_suspicious(position, moved)
            && !self.is_known(position, moved)
        {
            self.search(position, moved);
        }
    }

    fn has_credit(&self) -> bool {
        let patterns = self.store.len() as u64;
        self.patience.is_none_or(|patience| {
            let free = patience * (AT_FIRST + self.pushes * PER_PUSH);
            self.game.positions <= free + patterns * PER_PATTERN
        })
    }

    /// Whether a free side of the box on `moved` is out of the player's reach. Fills the reach.
    fn is_suspicious(&mut self, position: &Position, moved: Square) -> bool {
        self.reach.fill(&self.board, position);
        let sides = self.board.neighbours(moved).iter();
        sides.filter(|side| !side.is_wall()).any(|&side| !self.reach.contains(side))
    }

    /// Whether the same search has been made.
    fn is_known(&mut self, position: &Position, moved: Square) -> bool {
        let key = position.key(&self.board, self.reach.first()) | 1;
        let place = &mut self.searched[key as usize / 2 % SEARCHED];
        if std::mem::replace(place, key) == key {
            return true;
        }
        let occupied = position.occupied();
        self.made[moved.index()].iter().any(|it| {
            it.region.contains(position.player())
                && it.boxes.is_subset(occupied)
                && it.passed.common(occupied) == it.passed.common(&it.boxes)
        })
    }

    /// Looks for a pattern around the box pushed last.
    fn search(&mut self, position: &Position, moved: Square) {
        let game = &mut self.game;
        let player = position.player();
        let until = game.positions + self.effort as u64;
        let left = |game: &PatternGame| until.saturating_sub(game.positions) as usize;
        let mut boxes = vec![moved];
        let mut best: Option<(Vec<Square>, u32)> = None;
        self.passed.clear();
        self.others.clear();
        self.others.extend(position.boxes().iter().copied().filter(|&square| square != moved));
        while boxes.len() <= MOST_BOXES && left(game) > 0 {
            match game.play(&boxes, player, left(game)) {
                End::Dead => return self.keep(boxes, player, DEAD),
                End::Limit => break,
                End::Surplus(surplus) => {
                    if surplus > best.as_ref().map_or(0, |(_, most)| *most) {
                        best = Some((boxes.clone(), surplus));
                    }
                }
            }
            match game.first_met(&boxes, player, &self.others, &mut self.passed) {
                Some(met) => {
                    self.others.remove(met);
                    boxes.push(met);
                }
                None => break,
            }
        }
        self.remember(&boxes, player, moved);
        if let Some((boxes, penalty)) = best {
            self.keep(boxes, player, penalty);
        }
    }

    /// Remembers that a search from the box on `moved` led to these boxes.
    fn remember(&mut self, boxes: &[Square], player: Square, moved: Square) {
        let region = self.region(boxes, player);
        let mut set = self.board.empty_set();
        set.extend(boxes.iter().copied());
        let known = &mut self.made[moved.index()];
        if known.len() >= MOST_MADE {
            known.remove(0);
        }
        known.push(Made { boxes: set, passed: self.passed.clone(), region });
    }

    /// Minimises a pattern and stores it, unless what is known says as much.
    fn keep(&mut self, mut boxes: Vec<Square>, player: Square, penalty: u32) {
        let game = &mut self.game;
        let mut at = 0;
        while boxes.len() > 1 && at < boxes.len() {
            let mut fewer = boxes.clone();
            fewer.remove(at);
            let holds = match game.play(&fewer, player, self.effort) {
                End::Dead => true,
                End::Surplus(surplus) => surplus >= penalty,
                End::Limit => false,
            };
            if holds { boxes = fewer } else { at += 1 }
        }
        let region = self.region(&boxes, player);
        let count = boxes.len() as u32;
        let boxes_kept = boxes.len() >= self.fewest;
        let mut set = self.board.empty_set();
        set.extend(boxes);
        if boxes_kept && self.store.known_within(&set, player) < penalty {
            self.store.add(Pattern { boxes: set, count, region, penalty });
        }
    }

    /// The squares the player reaches with only `boxes` on the board.
    fn region(&mut self, boxes: &[Square], player: Square) -> SquareSet {
        self.reach.fill_from(&self.board, player, boxes);
        let mut region = self.board.empty_set();
        region.extend(self.reach.squares().iter().copied());
        region
    }

    /// Bytes held, without those of the last game.
    pub(super) fn bytes(&self) -> usize {
        let sets = 3 * self.others.bytes() + size_of::<Made>();
        let made = self.made.iter().map(Vec::len).sum::<usize>() * sets;
        self.searched.len() * size_of::<u64>() + made + self.store.bytes()
    }
}
