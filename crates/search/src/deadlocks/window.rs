//! A small window of a board, searched as if everything around it were open floor.
//!
//! Boxes that leave the window, or reach a goal in it, are removed; the player may start anywhere
//! outside. A window that cannot be emptied under these rules cannot be emptied on any board:
//! real walls and boxes outside only restrict play further. See [`super::Table`].

use hashbrown::HashTable;

/// The shape of windows of one size; squares are bits in reading order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) height: u32,
}

/// The contents of a window: sets of walls, of boxes off goal, and of goals with or without a
/// box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tiles {
    pub(super) walls: u32,
    pub(super) boxes: u32,
    pub(super) goals: u32,
}

impl Tiles {
    /// The contents in 60 bits: windows have at most 20 squares.
    pub(super) fn key(self) -> u64 {
        u64::from(self.walls) | u64::from(self.boxes) << 20 | u64::from(self.goals) << 40
    }
}

impl Shape {
    fn all(self) -> u32 {
        (1 << (self.width * self.height)) - 1
    }

    fn column(self, column: u32) -> u32 {
        (0..self.height).fold(0, |bits, row| bits | 1 << (row * self.width + column))
    }

    fn edge(self) -> u32 {
        let row = (1 << self.width) - 1;
        let last = row << ((self.height - 1) * self.width);
        row | last | self.column(0) | self.column(self.width - 1)
    }

    /// The squares of `bits` and their neighbours.
    fn grown(self, bits: u32) -> u32 {
        let right = (bits & !self.column(self.width - 1)) << 1;
        let left = (bits & !self.column(0)) >> 1;
        (bits | right | left | bits << self.width | bits >> self.width) & self.all()
    }

    /// Where the player can walk from the squares `from`.
    pub(super) fn walk(self, from: u32, blocked: u32) -> u32 {
        let mut reached = from & !blocked;
        loop {
            let mut more = self.grown(reached) & !blocked;
            if more & self.edge() != 0 {
                // Out of the window, and back in anywhere.
                more |= self.edge() & !blocked;
            }
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether the squares `reached` are connected to the outside.
    pub(super) fn is_outside(self, reached: u32) -> bool {
        reached & self.edge() != 0
    }

    /// The square beside `at` in direction number `dir` (up, down, left, right); `None`
    /// outside.
    fn step(self, at: u32, dir: usize) -> Option<u32> {
        let (row, column) = (at / self.width, at % self.width);
        match dir {
            0 => (row > 0).then(|| at - self.width),
            1 => (row + 1 < self.height).then(|| at + self.width),
            2 => (column > 0).then(|| at - 1),
            _ => (column + 1 < self.width).then(|| at + 1),
        }
    }
}

/// Searches whether a window can be emptied.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    /// Every position found: boxes, and the player's squares, none if he is outside.
    met: Vec<(u32, u32)>,
    seen: HashTable<u32>,
}

/// Positions after which a window is assumed to be alive.
const MOST_POSITIONS: usize = 2000;

impl Game {
    /// Whether a player from outside can never empty the window.
    ///
    /// Removing a box never hurts: with it gone, the player can walk back wherever he came from. So
    /// boxes that can leave while the others stand still are removed first, one after the other,
    /// which empties most windows at once; only what is left is searched with all boxes moving.
    pub(super) fn is_dead(&mut self, shape: Shape, tiles: Tiles) -> bool {
        let mut position = (tiles.boxes, 0);
        while position.0 != 0 {
            let boxes = position.0;
            let mut all = (0..shape.width * shape.height).filter(|&at| boxes >> at & 1 == 1);
            let alone = all.find_map(|at| self.remove(shape, tiles, position, boxes & !(1 << at)));
            match alone {
                Some(after) => position = after,
                None => return self.is_stuck(shape, tiles, position),
            }
        }
        false
    }

    /// The position after the one box that is not `fixed` has left; `None` if it cannot.
    fn remove(
        &mut self,
        shape: Shape,
        tiles: Tiles,
        start: (u32, u32),
        fixed: u32,
    ) -> Option<(u32, u32)> {
        self.clear();
        self.add(start);
        let mut next = 0;
        while next < self.met.len() {
            let position = self.met[next];
            next += 1;
            let after = self.follow(shape, tiles, position, fixed);
            if after.is_some() {
                return after;
            }
        }
        None
    }

    /// Whether the window cannot be emptied with all boxes moving.
    fn is_stuck(&mut self, shape: Shape, tiles: Tiles, start: (u32, u32)) -> bool {
        self.clear();
        self.add(start);
        let mut next = 0;
        while next < self.met.len() {
            let position = self.met[next];
            next += 1;
            if position.0 == 0 || self.met.len() > MOST_POSITIONS {
                return false;
            }
            // Where a box can be removed, no other push need be tried.
            if let Some(after) = self.follow(shape, tiles, position, 0) {
                self.add(after);
            }
        }
        true
    }

    /// Adds the positions one push away that leave the `fixed` boxes alone; at a push that removes
    /// a box, stops and returns the position it leads to.
    fn follow(
        &mut self,
        shape: Shape,
        tiles: Tiles,
        (boxes, player): (u32, u32),
        fixed: u32,
    ) -> Option<(u32, u32)> {
        let blocked = tiles.walls | boxes;
        let outside = player == 0;
        let here = if outside { shape.walk(shape.edge(), blocked) } else { player };
        for at in (0..shape.width * shape.height).filter(|&at| (boxes & !fixed) >> at & 1 == 1) {
            for dir in 0..4 {
                let behind = shape.step(at, dir ^ 1);
                if !behind.map_or(outside, |behind| here >> behind & 1 == 1) {
                    continue;
                }
                let left = boxes & !(1 << at);
                let to = shape.step(at, dir).filter(|&to| tiles.goals >> to & 1 == 0);
                let Some(to) = to else {
                    return Some((left, stand(shape, at, tiles.walls | left)));
                };
                if blocked >> to & 1 == 1 {
                    continue;
                }
                let after = left | 1 << to;
                self.add((after, stand(shape, at, tiles.walls | after)));
            }
        }
        None
    }

    fn clear(&mut self) {
        self.met.clear();
        self.seen.clear();
    }

    fn add(&mut self, position: (u32, u32)) {
        let Self { met, seen } = self;
        let hash = |(boxes, player): (u32, u32)| {
            (u64::from(boxes) << 20 ^ u64::from(player)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        if seen.find(hash(position), |&at| met[at as usize] == position).is_none() {
            met.push(position);
            let new = (met.len() - 1) as u32;
            seen.insert_unique(hash(position), new, |&at| hash(met[at as usize]));
        }
    }
}

/// The player's squares once he is on `at`; none for outside.
fn stand(shape: Shape, at: u32, blocked: u32) -> u32 {
    let reached = shape.walk(1 << at, blocked);
    if shape.is_outside(reached) { 0 } else { reached }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_dead(rows: &[&str]) -> bool {
        let shape = Shape { width: rows[0].len() as u32, height: rows.len() as u32 };
        let mut tiles = Tiles::default();
        for (at, glyph) in rows.concat().bytes().enumerate() {
            tiles.walls |= u32::from(glyph == b'#') << at;
            tiles.boxes |= u32::from(glyph == b'$') << at;
            tiles.goals |= u32::from(glyph == b'.') << at;
        }
        Game::default().is_dead(shape, tiles)
    }

    #[test]
    fn windows_that_cannot_be_emptied() {
        assert!(is_dead(&["$$", "$$"]));
        assert!(!is_dead(&["$$", "$ "]));
        assert!(is_dead(&["## ", "#$ ", "   "]));
        assert!(!is_dead(&["## ", " $ ", "   "]));
        assert!(is_dead(&["## ", "# $", " $#"]), "a pocket in a corner");
        assert!(is_dead(&["#$ ", "$ $", " $#"]) == is_dead(&[" $#", "$ $", "#$ "]));
        assert!(!is_dead(&["## ", "#.$", " $#"]), "the pocket is a goal");
        assert!(is_dead(&["$$ ", "$ $", " $$"]), "a closed diagonal");
        assert!(!is_dead(&[" $ ", "$ $", " $ "]));
        assert!(is_dead(&["###", "$$ ", "   "]));
        assert!(
            !is_dead(&["#.  ", "# $$", "##$ "]),
            "the first push tried is not the one that empties it"
        );
    }

    /// The slow twin searches with all boxes moving from the start.
    #[test]
    fn removing_boxes_one_by_one_changes_no_verdict() {
        let mut random = 5u64;
        let mut draw = move |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            (random >> 33) % below
        };
        let mut game = Game::default();
        let mut dead = 0;
        for _ in 0..3000 {
            let shape = Shape { width: 3 + draw(3) as u32, height: 3 + draw(2) as u32 };
            let mut tiles = Tiles::default();
            for at in 0..shape.width * shape.height {
                match draw(8) {
                    0 | 1 => tiles.walls |= 1 << at,
                    2 if tiles.boxes.count_ones() < 5 => tiles.boxes |= 1 << at,
                    3 => tiles.goals |= u32::from(draw(4) == 0) << at,
                    _ => {}
                }
            }
            let slow = game.is_stuck(shape, tiles, (tiles.boxes, 0));
            if game.met.len() <= MOST_POSITIONS {
                assert_eq!(game.is_dead(shape, tiles), slow, "{shape:?} {tiles:?}");
                dead += u32::from(slow);
            }
        }
        assert!(dead > 300, "{dead} windows were dead");
    }
}
