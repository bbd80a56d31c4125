//! Sizes and times in human-readable form.

use std::time::Duration;

/// Reads a size such as `500M`, `2G` or `1GiB`. `K`, `M`, `G`, `T` count in thousands, `KiB`
/// and so on in 1024s.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let expected = || format!("{text:?} is not a size; expected one such as 500M, 2G or 1GiB");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let unit = unit.to_ascii_lowercase();
    let (prefix, base) = match unit.strip_suffix("ib").or_else(|| unit.strip_suffix('i')) {
        Some(prefix) => (prefix, 1024.0),
        None => (unit.strip_suffix('b').unwrap_or(&unit), 1000.0_f64),
    };
    let power = match prefix {
        "" if base < 1024.0 => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(expected()),
    };
    Ok((number * base.powi(power)) as u64)
}

/// Reads a time such as `60`, `0.5`, `500ms`, `2m` or `1h`; a bare number is in seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let expected = || format!("{text:?} is not a time; expected seconds, or one such as 500ms, 2m");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// A number that is not negative, and what follows it.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

/// A time in as many digits as it deserves.
pub(crate) fn show_time(seconds: f64) -> String {
    match seconds {
        s if s < 0.0005 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.1} s"),
        s => format!("{:.0}m{:02.0}s", (s / 60.0).floor(), s % 60.0),
    }
}

/// A size in the unit that suits it.
pub(crate) fn show_size(bytes: usize) -> String {
    match bytes as f64 {
        b if b < 1e3 => format!("{b} B"),
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}

/// A count with its digits in groups of three.
pub(crate) fn show_count(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 level`, `2 levels`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    plural_of(count, noun, &format!("{noun}s"))
}

/// `1 push`, `2 pushes`.
pub(crate) fn plural_of(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", show_count(count as u64), if count == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("500M", 500_000_000),
            ("500mb", 500_000_000),
            ("2G", 2_000_000_000),
            ("1GiB", 1 << 30),
            ("1.5 KiB", 1536),
            ("4Gi", 4 << 30),
            ("1000", 1000),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "M", "-1G", "1X", "1 G B", "1ib", "nan"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(2 * 60)));
        for text in ["", "soon", "-1", "1d", "99999999999999999999999"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_people_read() {
        assert_eq!(show_count(0), "0");
        assert_eq!(show_count(1_234_567), "1,234,567");
        assert_eq!(show_count(123), "123");
        assert_eq!(show_time(0.0123), "12 ms");
        assert_eq!(show_time(125.0), "2m05s");
        assert_eq!(show_size(33_500_000), "34 MB");
        assert_eq!(plural(1, "level"), "1 level");
        assert_eq!(plural_of(0, "push", "pushes"), "0 pushes");
    }
}
