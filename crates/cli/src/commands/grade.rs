//! `hako grade`: runs programs that read a level and write moves, and checks what they write.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use hakooshi::unstable::Options;
use hakooshi::{Cancel, Record, Stop};
use hakooshi_lab::{
    Competitor, Done, Grade, Subject, Table, compete, grade_rows, grade_sums, hush_panics,
};
use hakooshi_search::Budget;

use super::lab::solver;
use crate::args::LEVELS_HELP;
use crate::batch::Onlooker;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::LevelArgs;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::{self, Paint};
use crate::tables::{columns, markdown};
use crate::{trials, units};

const EXAMPLES: &str = "\
The program gets one level on its standard input, drawn with # @ + $ * . and blanks, and writes
the moves as the last line of its standard output: the letters lurd, upper or lower case. Every
answer is replayed; the first wrong move is explained. The limits hold for the program and for
everything that it starts. A program that means harm belongs in a container.

Examples:
  hako grade levels.xsb --solver 'python3 student.py' --time 10
  hako grade levels.xsb --solver 'Ann=./ann' --solver 'Bob=java -jar bob.jar' --memory 1G \\
      --csv grades.csv --report grades.md

The exit code is 0 if every program solved every level, 1 if not.";

/// Grade programs that solve levels: run them within limits and check their answers
#[derive(Args, Debug)]
#[command(after_help = format!("{LEVELS_HELP}\n{EXAMPLES}"))]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The command of a program, for the shell, or NAME=COMMAND; may be given several times
    #[arg(long, value_name = "COMMAND", required = true)]
    solver: Vec<String>,
    /// Time limit per level: seconds, or 500ms, 2m
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = units::time)]
    time: Duration,
    /// Memory limit for a program and all that it starts: 500M, 1GiB
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = units::size)]
    memory: u64,
    /// Levels at the same time; more than one makes times less comparable
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Write one row per program and level to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a report in Markdown to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub(crate) fn run(args: &GradeArgs) -> Outcome {
    if args.time.is_zero() {
        return Err(Failure::usage("--time: a program needs a limit"));
    }
    let solvers = args.solver.iter().map(|word| solver(word)).collect::<Outcome<Vec<_>>>()?;
    for (place, one) in solvers.iter().enumerate() {
        if solvers[..place].iter().any(|other| other.name() == one.name()) {
            let message = format!("{} is given twice; name one, as in NAME=COMMAND", one.name());
            return Err(Failure::usage(message));
        }
    }
    let mut claims = args.levels.claims()?;
    let open = |path: &Option<PathBuf>, claims: &mut _| {
        path.as_deref().map(|path| Output::whole(Some(path), claims)).transpose()
    };
    let csv = open(&args.csv, &mut claims)?;
    let report = open(&args.report, &mut claims)?;
    let (subjects, code) = trials::read(&args.levels)?;
    if subjects.is_empty() {
        return Ok(code.max(Exit::BadInput));
    }
    let solvers: Vec<_> = solvers.into_iter().map(Competitor::Solver).map(Arc::new).collect();
    let (records, interrupted) = attempts(args, subjects, &solvers);
    let (sums, mut rows) = (grade_sums(&records), grade_rows(&records));
    if let Some(mut csv) = csv {
        csv.put(&rows.csv())?;
        csv.finish()?;
    }
    // The columns of the file are always the same; people need no empty ones.
    rows.drop_empty("title");
    if let Some(mut report) = report {
        report.put(&document(args, &sums, &rows))?;
        report.finish()?;
    }
    let (paint, width) = (Paint::stdout(), render::width());
    let rows = Table { notes: Vec::new(), ..rows };
    let shown = columns(&rows, paint, width) + &columns(&sums, paint, width);
    Output::stdout().put(&shown)?;
    let is_good = records.iter().all(|record| Grade::of(record) == Grade::Solved);
    let graded = if is_good { Exit::Ok } else { Exit::Refuted };
    Ok(if interrupted { Exit::Interrupted } else { code.max(graded) })
}

/// Runs every program on every level; whether a signal ended it.
fn attempts(
    args: &GradeArgs,
    subjects: Vec<Subject>,
    solvers: &[Arc<Competitor>],
) -> (Vec<Record>, bool) {
    hush_panics();
    let jobs = usize::from(args.jobs);
    let subjects: Vec<Arc<Subject>> = subjects.into_iter().map(Arc::new).collect();
    let pairs = solvers.iter().flat_map(|solver| {
        subjects.iter().map(|subject| (Arc::clone(subject), Arc::clone(solver)))
    });
    let pairs: Vec<_> = pairs.collect();
    let mut records: Vec<Option<Record>> = vec![None; pairs.len()];
    let watch = Arc::new(Onlooker {
        interrupt: Interrupt::listen(),
        progress: Progress::new(Some(pairs.len()), "attempts", jobs),
        names_engines: true,
        pinned: None,
    });
    let bytes = usize::try_from(args.memory).unwrap_or(usize::MAX);
    let budget = Budget {
        time: Some(args.time),
        bytes: Some(bytes),
        cancel: Cancel::new(),
        ..Budget::default()
    };
    let options = Options { budget, ..Options::default() };
    let pool = compete(pairs.into_iter(), &options, jobs, &watch);
    let mut solved = 0;
    while let Some(Done { place, result }) = pool.next(|| false) {
        if let (Some(place), Ok(record)) = (place, result)
            && record.stop != Some(Stop::Cancelled)
        {
            solved += usize::from(record.is_solved());
            watch.progress.advance(solved);
            records[place] = Some(record);
        }
    }
    watch.progress.clear();
    (records.into_iter().flatten().collect(), watch.interrupt.is_raised())
}

/// The report for people.
fn document(args: &GradeArgs, sums: &Table, rows: &Table) -> String {
    let limits = format!(
        "Limits: {} and {} for each level, for a program and all that it starts.",
        units::show_time(args.time.as_secs_f64()),
        units::show_size(usize::try_from(args.memory).unwrap_or(usize::MAX))
    );
    format!("# Grades\n\n{limits}\n\n{}\n## Levels\n\n{}", markdown(sums), markdown(rows))
}
