//! Reads the levels of a file one by one, in any format.

use std::io::{BufRead, Chain, Cursor, Read};

use super::glyphs::Glyphs;
use super::lines::decode;
use super::text::TextReader;
use super::whole::Whole;
use super::{Entry, Format, Problem, ReadError, detect, format};

/// The first and the last size of the prefix looked at to detect the format.
const PREFIX: [usize; 2] = [4 << 10, 4 << 20];

/// The largest XML or JSON file; these are read whole.
const MAX_WHOLE: u64 = 256 << 20;

/// Yields each level of a file with its notes and games, or what is wrong with it; a bad
/// level does not end the file. Text formats are read in bounded memory.
#[derive(Debug)]
pub struct Reader<R> {
    format: Option<Format>,
    source: Source<R>,
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one per file")]
enum Source<R> {
    Text(TextReader<Chain<Cursor<Vec<u8>>, R>>),
    Whole { notes: String, entries: std::vec::IntoIter<Result<Entry, ReadError>> },
}

impl<R: BufRead> Reader<R> {
    /// A reader of `format`, or of the format the content shows. Detection reads a prefix of
    /// the input; a problem with that is what the iterator yields first.
    pub fn new(mut input: R, format: Option<Format>) -> Self {
        let mut prefix = Vec::new();
        match choose(&mut input, &mut prefix, format) {
            Ok(format) => {
                let source = Source::open(format, Cursor::new(prefix).chain(input));
                Self { format: Some(format), source }
            }
            Err(problem) => {
                let error = Err(ReadError::file(1, problem));
                let entries = vec![error].into_iter();
                Self { format: None, source: Source::Whole { notes: String::new(), entries } }
            }
        }
    }

    /// The format, if it was given or detected.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// The notes at the head of the file: complete when the first level has been read, or at
    /// the end if there is none.
    pub fn notes(&self) -> &str {
        match &self.source {
            Source::Text(text) => text.notes(),
            Source::Whole { notes, .. } => notes,
        }
    }
}

/// Reads as much as it takes to know the format.
fn choose(
    input: &mut impl BufRead,
    prefix: &mut Vec<u8>,
    format: Option<Format>,
) -> Result<Format, Problem> {
    let mut fill = |prefix: &mut Vec<u8>, size: usize| {
        let wanted = (size - prefix.len()) as u64;
        let read = input.by_ref().take(wanted).read_to_end(prefix);
        read.map_err(|error| Problem::Io(error.to_string()))
    };
    if let Some(format) = format {
        fill(prefix, 16)?;
        detect::check_encoding(prefix)?;
        return Ok(format);
    }
    let mut size = PREFIX[0];
    loop {
        fill(prefix, size)?;
        let last = prefix.len() < size || size >= PREFIX[1];
        if let Some(format) = detect::detect(prefix, last)? {
            return Ok(format);
        }
        size *= 4;
    }
}

impl<R: BufRead> Source<R> {
    fn open(format: Format, input: Chain<Cursor<Vec<u8>>, R>) -> Self {
        let parse = match &format.0.read {
            format::Read::Lines(legend) => {
                return Self::Text(TextReader::new(input, Glyphs::of(legend)));
            }
            format::Read::Whole(parse) => parse,
        };
        let mut bytes = Vec::new();
        let read = input.take(MAX_WHOLE + 1).read_to_end(&mut bytes);
        let (notes, entries) = match read {
            Err(error) => failed(Problem::Io(error.to_string())),
            Ok(size) if size as u64 > MAX_WHOLE => failed(Problem::LargeFile { limit: MAX_WHOLE }),
            Ok(_) => {
                let text = decode(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
                let (notes, mut entries) = parse(&text);
                if entries.is_empty() {
                    entries.push(Err(ReadError::file(1, Problem::NoLevels)));
                }
                (notes, entries)
            }
        };
        Self::Whole { notes, entries: entries.into_iter() }
    }
}

fn failed(problem: Problem) -> Whole {
    (String::new(), vec![Err(ReadError::file(1, problem))])
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.source {
            Source::Text(text) => text.next(),
            Source::Whole { entries, .. } => entries.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn the_prefix_grows_until_the_format_is_known() {
        let text = format!("{}\n{LEVEL}", "; talk\n".repeat(10_000));
        let mut reader = Reader::new(text.as_bytes(), None);
        assert!(reader.next().unwrap().is_ok());
        assert_eq!(reader.format(), Some(Format::XSB));
        assert_eq!(reader.notes().lines().count(), 10_000);
        assert!(reader.next().is_none());
    }

    #[test]
    fn an_explicit_format_wins() {
        let text = "######\n#$ %*#\n######\n";
        let itba = "itba".parse().ok();
        assert!(Reader::new(text.as_bytes(), itba).next().unwrap().is_ok());
        assert!(Reader::new(text.as_bytes(), Some(Format::XSB)).next().unwrap().is_err());
    }

    #[test]
    fn nothing_and_nonsense_are_errors() {
        for (bytes, expected) in [
            (&b""[..], Problem::Empty),
            (b"words\n", Problem::NoLevels),
            (b"\0\x01\x02", Problem::Binary),
            (b"\xff\xfe#\0", Problem::Utf16),
        ] {
            let items: Vec<_> = Reader::new(bytes, None).collect();
            assert_eq!(items.len(), 1);
            assert_eq!(items[0].as_ref().unwrap_err().problem, expected);
        }
        let late = [LEVEL.as_bytes(), b"\nx\0y\n"].concat();
        let items: Vec<_> = Reader::new(&late[..], Some(Format::XSB)).collect();
        assert!(items[0].is_ok() && items.len() == 2);
        assert_eq!(items[1].as_ref().unwrap_err().problem, Problem::Binary);
        assert_eq!(items[1].as_ref().unwrap_err().line, 5);
    }

    #[test]
    fn any_line_ending_and_either_encoding() {
        let text = format!("; Caf\u{e9}\n{LEVEL}\n{LEVEL}Title: Two\n");
        let latin: Vec<u8> = text.chars().map(|it| u8::try_from(it).unwrap()).collect();
        let plain: Vec<_> = Reader::new(text.as_bytes(), None).collect();
        assert_eq!(plain[0].as_ref().unwrap().level.title.as_deref(), Some("Caf\u{e9}"));
        assert_eq!(Reader::new(&latin[..], None).collect::<Vec<_>>(), plain);
        for ending in ["\r\n", "\r"] {
            let text = format!("\u{feff}{}", text.replace('\n', ending));
            assert_eq!(Reader::new(text.as_bytes(), None).collect::<Vec<_>>(), plain);
        }
    }

    #[test]
    fn a_failing_source_is_reported() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("unplugged"))
            }
        }
        let mut reader = Reader::new(std::io::BufReader::new(Broken), None);
        let error = reader.next().unwrap().unwrap_err();
        assert!(error.to_string().contains("unplugged"));
        assert!(reader.next().is_none());
    }
}
