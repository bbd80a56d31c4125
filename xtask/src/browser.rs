//! The page in a real browser: Debian's Chromium, driven by playwright-core under Node.js. The
//! tests are plain files of `crates/web/tests/browser`; each writes pictures of what it saw to
//! `target/screenshots`, for people.

use std::fs;
use std::path::PathBuf;

use crate::shell::{self, command};
use crate::step::Outcome;
use crate::tools::{self, Tool};

const TESTS: &str = "crates/web/tests/browser";
/// Where the pictures of the README live.
const PICTURES: &str = "docs/pictures";
/// The driver; the version is fixed so that a run tomorrow is the run of today.
const DRIVER: &str = "playwright-core";
const DRIVER_VERSION: &str = "1.65.0";

const TOOLS: &[Tool] = &[
    Tool {
        name: "Node.js",
        probe: &["npm", "--version"],
        install: &["sh", "-c", "apt-get update && apt-get install -y nodejs npm"],
    },
    Tool {
        name: "Chromium",
        probe: &["chromium", "--version"],
        install: &["sh", "-c", "apt-get update && apt-get install -y chromium"],
    },
];

/// Runs the browser tests.
pub(crate) fn step() -> Outcome {
    let mut notes = match tools::ensure(TOOLS) {
        Ok(notes) => notes,
        Err(faults) => return Outcome::Failed(faults),
    };
    let folder = shell::target().join("screenshots");
    // Pictures of an earlier run would pass for pictures of this one.
    let _ = fs::remove_dir_all(&folder);
    match run("all.mjs", &folder, &mut notes) {
        Ok(()) => {
            notes.push(format!("pictures are in {}", folder.display()));
            Outcome::Passed(notes)
        }
        Err(message) => Outcome::Failed(message),
    }
}

/// `cargo xtask screenshots`: takes the pictures of the README anew.
pub(crate) fn screenshots() -> Result<(), String> {
    tools::ensure(TOOLS)?;
    run("pictures.mjs", &shell::root().join(PICTURES), &mut Vec::new())
}

/// Runs one file of tests, with the counts and measurements that it prints as notes.
fn run(file: &str, pictures: &std::path::Path, notes: &mut Vec<String>) -> Result<(), String> {
    let driver = driver()?;
    shell::cargo(&["build", "--bin", "hako"])?;
    let script = format!("{TESTS}/{file}");
    let mut node = command("node", &["--test-reporter=spec", &script]);
    node.env("HAKO", shell::target().join("debug").join("hako"));
    node.env("PLAYWRIGHT", driver).env("SCREENSHOTS", pictures);
    shell::run_heard(node, |line| notes.extend(note(line)))
}

/// What the summary repeats of a line.
fn note(line: &str) -> Option<String> {
    if let Some(passed) = line.strip_prefix("ℹ pass ") {
        return Some(format!("{passed} browser tests"));
    }
    line.contains("input to paint").then(|| line.trim().to_owned())
}

/// The folder with the driver, installed if it is not there.
fn driver() -> Result<PathBuf, String> {
    let folder = shell::target().join("browser");
    let about = folder.join("node_modules").join(DRIVER).join("package.json");
    let wanted = format!("\"version\": \"{DRIVER_VERSION}\"");
    if fs::read_to_string(&about).is_ok_and(|text| text.contains(&wanted)) {
        return Ok(folder);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    fs::write(folder.join("package.json"), "{ \"private\": true }\n").map_err(failed)?;
    let package = format!("{DRIVER}@{DRIVER_VERSION}");
    let mut npm = command("npm", &["install", "--no-audit", "--no-fund", &package]);
    npm.current_dir(&folder);
    shell::run(npm)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_measurements_are_repeated() {
        assert_eq!(note("ℹ pass 33"), Some("33 browser tests".to_owned()));
        assert!(note("input to paint, 30 x 30: median 18.5 ms").is_some());
        assert_eq!(note("✔ a level is solved"), None);
    }

    #[test]
    fn every_test_file_is_run() {
        let folder = shell::root().join(TESTS);
        let all = fs::read_to_string(folder.join("all.mjs")).expect("a list");
        for entry in fs::read_dir(&folder).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            let is_other = ["all.mjs", "harness.mjs", "pictures.mjs"].contains(&name.as_str());
            assert!(is_other || all.contains(&format!("./{name}")), "{name} is not in all.mjs");
        }
    }
}
