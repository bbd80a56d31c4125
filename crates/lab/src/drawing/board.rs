//! Draws a board in the colours of the page.

use hakooshi_level::{Cell, Level, Tile};

use super::{CELL, Colour, Drawing, Point, Segment, Shape};

const FLOOR: Colour = Colour(0xec, 0xe4, 0xd2);
/// Every other cell of the floor.
const FLOOR_ODD: Colour = Colour(0xe5, 0xdb, 0xc6);
const WALL: Colour = Colour(0x5d, 0x66, 0x75);
/// The foot of a wall that stands above floor.
const WALL_FACE: Colour = Colour(0x43, 0x4b, 0x58);
const GOAL: Colour = Colour(0xc8, 0x32, 0x1f);
const BOX: Colour = Colour(0xd8, 0x99, 0x4f);
const BOX_EDGE: Colour = Colour(0x8f, 0x5a, 0x22);
const BOX_PLANKS: Colour = Colour(0xac, 0x73, 0x34);
const HOME: Colour = Colour(0x86, 0xa9, 0x5b);
const HOME_EDGE: Colour = Colour(0x46, 0x6b, 0x2b);
const HOME_PLANKS: Colour = Colour(0x76, 0x9a, 0x4f);
const PLAYER: Colour = Colour(0x27, 0x4b, 0x79);
const LIGHT: Colour = Colour(0xfd, 0xf9, 0xf0);
const WHITE: Colour = Colour(0xff, 0xff, 0xff);

/// What a cell looks like; all that a cell's shapes depend on, its place aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Look {
    tile: Tile,
    inside: bool,
    odd: bool,
    /// A wall with floor below it.
    face: bool,
}

impl Look {
    /// The look of a cell of the level when this tile is there.
    pub(super) fn new(level: &Level, cell: Cell, tile: Tile) -> Self {
        let below = Cell::new(cell.row + 1, cell.col);
        Self {
            tile,
            inside: level.is_inside(cell),
            odd: (cell.row + cell.col) % 2 == 1,
            face: tile.is_wall() && level.is_inside(below),
        }
    }

    /// Whether nothing is drawn.
    pub(super) fn is_clear(self) -> bool {
        self.tile == Tile::Floor && !self.inside
    }

    /// The shapes of the cell whose upper left corner is here.
    pub(super) fn shapes(self, at: Point) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let side = f64::from(CELL);
        if self.tile.is_wall() {
            shapes.push(Shape::rect(at, (side, side), 0.0).filled(WALL));
            if self.face {
                let foot = Shape::rect((at.0, at.1 + 25.0), (side, 7.0), 0.0);
                shapes.push(foot.filled(WALL_FACE));
            }
            return shapes;
        }
        if self.inside {
            let colour = if self.odd { FLOOR_ODD } else { FLOOR };
            shapes.push(Shape::rect(at, (side, side), 0.0).filled(colour));
        }
        let is_goal = self.tile.is_goal();
        if self.tile.is_box() {
            a_box(at, is_goal, &mut shapes);
        } else if self.tile.is_player() {
            the_player(at, is_goal, &mut shapes);
        } else if is_goal {
            let diamond = [(16.0, 8.0), (24.0, 16.0), (16.0, 24.0), (8.0, 16.0)];
            shapes.push(line(at, &diamond, true).lined(GOAL, 2.4));
        }
        shapes
    }
}

fn a_box(at: Point, home: bool, shapes: &mut Vec<Shape>) {
    let (fill, edge, planks) =
        if home { (HOME, HOME_EDGE, HOME_PLANKS) } else { (BOX, BOX_EDGE, BOX_PLANKS) };
    for height in [11.5, 20.5] {
        shapes.push(line(at, &[(4.5, height), (27.5, height)], false).lined(planks, 1.2));
    }
    let body = Shape::rect((at.0 + 3.0, at.1 + 3.0), (26.0, 26.0), 4.0);
    shapes.insert(shapes.len() - 2, body.filled(fill).lined(edge, 1.5));
    if home {
        let tick = [(10.5, 16.5), (14.5, 20.5), (22.0, 12.0)];
        shapes.push(line(at, &tick, false).lined(WHITE, 3.0));
    }
}

fn the_player(at: Point, on_goal: bool, shapes: &mut Vec<Shape>) {
    let (edge, width) = if on_goal { (GOAL, 2.6) } else { (LIGHT, 1.0) };
    let middle = |x: f64, y: f64| (at.0 + x, at.1 + y);
    shapes.push(Shape::circle(middle(16.0, 16.0), 11.5).filled(PLAYER).lined(edge, width));
    // A headband with a mark, and the eyes.
    let band = [(7.3, 8.8), (24.7, 8.8), (27.0, 13.6), (5.0, 13.6)];
    shapes.push(line(at, &band, true).filled(LIGHT));
    shapes.push(Shape::circle(middle(16.0, 11.1), 2.5).filled(GOAL));
    for x in [11.5, 20.5] {
        shapes.push(line(at, &[(x, 18.6), (x, 20.8)], false).lined(LIGHT, 2.2));
    }
}

/// The line through these places of a cell.
fn line(at: Point, places: &[Point], closed: bool) -> Shape {
    let mut segments: Vec<Segment> =
        places.iter().map(|place| Segment::Line((at.0 + place.0, at.1 + place.1))).collect();
    if let Some(first) = segments.first_mut()
        && let Segment::Line(place) = *first
    {
        *first = Segment::Move(place);
    }
    segments.extend(closed.then_some(Segment::Close));
    Shape::path(segments)
}

/// The level with these boxes inside and the player here.
pub fn draw(level: &Level, boxes: &[Cell], player: Cell) -> Drawing {
    let mut shapes = Vec::new();
    for (cell, tile) in tiles(level, boxes, player) {
        let at = (f64::from(cell.col) * f64::from(CELL), f64::from(cell.row) * f64::from(CELL));
        shapes.extend(Look::new(level, cell, tile).shapes(at));
    }
    Drawing { cells: (level.width() as u32, level.height() as u32), shapes }
}

/// Every cell, with what is there when the boxes inside and the player stand as said.
pub(super) fn tiles(
    level: &Level,
    boxes: &[Cell],
    player: Cell,
) -> impl Iterator<Item = (Cell, Tile)> {
    let cells = (0..level.height() as u16)
        .flat_map(|row| (0..level.width() as u16).map(move |col| Cell::new(row, col)));
    cells.map(move |cell| (cell, tile_at(level, cell, boxes.contains(&cell), player == cell)))
}

/// What is at a cell, given who stands there.
pub fn tile_at(level: &Level, cell: Cell, has_box: bool, has_player: bool) -> Tile {
    let start = level.tile(cell);
    if !level.is_inside(cell) {
        return start;
    }
    let piece = match (has_box, has_player) {
        (true, _) => Tile::BoxOnFloor,
        (false, true) => Tile::PlayerOnFloor,
        (false, false) => Tile::Floor,
    };
    piece.with_goal(start.is_goal())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "######\n#@$.*#\n######";

    fn drawing() -> Drawing {
        let level: Level = LEVEL.parse().expect("a level");
        draw(&level, &[Cell::new(1, 2), Cell::new(1, 4)], level.player())
    }

    #[test]
    fn an_svg_has_every_piece_once() {
        let svg = drawing().svg();
        assert!(svg.starts_with("<svg ") && svg.contains("viewBox=\"0 0 192 96\""), "{svg}");
        // Fourteen walls, four of them with a face, four cells of floor, two boxes.
        assert_eq!(svg.matches("#5d6675").count(), 14);
        assert_eq!(svg.matches("#434b58").count(), 4);
        assert_eq!(svg.matches("#ece4d2").count() + svg.matches("#e5dbc6").count(), 4);
        assert_eq!((svg.matches("#d8994f").count(), svg.matches("#86a95b").count()), (1, 1));
        assert_eq!(svg.matches("<circle").count(), 2, "the player and the mark on the headband");
    }

    #[test]
    fn pixels_have_the_colours_of_the_cells() {
        let png = drawing().png(16).expect("small");
        let decoded = tiny_skia::Pixmap::decode_png(&png).expect("a picture");
        assert_eq!((decoded.width(), decoded.height()), (96, 48));
        let at = |x, y| decoded.pixel(x, y).map(|it| (it.red(), it.green(), it.blue()));
        assert_eq!(at(2, 2), Some((WALL.0, WALL.1, WALL.2)));
        assert_eq!(at(40, 20), Some((BOX.0, BOX.1, BOX.2)));
        assert!(drawing().png(60_000).is_err());
    }

    #[test]
    fn tikz_is_balanced_and_names_its_colours() {
        let tikz = drawing().tikz();
        assert!(tikz.contains("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"));
        assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
        let defined = tikz.matches("\\definecolor{hako").count();
        assert!((8..=26).contains(&defined), "{defined}");
    }
}
