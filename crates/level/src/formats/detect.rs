//! Detects the format of a file from its first bytes.
//!
//! Each format reports how well the file fits it, and the best [`Fit`] wins. Text is read as a dialect only
//! if no format fits, because several dialects would misread common text.

use super::dialects::DIALECTS;
use super::format::{FormatEntry, Read};
use super::glyphs::Glyphs;
use super::lines::decode;
use super::text::TextReader;
use super::{ALL, Entry, Format, Problem};

/// How many levels of the prefix are tried.
const TRIES: usize = 20;

/// How well a file fits a format, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    No,
    /// No level is in sight, but the reader of this format explains best what is broken.
    Broken,
    /// A level is drawn in the common notation.
    Drawn,
    /// The same, with something that is common in this format and rare in others.
    Likely,
    /// The same, with something that belongs to this format alone.
    Marked,
    /// The structure shows the format. This outranks a level drawn in the text, which may be
    /// a comment.
    Certain,
}

impl Fit {
    /// This fit if `fits`, and none otherwise.
    pub(crate) const fn when(self, fits: bool) -> Self {
        if fits { self } else { Self::No }
    }
}

/// The beginning of a file.
pub(crate) struct Sample<'a> {
    body: &'a [u8],
    /// The bytes, from the first that is not blank.
    pub(crate) start: &'a [u8],
    /// The first good level in the common notation.
    pub(crate) first: Option<Entry>,
}

impl<'a> Sample<'a> {
    fn new(prefix: &'a [u8]) -> Self {
        let body = prefix.strip_prefix(b"\xef\xbb\xbf").unwrap_or(prefix);
        let levels = TextReader::new(prefix, Glyphs::common());
        let first = levels.take(TRIES).find_map(Result::ok);
        Self { body, start: body.trim_ascii_start(), first }
    }

    /// Whether the first character that is not blank is one of these.
    pub(crate) fn starts_with(&self, any: &[u8]) -> bool {
        self.start.first().is_some_and(|byte| any.contains(byte))
    }

    pub(crate) fn holds(&self, text: &str) -> bool {
        self.start.windows(text.len()).any(|window| window == text.as_bytes())
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &'a [u8]> {
        self.body.split(|byte| matches!(byte, b'\n' | b'\r'))
    }

    pub(crate) fn text(&self) -> std::borrow::Cow<'a, str> {
        decode(self.start)
    }
}

/// The format, or `None` if more of the file is needed; `last` says there is no more.
pub(crate) fn detect(prefix: &[u8], last: bool) -> Result<Option<Format>, Problem> {
    check_encoding(prefix)?;
    let sample = Sample::new(prefix);
    let mut best = (Fit::No, Format::XSB);
    for entry in ALL {
        let fit = (entry.detect)(&sample);
        if fit > best.0 {
            best = (fit, Format(entry));
        }
    }
    if best.0 >= Fit::Drawn {
        return Ok(Some(best.1));
    }
    if !last {
        return Ok(None);
    }
    if best.0 == Fit::Broken {
        return Ok(Some(best.1));
    }
    let fits: Vec<&FormatEntry> = DIALECTS.iter().filter(|it| fits(it, prefix)).collect();
    match fits[..] {
        [] => Ok(Some(Format::XSB)),
        [one] => Ok(Some(Format(one))),
        _ => Err(Problem::Ambiguous { fits: fits.iter().map(|it| it.name).collect() }),
    }
}

/// Rejects binary data and UTF-16.
pub(crate) fn check_encoding(prefix: &[u8]) -> Result<(), Problem> {
    if prefix.starts_with(b"\xff\xfe") || prefix.starts_with(b"\xfe\xff") {
        return Err(Problem::Utf16);
    }
    if !prefix.contains(&0) {
        return Ok(());
    }
    // Latin letters in two bytes each: every other byte is zero.
    let units = prefix.chunks_exact(2);
    let is_utf16 = units.len() > 4 && units.clone().all(|unit| (unit[0] == 0) != (unit[1] == 0));
    Err(if is_utf16 { Problem::Utf16 } else { Problem::Binary })
}

/// Whether the text, read as the dialect, gives a level with something to do. A level that
/// starts solved is no evidence: it may be another dialect's level with an error in it.
fn fits(dialect: &FormatEntry, prefix: &[u8]) -> bool {
    let Read::Lines(legend) = dialect.read else { return false };
    let sized = || {
        let text = decode(prefix);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut number = || lines.next().is_some_and(|it| it.trim().parse::<u16>().is_ok());
        number() && number()
    };
    (!legend.sized || sized())
        && TextReader::new(prefix, Glyphs::of(legend))
            .take(TRIES)
            .any(|item| item.is_ok_and(|entry| !entry.level.is_solved()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Result<&'static str, String> {
        detect(text.as_bytes(), true)
            .map(|format| format.map_or("more", Format::name))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn formats_show_themselves() {
        for (text, expected) in [
            ("#####\n#@$.#\n#####\n", "xsb"),
            ("#####\n#pb.#\n#####\n", "xsb"),
            (";; #####\n;; #@$.#\n(DEFINE (problem p)", "pddl"),
            ("; 0\n#####\n#@$.#\n#####\n\n; 1\n", "boxoban"),
            ("5#|#@$.#|5#\n", "rle"),
            ("#####\n#@$.#\n#####\n\nSolution\nR\n", "sok"),
            (" {\"content\": []}", "json"),
            ("[\n{\"content\": [\"WW", "json"),
            ("[{\"content\": [oops", "json"),
            ("{\"levels\": []}", "xsb"),
            ("{\n#####\n#@$.#\n#####\n", "xsb"),
            ("[{ A title }]\n#####\n#@$.#\n#####\n", "xsb"),
            ("{\"content\": 1\n#####\n#@$.#\n#####\n", "xsb"),
            ("<?xml?>\n#####\n#@$.#\n#####\n", "xsb"),
            ("<Start>\n#####\n#@$.#\n#####\n", "xsb"),
            ("<!-- words -->\n<SokobanLevels>", "slc"),
            ("<?xml version=\"1.0\"?>", "slc"),
            ("######\n#& B.#\n######\n", "knightofluna"),
            ("~#####\n~#PXO#\n~#####\n~~~~~~\n~#...#~\n", "sokosolve"),
            ("######\n#.PXO#\n######\n", "sokosolve"),
            ("XXXXXX\nX@ *.X\nXXXXXX\n", "begoon"),
            ("+ + + + + +\n+ * - @ X +\n+ + + + + +\n", "reasoning-gym"),
            ("######\n#_PXO#\n######\n", "ragen"),
            ("#######\n#_P√XO#\n#######\n", "ragen"),
            ("######\n#$ %*#\n######\n", "itba"),
            ("WWWWWW\nW.A10W\nWWWWWW\n", "gym-pcgrl"),
            ("WWWWWWW.A10WWWWWWW", "gym-pcgrl"),
            ("6\n3\n000000\n0R BS0\n000000\n", "cs480"),
            ("######\n#s $a#\n######\n", "farai"),
            ("7111111\n7102341\n7111111\n", "letslogic"),
            ("no level at all", "xsb"),
        ] {
            assert_eq!(name(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_fits_twice_is_refused_by_name() {
        let error = name("#####\n#PXO#\n#####\n").unwrap_err();
        assert!(error.contains("--from: sokosolve, ragen"), "{error}");
    }

    #[test]
    fn more_is_asked_for_only_when_it_helps() {
        assert_eq!(detect(b"; text\n###", false), Ok(None));
        assert_eq!(detect(b"#####\n#@$.#\n#####\n\n", false), Ok(Some(Format::XSB)));
    }

    #[test]
    fn other_encodings_are_refused() {
        let utf16: Vec<u8> = "#####".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf16, true), Err(Problem::Utf16));
        assert_eq!(detect(&[&b"\xff\xfe"[..], &utf16].concat(), true), Err(Problem::Utf16));
        assert_eq!(detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", true), Err(Problem::Binary));
    }
}
