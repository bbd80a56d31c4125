//! `hako web` as a process: what it holds after many searches, and its end under load.
#![cfg(all(target_os = "linux", feature = "web"))]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{BLIND, ONE, endless};

/// The server, killed when a test fails.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hako"))
            .args(["web", "--no-open", "--port", "0"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let told = child.stderr.take().expect("piped");
        BufReader::new(told).read_line(&mut line).expect("a line");
        let (_, address) = line.split_once("http://").expect("an address");
        let address = address.split('/').next().expect("an address").to_owned();
        Self { child, address }
    }

    /// Sends bytes without reading an answer.
    fn begin(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("connected");
        stream.write_all(bytes).expect("sent");
        stream
    }

    fn answer(&self, bytes: &[u8]) -> String {
        let mut answer = String::new();
        self.begin(bytes).read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Jobs that run or wait.
    fn jobs(&self) -> u64 {
        let wish = "GET /api/v1/status HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let answer = self.answer(wish.as_bytes());
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status: Value = serde_json::from_str(body).expect("JSON");
        status["jobs"].as_u64().expect("a number")
    }

    /// Descriptors that are open, and bytes in memory.
    fn held(&self) -> (usize, u64) {
        let process = format!("/proc/{}", self.child.id());
        let open = std::fs::read_dir(format!("{process}/fd")).expect("a process").count();
        let status = std::fs::read_to_string(format!("{process}/status")).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        let size: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        (open, size << 10)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn solve(level: &str, engine: &str) -> Vec<u8> {
    let body = json!({ "level": level, "engine": engine }).to_string();
    format!(
        "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

#[test]
fn two_thousand_searches_leave_neither_memory_nor_descriptors() {
    let server = Served::start(&["--searches", "2", "--memory", "100M"]);
    let search = solve(ONE, "fess");
    let ask = |times: usize| {
        for _ in 0..times {
            assert!(server.answer(&search).contains("\"solved\""));
        }
    };
    // The allocator and the runtime reach their sizes first.
    ask(300);
    let (open, size) = server.held();
    ask(2000);
    let (open_after, size_after) = server.held();
    // Descriptors of connections are closed a little later than their answers are read.
    assert!(open_after <= open + 8, "{open} descriptors have become {open_after}");
    // Less than four hundred bytes for each search would go unnoticed, not one table.
    assert!(size_after < size + 800_000, "{size} bytes have become {size_after}");
}

#[test]
fn the_server_ends_under_load() {
    let mut server = Served::start(&["--searches", "2", "--memory", "200M"]);
    let search = solve(&endless(), BLIND);
    let mut open = Vec::new();
    // Searches that run and wait, bodies and heads that do not come, answers that nobody reads.
    for _ in 0..8 {
        open.push(server.begin(&search));
        open.push(server.begin(&search[..search.len() - 1]));
        open.push(server.begin(b"GET / HTTP/1.1\r\nhost"));
        open.push(server.begin(b"GET /api/v1/registry HTTP/1.1\r\nhost: localhost\r\n\r\n"));
    }
    while server.jobs() < 8 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").arg(server.child.id().to_string()).status();
    assert!(sent.is_ok_and(|status| status.success()));
    // A server that waits for its clients waits for ever: they go when it has gone.
    let ended = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        server.child.try_wait().expect("asked")
    });
    assert_eq!(ended.and_then(|status| status.code()), Some(0));
    drop(open);
}
