//! What each path does: one file per question.

pub(crate) mod analyse;
pub(crate) mod certificate;
pub(crate) mod compare;
pub(crate) mod hint;
pub(crate) mod improve;
pub(crate) mod levels;
pub(crate) mod registry;
pub(crate) mod solve;
pub(crate) mod trace;
pub(crate) mod verify;

use hakooshi::unstable::Options;
use hakooshi::{Engine, Objective};
use hakooshi_search::Budget;

use crate::error::ApiError;

/// Reads the name of a goal; nothing is any solution.
fn goal(name: Option<&str>) -> Result<Objective, ApiError> {
    let name = name.unwrap_or(Objective::Any.name());
    Objective::from_name(name).ok_or_else(|| {
        let known = Objective::ALL.map(Objective::name).join("; ");
        ApiError::engine(format!("there is no goal {name:?}; there are: {known}"))
    })
}

/// Options of a search of which the page decides only these.
#[allow(clippy::needless_update, reason = "whatever else can be set stays as is usual")]
fn options(objective: Objective, engine: Engine, budget: Budget) -> Options {
    Options { objective, engine, budget, ..Options::default() }
}
