//! The examples run, each as a user would run it. They are compiled into this test instead of being
//! started: six more programs to link would cost every test run more than they check.

#[path = "../examples/cancel.rs"]
mod cancel;
#[path = "../examples/collection.rs"]
mod collection;
#[path = "../examples/deadline.rs"]
mod deadline;
#[path = "../examples/deadlocks.rs"]
mod deadlocks;
#[path = "../examples/first_pushes.rs"]
mod first_pushes;
#[path = "../examples/optimum.rs"]
mod optimum;

type Example = fn() -> Result<(), Box<dyn std::error::Error>>;

#[test]
fn every_example_runs() {
    let examples: [(&str, Example); 6] = [
        ("cancel", cancel::main),
        ("collection", collection::main),
        ("deadline", deadline::main),
        ("deadlocks", deadlocks::main),
        ("first_pushes", first_pushes::main),
        ("optimum", optimum::main),
    ];
    for (name, run) in examples {
        assert!(run().is_ok(), "{name}: {:?}", run());
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    assert_eq!(folder.read_dir().expect("the folder").count(), examples.len(), "one is not run");
}
