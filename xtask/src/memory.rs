//! `cargo xtask memory [MB SECONDS [NAME…]]`: the peak memory of `hako solve` against `--memory`, for every
//! engine, planner, algorithm and alias on hard levels, children included.
//!
//! Linux keeps the peak of a process in `/proc/PID/status`. It is read every few milliseconds, which misses
//! only what is taken in the last of them, when a search that has met its limit returns what it holds. Of
//! children the present size is added.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::step::Outcome;
use crate::{program, shell};

/// Limits in megabytes, and the seconds after which a search that has not met them is stopped.
const LIMITS: [(u64, u64); 3] = [(100, 20), (500, 60), (2000, 240)];

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

/// The step of the nightly run: all limits, all searches.
pub(crate) fn step() -> Outcome {
    Outcome::of(
        LIMITS.into_iter().try_for_each(|(megabytes, seconds)| measure(megabytes, seconds, &[])),
    )
}

/// The command: one limit, and only the searches named if any are.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word:?} is not a number"));
    match words {
        [] => LIMITS.into_iter().try_for_each(|(most, seconds)| measure(most, seconds, &[])),
        [most, seconds, names @ ..] => measure(number(most)?, number(seconds)?, names),
        [_] => Err("give megabytes and seconds".to_owned()),
    }
}

fn measure(megabytes: u64, seconds: u64, names: &[&str]) -> Result<(), String> {
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
    let mut faults = Vec::new();
    let titles: Vec<&str> = levels.iter().map(|(title, _)| title.as_str()).collect();
    shell::say(&format!("\nPeak memory in MB with --memory {megabytes}M --time {seconds}\n"));
    shell::say(&format!("| search | {} |", titles.join(" | ")));
    shell::say(&format!("|---|{}", "---:|".repeat(titles.len())));
    for search in searches {
        let mut row = format!("| `{search}` |");
        for (title, level) in &levels {
            let (peak, stop) = peak_of(&hako, level, &search, megabytes, seconds)?;
            let _ = write!(row, " {:.1}{} |", peak as f64 / 1e6, mark(&stop));
            if peak > most + most * ALLOWANCE / 100 {
                faults.push(format!("{search} on {title}: {peak} bytes of {most}"));
            }
        }
        shell::say(&row);
    }
    shell::say("\n`!` memory limit, `t` time limit, `s` solved, `-` gave up");
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// How a search ended, in a letter.
fn mark(stop: &str) -> &'static str {
    match stop {
        "memory" => "!",
        "time" => "t",
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
    megabytes: u64,
    seconds: u64,
) -> Result<(u64, String), String> {
    let (memory, time) = (format!("{megabytes}M"), seconds.to_string());
    let goal = if search == "optimal" { "pushes" } else { "any" };
    let words = ["solve", level, "--engine", search, "--memory", &memory, "--time", &time];
    let more = ["--goal", goal, "--format", "jsonl", "--jobs", "1"];
    let mut command = shell::command(&hako.to_string_lossy(), &[&words[..], &more].concat());
    let output: PathBuf = shell::target().join("memory").join("record.jsonl");
    let file = fs::File::create(&output).map_err(|error| error.to_string())?;
    command.stdout(file).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let peak = watched(&mut child)?;
    let text = fs::read_to_string(&output).map_err(|error| error.to_string())?;
    let record: Value = serde_json::from_str(text.trim()).unwrap_or_default();
    let ended = record["stop"].as_str().or(record["status"].as_str()).unwrap_or("crashed");
    Ok((peak, ended.to_owned()))
}

/// The most bytes of a process and its children until it ends.
fn watched(child: &mut Child) -> Result<u64, String> {
    let (number, mut peak) = (child.id(), 0);
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
        peak = peak.max(own).max(now);
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok(peak * 1024);
        }
        sleep(READING);
    }
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
        assert!(watched(&mut child).is_ok_and(|peak| peak > 100_000));
    }
}
