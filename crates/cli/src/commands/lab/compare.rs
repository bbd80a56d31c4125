//! `hako lab compare`: what changed between two runs.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use hakooshi_lab::report::{Difference, LevelKey, Ratios, difference};

use super::report::{read, unknown};
use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::render::Paint;
use crate::units::plural;

/// Levels that are named before the rest is only counted.
const NAMED: usize = 20;

const EXAMPLES: &str = "\
Examples:
  hako lab compare runs/before runs/after
  hako lab compare runs/before runs/after --engine auto && echo nothing lost

A ratio is new over old, on the levels that both runs solved: the geometric mean, and the middle
half of the levels. Where an engine expands exactly as many nodes as before it does the same work,
so the spread of its times on those levels is the noise of the machine.

The exit code is 0 if no level was lost and no claim has become wrong, 1 otherwise.";

/// Compare two runs: levels won and lost, ratios of nodes and time, noise
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompareArgs {
    /// The folder of the earlier run, or a file of JSON lines
    old: PathBuf,
    /// The folder of the later run, or a file of JSON lines
    new: PathBuf,
    /// Only this competitor
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

pub(crate) fn run(args: &CompareArgs) -> Outcome {
    let mut claims = Claims::default();
    let (old, _) = read(std::slice::from_ref(&args.old), &mut claims)?;
    let (new, _) = read(std::slice::from_ref(&args.new), &mut claims)?;
    let mut all = difference(&old, &new);
    if let Some(name) = &args.engine {
        let wanted = new.find(name).map(|it| new.shown(it)).ok_or_else(|| unknown(&new, name))?;
        all.retain(|it| it.name == wanted);
    }
    if all.iter().all(|it| it.levels == 0) {
        let message = "the runs have no competitor with a level in common";
        return Err(Failure::input(message));
    }
    let paint = Paint::stdout();
    let shown: Vec<String> = all.iter().map(|it| told(it, paint)).collect();
    Output::stdout().put(&shown.join("\n"))?;
    let is_worse = all.iter().any(|it| !it.lost.is_empty() || !it.wrong.is_empty());
    Ok(if is_worse { Exit::Refuted } else { Exit::Ok })
}

fn told(it: &Difference, paint: Paint) -> String {
    let [before, after] = it.solved;
    let levels = plural(it.levels, "common level");
    let mut out = format!("{}\n  solved    {before} → {after} of {levels}\n", paint.bold(&it.name));
    for (word, levels) in [("won", &it.won), ("lost", &it.lost), ("wrong", &it.wrong)] {
        if !levels.is_empty() {
            let line = format!("  {word:9} {}: {}", levels.len(), names(levels));
            let line = if word == "won" { line } else { paint.bad(&line) };
            let _ = writeln!(out, "{line}");
        }
    }
    let both = plural(it.time.count(), "level");
    let _ =
        writeln!(out, "  nodes×    {}, the same on {} of {both}", ratio(&it.nodes), it.same_nodes);
    let _ = writeln!(out, "  time×     {}", ratio(&it.time));
    let same = plural(it.noise.count(), "level");
    let _ = writeln!(out, "  noise     {} in time on {same} with the same nodes", ratio(&it.noise));
    let _ = writeln!(out, "  pushes×   {}", ratio(&it.pushes));
    out
}

/// The mean, and the middle half.
fn ratio(ratios: &Ratios) -> String {
    match (ratios.mean(), ratios.quantile(0.25), ratios.quantile(0.75)) {
        (Some(mean), Some(low), Some(high)) => format!("{mean:.3} ({low:.3} to {high:.3})"),
        _ => "–".to_owned(),
    }
}

fn names(levels: &[LevelKey]) -> String {
    let mut words: Vec<String> =
        levels.iter().take(NAMED).map(|it| format!("{}:{}", it.file, it.index)).collect();
    if levels.len() > NAMED {
        words.push(format!("and {} more", levels.len() - NAMED));
    }
    words.join(", ")
}
