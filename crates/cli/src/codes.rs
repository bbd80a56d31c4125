//! `exit-codes.md` as plain text, for the terminal.

/// The document.
const MARKDOWN: &str = include_str!("../exit-codes.md");

/// Where the text of a row begins.
const INDENT: usize = 7;

/// The width of a line; clap wraps longer ones without an indent.
const WIDTH: usize = 78;

/// The document with its table in columns.
pub(crate) fn text() -> String {
    let mut out = String::new();
    for line in MARKDOWN.lines() {
        match row(line) {
            Some(("---:" | "code", _)) => {}
            Some((code, meaning)) => match meaning.strip_prefix("**") {
                Some(title) => {
                    out.push('\n');
                    fill(&mut out, "", title.trim_end_matches('*'), 2);
                }
                None => fill(&mut out, &format!("{code:>5}"), meaning, INDENT),
            },
            None => {
                out.push_str(line.trim_start_matches("# "));
                out.push('\n');
            }
        }
    }
    out
}

/// The cells of a row of the table.
fn row(line: &str) -> Option<(&str, &str)> {
    let cells = line.strip_prefix('|')?.strip_suffix('|')?;
    cells.split_once('|').map(|(code, meaning)| (code.trim(), meaning.trim()))
}

/// Appends `start` and the words, wrapped, with the same indent for all lines.
fn fill(out: &mut String, start: &str, words: &str, indent: usize) {
    let mut line = format!("{start:<width$}", width = indent - 1);
    for word in words.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = " ".repeat(indent - 1);
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;

    #[test]
    fn every_code_is_in_the_text() {
        use Exit::{
            BadInput, Fault, GaveUp, Interrupted, Io, Memory, Nodes, Ok, Refuted, Solver, Time,
            Unsolvable, Usage,
        };
        let codes = [
            Ok,
            Refuted,
            Unsolvable,
            GaveUp,
            Time,
            Nodes,
            Memory,
            BadInput,
            Usage,
            Fault,
            Io,
            Solver,
            Interrupted,
        ];
        let text = text();
        for code in codes {
            let row = format!("\n{:>5}  ", code as u8);
            assert!(text.contains(&row), "{code:?}\n{text}");
        }
        assert!(codes.is_sorted());
    }

    #[test]
    fn rows_are_wrapped_and_indented() {
        let text = text();
        assert!(!text.contains('|') || text.contains("levels.xsb | head"));
        assert!(!text.contains("**"));
        assert!(text.contains("\n   22  `--memory`\n"), "{text}");
        let rows = text.lines().filter(|line| line.starts_with("     "));
        assert!(rows.clone().count() > 3);
        assert!(rows.map(|line| line.chars().count()).all(|width| width <= WIDTH));
    }
}
