//! The files of the page, part of the program. A path is looked up in a list and nowhere else,
//! so no file of the machine can be asked for.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ApiError;

/// A file of the page.
struct Asset {
    path: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        &[$(Asset { path: $path, bytes: include_bytes!(concat!("../assets/", $path)) }),*]
    };
}

const ALL: &[Asset] = assets![
    "css/base.css",
    "css/board.css",
    "css/chart.css",
    "css/controls.css",
    "css/layout.css",
    "css/views.css",
    "css/watch.css",
    "icon.svg",
    "index.html",
    "js/advice.js",
    "js/api.js",
    "js/board-view.js",
    "js/chart.js",
    "js/compare.js",
    "js/dom.js",
    "js/drawing.js",
    "js/edit.js",
    "js/engine-form.js",
    "js/format.js",
    "js/game.js",
    "js/input.js",
    "js/level.js",
    "js/levels.js",
    "js/link.js",
    "js/main.js",
    "js/metrics.js",
    "js/pane.js",
    "js/play.js",
    "js/session.js",
    "js/solve.js",
    "js/store.js",
    "js/table.js",
    "js/trace.js",
    "js/transport.js",
    "js/tree-view.js",
    "js/walks.js",
    "js/watch.js",
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

/// Hands a file out; one that the browser has already is not sent again.
pub(crate) async fn asset(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::wrong_method().into_response();
    }
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(asset) = ALL.iter().find(|asset| asset.path == path) else {
        return ApiError::not_found("there is no such file").into_response();
    };
    let tag = format!("\"{:016x}\"", xxh3_64(asset.bytes));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|it| it == tag.as_str());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind(path))], asset.bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
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
        found.sort();
        let mut listed: Vec<&str> = ALL.iter().map(|asset| asset.path).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
        assert!(listed.iter().all(|path| kind(path) != "application/octet-stream"));
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
