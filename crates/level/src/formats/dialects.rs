//! Dialects used by programs, courses and papers: a table; they are read but never written.
//!
//! Several give other meanings to the characters of the common notation, so a text is read as a dialect
//! only if it contains no level in the common notation, or on request. If a source does not show a box or
//! the player on a goal, the dialect has no character for it.

use super::format::{Fit, FormatEntry, Read};
use super::glyphs::{Legend, PLAIN};

/// What all dialects share.
const DIALECT: FormatEntry = FormatEntry {
    name: "",
    extensions: &[],
    summary: "",
    // Dialects are tried when no format fits, and must not fit twice.
    detect: |_| Fit::No,
    read: Read::Lines(&PLAIN),
    write: None,
};

/// All dialects. The characters stand in the order wall, floor, player, player on a goal, box,
/// box on a goal, goal.
pub(crate) static DIALECTS: [FormatEntry; 10] = [
    FormatEntry {
        name: "knightofluna",
        summary: "web solvers of KnightofLuna and dangarfield",
        read: Read::Lines(&Legend { glyphs: ["#", " ", "&", "%", "B", "X", "."], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "sokosolve",
        summary: "SokoSolve; ~ is the void outside",
        read: Read::Lines(&Legend { glyphs: ["#", ".~", "P", "", "X", "$", "O"], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "begoon",
        summary: "DOS maps of begoon's game; & is reported for a box on a goal",
        read: Read::Lines(&Legend { glyphs: ["X", " ", "@", "", "*", "&", "."], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "reasoning-gym",
        summary: "reasoning-gym and xbandrade's solver",
        read: Read::Lines(&Legend { glyphs: ["+", "-", "*", "%", "@", "$", "X"], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "ragen",
        summary: "RAGEN, for language-model agents",
        read: Read::Lines(&Legend { glyphs: ["#", "_", "P", "", "X", "√", "O"], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "itba",
        summary: "course of the ITBA",
        read: Read::Lines(&Legend { glyphs: ["#", " ", "$", "&", "%", "@", "*"], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "gym-pcgrl",
        summary: "gym-pcgrl and the C version of sokosolve",
        read: Read::Lines(&Legend {
            glyphs: ["W", ".", "A", "+", "1", "g", "0"],
            flat: true,
            ..PLAIN
        }),
        ..DIALECT
    },
    FormatEntry {
        name: "cs480",
        summary: "courses CS480 and Columbia: two lines with columns and rows, then the level",
        read: Read::Lines(&Legend {
            glyphs: ["0#", " ", "R@", "+", "B$", "*", "S."],
            sized: true,
            ..PLAIN
        }),
        ..DIALECT
    },
    FormatEntry {
        name: "farai",
        summary: "printed by FAR.AI's envpool environment",
        read: Read::Lines(&Legend { glyphs: ["#", " ", "@", "s", "$", "a", "."], ..PLAIN }),
        ..DIALECT
    },
    FormatEntry {
        name: "letslogic",
        summary: "digits of the LetsLogic interface; 7 is outside",
        read: Read::Lines(&Legend {
            glyphs: ["1", "07", "2", "6", "3", "5", "4"],
            flat: true,
            ..PLAIN
        }),
        ..DIALECT
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_consistent() {
        for dialect in &DIALECTS {
            let Read::Lines(legend) = dialect.read else { panic!("{} is drawn", dialect.name) };
            let all = legend.glyphs.concat();
            for glyph in all.chars() {
                assert_eq!(all.matches(glyph).count(), 1, "{}: {glyph:?} twice", dialect.name);
            }
            let [wall, floor, player, _, boxes, _, goal] = legend.glyphs;
            let needed = [wall, floor, player, boxes, goal];
            assert!(needed.iter().all(|it| !it.is_empty()), "{}", dialect.name);
        }
    }
}
