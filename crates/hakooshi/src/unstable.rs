//! What the project's own front ends need beyond the facade. Anything here may change or disappear in
//! any release.

pub use crate::engine::REGISTRY;
pub use crate::improve::{
    Front, ImproveError, ImproveObserver, ImproveOptions, Improved, Improvement, improve,
    improve_front, improve_observed,
};
pub use crate::kept::{Keep, Keeper};
pub use crate::optimal::ENTRY as OPTIMAL;
pub use crate::solve::{Options, solve};
pub use crate::words::gap_in_percent;
