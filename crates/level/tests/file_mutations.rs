//! Damaged files: whatever the bytes, reading ends without a panic, and what was read can be
//! written as text and reads back equal.

use hakooshi_level::formats::{Collection, Format};

const SEEDS: [&str; 6] = [
    "; Collection: C\n\n; One\n#####\n#@$.#\n#####\nAuthor: A\n\nSolution\nR\n\nnotes\n\n; Two\n\n\
     #####\n#p_b.#\n--\n#####\n",
    ":: c\nTitle\n\n> #####\n> #@$.#\n> #####\n\nText\n\n:: end of notes\n\n4#|#@$.#|3(#-)\n\n*lR\n",
    "<SokobanLevels><Title>T</Title><LevelCollection Copyright=\"C\"><Level Id=\"1\"><L>#####</L>\
     <L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
    "[{\"title\": \"T\", \"content\": [\"WWWWW\", [\"W\",\"S\",\"B\",\"G\",\"W\"], \"WWWWW\"], \
     \"bestSolution\": \"R\", \"minPushes\": 1}]",
    "6\n3\n######\n#.PXO#\n######\n\n+ + + + +\n+ * @ X +\n+ + + + +\n",
    "1111111023411111111\nWWWWWWW.A10WWWWWWW\n#######\n#_P√XO#\n#######\n",
];

/// Bytes that mean something somewhere.
const BYTES: &[u8] =
    b"#@$.*+ -_pPbBo\n\n\r\t;:|()[]3901<>&\"{},WESBGlurdLURDXO\xe9\xc3\xff\0\x1aTitle";

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len() + 1);
            match self.below(4) {
                0 => bytes.insert(at, BYTES[self.below(BYTES.len())]),
                1 if at < bytes.len() => bytes[at] = BYTES[self.below(BYTES.len())],
                2 if at < bytes.len() => drop(bytes.drain(at..bytes.len().min(at + 1 + at % 5))),
                _ => {
                    let from = self.below(bytes.len() + 1);
                    let end = bytes.len().min(from + self.below(40));
                    let copy = bytes[from..end].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
    }
}

#[test]
fn damaged_files_are_read_without_panic_and_written_without_loss() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let formats: Vec<Option<Format>> =
        std::iter::once(None).chain(Format::all().map(Some)).collect();
    for round in 0..30_000 {
        let mut bytes = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        random.damage(&mut bytes);
        let format = formats[random.below(formats.len() * 2) % formats.len()];
        let (read, errors) = Collection::read(&bytes, format);
        for error in &errors {
            assert!(error.line > 0 && error.column > 0 && !error.render("f").is_empty());
        }
        assert!(!read.entries.is_empty() || !errors.is_empty(), "silence is no answer");
        if read.entries.is_empty() {
            continue;
        }
        check(&bytes, &read, Format::SOK);
        let mut read = read;
        read.entries.iter_mut().for_each(|entry| entry.games.clear());
        check(&bytes, &read, Format::XSB);
        check(&bytes, &read, "rle".parse().unwrap());
    }
}

fn check(source: &[u8], read: &Collection, format: Format) {
    let text = read.write(format).unwrap();
    let (again, errors) = Collection::read(text.as_bytes(), Some(format));
    let source = String::from_utf8_lossy(source);
    assert_eq!(errors, [], "{source}\n--- became\n{text}");
    assert_eq!(&again, read, "{source}\n--- became\n{text}");
}
