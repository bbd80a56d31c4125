//! Which clock limits a run and times it.

use clap::ValueEnum;
use hakooshi_search::clock::{self, Clock};

/// A clock. Processor time is what competitions limit: on a busy machine it still says how long a search
/// would have taken on a core of its own, but for what it shares with others, the caches for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Timing {
    /// The time that passes
    #[default]
    Wall,
    /// The time that this program spends on processors, on all threads together
    #[cfg(target_os = "linux")]
    Processor,
}

impl Timing {
    /// The word for it in records.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            #[cfg(target_os = "linux")]
            Self::Processor => "processor",
        }
    }

    /// Tells the time.
    pub(crate) const fn clock(self) -> Clock {
        match self {
            Self::Wall => clock::system,
            #[cfg(target_os = "linux")]
            Self::Processor => processor,
        }
    }
}

#[cfg(target_os = "linux")]
fn processor() -> std::time::Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    std::time::Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_grows_with_work() {
        let clock = Timing::Processor.clock();
        let start = clock();
        let mut hash = 1_u64;
        while clock() == start {
            hash = std::hint::black_box(hash.wrapping_mul(6_364_136_223_846_793_005));
        }
        assert!(clock() > start);
    }

    #[test]
    fn names_are_those_of_the_option() {
        for timing in Timing::value_variants() {
            let value = timing.to_possible_value().expect("none is hidden");
            assert_eq!(value.get_name(), timing.name());
        }
    }
}
