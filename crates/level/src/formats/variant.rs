//! Variants of Sokoban that share its files but not its rules. They are recognised so that they can be
//! rejected by name instead of being misread.

use std::fmt;

use super::keys;

/// A relative of Sokoban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Variant {
    /// Six-sided squares.
    Hexoban,
    /// Triangular squares.
    Trioban,
    /// Octagons and squares.
    Octoban,
    /// Several players.
    Multiban,
    /// Numbered boxes that belong on numbered goals.
    SokobanPlus,
    /// A name that is not known here.
    Other,
}

/// Part of the lower-case name, and the variant it announces.
const NAMES: [(&str, Variant); 9] = [
    ("hexoban", Variant::Hexoban),
    ("hexocet", Variant::Hexoban),
    ("trioban", Variant::Trioban),
    ("octoban", Variant::Octoban),
    ("multiban", Variant::Multiban),
    ("sokoban+", Variant::SokobanPlus),
    ("sokoban +", Variant::SokobanPlus),
    ("sokobanplus", Variant::SokobanPlus),
    ("sokoban plus", Variant::SokobanPlus),
];

impl Variant {
    /// What makes it another game.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Hexoban => "six-sided squares",
            Self::Trioban => "triangular squares",
            Self::Octoban => "eight-sided squares",
            Self::Multiban => "several players",
            Self::SokobanPlus => "numbered boxes and goals",
            Self::Other => "its rules are not known here",
        }
    }

    /// The variant that lines of text announce through a `Puzzle Type:`, `Variant:` or
    /// `Game:` key, or through the box orders of Sokoban+; none for plain Sokoban. The last
    /// announcement counts, and without one what is `inherited` from the file.
    pub(crate) fn announced(text: &str, inherited: Option<Self>) -> Option<Self> {
        let last = text.lines().rev().find_map(|line| {
            let (key, value) = keys::split(line)?;
            if ["boxorder", "goalorder"].iter().any(|order| key.eq_ignore_ascii_case(order)) {
                return Some(Some(Self::SokobanPlus));
            }
            ["puzzle type", "variant", "game"]
                .iter()
                .any(|name| key.eq_ignore_ascii_case(name))
                .then(|| Self::named(value))
        });
        last.unwrap_or(inherited)
    }

    fn named(value: &str) -> Option<Self> {
        let value = value.to_lowercase();
        let known = NAMES.iter().find(|(name, _)| value.contains(name)).map(|&(_, it)| it);
        let plain = value.is_empty() || value.contains("sokoban");
        known.or((!plain).then_some(Self::Other))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hexoban => "Hexoban",
            Self::Trioban => "Trioban",
            Self::Octoban => "Octoban",
            Self::Multiban => "Multiban",
            Self::SokobanPlus => "Sokoban+",
            Self::Other => "non-Sokoban",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements() {
        for (text, expected) in [
            ("Author: Hexoban Joe", Some(Variant::Trioban)),
            ("Puzzle Type: Hexoban", Some(Variant::Hexoban)),
            ("variant: trioban", Some(Variant::Trioban)),
            ("Game: Octoban\nAuthor: x", Some(Variant::Octoban)),
            ("Variant: Multiban", Some(Variant::Multiban)),
            ("Variant: Sokoban+", Some(Variant::SokobanPlus)),
            ("Boxorder: 1 2\nGoalorder: 2 1", Some(Variant::SokobanPlus)),
            ("Variant: Sokoban", None),
            ("Game: Chess", Some(Variant::Other)),
        ] {
            assert_eq!(Variant::announced(text, Some(Variant::Trioban)), expected, "{text}");
        }
    }
}
