//! Notes the commit that the program is built from, for the records of `hako lab`.

use std::process::Command;

fn main() {
    // The state of all sources counts, not only of this crate.
    for path in ["../../crates", "../../Cargo.lock"] {
        println!("cargo:rerun-if-changed={path}");
    }
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    // A package from a registry is unpacked where git knows nothing of it.
    let is_own = git(&["ls-files", "build.rs"]).is_some_and(|listed| listed == "build.rs");
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]).filter(|_| is_own) else { return };
    println!("cargo:rustc-env=HAKOOSHI_COMMIT={commit}");
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "../.."]);
    let is_dirty = changed.is_none_or(|changed| !changed.is_empty());
    println!("cargo:rustc-env=HAKOOSHI_DIRTY={is_dirty}");
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
