//! How much memory a process has, by what Linux tells in `/proc`.

use std::sync::OnceLock;

/// The entry of the auxiliary vector with the size of a page.
const AT_PAGESZ: usize = 6;

/// Bytes of memory that this process has; `None` where the system does not tell.
pub fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split_whitespace().nth(1)?.parse::<usize>().ok()? * page())
}

/// Bytes of a page of memory.
pub(crate) fn page() -> usize {
    static PAGE: OnceLock<usize> = OnceLock::new();
    let told = || page_of(&std::fs::read("/proc/self/auxv").ok()?);
    *PAGE.get_or_init(|| told().unwrap_or(4096))
}

fn page_of(auxiliary: &[u8]) -> Option<usize> {
    let mut words = auxiliary.chunks_exact(size_of::<usize>()).map(|word| {
        let bytes = word.try_into().unwrap_or_default();
        usize::from_ne_bytes(bytes)
    });
    while let (Some(key), Some(value)) = (words.next(), words.next()) {
        if key == AT_PAGESZ {
            return Some(value).filter(|page| page.is_power_of_two());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_page_is_found_by_its_key() {
        let words = |words: &[usize]| words.iter().flat_map(|it| it.to_ne_bytes()).collect();
        let vector: Vec<u8> = words(&[3, AT_PAGESZ, AT_PAGESZ, 16384, 0, 0]);
        assert_eq!(page_of(&vector), Some(16384));
        assert_eq!(page_of(&words(&[3, AT_PAGESZ, 0, 0])), None::<usize>);
        assert_eq!(page_of(b"no words"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_taken_is_seen() {
        let before = resident().expect("told");
        let taken = vec![1_u8; 64 << 20];
        let after = resident().expect("told");
        assert!(after > before + (32 << 20), "{before} {after}");
        drop(taken);
    }
}
