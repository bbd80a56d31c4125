//! Lines of bytes from any source, each of bounded length, ended by LF, CR LF or CR.

use std::borrow::Cow;
use std::io::BufRead;

use super::Problem;

/// The longest line read. A level of the greatest size, run-length encoded badly, and any
/// solution ever published stay well below it.
pub(crate) const MAX_LINE: usize = 4 << 20;

/// A reader of lines that reuses one buffer.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Lines read so far: the number of the current line, counted from one.
    number: usize,
    /// The last line ended with CR, so an LF that follows belongs to it.
    skip_lf: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), number: 0, skip_lf: false }
    }

    /// The current line, without its ending.
    pub(crate) fn line(&self) -> &[u8] {
        &self.buffer
    }

    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line; `false` at the end of the input. After a line that is too long
    /// the next call goes on behind it.
    pub(crate) fn advance(&mut self) -> Result<bool, Problem> {
        self.buffer.clear();
        let (mut started, mut too_long) = (false, false);
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Problem::Io(error.to_string())),
            };
            if chunk.is_empty() {
                break;
            }
            if self.skip_lf {
                self.skip_lf = false;
                if chunk[0] == b'\n' {
                    self.input.consume(1);
                    continue;
                }
            }
            started = true;
            let end = chunk.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let taken = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.buffer.len() + taken.len() > MAX_LINE;
            if !too_long {
                self.buffer.extend_from_slice(taken);
            }
            self.skip_lf = end.is_some_and(|end| chunk[end] == b'\r');
            let used = taken.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += usize::from(started);
        if self.number == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
        }
        if too_long { Err(Problem::LongLine { limit: MAX_LINE }) } else { Ok(started) }
    }
}

/// Bytes as text: UTF-8 where it is valid, Latin-1 otherwise.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn all(input: impl BufRead) -> Vec<String> {
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
        assert_eq!(all(BufReader::with_capacity(1, &text[3..])), expected);
        assert_eq!(all(&b""[..]), [""; 0]);
        assert_eq!(all(&b"x\n"[..]), ["x"]);
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
        assert!(lines.buffer.capacity() <= MAX_LINE);
        assert_eq!(lines.advance(), Ok(true));
        assert_eq!((lines.line(), lines.number()), (&b"next"[..], 2));
    }
}
