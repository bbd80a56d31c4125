//! The grammar of engine specs: a name, with optional arguments in brackets. An argument is either
//! `key=value`, where a value is again a name with arguments or a list of them in square brackets,
//! or a *member*: a name with arguments and an optional share, as in `rota(fess*4, astar(h=zero))`, or two,
//! as in `rota(packing*8/2, fess)`: the second is for later.
//! Several specs joined by `+` are a race.

use super::{RACE, SpecError};

/// How deep brackets may nest; real specs need at most four.
const DEEPEST: usize = 8;

/// The most names in one spec: each may become a search with its own tables and thread.
const MOST_NAMES: usize = 200;

/// A name with arguments.
#[derive(Debug)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Vec<(&'a str, Value<'a>)>,
    /// Each with its shares, at first and later.
    pub(super) members: Vec<(Call<'a>, [u32; 2])>,
}

/// One call, or a list of them.
#[derive(Debug)]
pub(super) enum Value<'a> {
    One(Call<'a>),
    List(Vec<Call<'a>>),
}

impl<'a> Value<'a> {
    /// The value as a single call.
    pub(super) fn one(&self, key: &str, expected: &str) -> Result<&Call<'a>, SpecError> {
        match self {
            Self::One(call) => Ok(call),
            Self::List(_) => Err(SpecError::Value {
                key: key.to_owned(),
                value: "a list".to_owned(),
                expected: expected.to_owned(),
            }),
        }
    }

    /// The value as a bare word.
    pub(super) fn word(&self, key: &str, expected: &str) -> Result<&'a str, SpecError> {
        let call = self.one(key, expected)?;
        if call.arguments.is_empty() && call.members.is_empty() {
            return Ok(call.name);
        }
        Err(SpecError::Value {
            key: key.to_owned(),
            value: format!("{}(…)", call.name),
            expected: expected.to_owned(),
        })
    }

    /// The value as a list; a single call is a list of one.
    pub(super) fn list(&self) -> &[Call<'a>] {
        match self {
            Self::One(call) => std::slice::from_ref(call),
            Self::List(calls) => calls,
        }
    }
}

/// Parses a spec; several joined by `+` become the members of a `race`.
pub(super) fn parse(text: &str) -> Result<Call<'_>, SpecError> {
    let mut reader = Reader { text, at: 0, names: 0 };
    let call = reader.race(0)?;
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.error("the end of the spec"));
    }
    Ok(call)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Names read so far.
    names: usize,
}

impl<'a> Reader<'a> {
    fn error(&self, expected: &'static str) -> SpecError {
        SpecError::Syntax { at: self.text[..self.at].chars().count() + 1, expected }
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, glyph: char) -> bool {
        self.skip_blanks();
        let found = self.text[self.at..].starts_with(glyph);
        self.at += if found { glyph.len_utf8() } else { 0 };
        found
    }

    fn need(&mut self, glyph: char, expected: &'static str) -> Result<(), SpecError> {
        if self.take(glyph) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn word(&mut self, expected: &'static str) -> Result<&'a str, SpecError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = rest
            .find(|glyph: char| !glyph.is_alphanumeric() && !"_-.".contains(glyph))
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(self.error(expected));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn call(&mut self, expected: &'static str, depth: usize) -> Result<Call<'a>, SpecError> {
        if depth > DEEPEST {
            return Err(self.error("fewer nested brackets"));
        }
        let name = self.word(expected)?;
        self.names += 1;
        if self.names > MOST_NAMES {
            return Err(self.error("a shorter spec"));
        }
        let (mut arguments, mut members) = (Vec::new(), Vec::new());
        if self.take('(') && !self.take(')') {
            loop {
                let start = self.at;
                let key = self.word("a parameter or a member")?;
                if self.take('=') {
                    arguments.push((key, self.value(depth + 1)?));
                } else {
                    self.at = start;
                    let member = self.race(depth + 1)?;
                    members.push((member, self.shares()?));
                }
                if self.take(')') {
                    break;
                }
                self.need(',', "',' or ')'")?;
            }
        }
        Ok(Call { name, arguments, members })
    }

    /// A call, or several joined by `+`.
    fn race(&mut self, depth: usize) -> Result<Call<'a>, SpecError> {
        let first = self.call("a name", depth)?;
        if !self.take('+') {
            return Ok(first);
        }
        let mut members = vec![(first, [1; 2])];
        loop {
            members.push((self.call("a name", depth)?, [1; 2]));
            if !self.take('+') {
                return Ok(Call { name: RACE, arguments: Vec::new(), members });
            }
        }
    }

    /// The number behind a `*`, or one; and the number behind a `/`, or the same.
    fn shares(&mut self) -> Result<[u32; 2], SpecError> {
        if !self.take('*') {
            return Ok([1; 2]);
        }
        let at_first = self.share()?;
        let later = if self.take('/') { self.share()? } else { at_first };
        Ok([at_first, later])
    }

    fn share(&mut self) -> Result<u32, SpecError> {
        let start = self.at;
        let share = self.word("a share")?.parse().ok().filter(|share| (1..=1000).contains(share));
        share.ok_or_else(|| {
            self.at = start;
            self.error("a whole share from 1 to 1000")
        })
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, SpecError> {
        if !self.take('[') {
            return Ok(Value::One(self.call("a word or '['", depth)?));
        }
        let mut calls = Vec::new();
        if self.take(']') {
            return Ok(Value::List(calls));
        }
        loop {
            calls.push(self.call("a word", depth)?);
            if self.take(']') {
                return Ok(Value::List(calls));
            }
            self.need(',', "',' or ']'")?;
        }
    }
}
