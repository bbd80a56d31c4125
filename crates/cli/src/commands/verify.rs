//! `hako verify`: replays moves on the text of a level and reports whether they solve it, and if
//! not, which move is the first illegal one.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use comfy_table::Cell;
use hakooshi::{Counts, VerifiedSolution, verify};
use hakooshi_lab::is_coordinates;
use hakooshi_level::formats::{Entry, Game};
use hakooshi_level::{Level, LevelId, Moves, VerifyError, replay};
use serde::Serialize;

use crate::args::LEVELS_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::{Item, LevelArgs};
use crate::output::Output;
use crate::records::Records;
use crate::render::{self, Paint, draw_later};
use crate::units::{plural, show_count};
use crate::{moves, say};

const EXAMPLES: &str = "\
Moves are the letters lurd, upper case for pushes. All lower or all upper case is accepted, and
so are counts and groups such as 3(rU), reverse games such as [dr]UUl, and the output of
`hako solve --format coordinates`. Moves after the solution are not counted, but must be legal.
A file of moves has one line per level; for a single level it may have several.

Examples:
  hako verify levels.xsb:1 --moves rRRlldRR
  hako solve levels.xsb --format lurd > moves.txt; hako verify levels.xsb --moves moves.txt
  hako verify solved.sok                    the solutions in the file itself
  hako verify solved.sok --format csv       all six metrics, for a spreadsheet

The exit code is 0 if every game is a solution, 1 if one is not, 30 or more if something cannot
be read.";

/// Check that moves solve levels, and count the six metrics
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The moves, a file of moves, or - for standard input [default: the solutions in the
    /// level file]
    #[arg(long, value_name = "LURD|FILE", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(Form::RECORDS))]
    format: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The result for one game; the fields of `--format json`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Verdict {
    file: String,
    index: usize,
    title: Option<String>,
    id: Option<String>,
    /// Its title in the level file.
    game: Option<String>,
    pub(crate) solved: bool,
    pub(crate) error: Option<String>,
    #[serde(flatten)]
    counts: Counts,
    /// Moves after the solution, which are not counted.
    cut: Option<usize>,
    /// The solution with pushes in upper case.
    pub(crate) lurd: Option<String>,
    /// The board at the first wrong move, for people.
    #[serde(skip)]
    drawing: String,
}

pub(crate) fn run(args: &VerifyArgs) -> Outcome {
    let mut code = Exit::Ok;
    let mut items = Vec::new();
    let output = Output::whole(args.output.as_deref(), &mut args.levels.claims()?)?;
    for item in args.levels.open()? {
        match item {
            Ok(item) => {
                if let Err(fault) = &item.level {
                    say::error(&fault.message);
                    code = code.max(fault.code);
                }
                items.push(item);
            }
            Err(failure) => code = code.max(failure.report()),
        }
    }
    let texts = match &args.moves {
        None => None,
        Some(word) => Some(texts(&moves::text(word, args.levels.reads_stdin())?, &items)?),
    };
    let mut verdicts = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let Ok(entry) = &item.level else { continue };
        let games = match &texts {
            Some(texts) => vec![Game { moves: texts[place].clone(), ..Game::default() }],
            None => moves::solutions(entry),
        };
        if games.is_empty() {
            let error = Some("the file has no solution for this level".to_owned());
            verdicts.push(Verdict { error, ..Verdict::of(item, entry) });
        }
        verdicts.extend(games.iter().map(|game| judge(item, entry, game)));
    }
    write(&verdicts, args.format, output)?;
    let is_refuted = verdicts.iter().any(|verdict| !verdict.solved);
    Ok(code.max(if is_refuted { Exit::Refuted } else { Exit::Ok }))
}

/// Writes verdicts as a table or as records.
pub(crate) fn write(verdicts: &[Verdict], form: Form, mut output: Output) -> Outcome<()> {
    if form == Form::Table {
        let paint = if output.is_stdout() { Paint::stdout() } else { Paint::NONE };
        output.put(&text(verdicts, paint))?;
        return output.finish();
    }
    let mut records = Records::new(output, form);
    for verdict in verdicts {
        records.add(verdict)?;
    }
    records.finish()
}

/// The moves for each of the levels.
fn texts(text: &str, items: &[Item]) -> Outcome<Vec<String>> {
    if items.len() == 1 {
        return Ok(vec![text.to_owned()]);
    }
    let (mut games, unit, needed) = if is_coordinates(text) {
        // Levels that cannot be read have no place among these.
        let readable = items.iter().filter(|item| item.level.is_ok()).count();
        (moves::coordinate_games(text), "game", readable)
    } else {
        (text.lines().map(str::to_owned).collect::<Vec<_>>(), "line", items.len())
    };
    if games.len() != needed {
        let (given, needed) = (plural(games.len(), unit), plural(needed, "level"));
        return Err(Failure::input(format!(
            "--moves has {given} for {needed}; it needs one {unit} per level"
        )));
    }
    if unit == "game" {
        for (place, _) in items.iter().enumerate().filter(|(_, item)| item.level.is_err()) {
            games.insert(place, String::new());
        }
    }
    Ok(games)
}

impl Verdict {
    fn of(item: &Item, entry: &Entry) -> Self {
        Self {
            file: item.file.to_string(),
            index: item.index,
            title: item.title().map(str::to_owned),
            id: Some(LevelId::of(&entry.level).to_string()),
            ..Self::default()
        }
    }
}

/// Whether the game solves the level.
pub(crate) fn judge(item: &Item, entry: &Entry, game: &Game) -> Verdict {
    let verdict = Verdict { game: game.title.clone(), ..Verdict::of(item, entry) };
    match check(&entry.level, &game.moves) {
        Ok(solution) => Verdict {
            solved: true,
            counts: solution.score().into(),
            cut: Some(solution.cut()),
            lurd: Some(solution.moves().to_string()),
            ..verdict
        },
        Err((error, drawing)) => Verdict { error: Some(error), drawing, ..verdict },
    }
}

/// Reads and plays the moves. An error comes with the board before the wrong move.
pub(crate) fn check(level: &Level, text: &str) -> Result<VerifiedSolution, (String, String)> {
    if text.trim().is_empty() && !level.is_solved() {
        return Err(("there are no moves".to_owned(), String::new()));
    }
    let moves = moves::read(level, text).map_err(|error| (error, String::new()))?;
    verify(level, &moves).map_err(|error| {
        let played = match &error {
            VerifyError::Illegal(illegal) | VerifyError::IllegalAfter { illegal, .. } => {
                illegal.number - 1
            }
            _ => moves.len(),
        };
        (error.to_string(), board_after(level, &moves, played))
    })
}

/// The board after so many moves, which must be legal.
fn board_after(level: &Level, moves: &Moves, played: usize) -> String {
    // Cutting moves short may leave one case, and then case no longer matters: the same moves
    // are played either way.
    let mut moves = moves.clone();
    moves.truncate(played);
    match replay(level, &moves) {
        Ok(end) => draw_later(level, Paint::stdout(), "  ", &end.boxes, end.player),
        Err(_) => String::new(),
    }
}

/// The verdicts for people: a table, the errors, and a total.
fn text(verdicts: &[Verdict], paint: Paint) -> String {
    if verdicts.is_empty() {
        return String::new();
    }
    let headings = [
        "level",
        "title",
        "game",
        "result",
        ">moves",
        ">pushes",
        ">box\nlines",
        ">box\nchanges",
        ">pushing\nsessions",
        ">player\nlines",
    ];
    let has_games = verdicts.iter().any(|verdict| verdict.game.is_some());
    let has_titles = verdicts.iter().any(|verdict| verdict.title.is_some());
    let kept = |heading: &&str| match *heading {
        "game" => has_games,
        "title" => has_titles,
        _ => true,
    };
    let shown: Vec<&str> = headings.into_iter().filter(kept).collect();
    let mut table = render::table(&shown, paint);
    for verdict in verdicts {
        let number = |it: Option<u32>| {
            Cell::new(it.map_or_else(String::new, |count| show_count(count.into())))
        };
        let mut row = vec![Cell::new(format!("{}:{}", verdict.file, verdict.index))];
        row.extend(has_titles.then(|| Cell::new(verdict.title.as_deref().unwrap_or_default())));
        row.extend(has_games.then(|| Cell::new(verdict.game.as_deref().unwrap_or_default())));
        let result = if verdict.solved { "solved" } else { "not solved" };
        row.push(render::verdict(result, verdict.solved));
        let counts = verdict.counts;
        row.extend([
            number(counts.moves),
            number(counts.pushes),
            number(counts.box_lines),
            number(counts.box_changes),
            number(counts.pushing_sessions),
            number(counts.player_lines),
        ]);
        table.add_row(row);
    }
    let mut out = format!("{}\n", table.trim_fmt());
    for verdict in verdicts {
        let name = format!("{}:{}", verdict.file, verdict.index);
        if let Some(error) = &verdict.error {
            let _ = write!(out, "\n{}: {error}\n{}", paint.bad(&name), verdict.drawing);
        }
        if let Some(cut) = verdict.cut.filter(|&cut| cut > 0) {
            let cut = plural(cut, "move");
            let _ = writeln!(out, "\n{name}: {cut} after the solution cut off");
        }
    }
    if verdicts.len() > 1 {
        let solved = verdicts.iter().filter(|verdict| verdict.solved).count();
        let wrong = verdicts.len() - solved;
        out += &paint.bold(&format!("\n{} right, {wrong} wrong\n", plural(solved, "solution")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "########\n#@ $ . #\n#  $ . #\n########\n";

    fn wrong(moves: &str) -> String {
        let error = check(&LEVEL.parse().expect("a level"), moves).expect_err("no solution");
        format!("{}\n{}", error.0, error.1)
    }

    #[test]
    fn all_ways_of_writing_are_understood() {
        let level: Level = LEVEL.parse().expect("a level");
        let coordinates = "; l:1\nCaixa 0: Db\nCaixa 1: Dc\n\n\
                           Caixa 0: Eb , Caixa 0: Fb , Caixa 1: Ec , Caixa 1: Fc\n";
        for moves in ["rRRlldRR", "rrrlldrr", "RRRLLDRR", "r2R2ld2R\n", " rRR*lld RR ", coordinates]
        {
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
        assert!(text.contains("1 box is off goal") && text.contains("  #   @* #\n"), "{text}");
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
