//! The live display on standard error: one bar for the batch and one line for each level being solved. It
//! is shown only on a terminal.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_search::Snapshot;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::units::{show_count, show_size, show_time};

/// The display; clones show the same.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    multi: MultiProgress,
    batch: ProgressBar,
    lines: Arc<[ProgressBar]>,
}

impl Progress {
    /// A display for `total` things of this name, if their number is known, `jobs` at a time.
    pub(crate) fn new(total: Option<usize>, things: &str, jobs: usize) -> Self {
        let target = if Self::is_visible() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let multi = MultiProgress::with_draw_target(target);
        let batch = multi.add(match total {
            Some(total) => ProgressBar::new(total as u64).with_style(style(&format!(
                "{{bar:30.green/black}} {{pos}}/{{len}} {things}  {{elapsed}}, {{eta}} left {{msg}}"
            ))),
            None => ProgressBar::no_length()
                .with_style(style(&format!("{{spinner}} {{pos}} {things}  {{elapsed}} {{msg}}"))),
        });
        let lines = (0..jobs).map(|_| {
            multi.add(ProgressBar::no_length().with_style(style("  {spinner} {wide_msg}")))
        });
        let lines = lines.collect();
        batch.tick();
        Self { multi, batch, lines }
    }

    /// Whether anything is drawn.
    pub(crate) fn is_visible() -> bool {
        crate::say::shows_progress() && !ProgressDrawTarget::stderr().is_hidden()
    }

    /// `worker` begins what this says.
    pub(crate) fn begin(&self, worker: usize, label: String) {
        let line = &self.lines[worker];
        line.set_prefix(label.clone());
        line.set_message(label);
        line.enable_steady_tick(Duration::from_millis(100));
    }

    /// `worker` has come so far.
    pub(crate) fn update(&self, worker: usize, now: &Snapshot) {
        let seconds = now.elapsed.as_secs_f64();
        let line = &self.lines[worker];
        let found =
            now.incumbent.map(|cost| format!("  found {}", show_count(cost.first().into())));
        let bound = Some(now.bound.first()).filter(|&bound| bound > 0);
        let bound = bound.map(|bound| format!("  at least {}", show_count(bound.into())));
        line.set_message(format!(
            "{}  {}  {} nodes  {}/s  {}{}{}",
            line.prefix(),
            show_time(seconds),
            show_count(now.expanded),
            show_count((now.expanded as f64 / seconds.max(0.001)) as u64),
            show_size(now.bytes),
            found.unwrap_or_default(),
            bound.unwrap_or_default(),
        ));
    }

    /// `worker` is idle.
    pub(crate) fn end(&self, worker: usize) {
        self.lines[worker].disable_steady_tick();
        self.lines[worker].set_message("");
    }

    /// One more level is done; `solved` of all so far.
    pub(crate) fn advance(&self, solved: usize) {
        self.batch.set_message(format!(" {solved} solved"));
        self.batch.inc(1);
    }

    /// Does something to the terminal while nothing is drawn there.
    pub(crate) fn suspend<T>(&self, action: impl FnOnce() -> T) -> T {
        self.multi.suspend(action)
    }

    /// Takes the display away.
    pub(crate) fn clear(&self) {
        for line in self.lines.iter() {
            line.finish_and_clear();
        }
        self.batch.finish_and_clear();
        // A display that cannot be cleared is only ugly.
        let _ = self.multi.clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
