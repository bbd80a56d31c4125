//! A server for one test, and a client that can be as rude as a test needs.

use std::net::SocketAddr;
use std::time::Duration;

use hakooshi_search::clock;
use hakooshi_web::{Bundled, Desk, Limits, Server};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs until it is told to end.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub(crate) async fn start(limits: Limits) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(any, Desk::new(Box::new(Bundled), limits, clock::system))
            .await
            .expect("a port");
        let address = server.address().expect("an address");
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async move {
            let _ = ended.await;
        }));
        Self { address, end, task }
    }

    /// Ends it and waits until it has ended.
    pub(crate) async fn stop(self) {
        let _ = self.end.send(());
        self.task.await.expect("no panic").expect("a clean end");
    }

    /// Sends bytes as they are and reads all that comes back.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).await.expect("connected");
        // A server that has heard enough may close before everything is sent.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::read(&self.raw(&request("GET", path, "", "")).await)
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        Answer::read(&self.raw(&request("DELETE", path, "", "")).await)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::read(&self.raw(&post(path, body)).await)
    }

    /// Sends a request and gives the connection back without reading.
    pub(crate) async fn begin(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("connected");
        stream.write_all(bytes).await.expect("sent");
        stream
    }

    /// Jobs that run or wait.
    pub(crate) async fn jobs(&self) -> u64 {
        self.get("/api/v1/status").await.json()["jobs"].as_u64().expect("a number")
    }

    /// Waits until so many jobs are left; a test that waits for ever has failed.
    pub(crate) async fn until_jobs(&self, wanted: u64) {
        let wait = async {
            while self.jobs().await != wanted {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(60), wait).await;
        assert!(waited.is_ok(), "{} jobs are left, not {wanted}", self.jobs().await);
    }
}

pub(crate) fn request(method: &str, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let host = if headers.contains("host:") { "" } else { "host: localhost\r\n" };
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\n{host}connection: close\r\ncontent-length: {length}\r\n\
         {headers}\r\n{body}"
    )
    .into_bytes()
}

pub(crate) fn post(path: &str, body: &Value) -> Vec<u8> {
    request("POST", path, "content-type: application/json\r\n", &body.to_string())
}

/// An answer taken apart.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        let headers = head.to_ascii_lowercase();
        let body = if headers.contains("transfer-encoding: chunked") {
            unchunked(body)
        } else {
            body.to_owned()
        };
        Self { status, headers, body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The events of a stream, by name.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let field = |event: &str, name: &str| {
            event.lines().find_map(|line| line.strip_prefix(name)).map(|it| it.trim().to_owned())
        };
        let event = |text: &str| {
            let data = field(text, "data:")?;
            Some((field(text, "event:")?, serde_json::from_str(&data).expect("JSON")))
        };
        self.body.split("\n\n").filter_map(event).collect()
    }

    /// The data of the last event of this name.
    pub(crate) fn event(&self, name: &str) -> Value {
        let found = self.events().into_iter().rev().find(|(it, _)| it == name);
        found.unwrap_or_else(|| panic!("no {name} in {self:?}")).1
    }
}

/// The body without the lengths of its chunks.
fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || rest.len() < length {
            break;
        }
        whole += &rest[..length];
        body = rest[length..].trim_start_matches("\r\n");
    }
    whole
}
