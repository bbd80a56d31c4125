//! Placeholders in the words of a command, such as `{level}`.

/// Everything that can stand in braces.
pub(super) const PLACEHOLDERS: [&str; 9] =
    ["level", "output", "folder", "seconds", "minutes", "ms", "threads", "megabytes", "seed"];

/// Pieces of a word: text, or what is in braces. Braces around anything but a plain word are text, so that
/// a line for the shell may have its own.
fn pieces(word: &str) -> Vec<Result<&str, &str>> {
    let (mut pieces, mut rest) = (Vec::new(), word);
    while let Some(open) = rest.find('{') {
        let inside = &rest[open + 1..];
        let length = inside.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(inside.len());
        if length == 0 || !inside[length..].starts_with('}') {
            pieces.push(Ok(&rest[..=open]));
            rest = inside;
            continue;
        }
        pieces.push(Ok(&rest[..open]));
        pieces.push(Err(&inside[..length]));
        rest = &inside[length + 1..];
    }
    pieces.push(Ok(rest));
    pieces
}

/// Whether the word has this placeholder.
pub(super) fn has(word: &str, name: &str) -> bool {
    pieces(word).contains(&Err(name))
}

/// The first placeholder that stands for nothing.
pub(super) fn unknown(word: &str) -> Option<String> {
    let mut named = pieces(word).into_iter().filter_map(Result::err);
    named.find(|name| !PLACEHOLDERS.contains(name)).map(str::to_owned)
}

/// The word with what `value` gives for each placeholder.
pub(super) fn filled(word: &str, value: impl Fn(&str) -> String) -> String {
    let piece = |piece| match piece {
        Ok(text) => str::to_owned(text),
        Err(name) => value(name),
    };
    pieces(word).into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_in_braces_are_replaced() {
        let value = |name: &str| name.to_uppercase();
        assert_eq!(filled("a {level}-{seed}.x", value), "a LEVEL-SEED.x");
        assert_eq!(filled("awk '{ print }' {level", value), "awk '{ print }' {level");
        assert_eq!(filled("{{level}}", value), "{LEVEL}");
        assert!(has("x{output}", "output") && !has("{ output }", "output"));
        assert_eq!(unknown("{level}{lvl}"), Some("lvl".to_owned()));
    }
}
