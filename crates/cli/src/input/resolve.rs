//! From an argument to a source of levels.
//!
//! An existing file comes first, even with a colon in its name; then a collection of that name; then both
//! again before a `:selection`.

use std::path::Path;

use super::{Request, Selection, Source};
use crate::collections::{self, Named};
use crate::exit::{Exit, Failure, Outcome};

/// How many names are offered in place of one that is not known.
const OFFERS: usize = 3;

/// What `word` asks for.
pub(super) fn resolve(word: &str) -> Outcome<Request> {
    if let Some(source) = source(word)? {
        return Ok(Request { name: word.to_owned(), source, selection: None });
    }
    // The longest name that there is; what follows must be a selection.
    for (at, _) in word.rmatch_indices(':') {
        let (name, rest) = (&word[..at], &word[at + 1..]);
        let Some(source) = source(name)? else { continue };
        let selection = match Selection::parse(rest) {
            Some(Ok(selection)) => selection,
            Some(Err(why)) => return Err(Failure::input(format!("{word}: {why}"))),
            None => {
                return Err(Failure::input(format!(
                    "{word}: {rest:?} selects no levels; write {name}:3 or {name}:2-10,15"
                )));
            }
        };
        return Ok(Request { name: name.to_owned(), source, selection: Some(selection) });
    }
    Err(unknown(word))
}

/// The source called `name`, if there is one. A folder is an error, unless a collection has
/// its name.
fn source(name: &str) -> Outcome<Option<Source>> {
    if name == "-" {
        return Ok(Some(Source::Stdin));
    }
    let path = Path::new(name);
    if path.exists() && !path.is_dir() {
        return Ok(Some(Source::File(path.to_owned())));
    }
    if let Some(Named { source, .. }) = collections::find(name) {
        return Ok(Some(source));
    }
    if path.is_dir() {
        let message = format!("{name} is a directory; name the level files in it, as in {name}/*");
        return Err(Failure::Told(Exit::Io, message));
    }
    Ok(None)
}

fn unknown(word: &str) -> Failure {
    let name = match word.rsplit_once(':') {
        Some((name, rest)) if Selection::parse(rest).is_some() => name,
        _ => word,
    };
    let near = near(name);
    let hint = if near.is_empty() {
        "`hako list` shows the collections there are".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    Failure::Told(Exit::Io, format!("{name}: no such file or collection; {hint}"))
}

/// Collections and neighbouring files with a name like this one.
fn near(name: &str) -> Vec<String> {
    let path = Path::new(name);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let files = files.filter_map(|entry| {
        let path = entry.ok().filter(|entry| entry.path().is_file())?.path();
        let name = Path::new(path.file_name()?);
        Some(folder.map_or_else(|| name.to_owned(), |folder| folder.join(name)))
    });
    let collections = collections::all().into_iter().map(|named| named.name);
    let candidates = collections.chain(files.map(|path| path.display().to_string()));
    let wanted = name.to_lowercase();
    let mut scored: Vec<(f64, String)> = candidates
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let starts = lower.starts_with(&wanted) && !wanted.is_empty();
            (if starts { 1.0 } else { strsim::jaro_winkler(&lower, &wanted) }, candidate)
        })
        .filter(|(score, _)| *score > 0.85)
        .collect();
    scored.sort_by(|(a, x), (b, y)| b.total_cmp(a).then_with(|| x.cmp(y)));
    scored.into_iter().take(OFFERS).map(|(_, candidate)| candidate).collect()
}
