//! `hako draw`: draws a level, or a solution as an animation.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hakooshi::Moves;
use hakooshi_lab::{TooManyPixels, animate, draw};
use hakooshi_level::formats::Entry;
use hakooshi_level::replay;

use crate::args::LEVEL_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::LevelArg;
use crate::moves;
use crate::output::Output;
use crate::render::{Paint, draw_later};
use crate::units;

const FORMS: &[Form] = &[Form::Txt, Form::Svg, Form::Png, Form::Gif, Form::Latex];

const EXAMPLES: &str = "\
Without --solution the level is drawn as it starts; with it, as it is after the moves, or after
the first N of them with --after. A GIF shows every move; it takes the first solution of the level
file if --solution is not given. Moves must be legal but need not solve the level.

Examples:
  hako draw small:3
  hako draw small:3 -o level.svg
  hako draw small:3 --solution RDDldRRluuuurrdLulDDDldR --after 7 -o later.png
  hako solve small:3 --format lurd | hako draw small:3 --solution - -o solution.gif
  hako draw small:3 --format latex > level.tex";

/// Draw a level as text, SVG, PNG or LaTeX, or a solution as an animated GIF
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVEL_HELP}\n{EXAMPLES}"))]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    level: LevelArg,
    /// Output format [default: by the extension of OUT, otherwise txt]
    #[arg(long, value_name = "FORMAT", value_parser = forms(FORMS))]
    format: Option<Form>,
    /// Moves to play: letters, a file, or - for standard input
    #[arg(long, value_name = "LURD|FILE", visible_alias = "moves")]
    solution: Option<String>,
    /// Draw the level after N moves
    #[arg(long, value_name = "N", requires = "solution")]
    after: Option<usize>,
    /// Pixels per cell in PNG and GIF
    #[arg(long, value_name = "PIXELS", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(4..=512))]
    cell: u32,
    /// Time per move in a GIF
    #[arg(long, value_name = "TIME", default_value = "120ms", value_parser = units::time)]
    delay: Duration,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &DrawArgs) -> Outcome {
    let form = form(args)?;
    let mut output = Output::whole(args.output.as_deref(), &mut args.level.claims()?)?;
    let is_binary = matches!(form, Form::Png | Form::Gif);
    if is_binary && output.is_stdout() && std::io::stdout().is_terminal() {
        let message = format!("a {} is not text: write it to a file with -o", form.name());
        return Err(Failure::usage(message));
    }
    let (_, entry) = args.level.read()?;
    let level = &entry.level;
    let moves = moves(args, &entry, form)?;
    let end = replay(level, &moves).map_err(|error| Failure::input(error.to_string()))?;
    let too_many = |error: TooManyPixels| Failure::usage(format!("--cell: {error}"));
    let bytes = match form {
        Form::Gif => animate(level, &end.moves, args.cell, args.delay).map_err(too_many)?,
        Form::Png => draw(level, &end.boxes, end.player).png(args.cell).map_err(too_many)?,
        Form::Svg => draw(level, &end.boxes, end.player).svg().into_bytes(),
        Form::Latex => draw(level, &end.boxes, end.player).tikz().into_bytes(),
        _ => {
            let paint = if output.is_stdout() { Paint::stdout() } else { Paint::NONE };
            draw_later(level, paint, "", &end.boxes, end.player).into_bytes()
        }
    };
    output.write_all(&bytes).map_err(|error| output.failure(&error))?;
    output.finish()?;
    Ok(Exit::Ok)
}

/// The form asked for, or that of the file's extension.
fn form(args: &DrawArgs) -> Outcome<Form> {
    if let Some(form) = args.format {
        return Ok(form);
    }
    let Some(path) = &args.output else { return Ok(Form::Txt) };
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_lowercase();
    let ending = if ending == "tex" { "latex" } else { ending.as_str() };
    FORMS.iter().copied().find(|form| form.name() == ending).ok_or_else(|| {
        let names: Vec<_> = FORMS.iter().map(|form| form.name()).collect();
        Failure::usage(format!(
            "{}: the extension names no picture format; give --format {}",
            path.display(),
            names.join("|")
        ))
    })
}

/// The moves to play.
fn moves(args: &DrawArgs, entry: &Entry, form: Form) -> Outcome<Moves> {
    let text = match &args.solution {
        Some(word) => moves::text(word, args.level.levels().reads_stdin())?,
        None if form == Form::Gif => {
            let first = moves::solutions(entry).into_iter().next();
            let none = "a GIF shows a solution, and the level file has none; give --solution, or \
                        solve first: hako solve LEVEL --format lurd";
            first.ok_or_else(|| Failure::usage(none))?.moves
        }
        None => return Ok(Moves::new()),
    };
    let moves = moves::read(&entry.level, &text)
        .map_err(|error| Failure::input(format!("--solution: {error}")))?;
    let Some(after) = args.after else { return Ok(moves) };
    // The case of the letters is judged over all of them.
    let mut played = replay(&entry.level, &moves)
        .map_err(|error| Failure::input(format!("--solution: {error}")))?
        .moves;
    if after > played.len() {
        let count = units::plural(played.len(), "move");
        return Err(Failure::usage(format!("--after {after}: the solution has {count}")));
    }
    played.truncate(after);
    Ok(played)
}
