//! `cargo xtask page`: the page as a folder for any static host, with the solver as WebAssembly.
//!
//! The files are those of the server's page. Different are the head of `index.html`, a service worker
//! and a manifest (`crates/web/static`), and the folder `wasm`. What the build needs besides the toolchain
//! is installed here and not by `cargo xtask setup`, since the tests of every change do without it.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use crate::shell::{self, command};
use crate::step::Outcome;
use crate::{browser, setup};

const TARGET: &str = "wasm32-unknown-unknown";
const ASSETS: &str = "crates/web/assets";
const EXTRAS: &str = "crates/web/static";

/// As on the server (`guard.rs`), and WebAssembly may be compiled. Frames cannot be forbidden in
/// a page's own text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// Lines of `index.html` that differ, and what stands in their place.
const CHANGES: &[(&str, &str)] = &[
    ("<html lang=\"en\">", "<html lang=\"en\" data-port=\"worker\">"),
    (
        "<link rel=\"icon\"",
        "<link rel=\"manifest\" href=\"manifest.webmanifest\">\n  \
         <link rel=\"preload\" href=\"wasm/hakooshi_wasm_bg.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n  \
         <link rel=\"icon\"",
    ),
    (
        "<link rel=\"modulepreload\" href=\"js/port/server.js\">",
        "<link rel=\"modulepreload\" href=\"js/port/worker.js\">\n  \
         <link rel=\"modulepreload\" href=\"js/logic/stopped.js\">",
    ),
];

/// `cargo xtask page`
pub(crate) fn run() -> Result<(), String> {
    let folder = build()?;
    shell::say(&format!("the page is in {}; any static host can serve it", folder.display()));
    Ok(())
}

/// Builds the page and runs the browser tests on it.
pub(crate) fn step() -> Outcome {
    match build() {
        Ok(folder) => browser::step_on(&folder),
        Err(message) => Outcome::Failed(message),
    }
}

/// Builds the page and returns its folder.
fn build() -> Result<PathBuf, String> {
    ensure_target()?;
    let version = bindgen_version(&read(&shell::root().join("Cargo.lock"))?)?;
    // Its own lock file names crates that have been withdrawn. It runs for a second, so building it fast
    // matters more than what it costs to run.
    let bindgen = setup::cargo_tool("wasm-bindgen-cli", "wasm-bindgen", &version, &["--debug"])?;
    let words = ["build", "--locked", "--package", "hakooshi-wasm", "--profile", "page"];
    shell::cargo(&[&words[..], &["--target", TARGET]].concat())?;
    let folder = shell::target().join("page");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let code = shell::target().join(TARGET).join("page/hakooshi_wasm.wasm");
    let (code, out) = (code.to_string_lossy(), folder.join("wasm"));
    let out = out.to_string_lossy();
    let small = ["--no-typescript", "--remove-name-section", "--remove-producers-section"];
    let words = [&["--target", "web"], &small[..], &["--out-dir", &out, &code]].concat();
    shell::run(command(&bindgen, &words))?;
    assemble(&folder)?;
    Ok(folder)
}

/// Copies the files of the page into the folder and writes those that differ.
fn assemble(folder: &Path) -> Result<(), String> {
    let assets = shell::root().join(ASSETS);
    let extras = shell::root().join(EXTRAS);
    copy(&assets.join("js"), &folder.join("js"))?;
    write(&folder.join("icon.svg"), &read(&assets.join("icon.svg"))?)?;
    write(&folder.join("page.css"), &sheets(&assets.join("css"))?)?;
    write(&folder.join("index.html"), &index(&read(&assets.join("index.html"))?)?)?;
    let manifest = "manifest.webmanifest";
    write(&folder.join(manifest), &read(&extras.join(manifest))?)?;
    let mut files = Vec::new();
    list(folder, "", &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        let path = folder.join(file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        (file, bytes).hash(&mut hasher);
    }
    let worker = service_worker(&read(&extras.join("sw.js"))?, &files, hasher.finish())?;
    write(&folder.join("sw.js"), &worker)
}

/// The style sheets joined in their order.
fn sheets(folder: &Path) -> Result<String, String> {
    let order = read(&folder.join("order.txt"))?;
    order.lines().map(|name| read(&folder.join(format!("{name}.css")))).collect()
}

/// The page's text with its changes.
fn index(text: &str) -> Result<String, String> {
    let charset = "<meta charset=\"utf-8\">";
    let policy =
        format!("{charset}\n  <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let mut text = replace(text, charset, &policy)?;
    for (from, to) in CHANGES {
        text = replace(&text, from, to)?;
    }
    Ok(text)
}

/// The service worker for these files.
fn service_worker(text: &str, files: &[String], version: u64) -> Result<String, String> {
    let text = replace(text, "{version}", &format!("{version:016x}"))?;
    replace(&text, "{files}", &files.join("\", \""))
}

/// Replaces what must be there once.
fn replace(text: &str, from: &str, to: &str) -> Result<String, String> {
    match text.matches(from).count() {
        1 => Ok(text.replacen(from, to, 1)),
        count => {
            Err(format!("expected {from:?} once, found it {count} times; see xtask/src/page.rs"))
        }
    }
}

/// The version of wasm-bindgen in the lock file; its program must be of the same.
fn bindgen_version(lock: &str) -> Result<String, String> {
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"wasm-bindgen\"").skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \""));
    let version = version.and_then(|line| line.strip_suffix('"')).map(str::to_owned);
    version.ok_or_else(|| "Cargo.lock names no wasm-bindgen".to_owned())
}

/// Adds the target to the toolchain if it is missing.
fn ensure_target() -> Result<(), String> {
    let words = ["--print", "target-libdir", "--target", TARGET];
    let folder = shell::output(command("rustc", &words))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    shell::say(&format!("the target {TARGET} is missing; adding it"));
    shell::run(command("rustup", &["target", "add", TARGET]))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies a folder with what is below it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name)).map_err(failed)?;
        }
    }
    Ok(())
}

/// The files below a folder, by their paths with slashes.
fn list(folder: &Path, below: &str, out: &mut Vec<String>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            list(&path, &format!("{below}{name}/"), out)?;
        } else {
            out.push(format!("{below}{name}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_can_be_changed() {
        let text = read(&shell::root().join(ASSETS).join("index.html")).expect("a page");
        let text = index(&text).expect("changed");
        assert!(text.contains("data-port=\"worker\"") && text.contains("wasm-unsafe-eval"));
        assert!(!text.contains("port/server.js") && !text.contains("href=\"/"));
        assert!(index("<html>").is_err(), "a page without these lines is another page");
    }

    #[test]
    fn the_service_worker_knows_every_file() {
        let text = read(&shell::root().join(EXTRAS).join("sw.js")).expect("a worker");
        let files = ["a.js", "b/c.css"].map(str::to_owned);
        let text = service_worker(&text, &files, 0x2a).expect("filled in");
        assert!(text.contains("\"hakooshi-000000000000002a\""));
        assert!(text.contains("const FILES = [\"a.js\", \"b/c.css\"];"));
    }

    #[test]
    fn the_program_has_the_version_of_the_library() {
        let lock = "[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.1\"\n";
        assert_eq!(bindgen_version(lock), Ok("0.2.1".to_owned()));
        assert!(bindgen_version("").is_err());
    }
}
