//! Move texts bent in every way: whatever comes in, nothing panics and what is accepted is right.
//!
//! The run is the same every time: the generator is seeded with a constant and nothing depends
//! on a clock. Texts start as solutions, so that many bent ones still get deep into the replay.

use hakooshi_level::{GameText, Level, Moves, MovesError, replay, verify};

const RUNS: usize = 400_000;

/// Counts may expand to this much here, which keeps the run short; the limit itself is reached
/// often enough.
const LIMIT: usize = 2_000;

/// Two rooms, a player on a goal, a corridor and a level that starts solved.
const LEVELS: [&str; 4] = [
    "########\n#@ $ . #\n#  $ . #\n########\n",
    "  ####\n###  #\n#+ $ #\n#  $ #\n# .  #\n######\n",
    "########\n#@$.   #\n########\n",
    "#######\n#@*   #\n#     #\n#######\n",
];

/// Solutions with the number of their level.
const GAMES: [(usize, &str); 12] = [
    (0, "rRRlldRR"),
    (0, "rrrlldrr"),
    (0, "r2R2ld2R"),
    (0, "[drrr]LLurrLLl"),
    (0, "<d3r>2L[urr]LL[l]*"),
    (1, "ddrrruuLLrDrdL"),
    (1, "2d3r2(u)*2(L)rDrdL"),
    (1, "[2(dr)]RulUlRR2d3l2u"),
    (2, "R"),
    (2, "[r]L"),
    (3, "Rd2(r)uL"),
    (3, ""),
];

/// Pieces that mean something, or nearly do.
const PIECES: [&str; 24] = [
    "l",
    "u",
    "r",
    "d",
    "L",
    "U",
    "R",
    "D",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "*",
    "3",
    "0",
    "12(",
    "99999999999999999999",
    "{1}",
    "n",
    " \n",
    "é",
    "\u{0}",
];

/// A xorshift generator: small, and the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

/// Changes one thing about the text.
fn bend(glyphs: &mut Vec<char>, dice: &mut Dice) {
    let at = dice.below(glyphs.len() + 1);
    let to = (at + dice.below(6)).min(glyphs.len());
    let piece = PIECES[dice.below(PIECES.len())].chars();
    match dice.below(7) {
        0 => drop(glyphs.drain(at..to)),
        1 => drop(glyphs.splice(at..at, piece)),
        2 => drop(glyphs.splice(at..to.min(at + 1), piece)),
        3 => {
            let copy = glyphs[at..to].to_vec();
            drop(glyphs.splice(at..at, copy));
        }
        4 => glyphs[at..to].reverse(),
        5 => {
            for glyph in &mut glyphs[at..to] {
                let lower = glyph.to_ascii_lowercase();
                *glyph = if *glyph == lower { glyph.to_ascii_uppercase() } else { lower };
            }
        }
        _ => glyphs.truncate(glyphs.len() - dice.below(3).min(glyphs.len())),
    }
}

#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    read: usize,
    reverse: usize,
    turned_round: usize,
    solved: usize,
}

/// A refusal points into the text.
fn check_error(text: &str, error: &MovesError) {
    assert!(text.is_char_boundary(error.offset), "{text:?}: {error}");
    assert!(error.line <= text.matches('\n').count() + 1, "{text:?}: {error}");
    assert!(error.column <= text.chars().count() + 1, "{text:?}: {error}");
}

fn check_game(level: &Level, text: &str, game: &GameText, tally: &mut Tally) {
    assert!(game.moves.len() <= LIMIT, "{text:?}");
    assert!(game.marker.is_none_or(|marker| marker <= game.moves.len()), "{text:?}");
    assert_eq!(GameText::parse(&game.to_string(), LIMIT).as_ref(), Ok(game), "{text:?}");
    assert_eq!(game.moves.to_string().parse::<Moves>().as_ref(), Ok(&game.moves), "{text:?}");
    let counted: GameText = game.moves.to_rle().parse().expect("counted letters are a game");
    assert_eq!(counted.moves, game.moves, "{text:?}");

    tally.reverse += usize::from(game.is_reverse());
    let Ok(moves) = game.to_forward(level) else { return };
    let solution = verify(level, &moves);
    if game.is_reverse() {
        tally.turned_round += 1;
        assert!(solution.is_ok(), "{text:?} turns round to {moves}, which does not solve");
    }
    let Ok(solution) = solution else { return };
    tally.solved += 1;
    let again = replay(level, solution.moves()).expect("a solution can be played");
    assert_eq!(again.off_goal, 0, "{text:?}");
    assert_eq!((&again.moves, again.score), (solution.moves(), solution.score()), "{text:?}");
    assert_eq!(solution.score().pushes as usize, solution.moves().pushes(), "{text:?}");
    assert_eq!(solution.moves().len() + solution.cut(), moves.len(), "{text:?}");
    assert_eq!(verify(level, solution.moves()).map(|same| same.cut()), Ok(0), "{text:?}");
}

#[test]
fn the_games_are_solutions_before_they_are_bent() {
    for (level, text) in GAMES {
        let level: Level = LEVELS[level].parse().expect("a level");
        let game: GameText = text.parse().expect("a game");
        let moves = game.to_forward(&level).expect("a whole game");
        assert!(verify(&level, &moves).is_ok(), "{text}");
    }
}

#[test]
fn bent_games_never_break_anything() {
    let levels = LEVELS.map(|text| text.parse::<Level>().expect("a level"));
    let mut dice = Dice(0x05EE_D0FB_0CE5);
    let mut tally = Tally::default();
    for _ in 0..RUNS {
        let (level, game) = GAMES[dice.below(GAMES.len())];
        let mut glyphs: Vec<char> = game.chars().collect();
        for _ in 0..=dice.below(5) {
            bend(&mut glyphs, &mut dice);
        }
        let text: String = glyphs.into_iter().collect();
        match GameText::parse(&text, LIMIT) {
            Err(error) => {
                tally.refused += 1;
                check_error(&text, &error);
            }
            Ok(game) => {
                tally.read += 1;
                check_game(&levels[level], &text, &game, &mut tally);
            }
        }
        if let Err(error) = text.parse::<Moves>() {
            check_error(&text, &error);
        }
    }
    // A run that reached nothing would prove nothing.
    let Tally { refused, read, reverse, turned_round, solved } = tally;
    let enough = [refused, read, reverse, solved].iter().all(|&count| count > RUNS / 20);
    assert!(enough && turned_round > RUNS / 200, "{tally:?}");
}
