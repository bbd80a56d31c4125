//! Which path is answered by whom. The list is also what the description in `openapi.json` is
//! tested against.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{MethodRouter, delete, get, post};

use crate::error::ApiError;
use crate::server::Shared;
use crate::{api, assets, guard};

/// A path of the API.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    /// In lower case, as in the description.
    #[cfg_attr(not(test), expect(dead_code, reason = "the test of the description reads it"))]
    pub(crate) method: &'static str,
    handler: fn() -> MethodRouter<Shared>,
}

const fn route(
    method: &'static str,
    path: &'static str,
    handler: fn() -> MethodRouter<Shared>,
) -> Route {
    Route { path, method, handler }
}

/// Every path of the API.
pub(crate) const ALL: &[Route] = &[
    route("get", "/api/v1/openapi.json", || get(api::status::openapi)),
    route("get", "/api/v1/status", || get(api::status::status)),
    route("get", "/api/v1/registry", || get(api::registry::registry)),
    route("post", "/api/v1/engine", || post(api::registry::engine)),
    route("get", "/api/v1/collections", || get(api::levels::collections)),
    route("get", "/api/v1/collections/{name}", || get(api::levels::collection)),
    route("post", "/api/v1/levels/read", || post(api::levels::read)),
    route("post", "/api/v1/levels/write", || post(api::levels::write)),
    route("post", "/api/v1/levels/check", || post(api::levels::check)),
    route("post", "/api/v1/analyse", || post(api::analyse::analyse)),
    route("post", "/api/v1/verify", || post(api::verify::verify)),
    route("post", "/api/v1/hint", || post(api::hint::hint)),
    route("post", "/api/v1/solve", || post(api::solve::solve)),
    route("post", "/api/v1/improve", || post(api::improve::improve)),
    route("post", "/api/v1/trace", || post(api::trace::trace)),
    route("post", "/api/v1/compare", || post(api::compare::compare)),
    route("delete", "/api/v1/jobs/{id}", || delete(api::status::stop)),
];

/// The page and its API.
pub(crate) fn router(app: Shared) -> Router {
    let mut router = Router::new();
    for route in ALL {
        router = router.route(route.path, (route.handler)());
    }
    router
        .route("/api/{*rest}", get(nothing).post(nothing).delete(nothing))
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() })
        .fallback(assets::asset)
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(middleware::from_fn_with_state(Shared::clone(&app), guard::watch))
        .with_state(app)
}

async fn nothing() -> ApiError {
    ApiError::not_found("there is no such path; see /api/v1/openapi.json")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_description_names_every_path_and_no_other() {
        let text: Value = serde_json::from_str(api::status::OPENAPI).expect("JSON");
        let paths = text["paths"].as_object().expect("paths");
        let described: BTreeSet<(&str, &str)> = paths
            .iter()
            .flat_map(|(path, item)| {
                let methods = item.as_object().expect("an item").keys();
                methods.map(move |method| (path.as_str(), method.as_str()))
            })
            .collect();
        let answered: BTreeSet<(&str, &str)> =
            ALL.iter().map(|route| (route.path, route.method)).collect();
        assert_eq!(described, answered);
    }
}
