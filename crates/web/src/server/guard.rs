//! Who may ask, and what every answer says about itself.
//!
//! A server on loopback is reachable by every page that is open in the same browser. So a
//! request must name this machine as its host, which a name that was rebound to loopback does
//! not, and whatever changes something must come from this page, not from another.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;
use crate::error::ApiError;

/// Scripts, styles and pictures from here and nowhere else, and nothing written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Refuses strangers and dresses the answer.
pub(crate) async fn watch(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let checked = check(request.method(), request.uri(), request.headers(), app.loopback_only);
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for &(name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    loopback_only: bool,
) -> Result<(), ApiError> {
    // With two of them, this check and another program could each believe a different one.
    for name in [header::HOST, header::ORIGIN] {
        if headers.get_all(&name).iter().nth(1).is_some() {
            return Err(ApiError::malformed(format!("more than one header {name:?}")));
        }
    }
    let text = |name| headers.get(name).and_then(|it: &HeaderValue| it.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    // A request to a proxy names the host in its first line, and that counts more.
    let named = uri.authority().map_or(host, axum::http::uri::Authority::as_str);
    if loopback_only && !(is_loopback(host) && is_loopback(named)) {
        return Err(ApiError::foreign(format!("{host:?} is not this machine")));
    }
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    match text(header::ORIGIN) {
        Some(origin) if origin != format!("http://{host}") => {
            Err(ApiError::foreign(format!("{origin:?} may not ask this")))
        }
        _ => Ok(()),
    }
}

/// Whether a `Host` header names this machine by a name that nobody else can claim.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost:7474", "LOCALHOST", "127.0.0.1:80", "[::1]:7474", "127.9.9.9"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example:7474", "localhost.evil.example", "10.0.0.1", "[::2]:1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn only_the_page_itself_may_change_something() {
        let mut headers = HeaderMap::new();
        let home = Uri::from_static("/");
        headers.insert(header::HOST, HeaderValue::from_static("localhost:1"));
        assert!(check(&Method::POST, &home, &headers, true).is_ok(), "a script without an origin");
        headers.insert(header::ORIGIN, HeaderValue::from_static("http://localhost:1"));
        assert!(check(&Method::POST, &home, &headers, true).is_ok());
        headers.insert(header::ORIGIN, HeaderValue::from_static("http://evil.example"));
        assert!(check(&Method::POST, &home, &headers, true).is_err());
        assert!(check(&Method::GET, &home, &headers, true).is_ok());
        assert!(check(&Method::DELETE, &home, &headers, false).is_err());
    }

    #[test]
    fn a_request_names_one_host() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:1"));
        let check = |uri, headers: &HeaderMap| {
            check(&Method::GET, &Uri::from_static(uri), headers, true).map_err(|it| it.code)
        };
        assert_eq!(check("http://localhost:1/", &headers), Ok(()));
        assert_eq!(check("http://evil.example/", &headers), Err("foreign"));
        headers.append(header::HOST, HeaderValue::from_static("localhost:1"));
        assert_eq!(check("/", &headers), Err("malformed"));
    }
}
