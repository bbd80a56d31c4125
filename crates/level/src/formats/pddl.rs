//! Problem files of the planning competitions of 2008 and 2011, domain `sokoban-sequential`.
//!
//! A problem lists which locations are connected in which direction, what is where, and which locations
//! are goals. The board is drawn from the connections alone, starting at the player, so the names of
//! locations do not matter, and there are walls where nothing is connected. Locations that the player can
//! never reach do not appear.
//!
//! ```text
//! (:init (MOVE-DIR pos-2-2 pos-3-2 dir-right) (at player-01 pos-2-2)
//!        (at stone-01 pos-3-2) (IS-GOAL pos-4-2) …)
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use super::format::{Fit, FormatEntry, Read, Sample};
use super::whole::{Places, Whole};
use super::{Entry, Problem, ReadError};
use crate::sexpr::Sexpr;
use crate::{Dir, Level, MAX_SIDE, Tile};

pub(crate) static ENTRY: FormatEntry = FormatEntry {
    name: "pddl",
    extensions: &["pddl"],
    summary: "problem file of the planning competitions, sokoban-sequential",
    detect,
    read: Read::Whole(read),
    write: None,
};

fn detect(sample: &Sample<'_>) -> Fit {
    Fit::Certain.when(sample.starts_with(b";(") && is_problem(&sample.text()))
}

/// Whether a text, perhaps cut off, begins as a problem file.
pub(crate) fn is_problem(text: &str) -> bool {
    let mut code = text.lines().map(str::trim_start).filter(|line| !line.starts_with(';'));
    let first = code.find(|line| !line.is_empty()).unwrap_or("");
    first.to_ascii_lowercase().starts_with("(define")
}

fn malformed(reason: impl Into<String>) -> Problem {
    let expected = "a problem file of the domain sokoban-sequential";
    Problem::Malformed { expected, reason: reason.into() }
}

fn read(text: &str) -> Whole {
    let entries = match Sexpr::read_all(text) {
        Err((at, reason)) => {
            vec![Err(Places::new(text).error(at, malformed(reason)).of_level(1, None))]
        }
        Ok(items) => items
            .iter()
            .filter(|item| item.head().as_deref() == Some("define"))
            .zip(1..)
            .map(|(item, number)| {
                entry(item).map_err(|problem| {
                    ReadError::new(1, 1, "", problem).of_level(number, title(item))
                })
            })
            .collect(),
    };
    (String::new(), entries)
}

fn title(define: &Sexpr) -> Option<String> {
    let name = define.list().iter().find(|part| part.head().as_deref() == Some("problem"))?;
    name.list().get(1)?.word().map(str::to_owned)
}

/// What the initial state says, every name in lower case as in the language.
#[derive(Default)]
struct Facts {
    /// By location: where each direction leads.
    joins: HashMap<String, [Option<String>; 4]>,
    goals: HashSet<String>,
    /// What is where.
    places: Vec<(String, String)>,
}

fn entry(define: &Sexpr) -> Result<Entry, Problem> {
    let title = title(define).ok_or_else(|| malformed("this defines no problem"))?;
    let section = |name: &str| {
        let found = define.list().iter().find(|part| part.head().as_deref() == Some(name));
        found.ok_or_else(|| malformed(format!("there is no {name}")))
    };
    let kinds = kinds(section(":objects")?);
    let facts = facts(section(":init")?)?;
    let is = |thing: &str, kind: &str| kinds.get(thing).is_some_and(|it| it == kind);
    let of_kind = |kind: &str| -> Vec<&str> {
        let found = facts.places.iter().filter(|(thing, _)| is(thing, kind));
        found.map(|(_, location)| location.as_str()).collect()
    };
    let player = match of_kind("player")[..] {
        [player] => player.to_owned(),
        [] => return Err(crate::LevelError::NoPlayer.into()),
        _ => return Err(malformed("there are several players")),
    };
    let stones: HashSet<&str> = of_kind("stone").into_iter().collect();
    let level = draw(&facts, &player, &stones)?;
    let mut entry = Entry::new(level);
    entry.level.title = Some(title);
    Ok(entry)
}

/// The type of each object: in `a b - kind` both have it.
fn kinds(objects: &Sexpr) -> HashMap<String, String> {
    let mut words = objects.list().iter().skip(1).filter_map(Sexpr::word);
    let (mut kinds, mut waiting) = (HashMap::new(), Vec::new());
    while let Some(word) = words.next() {
        if word == "-" {
            let kind = words.next().unwrap_or("").to_ascii_lowercase();
            kinds.extend(waiting.drain(..).map(|object| (object, kind.clone())));
        } else {
            waiting.push(word.to_ascii_lowercase());
        }
    }
    kinds
}

fn facts(init: &Sexpr) -> Result<Facts, Problem> {
    let mut facts = Facts::default();
    for fact in init.list().iter().skip(1) {
        let words: Vec<String> =
            fact.list().iter().filter_map(Sexpr::word).map(str::to_ascii_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["move-dir", from, to, name] => {
                let dir = direction(name)
                    .ok_or_else(|| malformed(format!("{name} is not a direction")))?;
                facts.joins.entry(from.to_owned()).or_default()[dir.index()] = Some(to.to_owned());
            }
            ["is-goal", location] => _ = facts.goals.insert(location.to_owned()),
            ["at", thing, location] => facts.places.push((thing.to_owned(), location.to_owned())),
            _ => {}
        }
    }
    Ok(facts)
}

fn direction(name: &str) -> Option<Dir> {
    let names = ["up", "down", "left", "right"];
    names.iter().position(|it| name.ends_with(it)).map(|index| Dir::ALL[index])
}

/// Draws what hangs together with the player's location, and a wall around it.
fn draw(facts: &Facts, player: &str, stones: &HashSet<&str>) -> Result<Level, Problem> {
    let mut cells: HashMap<&str, (i32, i32)> = HashMap::from([(player, (0, 0))]);
    let mut taken = HashMap::from([((0, 0), player)]);
    let mut queue = VecDeque::from([player]);
    while let Some(location) = queue.pop_front() {
        let (row, col) = cells[location];
        let Some(joins) = facts.joins.get(location) else { continue };
        for (dir, next) in Dir::ALL.into_iter().zip(joins) {
            let Some(next) = next.as_deref() else { continue };
            let (down, right) = dir.delta();
            let there = (row + i32::from(down), col + i32::from(right));
            if *cells.entry(next).or_insert_with(|| {
                queue.push_back(next);
                there
            }) != there
            {
                return Err(malformed(format!("{next} cannot be drawn: two ways disagree")));
            }
            let first = *taken.entry(there).or_insert(next);
            if first != next {
                return Err(malformed(format!("{first} and {next} would be the same cell")));
            }
        }
    }
    check_joins(facts, &cells, &taken)?;
    let span = |pick: fn(&(i32, i32)) -> i32| {
        let (least, most) =
            cells.values().map(pick).fold((0, 0), |(a, b), it| (a.min(it), b.max(it)));
        (least, (most - least) as usize + 3)
    };
    let ((top, height), (left, width)) = (span(|cell| cell.0), span(|cell| cell.1));
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(crate::LevelError::TooLarge { width, height }.into());
    }
    let mut tiles = vec![Tile::Wall; width * height];
    for (location, (row, col)) in &cells {
        let goal = facts.goals.contains(*location);
        tiles[(row - top + 1) as usize * width + (col - left + 1) as usize] =
            match (*location == player, stones.contains(location), goal) {
                (true, _, true) => Tile::PlayerOnGoal,
                (true, _, false) => Tile::PlayerOnFloor,
                (_, true, true) => Tile::BoxOnGoal,
                (_, true, false) => Tile::BoxOnFloor,
                (_, _, true) => Tile::Goal,
                _ => Tile::Floor,
            };
    }
    Ok(Level::from_tiles(width, tiles)?)
}

/// On a board whoever stands beside a cell can step onto it: cells side by side must be joined, in
/// both directions.
fn check_joins(
    facts: &Facts,
    cells: &HashMap<&str, (i32, i32)>,
    taken: &HashMap<(i32, i32), &str>,
) -> Result<(), Problem> {
    let mut drawn: Vec<(&str, (i32, i32))> =
        cells.iter().map(|(&name, &cell)| (name, cell)).collect();
    // In order of the cells, so that the same file always gives the same error.
    drawn.sort_unstable_by_key(|&(_, cell)| cell);
    for (location, (row, col)) in drawn {
        for dir in Dir::ALL {
            let (down, right) = dir.delta();
            let beside = taken.get(&(row + i32::from(down), col + i32::from(right)));
            let joins = facts.joins.get(location).and_then(|joins| joins[dir.index()].as_deref());
            if beside.copied() != joins {
                let beside = beside.copied().or(joins).unwrap_or("nothing");
                return Err(malformed(format!(
                    "{location} and {beside} lie side by side but are not joined both ways, which no \
                     level can show"
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "; a drawing: #####\n(define (problem corridor) (:domain sokoban-sequential)
        (:objects dir-left dir-right - direction player-01 - player stone-01 - stone
                  a b c wall - location)
        (:init (move-dir a b dir-right) (MOVE-DIR b c dir-right) (MOVE-DIR c b dir-left)
               (MOVE-DIR b a dir-left) (at player-01 A) (at stone-01 b) (clear c)
               (IS-GOAL c) (= (total-cost) 0))
        (:goal (at-goal stone-01)))";

    fn level(text: &str) -> Result<String, String> {
        let (_, mut entries) = read(text);
        assert_eq!(entries.len(), 1);
        let entry = entries.remove(0).map_err(|error| error.to_string())?;
        Ok(entry.level.to_string())
    }

    #[test]
    fn the_board_follows_from_the_joins() {
        assert!(is_problem(ONE) && !is_problem("#####\n(define"));
        assert_eq!(level(ONE).as_deref(), Ok("#####\n#@$.#\n#####\n"));
        let (_, entries) = read(ONE);
        let title = entries[0].as_ref().expect("a level").level.title.clone();
        assert_eq!(title.as_deref(), Some("corridor"));
    }

    #[test]
    fn faults_are_named() {
        let error = |from: &str, to: &str| level(&ONE.replace(from, to)).expect_err("a fault");
        assert!(error("(at player-01 A)", "").contains("no player"));
        assert!(error("b c dir-right", "b c sideways").contains("sideways"));
        assert!(error("b c dir-right", "b a dir-right").contains("two ways disagree"));
        assert!(error("c b dir-left", "c d dir-left").contains("b and d would be the same cell"));
        assert!(error("(MOVE-DIR c b dir-left)", "").contains("c and b lie side by side"));
        assert!(error("(:init", "(:initial").contains(":init"));
        assert!(error("(problem corridor)", "(domain d)").contains("no problem"));
        assert!(error("(:goal (at-goal stone-01)))", "").contains("not closed"));
        assert!(error("(IS-GOAL c)", "").contains("1 box but 0 goals"));
    }
}
