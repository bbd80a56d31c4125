//! The server: what all requests share, how it starts, and how it ends.

mod assets;
mod body;
mod guard;
mod jobs;
mod listener;
mod refusal;
mod routes;
mod status;
mod stream;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::desk::Desk;
use crate::error::ApiError;
use jobs::Jobs;
use listener::Connections;

/// How long answers that are under way may take when the server is told to end.
const GRACE: Duration = Duration::from_secs(1);

/// Why there is no server.
pub type ServerError = io::Error;

/// What is shared by all requests.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) desk: Desk,
    pub(crate) jobs: Arc<Jobs>,
    /// Whether only this machine may ask.
    pub(crate) loopback_only: bool,
    /// Questions that are answered at once, but not all at the same time.
    places: Arc<Semaphore>,
}

pub(crate) type Shared = Arc<App>;

impl App {
    /// Does something short beside the threads that serve connections. It does not begin if the
    /// client has gone before its turn, and is not waited for longer than an answer may take.
    pub(crate) async fn at_once<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let done = async {
            let permit = Arc::clone(&self.places).acquire_owned().await;
            let done = tokio::task::spawn_blocking(move || {
                let done = work();
                drop(permit);
                done
            });
            done.await.unwrap_or_else(|_| Err(ApiError::fault("that crashed; please report it")))
        };
        tokio::time::timeout(self.desk.limits.answer, done)
            .await
            .unwrap_or_else(|_| Err(ApiError::late()))
    }
}

/// A server that is bound but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Shared,
}

impl Server {
    /// Binds to an address; port 0 takes any that is free.
    pub async fn bind(address: SocketAddr, desk: Desk) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let jobs = Jobs::new(&desk.limits);
        let places = Arc::new(Semaphore::new(desk.limits.searches.max(1) * 2));
        let loopback_only = address.ip().is_loopback();
        let desk = Desk { starts_programs: true, ..desk };
        Ok(Self { listener, app: Arc::new(App { desk, jobs, loopback_only, places }) })
    }

    /// Where it can be reached.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `end` comes true; then stops every search and waits a little for answers
    /// that are under way.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self { listener, app } = self;
        let jobs = Arc::clone(&app.jobs);
        let mut connections = Connections::new(&app.desk.limits);
        let router = routes::router(app);
        tokio::select! {
            () = connections.serve(&listener, &router) => {}
            () = end => {}
        }
        // New connections are refused from now on.
        drop(listener);
        jobs.stop_all();
        connections.close(GRACE).await;
        Ok(())
    }
}

/// Serves until Ctrl-C or a request to terminate. `ready` is told the address.
pub fn serve(
    address: SocketAddr,
    desk: Desk,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServerError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // The work is done by the searches; the server only passes it on.
        .worker_threads(2)
        .max_blocking_threads(desk.limits.searches.max(1) * 2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(address, desk).await?;
        ready(server.address()?);
        server.run(interrupted()).await
    });
    // A search that does not hear its flag must not keep the program alive.
    runtime.shutdown_background();
    served
}

#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    let _ = tokio::signal::ctrl_c().await;
}
