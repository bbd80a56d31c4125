//! S-expressions as planners and SMT solvers write them: words and lists in round brackets, with `;` for
//! comments.

/// A word, or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexpr {
    /// A word; text in double quotes or bars is one word, without them.
    Word(String),
    /// What stands between two brackets.
    List(Vec<Self>),
}

/// How deep brackets may nest; formulas of planning problems need about ten.
const DEEPEST: usize = 200;

impl Sexpr {
    /// Reads all of `text`; the error is the place, in bytes, and what is wrong there.
    pub fn read_all(text: &str) -> Result<Vec<Self>, (usize, &'static str)> {
        // Open lists, the outermost first, each with where it was opened.
        let mut open: Vec<(usize, Vec<Self>)> = Vec::new();
        let mut done = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            at += 1;
            let found = match bytes[start] {
                b'(' => {
                    if open.len() >= DEEPEST {
                        return Err((start, "too many brackets within brackets"));
                    }
                    open.push((start, Vec::new()));
                    continue;
                }
                b')' => match open.pop() {
                    Some((_, list)) => Self::List(list),
                    None => return Err((start, "a bracket is closed that was not opened")),
                },
                b';' => {
                    at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                    continue;
                }
                quote @ (b'"' | b'|') => {
                    let Some(end) = bytes[at..].iter().position(|&byte| byte == quote) else {
                        return Err((start, "text in quotes does not end"));
                    };
                    let word = text[at..at + end].to_owned();
                    at += end + 1;
                    Self::Word(word)
                }
                byte if byte.is_ascii_whitespace() => continue,
                _ => {
                    let ends = |byte: &u8| {
                        byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'"')
                    };
                    at =
                        bytes[start..].iter().position(ends).map_or(bytes.len(), |end| start + end);
                    Self::Word(text[start..at].to_owned())
                }
            };
            match open.last_mut() {
                Some((_, list)) => list.push(found),
                None => done.push(found),
            }
        }
        match open.pop() {
            Some((start, _)) => Err((start, "a bracket is opened that is not closed")),
            None => Ok(done),
        }
    }

    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::List(_) => None,
        }
    }

    /// The members, if it is a list; none of a word.
    pub fn list(&self) -> &[Self] {
        match self {
            Self::Word(_) => &[],
            Self::List(list) => list,
        }
    }

    /// The first word of a list, whatever its case.
    pub fn head(&self) -> Option<String> {
        self.list().first()?.word().map(str::to_ascii_lowercase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(items: &[Sexpr]) -> Vec<&str> {
        items.iter().filter_map(Sexpr::word).collect()
    }

    #[test]
    fn lists_nest_and_comments_are_left_out() {
        let read = Sexpr::read_all("; one\n(Define (a \"b c\") |d e|) sat").expect("fine");
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].head().as_deref(), Some("define"));
        assert_eq!(words(read[0].list()), ["Define", "d e"]);
        assert_eq!(words(read[0].list()[1].list()), ["a", "b c"]);
        assert_eq!(read[1].word(), Some("sat"));
        assert!(read[1].list().is_empty() && read[0].word().is_none());
    }

    #[test]
    fn faults_have_a_place() {
        assert_eq!(Sexpr::read_all("a (b").expect_err("open").0, 2);
        assert_eq!(Sexpr::read_all("a b)").expect_err("closed").0, 3);
        assert_eq!(Sexpr::read_all("(\"a").expect_err("quoted").0, 1);
        assert!(Sexpr::read_all(&"(".repeat(1_000_000)).is_err());
    }
}
