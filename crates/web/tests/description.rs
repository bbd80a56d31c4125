//! Every path answers as the description says it does.

use hakooshi_web::Limits;
use serde_json::{Value, json};

use crate::common::Running;

const LEVEL: &str = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######";

/// Checks a value against a schema of the description: the few words of JSON Schema it uses.
fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(path) = schema["$ref"].as_str() {
        let schema =
            root.pointer(path.trim_start_matches('#')).ok_or(format!("{path} is missing"))?;
        return check(root, schema, value, at);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let fits = choices.iter().any(|schema| check(root, schema, value, at).is_ok());
        return if fits { Ok(()) } else { Err(format!("{at}: {value} fits none of {choices:?}")) };
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Err(format!("{at}: the schema has no type")),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    };
    if !kinds.iter().any(is) {
        return Err(format!("{at}: {value} is not {kinds:?}"));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(format!("{at}: {value} is not one of {words:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.is_object() && value.get(name).is_none() {
            return Err(format!("{at}: {name} is missing"));
        }
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check(root, schema, value, &format!("{at}.{name}"))?;
        }
    }
    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
        if !schema["items"].is_null() {
            check(root, &schema["items"], value, &format!("{at}[{index}]"))?;
        }
    }
    Ok(())
}

#[test]
fn the_check_itself_can_fail() {
    let schema = json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } });
    assert!(check(&schema, &schema, &json!({ "a": 1 }), "it").is_ok());
    assert!(check(&schema, &schema, &json!({ "a": "x" }), "it").is_err());
    assert!(check(&schema, &schema, &json!({}), "it").is_err());
}

fn schema_of<'a>(api: &'a Value, path: &str, method: &str) -> &'a Value {
    &api["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_fit_the_description() {
    let server = Running::start(Limits::default()).await;
    let api = server.get("/api/v1/openapi.json").await.json();
    for path in ["/api/v1/status", "/api/v1/registry", "/api/v1/collections"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        check(&api, schema_of(&api, path, "get"), &answer.json(), path).expect("as described");
    }
    let path = "/api/v1/collections/{name}";
    let small = server.get("/api/v1/collections/small").await.json();
    assert!(small["levels"].as_array().is_some_and(|levels| levels.len() > 5));
    check(&api, schema_of(&api, path, "get"), &small, path).expect("as described");

    let dead = "#######\n#@   .#\n#$    #\n#######";
    for (path, body) in [
        ("engine", json!({ "engine": "astar(h=nearest)", "goal": "pushes" })),
        ("engine", json!({ "engine": "astra" })),
        ("levels/read", json!({ "text": format!("; One\n{LEVEL}\n\n###\n") })),
        (
            "levels/write",
            json!({ "name": "Mine", "levels": [{ "xsb": LEVEL, "title": "A", "games": [{ "title": "Solution", "moves": "rRRlldRR" }] }] }),
        ),
        ("levels/check", json!({ "rows": LEVEL.lines().collect::<Vec<_>>() })),
        ("levels/check", json!({ "rows": ["###", "", "#"] })),
        ("analyse", json!({ "level": LEVEL, "deadlocks": true })),
        ("analyse", json!({ "level": dead, "deadlocks": true })),
        ("verify", json!({ "level": LEVEL, "moves": "rrrlldrr" })),
        ("verify", json!({ "level": LEVEL, "moves": "rrru" })),
        ("hint", json!({ "level": LEVEL })),
        ("hint", json!({ "level": LEVEL, "push": true })),
        ("hint", json!({ "level": dead })),
        ("trace", json!({ "level": LEVEL, "engine": "bfs", "nodes": 50 })),
    ] {
        let path = format!("/api/v1/{path}");
        let answer = server.post(&path, &body).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        check(&api, schema_of(&api, &path, "post"), &answer.json(), &path).expect("as described");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_fit_the_description() {
    let server = Running::start(Limits::default()).await;
    let api = server.get("/api/v1/openapi.json").await.json();
    let fits = |schema: &str, value: &Value| {
        check(&api, &api["components"]["schemas"][schema], value, schema).expect("as described");
    };
    let hard = server.get("/api/v1/collections/hard").await.json()["levels"][0]["xsb"].clone();
    let wish = json!({ "level": hard, "engine": "bfs(space=step,deadlocks=[])", "time_s": 1.0 });
    let answer = server.post("/api/v1/solve", &wish).await;
    assert_eq!(answer.events()[0].0, "job");
    fits("Progress", &answer.event("progress"));
    fits("Sight", &answer.event("closest"));
    fits("Record", &answer.event("result"));
    assert_eq!(answer.event("result")["stop"], "time");

    let (lurd, at) = (answer.event("result")["lurd"].clone(), answer.event("closest"));
    assert_eq!((lurd, &at["backward"]), (Value::Null, &json!(false)));

    let met = server.post("/api/v1/solve", &json!({ "level": hard, "engine": "rota" })).await;
    fits("Sight", &met.event("met"));
    let refused = server.post("/api/v1/certificate", &json!({ "level": LEVEL, "pushes": 4 })).await;
    assert_eq!(refused.status, 404, "nobody here writes proofs");

    let wish =
        json!({ "level": LEVEL, "moves": "durRRlldRR", "order": "moves,pushes", "time_s": 5.0 });
    let answer = server.post("/api/v1/improve", &wish).await;
    fits("Improved", &answer.event("result"));
    assert_eq!(answer.event("result")["score"]["moves"], 8, "two moves were idle");
    let part = json!({ "level": LEVEL, "moves": "rRRlldRR", "from": 8 });
    assert_eq!(server.post("/api/v1/improve", &part).await.status, 400);

    let wish = json!({ "text": LEVEL, "engines": ["bfs", "astar"], "goal": "pushes" });
    let answer = server.post("/api/v1/compare", &wish).await;
    let trials: Vec<Value> =
        answer.events().into_iter().filter(|(name, _)| name == "trial").map(|it| it.1).collect();
    assert_eq!(trials.len(), 2);
    for trial in &trials {
        fits("Record", trial);
    }
    fits("Comparison", &answer.event("result"));
    let answer = server.post("/api/v1/compare", &json!({ "text": LEVEL, "suite": "kth" })).await;
    fits("Comparison", &answer.event("result"));
    assert_eq!(answer.event("result")["table"]["rows"].as_array().map(Vec::len), Some(4));
    let unknown = json!({ "text": LEVEL, "suite": "mit" });
    assert_eq!(server.post("/api/v1/compare", &unknown).await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_is_true() {
    let server = Running::start(Limits::default()).await;
    let verify = |moves: &str| json!({ "level": LEVEL, "moves": moves });
    let good = server.post("/api/v1/verify", &verify("rrrlldrr")).await.json();
    assert_eq!((&good["solved"], &good["moves"]), (&json!(true), &json!("rRRlldRR")));
    assert_eq!(good["score"]["pushes"], 4);
    let wish = json!({ "level": LEVEL, "goal": "pushes" });
    let record = server.post("/api/v1/solve", &wish).await.event("result");
    assert_eq!((&record["status"], &record["pushes"]), (&json!("solved"), &json!(4)));
    let again = verify(record["lurd"].as_str().expect("moves"));
    assert_eq!(server.post("/api/v1/verify", &again).await.json()["solved"], true);
    let hint = server.post("/api/v1/hint", &json!({ "level": LEVEL, "push": true })).await.json();
    assert_eq!(hint["status"], "solved");
    assert_eq!(hint["dir"], "r", "every solution begins so: {hint}");
    let games = json!([{ "title": "Solution", "moves": "rRRlldRR", "notes": "Solver: me" }]);
    let level =
        json!({ "xsb": LEVEL, "title": "A", "author": "B", "notes": "Dear\nall", "games": games });
    let bundle = json!({ "name": "Mine", "levels": [level] });
    let text = server.post("/api/v1/levels/write", &bundle).await.json()["text"].clone();
    let read = server.post("/api/v1/levels/read", &json!({ "text": text })).await.json();
    assert_eq!((&read["name"], &read["levels"][0]["games"]), (&json!("Mine"), &games), "{text}");
    assert_eq!(
        (&read["levels"][0]["title"], &read["levels"][0]["author"]),
        (&json!("A"), &json!("B"))
    );
    assert!(read["levels"][0]["notes"].as_str().is_some_and(|it| it.contains("Dear\nall")));
    let dead = json!({ "level": "#######\n#@   .#\n#$    #\n#######", "deadlocks": true });
    let found = server.post("/api/v1/analyse", &dead).await.json();
    assert_eq!(found["deadlock"]["boxes"], json!([[2, 1]]));
    server.stop().await;
}
