//! How fast a large Boxoban-like file is read, on one core:
//!
//! ```text
//! cargo bench -p hakooshi-level --bench read
//! ```
//!
//! A number after `--` reads that many thousand levels instead, for instruction counts under
//! valgrind.
//!
//! A chunk of a thousand made-up 10x10 levels is read a thousand times over through
//! [`Read`], so the million levels cost no memory and no disk.

use std::io::{BufReader, Read};
use std::time::Instant;

use hakooshi_level::formats::Reader;

const CHUNK: usize = 1_000;

/// The same bytes again and again.
struct Repeat {
    chunk: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Repeat {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let size = out.len().min(self.chunk.len() - self.at);
        out[..size].copy_from_slice(&self.chunk[self.at..self.at + size]);
        self.at += size;
        if self.at == self.chunk.len() {
            (self.at, self.left) = (0, self.left - 1);
        }
        Ok(size)
    }
}

/// Levels with four boxes in a room whose inner walls vary.
fn chunk() -> Vec<u8> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    let mut out = String::new();
    for number in 0..CHUNK {
        let mut cells = [b'#'; 100];
        for row in 1..9 {
            for col in 1..9 {
                // Every other row is free, so that all of the room is connected.
                let wall = row % 2 == 0 && random(2) == 0;
                cells[row * 10 + col] = if wall { b'#' } else { b' ' };
            }
        }
        for row in [2, 4, 6] {
            cells[row * 10 + 1 + random(8)] = b' ';
        }
        let mut pieces = b"@$$$$....".to_vec();
        while let Some(&piece) = pieces.last() {
            let cell = (1 + 2 * random(4)) * 10 + 1 + random(8);
            if cells[cell] == b' ' {
                cells[cell] = piece;
                pieces.pop();
            }
        }
        out.extend(["; ", &number.to_string(), "\n"]);
        for row in cells.chunks(10) {
            out.extend(row.iter().map(|&byte| char::from(byte)));
            out.push('\n');
        }
        out.push('\n');
    }
    out.into_bytes()
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on the terminal")]
fn main() {
    let chunks = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1000);
    let chunk = chunk();
    let bytes = chunk.len() * chunks;
    let input = Repeat { chunk, at: 0, left: chunks };
    #[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
    let start = Instant::now();
    let (mut boxes, mut levels) = (0, 0);
    for item in Reader::new(BufReader::with_capacity(64 << 10, input), None) {
        match item {
            Ok(entry) => (boxes, levels) = (boxes + entry.level.boxes(), levels + 1),
            Err(error) => println!("{}", error.render("chunk")),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!((levels, boxes), (chunks * CHUNK, 4 * chunks * CHUNK));
    println!(
        "{levels} levels, {:.0} MB in {seconds:.2} s: {:.0} MB/s, {:.0} levels/s",
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds,
        levels as f64 / seconds,
    );
}
