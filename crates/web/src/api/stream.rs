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
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;

use crate::error::ApiError;
use crate::jobs::Leash;
use crate::server::Shared;

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

    /// Says something that may get lost.
    pub(crate) fn tell(&self, name: &str, data: &impl Serialize) {
        if self.sender.capacity() > self.owed {
            self.send(name, data);
        }
    }

    /// Says something for which room was kept.
    pub(crate) fn deliver(&mut self, name: &str, data: &impl Serialize) {
        self.owed = self.owed.saturating_sub(1);
        self.send(name, data);
    }

    fn send(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            // Nobody listening any more is noticed by the leash.
            let _ = self.sender.try_send(event);
        }
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

/// Starts `work` as a job that says `owed` things for sure. The first event tells the number of
/// the job; one that crashes ends with an `error`.
pub(crate) fn stream(
    app: &Shared,
    owed: usize,
    work: impl FnOnce(&Cancel, &mut Outbox) + Send + 'static,
) -> Result<Response, ApiError> {
    let (ticket, leash) = app.jobs.admit()?;
    // One more for the number of the job and one for a crash.
    let (mut outbox, receiver) = Outbox::pair(owed + 2);
    outbox.deliver("job", &json!({ "id": leash.id }));
    let mut last = outbox.clone();
    tokio::spawn(async move {
        let done = ticket.run(move |cancel| {
            work(cancel, &mut outbox);
        });
        if let Err(error) = done.await {
            last.deliver("error", &error.json());
        }
    });
    let events = Events { receiver, _leash: leash };
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn progress_gives_way_to_what_must_arrive() {
        let (mut outbox, mut receiver) = Outbox::pair(1);
        for step in 0..100 {
            outbox.tell("progress", &step);
        }
        outbox.deliver("result", &"done");
        drop(outbox);
        let mut count = 0;
        while receiver.recv().await.is_some() {
            count += 1;
        }
        assert_eq!(count, PROGRESS + 1, "some of progress, and the result");
    }
}
