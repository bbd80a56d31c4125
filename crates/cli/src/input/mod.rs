//! Levels from the command line: files, standard input and named collections, whole or in part. They are
//! read only as needed.

mod resolve;
mod select;
mod source;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;

use clap::Args;
use hakooshi_level::formats::{Entry, Format, Problem, ReadError};

use self::select::Selection;
use self::source::Feed;
pub(crate) use self::source::Source;
use crate::args;
use crate::claims::Claims;
use crate::exit::{Exit, Failure, Outcome};

/// Files up to this size are read twice for the sake of a progress bar that knows its end.
const COUNTED: u64 = 4 << 20;

const WHICH: &str = "FILE, FILE:3, FILE:2-10,15, - for standard input, or the name of a collection";

/// The part of the command line that names levels.
#[derive(Args, Clone, Debug)]
pub(crate) struct LevelArgs {
    #[arg(value_name = "LEVELS", help = WHICH, value_parser = args::level_word())]
    levels: Vec<String>,
    /// Read the files as this format (`hako list formats`) instead of detecting it
    #[arg(
        long,
        value_name = "FORMAT",
        hide_possible_values = true,
        value_parser = args::formats(Format::all())
    )]
    from: Option<Format>,
}

const WHICH_ONE: &str =
    "The level: FILE:3, NAME:3, -:3 for standard input, or FILE if it has one level";

/// The part of the command line that names one level.
#[derive(Args, Clone, Debug)]
pub(crate) struct LevelArg {
    #[arg(value_name = "LEVEL", help = WHICH_ONE, value_parser = args::level_word())]
    level: String,
    /// Read the file as this format (`hako list formats`) instead of detecting it
    #[arg(
        long,
        value_name = "FORMAT",
        hide_possible_values = true,
        value_parser = args::formats(Format::all())
    )]
    from: Option<Format>,
}

impl LevelArg {
    /// The same as one of many.
    pub(crate) fn levels(&self) -> LevelArgs {
        LevelArgs { levels: vec![self.level.clone()], from: self.from }
    }

    /// The files that the level is read from, which no output may be.
    pub(crate) fn claims(&self) -> Outcome<Claims> {
        self.levels().claims()
    }

    /// The level.
    pub(crate) fn read(&self) -> Outcome<(Item, Entry)> {
        self.levels().one()
    }
}

impl LevelArgs {
    /// The levels that one word names.
    pub(crate) fn of(word: &str) -> Self {
        Self { levels: vec![word.to_owned()], from: None }
    }

    /// The words as they are given.
    pub(crate) fn given(&self) -> &[String] {
        &self.levels
    }

    /// The level, of which there must be one.
    pub(crate) fn one(&self) -> Outcome<(Item, Entry)> {
        let mut levels = self.open()?;
        let missing = || Err(Failure::input("there is no level to read"));
        let item = levels.next().unwrap_or_else(missing)?;
        if levels.next().is_some() {
            return Err(Failure::usage(format!(
                "expected one level, found several; select one, such as {}",
                item.name()
            )));
        }
        match item.level.clone() {
            Ok(entry) => Ok((item, entry)),
            Err(fault) => Err(Failure::Told(fault.code, fault.message)),
        }
    }

    /// Looks up every name, so that a misspelt one is reported before any work is done.
    pub(crate) fn open(&self) -> Outcome<Levels> {
        let requests = self.requests()?;
        claims(&requests).check_stdout()?;
        if requests.iter().filter(|request| matches!(request.source, Source::Stdin)).count() > 1 {
            return Err(Failure::usage("standard input (-) can be read only once"));
        }
        Ok(Levels { requests, from: self.from, current: None })
    }

    /// The files that the levels are read from, which no output may be.
    pub(crate) fn claims(&self) -> Outcome<Claims> {
        Ok(claims(&self.requests()?))
    }

    fn requests(&self) -> Outcome<VecDeque<Request>> {
        self.words()?.iter().map(|word| resolve::resolve(word)).collect()
    }

    /// The words given; without any, what is piped into the program.
    fn words(&self) -> Outcome<Cow<'_, [String]>> {
        if !self.levels.is_empty() {
            return Ok(Cow::Borrowed(&self.levels));
        }
        if stdin().is_terminal() {
            return Err(Failure::usage(format!("no levels: name some ({WHICH}) or pipe them in")));
        }
        Ok(Cow::Owned(vec!["-".to_owned()]))
    }

    /// Whether standard input is among the levels.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.levels.is_empty()
            || self.levels.iter().any(|word| word == "-" || word.starts_with("-:"))
    }
}

/// Some levels of one source.
#[derive(Clone, Debug)]
struct Request {
    name: String,
    source: Source,
    selection: Option<Selection>,
}

fn claims(requests: &VecDeque<Request>) -> Claims {
    let mut claims = Claims::default();
    for Request { source, .. } in requests {
        match source {
            Source::Stdin => claims.read_stdin(),
            Source::Text(_) => {}
            Source::File(path) | Source::AfterRules(path) => claims.read(path),
            Source::Pieces(files) => files.iter().for_each(|path| claims.read(path)),
        }
    }
    claims
}

/// One level, good or bad, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The file or collection, as the user calls it.
    pub(crate) file: Arc<str>,
    /// Place in the file from one; zero if what is wrong concerns the file as a whole.
    pub(crate) index: usize,
    /// The level, or what is wrong with it, as text with the place and a caret, and the code
    /// that goes with it.
    pub(crate) level: Result<Entry, Fault>,
}

/// A level that cannot be read.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) title: Option<String>,
    /// One line.
    pub(crate) summary: String,
    /// Several, with file, line, column and a caret.
    pub(crate) message: String,
    pub(crate) code: Exit,
}

impl Fault {
    fn new(error: &ReadError, path: &str) -> Self {
        let code = if matches!(error.problem, Problem::Io(_)) { Exit::Io } else { Exit::BadInput };
        let message = error.render(path);
        Self { title: error.title.clone(), summary: error.to_string(), message, code }
    }
}

impl Item {
    /// The name by which the user can ask for this level again.
    pub(crate) fn name(&self) -> String {
        format!("{}:{}", self.file, self.index)
    }

    /// The level's title, if it has one.
    pub(crate) fn title(&self) -> Option<&str> {
        match &self.level {
            Ok(entry) => entry.level.title.as_deref(),
            Err(fault) => fault.title.as_deref(),
        }
    }
}

/// The chosen levels of all sources, in order. A source that cannot be opened, or lacks a
/// level that was asked for, is a failure among the levels; what follows is still read.
pub(crate) struct Levels {
    requests: VecDeque<Request>,
    from: Option<Format>,
    current: Option<Current>,
}

struct Current {
    file: Arc<str>,
    feed: Feed,
    selection: Option<Selection>,
    count: usize,
}

impl Levels {
    /// All levels of these collections.
    pub(crate) fn of(collections: Vec<crate::collections::Named>) -> Self {
        let requests = collections.into_iter().map(|named| Request {
            name: named.name,
            source: named.source,
            selection: None,
        });
        Self { requests: requests.collect(), from: None, current: None }
    }

    /// How many levels there are, if that is quickly known.
    pub(crate) fn count_ahead(&self) -> Option<usize> {
        let quick = self.requests.iter().all(|request| request.source.size() <= COUNTED);
        let again = Self { requests: self.requests.clone(), from: self.from, current: None };
        quick.then(|| again.flatten().count())
    }

    /// Whether the levels come from more than one place.
    pub(crate) fn has_several_sources(&self) -> bool {
        self.requests.len() > 1
    }

    /// The notes at the head of the file that the last level came from.
    pub(crate) fn notes(&self) -> &str {
        self.current.as_ref().map_or("", |current| current.feed.notes())
    }

    fn open_next(&mut self) -> Option<Outcome<()>> {
        let Request { name, source, selection } = self.requests.pop_front()?;
        Some(source.open(self.from).map(|feed| {
            self.current = Some(Current { file: name.into(), feed, selection, count: 0 });
        }))
    }
}

impl Current {
    /// The next chosen level; a failure at the end of the file if one is missing.
    fn next(&mut self) -> Option<Outcome<Item>> {
        loop {
            if self.selection.as_ref().is_some_and(|it| it.ends_at(self.count)) {
                return None;
            }
            let Some((path, level)) = self.feed.next() else { return self.missing().map(Err) };
            let whole_file = matches!(&level, Err(error) if error.level == 0);
            self.count += usize::from(!whole_file);
            let index = if whole_file { 0 } else { self.count };
            if whole_file || self.selection.as_ref().is_none_or(|it| it.contains(index)) {
                let level = level.map_err(|error| Fault::new(&error, &path));
                return Some(Ok(Item { file: Arc::clone(&self.file), index, level }));
            }
        }
    }

    fn missing(&mut self) -> Option<Failure> {
        let wanted = self.selection.take()?.missing(self.count)?;
        let count = crate::units::plural(self.count, "level");
        Some(Failure::input(format!("{} has {count}: there is no level {wanted}", self.file)))
    }
}

impl Iterator for Levels {
    type Item = Outcome<Item>;

    fn next(&mut self) -> Option<Outcome<Item>> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(item) = current.next()
            {
                return Some(item);
            }
            if let Err(failure) = self.open_next()? {
                return Some(Err(failure));
            }
        }
    }
}
