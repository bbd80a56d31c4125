//! The body of a request: JSON, of a bounded size, within a bounded time.

use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request};
use axum::http::{Method, header};

use super::Shared;
use crate::error::ApiError;

/// The bytes of a body of JSON; of a request without a body, none.
pub(crate) async fn body(request: Request, app: &Shared) -> Result<Bytes, ApiError> {
    if request.method() == Method::GET {
        return Ok(Bytes::new());
    }
    // A form of a foreign page can be sent without asking first, but not as JSON.
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|it| it.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err(ApiError::malformed("the body must be application/json"));
    }
    let limits = &app.desk.limits;
    tokio::time::timeout(limits.arrival, Bytes::from_request(request, app))
        .await
        .map_err(|_| ApiError::slow())?
        .map_err(|error| match error.status().as_u16() {
            413 => ApiError::too_large(format!("a request may have {} bytes at most", limits.body)),
            _ => ApiError::malformed(error.body_text()),
        })
}
