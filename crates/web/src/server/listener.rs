//! Connections: no more at a time than allowed, and none that is kept by someone who sends no
//! request or takes no answer.
//!
//! The next is accepted when one is closed. A head that does not arrive in time ends its
//! connection, and so does idling after an answer; the body of a request has the same time
//! (`body.rs`). A client that stops reading ends its connection when the buffers are full and
//! nothing of them has gone out for so long.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::Limits;

/// Rest after a connection could not be accepted, for lack of descriptors, say.
const REST: Duration = Duration::from_millis(100);

/// The connections of a server.
#[derive(Debug)]
pub(crate) struct Connections {
    open: JoinSet<()>,
    places: Arc<Semaphore>,
    patience: Duration,
    end: watch::Sender<bool>,
}

impl Connections {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            open: JoinSet::new(),
            places: Arc::new(Semaphore::new(limits.connections)),
            patience: limits.arrival,
            end: watch::Sender::new(false),
        }
    }

    /// Accepts connections and answers them, for ever.
    pub(crate) async fn serve(&mut self, listener: &TcpListener, router: &Router) {
        loop {
            tokio::select! {
                (stream, place) = accept(listener, &self.places) => {
                    let connection = Connection { stream, patience: self.patience, stalled: None };
                    let answered = answer(connection, router.clone(), self.end.subscribe());
                    self.open.spawn(async move {
                        answered.await;
                        drop(place);
                    });
                }
                Some(_) = self.open.join_next() => {}
            }
        }
    }

    /// Lets every answer that is under way come to its end for so long, and breaks off the others.
    pub(crate) async fn close(mut self, grace: Duration) {
        // Without connections nobody hears it.
        let _ = self.end.send(true);
        let all = async { while self.open.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(grace, all).await;
    }
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed, so the place is always given.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(_) => sleep(REST).await,
        }
    }
}

/// Answers the requests of one connection until it is closed or the server ends.
async fn answer(connection: Connection, router: Router, mut end: watch::Receiver<bool>) {
    let patience = connection.patience;
    let service = tower_service(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience);
    let mut served = std::pin::pin!(builder.serve_connection(TokioIo::new(connection), service));
    tokio::select! {
        // How a client leaves is its own affair.
        _ = served.as_mut() => return,
        _ = end.wait_for(|ended| *ended) => served.as_mut().graceful_shutdown(),
    }
    let _ = served.await;
}

/// The router as hyper wants it.
fn tower_service(
    router: Router,
) -> impl hyper::service::Service<
    hyper::Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future = impl Future<Output = Result<axum::response::Response, std::convert::Infallible>> + Send,
> {
    let service = TowerToHyperService::new(router);
    hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let request: Request = request.map(Body::new);
        hyper::service::Service::call(&service, request)
    })
}

/// A connection that fails when nothing can be written to it for so long.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    patience: Duration,
    /// Runs since the buffers are full.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    /// Passes on how a write went, unless it has been waiting for too long.
    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let until = Instant::now() + self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
