//! Stops a search from another thread: `cargo run --example cancel`.

use std::thread;
use std::time::Duration;

use hakooshi::{Cancel, Level, Options, Stop, solve_with};

/// Breadth-first search would take days for this.
const ROOM: &str = "\
##########
#.$    $.#
# $.$$.$ #
# ..@ .. #
# $.$$.$ #
#.$    $.#
##########";

#[expect(clippy::print_stdout, reason = "an example")]
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level: Level = ROOM.parse()?;
    let cancel = Cancel::new();
    let options = Options::new().engine("bfs(deadlocks=[])".parse()?).cancel(cancel.clone());
    let report = thread::scope(|scope| {
        let search = scope.spawn(|| solve_with(&level, &options));
        thread::sleep(Duration::from_millis(50));
        cancel.cancel();
        search.join()
    });
    let report = report.map_err(|_| "the search panicked")??;
    println!("{:?} after {} positions", report.stop(), report.stats.expanded);
    assert_eq!(report.stop(), Some(Stop::Cancelled));
    Ok(())
}
