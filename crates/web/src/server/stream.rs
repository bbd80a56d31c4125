//! Events from a search to whoever asked for it, as server-sent events.
//!
//! The channel between them has room for everything that must arrive, and some more for
//! progress; a client that reads slowly misses progress, and never makes a search wait.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use hakooshi::Cancel;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;

use super::Shared;
use super::jobs::Leash;
use crate::desk::{Events as Told, Job};
use crate::error::ApiError;

/// Room for progress that is not read yet.
const PROGRESS: usize = 16;

/// Where a search puts what it has to say.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: Sender<Event>,
    /// Messages that must arrive and are still to come.
    owed: usize,
}

impl Outbox {
    /// An outbox for `owed` messages that must arrive, and its other end.
    pub(crate) fn pair(owed: usize) -> (Self, Receiver<Event>) {
        let (sender, receiver) = channel(owed + PROGRESS);
        (Self { sender, owed }, receiver)
    }
}

impl Told for Outbox {
    fn send(&mut self, name: &str, json: String, must_arrive: bool) {
        if must_arrive {
            // Room was kept for it.
            self.owed = self.owed.saturating_sub(1);
        } else if self.sender.capacity() <= self.owed {
            return;
        }
        // Nobody listening any more is noticed by the leash.
        let _ = self.sender.try_send(Event::default().event(name).data(json));
    }
}

/// The events as they come; dropped with the connection, and the job with it.
#[derive(Debug)]
struct Events {
    receiver: Receiver<Event>,
    _leash: Leash,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Runs a job. The first event tells its number; one that crashes ends with an `error`.
pub(crate) fn stream(app: &Shared, Job { owed, run }: Job) -> Result<Response, ApiError> {
    let (ticket, leash) = app.jobs.admit()?;
    // One more for the number of the job and one for a crash.
    let (mut outbox, receiver) = Outbox::pair(owed + 2);
    <dyn Told>::deliver(&mut outbox, "job", &json!({ "id": leash.id }));
    let mut last = outbox.clone();
    tokio::spawn(async move {
        let done = ticket.run(move |cancel: &Cancel| run(cancel, &mut outbox));
        if let Err(error) = done.await {
            <dyn Told>::deliver(&mut last, "error", &error.json());
        }
    });
    let events = Events { receiver, _leash: leash };
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

#[cfg(test)]
mod tests {
    use hakooshi_search::Snapshot;

    use super::*;
    use crate::api::solve::progress;

    #[tokio::test]
    async fn progress_gives_way_to_what_must_arrive() {
        let (mut outbox, mut receiver) = Outbox::pair(1);
        let told: &mut dyn Told = &mut outbox;
        for step in 0..100 {
            told.tell("progress", &step);
        }
        told.deliver("result", &"done");
        drop(outbox);
        let mut count = 0;
        while receiver.recv().await.is_some() {
            count += 1;
        }
        assert_eq!(count, PROGRESS + 1, "some of progress, and the result");
    }

    /// What one message of progress costs the search. Five are sent in a second.
    #[test]
    #[ignore = "a measurement: cargo test --release -p hakooshi-web -- --ignored --nocapture cost"]
    #[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "a measurement")]
    fn cost_of_progress() {
        let (mut outbox, mut receiver) = Outbox::pair(1);
        let told: &mut dyn Told = &mut outbox;
        let snapshot = Snapshot { expanded: 123_456_789, bytes: 1 << 30, ..Snapshot::default() };
        let times: u32 = 100_000;
        let before = std::time::Instant::now();
        for _ in 0..times {
            told.tell("progress", &progress(&snapshot, Some("backward")));
            // Somebody reads, or there would be nothing to send.
            let _ = receiver.try_recv();
        }
        eprintln!("one message of progress: {:?}", before.elapsed() / times);
    }
}
