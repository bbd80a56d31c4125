//! `hako trace`: every state of a search in the order of generation, as JSON lines or a drawing of the tree.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::Options;
use hakooshi::{Engine, Objective, Polish, Record};
use hakooshi_lab::{MOST_DRAWN, TooLarge, Trace, dot, dump, svg};
use serde_json::json;

use crate::args::{LEVEL_HELP, objectives};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::{Item, LevelArg};
use crate::limits::usual_budget;
use crate::output::Output;
use crate::say;

/// Time limit: nobody waits longer for a trace.
const TIME: Duration = Duration::from_secs(60);

const FORMS: &[Form] = &[Form::Jsonl, Form::Txt, Form::Dot, Form::Svg];

const EXAMPLES: &str = "\
Examples:
  hako trace levels.xsb:3 --engine greedy --nodes 500
  hako trace levels.xsb:3 --engine 'idastar(table=off)' --format svg -o tree.svg
  hako trace levels.xsb:3 --engine kth-dfs --format txt          every situation drawn
  hako trace levels.xsb:3 --engine bfs --format dot | dot -Tpdf -o tree.pdf

Each JSON line is an event: start, then a node for every state (id, parent, g, h, f, action,
player, pruned_by, and expanded, its expansion number), then end. A parent comes before its
children. Squares are a column and a row letter: Fc-Fd is a box pushed down.";

/// Record every state of a search as JSON lines, or draw its tree
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVEL_HELP}\n{EXAMPLES}"))]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    level: LevelArg,
    /// Engine whose states to record: an algorithm or alias, or a spec such as astar(h=nearest)
    #[arg(long, value_name = "SPEC", default_value = "astar")]
    engine: String,
    /// What to minimise
    #[arg(long, value_name = "WHAT", default_value = "pushes", value_parser = objectives())]
    goal: Objective,
    /// States to record; the search also stops after this many expansions [default: 10000, or 100
    /// for txt, dot and svg]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = forms(FORMS))]
    format: Form,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &TraceArgs) -> Outcome {
    let engine = Engine::new(&args.engine);
    let chosen = engine.choose(args.goal);
    let chosen = chosen.map_err(|error| Failure::usage(format!("--engine: {error}")))?;
    if !chosen.traces() {
        let message = format!(
            "--engine: {chosen} does not report single states; use an algorithm (`hako list algorithms`)"
        );
        return Err(Failure::usage(message));
    }
    let usual = if args.format == Form::Jsonl { 10_000 } else { 100 };
    let nodes = args.nodes.unwrap_or(usual) as usize;
    if matches!(args.format, Form::Dot | Form::Svg) && nodes > MOST_DRAWN {
        return Err(Failure::usage(format!("--nodes: {}", TooLarge(nodes))));
    }
    let mut output = Output::whole(args.output.as_deref(), &mut args.level.claims()?)?;
    let (item, entry) = args.level.read()?;
    let level = &entry.level;
    let budget = usual_budget(TIME);
    let options = Options {
        objective: args.goal,
        engine,
        budget,
        polish: Polish::Never,
        ..Options::default()
    };
    let trace = hakooshi_lab::trace(level, &options, nodes)
        .map_err(|error| Failure::Told(Exit::GaveUp, error.to_string()))?;
    let drawn = |picture: Result<String, TooLarge>| {
        picture.map_err(|error| Failure::usage(format!("--nodes: {error}")))
    };
    let text = match args.format {
        Form::Jsonl => json_lines(&trace, &item, &chosen.to_string(), args.goal.name())?,
        Form::Txt => dump(level, &trace.lines),
        Form::Dot => drawn(dot(&trace.lines))?,
        _ => drawn(svg(&trace.lines))?,
    };
    output.put(&text)?;
    output.finish()?;
    if trace.is_cut {
        say::note(format_args!("only the first {nodes} states are shown; --nodes N asks for more"));
    }
    Ok(Exit::Ok)
}

fn json_lines(trace: &Trace, item: &Item, engine: &str, goal: &str) -> Outcome<String> {
    let board = item.level.as_ref().map(|entry| entry.level.to_string()).unwrap_or_default();
    let start = json!({
        "event": "start",
        "level": item.name(),
        "title": item.title(),
        "board": board.lines().collect::<Vec<_>>(),
        "engine": engine,
        "goal": goal,
    });
    let mut text = format!("{start}\n");
    for line in &trace.lines {
        let mut node =
            serde_json::to_value(line).map_err(|error| Failure::input(error.to_string()))?;
        node["event"] = "node".into();
        let _ = writeln!(text, "{node}");
    }
    let stats = &trace.report.stats;
    let end = json!({
        "event": "end",
        "status": Record::new(&trace.report).status,
        "cut": trace.is_cut,
        "expanded": stats.expanded,
        "generated": stats.generated,
        "depth": stats.depth,
    });
    Ok(text + &format!("{end}\n"))
}
