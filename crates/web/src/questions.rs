//! Which path is answered by whom. The list is also what the description in `openapi.json` is
//! tested against.

use serde_json::Value;

use crate::api;
use crate::desk::{Asked, Desk, Job, Search};
use crate::error::ApiError;

/// How a question is answered.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// At once.
    Now(fn(&Desk, Asked<'_>) -> Result<Value, ApiError>),
    /// With the result of a search.
    Search(fn(&Desk, Asked<'_>) -> Result<Search, ApiError>),
    /// With events while a search goes on.
    Events(fn(&Desk, Asked<'_>) -> Result<Job, ApiError>),
}

/// A path of the API.
pub(crate) struct Question {
    /// In lower case, as in the description.
    pub(crate) method: &'static str,
    /// Below `/api/v1`.
    pub(crate) path: &'static str,
    pub(crate) answer: Answer,
}

impl Question {
    /// What stands for `{name}` if the path is this question's; an empty name if it has none.
    pub(crate) fn matches<'a>(&self, path: &'a str) -> Option<&'a str> {
        match self.path.strip_suffix("{name}") {
            Some(start) => path.strip_prefix(start).filter(|name| !name.contains('/')),
            None => (path == self.path).then_some(""),
        }
    }
}

const fn question(method: &'static str, path: &'static str, answer: Answer) -> Question {
    Question { method, path, answer }
}

/// Every path of the API except those about the server itself.
pub(crate) const ALL: &[Question] = &[
    question("get", "/registry", Answer::Now(|desk, _| Ok(api::registry::registry(desk)))),
    question("post", "/engine", Answer::Now(|_, asked| api::registry::engine(&asked.read()?))),
    question("get", "/collections", Answer::Now(|desk, _| Ok(api::levels::collections(desk)))),
    question(
        "get",
        "/collections/{name}",
        Answer::Now(|desk, asked| api::levels::collection(desk, asked.name)),
    ),
    question(
        "post",
        "/levels/read",
        Answer::Now(|desk, asked| Ok(api::levels::read(desk, &asked.read()?))),
    ),
    question(
        "post",
        "/levels/write",
        Answer::Now(|desk, asked| api::levels::write(desk, asked.read()?)),
    ),
    question("post", "/levels/check", Answer::Now(|_, asked| api::levels::check(&asked.read()?))),
    question(
        "post",
        "/analyse",
        Answer::Now(|desk, asked| api::analyse::analyse(desk, &asked.read()?)),
    ),
    question("post", "/verify", Answer::Now(|_, asked| api::verify::verify(&asked.read()?))),
    question("post", "/hint", Answer::Search(|desk, asked| api::hint::hint(desk, &asked.read()?))),
    question(
        "post",
        "/trace",
        Answer::Search(|desk, asked| api::trace::trace(desk, &asked.read()?)),
    ),
    question(
        "post",
        "/solve",
        Answer::Events(|desk, asked| api::solve::solve(desk, &asked.read()?)),
    ),
    question(
        "post",
        "/improve",
        Answer::Events(|desk, asked| api::improve::improve(desk, &asked.read()?)),
    ),
    question(
        "post",
        "/certificate",
        Answer::Events(|desk, asked| api::certificate::certificate(desk, &asked.read()?)),
    ),
    question(
        "post",
        "/compare",
        Answer::Events(|desk, asked| api::compare::compare(desk, &asked.read()?)),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_path() {
        let named = question("get", "/collections/{name}", ALL[0].answer);
        assert_eq!(named.matches("/collections/small"), Some("small"));
        assert_eq!(named.matches("/collections/a/b"), None);
        assert_eq!(named.matches("/collections"), None);
        assert_eq!(ALL[0].matches("/registry"), Some(""));
        assert_eq!(ALL[0].matches("/registry/x"), None);
    }
}
