//! Checks that crates depend downwards only. The layers are in a table; a crate that is not in the table is
//! an error, because someone has to decide where it belongs.

use serde_json::Value;

use crate::shell;
use crate::step::Outcome;

/// The layers from the lowest up. A crate may use any layer below its own.
const STOREYS: &[&[&str]] = &[
    &["hakooshi-level", "hakooshi-leash", "hakooshi-startup"],
    &["hakooshi-board", "hakooshi-env"],
    &["hakooshi-search"],
    &["hakooshi-engines", "hakooshi-plan", "hakooshi-polish"],
    &["hakooshi"],
    &["hakooshi-lab", "hakooshi-label"],
    &["hakooshi-web"],
    &["hakooshi-cli", "hakooshi-python", "hakooshi-wasm"],
];

/// Crates for tests and tools, with what of the workspace each may use. Others use them only
/// in their tests.
const ASIDE: &[(&str, &[&str])] = &[
    ("hakooshi-testkit", &["hakooshi-level"]),
    (
        "hakooshi-fuzzing",
        &[
            "hakooshi-level",
            "hakooshi-board",
            "hakooshi-search",
            "hakooshi",
            "hakooshi-label",
            "hakooshi-testkit",
        ],
    ),
    ("xtask", &[]),
];

/// A dependency.
#[derive(Debug)]
struct Arrow {
    from: String,
    to: String,
    for_tests: bool,
}

/// Compares the dependencies of the workspace with the table.
pub(crate) fn step() -> Outcome {
    let words = ["metadata", "--format-version", "1", "--no-deps"];
    let read = shell::output(shell::command("cargo", &words)).and_then(|text| arrows(&text));
    match read {
        Ok((crates, arrows)) => Outcome::of_faults(&faults(&crates, &arrows)),
        Err(message) => Outcome::Failed(message),
    }
}

/// The crates of the workspace and the arrows between them.
fn arrows(metadata: &str) -> Result<(Vec<String>, Vec<Arrow>), String> {
    let value: Value = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let packages = value["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let crates: Vec<String> = packages.iter().map(name).collect();
    let mut arrows = Vec::new();
    for package in packages {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let (from, to) = (name(package), name(dependency));
            if crates.contains(&to) {
                arrows.push(Arrow { from, to, for_tests: dependency["kind"] == "dev" });
            }
        }
    }
    Ok((crates, arrows))
}

fn storey(name: &str) -> Option<usize> {
    STOREYS.iter().position(|storey| storey.contains(&name))
}

fn aside(name: &str) -> Option<&'static [&'static str]> {
    ASIDE.iter().find(|(known, _)| *known == name).map(|&(_, may_use)| may_use)
}

fn faults(crates: &[String], arrows: &[Arrow]) -> Vec<String> {
    let homeless = crates.iter().filter(|name| storey(name).is_none() && aside(name).is_none());
    let homeless = homeless.map(|name| format!("{name} has no place in the table of storeys"));
    let wrong =
        arrows.iter().filter(|arrow| !is_allowed(arrow)).map(|Arrow { from, to, .. }| {
            format!("{from} must not depend on {to}: it is not below it, or is for tests only")
        });
    homeless.chain(wrong).collect()
}

fn is_allowed(arrow: &Arrow) -> bool {
    if let Some(may_use) = aside(&arrow.from) {
        return may_use.contains(&arrow.to.as_str());
    }
    if aside(&arrow.to).is_some() {
        return arrow.for_tests && arrow.to != "xtask";
    }
    // A crate without a place is reported once, not with every arrow.
    storey(&arrow.from).zip(storey(&arrow.to)).is_none_or(|(from, to)| to < from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(from: &str, to: &str, for_tests: bool) -> bool {
        is_allowed(&Arrow { from: from.to_owned(), to: to.to_owned(), for_tests })
    }

    #[test]
    fn arrows_point_down() {
        assert!(allowed("hakooshi-board", "hakooshi-level", false));
        assert!(allowed("hakooshi", "hakooshi-level", false), "storeys may be skipped");
        assert!(!allowed("hakooshi-level", "hakooshi-board", false));
        assert!(!allowed("hakooshi-level", "hakooshi-board", true), "not even in tests");
        assert!(allowed("hakooshi-board", "hakooshi-testkit", true));
        assert!(!allowed("hakooshi-board", "hakooshi-testkit", false));
        assert!(!allowed("hakooshi-testkit", "hakooshi-search", false));
        assert!(!allowed("xtask", "hakooshi-level", false));
    }

    #[test]
    fn metadata_is_read_and_strangers_are_reported() {
        let text = r#"{"packages": [
            {"name": "hakooshi-level", "dependencies": [
                {"name": "serde", "kind": null}, {"name": "stranger", "kind": null}]},
            {"name": "stranger", "dependencies": [{"name": "hakooshi-level", "kind": "dev"}]}]}"#;
        let (crates, arrows) = arrows(text).expect("metadata");
        assert_eq!(arrows.len(), 2);
        assert!(arrows[1].for_tests && !arrows[0].for_tests);
        assert_eq!(faults(&crates, &arrows), ["stranger has no place in the table of storeys"]);
        assert!(super::arrows("{}").is_err());
    }
}
