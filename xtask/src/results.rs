//! The table of results, generated from the records of the newest run in `bench/runs`, so that no figure
//! is typed by hand: `cargo xtask results` writes the table into the documents, and the step `results`
//! compares.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::shell;
use crate::step::Outcome;

/// The documents that show the table.
const DOCUMENTS: [&str; 2] = ["README.md", "bench/LOG.md"];
const BEGIN: &str = "<!-- results: written by cargo xtask results -->\n";
const END: &str = "<!-- end of results -->";

/// Writes the table into the documents.
pub(crate) fn write() -> Result<(), String> {
    let table = table()?;
    for name in DOCUMENTS {
        let path = shell::root().join(name);
        let text = read(&path)?;
        let text = with_table(&text, &table).ok_or_else(|| format!("{name} has no marks"))?;
        fs::write(&path, text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// Whether the documents show the table as it is.
pub(crate) fn step() -> Outcome {
    let faults = table().and_then(|table| {
        let mut faults = Vec::new();
        for name in DOCUMENTS {
            let text = read(&shell::root().join(name))?;
            if with_table(&text, &table).as_ref() != Some(&text) {
                faults.push(format!("{name}: the results differ; run cargo xtask results"));
            }
        }
        Ok(faults)
    });
    match faults {
        Ok(faults) => Outcome::of_faults(&faults),
        Err(message) => Outcome::Failed(message),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The text with the table between the marks; `None` if it has none.
fn with_table(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{table}{END}{after}"))
}

/// The newest folder of `bench/runs` that describes its runs.
fn newest() -> Result<PathBuf, String> {
    let folder = shell::root().join("bench/runs");
    let entries = fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let described = entries.filter_map(Result::ok).map(|entry| entry.path());
    let newest = described.filter(|path| path.join("runs.json").is_file()).max();
    newest.ok_or_else(|| "bench/runs has no runs.json".to_owned())
}

/// The table of the newest run.
fn table() -> Result<String, String> {
    let folder = newest()?;
    let runs: Value = serde_json::from_str(&read(&folder.join("runs.json"))?)
        .map_err(|error| error.to_string())?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut table = "| levels | limit | Hakooshi | Festival 3.1 |\n|---|---|---|---|\n".to_owned();
    for run in runs["runs"].as_array().into_iter().flatten() {
        let records = read(&folder.join(text(&run["records"])))?;
        let own = sum(&records, run["counts"] == "optimal")?;
        let other = &run["festival"];
        let other = match (other["solved"].as_u64(), other["seconds"].as_u64()) {
            (Some(solved), Some(seconds)) => format!("{solved} in {} s", grouped(seconds)),
            _ => "–".to_owned(),
        };
        let _ = writeln!(
            table,
            "| {}, {} | {} | **{}** in {} s | {other} |",
            text(&run["set"]),
            grouped(own.levels),
            text(&run["limit"]),
            grouped(own.reached),
            grouped(own.seconds)
        );
    }
    let _ = write!(table, "\n{}\n", text(&runs["note"]));
    Ok(table)
}

#[derive(Debug, PartialEq, Eq)]
struct Sum {
    levels: u64,
    reached: u64,
    seconds: u64,
}

/// How many levels were solved, or proved optimal, and the seconds for all.
fn sum(records: &str, optimal: bool) -> Result<Sum, String> {
    let (mut sum, mut seconds) = (Sum { levels: 0, reached: 0, seconds: 0 }, 0.0);
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let reached =
            if optimal { record["optimal"] == true } else { record["status"] == "solved" };
        sum.levels += 1;
        sum.reached += u64::from(reached);
        seconds += record["time_s"].as_f64().unwrap_or_default();
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds of a run")]
    {
        sum.seconds = seconds.ceil() as u64;
    }
    Ok(sum)
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_summed_and_the_table_goes_between_the_marks() {
        let records = "{\"status\":\"solved\",\"optimal\":true,\"time_s\":1.5}\n\
                       {\"status\":\"solved\",\"optimal\":false,\"time_s\":0.25}\n\
                       {\"status\":\"unknown\",\"optimal\":false,\"time_s\":10.0}\n";
        assert_eq!(sum(records, false), Ok(Sum { levels: 3, reached: 2, seconds: 12 }));
        assert_eq!(sum(records, true), Ok(Sum { levels: 3, reached: 1, seconds: 12 }));
        let text = format!("a\n{BEGIN}old\n{END}\nb");
        assert_eq!(with_table(&text, "new\n"), Some(format!("a\n{BEGIN}new\n{END}\nb")));
        assert_eq!(with_table("nothing", "new"), None);
        assert_eq!((grouped(999), grouped(1_094_003)), ("999".into(), "1,094,003".into()));
    }
}
