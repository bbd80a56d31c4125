//! Where questions are answered, whoever carries them: the server, or a worker in the browser.
//!
//! A question is a path, and a body of JSON. Some are answered at once; some need a search, which
//! can be stopped; some tell what happens while a search goes on. The list of questions is
//! [`ALL`](crate::questions::ALL).

use std::sync::Arc;
use std::time::Duration;

use hakooshi::{Cancel, Level};
use hakooshi_search::Budget;
use hakooshi_search::clock::Clock;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ApiError;
use crate::questions::{self, Answer};
use crate::{Limits, Prover, Shelves, views};

/// What answers need: collections, limits and a clock.
pub struct Desk {
    pub(crate) shelves: Box<dyn Shelves>,
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    /// Whether other programs can be started, as some planners do.
    pub(crate) starts_programs: bool,
    /// Writes certificates, where that is possible.
    pub(crate) prover: Option<Arc<dyn Prover>>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// A question as it came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// What stands for `{name}` in the path.
    pub(crate) name: &'a str,
    /// JSON.
    pub(crate) body: &'a [u8],
}

impl Asked<'_> {
    /// The body, if it has the shape that the question wants.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_slice(self.body)
            .map_err(|error| ApiError::malformed(format!("the body does not fit: {error}")))
    }
}

/// An answer that needs a search.
pub(crate) type Search = Box<dyn FnOnce(&Cancel) -> Result<Value, ApiError> + Send>;

/// The work of a [`Job`].
type Work = dyn FnOnce(&Cancel, &mut dyn Events) + Send;

/// A search that tells what happens.
pub(crate) struct Job {
    /// How many events must arrive.
    #[cfg_attr(
        not(feature = "server"),
        expect(dead_code, reason = "a server keeps room for them")
    )]
    pub(crate) owed: usize,
    pub(crate) run: Box<Work>,
}

/// Where a search puts what it has to say.
pub(crate) trait Events {
    /// Passes an event on. One that need not arrive may get lost if nobody has room for it.
    fn send(&mut self, name: &str, json: String, must_arrive: bool);
}

impl dyn Events + '_ {
    /// Says something that may get lost.
    pub(crate) fn tell(&mut self, name: &str, data: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(data) {
            self.send(name, json, false);
        }
    }

    /// Says something that must arrive.
    pub(crate) fn deliver(&mut self, name: &str, data: &impl Serialize) {
        if let Ok(json) = serde_json::to_string(data) {
            self.send(name, json, true);
        }
    }
}

/// Passes every event to a function.
struct Heard<'a>(&'a mut dyn FnMut(&str, &str));

impl Events for Heard<'_> {
    fn send(&mut self, name: &str, json: String, _must_arrive: bool) {
        (self.0)(name, &json);
    }
}

impl Desk {
    /// A desk for a place without other programs, such as a browser.
    pub fn new(shelves: Box<dyn Shelves>, limits: Limits, clock: Clock) -> Self {
        Self { shelves, limits, clock, starts_programs: false, prover: None }
    }

    /// The same with someone who writes certificates.
    #[must_use]
    pub fn with_prover(self, prover: Arc<dyn Prover>) -> Self {
        Self { prover: Some(prover), ..self }
    }

    /// Answers a question of the API, by its path below `/api/v1`, with JSON. Those with events tell
    /// them to `hear`, name and JSON, and answer `null`. A refusal is JSON too.
    pub fn answer(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
        cancel: &Cancel,
        hear: &mut dyn FnMut(&str, &str),
    ) -> Result<Value, Value> {
        self.find(method, path, body, cancel, hear).map_err(|error| error.json())
    }

    fn find(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
        cancel: &Cancel,
        hear: &mut dyn FnMut(&str, &str),
    ) -> Result<Value, ApiError> {
        let mut known = questions::ALL.iter().filter(|it| it.method == method);
        let found = known.find_map(|it| it.matches(path).map(|name| (it, name)));
        let (question, name) = found.ok_or_else(|| {
            ApiError::not_found(format!("there is no such path: {method} {path}"))
        })?;
        let asked = Asked { name, body };
        match question.answer {
            Answer::Now(answer) => answer(self, asked),
            Answer::Search(prepare) => prepare(self, asked)?(cancel),
            Answer::Events(prepare) => {
                (prepare(self, asked)?.run)(cancel, &mut Heard(hear));
                Ok(Value::Null)
            }
        }
    }

    /// Reads a level that is to be searched.
    pub(crate) fn level(&self, text: &str) -> Result<Level, ApiError> {
        let level = views::level(text)?;
        views::check_size(&level, &self.limits)?;
        Ok(level)
    }

    /// The budget of a search with this much time and all of the memory.
    pub(crate) fn budget(&self, time: Duration) -> Budget {
        let Limits { memory, ceiling, .. } = self.limits;
        let (time, bytes) = (Some(time), Some(memory));
        Budget { time, bytes, ceiling, clock: self.clock, ..Budget::default() }
    }
}

#[cfg(test)]
mod tests {
    use hakooshi_search::clock;
    use serde_json::json;

    use super::*;
    use crate::Bundled;

    const LEVEL: &str = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######";

    fn ask(method: &str, path: &str, body: &Value) -> (Result<Value, Value>, Vec<String>) {
        let desk = Desk::new(Box::new(Bundled), Limits::default(), clock::stopped);
        let mut heard = Vec::new();
        let mut hear = |name: &str, _: &str| heard.push(name.to_owned());
        let body = body.to_string();
        let answer = desk.answer(method, path, body.as_bytes(), &Cancel::new(), &mut hear);
        (answer, heard)
    }

    #[test]
    fn every_kind_of_question_is_answered_without_a_server() {
        let (answer, _) = ask("get", "/collections/small", &Value::Null);
        assert_eq!(answer.expect("levels")["name"], "small");
        let (answer, _) = ask("post", "/hint", &json!({ "level": LEVEL, "push": true }));
        assert_eq!(answer.expect("a hint")["status"], "solved");
        let (answer, heard) = ask("post", "/solve", &json!({ "level": LEVEL, "goal": "pushes" }));
        assert_eq!((answer, heard.last().map(String::as_str)), (Ok(Value::Null), Some("result")));
        let wish = json!({ "text": LEVEL, "engines": ["bfs", "astar"], "nodes": 10 });
        let (answer, heard) = ask("post", "/compare", &wish);
        assert_eq!((answer, heard.len()), (Ok(Value::Null), 4), "start, two trials, result");
    }

    #[test]
    fn refusals_say_why() {
        let code = |method, path, body| {
            let refusal = ask(method, path, &body).0.expect_err("a refusal");
            refusal["error"]["code"].as_str().map(str::to_owned).unwrap_or_default()
        };
        assert_eq!(code("get", "/nothing", Value::Null), "not_found");
        assert_eq!(code("post", "/solve", json!({})), "malformed");
        assert_eq!(code("post", "/solve", json!({ "level": "#@ #" })), "level");
        assert_eq!(code("post", "/solve", json!({ "level": LEVEL, "engine": "no" })), "engine");
    }

    #[test]
    fn planners_that_need_programs_are_offered_only_with_them() {
        let names = |desk: &Desk| crate::api::registry::registry(desk)["planners"].clone();
        let mut desk = Desk::new(Box::new(Bundled), Limits::default(), clock::stopped);
        assert_eq!(names(&desk), json!([]));
        desk.starts_programs = true;
        assert!(names(&desk).as_array().is_some_and(|it| !it.is_empty()));
    }
}
