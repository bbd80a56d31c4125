//! How the server is, its own description, and the end of a job before its time.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::Shared;
use crate::error::ApiError;

/// The description of the API, for programs.
pub(crate) const OPENAPI: &str = include_str!("../api/openapi.json");

pub(crate) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

pub(crate) async fn status(State(app): State<Shared>) -> Json<Value> {
    let limits = &app.desk.limits;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "jobs": app.jobs.count(),
        "limits": {
            "searches": limits.searches,
            "waiting": limits.waiting,
            "time_s": limits.time.as_secs_f64(),
            "memory": limits.memory,
            "body": limits.body,
            "squares": limits.squares,
            "boxes": limits.boxes,
            "trials": limits.trials,
            "trace": limits.trace,
        },
    }))
}

pub(crate) async fn stop(
    State(app): State<Shared>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let known = id.parse().is_ok_and(|id| app.jobs.stop(id));
    if known {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::not_found("there is no such job; it may have ended"))
    }
}
