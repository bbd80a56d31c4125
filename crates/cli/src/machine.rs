//! What the machine offers: cores, memory, the clock. If a value cannot be determined, a conservative
//! default is used.

use std::fs;
use std::time::Instant;

/// The memory assumed if it cannot be determined.
const UNKNOWN_MEMORY: u64 = 4 << 30;

/// The time, for elapsed times that people read.
#[expect(clippy::disallowed_methods, reason = "the command line times whole runs")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Cores this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Bytes of memory this process may use: the machine's, or its control group's if fewer.
pub(crate) fn memory() -> u64 {
    let machine =
        fs::read_to_string("/proc/meminfo").ok().and_then(|text| field(&text, "MemTotal:"));
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = group.lines().filter_map(|line| line.splitn(3, ':').nth(2)).flat_map(|path| {
        [
            format!("/sys/fs/cgroup{path}/memory.max"),
            format!("/sys/fs/cgroup/memory{path}/memory.limit_in_bytes"),
        ]
    });
    let whole = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limit = limits
        .chain(whole.map(str::to_owned))
        .filter_map(|file| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok())
        .min();
    machine.into_iter().chain(limit).min().unwrap_or(UNKNOWN_MEMORY)
}

/// Bytes this process occupies now, if the system tells.
pub(crate) fn resident() -> Option<u64> {
    field(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// The value of a line such as `VmRSS:   1234 kB`, in bytes.
fn field(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_bytes() {
        assert_eq!(field("A: 1 kB\nVmRSS:\t  12 kB\n", "VmRSS:"), Some(12 * 1024));
        assert_eq!(field("VmRSS: many\n", "VmRSS:"), None);
        assert_eq!(field("", "VmRSS:"), None);
    }

    #[test]
    fn there_is_some_memory_and_a_core() {
        assert!(memory() > 1 << 20);
        assert!(cores() > 0);
    }
}
