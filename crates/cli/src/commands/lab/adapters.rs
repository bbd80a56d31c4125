//! `hako lab adapters`: the descriptions of other solvers that come with the program.

use clap::Args;
use hakooshi_lab::{ADAPTERS, Adapter, Solver};

use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::render::{Paint, table};

/// List the adapters for other solvers, or print one as a pattern for your own
#[derive(Args, Debug)]
pub(crate) struct AdaptersArgs {
    /// The adapter to print
    name: Option<String>,
}

pub(crate) fn run(args: &AdaptersArgs) -> Outcome {
    let mut out = Output::stdout();
    if let Some(name) = &args.name {
        let Some((_, text)) = ADAPTERS.iter().find(|(known, _)| known == name) else {
            let names: Vec<&str> = ADAPTERS.iter().map(|(name, _)| *name).collect();
            let message = format!("no adapter {name:?}; there are {}", names.join(", "));
            return Err(Failure::usage(message));
        };
        return out.put(text).map(|()| Exit::Ok);
    }
    let mut rows = table(&["adapter", "program", "installed"], Paint::stdout());
    for (name, text) in ADAPTERS {
        let Ok(adapter) = Adapter::parse(text) else { continue };
        let shown = adapter.shown();
        let program = shown.split(' ').next().unwrap_or_default().to_owned();
        let installed = if Solver::new(adapter, 1, 0).is_ok() { "yes" } else { "no" };
        rows.add_row([*name, &program, installed]);
    }
    out.put(&format!("{}\n", rows.trim_fmt()))?;
    Ok(Exit::Ok)
}
