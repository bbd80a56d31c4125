//! Classifies the lines of a level file that are not rows.

use super::glyphs::Glyphs;
use super::lines::decode;
use crate::Tile;

/// Whether a line holds moves: letters `lurdLURD` with counts, groups and the marks of saved
/// and reverse games.
pub(crate) fn is_moves(line: &[u8]) -> bool {
    let mut letters = 0_usize;
    for byte in line {
        match byte {
            b'l' | b'u' | b'r' | b'd' | b'L' | b'U' | b'R' | b'D' => letters += 1,
            b'0'..=b'9'
            | b' '
            | b'\t'
            | b'('
            | b')'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'<'
            | b'>'
            | b'*' => {}
            _ => return false,
        }
    }
    letters > 0
}

/// The moves of a game as a file holds them, lines without outer blanks and none of them empty;
/// `None` if there are none, or if a line would not read as moves.
pub(crate) fn moves(text: &str) -> Option<String> {
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    let all = !lines.is_empty() && lines.iter().all(|line| is_moves(line.as_bytes()));
    all.then(|| lines.join("\n"))
}

/// Whether a line would be a row but for a few characters: it starts and ends with a wall
/// and most of it are level characters. Above a board only one may be wrong, since a heading
/// may be set between `#` signs.
pub(crate) fn is_broken_row(line: &[u8], glyphs: &Glyphs, inside: bool) -> bool {
    let text = decode(line);
    let body = text.trim_start_matches('>').trim();
    let wall = |glyph: Option<char>| glyph.and_then(|it| glyphs.tile(it)) == Some(Tile::Wall);
    if !wall(body.chars().next()) || !wall(body.chars().next_back()) {
        return false;
    }
    let wrong = body.chars().filter(|&it| glyphs.tile(it).is_none() && !glyphs.is_skipped(it));
    let (wrong, all) = (wrong.count(), body.chars().count());
    all > 2 && wrong > 0 && if inside { 2 * wrong <= all } else { wrong == 1 && all > 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_words() {
        for line in ["R", "lurdLURD", "3r2(dull)", "*lR", "[l]R", "ll rr"] {
            assert!(is_moves(line.as_bytes()), "{line}");
        }
        for line in ["", "12", "***", "Solution", "R.", "#r#"] {
            assert!(!is_moves(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn moves_of_a_game_are_tidied() {
        assert_eq!(moves(" lR\r\n\n2(rl)\n").as_deref(), Some("lR\n2(rl)"));
        assert_eq!((moves("\n"), moves("R\nwords")), (None, None));
    }

    #[test]
    fn rows_with_a_slip_are_told_from_headings() {
        let common = Glyphs::common();
        for (line, inside, expected) in [
            ("#@x.#", true, true),
            ("#@x.#", false, true),
            ("### One ###", false, false),
            ("#xyz#", true, false),
            ("#@x.", true, false),
            ("#@$.#", true, false),
            ("#é#", true, true),
        ] {
            assert_eq!(is_broken_row(line.as_bytes(), &common, inside), expected, "{line}");
        }
    }
}
