//! Dialects found in programs, courses and papers: one table, read but never written.
//!
//! Several give the characters of the common notation other meanings, so a text is read as a
//! dialect only when it holds no level in the common notation, or on request. Where a source
//! does not show a box or the player on a goal, the dialect has no character for it.

use Tile::{BoxOnFloor, BoxOnGoal, Floor, Goal, PlayerOnFloor, PlayerOnGoal, Wall};

use crate::Tile;

/// A way of drawing levels with other characters.
#[derive(Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The name for `--from`.
    pub name: &'static str,
    /// Where it is used.
    pub source: &'static str,
    /// What each character means.
    pub glyphs: &'static [(char, Tile)],
    /// The characters again, for messages.
    pub expected: &'static str,
    /// Two lines with the numbers of columns and rows come first.
    pub sized: bool,
    /// A level may be one string without line breaks.
    pub flat: bool,
}

/// What most rows of the table share.
const PLAIN: Dialect =
    Dialect { name: "", source: "", glyphs: &[], expected: "", sized: false, flat: false };

/// All dialects.
pub static DIALECTS: [Dialect; 10] = [
    Dialect {
        name: "knightofluna",
        source: "web solvers of KnightofLuna and dangarfield",
        glyphs: &[
            ('#', Wall),
            (' ', Floor),
            ('&', PlayerOnFloor),
            ('%', PlayerOnGoal),
            ('B', BoxOnFloor),
            ('X', BoxOnGoal),
            ('.', Goal),
        ],
        expected: "\"#&%BX.\" or a space",
        ..PLAIN
    },
    Dialect {
        name: "sokosolve",
        source: "SokoSolve; ~ is the void outside",
        glyphs: &[
            ('#', Wall),
            ('.', Floor),
            ('~', Floor),
            ('P', PlayerOnFloor),
            ('X', BoxOnFloor),
            ('$', BoxOnGoal),
            ('O', Goal),
        ],
        expected: "\"#.~PX$O\"",
        ..PLAIN
    },
    Dialect {
        name: "begoon",
        source: "DOS maps of begoon's game; & is reported for a box on a goal",
        glyphs: &[
            ('X', Wall),
            (' ', Floor),
            ('@', PlayerOnFloor),
            ('*', BoxOnFloor),
            ('&', BoxOnGoal),
            ('.', Goal),
        ],
        expected: "\"X@*&.\" or a space",
        ..PLAIN
    },
    Dialect {
        name: "reasoning-gym",
        source: "reasoning-gym and xbandrade's solver",
        glyphs: &[
            ('+', Wall),
            ('-', Floor),
            ('*', PlayerOnFloor),
            ('%', PlayerOnGoal),
            ('@', BoxOnFloor),
            ('$', BoxOnGoal),
            ('X', Goal),
        ],
        expected: "\"+-*%@$X\"",
        ..PLAIN
    },
    Dialect {
        name: "ragen",
        source: "RAGEN, for language-model agents",
        glyphs: &[
            ('#', Wall),
            ('_', Floor),
            ('P', PlayerOnFloor),
            ('X', BoxOnFloor),
            ('√', BoxOnGoal),
            ('O', Goal),
        ],
        expected: "\"#_PX√O\"",
        ..PLAIN
    },
    Dialect {
        name: "itba",
        source: "course of the ITBA",
        glyphs: &[
            ('#', Wall),
            (' ', Floor),
            ('$', PlayerOnFloor),
            ('&', PlayerOnGoal),
            ('%', BoxOnFloor),
            ('@', BoxOnGoal),
            ('*', Goal),
        ],
        expected: "\"#$&%@*\" or a space",
        ..PLAIN
    },
    Dialect {
        name: "gym-pcgrl",
        source: "gym-pcgrl and the C version of sokosolve",
        glyphs: &[
            ('W', Wall),
            ('.', Floor),
            ('A', PlayerOnFloor),
            ('+', PlayerOnGoal),
            ('1', BoxOnFloor),
            ('g', BoxOnGoal),
            ('0', Goal),
        ],
        expected: "\"W.A+1g0\"",
        flat: true,
        ..PLAIN
    },
    Dialect {
        name: "cs480",
        source: "courses CS480 and Columbia: two lines with columns and rows, then the level",
        glyphs: &[
            ('0', Wall),
            ('#', Wall),
            (' ', Floor),
            ('R', PlayerOnFloor),
            ('@', PlayerOnFloor),
            ('+', PlayerOnGoal),
            ('B', BoxOnFloor),
            ('$', BoxOnFloor),
            ('*', BoxOnGoal),
            ('S', Goal),
            ('.', Goal),
        ],
        expected: "\"0#R@+B$*S.\" or a space",
        sized: true,
        ..PLAIN
    },
    Dialect {
        name: "farai",
        source: "printed by FAR.AI's envpool environment",
        glyphs: &[
            ('#', Wall),
            (' ', Floor),
            ('@', PlayerOnFloor),
            ('s', PlayerOnGoal),
            ('$', BoxOnFloor),
            ('a', BoxOnGoal),
            ('.', Goal),
        ],
        expected: "\"#@s$a.\" or a space",
        ..PLAIN
    },
    Dialect {
        name: "letslogic",
        source: "digits of the LetsLogic interface; 7 is outside",
        glyphs: &[
            ('1', Wall),
            ('0', Floor),
            ('7', Floor),
            ('2', PlayerOnFloor),
            ('6', PlayerOnGoal),
            ('3', BoxOnFloor),
            ('5', BoxOnGoal),
            ('4', Goal),
        ],
        expected: "\"10726354\"",
        flat: true,
        ..PLAIN
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_consistent() {
        for dialect in &DIALECTS {
            for (index, (glyph, _)) in dialect.glyphs.iter().enumerate() {
                let twice = dialect.glyphs[..index].iter().any(|(other, _)| other == glyph);
                assert!(!twice, "{}: {glyph:?} twice", dialect.name);
                let named = dialect.expected.contains(*glyph) || *glyph == ' ';
                assert!(named, "{}: {glyph:?} not among the expected", dialect.name);
            }
            for tile in [Wall, Floor, PlayerOnFloor, BoxOnFloor, Goal] {
                assert!(
                    dialect.glyphs.iter().any(|&(_, it)| it == tile),
                    "{}: no {tile:?}",
                    dialect.name
                );
            }
        }
    }
}
