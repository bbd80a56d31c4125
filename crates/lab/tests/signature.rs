//! No search changes what it expands unnoticed.

use hakooshi_lab::signature;

#[test]
fn every_engine_expands_what_the_file_says() {
    let kept = include_str!("../../../bench/signature.toml");
    let measured = signature::measure().expect("engines");
    let differences = signature::differences(kept, &measured);
    assert!(
        differences.is_empty(),
        "the searches no longer expand what bench/signature.toml says; if that is meant, run\n  \
         {}\n{}",
        signature::UPDATE,
        differences.join("\n")
    );
}
