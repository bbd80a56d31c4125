//! Refusals as HTTP answers, and those that only a server gives.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

impl ApiError {
    /// The way is known, but not for this verb.
    pub(crate) fn wrong_method() -> Self {
        Self::new(405, "wrong_method", "this path does not answer to that method")
    }

    /// All places are taken.
    pub(crate) fn busy() -> Self {
        let message = "too many searches are running and waiting; try again in a moment";
        Self::new(429, "busy", message)
    }

    /// The body took too long to come.
    pub(crate) fn slow() -> Self {
        Self::new(408, "slow", "the request took too long to arrive")
    }

    /// The answer took too long to make.
    pub(crate) fn late() -> Self {
        let message = "the answer took too long; the server is busy, or the question too large";
        Self::new(503, "late", message)
    }

    /// The request comes from somewhere else than the page.
    pub(crate) fn foreign(message: impl Into<String>) -> Self {
        Self::new(403, "foreign", message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.json())).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, 1.into());
        }
        response
    }
}
