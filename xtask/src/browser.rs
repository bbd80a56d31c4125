//! The page: its modules checked by TypeScript and run under Node.js, and all of it in a real
//! browser, Debian's Chromium driven by playwright-core. The tests are plain files of
//! `crates/web/tests`; those in the browser write pictures of what they saw to
//! `target/screenshots`, for people.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program;
use crate::shell::{self, command};
use crate::step::Outcome;
use crate::tools::{self, Tool};

const TESTS: &str = "crates/web/tests/browser";
/// Where the pictures of the README live.
const PICTURES: &str = "docs/pictures";
/// Tools from npm; the versions are fixed so that a run tomorrow is the run of today.
const DRIVER: Package = Package { name: "playwright-core", version: "1.65.0" };
const CHECKER: Package = Package { name: "typescript", version: "7.0.2" };
/// What is checked: all modules, and the logic more strictly.
const PROJECTS: [&str; 2] =
    ["crates/web/tests/tsconfig.json", "crates/web/tests/logic.tsconfig.json"];
const LOGIC: &str = "crates/web/tests/logic/all.mjs";

struct Package {
    name: &'static str,
    version: &'static str,
}

const NODE: Tool = Tool {
    name: "Node.js",
    probe: &["npm", "--version"],
    install: &["sh", "-c", "apt-get update && apt-get install -y nodejs npm"],
};
const TOOLS: &[Tool] = &[
    NODE,
    Tool {
        name: "Chromium",
        probe: &["chromium", "--version"],
        install: &["sh", "-c", "apt-get update && apt-get install -y chromium"],
    },
];

/// Checks the types of the page's modules and runs the tests of their logic.
pub(crate) fn modules() -> Outcome {
    let mut notes = match tools::ensure(&[NODE]) {
        Ok(notes) => notes,
        Err(faults) => return Outcome::Failed(faults),
    };
    let checked = folder(&CHECKER).and_then(|folder| {
        let checker = folder.join("node_modules/typescript/bin/tsc");
        for project in PROJECTS {
            shell::run(command("node", &[&checker.to_string_lossy(), "-p", project]))?;
        }
        let node = command("node", &["--test-reporter=spec", LOGIC]);
        shell::run_heard(node, |line| notes.extend(note(line, "tests of logic")))
    });
    match checked {
        Ok(()) => Outcome::Passed(notes),
        Err(message) => Outcome::Failed(message),
    }
}

/// Installs the browser and its driver if they are missing.
pub(crate) fn setup() -> Outcome {
    match tools::ensure(TOOLS)
        .and_then(|notes| folder(&DRIVER).and(folder(&CHECKER)).map(|_| notes))
    {
        Ok(notes) => Outcome::Passed(notes),
        Err(faults) => Outcome::Failed(faults),
    }
}

/// Runs the browser tests.
pub(crate) fn step() -> Outcome {
    let mut notes = match tools::ensure(TOOLS) {
        Ok(notes) => notes,
        Err(faults) => return Outcome::Failed(faults),
    };
    let folder = shell::target().join("screenshots");
    // Pictures of an earlier run would pass for pictures of this one.
    let _ = fs::remove_dir_all(&folder);
    match run("all.mjs", None, &folder, &mut notes) {
        Ok(()) => {
            notes.push(format!("pictures are in {}", folder.display()));
            Outcome::Passed(notes)
        }
        Err(message) => Outcome::Failed(message),
    }
}

/// Runs the browser tests on the page in a folder, which needs no server of ours.
pub(crate) fn step_on(page: &Path) -> Outcome {
    let mut notes = match tools::ensure(TOOLS) {
        Ok(notes) => notes,
        Err(faults) => return Outcome::Failed(faults),
    };
    let folder = shell::target().join("screenshots-static");
    let _ = fs::remove_dir_all(&folder);
    match run("all.mjs", Some(page), &folder, &mut notes) {
        Ok(()) => Outcome::Passed(notes),
        Err(message) => Outcome::Failed(message),
    }
}

/// `cargo xtask screenshots`: regenerates the screenshots of the README.
pub(crate) fn screenshots() -> Result<(), String> {
    tools::ensure(TOOLS)?;
    run("pictures.mjs", None, &shell::root().join(PICTURES), &mut Vec::new())
}

/// Runs one file of tests, on the server's page or on the one in a folder, with the counts and
/// measurements that it prints as notes.
fn run(
    file: &str,
    page: Option<&Path>,
    pictures: &Path,
    notes: &mut Vec<String>,
) -> Result<(), String> {
    let driver = folder(&DRIVER)?;
    let script = format!("{TESTS}/{file}");
    let mut node = command("node", &["--test-reporter=spec", &script]);
    match page {
        Some(page) => node.env("PAGE", page),
        None => node.env("HAKO", program::dev()?),
    };
    node.env("PLAYWRIGHT", driver).env("SCREENSHOTS", pictures);
    shell::run_heard(node, |line| notes.extend(note(line, "browser tests")))
}

/// What the summary repeats of a line.
fn note(line: &str, what: &str) -> Option<String> {
    if let Some(passed) = line.strip_prefix("ℹ pass ") {
        return Some(format!("{passed} {what}"));
    }
    line.trim().strip_prefix("measured: ").map(str::to_owned)
}

/// The folder whose `node_modules` holds a package, installed if it is not there.
fn folder(package: &Package) -> Result<PathBuf, String> {
    let folder = shell::target().join("browser");
    let about = folder.join("node_modules").join(package.name).join("package.json");
    let wanted = format!("\"version\": \"{}\"", package.version);
    if fs::read_to_string(&about).is_ok_and(|text| text.contains(&wanted)) {
        return Ok(folder);
    }
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    if !folder.join("package.json").exists() {
        fs::write(folder.join("package.json"), "{ \"private\": true }\n").map_err(failed)?;
    }
    let wanted = format!("{}@{}", package.name, package.version);
    let mut npm = command("npm", &["install", "--no-audit", "--no-fund", &wanted]);
    npm.current_dir(&folder);
    shell::run(npm)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_measurements_are_repeated() {
        assert_eq!(note("ℹ pass 33", "browser tests"), Some("33 browser tests".to_owned()));
        assert!(note("measured: input to paint, 50 x 50: median 18.5 ms", "").is_some());
        assert_eq!(note("✔ a level is solved", ""), None);
    }

    #[test]
    fn every_test_file_is_run() {
        for folder in [TESTS, "crates/web/tests/logic"] {
            let folder = shell::root().join(folder);
            let all = fs::read_to_string(folder.join("all.mjs")).expect("a list");
            for entry in fs::read_dir(&folder).expect("a folder") {
                let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
                let is_other = ["all.mjs", "harness.mjs", "pictures.mjs"].contains(&name.as_str());
                assert!(is_other || all.contains(&format!("./{name}")), "{name} is not in all.mjs");
            }
        }
    }
}
