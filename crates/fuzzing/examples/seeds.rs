//! Writes the seeds of each target, and what fuzzing has found, where cargo-fuzz looks for them:
//! `fuzz/corpus/TARGET`. With `--keep` it goes the other way: what is in `fuzz/corpus/TARGET.least` is
//! kept.

use std::path::Path;
use std::{fs, io};

use hakooshi_fuzzing::{TARGETS, corpus};

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let keeps = std::env::args().any(|word| word == "--keep");
    for target in &TARGETS {
        if keeps {
            let least = folder.join(format!("{}.least", target.name));
            // Only some targets may have been minimised.
            let Ok(files) = fs::read_dir(least) else { continue };
            let inputs: io::Result<_> = files.map(|file| fs::read(file?.path())).collect();
            corpus::keep(target, inputs?)?;
            continue;
        }
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        let seeds = target.seeds.iter().map(|seed| seed.as_bytes().to_vec());
        for (number, seed) in seeds.chain(corpus::found(target)?).enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
