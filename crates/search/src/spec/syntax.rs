//! The grammar of engine specs: `name` or `name(key=word, key=[word, word])`.

use super::SpecError;

/// A name with arguments.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Vec<(&'a str, Value<'a>)>,
}

/// One word, or a list of them.
pub(super) enum Value<'a> {
    Word(&'a str),
    List(Vec<&'a str>),
}

impl<'a> Value<'a> {
    pub(super) fn word(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<&'a str, SpecError> {
        match self {
            Self::Word(word) => Ok(word),
            Self::List(words) => {
                Err(SpecError::Value { key, value: format!("[{}]", words.join(",")), expected })
            }
        }
    }

    pub(super) fn words(&self) -> &[&'a str] {
        match self {
            Self::Word(word) => std::slice::from_ref(word),
            Self::List(words) => words,
        }
    }
}

pub(super) fn parse(text: &str) -> Result<Call<'_>, SpecError> {
    let mut reader = Reader { text, at: 0 };
    let name = reader.word("a name")?;
    let mut arguments = Vec::new();
    if reader.take('(') && !reader.take(')') {
        loop {
            let key = reader.word("a parameter name")?;
            reader.need('=', "'='")?;
            arguments.push((key, reader.value()?));
            if reader.take(')') {
                break;
            }
            reader.need(',', "',' or ')'")?;
        }
    }
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.error("the end of the spec"));
    }
    Ok(Call { name, arguments })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
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

    fn value(&mut self) -> Result<Value<'a>, SpecError> {
        if !self.take('[') {
            return Ok(Value::Word(self.word("a word or '['")?));
        }
        let mut words = Vec::new();
        if self.take(']') {
            return Ok(Value::List(words));
        }
        loop {
            words.push(self.word("a word")?);
            if self.take(']') {
                return Ok(Value::List(words));
            }
            self.need(',', "',' or ']'")?;
        }
    }
}
