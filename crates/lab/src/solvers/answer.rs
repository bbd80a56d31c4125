//! Finds what a program claims in what it wrote.

use hakooshi::{Collection, Level, LevelId, VerifiedSolution, verify};
use serde_json::Value;

use super::adapter::{Answer, Form};
use crate::moves::{read_moves, solutions};

/// The longest part of an output that is repeated in a message.
const SHOWN: usize = 80;

/// What a program claims.
#[derive(Debug)]
pub(super) enum Claim {
    /// A solution, replayed.
    Right(Box<VerifiedSolution>),
    /// Something else in the place of a solution, and what is wrong with it.
    Wrong(String),
    /// Nothing, and what it wrote instead.
    Nothing(String),
}

impl Answer {
    /// The claim in `text` about `level`. Of several the first that is right.
    pub(super) fn find(&self, text: &str, level: &Level) -> Claim {
        let claims: Vec<String> = match self.form {
            Form::Lurd => lines(text, &self.prefix),
            Form::Last => text
                .lines()
                .map(str::trim)
                .rfind(|it| !it.is_empty())
                .map(str::to_owned)
                .into_iter()
                .collect(),
            Form::Sok => games(text, level),
            Form::Json => field(text, &self.field).into_iter().collect(),
        };
        let mut wrong = None;
        for claim in claims.iter().rev().filter(|it| !it.is_empty()) {
            match self.check(claim, level) {
                Ok(solution) => return Claim::Right(Box::new(solution)),
                Err(why) => wrong = wrong.or(Some(why)),
            }
        }
        match wrong {
            Some(why) => Claim::Wrong(why),
            None => Claim::Nothing(beginning(text)),
        }
    }

    fn check(&self, claim: &str, level: &Level) -> Result<VerifiedSolution, String> {
        let no_solution = |why: String| format!("its moves are no solution: {why}");
        // The last line is the protocol for courses, in which letters of any case are moves, and what other
        // notations would make of a line that is not moves would only confuse.
        let is_course = self.form == Form::Last;
        if is_course && !is_moves(claim) {
            let shown = beginning(claim);
            return Err(format!("its last line is not a list of moves: {shown:?}"));
        }
        let claim = if is_course { &claim.to_ascii_lowercase() } else { claim };
        let moves = read_moves(level, claim).map_err(no_solution)?;
        verify(level, &moves).map_err(|error| no_solution(error.to_string()))
    }
}

/// The first words of a text, for people.
pub(super) fn beginning(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() { short + "…" } else { short }
}

/// The lines that are moves: what follows the prefix, or with none, those of nothing but letters of moves.
fn lines(text: &str, prefix: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    if prefix.is_empty() {
        return lines.filter(|line| is_moves(line)).map(str::to_owned).collect();
    }
    let after = |line: &str| Some(line.strip_prefix(prefix.trim_end())?.trim().to_owned());
    lines.filter_map(after).collect()
}

/// Whether a line is nothing but letters of moves.
fn is_moves(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|it| b"lurdLURD".contains(&it))
}

/// The solutions in a collection: of this level if it is there, otherwise of the first.
fn games(text: &str, level: &Level) -> Vec<String> {
    let (collection, _) = Collection::read(text.as_bytes(), None);
    let id = LevelId::of(level);
    let entries = &collection.entries;
    let own = entries.iter().find(|entry| LevelId::of(&entry.level) == id).or(entries.first());
    let games = own.map(solutions).unwrap_or_default();
    games.into_iter().map(|game| game.moves).collect()
}

/// The field of the last object in the text: one document, or one in a line.
fn field(text: &str, name: &str) -> Option<String> {
    let whole = serde_json::from_str::<Value>(text).ok();
    let last = || text.lines().rev().find_map(|line| serde_json::from_str::<Value>(line).ok());
    let value = whole.or_else(last)?;
    let value = if let Value::Array(all) = value { all.into_iter().next()? } else { value };
    let value = if name.starts_with('/') { value.pointer(name)? } else { value.get(name)? };
    Some(value.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Level {
        "#####\n#@$.#\n#####".parse().expect("a level")
    }

    fn told(answer: &Answer, text: &str) -> String {
        match answer.find(text, &level()) {
            Claim::Right(solution) => format!("right {}", solution.moves()),
            Claim::Wrong(why) => format!("wrong {why}"),
            Claim::Nothing(text) => format!("nothing {text}"),
        }
    }

    #[test]
    fn lines_of_moves_are_found_among_others() {
        let plain = Answer::default();
        assert_eq!(told(&plain, "banner\n R \nbye"), "right R");
        assert_eq!(told(&plain, "R\nnot solved"), "right R");
        assert!(told(&plain, "L").starts_with("wrong "));
        assert_eq!(told(&plain, "no luck"), "nothing no luck");
        let prefix = Answer { prefix: "SOLUTION ".to_owned(), ..Answer::default() };
        assert_eq!(told(&prefix, "lurd\nSOLUTION R"), "right R");
        assert!(told(&prefix, "SOLUTION xyz").starts_with("wrong "));
        assert_eq!(told(&prefix, "R"), "nothing R");
        let last = Answer { form: Form::Last, ..Answer::default() };
        assert_eq!(told(&last, "thinking\nr\n\n"), "right R");
        assert_eq!(told(&last, "R\n{ho}"), "wrong its last line is not a list of moves: \"{ho}\"");
        assert!(told(&last, "l").starts_with("wrong its moves are no solution: "));
        let longer: Level = "######\n#@ $.#\n######".parse().expect("a level");
        let any_case = last.find("Rr", &longer);
        assert!(
            matches!(any_case, Claim::Right(_)),
            "the case of letters means nothing: {any_case:?}"
        );
        assert_eq!(told(&last, " \n"), "nothing ");
    }

    #[test]
    fn collections_and_objects_hold_solutions() {
        let sok = Answer { form: Form::Sok, ..Answer::default() };
        let text = "#####\n#@$.#\n#####\nTitle: One\n\nSolution\nR\n";
        assert_eq!(told(&sok, text), "right R");
        assert!(told(&sok, &text.replace("\nR\n", "\nL\n")).starts_with("wrong "));
        assert!(told(&sok, "#####\n#@$.#\n#####\n").starts_with("nothing "));
        let json =
            |field: &str| Answer { form: Form::Json, field: field.to_owned(), ..Answer::default() };
        assert_eq!(told(&json("lurd"), "{\"lurd\": \"R\"}"), "right R");
        assert_eq!(told(&json("lurd"), "log\n{\"lurd\": \"R\"}\n"), "right R");
        assert_eq!(told(&json("/a/0"), "{\"a\": [\"R\"]}"), "right R");
        assert!(told(&json("lurd"), "{\"lurd\": null}").starts_with("nothing "));
        assert!(told(&json("lurd"), "{").starts_with("nothing "));
    }
}
