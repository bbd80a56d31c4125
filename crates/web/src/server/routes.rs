//! Carries questions from HTTP to the desk: which path leads to which, and what runs where.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, delete, get, on};
use axum::{Json, Router, middleware};

use super::body::body;
use super::{Shared, assets, guard, status, stream};
use crate::desk::Asked;
use crate::error::ApiError;
use crate::questions::{self, Answer, Question};

/// Where the API is.
const ROOT: &str = "/api/v1";
/// Paths about the server itself.
#[cfg(test)]
const OWN: [(&str, &str); 3] =
    [("/openapi.json", "get"), ("/status", "get"), ("/jobs/{id}", "delete")];

/// The page and its API.
pub(crate) fn router(app: Shared) -> Router {
    let mut router = Router::new()
        .route(&format!("{ROOT}/openapi.json"), get(status::openapi))
        .route(&format!("{ROOT}/status"), get(status::status))
        .route(&format!("{ROOT}/jobs/{{id}}"), delete(status::stop));
    for question in questions::ALL {
        let method = if question.method == "get" { MethodFilter::GET } else { MethodFilter::POST };
        let carry = move |State(app), name, request| carry(app, question, name, request);
        router = router.route(&format!("{ROOT}{}", question.path), on(method, carry));
    }
    router
        .route("/api/{*rest}", get(nothing).post(nothing).delete(nothing))
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .fallback(assets::asset)
        .layer(DefaultBodyLimit::max(app.desk.limits.body))
        .layer(middleware::from_fn_with_state(Shared::clone(&app), guard::watch))
        .with_state(app)
}

async fn nothing() -> ApiError {
    ApiError::not_found("there is no such path; see /api/v1/openapi.json")
}

/// Takes a question to the desk and the answer back. Reading the question is work too, so it is
/// done beside the threads that serve connections.
async fn carry(
    app: Shared,
    question: &'static Question,
    name: Option<Path<String>>,
    request: Request,
) -> Result<Response, ApiError> {
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let body = body(request, &app).await?;
    let at = Arc::clone(&app);
    match question.answer {
        Answer::Now(answer) => {
            let done = app.at_once(move || answer(&at.desk, Asked { name: &name, body: &body }));
            Ok(Json(done.await?).into_response())
        }
        Answer::Search(prepare) => {
            let search = app.at_once(move || prepare(&at.desk, Asked { name: &name, body: &body }));
            let search = search.await?;
            let (ticket, _leash) = app.jobs.admit()?;
            Ok(Json(ticket.run(search).await??).into_response())
        }
        Answer::Events(prepare) => {
            let job = app.at_once(move || prepare(&at.desk, Asked { name: &name, body: &body }));
            stream::stream(&app, job.await?)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_description_names_every_path_and_no_other() {
        let text: Value = serde_json::from_str(status::OPENAPI).expect("JSON");
        let paths = text["paths"].as_object().expect("paths");
        let described: BTreeSet<(String, &str)> = paths
            .iter()
            .flat_map(|(path, item)| {
                let methods = item.as_object().expect("an item").keys();
                methods.map(move |method| (path.clone(), method.as_str()))
            })
            .collect();
        let asked = questions::ALL.iter().map(|it| (it.path, it.method)).chain(OWN);
        let answered: BTreeSet<(String, &str)> =
            asked.map(|(path, method)| (format!("{ROOT}{path}"), method)).collect();
        assert_eq!(described, answered);
    }
}
