//! `hako convert`: converts levels between formats.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use hakooshi_level::formats::{Entry, Format, WriteError, Writer};

use crate::args::{self, LEVELS_HELP};
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{Item, LevelArgs, Levels};
use crate::output::Output;
use crate::say;

const EXAMPLES: &str = "\
Examples:
  hako convert levels.sok --to xsb
  hako convert a.xsb b.slc:1-10 -o all.sok       the extension sets the format
  hako convert course.txt --from itba --to xsb   `hako list formats` has the names

Unreadable levels are reported on standard error and skipped; the exit code is then 30.
An existing file is replaced only when the new one is complete.";

/// Convert levels to another format
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Output format [default: by the extension of OUT]
    #[arg(long, visible_alias = "to", value_name = "FORMAT",
          value_parser = args::formats(Format::writable()))]
    format: Option<Format>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    let ending = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let format =
        args.format.or_else(|| ending.and_then(Format::from_extension)).ok_or_else(|| {
            let names: Vec<_> = Format::writable().map(Format::name).collect();
            Failure::usage(format!("no output format; give --to {}", names.join("|")))
        })?;
    let mut output = Output::whole(args.output.as_deref(), &mut args.levels.claims()?)?;
    let mut readable = Readable { levels: args.levels.open()?, code: Exit::Ok };
    let first = readable.next();
    let notes = readable.levels.notes().to_owned();
    // Without a level an old file stays as it is.
    let Some(first) = first else { return Ok(readable.code.max(Exit::BadInput)) };
    let entries = std::iter::once(first).chain(&mut readable);
    let written = write(io::BufWriter::new(&mut output), format, &notes, entries);
    let written = written.map_err(|error| output.failure(&error))?;
    output.finish()?;
    Ok(readable.code.max(written))
}

/// The levels that can be read; the others are reported.
struct Readable {
    levels: Levels,
    code: Exit,
}

impl Iterator for Readable {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let code = match self.levels.next()? {
                Ok(Item { level: Ok(entry), .. }) => return Some(entry),
                Ok(Item { level: Err(fault), .. }) => {
                    say::error(&fault.message);
                    fault.code
                }
                Err(failure) => failure.report(),
            };
            self.code = self.code.max(code);
        }
    }
}

/// Writes all levels that the format can hold; the others are reported.
fn write<W: Write>(
    out: W,
    format: Format,
    notes: &str,
    entries: impl Iterator<Item = Entry>,
) -> io::Result<Exit> {
    let mut code = Exit::Ok;
    let mut writer = Writer::new(out, format, notes).map_err(io_error)?;
    for entry in entries {
        if let Err(error) = writer.entry(&entry) {
            code = code.max(told(error)?);
        }
    }
    writer.finish().map_err(io_error)?;
    Ok(code)
}

/// Reports what is wrong with a level; a failure to write at all is passed on.
fn told(error: WriteError) -> io::Result<Exit> {
    match error {
        WriteError::Io(error) => Err(error),
        other => {
            say::error(other);
            Ok(Exit::BadInput)
        }
    }
}

fn io_error(error: WriteError) -> io::Error {
    match error {
        WriteError::Io(error) => error,
        other => io::Error::other(other),
    }
}
