//! The API of the page as WebAssembly, for a worker of the browser: the same questions and answers as
//! on the server (`hakooshi-web`), asked by a function call.
//!
//! A browser has neither threads nor the clock of the standard library. The clock is a method of the
//! worker's, and every search runs on the worker's one thread. A search polls its clock every few
//! milliseconds, so that is also where the worker says whether the search is to stop: a message
//! cannot arrive while the search keeps the thread.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use hakooshi::Cancel;
use hakooshi_web::{Bundled, Desk, Limits};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Whoever asks.
    #[derive(Clone, Debug)]
    pub type Asker;

    /// The time in milliseconds, negated once the search is to stop.
    #[wasm_bindgen(method)]
    fn tick(this: &Asker) -> f64;

    /// Is told of events as they happen: the name, and the data as JSON.
    #[wasm_bindgen(method)]
    fn hear(this: &Asker, name: &str, json: &str);
}

thread_local! {
    /// Whose question is being answered, and the flag that stops it.
    static ASKED: RefCell<Option<(Asker, Cancel)>> = const { RefCell::new(None) };
}

/// The clock of all searches.
fn clock() -> Duration {
    ASKED.with_borrow(|asked| {
        let Some((asker, cancel)) = asked else { return Duration::ZERO };
        let now = asker.tick();
        if now < 0.0 {
            cancel.cancel();
        }
        Duration::try_from_secs_f64(now.abs() / 1000.0).unwrap_or_default()
    })
}

/// Answers a question, given and returned as JSON; a refusal is thrown as JSON.
#[wasm_bindgen]
pub fn answer(method: &str, path: &str, body: &str, asker: &Asker) -> Result<String, String> {
    let cancel = Cancel::new();
    ASKED.set(Some((asker.clone(), cancel.clone())));
    let desk = Desk::new(Box::new(Bundled), Limits::default(), clock);
    let mut hear = |name: &str, json: &str| asker.hear(name, json);
    let answered = desk.answer(method, path, body.as_bytes(), &cancel, &mut hear);
    ASKED.set(None);
    answered.map(|value| value.to_string()).map_err(|refusal| refusal.to_string())
}
