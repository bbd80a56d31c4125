//! The command line as clap sees it: what the commands share. The options of a command are in its own
//! file.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser, styling};
use clap::{Args, ColorChoice, Parser, Subcommand};
use hakooshi::{Engine, Objective};
use hakooshi_level::formats::Format;
use hakooshi_search::spec::SearchSpec;

use crate::codes;
use crate::commands::{
    ablate, bench, compare, completions, convert, decode, draw, encode, grade, improve, info, lab,
    label, list, solve, trace, verify, walk,
};
use crate::exit::{Failure, Outcome};

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default())
    .placeholder(styling::AnsiColor::Yellow.on_default());

/// What the help of every command that takes levels says of their names.
pub(crate) const LEVELS_HELP: &str = "\
Levels:
  FILE            every level in a file (any format in `hako list formats`)
  FILE:3          its third level
  FILE:2-10,15    levels 2 to 10, and 15
  -               standard input; -:3 is its third level
  NAME            a bundled or installed collection (`hako list`); NAME:3 is its third level
";

/// The same for commands that take one.
pub(crate) const LEVEL_HELP: &str = "\
Level:
  FILE:3          the third level in a file (any format in `hako list formats`)
  FILE            the level in a file that has only one
  -:3             the third level on standard input
  NAME:3          the third level of a bundled or installed collection (`hako list`)
";

/// Solve, verify, convert and inspect Sokoban levels.
#[derive(Debug, Parser)]
#[command(
    name = "hako",
    version,
    styles = STYLES,
    after_help = "\
Without a command, hako solves the bundled levels.

Examples:
  hako solve levels.xsb                 solve every level in a file
  hako solve levels.xsb:3 --goal pushes --format lurd
  hako verify solved.sok                check the solutions in a file
  hako draw levels.xsb:3 -o level.svg   draw a level
  hako convert levels.xsb -o levels.sok
  hako compare levels.xsb --engines bfs,astar,idastar

`hako help COMMAND` explains a command; `hako help exit-codes` lists the exit codes."
)]
pub(crate) struct Cli {
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Display"
    )]
    pub(crate) color: ColorChoice,
    /// Print results and errors only: no progress, no notes
    #[arg(short, long, global = true, help_heading = "Display")]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::SolveArgs),
    Improve(improve::ImproveArgs),
    Verify(verify::VerifyArgs),
    Compare(compare::CompareArgs),
    Ablate(ablate::AblateArgs),
    Lab(lab::LabArgs),
    Grade(grade::GradeArgs),
    Trace(trace::TraceArgs),
    Walk(walk::WalkArgs),
    Draw(draw::DrawArgs),
    Convert(convert::ConvertArgs),
    Encode(encode::EncodeArgs),
    Decode(decode::DecodeArgs),
    Info(info::InfoArgs),
    Label(label::LabelArgs),
    List(list::ListArgs),
    Bench(bench::BenchArgs),
    #[cfg(feature = "web")]
    Web(crate::commands::web::WebArgs),
    Completions(completions::CompletionsArgs),
    /// List the exit codes
    #[command(name = "exit-codes", long_about = codes::text())]
    ExitCodes,
}

/// What [`guarded`] puts before a word; no argument can hold it.
const GUARD: &str = "\0";

/// Arguments such that `-:3`, the third level of standard input, is no option to clap. Letting
/// the names of levels begin with a hyphen would let every misspelt option pass for one.
pub(crate) fn guarded(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    words.map(|word| {
        if !word.as_encoded_bytes().starts_with(b"-:") {
            return word;
        }
        let mut guarded = OsString::from(GUARD);
        guarded.push(word);
        guarded
    })
}

/// Reads a word that names levels, without its guard.
pub(crate) fn level_word() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|word| word.strip_prefix(GUARD).unwrap_or(&word).to_owned())
}

/// The engine, and what it minimises.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// Engine: auto, a name from `hako list`, or a spec such as
    /// astar(space=push, h=matching, deadlocks=[freeze])
    #[arg(long, value_name = "SPEC", default_value = "auto")]
    pub(crate) engine: String,
    /// What to minimise
    #[arg(long, value_name = "WHAT", default_value = "any", value_parser = objectives())]
    pub(crate) goal: Objective,
}

impl EngineArgs {
    /// The engine, and what it is made ready as, if the spec is right.
    pub(crate) fn choose(&self) -> Outcome<(Engine, SearchSpec)> {
        let engine = Engine::new(&self.engine);
        let chosen = engine.choose(self.goal);
        let chosen = chosen.map_err(|error| Failure::usage(format!("--engine: {error}")))?;
        Ok((engine, chosen))
    }
}

/// Reads an objective by its name.
pub(crate) fn objectives() -> impl TypedValueParser<Value = Objective> {
    PossibleValuesParser::new(Objective::ALL.map(Objective::name))
        .map(|name| Objective::from_name(&name).unwrap_or(Objective::Any))
}

/// Reads one of these formats by its name.
pub(crate) fn formats(
    formats: impl IntoIterator<Item = Format>,
) -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(formats.into_iter().map(Format::name))
        .try_map(|name| name.parse::<Format>())
}
