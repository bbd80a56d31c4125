//! Move texts: reading never panics, what was read reads back, and what the verifier accepts
//! as a solution is one.

use hakooshi::{Level, Moves, verify};
use hakooshi_level::{GameText, MovesError, replay};

use crate::fingerprint;

/// Counts may expand to this much here, which keeps an input short; the reader's own limit is
/// only a larger number.
const LIMIT: usize = 2_000;

/// A room with two boxes, a narrow one with the player on a goal, and one that starts solved.
const LEVELS: [&str; 3] = [
    "########\n#@ $ . #\n#  $ . #\n########\n",
    "  ####\n###  #\n#+ $ #\n#  $ #\n# .  #\n######\n",
    "#######\n#@*   #\n#     #\n#######\n",
];

/// Reads the bytes as moves and plays them.
pub fn move_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(error) = text.parse::<Moves>() {
        points_into(&text, &error);
    }
    match GameText::parse(&text, LIMIT) {
        Err(error) => points_into(&text, &error),
        Ok(game) => {
            assert!(game.moves.len() <= LIMIT);
            assert!(game.marker.is_none_or(|marker| marker <= game.moves.len()));
            assert_eq!(GameText::parse(&game.to_string(), LIMIT).as_ref(), Ok(&game));
            assert_eq!(
                game.moves.to_rle().parse::<GameText>().map(|it| it.moves),
                Ok(game.moves.clone())
            );
            let level = LEVELS[fingerprint(data) % LEVELS.len()].parse();
            play(&level.expect("a level of our own"), &game);
        }
    }
}

fn points_into(text: &str, error: &MovesError) {
    assert!(text.is_char_boundary(error.offset), "{error:?}");
    assert!(error.line > 0 && error.column > 0 && !error.to_string().is_empty(), "{error:?}");
}

fn play(level: &Level, game: &GameText) {
    let Ok(moves) = game.to_forward(level) else { return };
    let solution = verify(level, &moves);
    if game.is_reverse() {
        assert!(solution.is_ok(), "turned round to {moves}, which does not solve");
    }
    let Ok(solution) = solution else { return };
    let again = replay(level, solution.moves()).expect("a solution can be played");
    assert_eq!((again.off_goal, again.score), (0, solution.score()));
    assert_eq!(solution.moves().len() + solution.cut(), moves.len());
}
