//! A certificate of an optimum: a formula that says "there is a solution with fewer pushes", and its
//! refutation, for programs that know nothing of this one.

use std::sync::Arc;

use hakooshi::{Cancel, Level};
use hakooshi_search::{Budget, Context, Event};
use serde::Deserialize;
use serde_json::json;

use crate::desk::{Desk, Events, Job};
use crate::error::ApiError;
use crate::{Certificate, Prover};

/// What is to be proved.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    level: String,
    /// That no solution has fewer.
    pushes: u32,
    time_s: Option<f64>,
}

pub(crate) fn certificate(desk: &Desk, wish: &Wish) -> Result<Job, ApiError> {
    let prover = desk.prover.clone();
    let prover =
        prover.ok_or_else(|| ApiError::not_found("this page has no program for proofs"))?;
    let level = desk.level(&wish.level)?;
    if wish.pushes == 0 {
        return Err(ApiError::malformed("no solution has fewer than no pushes"));
    }
    let (pushes, most) = (wish.pushes, desk.limits.certificate);
    let budget = desk.budget(desk.limits.time_for(wish.time_s));
    let run = move |cancel: &Cancel, events: &mut dyn Events| {
        let budget = Budget { cancel: cancel.clone(), ..budget };
        match prove(&prover, &level, pushes, budget, most, events) {
            Ok(Certificate { formula, proof, variables, clauses, steps }) => events.deliver(
                "result",
                &json!({
                    "formula": formula,
                    "proof": proof,
                    "variables": variables,
                    "clauses": clauses,
                    "steps": steps,
                }),
            ),
            Err(message) => {
                let refusal = json!({ "error": { "code": "proof", "message": message } });
                events.deliver("error", &refusal);
            }
        }
    };
    Ok(Job { owed: 1, run: Box::new(run) })
}

fn prove(
    prover: &Arc<dyn Prover>,
    level: &Level,
    pushes: u32,
    budget: Budget,
    most: u64,
    events: &mut dyn Events,
) -> Result<Certificate, String> {
    let mut tell = |event: &Event| {
        if let Event::Progress(now) = event {
            events.tell("progress", &json!({ "elapsed_s": now.elapsed.as_secs_f64() }));
        }
    };
    prover.prove(level, pushes, most, &mut Context::new(budget, &mut tell))
}
