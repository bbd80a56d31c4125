//! Decides to which level or game the text between two boards belongs.
//!
//! A level consists of a title line, the board, notes, and games, each with a title line, moves and notes.
//! Text is divided between what precedes it and what follows by these rules, in order, applied to the
//! last paragraph:
//!
//! 1. the line `:: end of notes` leaves nothing for what follows;
//! 2. directly above a board and separated from what precedes, a paragraph with a `Title:` line, or one of
//!    several `;` lines, belongs to the board;
//! 3. a single line that is the only text or comes after an empty line is the title of what follows,
//!    unless it is a property, a `::` comment, or adjacent only to what precedes;
//! 4. the usual names of solutions are titles of moves after any line.
//!
//! All other text belongs to what precedes it. A `;` line directly below a board without a title is its
//! title.

use super::keys;

/// The comment a writer puts where text would be taken for the title of what follows.
pub(crate) const END_OF_NOTES: &str = ":: end of notes";

/// How titles of games begin in files written by YASC and its kin, in lower case.
const GAMES: [&str; 6] =
    ["solution", "best solution", "savegame", "snapshot", "reverse mode snapshot", "saved game"];

/// What comes after the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Level,
    Game,
    End,
}

/// Text, split.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Split<'a> {
    /// Lines of what stands above.
    pub(crate) above: &'a str,
    /// The title of what comes next.
    pub(crate) title: Option<&'a str>,
    /// Lines of what comes next.
    pub(crate) below: String,
}

/// Splits `text`, whose lines all end in `\n`. `glued` says that the first line follows
/// directly on what stands above.
pub(crate) fn split(text: &str, glued: bool, next: Next) -> Split<'_> {
    let touches = !text.ends_with("\n\n") && text != "\n";
    let first = text.bytes().position(|byte| byte != b'\n').unwrap_or(text.len());
    let body = text[first..].trim_end_matches('\n');
    let all_above = Split { above: body, ..Split::default() };
    if body.is_empty() || next == Next::End {
        return all_above;
    }
    if let Some(rest) = body.strip_suffix(END_OF_NOTES)
        && (rest.is_empty() || rest.ends_with('\n'))
    {
        return Split { above: rest.trim_end_matches('\n'), ..Split::default() };
    }
    // Nearly always the text is one line, the title; millions of levels ask for haste.
    let single = !body.as_bytes().contains(&b'\n');
    let start = if single { 0 } else { last_paragraph(body) };
    let paragraph = &body[start..];
    let alone = start == 0;
    if next == Next::Level
        && touches
        && !(alone && glued)
        && (!single || body.as_bytes().contains(&b':'))
        && let Some((title, below)) = heading(paragraph)
    {
        let above = body[..start].trim_end_matches('\n');
        return Split { above, title: Some(title), below };
    }
    let last_start = if single { 0 } else { paragraph.rfind('\n').map_or(0, |at| at + 1) };
    let last = &paragraph[last_start..];
    let is_title = if last_start == 0 {
        may_be_title(last)
            && !(alone && glued && !touches && !(next == Next::Game && is_game(last)))
    } else {
        next == Next::Game && is_game(last)
    };
    if is_title {
        let above = body[..start + last_start].trim_end_matches('\n');
        Split { above, title: Some(unmark(last).trim()), below: String::new() }
    } else {
        all_above
    }
}

/// Where the text after the last empty line starts.
fn last_paragraph(body: &str) -> usize {
    let pairs = body.as_bytes().windows(2);
    pairs.into_iter().rposition(|pair| pair == b"\n\n").map_or(0, |at| at + 2)
}

/// The title in a paragraph that stands on a board, and the lines that go with it.
fn heading(paragraph: &str) -> Option<(&str, String)> {
    let unmarked = || paragraph.lines().map(unmark);
    let property = unmarked().filter_map(keys::split).find_map(|(key, value)| {
        (key.eq_ignore_ascii_case("title") && !value.is_empty()).then_some(value)
    });
    if let Some(title) = property {
        return Some((title, paragraph.to_owned()));
    }
    if paragraph.lines().count() < 2 || !paragraph.lines().all(|line| line.starts_with(';')) {
        return None;
    }
    let nth = paragraph.lines().position(may_be_title)?;
    let rest: Vec<&str> =
        paragraph.lines().enumerate().filter(|&(at, _)| at != nth).map(|(_, line)| line).collect();
    Some((unmark(paragraph.lines().nth(nth)?).trim(), rest.join("\n")))
}

fn is_game(line: &str) -> bool {
    let line = unmark(line).trim_start().as_bytes();
    GAMES.iter().any(|name| {
        line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    })
}

/// Whether a line could be a title: text that is neither a property nor a comment.
pub(crate) fn may_be_title(line: &str) -> bool {
    let text = unmark(line).trim();
    !text.is_empty() && !line.starts_with("::") && !keys::is_property(text)
}

/// A line without the `;` that marks text.
pub(crate) fn unmark(line: &str) -> &str {
    line.strip_prefix(';').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
}

/// Adds lines to notes without their `;`, without empty lines at either end and with no two
/// in a row.
pub(crate) fn append(notes: &mut String, lines: &str) {
    append_lines(notes, lines.lines().map(unmark));
}

/// The same for lines that have no marks.
pub(crate) fn append_lines<'a>(notes: &mut String, lines: impl Iterator<Item = &'a str>) {
    let mut gap = "\n";
    for line in lines {
        if line.trim().is_empty() {
            gap = "\n\n";
            continue;
        }
        if !notes.is_empty() {
            notes.push_str(gap);
        }
        notes.push_str(line);
        gap = "\n";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_where_it_belongs() {
        use Next::{End, Game, Level};
        for (text, glued, next, above, title, below) in [
            ("; One\n", false, Level, "", Some("One"), ""),
            ("One\n\n", false, Level, "", Some("One"), ""),
            ("; Collection: X\n\n; One\n", false, Level, "; Collection: X", Some("One"), ""),
            ("; Collection: X\n", false, Level, "; Collection: X", None, ""),
            ("a\nb\n", false, Level, "a\nb", None, ""),
            ("a\nb\n\nc\n\n", true, Level, "a\nb", Some("c"), ""),
            ("; after\n\n", true, Level, "; after", None, ""),
            ("two\n", true, Level, "", Some("two"), ""),
            ("Author: me\n", true, Level, "Author: me", None, ""),
            ("\nTitle: T\nAuthor: me\n", false, Level, "", Some("T"), "Title: T\nAuthor: me"),
            ("; 7\n; by me\n", false, Level, "", Some("7"), "; by me"),
            ("\na\n\nb\n\n:: end of notes\n\n", false, Level, "a\n\nb", None, ""),
            (":: x\n", false, Level, ":: x", None, ""),
            ("Author: me\nSolution\n", true, Game, "Author: me", Some("Solution"), ""),
            ("Best Solution (built-in)\n\n", true, Game, "", Some("Best Solution (built-in)"), ""),
            ("a\n\nb\n", false, End, "a\n\nb", None, ""),
            ("\n\n", false, Level, "", None, ""),
        ] {
            let expected = Split { above, title, below: below.to_owned() };
            assert_eq!(split(text, glued, next), expected, "{text:?}");
        }
    }

    #[test]
    fn notes_lose_marks_and_outer_blank_lines() {
        let mut notes = String::new();
        append(&mut notes, ";\n; a\n\n;;b\n; ");
        assert_eq!(notes, "a\n\n;b");
    }
}
