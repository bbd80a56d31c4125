//! Lines of bytes from any source, each of bounded length, ended by LF, CR LF or CR.

use std::borrow::Cow;
use std::io::{ErrorKind, Read};
use std::ops::Range;

use super::Problem;

/// The longest line read. A level of the greatest size, run-length encoded badly, and any
/// solution ever published stay well below it.
pub(crate) const MAX_LINE: usize = 4 << 20;

/// How much is asked for at a time.
const CHUNK: usize = 64 << 10;

/// A reader of lines. HOT: a line is a part of the one buffer and is not copied.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The current line in the buffer, and where the next one starts.
    line: Range<usize>,
    next: usize,
    /// Lines read so far: the number of the current line, counted from one.
    number: usize,
    /// The last line ended with CR, so an LF that follows belongs to it.
    skip_lf: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), line: 0..0, next: 0, number: 0, skip_lf: false }
    }

    /// The current line, without its ending.
    pub(crate) fn line(&self) -> &[u8] {
        &self.buffer[self.line.clone()]
    }

    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line; `false` at the end of the input. After a line that is too long
    /// the next call goes on behind it.
    pub(crate) fn advance(&mut self) -> Result<bool, Problem> {
        let (mut searched, mut too_long) = (0, false);
        loop {
            if self.skip_lf && self.next < self.buffer.len() {
                self.next += usize::from(self.buffer[self.next] == b'\n');
                self.skip_lf = false;
            }
            // One comparison settles nearly every byte.
            let end = self.buffer[self.next + searched..]
                .iter()
                .position(|&byte| byte <= b'\r' && (byte == b'\n' || byte == b'\r'));
            if let Some(end) = end {
                let end = self.next + searched + end;
                self.skip_lf = self.buffer[end] == b'\r';
                return self.found(end, end + 1, too_long);
            }
            if self.buffer.len() - self.next > MAX_LINE {
                (self.next, too_long) = (self.buffer.len(), true);
            }
            searched = self.buffer.len() - self.next;
            if !self.refill()? {
                let end = self.buffer.len();
                let any = too_long || end > self.next;
                if any {
                    return self.found(end, end, too_long);
                }
                self.line = 0..0;
                return Ok(false);
            }
        }
    }

    fn found(&mut self, end: usize, next: usize, too_long: bool) -> Result<bool, Problem> {
        self.line = self.next..end;
        self.next = next;
        self.number += 1;
        // Files that were joined have marks inside.
        while self.line().starts_with(b"\xef\xbb\xbf") {
            self.line.start += 3;
        }
        if too_long || self.line.len() > MAX_LINE {
            self.line = 0..0;
            return Err(Problem::LongLine { limit: MAX_LINE });
        }
        Ok(true)
    }

    /// Reads more behind what is not yet handed out; `false` at the end of the input.
    fn refill(&mut self) -> Result<bool, Problem> {
        self.buffer.drain(..self.next);
        self.next = 0;
        let kept = self.buffer.len();
        self.buffer.resize(kept + CHUNK.max(kept), 0);
        let read = loop {
            match self.input.read(&mut self.buffer[kept..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
        read.map(|size| size > 0).map_err(|error| {
            self.line = 0..0;
            Problem::Io(error.to_string())
        })
    }
}

/// Lines to come back to, end to end in one buffer.
#[derive(Debug, Default)]
pub(crate) struct KeptLines {
    text: Vec<u8>,
    /// Where each line ends, and its number.
    ends: Vec<(usize, usize)>,
}

impl KeptLines {
    pub(crate) fn push(&mut self, line: &[u8], number: usize) {
        self.text.extend_from_slice(line);
        self.ends.push((self.text.len(), number));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A line and its number.
    pub(crate) fn get(&self, index: usize) -> (&[u8], usize) {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        let (end, number) = self.ends[index];
        (&self.text[start..end], number)
    }

    pub(crate) fn append_to(&self, out: &mut String, index: usize) {
        out.push_str(&decode(self.get(index).0));
        out.push('\n');
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

/// U+FEFF, which marks the encoding at the head of a file and means nothing elsewhere.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Bytes as text: UTF-8 where it is valid, Latin-1 otherwise.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Bytes as text for people, in which a byte-order mark is never meant.
pub(crate) fn words(bytes: &[u8]) -> Cow<'_, str> {
    let text = decode(bytes);
    if text.contains(BYTE_ORDER_MARK) {
        Cow::Owned(text.replace(BYTE_ORDER_MARK, ""))
    } else {
        text
    }
}

/// Text for people on one line: blanks inside stay as they are, those around it do not, and a
/// line break becomes a blank.
pub(crate) fn one_line(text: &str) -> String {
    let text = text.replace([BYTE_ORDER_MARK, '\0'], "");
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct OneByOne<'a>(&'a [u8]);

    impl Read for OneByOne<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            self.0.read(&mut out[..1])
        }
    }

    fn all(input: impl Read) -> Vec<String> {
        let mut lines = Lines::new(input);
        let mut out = Vec::new();
        while lines.advance().unwrap() {
            out.push(decode(lines.line()).into_owned());
        }
        assert_eq!(lines.number(), out.len());
        out
    }

    #[test]
    fn every_line_ending_counts_once() {
        let text = b"\xef\xbb\xbfa\r\nb\rc\n\n\r\r\nd";
        let expected = ["a", "b", "c", "", "", "", "d"];
        assert_eq!(all(&text[..]), expected);
        assert_eq!(all(OneByOne(&text[..])), expected);
        assert_eq!(all(&b""[..]), [""; 0]);
        assert_eq!(all(&b"x\n"[..]), ["x"]);
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(all("a\n\u{feff}\u{feff}#\n".as_bytes()), ["a", "#"]);
        assert_eq!(words("; a\u{feff}b\u{feff}".as_bytes()), "; ab");
        assert_eq!(one_line("\u{feff} a  b\tc\r\n\n d\0 "), "a  b\tc d");
    }

    #[test]
    fn invalid_utf8_is_latin1() {
        assert_eq!(decode(b"caf\xe9"), "café");
        assert_eq!(decode("café".as_bytes()), "café");
    }

    #[test]
    fn a_long_line_is_refused_and_passed_over() {
        let text = [vec![b'x'; MAX_LINE + 1], b"\nnext\n".to_vec()].concat();
        let mut lines = Lines::new(&text[..]);
        assert_eq!(lines.advance(), Err(Problem::LongLine { limit: MAX_LINE }));
        assert!(lines.buffer.capacity() <= 4 * MAX_LINE);
        assert_eq!(lines.advance(), Ok(true));
        assert_eq!((lines.line(), lines.number()), (&b"next"[..], 2));
    }
}
