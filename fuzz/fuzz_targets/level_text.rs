//! Fuzzes level files of every format; what must hold is told in `crates/fuzzing/src/level_text.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hakooshi_fuzzing::level_text(data));
