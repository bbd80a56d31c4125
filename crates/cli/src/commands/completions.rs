//! `hako completions`: shell completion scripts.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::{Exit, Outcome};
use crate::output::Output;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hako completions bash > ~/.local/share/bash-completion/completions/hako
  hako completions zsh > ~/.zfunc/_hako
  hako completions fish > ~/.config/fish/completions/hako.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hako", &mut script);
    Output::stdout().put(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Ok)
}
