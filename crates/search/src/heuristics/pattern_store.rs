//! HOT. Patterns: sets of boxes that are dead, or cost more pushes than the matching says.

use hakooshi_board::{Board, Position, Square, SquareSet};

/// The penalty of boxes that can never be brought to goals.
pub(super) const DEAD: u32 = u32::MAX;

/// A set of boxes with a penalty, for a player in one region.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) boxes: SquareSet,
    pub(super) count: u32,
    /// The squares of the player for which it was proved, with only these boxes on the board.
    pub(super) region: SquareSet,
    pub(super) penalty: u32,
}

impl Pattern {
    /// Whether the position has these boxes, with the player where it was proved.
    #[inline]
    pub(super) fn fits(&self, position: &Position) -> bool {
        self.region.contains(position.player()) && self.boxes.is_subset(position.occupied())
    }
}

/// Patterns, found by their first two squares.
#[derive(Debug)]
pub(super) struct PatternStore {
    patterns: Vec<Pattern>,
    /// By square: the patterns whose first box is there.
    by_first: Vec<Bucket>,
    /// The patterns of the position last looked up, greatest penalty first, as (penalty, pattern).
    found: Vec<(u32, u32)>,
    /// The boxes of those that were added up.
    used: SquareSet,
}

/// The patterns with the same first box.
#[derive(Clone, Debug, Default)]
struct Bucket {
    /// The squares of their second boxes; the first box again if it is the only one.
    seconds: Option<SquareSet>,
    /// By square of the second box. Most stay empty.
    lists: Vec<Vec<u32>>,
}

impl Bucket {
    /// The patterns whose second box is on one of these squares.
    #[inline]
    fn with_second<'a>(&'a self, occupied: &'a SquareSet) -> impl Iterator<Item = u32> + 'a {
        let seconds = self.seconds.iter().flat_map(|seconds| seconds.in_both(occupied));
        seconds.flat_map(|second| &self.lists[second.index()]).copied()
    }
}

/// Patterns kept. Later ones are dropped.
const MOST: usize = 20_000;

impl PatternStore {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            patterns: Vec::new(),
            by_first: vec![Bucket::default(); board.table_len()],
            found: Vec::new(),
            used: board.empty_set(),
        }
    }

    pub(super) fn add(&mut self, pattern: Pattern) {
        let (Some(first), true) = (pattern.boxes.first(), self.patterns.len() < MOST) else {
            return;
        };
        let second = pattern.boxes.iter().nth(1).unwrap_or(first);
        let squares = self.by_first.len();
        let Bucket { seconds, lists } = &mut self.by_first[first.index()];
        seconds.get_or_insert_with(|| SquareSet::new(squares - 1)).insert(second);
        lists.resize(squares, Vec::new());
        lists[second.index()].push(self.patterns.len() as u32);
        self.patterns.push(pattern);
    }

    /// The number of patterns.
    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Looks up the patterns of a position; `true` if one of them is dead.
    fn look_up(&mut self, position: &Position) -> bool {
        self.found.clear();
        for square in position.boxes() {
            for at in self.by_first[square.index()].with_second(position.occupied()) {
                let pattern = &self.patterns[at as usize];
                if pattern.fits(position) {
                    if pattern.penalty == DEAD {
                        return true;
                    }
                    self.found.push((pattern.penalty, at));
                }
            }
        }
        false
    }

    /// The sum of the penalties of patterns without a common box, the greatest first, and the boxes
    /// of those; [`DEAD`] if one is dead.
    pub(super) fn penalty(&mut self, position: &Position) -> (u32, &SquareSet) {
        self.used.clear();
        if self.look_up(position) {
            return (DEAD, &self.used);
        }
        let Self { patterns, found, used, .. } = self;
        found.sort_unstable_by_key(|&(penalty, at)| {
            (std::cmp::Reverse(penalty), patterns[at as usize].count, at)
        });
        let mut sum = 0;
        for &(penalty, at) in found.iter() {
            let boxes = &patterns[at as usize].boxes;
            if used.is_disjoint(boxes) {
                *used |= boxes;
                sum += penalty;
            }
        }
        (sum, &self.used)
    }

    /// Every penalty, shared out among the boxes of its pattern; a box keeps its greatest share.
    /// No longer a lower bound.
    pub(super) fn shared_penalty(&mut self, position: &Position) -> u32 {
        if self.look_up(position) {
            return DEAD;
        }
        let share = |&(penalty, at): &(u32, u32)| {
            let pattern = &self.patterns[at as usize];
            (f64::from(penalty) / f64::from(pattern.count), &pattern.boxes)
        };
        let shares = position.boxes().iter().map(|&square| {
            let own = self.found.iter().map(share).filter(|(_, boxes)| boxes.contains(square));
            own.map(|(share, _)| share).fold(0.0, f64::max)
        });
        shares.sum::<f64>().round() as u32
    }

    /// The greatest penalty of a pattern that a pattern with these boxes would contain.
    pub(super) fn known_within(&self, boxes: &SquareSet, player: Square) -> u32 {
        let all = boxes.iter().flat_map(|square| self.by_first[square.index()].with_second(boxes));
        let fitting = all
            .map(|at| &self.patterns[at as usize])
            .filter(|pattern| pattern.region.contains(player) && pattern.boxes.is_subset(boxes));
        fitting.map(|pattern| pattern.penalty).max().unwrap_or(0)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let set = self.used.bytes();
        let lists = self.by_first.iter().map(|bucket| bucket.lists.len()).sum::<usize>();
        self.patterns.len() * (size_of::<Pattern>() + 2 * set + 2 * size_of::<u32>())
            + lists * size_of::<Vec<u32>>()
    }
}
