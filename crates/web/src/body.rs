//! The body of a request: JSON of a known shape, of a bounded size, within a bounded time.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::server::Shared;

/// What was asked, read from JSON.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<Self, ApiError> {
        // A form of a foreign page can be sent without asking first, but not as JSON.
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|it| it.to_str().ok()).unwrap_or_default();
        if !kind.starts_with("application/json") {
            return Err(ApiError::malformed("the body must be application/json"));
        }
        let body = Bytes::from_request(request, app);
        let bytes = tokio::time::timeout(app.limits.arrival, body)
            .await
            .map_err(|_| ApiError::slow())?
            .map_err(|error| match error.status().as_u16() {
                413 => ApiError::too_large(format!(
                    "a request may have {} bytes at most",
                    app.limits.body
                )),
                _ => ApiError::malformed(error.body_text()),
            })?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| ApiError::malformed(format!("the body does not fit: {error}")))
    }
}
