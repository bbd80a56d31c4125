//! A level in the language of planners: the domain `sokoban-sequential` of the competitions of
//! 2008 and 2011 with typed objects and action costs, problems for it, and plans read back.
//!
//! The words are those of the competitions, so that planners and tools made for its files run
//! on ours. A push costs one and a walk nothing: a cheapest plan has the fewest pushes.

use std::fmt::Write as _;

use hakooshi_board::{Board, Position, Square};
use hakooshi_level::sexpr::Sexpr;
use hakooshi_level::{Dir, Moves, Step};

/// The domain file.
pub const DOMAIN: &str = "\
; Sokoban as in the planning competitions of 2008 and 2011. Pushes cost one, walks nothing.
(define (domain sokoban-sequential)
  (:requirements :typing :action-costs)
  (:types
    thing location direction - object
    player stone - thing)
  (:predicates
    (clear ?l - location)
    (at ?t - thing ?l - location)
    (at-goal ?s - stone)
    (IS-GOAL ?l - location)
    (IS-NONGOAL ?l - location)
    (MOVE-DIR ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and (MOVE-DIR ?from ?to ?dir) (at ?p ?from) (clear ?to))
    :effect (and
      (at ?p ?to) (clear ?from)
      (not (at ?p ?from)) (not (clear ?to))))
  (:action push-to-nongoal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (MOVE-DIR ?ppos ?from ?dir) (MOVE-DIR ?from ?to ?dir) (IS-NONGOAL ?to)
      (at ?p ?ppos) (at ?s ?from) (clear ?to))
    :effect (and
      (at ?p ?from) (at ?s ?to) (clear ?ppos)
      (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to)) (not (at-goal ?s))
      (increase (total-cost) 1)))
  (:action push-to-goal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and
      (MOVE-DIR ?ppos ?from ?dir) (MOVE-DIR ?from ?to ?dir) (IS-GOAL ?to)
      (at ?p ?ppos) (at ?s ?from) (clear ?to))
    :effect (and
      (at ?p ?from) (at ?s ?to) (clear ?ppos) (at-goal ?s)
      (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to))
      (increase (total-cost) 1))))
";

const DIRECTIONS: [&str; 4] = ["dir-up", "dir-down", "dir-left", "dir-right"];

/// A problem file of the domain, under `name`.
pub fn problem(board: &Board, start: &Position, name: &str) -> String {
    let location = |square: Square| {
        let cell = board.cell(square);
        format!("pos-{}-{}", cell.col + 1, cell.row + 1)
    };
    let stones: Vec<(String, Square)> = start
        .boxes()
        .iter()
        .zip(1..)
        .map(|(&at, number)| (format!("stone-{number:02}"), at))
        .collect();
    let mut text = format!(
        "; pos-C-R is the cell in column C and row R, counted from one.\n\
         (define (problem {})\n  (:domain sokoban-sequential)\n  (:objects\n    {} - direction\n    \
         player-01 - player\n",
        plain(name),
        DIRECTIONS.join(" ")
    );
    let _ = writeln!(text, "    {} - stone", list(stones.iter().map(|(stone, _)| stone.clone())));
    let _ = writeln!(text, "    {} - location)\n  (:init", list(board.squares().map(location)));
    for square in board.squares() {
        let here = location(square);
        let kind = if board.is_goal(square) { "IS-GOAL" } else { "IS-NONGOAL" };
        let _ = writeln!(text, "    ({kind} {here})");
        if start.is_free(square) && square != start.player() {
            let _ = writeln!(text, "    (clear {here})");
        }
        for dir in Dir::ALL {
            let next = board.step(square, dir);
            if !next.is_wall() {
                let name = DIRECTIONS[dir.index()];
                let _ = writeln!(text, "    (MOVE-DIR {here} {} {name})", location(next));
            }
        }
    }
    let _ = writeln!(text, "    (at player-01 {})", location(start.player()));
    for (stone, at) in &stones {
        let _ = writeln!(text, "    (at {stone} {})", location(*at));
        if board.is_goal(*at) {
            let _ = writeln!(text, "    (at-goal {stone})");
        }
    }
    text += "    (= (total-cost) 0))\n  (:goal (and";
    for (stone, _) in &stones {
        let _ = write!(text, " (at-goal {stone})");
    }
    text += "))\n  (:metric minimize (total-cost)))\n";
    text
}

/// Names in several lines of a bearable length.
fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    let lines: Vec<String> = names.chunks(8).map(|line| line.join(" ")).collect();
    lines.join("\n    ")
}

/// A name that the language allows.
fn plain(name: &str) -> String {
    let plain =
        |glyph: char| if glyph.is_ascii_alphanumeric() { glyph.to_ascii_lowercase() } else { '-' };
    format!("level-{}", name.chars().map(plain).collect::<String>())
}

/// Whether a text looks like a plan for the domain.
pub(crate) fn is_plan(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("(move ") || text.contains("(push-to-")
}

/// The moves of a plan: every action names its direction.
pub(crate) fn moves(text: &str) -> Result<Moves, String> {
    // Some planners number the actions: "0.00100: (move …)".
    let items = Sexpr::read_all(text)
        .map_err(|(at, reason)| format!("at byte {at} of the plan, {reason}"))?;
    let mut moves = Moves::new();
    for action in items.iter().filter(|item| !item.list().is_empty()) {
        let push = match action.head().as_deref() {
            Some("move") => false,
            Some("push-to-goal" | "push-to-nongoal") => true,
            _ => return Err(format!("action {} does not belong to this domain", moves.len() + 1)),
        };
        let name = action.list().last().and_then(Sexpr::word).unwrap_or("").to_ascii_lowercase();
        let dir = DIRECTIONS.iter().position(|it| *it == name).map(|index| Dir::ALL[index]);
        let dir = dir.ok_or_else(|| format!("action {} names no direction", moves.len() + 1))?;
        moves.push(Step { dir, push });
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use hakooshi_board::compile;
    use hakooshi_level::Level;
    use hakooshi_level::formats::Collection;

    use super::*;

    const LEVEL: &str = "########\n#  .   #\n#@$ #* #\n#      #\n########\n";

    #[test]
    fn what_is_written_reads_back_as_the_level() {
        let level: Level = LEVEL.parse().expect("a level");
        let (board, start) = compile(&level).expect("small");
        let text = problem(&board, &start, "A  title: 7");
        let (read, _) = Collection::read(text.as_bytes(), None);
        assert_eq!(read.entries[0].level.to_string(), LEVEL);
        assert_eq!(read.entries[0].level.title.as_deref(), Some("level-a--title--7"));
    }

    #[test]
    fn the_domain_is_one_well_formed_definition() {
        let read = Sexpr::read_all(DOMAIN).expect("brackets");
        assert_eq!(read.len(), 1);
        let actions = read[0].list().iter().filter(|it| it.head().as_deref() == Some(":action"));
        assert_eq!(actions.count(), 3);
    }

    #[test]
    fn plans_in_either_style() {
        let plan = "; cost = 1\n(MOVE player-01 pos-2-3 pos-2-4 dir-down)\n\
                    0.001: (push-to-goal player-01 stone-01 a b c dir-right) [1.0]\n";
        assert!(is_plan(plan));
        assert_eq!(moves(plan).map(|moves| moves.to_string()).as_deref(), Ok("dR"));
        assert!(moves("(fly a b)").is_err() && moves("(move a b sideways)").is_err());
    }
}
