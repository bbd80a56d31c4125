//! Writes the seeds of each target where cargo-fuzz looks for them: `fuzz/corpus/TARGET`.

use std::path::Path;
use std::{fs, io};

use hakooshi_fuzzing::TARGETS;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for target in &TARGETS {
        let folder = corpus.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in target.seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
