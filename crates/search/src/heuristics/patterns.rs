//! HOT. Pattern search: Rolling Stone's bound, plus penalties learnt during the search (Junghanns
//! and Schaeffer 1998; SokoKids, sections 5.7 and 5.10).
//!
//! A push after which the player no longer gets to a side of the box is suspicious. It starts a
//! series of small games ([`super::pattern_game`]): the box alone; then with the first box that
//! its way meets; and so on, until the boxes are dead, no way meets another box, or the effort is
//! spent. Dead boxes, and boxes that take more pushes than the matching says, make a pattern. Boxes
//! that the penalty does not need are taken out of it one by one, and the pattern is kept for every
//! later position that contains it.
//!
//! Penalties of patterns without a common box are added to the matching, greatest first, and linear
//! conflicts of the boxes left over. The sum is a lower bound. It is not consistent, and it rises
//! as the search learns. With `shared=on` the penalty of every pattern is shared out among its
//! boxes, and each box counts its greatest share: less is wasted, and the sum may be too large.

use std::sync::Arc;

use hakooshi_board::{Board, Direction, Position, Reach, Square, SquareSet};

use super::conflicts::Conflicts;
use super::matching_rolling_stone::{MatchingRollingStone, PARAMS as BOUND};
use super::pattern_game::{End, PatternGame};
use super::pattern_store::{DEAD, Pattern, PatternStore};
use super::{Aim, Heuristic, HeuristicClaims, HeuristicEntry};
use crate::spec::{Param, Params};

/// The matching, with penalties learnt.
#[derive(Debug)]
pub struct Patterns {
    board: Arc<Board>,
    matching: MatchingRollingStone,
    conflicts: Conflicts,
    store: PatternStore,
    /// `None` when boxes are pulled: the games are played by pushing.
    game: Option<PatternGame>,
    effort: usize,
    shared: bool,
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

impl Patterns {
    /// Learns nothing until the first push.
    pub fn new(aim: &Aim, params: &Params) -> Self {
        let board = &aim.board;
        Self {
            matching: MatchingRollingStone::new(aim, &Params::new(BOUND)),
            conflicts: Conflicts::new(aim, &aim.distances()),
            store: PatternStore::new(board),
            game: (aim.direction == Direction::Forward).then(|| PatternGame::new(board)),
            effort: params.get(EFFORT.name) as usize,
            shared: params.is_on(SHARED.name),
            reach: Reach::new(board),
            searched: vec![0; SEARCHED],
            made: (0..board.table_len()).map(|_| Vec::new()).collect(),
            others: board.empty_set(),
            passed: board.empty_set(),
            board: Arc::clone(board),
        }
    }

    /// The penalties of what is known of a position; `None` if it is dead.
    fn penalty(&mut self, position: &Position) -> Option<u32> {
        if self.shared {
            let shared = self.store.shared_penalty(position);
            let linear = 2 * self.conflicts.count(position);
            return (shared != DEAD).then_some(shared.max(linear));
        }
        let (sum, used) = self.store.penalty(position);
        if sum == DEAD {
            return None;
        }
        let linear = self.conflicts.count_among(position, |square| !used.contains(square));
        Some(sum + 2 * linear)
    }

    /// Whether a search is worth its price after the box on `moved` was pushed: a free side of it
    /// is out of the player's reach. Fills the reach.
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
        let Some(game) = &mut self.game else { return };
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
        let Some(game) = &mut self.game else { return };
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
        let mut set = self.board.empty_set();
        set.extend(boxes);
        if self.store.known_within(&set, player) < penalty {
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
}

impl Heuristic for Patterns {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(self.matching.matching_of(position)? + self.penalty(position)?)
    }

    fn child(&mut self, position: &Position, moved: usize) -> Option<u32> {
        Some(self.matching.matching_of_child(position, moved)? + self.penalty(position)?)
    }

    fn study(&mut self, position: &Position, moved: usize) -> Option<u32> {
        let square = position.boxes()[moved];
        if self.game.is_some()
            && self.is_suspicious(position, square)
            && !self.is_known(position, square)
        {
            self.search(position, square);
        }
        self.estimate(position)
    }

    fn to_assigned_goal(&mut self, position: &Position, moved: usize) -> Option<u32> {
        self.matching.to_assigned_goal(position, moved)
    }
}

const EFFORT: Param =
    Param::number("effort", "positions that one pattern search looks at", 300.0, (1.0, 1e6));
const SHARED: Param = Param::switch(
    "shared",
    "share the penalty of every pattern out among its boxes; may overestimate",
    false,
);

pub(super) static ENTRY: HeuristicEntry = HeuristicEntry {
    name: "patterns",
    title: "Rolling Stone's bound plus penalties of patterns found by small searches",
    reference: "Junghanns and Schaeffer 1998; SokoKids, sections 5.7 and 5.10",
    params: &[EFFORT, SHARED],
    claims: HeuristicClaims {
        consistent: false,
        positional: false,
        learns: true,
        overestimates_with: &[SHARED.name],
        ..HeuristicClaims::LOWER_BOUND
    },
    build: |aim, params| Box::new(Patterns::new(aim, params)),
};
