//! Levels that look like Boxoban's, as many as anyone wants.
//!
//! After Racanière et al. (Imagination-Augmented Agents, 2017, appendix): a walker carves the
//! room out of the walls, goals fall on random squares, and the solved room is played backward
//! by pulls. Of all positions met, the one with the largest product of turns from box to box
//! and distance of the boxes from home is the level, so every level can be solved. Level
//! `index` of a seed is the same however many are made, in any order and on any machine.

use hakooshi_level::{Level, Tile};
use thiserror::Error;

use crate::random::Random;

/// Rooms tried before a recipe is given up.
const ATTEMPTS: u64 = 10_000;

/// What levels are to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Columns, outer walls included.
    pub width: usize,
    /// Rows, outer walls included.
    pub height: usize,
    /// Boxes.
    pub boxes: usize,
    /// Pulls played backward.
    pub pulls: usize,
}

impl Default for Recipe {
    /// Boxoban's 10 × 10 with four boxes.
    fn default() -> Self {
        Self { width: 10, height: 10, boxes: 4, pulls: 200 }
    }
}

/// Why there is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The recipe asks for nothing that exists.
    #[error(
        "levels are made with 5 to 100 rows and columns, at least one box and at most one for \
         every four squares inside the outer walls; asked for were {width} columns, {height} \
         rows and {boxes} boxes"
    )]
    Recipe {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
        /// Boxes asked for.
        boxes: usize,
    },
    /// No room came out right.
    #[error("{ATTEMPTS} rooms in a row did not fit the recipe; ask for fewer boxes or more pulls")]
    Unlucky,
}

/// Level number `index` of those that `seed` stands for.
pub fn level(recipe: &Recipe, seed: u64, index: u64) -> Result<Level, GenerateError> {
    let Recipe { width, height, boxes, .. } = *recipe;
    let sides = 5..=100;
    if !sides.contains(&width)
        || !sides.contains(&height)
        || boxes == 0
        || boxes * 4 > (width - 2) * (height - 2)
    {
        return Err(GenerateError::Recipe { width, height, boxes });
    }
    let mut random = Random::new(seed, index);
    (0..ATTEMPTS).find_map(|_| attempt(recipe, &mut random)).ok_or(GenerateError::Unlucky)
}

/// What the walker clears around itself, as (row, column) from where it stands. Each piece
/// touches the walker's square, so the room is connected.
const STAMPS: [&[(isize, isize)]; 5] = [
    &[(0, -1), (0, 1)],
    &[(-1, 0), (1, 0)],
    &[(0, 1), (1, 0)],
    &[(0, -1), (-1, 0)],
    &[(0, 1), (1, 0), (1, 1)],
];

fn attempt(recipe: &Recipe, random: &mut Random) -> Option<Level> {
    let Recipe { width, height, boxes, pulls } = *recipe;
    let floor = carve(width, height, random);
    let mut squares: Vec<usize> = (0..floor.len()).filter(|&square| floor[square]).collect();
    // Goals, boxes off them and a player must fit, with some room to move.
    if squares.len() < 3 * boxes + 2 {
        return None;
    }
    let goals: Vec<usize> =
        (0..boxes).map(|_| squares.swap_remove(random.below(squares.len()))).collect();
    let player = random.pick(&squares)?;
    let room = Room { width, floor: &floor, goals: &goals };
    let (boxes, player) = room.play_backward(player, pulls, random)?;
    let tile = |square: usize| {
        let tile = if !floor[square] {
            Tile::Wall
        } else if boxes.contains(&square) {
            Tile::BoxOnFloor
        } else if player == square {
            Tile::PlayerOnFloor
        } else {
            Tile::Floor
        };
        tile.with_goal(goals.contains(&square))
    };
    Level::from_tiles(width, (0..floor.len()).map(tile).collect()).ok()
}

/// Clears the walls along a random walk.
fn carve(width: usize, height: usize, random: &mut Random) -> Vec<bool> {
    let mut floor = vec![false; width * height];
    let (mut row, mut col) = (1 + random.below(height - 2), 1 + random.below(width - 2));
    let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let mut heading: (isize, isize) = steps[random.below(4)];
    for _ in 0..(width + height) * 3 / 2 {
        floor[row * width + col] = true;
        for (down, right) in STAMPS[random.below(STAMPS.len())] {
            let (row, col) = (row.wrapping_add_signed(*down), col.wrapping_add_signed(*right));
            if (1..height - 1).contains(&row) && (1..width - 1).contains(&col) {
                floor[row * width + col] = true;
            }
        }
        if random.chance(35) {
            heading = steps[random.below(4)];
        }
        row = row.saturating_add_signed(heading.0).clamp(1, height - 2);
        col = col.saturating_add_signed(heading.1).clamp(1, width - 2);
    }
    floor
}

struct Room<'a> {
    width: usize,
    floor: &'a [bool],
    goals: &'a [usize],
}

impl Room<'_> {
    fn around(&self) -> [isize; 4] {
        let width = self.width.cast_signed();
        [-width, width, -1, 1]
    }

    /// Where the boxes and the player are in the best position that is met, none of them on a
    /// goal; `None` if there is no such position.
    fn play_backward(
        &self,
        player: usize,
        pulls: usize,
        random: &mut Random,
    ) -> Option<(Vec<usize>, usize)> {
        let mut boxes = self.goals.to_vec();
        let mut has_box = vec![false; self.floor.len()];
        for &square in &boxes {
            has_box[square] = true;
        }
        let (mut player, mut last, mut turns) = (player, usize::MAX, 0);
        let (mut best, mut best_score) = (None, 0);
        let mut ways: Vec<(usize, isize)> = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for _ in 0..pulls {
            self.fill(&has_box, player, &mut seen);
            self.ways(&boxes, &has_box, &seen, &mut ways);
            // Dragging one box for a while gives distance, turning to another gives turns.
            let same = ways.iter().filter(|way| way.0 == last).count();
            let (number, by) = if same > 0 && random.chance(70) {
                *ways.iter().filter(|way| way.0 == last).nth(random.below(same))?
            } else {
                let Some(way) = random.pick(&ways) else { break };
                way
            };
            turns += usize::from(number != last);
            last = number;
            let from = boxes[number];
            let to = from.wrapping_add_signed(by);
            has_box[from] = false;
            has_box[to] = true;
            boxes[number] = to;
            player = to.wrapping_add_signed(by);
            let score = turns * self.distance(&boxes);
            if score > best_score && boxes.iter().all(|square| !self.goals.contains(square)) {
                (best, best_score) = (Some((boxes.clone(), player)), score);
            }
        }
        let (boxes, player) = best?;
        has_box.fill(false);
        for &square in &boxes {
            has_box[square] = true;
        }
        self.fill(&has_box, player, &mut seen);
        let free = |square: &usize| seen[*square] && !self.goals.contains(square);
        let squares: Vec<usize> = (0..seen.len()).filter(free).collect();
        Some((boxes, random.pick(&squares)?))
    }

    /// How far boxes are from where they began, in rows and columns.
    fn distance(&self, boxes: &[usize]) -> usize {
        let apart = |(&a, &b): (&usize, &usize)| {
            (a / self.width).abs_diff(b / self.width) + (a % self.width).abs_diff(b % self.width)
        };
        boxes.iter().zip(self.goals).map(apart).sum()
    }

    /// Every pull: which box, and by how much its square changes.
    fn ways(
        &self,
        boxes: &[usize],
        has_box: &[bool],
        seen: &[bool],
        out: &mut Vec<(usize, isize)>,
    ) {
        out.clear();
        for (number, &square) in boxes.iter().enumerate() {
            for by in self.around() {
                let stand = square.wrapping_add_signed(by);
                if seen[stand] {
                    let to = stand.wrapping_add_signed(by);
                    if self.floor[to] && !has_box[to] {
                        out.push((number, by));
                    }
                }
            }
        }
    }

    /// Marks where the player can walk.
    fn fill(&self, has_box: &[bool], player: usize, seen: &mut [bool]) {
        seen.fill(false);
        seen[player] = true;
        let mut stack = vec![player];
        while let Some(square) = stack.pop() {
            for by in self.around() {
                let next = square.wrapping_add_signed(by);
                if self.floor[next] && !has_box[next] && !seen[next] {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_can_be_solved_and_repeat() {
        let mut pushes = 0;
        for index in 0..40 {
            let made = level(&Recipe::default(), 7, index).expect("a level");
            assert_eq!((made.width(), made.height(), made.boxes()), (10, 10, 4));
            assert!(made.tiles().iter().all(|&tile| tile != Tile::BoxOnGoal));
            let solved = hakooshi_testkit::generate::solve(&made, 1_000_000).expect("solvable");
            pushes += solved.pushes;
            assert_eq!(level(&Recipe::default(), 7, index).as_ref(), Ok(&made));
        }
        assert!(pushes > 40 * 8, "{pushes} pushes in 40 levels: too easy to be of use");
    }

    #[test]
    fn other_sizes_and_impossible_ones() {
        for (width, height, boxes) in [(5, 5, 1), (7, 12, 2), (13, 9, 5)] {
            let recipe = Recipe { width, height, boxes, pulls: 100 };
            let made = level(&recipe, 1, 1).expect("a level");
            assert_eq!((made.width(), made.height(), made.boxes()), (width, height, boxes));
        }
        let crowded = Recipe { boxes: 17, ..Recipe::default() };
        assert!(matches!(level(&crowded, 1, 1), Err(GenerateError::Recipe { .. })));
        let idle = Recipe { pulls: 0, ..Recipe::default() };
        assert_eq!(level(&idle, 1, 1), Err(GenerateError::Unlucky));
    }
}
