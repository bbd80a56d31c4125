//! Numbers as bytes, and what is counted.

/// What a process counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) stored: u64,
    pub(crate) sent: u64,
    pub(crate) bytes: u64,
    pub(crate) wire: u64,
    pub(crate) rounds: u64,
    pub(crate) microseconds: u64,
    pub(crate) waited: u64,
}

impl Summary {
    pub(crate) fn numbers(&self) -> [u64; 9] {
        let Self { expanded, generated, stored, sent, bytes, wire, rounds, microseconds, waited } =
            *self;
        [expanded, generated, stored, sent, bytes, wire, rounds, microseconds, waited]
    }

    pub(crate) fn of(numbers: [u64; 9]) -> Self {
        let [expanded, generated, stored, sent, bytes, wire, rounds, microseconds, waited] =
            numbers;
        Self { expanded, generated, stored, sent, bytes, wire, rounds, microseconds, waited }
    }
}

pub(crate) fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(crate) fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from(short(bytes, at)) | u32::from(short(bytes, at + 2)) << 16
}

pub(crate) fn read_words(bytes: &[u8], words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from(long(bytes, 0)) | u64::from(long(bytes, 4)) << 32;
    }
}

pub(crate) fn write_words(words: &[u64], bytes: &mut Vec<u8>) {
    for word in words {
        bytes.extend(word.to_le_bytes());
    }
}
