//! `hako walk`: the player's moves between situations.

use clap::Args;
use hakooshi_lab::{situation_key, walk};
use hakooshi_level::Level;

use crate::args::LEVELS_HELP;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::LevelArgs;
use crate::output::Output;

const EXAMPLES: &str = "\
Each level is a situation of the same game; from one to the next at most one box has moved, by one
square. For each pair the shortest moves are printed on a line: U R R U U L D.

Examples:
  hako walk situations.xsb              from the first to the second, to the third, and so on
  hako walk before.xsb after.xsb --lurd
  hako walk situations.xsb --keys       the KTH solver's key of each situation";

/// Print the player's moves from one situation to the next
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct WalkArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Write moves as in solutions: small letters for walks, capitals for pushes
    #[arg(long)]
    lurd: bool,
    /// Print the key of each situation instead: the numbers of the boxes, and that of the first cell
    /// the player reaches
    #[arg(long, conflicts_with = "lurd")]
    keys: bool,
}

pub(crate) fn run(args: &WalkArgs) -> Outcome {
    let mut situations: Vec<(String, Level)> = Vec::new();
    for item in args.levels.open()? {
        let item = item?;
        let name = item.name();
        match item.level {
            Ok(entry) => situations.push((name, entry.level)),
            Err(fault) => return Err(Failure::Told(fault.code, fault.message)),
        }
    }
    let mut out = Output::stdout();
    if args.keys {
        for (name, level) in &situations {
            let key = situation_key(level);
            let key = key.map_err(|error| Failure::input(format!("{name}: {error}")))?;
            out.put(&format!("{key}\n"))?;
        }
        return Ok(Exit::Ok);
    }
    if situations.len() < 2 {
        return Err(Failure::usage(
            "a walk leads from one situation to another; give two levels, as in `hako walk a.xsb b.xsb`",
        ));
    }
    for pair in situations.windows(2) {
        let [(_, before), (name, after)] = pair else { continue };
        let moves = walk(before, after)
            .map_err(|error| Failure::input(format!("{name}: {error}")))?
            .to_string();
        if args.lurd {
            out.put(&format!("{moves}\n"))?;
        } else {
            let letters: Vec<String> =
                moves.chars().map(|letter| letter.to_ascii_uppercase().to_string()).collect();
            out.put(&format!("{}\n", letters.join(" ")))?;
        }
    }
    Ok(Exit::Ok)
}
