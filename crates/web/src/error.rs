//! What a request gets that cannot be answered: a status for programs, a code for scripts and
//! a sentence for people.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// The request is not what the API understands.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// Level text that is no level.
    pub(crate) fn level(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "level", message)
    }

    /// An engine, goal or format that does not exist.
    pub(crate) fn engine(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "engine", message)
    }

    /// More than the limits allow.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// Nothing has this name.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The way is known, but not for this verb.
    pub(crate) fn wrong_method() -> Self {
        let message = "this path does not answer to that method";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", message)
    }

    /// All places are taken.
    pub(crate) fn busy() -> Self {
        let message = "too many searches are running and waiting; try again in a moment";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// The body took too long to come.
    pub(crate) fn slow() -> Self {
        let message = "the request took too long to arrive";
        Self::new(StatusCode::REQUEST_TIMEOUT, "slow", message)
    }

    /// The answer took too long to make.
    pub(crate) fn late() -> Self {
        let message = "the answer took too long; the server is busy, or the question too large";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "late", message)
    }

    /// The request comes from somewhere else than the page.
    pub(crate) fn foreign(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "foreign", message)
    }

    /// A fault of the program.
    pub(crate) fn fault(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", message)
    }

    /// The object that stands for it in answers and events.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({ "error": { "code": self.code, "message": self.message } })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.json())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, 1.into());
        }
        response
    }
}
