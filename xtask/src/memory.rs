//! `cargo xtask memory [MB SECONDS [NAME…]]`: the peak memory of `hako solve` against `--memory`, for every
//! engine, planner, algorithm and alias on hard levels, children included.
//!
//! Linux keeps the peak of a process in `/proc/PID/status`. It is read every few milliseconds, which misses
//! only what is taken in the last of them, when a search that has met its limit returns what it holds. Of
//! children the present size is added.
//!
//! Only a run that fills its memory shows that the limit is kept. One that does not in so many seconds of
//! processor time is stopped, and so is one that has not grown for some of them. What has not filled a
//! limit is not run with a larger one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::step::Outcome;
use crate::{program, shell, solvers};

/// Limits in megabytes, and the seconds of processor time after which a search that has not met them is
/// stopped.
const LIMITS: [(u64, u64); 3] = [(100, 20), (500, 60), (2000, 240)];

/// Seconds of processor time after which a search that has not grown is stopped.
const QUIET: f64 = 4.0;

/// Growth that counts, in per cent of the limit.
const GROWTH: u64 = 1;

/// A search fills its memory if it is stopped by the limit or takes so many per cent of it.
const FILLED: u64 = 80;

/// What may be exceeded, in per cent.
const ALLOWANCE: u64 = 5;

/// Time between two readings.
const READING: Duration = Duration::from_millis(2);

/// Levels of XSokoban that no engine but one or two solves at once.
const HARD: [u32; 3] = [10, 50, 66];

/// Searches of which a part is what takes memory.
const PARTS: [&str; 6] = [
    "sat(parallel=on)",
    "astar(h=surplus)",
    "astar(h=patterns)",
    "astar(space=step)",
    "astar(space=relocation)",
    "fess+backward",
];

/// A search and the title of a level.
type Run = (String, String);

/// The step of the nightly run: all limits, all searches.
pub(crate) fn step() -> Outcome {
    Outcome::of(run(&[]))
}

/// The command: all limits, or one and only the searches named if any are.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word:?} is not a number"));
    let (limits, names) = match words {
        [] => (LIMITS.to_vec(), &[][..]),
        [most, seconds, names @ ..] => (vec![(number(most)?, number(seconds)?)], names),
        [_] => return Err("give megabytes and seconds".to_owned()),
    };
    let (mut faults, mut filled) = (Vec::new(), None);
    for (megabytes, seconds) in limits {
        filled = Some(measure(megabytes, seconds, names, filled.as_deref(), &mut faults)?);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Measures one limit, for the runs that filled the one before if there was one; those that fill it.
fn measure(
    megabytes: u64,
    seconds: u64,
    names: &[&str],
    before: Option<&[Run]>,
    faults: &mut Vec<String>,
) -> Result<Vec<Run>, String> {
    if !Path::new("/proc/self/status").exists() {
        return Err("only Linux tells the peak memory of a process".to_owned());
    }
    let hako = program::release()?;
    let levels = levels()?;
    let searches = if names.is_empty() {
        searches(&hako)?
    } else {
        names.iter().map(|&name| name.to_owned()).collect()
    };
    let most = megabytes * 1_000_000;
    let mut filled = Vec::new();
    let titles: Vec<&str> = levels.iter().map(|(title, _)| title.as_str()).collect();
    shell::say(&format!("\nPeak memory in MB with --memory {megabytes}M, {seconds} s of work\n"));
    shell::say(&format!("| search | {} |", titles.join(" | ")));
    shell::say(&format!("|---|{}", "---:|".repeat(titles.len())));
    for search in searches {
        let mut row = format!("| `{search}` |");
        let before_row = row.len();
        for (title, level) in &levels {
            let run = (search.clone(), title.clone());
            if before.is_some_and(|before| !before.contains(&run)) {
                row.push_str(" |");
                continue;
            }
            let (peak, ended) = peak_of(&hako, level, &search, most, seconds)?;
            let _ = write!(row, " {:.1}{} |", peak as f64 / 1e6, mark(&ended));
            if peak > most + most * ALLOWANCE / 100 {
                faults.push(format!("{search} on {title}: {peak} bytes of {most}"));
            }
            if ended == "memory" || peak > most * FILLED / 100 {
                filled.push(run);
            }
        }
        if row[before_row..].bytes().any(|byte| byte.is_ascii_digit()) {
            shell::say(&row);
        }
    }
    shell::say("\n`!` memory limit, `t` out of time, `=` grew no more, `s` solved, `-` gave up");
    Ok(filled)
}

/// How a search ended, in a letter.
fn mark(stop: &str) -> &'static str {
    match stop {
        "memory" => "!",
        "time" => "t",
        "quiet" => "=",
        "solved" => "s",
        _ => "-",
    }
}

/// Hard levels, and a hall with many boxes.
fn levels() -> Result<Vec<(String, String)>, String> {
    let folder = shell::target().join("memory");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let hall_file = folder.join("hall.xsb");
    fs::write(&hall_file, hall(60, 60)).map_err(|error| error.to_string())?;
    let mut levels = vec![("hall 60 x 60".to_owned(), hall_file.display().to_string())];
    let file = shell::shared().map(|folder| folder.join("levels").join("xsokoban_90.xsb"));
    if let Some(file) = file.filter(|file| file.is_file()) {
        let level = |number| (format!("XSokoban {number}"), format!("{}:{number}", file.display()));
        levels.extend(HARD.map(level));
    }
    Ok(levels)
}

/// An empty hall with so many boxes on a lattice, which have to change sides with the goals.
fn hall(side: usize, boxes: usize) -> String {
    let mut rows = vec![vec![b' '; side]; side];
    for at in 0..side {
        for (row, col) in [(0, at), (side - 1, at), (at, 0), (at, side - 1)] {
            rows[row][col] = b'#';
        }
    }
    let per_row = side / 3 - 2;
    for at in 0..boxes {
        let (row, col) = (3 + 3 * (at / per_row), 3 + 3 * (at % per_row));
        rows[row][col] = b'$';
        rows[side - 1 - row][col] = b'.';
    }
    rows[side / 2][1] = b'@';
    rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned() + "\n").collect()
}

/// Everything that `hako list` names and `--engine` takes.
fn searches(hako: &Path) -> Result<Vec<String>, String> {
    let words = ["list", "--format", "json"];
    let text = shell::output(shell::command(&hako.to_string_lossy(), &words))?;
    let list: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let kinds = ["engine", "planner", "algorithm", "alias"];
    let is_search = |it: &&Value| it["kind"].as_str().is_some_and(|kind| kinds.contains(&kind));
    let entries = list.as_array().ok_or("hako list is no list")?.iter().filter(is_search);
    let names = entries.filter_map(|it| it["name"].as_str());
    // A race has to be given members.
    let names = names.filter(|&name| name != "race").chain(PARTS);
    Ok(names.map(str::to_owned).collect())
}

/// The peak of a run and what stopped it.
fn peak_of(
    hako: &Path,
    level: &str,
    search: &str,
    most: u64,
    seconds: u64,
) -> Result<(u64, String), String> {
    let memory = most.to_string();
    let goal = if search == "optimal" { "pushes" } else { "any" };
    let words = ["solve", level, "--engine", search, "--memory", &memory, "--goal", goal];
    // Its own limit on time would end a run on a busy machine before it has worked for long.
    let more = ["--format", "jsonl", "--jobs", "1", "--threads", "1", "--time", "0"];
    let mut command = shell::command(&hako.to_string_lossy(), &[&words[..], &more].concat());
    if let Some(z3) = solvers::z3() {
        command.env("HAKOOSHI_SMT_SOLVER", z3);
    }
    let output: PathBuf = shell::target().join("memory").join("record.jsonl");
    let file = fs::File::create(&output).map_err(|error| error.to_string())?;
    command.stdout(file).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let growth = most * GROWTH / 100;
    let (peak, stopped) = watched(&mut child, growth, seconds as f64)?;
    let text = fs::read_to_string(&output).map_err(|error| error.to_string())?;
    let record: Value = serde_json::from_str(text.trim()).unwrap_or_default();
    let told = record["stop"].as_str().or(record["status"].as_str());
    Ok((peak, stopped.or(told).unwrap_or("crashed").to_owned()))
}

/// The most bytes of a process and its children until it ends or is stopped, and why if it was.
fn watched(
    child: &mut Child,
    growth: u64,
    seconds: f64,
) -> Result<(u64, Option<&'static str>), String> {
    let (number, mut peak) = (child.id(), 0);
    let (mut grown, mut grown_at) = (0, 0.0);
    loop {
        let own = kilobytes(number, "VmHWM:").unwrap_or(0);
        let children = children(number);
        // With children, what counts is what all have at one time.
        let now = if children.is_empty() {
            own
        } else {
            let all = children.iter().chain([&number]);
            all.filter_map(|&process| kilobytes(process, "VmRSS:")).sum()
        };
        peak = peak.max(own * 1024).max(now * 1024);
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok((peak, None));
        }
        let worked: f64 = children.iter().chain([&number]).filter_map(|&it| worked(it)).sum();
        if peak > grown + growth {
            (grown, grown_at) = (peak, worked);
        }
        let reason = if worked > seconds {
            "time"
        } else if worked > grown_at + QUIET {
            "quiet"
        } else {
            sleep(READING);
            continue;
        };
        child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        return Ok((peak, Some(reason)));
    }
}

/// Seconds that a process has worked, on all its threads: the fourteenth and fifteenth word, of which the
/// second is a name in parentheses that may contain blanks. Linux counts in hundredths.
fn worked(process: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let hundredths: Vec<f64> =
        rest.split_whitespace().skip(11).take(2).filter_map(|word| word.parse().ok()).collect();
    Some(hundredths.iter().sum::<f64>() / 100.0)
}

/// The processes below one.
fn children(process: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    for task in tasks {
        let text = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in text.split_whitespace().filter_map(|word| word.parse().ok()) {
            found.push(child);
            found.extend(children(child));
        }
    }
    found
}

fn kilobytes(process: u32, key: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hall_has_as_many_goals_as_boxes() {
        let text = hall(60, 60);
        let count = |glyph: char| text.matches(glyph).count();
        assert_eq!((count('$'), count('.'), count('@'), text.lines().count()), (60, 60, 1, 60));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_a_peak() {
        let mut child = std::process::Command::new("sleep").arg("0.05").spawn().expect("started");
        let seen = watched(&mut child, 0, 1.0);
        assert!(seen.is_ok_and(|(peak, stopped)| peak > 100_000 && stopped.is_none()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_that_works_in_vain_is_stopped() {
        let idle = ["-c", "while :; do :; done"];
        let mut child = std::process::Command::new("sh").args(idle).spawn().expect("started");
        let seen = watched(&mut child, 1 << 30, 0.1);
        assert!(seen.is_ok_and(|(_, stopped)| stopped == Some("time")));
    }
}
