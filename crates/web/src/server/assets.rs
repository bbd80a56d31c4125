//! The files of the page, part of the program. A path is looked up in a list and nowhere else,
//! so no file of the machine can be asked for.
//!
//! The style sheets go out as one file, and every file compressed if the browser takes that: a page
//! that loads in one round trip per module costs more in trips than in bytes.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ApiError;

/// A file of the page.
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
}

/// What is sent of a file.
struct Packed {
    plain: Vec<u8>,
    gzip: Vec<u8>,
    tag: u64,
}

impl Packed {
    fn new(plain: Vec<u8>) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to a vector does not fail; an empty answer would be sent plain.
        let _ = encoder.write_all(&plain);
        let gzip = encoder.finish().unwrap_or_default();
        let tag = xxh3_64(&plain);
        Self { plain, gzip, tag }
    }
}

/// The path under which all style sheets are sent.
const STYLES: &str = "page.css";
/// The style sheets in order: a later one may change what an earlier one says.
const ORDER: &str = include_str!("../../assets/css/order.txt");

macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        [$(Asset {
            path: $path,
            bytes: include_bytes!(concat!("../../assets/", $path)),
        }),*]
    };
}

const ALL: &[Asset] = &assets![
    "css/base.css",
    "css/board.css",
    "css/chart.css",
    "css/controls.css",
    "css/layout.css",
    "css/library.css",
    "css/views.css",
    "css/watch.css",
    "icon.svg",
    "index.html",
    "js/advice.js",
    "js/api.js",
    "js/board-view.js",
    "js/certificate.js",
    "js/chart.js",
    "js/compare.js",
    "js/database.js",
    "js/dom.js",
    "js/drawer.js",
    "js/edit.js",
    "js/engine-form.js",
    "js/hints.js",
    "js/improve.js",
    "js/input.js",
    "js/journal.js",
    "js/keeping.js",
    "js/levels.js",
    "js/logic/bounds.js",
    "js/logic/drawing.js",
    "js/logic/format.js",
    "js/logic/game.js",
    "js/logic/history.js",
    "js/logic/lessons.js",
    "js/logic/level.js",
    "js/logic/library.js",
    "js/logic/link.js",
    "js/logic/matching.js",
    "js/logic/metrics.js",
    "js/logic/plan.js",
    "js/logic/records.js",
    "js/logic/refute.js",
    "js/logic/results.js",
    "js/logic/stopped.js",
    "js/logic/tar.js",
    "js/logic/trace.js",
    "js/logic/tree-layout.js",
    "js/logic/trials.js",
    "js/logic/walks.js",
    "js/main.js",
    "js/pane.js",
    "js/play.js",
    "js/port/answers.js",
    "js/port/refusal.js",
    "js/port/server.js",
    "js/port/worker.js",
    "js/running.js",
    "js/session.js",
    "js/shelves.js",
    "js/sights.js",
    "js/solve.js",
    "js/store.js",
    "js/table-transport.js",
    "js/table.js",
    "js/transport.js",
    "js/tree-view.js",
    "js/watch.js",
    "js/win.js",
];

/// What a file is, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// What is sent for each path, compressed once, when a page is first asked for.
static PACKED: LazyLock<BTreeMap<&str, Packed>> = LazyLock::new(|| {
    let sheet = |name| ALL.iter().find(move |asset| asset.path == format!("css/{name}.css"));
    let joined = ORDER.lines().filter_map(sheet).flat_map(|asset| asset.bytes).copied();
    let mut packed: BTreeMap<&str, Packed> =
        ALL.iter().map(|asset| (asset.path, Packed::new(asset.bytes.to_vec()))).collect();
    packed.insert(STYLES, Packed::new(joined.collect()));
    packed
});

/// Hands a file out; one that the browser has already is not sent again.
pub(crate) async fn asset(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::wrong_method().into_response();
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(packed) = PACKED.get(path) else {
        return ApiError::not_found("there is no such file").into_response();
    };
    let text = |name| headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
    let takes_gzip = text(header::ACCEPT_ENCODING).is_some_and(|it| it.contains("gzip"));
    let is_gzip = takes_gzip && !packed.gzip.is_empty();
    let tag = format!("\"{:016x}{}\"", packed.tag, if is_gzip { "-gz" } else { "" });
    let mut response = if text(header::IF_NONE_MATCH) == Some(tag.as_str()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes: &'static [u8] = if is_gzip { &packed.gzip } else { &packed.plain };
        ([(header::CONTENT_TYPE, kind(path))], bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The paths of all files below a folder, from `root`.
    fn files(folder: &Path, root: &Path, out: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files(&path, root, out);
            } else {
                let path = path.strip_prefix(root).expect("below");
                out.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_is_in_the_list() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let mut found = Vec::new();
        files(&root, &root, &mut found);
        found.retain(|path| path != "css/order.txt");
        found.sort();
        let mut listed: Vec<&str> = ALL.iter().map(|asset| asset.path).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
        assert!(listed.iter().all(|path| kind(path) != "application/octet-stream"));
    }

    /// The modules that a module needs before it can run.
    fn imports(path: &str) -> Vec<String> {
        let asset = ALL.iter().find(|asset| asset.path == path).expect("a module");
        let text = std::str::from_utf8(asset.bytes).expect("text");
        let folder = path.rsplit_once('/').expect("in a folder").0;
        let statements = text.split(';').filter(|it| {
            it.trim_start().starts_with("import ")
                || it.contains("\nimport ")
                || it.contains("\nexport *")
        });
        let mut found: Vec<String> = Vec::new();
        for statement in statements {
            let Some((_, from)) = statement.rsplit_once(" from \"") else { continue };
            let mut folder = folder;
            let mut name = from.trim_end_matches('"');
            while let Some(rest) = name.strip_prefix("../") {
                folder = folder.rsplit_once('/').expect("not above the root").0;
                name = rest;
            }
            found.push(format!("{folder}/{}", name.trim_start_matches("./")));
        }
        found
    }

    /// Whatever the first view needs is asked for at once, and nothing else.
    #[test]
    fn modules_are_preloaded() {
        let mut needed = vec!["js/main.js".to_owned(), "js/port/server.js".to_owned()];
        let mut next = 0;
        while next < needed.len() {
            for module in imports(&needed[next]) {
                if !needed.contains(&module) {
                    needed.push(module);
                }
            }
            next += 1;
        }
        needed.remove(0);
        needed.sort();
        let page = include_str!("../../assets/index.html");
        let tags = page.split("<link rel=\"modulepreload\" href=\"").skip(1);
        let listed: Vec<&str> = tags.filter_map(|it| it.split('"').next()).collect();
        assert_eq!(listed, needed);
    }

    #[test]
    fn files_are_compressed_for_those_who_take_it() {
        let packed = &PACKED[STYLES];
        assert!(packed.plain.starts_with(b"/*") && packed.gzip.len() * 2 < packed.plain.len());
        let sheets = ALL.iter().filter(|asset| asset.path.starts_with("css/"));
        assert_eq!(packed.plain.len(), sheets.map(|asset| asset.bytes.len()).sum::<usize>());
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for asset in ALL {
            let text = std::str::from_utf8(asset.bytes).expect("text");
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.path);
        }
    }
}
