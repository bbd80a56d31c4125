//! Which format a file is in, told from its first bytes.
//!
//! XML and JSON show themselves, though not by their first sign: a title may begin with a
//! bracket, too. Text is read as the common notation if that gives a level;
//! only then are the dialects tried, because several of them would misread it.

use super::dialects::{DIALECTS, Dialect};
use super::glyphs::Glyphs;
use super::lines::decode;
use super::text::TextReader;
use super::{Entry, Format, Problem, json, pddl, rle, slc};

/// How many levels of the prefix are tried.
const TRIES: usize = 20;

/// The format, or `None` if more of the file is needed; `last` says there is no more.
pub(crate) fn detect(prefix: &[u8], last: bool) -> Result<Option<Format>, Problem> {
    check_encoding(prefix)?;
    let body = prefix.strip_prefix(b"\xef\xbb\xbf").unwrap_or(prefix);
    let start = body.trim_ascii_start();
    let is_json = matches!(start.first(), Some(b'{' | b'[')) && json::is_levels(&decode(start));
    if is_json {
        return Ok(Some(Format::Json));
    }
    if start.starts_with(b"<") && holds(start, slc::ROOT) {
        return Ok(Some(Format::Slc));
    }
    if matches!(start.first(), Some(b';' | b'(')) && pddl::is_problem(&decode(start)) {
        return Ok(Some(Format::Pddl));
    }
    let mut common = TextReader::new(prefix, Glyphs::common());
    if let Some(entry) = common.by_ref().take(TRIES).find_map(Result::ok) {
        return Ok(Some(text_format(body, &entry)));
    }
    if !last {
        return Ok(None);
    }
    // With no level in sight, what is broken there is said best by the reader of that format.
    if start.starts_with(b"<?xml") {
        return Ok(Some(Format::Slc));
    }
    if matches!(start.first(), Some(b'{' | b'[')) && holds(start, json::CONTENT) {
        return Ok(Some(Format::Json));
    }
    let fits: Vec<&Dialect> = DIALECTS.iter().filter(|dialect| fits(dialect, prefix)).collect();
    match fits[..] {
        [] => Ok(Some(Format::Xsb)),
        [one] => Ok(Some(Format::Dialect(one))),
        _ => Err(Problem::Ambiguous { fits: fits.iter().map(|it| it.name).collect() }),
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Refuses bytes that are no text, or text in two-byte units.
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

/// The name of the common notation at hand; all are read alike.
fn text_format(body: &[u8], first: &Entry) -> Format {
    let lines = || body.split(|byte| matches!(byte, b'\n' | b'\r'));
    if !first.games.is_empty() || lines().any(|line| line.starts_with(b"::")) {
        Format::Sok
    } else if first.level.title.as_deref() == Some("0") && body.trim_ascii_start().starts_with(b";")
    {
        Format::Boxoban
    } else if lines().any(|line| rle::looks_encoded(line, &Glyphs::common())) {
        Format::Rle
    } else {
        Format::Xsb
    }
}

/// Whether the text, read as the dialect, gives a level with something to do. A level that
/// starts solved is no evidence: it may be another dialect's level with an error in it.
fn fits(dialect: &'static Dialect, prefix: &[u8]) -> bool {
    let sized = || {
        let text = decode(prefix);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut number = || lines.next().is_some_and(|it| it.trim().parse::<u16>().is_ok());
        number() && number()
    };
    (!dialect.sized || sized())
        && TextReader::new(prefix, Glyphs::of(dialect))
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
        assert_eq!(detect(b"#####\n#@$.#\n#####\n\n", false), Ok(Some(Format::Xsb)));
    }

    #[test]
    fn other_encodings_are_refused() {
        let utf16: Vec<u8> = "#####".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(detect(&utf16, true), Err(Problem::Utf16));
        assert_eq!(detect(&[&b"\xff\xfe"[..], &utf16].concat(), true), Err(Problem::Utf16));
        assert_eq!(detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", true), Err(Problem::Binary));
    }
}
