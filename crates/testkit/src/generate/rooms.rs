//! Outlines of generated levels: rectangular rooms connected by doors and short corridors, a few pillars,
//! and goals arranged in one of several [`Style`]s.

use std::collections::BTreeSet;

use hakooshi_level::{Cell, Dir};

use super::Recipe;
use crate::Rng;

/// How goals lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Side by side in one room, column by column outward from one of its cells.
    Room,
    /// In one line.
    Line,
    /// Anywhere, no two touching.
    Scattered,
    /// Every other cell of a block.
    Checkered,
}

/// Floor and goals.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) floor: BTreeSet<Cell>,
    pub(super) goals: BTreeSet<Cell>,
}

impl Plan {
    /// Whether one of the eight neighbours of `cell` is floor.
    pub(super) fn touches_floor(&self, cell: Cell) -> bool {
        let near = |a: u16, b: u16| a.abs_diff(b) <= 1;
        self.floor.iter().any(|other| near(other.row, cell.row) && near(other.col, cell.col))
    }
}

/// A rectangle of floor, edges included.
#[derive(Clone, Copy)]
struct Rect {
    top: u16,
    left: u16,
    bottom: u16,
    right: u16,
}

impl Rect {
    fn cells(self) -> impl Iterator<Item = Cell> {
        (self.top..=self.bottom)
            .flat_map(move |row| (self.left..=self.right).map(move |col| Cell::new(row, col)))
    }
}

/// Draws rooms and goals to the recipe, or `None` when they do not come out.
pub(super) fn plan(rng: &mut Rng, recipe: &Recipe) -> Option<Plan> {
    let (rows, cols) = (recipe.size.0 as u16, recipe.size.1 as u16);
    let wanted = rng.between(recipe.rooms.0, recipe.rooms.1);
    let mut rooms = vec![room_at_random(rng, rows, cols)?];
    let mut floor: BTreeSet<Cell> = rooms[0].cells().collect();
    for _ in 0..60 {
        if rooms.len() == wanted {
            break;
        }
        let room = room_at_random(rng, rows, cols)?;
        if let Some(corridor) = join(rng, &floor, room) {
            floor.extend(room.cells().chain(corridor));
            rooms.push(room);
        }
    }
    add_pillars(rng, &mut floor, &rooms);
    if rooms.len() != wanted || !super::within(floor.len(), recipe.floor) {
        return None;
    }
    let count = rng.between(recipe.boxes.0, recipe.boxes.1);
    let styles = [Style::Room, Style::Room, Style::Line, Style::Scattered, Style::Checkered];
    let style = *rng.pick(&styles)?;
    let goals = goals(rng, &floor, &rooms, style, count)?;
    Some(moved_to_corner(&Plan { floor, goals }))
}

fn room_at_random(rng: &mut Rng, rows: u16, cols: u16) -> Option<Rect> {
    let high = rng.between(1, 4).min(usize::from(rows)) as u16;
    let wide = rng.between(2, 5).min(usize::from(cols)) as u16;
    let top = 1 + rng.below(usize::from(rows.checked_sub(high)?) + 1) as u16;
    let left = 1 + rng.below(usize::from(cols.checked_sub(wide)?) + 1) as u16;
    Some(Rect { top, left, bottom: top + high - 1, right: left + wide - 1 })
}

/// A short straight corridor from `room` to `floor`, at times two, provided the room stands
/// clear of all floor so far.
fn join(rng: &mut Rng, floor: &BTreeSet<Cell>, room: Rect) -> Option<Vec<Cell>> {
    let touching = |cell: Cell| {
        floor.contains(&cell)
            || Dir::ALL.iter().filter_map(|&dir| cell.step(dir)).any(|near| floor.contains(&near))
    };
    if room.cells().any(touching) {
        return None;
    }
    let mut ways = Vec::new();
    for cell in room.cells() {
        for dir in Dir::ALL {
            let mut corridor = Vec::new();
            let mut at = cell;
            while let Some(next) = at.step(dir).filter(|_| corridor.len() <= 3) {
                if floor.contains(&next) {
                    ways.push(corridor);
                    break;
                }
                corridor.push(next);
                at = next;
            }
        }
    }
    // Ways that start inside the room run through it; adding room cells twice is harmless.
    let shortest = ways.iter().map(Vec::len).min()?;
    ways.retain(|way| way.len() <= shortest + 1);
    let mut corridor = rng.pick(&ways)?.clone();
    if rng.chance(35) {
        corridor.extend(rng.pick(&ways)?.iter().copied());
    }
    Some(corridor)
}

/// Stands a pillar in some of the larger rooms, where it splits nothing off.
fn add_pillars(rng: &mut Rng, floor: &mut BTreeSet<Cell>, rooms: &[Rect]) {
    for room in rooms {
        let large = room.bottom - room.top >= 2 && room.right - room.left >= 2;
        if large && rng.chance(60) {
            let cells: Vec<Cell> = room.cells().collect();
            if let Some(cell) = rng.pick(&cells) {
                floor.remove(cell);
                if !is_connected(floor) {
                    floor.insert(*cell);
                }
            }
        }
    }
}

fn is_connected(floor: &BTreeSet<Cell>) -> bool {
    let mut waiting: Vec<Cell> = floor.first().copied().into_iter().collect();
    let mut met: BTreeSet<Cell> = waiting.iter().copied().collect();
    while let Some(cell) = waiting.pop() {
        for next in Dir::ALL.into_iter().filter_map(|dir| cell.step(dir)) {
            if floor.contains(&next) && met.insert(next) {
                waiting.push(next);
            }
        }
    }
    met.len() == floor.len()
}

fn goals(
    rng: &mut Rng,
    floor: &BTreeSet<Cell>,
    rooms: &[Rect],
    style: Style,
    count: usize,
) -> Option<BTreeSet<Cell>> {
    let room = *rng.pick(rooms)?;
    let inside: Vec<Cell> = room.cells().filter(|cell| floor.contains(cell)).collect();
    let mut all: Vec<Cell> = floor.iter().copied().collect();
    rng.shuffle(&mut all);
    let mut goals = BTreeSet::new();
    match style {
        Style::Room => {
            let corner = *rng.pick(&inside)?;
            let mut order = inside;
            order
                .sort_by_key(|cell| (cell.col.abs_diff(corner.col), cell.row.abs_diff(corner.row)));
            goals.extend(order.into_iter().take(count));
        }
        Style::Line => {
            let (first, dir) = (*all.first()?, *rng.pick(&Dir::ALL)?);
            let line = std::iter::successors(Some(first), |cell| cell.step(dir));
            goals.extend(line.take_while(|cell| floor.contains(cell)).take(count));
        }
        Style::Scattered => {
            for cell in all {
                let near = Dir::ALL.iter().filter_map(|&dir| cell.step(dir));
                if goals.len() < count && !near.into_iter().any(|near| goals.contains(&near)) {
                    goals.insert(cell);
                }
            }
        }
        Style::Checkered => {
            let even = |cell: &Cell| (cell.row + cell.col).is_multiple_of(2);
            goals.extend(inside.into_iter().filter(even).take(count));
        }
    }
    (goals.len() == count).then_some(goals)
}

/// The plan moved so that its outer wall begins at the first row and column.
fn moved_to_corner(plan: &Plan) -> Plan {
    let top = plan.floor.iter().map(|cell| cell.row).min().unwrap_or(1);
    let left = plan.floor.iter().map(|cell| cell.col).min().unwrap_or(1);
    let shift = |cells: &BTreeSet<Cell>| {
        cells.iter().map(|cell| Cell::new(cell.row - top + 1, cell.col - left + 1)).collect()
    };
    Plan { floor: shift(&plan.floor), goals: shift(&plan.goals) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_connected_and_keep_the_recipe() {
        let recipe = Recipe {
            size: (7, 9),
            rooms: (2, 4),
            floor: (15, 40),
            boxes: (3, 5),
            pushes: (0, 0),
            changes: 0,
            expanded: (0, 0),
            beam: 0,
            effort: 0,
        };
        let plans: Vec<Plan> =
            (0..200).filter_map(|seed| plan(&mut Rng::new(seed), &recipe)).collect();
        assert!(plans.len() > 40, "only {} of 200 came out", plans.len());
        for Plan { floor, goals } in plans {
            assert!(is_connected(&floor) && goals.is_subset(&floor));
            assert!((15..=40).contains(&floor.len()) && (3..=5).contains(&goals.len()));
            assert!(floor.iter().all(|cell| (1..=7).contains(&cell.row)));
            assert!(floor.iter().all(|cell| (1..=9).contains(&cell.col)));
        }
    }
}
