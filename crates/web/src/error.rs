//! What a question gets that cannot be answered: a status for programs, a code for scripts and
//! a sentence for people.

use serde_json::json;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    /// As HTTP numbers them.
    pub(crate) status: u16,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl ApiError {
    pub(crate) fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// The request is not what the API understands.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(400, "malformed", message)
    }

    /// Level text that is no level.
    pub(crate) fn level(message: impl Into<String>) -> Self {
        Self::new(422, "level", message)
    }

    /// An engine, goal or format that does not exist.
    pub(crate) fn engine(message: impl Into<String>) -> Self {
        Self::new(422, "engine", message)
    }

    /// More than the limits allow.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(413, "too_large", message)
    }

    /// Nothing has this name.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(404, "not_found", message)
    }

    /// A fault of the program.
    pub(crate) fn fault(message: impl Into<String>) -> Self {
        Self::new(500, "fault", message)
    }

    /// The object that stands for it in answers and events.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({ "error": { "code": self.code, "message": self.message } })
    }
}
