//! One attempt of a program at a level, within limits that hold for everything it starts.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;
use std::{fs, io};

use hakooshi::{ErrorKind, Level, Record, Stop};
use hakooshi_leash::{Gathered, Keep, Leash, Order, find};
use hakooshi_level::formats::{Collection, Entry};
use hakooshi_search::Budget;

use super::adapter::Adapter;
use super::answer::{Claim, beginning};
use super::folder::Folder;
use super::words;
use crate::Subject;

/// Time between two looks at the clock and the memory.
const LOOK: Duration = Duration::from_millis(10);

/// Looks for each look at the memory of processes that have left the group, which is slow.
const LOOKS: u32 = 8;

/// The most of an output that is kept.
const LONGEST: usize = 16 << 20;

/// How long the last words of a program that has ended may be under way.
const LATE: Duration = Duration::from_millis(500);

/// A program that can be started, as its adapter says.
#[derive(Clone, Debug)]
pub struct Solver {
    adapter: Adapter,
    program: PathBuf,
    /// For the placeholders.
    threads: usize,
    seed: u64,
}

/// Why a program was stopped, or how it ended.
enum End {
    Exited(ExitStatus),
    Stopped(Stop),
}

impl Solver {
    /// The program of an adapter, if there is one. It is told to use so many threads, and this seed.
    pub fn new(adapter: Adapter, threads: usize, seed: u64) -> Result<Self, String> {
        let name = adapter.words().into_iter().next().unwrap_or_default();
        let program = find(&name).ok_or_else(|| {
            format!("{}: there is no program {name:?}{}", adapter.name, advice(&name))
        })?;
        // The program may be started from another folder.
        let program = std::path::absolute(&program).unwrap_or(program);
        Ok(Self { adapter, program, threads, seed })
    }

    /// What tables call it.
    pub fn name(&self) -> &str {
        &self.adapter.name
    }

    /// The command as the adapter has it.
    pub fn command(&self) -> String {
        self.adapter.shown()
    }

    /// What the program makes of a level within `budget`: always a record.
    pub fn attempt(&self, subject: &Subject, budget: &Budget) -> Record {
        let mut record = self.try_attempt(subject, budget).unwrap_or_else(|error| {
            Record::error(ErrorKind::Solver, format!("it cannot be run: {error}"))
        });
        record.engine = self.command();
        record
    }

    fn try_attempt(&self, subject: &Subject, budget: &Budget) -> io::Result<Record> {
        let folder = Folder::create()?;
        let text = self.level_text(subject)?;
        let level = folder.path().join(format!("level.{}", self.adapter.level.name()));
        let output = folder.path().join("output");
        fs::write(&level, &text)?;
        let order = self.order(&folder, &level, &output, budget);
        let started = (budget.clock)();
        let mut leash = Leash::start(&order)?;
        leash.feed(if self.adapter.stdin { text.into_bytes() } else { Vec::new() });
        let said = leash.output(LONGEST, Keep::Last);
        let complaint = leash.complaint(LONGEST / 16, Keep::Last);
        let (end, peak) = self.watch(&mut leash, budget, started);
        let taken = (budget.clock)().saturating_sub(started);
        if matches!(end, End::Exited(_)) {
            // Something it has started may hold the pipe open.
            said.wait(LATE);
        }
        drop(leash);
        let record = match end {
            End::Stopped(stop) => Record { stop: Some(stop), ..Record::default() },
            End::Exited(status) => {
                let answer = match self.adapter.answer.from.as_str() {
                    "" | "stdout" => said.text(),
                    "output" => fs::read_to_string(&output).unwrap_or_default(),
                    name => fs::read_to_string(folder.path().join(name)).unwrap_or_default(),
                };
                self.judge(&answer, subject, status, &said, &complaint)
            }
        };
        Ok(Record { time_s: taken.as_secs_f64(), peak_memory: peak as u64, ..record })
    }

    /// The level as the program reads it.
    fn level_text(&self, subject: &Subject) -> io::Result<String> {
        // Titles would be one more thing that a simple program has to skip.
        let mut level: Level = subject.level.clone();
        (level.title, level.author) = (None, None);
        let entries = vec![Entry::new(level)];
        let collection = Collection { entries, ..Collection::default() };
        collection.write(self.adapter.level).map_err(|error| io::Error::other(error.to_string()))
    }

    fn order(&self, folder: &Folder, level: &Path, output: &Path, budget: &Budget) -> Order {
        // A program that takes no limit for an answer is given a day.
        let seconds = budget.time.unwrap_or(Duration::from_secs(86_400)).as_secs_f64();
        let value = |name: &str| match name {
            "level" => level.display().to_string(),
            "output" => output.display().to_string(),
            "folder" => folder.path().display().to_string(),
            "seconds" => (seconds.ceil() as u64).max(1).to_string(),
            "minutes" => ((seconds / 60.0).ceil() as u64).max(1).to_string(),
            "ms" => ((seconds * 1000.0).ceil() as u64).to_string(),
            "threads" => self.threads.to_string(),
            "megabytes" => (budget.bytes.unwrap_or(1 << 30) / 1_000_000).to_string(),
            _ => self.seed.to_string(),
        };
        let words = self.adapter.words();
        let arguments =
            words.iter().skip(1).map(|word| OsString::from(words::filled(word, value))).collect();
        let folder = self.adapter.own_folder.then(|| folder.path().to_owned());
        Order { program: self.program.clone(), arguments, folder, bytes: budget.bytes }
    }

    /// Waits for the end, or a limit; and the most memory that was seen.
    fn watch(&self, leash: &mut Leash, budget: &Budget, started: Duration) -> (End, usize) {
        let grace = Duration::try_from_secs_f64(self.adapter.grace).unwrap_or_default();
        let (mut peak, mut strays) = (0, 0);
        for look in 0_u32.. {
            if let Some(status) = leash.has_ended() {
                return (End::Exited(status), peak);
            }
            let taken = (budget.clock)().saturating_sub(started);
            if budget.time.is_some_and(|time| taken > time + grace) {
                return (End::Stopped(Stop::Time), peak);
            }
            if budget.cancel.is_cancelled() {
                return (End::Stopped(Stop::Cancelled), peak);
            }
            if look % LOOKS == LOOKS - 1 {
                strays = leash.strays();
            }
            peak = peak.max(leash.resident() + strays);
            if budget.bytes.is_some_and(|bytes| peak > bytes) {
                return (End::Stopped(Stop::Memory), peak);
            }
            std::thread::sleep(LOOK);
        }
        (End::Stopped(Stop::Time), peak)
    }

    fn judge(
        &self,
        answer: &str,
        subject: &Subject,
        status: ExitStatus,
        said: &Gathered,
        complaint: &Gathered,
    ) -> Record {
        match self.adapter.answer.find(answer, &subject.level) {
            Claim::Right(solution) => Record::default().with_solution(&solution),
            Claim::Wrong(why) => Record::error(ErrorKind::Wrong, why),
            Claim::Nothing(text) if status.success() => {
                let text = if text.is_empty() { beginning(&said.text()) } else { text };
                let told = if text.is_empty() { "nothing".to_owned() } else { format!("{text:?}") };
                let error = Some(format!("it has no solution and says {told}"));
                Record { error, ..Record::default() }
            }
            Claim::Nothing(text) => {
                complaint.wait(LATE);
                let complaint = complaint.text();
                let last = complaint.lines().map(str::trim).rfind(|it| !it.is_empty());
                let told = last.map(beginning).filter(|it| !it.is_empty()).unwrap_or(text);
                let told = if told.is_empty() { "nothing".to_owned() } else { format!("{told:?}") };
                let failed = format!("it failed ({status}) and says {told}");
                // Words of Python, of Java, of the C++ runtime, of Rust, of the kernel's shell.
                let words = [
                    "MemoryError",
                    "OutOfMemory",
                    "bad_alloc",
                    "memory allocation of",
                    "out of memory",
                    "Cannot allocate memory",
                ];
                if words.iter().any(|it| complaint.contains(it)) {
                    let stop = Some(Stop::Memory);
                    return Record { stop, error: Some(failed), ..Record::default() };
                }
                Record::error(ErrorKind::Solver, failed)
            }
        }
    }
}

/// What to do about a program that is not there.
fn advice(name: &str) -> &'static str {
    if name.contains('/') {
        "; the first word of the adapter's command must be a program"
    } else {
        " on the PATH; install it, or write its path into a copy of the adapter (`hako lab adapters NAME`)"
    }
}
