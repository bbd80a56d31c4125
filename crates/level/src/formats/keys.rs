//! `Key: value` lines, and the keys that are never mistaken for a title.

/// Keys in use in level files, in lower case. A line that starts with one of them is a
/// property; any other line with a colon, such as `Room 3: the cellar`, may be a title.
const KNOWN: [&str; 32] = [
    "title",
    "author",
    "collection",
    "set",
    "copyright",
    "email",
    "e-mail",
    "url",
    "homepage",
    "date",
    "date created",
    "date of last change",
    "puzzle type",
    "variant",
    "game",
    "boxorder",
    "goalorder",
    "comment",
    "comment-end",
    "view",
    "time",
    "id",
    "moves",
    "pushes",
    "move-record",
    "push-record",
    "minpushes",
    "solver",
    "solver time",
    "solver date",
    "authors",
    "description",
];

/// The key and the trimmed value of a `Key: value` line.
pub(crate) fn split(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    (!key.is_empty()).then(|| (key, value.trim()))
}

/// Whether the line is a property under a known key.
pub(crate) fn is_property(line: &str) -> bool {
    split(line).is_some_and(|(key, _)| KNOWN.iter().any(|known| key.eq_ignore_ascii_case(known)))
}

/// The value of the first line of `text` with this key, in any case of letters, if it is not
/// empty.
pub(crate) fn value<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
    text.lines().filter_map(split).find_map(|(key, value)| {
        (key.eq_ignore_ascii_case(wanted) && !value.is_empty()).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_values() {
        assert!(is_property("Author: me") && is_property("date of last change : now"));
        assert!(!is_property("Room 3: the cellar") && !is_property("Author") && !is_property(":"));
        assert_eq!(value("x\nauthor:\nAUTHOR:  a b ", "Author"), Some("a b"));
        assert_eq!(value("Authors: a", "Author"), None);
    }
}
