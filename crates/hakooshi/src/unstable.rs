//! What the project's own front ends need beyond the facade. It follows them: anything here may change or
//! go in any release.

pub use crate::engine::REGISTRY;
pub use crate::improve::{
    Front, ImproveError, ImproveObserver, ImproveOptions, Improved, Improvement, improve,
    improve_front, improve_observed,
};
pub use crate::solve::{Options, solve};
