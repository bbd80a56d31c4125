//! Fuzzes solutions and saved games; what must hold is told in `crates/fuzzing/src/move_text.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hakooshi_fuzzing::move_text(data));
