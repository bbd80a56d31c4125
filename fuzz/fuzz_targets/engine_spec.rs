//! Fuzzes engine specs and budgets; what must hold is told in `crates/fuzzing/src/engine_spec.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hakooshi_fuzzing::engine_spec(data));
