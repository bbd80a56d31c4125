//! Checks of dependencies with `cargo metadata`: licences that `deny.toml` allows, crates from the registry
//! only, and none that needs a newer Rust than `Cargo.toml` states. It takes a second. Advisories and
//! duplicates are checked by cargo-deny (`cargo xtask nightly deny`), which takes minutes to compile.

use std::fs;

use serde_json::Value;

use crate::setup;
use crate::shell::{self, command};
use crate::step::Outcome;

const RULES: &str = "deny.toml";
/// The version of cargo-deny; the workflows name the same.
const CARGO_DENY: &str = "0.20.2";

/// Checks every package of the lock file that is used on this system.
pub(crate) fn step() -> Outcome {
    match check() {
        Ok((count, faults)) if faults.is_empty() => {
            Outcome::Passed(vec![format!("{count} packages")])
        }
        Ok((_, faults)) => Outcome::Failed(faults.join("\n")),
        Err(message) => Outcome::Failed(message),
    }
}

/// Runs cargo-deny.
pub(crate) fn deny() -> Outcome {
    Outcome::of(setup::cargo_tool("cargo-deny", "cargo-deny", CARGO_DENY, &["--locked"]).and_then(
        |program| {
            shell::run(command(&program, &["check", "advisories", "bans", "licenses", "sources"]))
        },
    ))
}

fn check() -> Result<(usize, Vec<String>), String> {
    let host = shell::output(command("rustc", &["-vV"]))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let words = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let text = shell::output(command("cargo", &words))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let rules = fs::read_to_string(shell::root().join(RULES)).map_err(|error| error.to_string())?;
    faults(&value, &allowed(&rules))
}

/// The licences that the rules allow: the strings of the list after `allow`.
fn allowed(rules: &str) -> Vec<&str> {
    let list = rules.split("\nallow = [").nth(1).and_then(|rest| rest.split(']').next());
    list.unwrap_or_default().split('"').skip(1).step_by(2).collect()
}

fn faults(metadata: &Value, allowed: &[&str]) -> Result<(usize, Vec<String>), String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let own = packages.iter().find(|package| package["name"] == "xtask");
    let promised = own.and_then(|package| version(&package["rust_version"])).unwrap_or_default();
    let mut faults = Vec::new();
    let others = packages.iter().filter(|package| !package["source"].is_null());
    let mut count = 0;
    for package in others {
        count += 1;
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let name = format!("{} {}", text("name"), text("version"));
        if !is_allowed(text("license"), allowed) {
            faults.push(format!("{name}: the licence {:?} is not in {RULES}", text("license")));
        }
        if !text("source").starts_with("registry+") {
            faults.push(format!("{name} comes from {}", text("source")));
        }
        if version(&package["rust_version"]).is_some_and(|needed| needed > promised) {
            faults.push(format!("{name} needs Rust {}", text("rust_version")));
        }
    }
    if allowed.is_empty() {
        faults.push(format!("{RULES} allows no licence"));
    }
    Ok((count, faults))
}

/// Whether a licence expression can be met: of alternatives one, of conjunctions all.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let bare = |text: &str| text.trim().trim_matches(['(', ')']).trim().to_owned();
    let is_one = |text: &str| {
        let text = bare(text);
        text.split(" OR ")
            .flat_map(|it| it.split('/'))
            .any(|it| allowed.contains(&bare(it).as_str()))
    };
    !expression.is_empty() && expression.split(" AND ").all(is_one)
}

/// Major and minor number.
fn version(value: &Value) -> Option<(u32, u32)> {
    let mut numbers = value.as_str()?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next().and_then(Result::ok).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str =
        "[licenses]\nallow = [\n    \"MIT\",\n    \"BSD-3-Clause\",\n]\nother = [\"GPL\"]";

    #[test]
    fn licences_are_read_and_compared() {
        let allowed = allowed(RULES);
        assert_eq!(allowed, ["MIT", "BSD-3-Clause"]);
        for (expression, fine) in [
            ("MIT OR Apache-2.0", true),
            ("Apache-2.0/MIT", true),
            ("(MIT OR Apache-2.0) AND BSD-3-Clause", true),
            ("MIT AND GPL-3.0", false),
            ("GPL-3.0", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), fine, "{expression}");
        }
    }

    #[test]
    fn strangers_are_reported() {
        let package = |name: &str, licence: &str, source: &str, rust: &str| {
            serde_json::json!({ "name": name, "version": "1.0.0", "license": licence,
                                "source": source, "rust_version": rust })
        };
        let own = serde_json::json!({ "name": "xtask", "version": "0.1.0", "source": null,
                                      "rust_version": "1.88" });
        let metadata = serde_json::json!({ "packages": [
            own,
            package("good", "MIT", "registry+somewhere", "1.88.0"),
            package("taken", "GPL-3.0", "registry+somewhere", "1.60"),
            package("loose", "MIT", "git+somewhere", "1.60"),
            package("young", "MIT", "registry+somewhere", "1.90"),
        ] });
        let (count, faults) = faults(&metadata, &allowed(RULES)).expect("metadata");
        assert_eq!((count, faults.len()), (4, 3), "{faults:?}");
        assert!(faults[0].contains("taken") && faults[1].contains("loose"));
        assert!(faults[2].contains("young 1.0.0 needs Rust 1.90"));
    }
}
