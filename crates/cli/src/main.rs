//! `hako`, the command line of Hakooshi: data on standard output, messages and progress on standard error,
//! and exit codes that scripts can rely on.
#![forbid(unsafe_code)]

mod args;
mod batch;
#[cfg(all(feature = "sat", feature = "web"))]
mod certificate;
mod checkpoint;
mod claims;
mod codes;
mod collections;
mod commands;
mod components;
mod draft;
mod exit;
mod form;
mod front;
mod improvements;
mod input;
mod interrupt;
mod kept;
mod labels;
mod limits;
mod machine;
mod moves;
mod output;
mod parquet;
mod progress;
#[cfg_attr(not(feature = "sat"), path = "no_proof.rs")]
mod proof;
mod records;
mod render;
mod resume;
mod say;
mod sinks;
mod solutions;
mod tables;
mod timing;
mod trials;
mod units;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::args::{Cli, Command};
use crate::exit::{Exit, Outcome};
use crate::output::Output;
use crate::say::Manner;

fn main() {
    exit::end(run())
}

fn run() -> Outcome {
    let words: Vec<_> = args::guarded(std::env::args_os()).collect();
    let command = Cli::command().color(say::color_of(&words));
    let parsed = command.try_get_matches_from(&words);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let printed = error.print();
            if !asked {
                // With nobody to listen there is nothing better to do.
                return Ok(Exit::Usage);
            }
            let mut out = Output::stdout();
            printed.map_err(|error| out.failure(&error))?;
            // Nothing more, but told if nothing could be.
            return out.put("").map(|()| Exit::Ok);
        }
    };
    say::set(Manner { color: cli.color, quiet: cli.quiet });
    match cli.command {
        None => commands::demo::run(),
        Some(Command::Solve(args)) => commands::solve::run(&args),
        Some(Command::Improve(args)) => commands::improve::run(&args),
        Some(Command::Verify(args)) => commands::verify::run(&args),
        Some(Command::Compare(args)) => commands::compare::run(&args),
        Some(Command::Ablate(args)) => commands::ablate::run(&args),
        Some(Command::Lab(args)) => commands::lab::run(&args),
        Some(Command::Grade(args)) => commands::grade::run(&args),
        Some(Command::Trace(args)) => commands::trace::run(&args),
        Some(Command::Walk(args)) => commands::walk::run(&args),
        Some(Command::Draw(args)) => commands::draw::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Encode(args)) => commands::encode::run(&args),
        Some(Command::Decode(args)) => commands::decode::run(&args),
        Some(Command::Info(args)) => commands::info::run(&args),
        Some(Command::Label(args)) => commands::label::run(&args),
        Some(Command::List(args)) => commands::list::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        #[cfg(feature = "web")]
        Some(Command::Web(args)) => commands::web::run(&args),
        Some(Command::Completions(args)) => commands::completions::run(&args),
        Some(Command::ExitCodes) => Output::stdout().put(&codes::text()).map(|()| Exit::Ok),
    }
}
