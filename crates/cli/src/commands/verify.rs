//! `hako verify`: plays moves on the letters of a level and says whether they solve it, and
//! if not, which move is the first wrong one.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use clap::Args;
use hakooshi::{VerifiedSolution, verify};
use hakooshi_level::formats::{Entry, Game};
use hakooshi_level::{GameText, Level, Moves, ReverseError, VerifyError, replay};

use crate::args::LEVELS_HELP;
use crate::exit::{Exit, Failure, Outcome, tell};
use crate::input::{Item, LevelArgs};
use crate::output::Output;
use crate::render::{Paint, draw_later};
use crate::units::plural;

const EXAMPLES: &str = "\
Moves are letters of lurdLURD, upper case for pushes, with counts and groups such as 3(rU);
all lower case is fine, and so are reverse games such as [dr]UUl. Moves after the solution
are left off, but must be legal. A file of moves has one
line for each level, or one game over several lines if there is one level.

Examples:
  hako verify levels.xsb:1 --moves rRRlldRR
  hako solve levels.xsb --format lurd > moves.txt; hako verify levels.xsb --moves moves.txt
  hako verify solved.sok                    the solutions written in the file itself

Returns 0 if everything is solved, 1 if something is not, 30 and more if it cannot be read.";

/// Check that moves solve levels, and explain the first wrong move
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The moves, a file of moves, or - for standard input [default: the solutions in the
    /// level file]
    #[arg(long, value_name = "LURD|FILE", allow_hyphen_values = true)]
    moves: Option<String>,
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let mut code = Exit::Ok;
    let mut items = Vec::new();
    for item in args.levels.open()? {
        match item {
            Ok(Item { level: Err(fault), .. }) if args.moves.is_none() => {
                tell(&fault.message);
                code = code.max(fault.code);
            }
            Ok(item) => items.push(item),
            Err(failure) => code = code.max(failure.report()),
        }
    }
    let texts = match &args.moves {
        None => None,
        Some(word) => Some(texts(word, items.len(), args.levels.reads_stdin())?),
    };
    let mut out = Output::stdout();
    let (mut good, mut bad) = (0, 0);
    for (place, item) in items.iter().enumerate() {
        let entry = match &item.level {
            Ok(entry) => entry,
            Err(fault) => {
                tell(&fault.message);
                code = code.max(fault.code);
                continue;
            }
        };
        let games: Vec<Game> = match &texts {
            Some(texts) => vec![Game { moves: texts[place].clone(), ..Game::default() }],
            None => solutions(entry),
        };
        if games.is_empty() {
            out.put(&format!("{}: the file has no solution of it\n", label(item)))?;
            bad += 1;
        }
        for game in games {
            let (is_good, text) = judge(item, entry, &game);
            out.put(&text)?;
            *if is_good { &mut good } else { &mut bad } += 1;
        }
    }
    if good + bad > 1 {
        out.put(&format!("{} right, {bad} wrong\n", plural(good, "solution")))?;
    }
    Ok(code.max(if bad > 0 { Exit::Refuted } else { Exit::Ok }))
}

/// The games of a level that claim to be solutions.
pub(crate) fn solutions(entry: &Entry) -> Vec<Game> {
    let claims = |game: &&Game| {
        let title = game.title.as_deref().unwrap_or("solution").to_lowercase();
        title.contains("solution") || title.contains("solved")
    };
    entry.games.iter().filter(claims).cloned().collect()
}

/// The moves for each of `levels` levels.
fn texts(word: &str, levels: usize, stdin_taken: bool) -> Outcome<Vec<String>> {
    let text = if word == "-" {
        if stdin_taken {
            return Err(Failure::usage("standard input (-) can be read only once"));
        }
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        read.map_err(|error| Failure::io("cannot read standard input", &error))?;
        text
    } else if Path::new(word).is_file() {
        fs::read_to_string(word)
            .map_err(|error| Failure::io(format_args!("cannot read {word}"), &error))?
    } else if word.contains(['/', '.']) {
        return Err(Failure::Told(Exit::Io, format!("{word}: no such file of moves")));
    } else {
        word.to_owned()
    };
    if levels == 1 {
        return Ok(vec![text]);
    }
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.len() != levels {
        let (given, needed) = (plural(lines.len(), "line"), plural(levels, "level"));
        return Err(Failure::input(format!(
            "--moves has {given} for {needed}; it needs one line for each level"
        )));
    }
    Ok(lines)
}

/// The item by name, and title if it has one.
fn label(item: &Item) -> String {
    match item.title() {
        Some(title) => format!("{} ({title})", item.name()),
        None => item.name(),
    }
}

/// Whether the game solves the level, and what to say about it.
fn judge(item: &Item, entry: &Entry, game: &Game) -> (bool, String) {
    let paint = Paint::stdout();
    let label = match &game.title {
        Some(title) => format!("{}, {title}", label(item)),
        None => label(item),
    };
    match check(&entry.level, &game.moves) {
        Ok(solution) => {
            let score = solution.score();
            let cut = match solution.cut() {
                0 => String::new(),
                cut => format!("; {} after the solution left off", plural(cut, "move")),
            };
            let line = format!(
                "{label}: {}, {} moves, {} pushes{cut}\n",
                paint.good("solved"),
                score.moves,
                score.pushes
            );
            (true, line)
        }
        Err(why) => (false, format!("{label}: {}: {}\n", paint.bad("not solved"), why.trim_end())),
    }
}

/// Reads and plays the moves; the error is for people, with a drawing where that helps.
pub(crate) fn check(level: &Level, text: &str) -> Result<VerifiedSolution, String> {
    if text.trim().is_empty() && !level.is_solved() {
        return Err("there are no moves".to_owned());
    }
    let game: GameText = text.parse().map_err(|error| format!("in the moves, {error}"))?;
    let moves = game.to_forward(level).map_err(|error| match error {
        ReverseError::Illegal(error) => format!("in the reverse game, {error}"),
        other => other.to_string(),
    })?;
    verify(level, &moves).map_err(|error| {
        let played = match &error {
            VerifyError::Illegal(illegal) | VerifyError::IllegalAfter { illegal, .. } => {
                illegal.number - 1
            }
            _ => moves.len(),
        };
        format!("{error}\n{}", board_after(level, &moves, played))
    })
}

/// The board after so many moves, which must be legal.
fn board_after(level: &Level, moves: &Moves, played: usize) -> String {
    // Cutting moves short may cut off every capital, and then case no longer matters: the
    // same moves are played either way.
    let mut moves = moves.clone();
    moves.truncate(played);
    match replay(level, &moves) {
        Ok(end) => draw_later(level, Paint::stdout(), &end.boxes, end.player),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########\n";

    fn wrong(moves: &str) -> String {
        check(&LEVEL.parse().expect("a level"), moves).expect_err("no solution")
    }

    #[test]
    fn all_ways_of_writing_are_understood() {
        let level: Level = LEVEL.parse().expect("a level");
        for moves in ["rRRlldRR", "rrrlldrr", "r2R2ld2R\n", " rRR*lld RR "] {
            assert!(check(&level, moves).is_ok(), "{moves}");
        }
        let corridor: Level = "########\n#@$.   #\n########\n".parse().expect("a level");
        assert!(check(&corridor, "[r]L").is_ok());
    }

    #[test]
    fn the_wrong_move_is_drawn() {
        let text = wrong("rRRRR");
        assert!(text.starts_with("move 5"), "{text}");
        assert!(text.contains("row 2, column 6") && text.contains("  #    +$#\n"), "{text}");
        let text = wrong("rRR");
        assert!(text.contains("1 of 2 boxes") && text.contains("  #   @* #\n"), "{text}");
        let text = wrong("rRRlldRRd");
        assert!(text.contains("solved after 8 moves, but move 9"), "{text}");
        assert!(text.contains("  #   @* #\n"), "{text}");
    }

    #[test]
    fn bad_letters_and_nothing_at_all() {
        assert!(wrong("rxR").contains("column 2"));
        assert!(wrong("  \n").contains("no moves"));
        assert!(wrong("[uuu]R").contains("jump"));
    }
}
