//! The levels of a run: sets with names, from an experiment file or from words of the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use hakooshi_lab::{Experiment, LevelSet, Subject};

use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::LevelArgs;
use crate::trials;

/// A level and the name of its set.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) set: Arc<str>,
    pub(super) subject: Arc<Subject>,
}

/// The experiment that a word of the command line names, and the folder that it lies in.
pub(super) fn experiment(levels: &LevelArgs) -> Outcome<Option<(Experiment, PathBuf)>> {
    let is_toml = |word: &str| Path::new(word).extension().is_some_and(|it| it == "toml");
    let word = match levels.given() {
        [word] if is_toml(word) => word,
        words if words.iter().any(|word| is_toml(word)) => {
            return Err(Failure::usage("an experiment file has its own levels; give it alone"));
        }
        _ => return Ok(None),
    };
    let text = fs::read_to_string(word)
        .map_err(|error| Failure::io(format_args!("cannot read {word}"), &error))?;
    let read = Experiment::parse(&text);
    let read = read.map_err(|error| Failure::input(format!("{word}: {error}")))?;
    let folder = Path::new(word).parent().unwrap_or(Path::new("")).to_owned();
    Ok(Some((read, folder)))
}

/// The levels of an experiment. Files are looked for beside it, in the shared levels and in the working
/// folder.
pub(super) fn of_experiment(
    experiment: &Experiment,
    folder: &Path,
    claims: &mut Claims,
) -> Outcome<(Vec<Place>, Exit)> {
    let (mut places, mut code) = (Vec::new(), Exit::Ok);
    for LevelSet { name, levels, every } in &experiment.sets {
        let found = folders(folder).into_iter().find_map(|folder| {
            let file = levels.rsplit_once(':').map_or(levels.as_str(), |(file, _)| file);
            let is_here = |word: &str| folder.join(word).is_file();
            (is_here(levels) || is_here(file)).then(|| folder.join(levels))
        });
        let word = found.unwrap_or_else(|| PathBuf::from(levels));
        let named = LevelArgs::of(&word.to_string_lossy());
        let told = |failure: Failure| {
            failure.of(&format!(
                "set {name:?} (looked for in {}, with HAKOOSHI_SHARED naming another folder)",
                folders(folder).iter().map(|it| shown(it)).collect::<Vec<_>>().join(", ")
            ))
        };
        claims.also(named.claims().map_err(told)?);
        let (subjects, read) = trials::read(&named)?;
        code = code.max(read);
        add(&mut places, name, subjects.into_iter().step_by(every.unwrap_or(1)));
    }
    Ok((places, code))
}

/// The levels that words name; each file is a set.
pub(super) fn of_words(levels: &LevelArgs) -> Outcome<(Vec<Place>, Exit)> {
    let (subjects, code) = trials::read(levels)?;
    let mut places = Vec::new();
    for subject in subjects {
        let name = Path::new(&subject.file).file_stem().unwrap_or_default().to_string_lossy();
        let name = if name == "-" { "standard input".to_owned() } else { name.into_owned() };
        add(&mut places, &name, [subject]);
    }
    Ok((places, code))
}

/// Adds levels of a set. A record names the file without its folder, which is nobody else's business.
fn add(places: &mut Vec<Place>, set: &str, subjects: impl IntoIterator<Item = Subject>) {
    let set: Arc<str> = set.into();
    for subject in subjects {
        let short = subject.file.rsplit('/').next().unwrap_or_default().to_owned();
        let subject = Arc::new(Subject { file: short, ..subject });
        places.push(Place { set: Arc::clone(&set), subject });
    }
}

/// Where the files of an experiment may lie.
fn folders(beside: &Path) -> Vec<PathBuf> {
    let shared = env::var_os("HAKOOSHI_SHARED").map(|it| PathBuf::from(it).join("levels"));
    let usual = ["", "../shared/levels"].map(PathBuf::from);
    [beside.to_owned()].into_iter().chain(shared).chain(usual).collect()
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() { ".".to_owned() } else { folder.display().to_string() }
}
