//! Selections of levels from a file: `3`, `2-10,15`, `7-`.

/// A choice of levels by their numbers, which count from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    /// First and last, as written.
    ranges: Vec<(usize, usize)>,
}

impl Selection {
    /// Reads a selection; `None` if the text has other characters than one is made of, an
    /// error if it has not but makes no sense.
    pub(super) fn parse(text: &str) -> Option<Result<Self, String>> {
        let fits = text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-'));
        (fits && !text.is_empty()).then(|| {
            let ranges = text.split(',').map(range).collect::<Result<_, _>>()?;
            Ok(Self { ranges })
        })
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&index))
    }

    /// Whether no level after `index` is chosen.
    pub(super) fn ends_at(&self, index: usize) -> bool {
        self.ranges.iter().all(|&(_, last)| last <= index)
    }

    /// The smallest number asked for by name that a file of `count` levels does not have.
    pub(super) fn missing(&self, count: usize) -> Option<usize> {
        let asked = |&(first, last): &(usize, usize)| {
            let last = if last == usize::MAX { first } else { last };
            (last > count).then(|| first.max(count + 1))
        };
        self.ranges.iter().filter_map(asked).min()
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| match text.parse::<usize>() {
        Ok(0) => Err("levels are counted from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("{text:?} is not the number of a level")),
    };
    let (first, last) = match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((first, "")) => (number(first)?, usize::MAX),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    if first > last {
        return Err(format!("{text} is not a range; write the smaller number first"));
    }
    Ok((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(text: &str) -> Vec<usize> {
        let selection = Selection::parse(text).expect("a selection").expect("a good one");
        (1..=20).filter(|&index| selection.contains(index)).collect()
    }

    #[test]
    fn ranges_and_single_levels() {
        assert_eq!(chosen("3"), [3]);
        assert_eq!(chosen("2-5,9"), [2, 3, 4, 5, 9]);
        assert_eq!(chosen("18-"), [18, 19, 20]);
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for text in ["0", "5-2", "1,,2", "-3", "1-2-3", "99999999999999999999999"] {
            assert!(Selection::parse(text).expect("digits").is_err(), "{text}");
        }
        for text in ["", "a", "1 2", "x.sok"] {
            assert_eq!(Selection::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_end_and_what_is_missing() {
        let selection = Selection::parse("2-4,8").expect("a selection").expect("good");
        assert!(selection.ends_at(8) && !selection.ends_at(7));
        assert_eq!(selection.missing(8), None);
        assert_eq!(selection.missing(7), Some(8));
        assert_eq!(selection.missing(3), Some(4));
        let open = Selection::parse("3-").expect("a selection").expect("good");
        assert_eq!((open.missing(3), open.missing(2)), (None, Some(3)));
        assert!(!open.ends_at(1_000_000));
    }
}
