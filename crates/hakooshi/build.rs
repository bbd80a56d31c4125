//! Embeds every `levels/bundled/*.xsb`: a file put there is a bundled collection, no list to
//! keep. Writes an array of names and `include_str!`s for `src/bundled.rs`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("../../levels/bundled");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?,
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "xsb"));
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let path = path.display().to_string();
        let _ = writeln!(code, "    Bundled {{ name: {name:?}, text: include_str!({path:?}) }},");
    }
    code.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("bundled.rs"), code)
}
