//! Every target on a fixed number of mutated inputs, the same in every run: no panic, no hang.
//! An input that fails is made small and kept in `levels/regressions/fuzz`, where later runs
//! begin.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hakooshi_fuzzing::{Kept, Mutator, TARGETS, Target, corpus, run, shared_samples};

/// Inputs of each target. Together more than 200,000.
const LEVEL_TEXTS: usize = 40_000;
const MOVE_TEXTS: usize = 100_000;
const ENGINE_SPECS: usize = 80_000;

/// Inputs between two signs of life.
const BATCH: usize = 500;

/// Waiting this long for a batch, which takes well under a second, means that it hangs.
const PATIENCE: Duration = Duration::from_secs(300);

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target of that name")
}

fn seeds(target: &Target, more: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    target.seeds.iter().map(|seed| seed.as_bytes().to_vec()).chain(more).collect()
}

/// Runs in a thread of its own, so that an input on which it hangs can be told.
fn bounded(target: &'static Target, seeds: Vec<Vec<u8>>, count: usize) {
    let kept = Kept::new(&workspace().join("levels/regressions"), target);
    for (path, input) in kept.inputs() {
        let result = std::panic::catch_unwind(|| (target.body)(&input));
        assert!(result.is_ok(), "{} fails again on {}", target.name, path.display());
    }
    let current = Arc::new(Mutex::new(Vec::new()));
    let tried = Arc::clone(&current);
    let (tell, told) = channel();
    let worker = std::thread::spawn(move || {
        let mut mutator = Mutator::new(0x4A0_0517, seeds, target.tokens);
        for _ in 0..count.div_ceil(BATCH) {
            let result = run(target, &mut mutator, BATCH, |input| {
                input.clone_into(&mut tried.lock().expect("nobody panics with it"));
            });
            let failed = result.is_err();
            if tell.send(result).is_err() || failed {
                return;
            }
        }
    });
    let mut batches = 0;
    loop {
        match told.recv_timeout(PATIENCE) {
            Ok(Ok(())) => batches += 1,
            Ok(Err(failure)) => {
                let place = kept.keep(&failure.input);
                let text = String::from_utf8_lossy(&failure.input).into_owned();
                panic!("{}: {}\ninput {text:?}\nkept in {place:?}", target.name, failure.message);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let input = current.lock().expect("nobody panics with it").clone();
                let place = kept.keep(&input);
                let text = String::from_utf8_lossy(&input).into_owned();
                panic!("{} hangs on {text:?}, kept in {place:?}", target.name);
            }
        }
    }
    assert!(worker.join().is_ok() && batches * BATCH >= count, "{}: {batches}", target.name);
}

#[test]
fn level_texts() {
    let named = std::env::var_os("HAKOOSHI_SHARED").map(PathBuf::from);
    let folder = named.into_iter().chain([workspace().join("../shared")]);
    let samples: Vec<Vec<u8>> =
        folder.flat_map(|folder| shared_samples(&folder.join("levels"))).collect();
    let target = target("level_text");
    bounded(target, seeds(target, samples), LEVEL_TEXTS);
}

#[test]
fn move_texts() {
    let target = target("move_text");
    bounded(target, seeds(target, Vec::new()), MOVE_TEXTS);
}

#[test]
fn engine_specs() {
    let target = target("engine_spec");
    bounded(target, seeds(target, Vec::new()), ENGINE_SPECS);
}

/// Inputs that fuzzing found reach code that no seed does.
#[test]
fn what_fuzzing_found_is_tried() {
    for target in &TARGETS {
        let found = corpus::found(target).expect("the file is kept");
        assert!(found.len() > 20, "{}: {}", target.name, found.len());
        for input in &found {
            (target.body)(input);
        }
    }
}

/// Seeds that were refused would make the runs above shallow.
#[test]
fn the_seeds_are_good() {
    use hakooshi::Objective;
    use hakooshi::unstable::REGISTRY;
    use hakooshi_level::GameText;
    use hakooshi_level::formats::Collection;
    use hakooshi_search::spec::SearchSpec;
    for seed in target("level_text").seeds {
        let (collection, _) = Collection::read(seed.as_bytes(), None);
        assert!(!collection.entries.is_empty(), "{seed}");
    }
    for seed in target("move_text").seeds {
        assert!(seed.parse::<GameText>().is_ok(), "{seed}");
    }
    for seed in target("engine_spec").seeds {
        assert!(SearchSpec::parse(seed, Objective::Pushes, &REGISTRY).is_ok(), "{seed}");
    }
    for target in &TARGETS {
        target.seeds.iter().for_each(|seed| (target.body)(seed.as_bytes()));
    }
}
