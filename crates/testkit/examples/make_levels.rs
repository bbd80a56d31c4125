//! Makes the bundled collections `small`, `medium` and `hard` again, and finds solutions for
//! those drawn by hand.
//!
//! `cargo run --release -p hakooshi-testkit --example make_levels -- DIRECTORY` writes
//! `*.xsb` and `solutions/*.lurd` there, reading `tutorial.xsb` and `documents.xsb` from it
//! if they exist. The same program writes the same files; the committed files are the truth.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use hakooshi_level::Level;
use hakooshi_testkit::generate::{Made, Recipe, Solved, make, solve};
use hakooshi_testkit::{Rng, collection};

/// A collection to make: how its levels come out, and what they are called.
struct Order {
    name: &'static str,
    heading: &'static str,
    seed: u64,
    /// How many suitable levels to make for each one kept.
    choice: usize,
    recipes: &'static [Recipe],
    titles: &'static [&'static str],
}

const SMALL: Recipe = Recipe {
    size: (6, 7),
    rooms: (1, 3),
    floor: (12, 26),
    boxes: (2, 3),
    pushes: (10, 60),
    changes: 3,
    expanded: (15, 3_000),
    beam: 10_000,
    effort: 60_000,
};

const MEDIUM: Recipe = Recipe {
    size: (8, 9),
    rooms: (2, 4),
    floor: (22, 38),
    boxes: (4, 5),
    pushes: (25, 120),
    changes: 7,
    expanded: (200, 30_000),
    beam: 2_000,
    effort: 80_000,
};

const HARD: Recipe = Recipe {
    size: (9, 12),
    rooms: (3, 5),
    floor: (34, 60),
    boxes: (6, 7),
    pushes: (40, 300),
    changes: 12,
    expanded: (1_500, 40_000),
    beam: 200,
    effort: 20_000,
};

const HARDER: Recipe = Recipe { boxes: (8, 9), ..HARD };
const HARDEST: Recipe = Recipe {
    size: (10, 13),
    floor: (42, 72),
    boxes: (10, 12),
    pushes: (30, 300),
    expanded: (800, 40_000),
    ..HARD
};

const ORDERS: [Order; 3] = [
    Order {
        name: "small",
        heading: "Small rooms",
        seed: 1001,
        choice: 6,
        recipes: &[Recipe { boxes: (2, 2), ..SMALL }, SMALL, Recipe { boxes: (3, 3), ..SMALL }],
        titles: &[
            "Two Steps In",
            "The Spare Key",
            "Narrow Landing",
            "Tea for Two",
            "Behind the Door",
            "The Long Shelf",
            "Turnstile",
            "Cold Cellar",
            "Letterbox",
            "Corner Shop",
            "Back and Forth",
            "The Other Side",
            "Broom Cupboard",
            "Half a Loaf",
            "Stepping Stones",
            "Night Porter",
            "Lost Luggage",
            "Side Entrance",
            "The Crooked Hall",
            "Last Bus Home",
        ],
    },
    Order {
        name: "medium",
        heading: "Storerooms",
        seed: 2002,
        choice: 5,
        recipes: &[Recipe { boxes: (3, 3), ..MEDIUM }, MEDIUM],
        titles: &[
            "Coal Merchant",
            "The Ferry Landing",
            "Quiet Archive",
            "Three Cousins",
            "Signal Box",
            "Winter Stock",
            "The Baker's Yard",
            "Loose Bricks",
            "Customs House",
            "Dry Dock",
            "Lantern Street",
            "The Clockmaker",
            "Crosswinds",
            "Silk and Salt",
            "The Miller's Debt",
            "Undertow",
        ],
    },
    Order {
        name: "hard",
        heading: "Warehouses",
        seed: 3003,
        choice: 4,
        recipes: &[HARD, HARDER, HARDEST],
        titles: &[
            "Harbour Lights",
            "The Seventh Crate",
            "Iron Gallery",
            "Tidal Lock",
            "The Cartographer",
            "Paper Lanterns",
            "Echo Chamber",
            "The Weighbridge",
            "Shunting Yard",
            "Monsoon Season",
            "The Old Granary",
            "Cathedral of Boxes",
        ],
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory.join("solutions"))?;
    for name in ["tutorial", "documents"] {
        solve_drawn(directory, name)?;
    }
    for order in &ORDERS {
        let made = fill(order);
        let levels: Vec<Level> = made.iter().map(|made| made.level.clone()).collect();
        let text = collection::write(order.heading, &levels);
        std::fs::write(directory.join(format!("{}.xsb", order.name)), text)?;
        keep_solutions(directory, order.name, made.iter().map(|made| &made.solved))?;
        for Made { level, solved } in &made {
            report(order.name, level, solved);
        }
    }
    Ok(())
}

fn solve_drawn(directory: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let Ok(text) = std::fs::read_to_string(directory.join(format!("{name}.xsb"))) else {
        return Ok(());
    };
    let mut solutions = Vec::new();
    for level in collection::read(&text)? {
        let solved = solve(&level, 1_000_000).ok_or_else(|| format!("not solved:\n{level}"))?;
        report(name, &level, &solved);
        solutions.push(solved);
    }
    Ok(keep_solutions(directory, name, solutions.iter())?)
}

fn report(name: &str, level: &Level, solved: &Solved) {
    println!(
        "{name:9} {:40} {:2} boxes {:3} pushes {:3} changes {:6} nodes",
        level.title.as_deref().unwrap_or(""),
        level.boxes(),
        solved.pushes,
        solved.changes,
        solved.expanded
    );
}

/// Makes more levels than needed in equal parts by each recipe, keeps the best of each, and
/// puts them in order of the work A* has with them.
fn fill(order: &Order) -> Vec<Made> {
    let mut rng = Rng::new(order.seed);
    let mut outlines = BTreeSet::new();
    let mut kept: Vec<Made> = Vec::new();
    for (at, recipe) in order.recipes.iter().enumerate() {
        let until = order.titles.len() * (at + 1) / order.recipes.len();
        let share = until - kept.len();
        let mut pool: Vec<Made> = Vec::new();
        while pool.len() < share * order.choice {
            pool.extend(make(&mut rng, recipe));
        }
        pool.sort_by_key(|made| std::cmp::Reverse(merit(made)));
        let fresh = pool.into_iter().filter(|made| outlines.insert(outline(&made.level)));
        kept.extend(fresh.take(share));
    }
    kept.sort_by_key(|made| made.solved.expanded);
    for (made, title) in kept.iter_mut().zip(order.titles) {
        made.level.title = Some((*title).to_owned());
    }
    kept
}

/// Much thought on little floor.
fn merit(made: &Made) -> usize {
    let solved = &made.solved;
    let work = (solved.expanded as f64).ln() * 40.0;
    (work as usize + 12 * solved.changes as usize + 2 * solved.pushes as usize) * 10
        / (10 + made.level.inside().count())
}

/// The walls alone, so that no two levels of a collection share them.
fn outline(level: &Level) -> String {
    level.to_string().replace(['@', '$', '.', '*', '+'], " ")
}

fn keep_solutions<'a>(
    directory: &Path,
    name: &str,
    solutions: impl Iterator<Item = &'a Solved>,
) -> std::io::Result<()> {
    let text: String = solutions.flat_map(|solved| [solved.letters.as_str(), "\n"]).collect();
    std::fs::write(directory.join(format!("solutions/{name}.lurd")), text)
}
