//! Crowds, noise, people who leave, and people who ask for too much: no panic, nothing left
//! behind, limits kept.

use std::sync::Arc;
use std::time::Duration;

use hakooshi_testkit::Rng;
use hakooshi_web::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::common::{Answer, Running, post, request};

const LEVEL: &str = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######";

/// A search that ends only when it is told to.
async fn endless(server: &Running) -> Value {
    let hard = server.get("/api/v1/collections/hard").await.json()["levels"][0]["xsb"].clone();
    json!({ "level": hard, "engine": "idastar(space=step,h=zero,deadlocks=[],table=off)" })
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_clients_at_once() {
    let limits = Limits { searches: 2, waiting: 8, ..Limits::default() };
    let server = Arc::new(Running::start(limits).await);
    let wishes: [(&str, Value); 6] = [
        ("solve", json!({ "level": LEVEL, "goal": "pushes" })),
        ("analyse", json!({ "level": LEVEL, "deadlocks": true })),
        ("hint", json!({ "level": LEVEL })),
        ("trace", json!({ "level": LEVEL, "engine": "astar" })),
        ("levels/read", json!({ "text": LEVEL })),
        ("compare", json!({ "text": LEVEL, "engines": ["bfs", "dfs"] })),
    ];
    let clients: Vec<_> = (0..500)
        .map(|client| {
            let server = Arc::clone(&server);
            let (path, wish) = wishes[client % wishes.len()].clone();
            tokio::spawn(async move {
                let mut refused = 0;
                loop {
                    let answer = server.post(&format!("/api/v1/{path}"), &wish).await;
                    match answer.status {
                        200 => break refused,
                        429 => refused += 1,
                        _ => panic!("{path}: {answer:?}"),
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            })
        })
        .collect();
    for client in clients {
        client.await.expect("every client is answered in the end");
    }
    server.until_jobs(0).await;
    Arc::into_inner(server).expect("the last").stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_jobs_than_allowed() {
    let server = Running::start(Limits { searches: 1, waiting: 1, ..Limits::default() }).await;
    let wish = endless(&server).await;
    let first = server.begin(&post("/api/v1/solve", &wish)).await;
    server.until_jobs(1).await;
    let second = server.begin(&post("/api/v1/solve", &wish)).await;
    server.until_jobs(2).await;
    let third = server.post("/api/v1/solve", &wish).await;
    assert_eq!((third.status, third.code().as_str()), (429, "busy"));
    assert!(third.headers.contains("retry-after"));
    drop((first, second));
    server.until_jobs(0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_nobody_listens_any_more() {
    let server = Running::start(Limits::default()).await;
    let wish = endless(&server).await;
    let mut stream = server.begin(&post("/api/v1/solve", &wish)).await;
    stream.read_exact(&mut [0; 64]).await.expect("the beginning of an answer");
    server.until_jobs(1).await;
    drop(stream);
    server.until_jobs(0).await;
    // Others are gone before they hear anything.
    for path in ["/api/v1/solve", "/api/v1/hint"] {
        drop(server.begin(&post(path, &wish)).await);
        server.until_jobs(0).await;
    }
    let compare = json!({ "text": wish["level"], "engines": [wish["engine"]] });
    drop(server.begin(&post("/api/v1/compare", &compare)).await);
    server.until_jobs(0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_stops_a_search_and_its_end_is_told() {
    let server = Running::start(Limits::default()).await;
    let mut stream = server.begin(&post("/api/v1/solve", &endless(&server).await)).await;
    server.until_jobs(1).await;
    assert_eq!(server.delete("/api/v1/jobs/1").await.status, 204);
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the end of the stream");
    assert_eq!(Answer::read(&bytes).event("result")["stop"], "cancelled");
    for id in ["1", "99", "-1", "x"] {
        assert_eq!(server.delete(&format!("/api/v1/jobs/{id}")).await.code(), "not_found");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_does_not_read_keeps_no_search_waiting() {
    let server = Running::start(Limits::default()).await;
    let mut wish = endless(&server).await;
    wish["time_s"] = json!(1.0);
    let silent = server.begin(&post("/api/v1/solve", &wish)).await;
    server.until_jobs(1).await;
    server.until_jobs(0).await;
    drop(silent);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_ends_its_searches() {
    let server = Running::start(Limits::default()).await;
    let mut stream = server.begin(&post("/api/v1/solve", &endless(&server).await)).await;
    server.until_jobs(1).await;
    server.stop().await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the end of the stream");
    assert_eq!(Answer::read(&bytes).event("result")["stop"], "cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_kept() {
    let limits = Limits {
        body: 4096,
        time: Duration::from_millis(300),
        memory: 1 << 20,
        squares: 100,
        boxes: 4,
        trials: 3,
        trace: 7,
        ..Limits::default()
    };
    let server = Running::start(limits).await;
    let refused = async |path: &str, body: Value| {
        let answer = server.post(&format!("/api/v1/{path}"), &body).await;
        (answer.status, answer.code())
    };
    let too_large = (413, "too_large".to_owned());
    assert_eq!(refused("levels/read", json!({ "text": "#".repeat(5000) })).await, too_large);
    let wide = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(120), " ".repeat(115));
    for path in ["solve", "analyse", "hint"] {
        assert_eq!(refused(path, json!({ "level": wide })).await, too_large, "{path}");
    }
    let many = "#########\n#@$$$$$ #\n# ..... #\n#########";
    assert_eq!(refused("solve", json!({ "level": many })).await, too_large);
    let four = json!({ "text": LEVEL, "engines": ["bfs", "dfs", "ucs", "astar"] });
    assert_eq!(refused("compare", four).await, too_large);
    let unknown = (422, "engine".to_owned());
    assert_eq!(refused("solve", json!({ "level": LEVEL, "engine": "magic" })).await, unknown);
    assert_eq!(refused("solve", json!({ "level": LEVEL, "goal": "glory" })).await, unknown);
    assert_eq!(refused("trace", json!({ "level": LEVEL, "engine": "rota" })).await, unknown);
    assert_eq!(refused("solve", json!({ "level": "nothing" })).await, (422, "level".to_owned()));
    assert_eq!(refused("solve", json!({})).await, (400, "malformed".to_owned()));

    let trace = json!({ "level": LEVEL, "engine": "bfs", "nodes": 1_000_000 });
    let trace = server.post("/api/v1/trace", &trace).await.json();
    assert_eq!(trace["lines"].as_array().map(Vec::len), Some(7));
    let long = "#########\n#@  $   #\n# $ $   #\n#   .. .#\n#       #\n#########";
    let stop = async |engine: &str| {
        let wish = json!({ "level": long, "engine": engine, "time_s": 1e9, "memory": 1e9 as u64 });
        server.post("/api/v1/solve", &wish).await.event("result")["stop"].clone()
    };
    assert_eq!(stop("idastar(space=step,h=zero,deadlocks=[],table=off)").await, "time");
    assert_eq!(stop("bfs(space=step,deadlocks=[])").await, "memory");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_is_refused_and_does_no_harm() {
    let server = Running::start(Limits::default()).await;
    let mut rng = Rng::new(6);
    let paths = [
        "levels/read",
        "levels/check",
        "analyse",
        "verify",
        "hint",
        "solve",
        "trace",
        "compare",
        "engine",
    ];
    for round in 0..300 {
        let length = rng.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        let path = format!("/api/v1/{}", paths[rng.below(paths.len())]);
        match round % 3 {
            // Not even HTTP; the line end makes the server look at it.
            0 => drop(server.raw(&[&bytes[..], b"\r\n\r\n"].concat()).await),
            // HTTP with a body that is no JSON.
            1 => {
                let mut head = request("POST", &path, "content-type: application/json\r\n", "");
                let length = format!("content-length: {}", bytes.len());
                head = String::from_utf8_lossy(&head).replace("content-length: 0", &length).into();
                let answer = Answer::read(&server.raw(&[head, bytes].concat()).await);
                assert_eq!(answer.status, 400, "{answer:?}");
            }
            // JSON of the right shape with noise for a level.
            _ => {
                let glyphs = b"#@$.*+ -\n|3;lurdLURD(),=[]";
                let text: String = bytes
                    .iter()
                    .map(|it| char::from(glyphs[*it as usize % glyphs.len()]))
                    .collect();
                let body = json!({
                    "text": text, "level": text, "moves": text, "engine": text, "engines": [text],
                    "rows": text.lines().collect::<Vec<_>>(), "time_s": 0.05, "nodes": 100,
                });
                let answer = server.post(&path, &body).await;
                assert!([200, 400, 422].contains(&answer.status), "{path}: {answer:?}");
            }
        }
    }
    assert_eq!(server.get("/").await.status, 200);
    server.until_jobs(0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_comes_is_not_waited_for() {
    let limits = Limits { arrival: Duration::from_millis(100), ..Limits::default() };
    let server = Running::start(limits).await;
    let head = "POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\ncontent-length: 1000\r\n\r\n{";
    let answer = Answer::read(&server.raw(head.as_bytes()).await);
    assert_eq!((answer.status, answer.code().as_str()), (408, "slow"));
    server.stop().await;
}

/// Reads until the server closes the connection; a test that waits for ever has failed.
async fn closed(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A reset is an end too.
    let _ = stream.read_to_end(&mut bytes).await;
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn half_sent_heads_and_idle_connections_are_closed() {
    let limits =
        Limits { arrival: Duration::from_millis(200), connections: 8, ..Limits::default() };
    let server = Running::start(limits).await;
    // Every place is taken, and more wait; nobody ever finishes a request.
    let mut rude = Vec::new();
    for bytes in ["", "G", "GET / HTTP/1.1\r\nhost: localhost\r\n"].iter().cycle().take(24) {
        rude.push(server.begin(bytes.as_bytes()).await);
    }
    assert_eq!(server.get("/").await.status, 200);
    for stream in rude {
        closed(stream).await;
    }
    // One that could be used again is closed when it is not.
    let polite = server.begin(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert_eq!(Answer::read(&closed(polite).await).status, 200);
    // A drop at a time is too slow as well.
    let mut slow = TcpStream::connect(server.address).await.expect("connected");
    while slow.write_all(b"x").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_takes_no_answer_loses_the_connection() {
    let limits =
        Limits { arrival: Duration::from_millis(200), connections: 1, ..Limits::default() };
    let server = Running::start(limits).await;
    // More than all buffers hold, asked for again and again without reading.
    let mut greedy = TcpStream::connect(server.address).await.expect("connected");
    let wish = b"GET /api/v1/registry HTTP/1.1\r\nhost: localhost\r\n\r\n";
    while greedy.write_all(wish).await.is_ok() {}
    // The only place is free again.
    assert_eq!(server.get("/").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_waits_for_nobody() {
    let limits = Limits { searches: 2, waiting: 200, ..Limits::default() };
    let server = Running::start(limits).await;
    let wish = post("/api/v1/solve", &endless(&server).await);
    let mut open = Vec::new();
    for _ in 0..60 {
        open.push(server.begin(&wish).await);
        open.push(server.begin(b"GET / HTTP/1.1\r\nhost").await);
        open.push(server.begin(&wish[..wish.len() - 1]).await);
    }
    server.until_jobs(60).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_names_one_host() {
    let server = Running::start(Limits::default()).await;
    for (head, status) in [
        ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: evil.example\r\nhost: localhost\r\n", 400),
        ("GET / HTTP/1.1\r\n", 403),
        ("GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\n", 403),
        ("GET http://localhost/ HTTP/1.1\r\nhost: localhost\r\n", 200),
    ] {
        let answer = server.raw(format!("{head}connection: close\r\n\r\n").as_bytes()).await;
        assert_eq!(Answer::read(&answer).status, status, "{head}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_method_on_any_path() {
    let server = Running::start(Limits::default()).await;
    let mut rng = Rng::new(12);
    let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"];
    let parts = [
        "api",
        "v1",
        "solve",
        "jobs",
        "collections",
        "..",
        "%2e%2e",
        "%00",
        "1",
        "js",
        "main.js",
        "levels",
        "read",
        "",
        "{name}",
        "%ff",
        "*",
        "hard",
        "trace",
    ];
    for _ in 0..400 {
        let depth = rng.between(1, 5);
        let path: Vec<&str> = (0..depth).map(|_| parts[rng.below(parts.len())]).collect();
        let (path, method) = (format!("/{}", path.join("/")), methods[rng.below(methods.len())]);
        let body = if rng.chance(50) { "{}" } else { "" };
        let headers = "content-type: application/json\r\n";
        let answer = Answer::read(&server.raw(&request(method, &path, headers, body)).await);
        assert!((200..500).contains(&answer.status), "{method} {path}: {answer:?}");
    }
    server.until_jobs(0).await;
    server.stop().await;
}

/// Descriptors that this process has open.
#[cfg(target_os = "linux")]
fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn many_searches_leave_nothing_open() {
    let server = Arc::new(Running::start(Limits::default()).await);
    let wish = json!({ "level": LEVEL, "engine": "bfs", "goal": "pushes" });
    let crowd = async |rounds: usize| {
        let clients: Vec<_> = (0..4)
            .map(|_| {
                let (server, wish) = (Arc::clone(&server), wish.clone());
                tokio::spawn(async move {
                    for _ in 0..rounds {
                        let answer = server.post("/api/v1/solve", &wish).await;
                        assert_eq!(answer.event("result")["status"], "solved");
                    }
                })
            })
            .collect();
        for client in clients {
            client.await.expect("answered");
        }
        server.until_jobs(0).await;
    };
    crowd(20).await;
    let before = descriptors();
    crowd(500).await;
    // Other tests open and close connections meanwhile.
    let mut after = descriptors();
    for _ in 0..500 {
        if after < before + 100 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        after = descriptors();
    }
    assert!(after < before + 100, "{before} descriptors have become {after}");
    Arc::into_inner(server).expect("the last").stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_page_and_only_its_files() {
    let server = Running::start(Limits::default()).await;
    for path in ["/", "/js/main.js", "/nothing", "/api/v1/status", "/api/v1/nothing"] {
        let answer = server.get(path).await;
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.headers.contains(header), "{path}: {header}");
        }
        assert!(!answer.headers.contains("unsafe"), "{path}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/../../src/lib.rs",
        "//etc/passwd",
        "/api/v1/collections/..%2F..%2FCargo.toml",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
    let page = server.get("/").await;
    let tag = page.headers.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let again = request("GET", "/", &format!("if-none-match: {tag}\r\n"), "");
    assert_eq!(Answer::read(&server.raw(&again).await).status, 304);
    let body = json!({ "level": LEVEL }).to_string();
    for headers in [
        "host: evil.example\r\ncontent-type: application/json\r\n",
        "origin: http://evil.example\r\ncontent-type: application/json\r\n",
    ] {
        let answer =
            Answer::read(&server.raw(&request("POST", "/api/v1/solve", headers, &body)).await);
        assert_eq!((answer.status, answer.code().as_str()), (403, "foreign"), "{headers}");
    }
    let form = request("POST", "/api/v1/solve", "content-type: text/plain\r\n", &body);
    assert_eq!(Answer::read(&server.raw(&form).await).status, 400, "what a form could send");
    assert_eq!(server.delete("/api/v1/solve").await.status, 405);
    server.stop().await;
}
