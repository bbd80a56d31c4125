//! What the machine offers: cores, memory, the clock. If a value cannot be determined, a conservative
//! default is used.

use std::fs;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use hakooshi_lab::{Machine, Program};
use hakooshi_search::Ceiling;

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

/// The limit on what this process occupies.
pub(crate) fn ceiling(memory: u64) -> Ceiling {
    let bytes = usize::try_from(memory).unwrap_or(usize::MAX);
    Ceiling { bytes, measure: hakooshi_leash::resident }
}

/// What records say of this machine.
pub(crate) fn describe() -> Machine {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    Machine {
        cpu: name.map(|(_, name)| name.trim().to_owned()).unwrap_or_default(),
        cores: cores(),
        memory: memory(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
    }
}

/// What records say of this program.
pub(crate) fn program() -> Program {
    Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("HAKOOSHI_COMMIT").map(str::to_owned),
        dirty: option_env!("HAKOOSHI_DIRTY").map(|it| it == "true"),
    }
}

/// Processes running or waiting to, on average over the last minute, if the system tells.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Seconds since 1970.
pub(crate) fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Keeps this thread, and what it starts, on the cores of a worker: `threads` of those that the process
/// may use. Whether that was possible.
#[cfg(target_os = "linux")]
pub(crate) fn pin(worker: usize, threads: usize) -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::sync::OnceLock;
    // What this thread may use now may be less than what the process may.
    static CORES: OnceLock<Vec<usize>> = OnceLock::new();
    let cores = CORES.get_or_init(|| {
        let pid = rustix::process::getpid();
        let all = sched_getaffinity(Some(pid)).unwrap_or_else(|_| CpuSet::new());
        (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect()
    });
    let Some(own) = cores.get(worker * threads..(worker + 1) * threads) else { return false };
    let mut set = CpuSet::new();
    for &core in own {
        set.set(core);
    }
    sched_setaffinity(None, &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_worker: usize, _threads: usize) -> bool {
    false
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_is_pinned_to_a_core_that_there_is() {
        let pinned = std::thread::spawn(|| (pin(0, 1), cores(), pin(cores() + 4096, 1)));
        assert_eq!(pinned.join().expect("no panic"), (true, 1, false));
    }
}
