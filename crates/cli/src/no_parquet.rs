//! `--format parquet` of a program built without it.

use std::path::Path;

use hakooshi_label::Column;

use crate::exit::{Failure, Outcome};

/// Says that there is no Parquet here. The rows remain where they are.
pub(crate) fn write(from: &Path, _: &Path, _: &[Column]) -> Outcome<()> {
    Err(Failure::usage(format!(
        "this program was built without the feature parquet; the rows are in {}",
        from.display()
    )))
}
