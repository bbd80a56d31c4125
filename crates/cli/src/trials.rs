//! What `compare` and `ablate` share: running every engine on every level, and the table.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::Options;
use hakooshi::{Cancel, Objective, Polish, Record};
use hakooshi_lab::{Against, Attribute, Comparison, Contender, Subject, Suite, hush_panics};
use serde_json::json;

use crate::args::objectives;
use crate::batch::{Limits, Onlooker, code_of};
use crate::exit::{Exit, Failure, Outcome};
use crate::form::{Form, forms};
use crate::input::LevelArgs;
use crate::interrupt::Interrupt;
use crate::limits::LimitArgs;
use crate::output::Output;
use crate::progress::Progress;
use crate::records::Records;
use crate::render::{self, Paint};
use crate::say;
use crate::tables::{columns, markdown};

const FORMS: &[Form] = &[Form::Table, Form::Markdown, Form::Csv, Form::Json, Form::Jsonl];

/// The default time limit for each level and engine.
const TIME: Duration = Duration::from_secs(10);

/// The options of both commands.
#[derive(Args, Debug)]
pub(crate) struct TrialArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// What to minimise
    #[arg(long, value_name = "WHAT", default_value = "pushes", value_parser = objectives())]
    pub(crate) goal: Objective,
    /// Output format; json and jsonl always contain every search
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = forms(FORMS))]
    format: Form,
    /// One row per level and engine instead of one per engine; in CSV with every field of a record
    #[arg(long)]
    per_level: bool,
    /// One row per level and one column per engine, showing this attribute; several are separated
    /// by commas (expanded, generated, duplicates, deadlocks, stored, `most_open`, branching,
    /// depth, pushes, moves, time, memory, `bytes_per_state`)
    #[arg(long, value_name = "ATTRIBUTE", value_delimiter = ',', value_parser = attribute,
          conflicts_with = "per_level")]
    pivot: Vec<&'static Attribute>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

fn attribute(name: &str) -> Result<&'static Attribute, String> {
    let names = || hakooshi_lab::ATTRIBUTES.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    Attribute::find(name.trim()).ok_or_else(|| format!("expected one of {}", names()))
}

/// Runs everything and writes the table; the layout of `suite` is used if the
/// user asks for none.
pub(crate) fn run(
    args: &TrialArgs,
    contenders: Vec<Contender>,
    against: Against,
    suite: Option<&Suite>,
) -> Outcome {
    let limits = args.limits.limits(TIME)?;
    for (place, contender) in contenders.iter().enumerate() {
        if contenders[..place].iter().any(|other| other.label == contender.label) {
            let message = format!("the engine {} is given twice", contender.label);
            return Err(Failure::usage(message));
        }
    }
    let mut output = Output::whole(args.output.as_deref(), &mut args.levels.claims()?)?;
    let (subjects, read) = read(&args.levels)?;
    if subjects.is_empty() {
        return Ok(read);
    }
    let options = Options {
        objective: args.goal,
        budget: limits.budget(Cancel::new()),
        polish: Polish::Never,
        smt_solver: args.limits.smt_solver.clone(),
        ..Options::default()
    };
    let (trials, searched) = search(&options, &subjects, &contenders, &limits);
    let comparison = Comparison { contenders, trials, against };
    let table = || {
        let asked: Vec<_> = args.pivot.iter().map(|&it| (it.title, it)).collect();
        let mut table = match suite.map(Suite::attributes) {
            _ if args.per_level => comparison.by_level(),
            _ if !asked.is_empty() => comparison.pivot(&asked, None),
            Some(rows) if !rows.is_empty() => comparison.pivot(&rows, suite),
            _ => comparison.by_engine(),
        };
        table.notes.extend(suite.into_iter().flat_map(|it| it.notes).map(|&it| it.to_owned()));
        table
    };
    let text = match args.format {
        Form::Table if output.is_stdout() => columns(&table(), Paint::stdout(), render::width()),
        Form::Table => columns(&table(), Paint::NONE, None),
        Form::Markdown => markdown(&table()),
        Form::Csv if !args.per_level => table().csv(),
        Form::Csv | Form::Jsonl => {
            let mut records = Records::new(output, args.format);
            for record in comparison.trials.iter().flatten() {
                records.add(record)?;
            }
            records.finish()?;
            return Ok(read.max(searched));
        }
        _ => {
            let object = json!({
                "goal": args.goal.name(),
                "levels": subjects.len(),
                "solved_by_all": comparison.common_to_all().len(),
                "limits": {
                    "time_s": limits.time.map(|time| time.as_secs_f64()),
                    "nodes": limits.nodes,
                    "memory": limits.memory,
                    "jobs": limits.jobs,
                },
                "engines": comparison.summaries(),
                "trials": comparison.trials,
            });
            let text = serde_json::to_string_pretty(&object);
            text.map_err(|error| Failure::input(error.to_string()))? + "\n"
        }
    };
    output.put(&text)?;
    output.finish()?;
    Ok(read.max(searched))
}

/// The levels that can be read; the others are reported and counted in the code.
pub(crate) fn read(levels: &LevelArgs) -> Outcome<(Vec<Subject>, Exit)> {
    let (mut subjects, mut code) = (Vec::new(), Exit::Ok);
    let levels = levels.open()?;
    let several = levels.has_several_sources();
    for item in levels {
        match item {
            Ok(item) => {
                // Of one file the folder is no news.
                let short = item.file.rsplit('/').next().filter(|_| !several);
                let file = short.unwrap_or(&item.file).to_owned();
                match item.level {
                    Ok(entry) => {
                        subjects.push(Subject { file, index: item.index, level: entry.level });
                    }
                    Err(fault) => {
                        say::error(&fault.message);
                        code = code.max(fault.code);
                    }
                }
            }
            Err(failure) => code = code.max(failure.report()),
        }
    }
    Ok((subjects, code))
}

fn search(
    options: &Options,
    subjects: &[Subject],
    contenders: &[Contender],
    limits: &Limits,
) -> (Vec<Option<Record>>, Exit) {
    hush_panics();
    let total = subjects.len() * contenders.len();
    let watch = Arc::new(Onlooker {
        interrupt: Interrupt::listen(),
        progress: Progress::new(Some(total), "searches", limits.jobs),
        names_engines: true,
        pinned: None,
    });
    let (mut solved, mut code) = (0, Exit::Ok);
    let records = hakooshi_lab::run(subjects, contenders, options, limits.jobs, &watch, |record| {
        solved += usize::from(record.is_solved());
        if let Some(error) = &record.error {
            let engine = record.label.as_deref().unwrap_or_default();
            let told = format!("{}, {engine}: {error}", record.name());
            watch.progress.suspend(|| say::error(told));
            code = code.max(code_of(record));
        }
        watch.progress.advance(solved);
    });
    watch.progress.clear();
    if watch.interrupt.is_raised() {
        code = Exit::Interrupted;
    }
    (records, code)
}
