//! Makes inputs out of good ones, the same on every machine: the generator is seeded and no
//! clock is read. Level files are lines with structure and numbers, so besides bytes the
//! mutations know lines, digits and the words of the target.

/// The longest input made: enough for several levels, short enough to stay quick.
pub const MAX_INPUT: usize = 4096;

/// Numbers that readers trip over.
const NUMBERS: [&str; 8] =
    ["0", "1", "-1", "255", "65536", "4294967296", "99999999999999999999", "1e9"];

/// A source of inputs.
#[derive(Clone, Debug)]
pub struct Mutator {
    state: u64,
    seeds: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
}

impl Mutator {
    /// Inputs made of `seeds`, which must not be empty, and `tokens`.
    pub fn new(seed: u64, seeds: Vec<Vec<u8>>, tokens: &[&str]) -> Self {
        assert!(!seeds.is_empty(), "there is nothing to mutate");
        let tokens = tokens.iter().chain(&NUMBERS).map(|token| token.as_bytes().to_vec());
        Self { state: seed, seeds, tokens: tokens.collect() }
    }

    /// A number below `limit`, or zero if that is zero. Splitmix: Steele, Lea and Flood 2014.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    /// The next input: a seed with changes, half of the time one, else two, and so on; so
    /// that many inputs are nearly good and get deep.
    pub fn next_input(&mut self) -> Vec<u8> {
        let chosen = self.below(self.seeds.len());
        let mut data = self.seeds[chosen].clone();
        self.change(&mut data);
        while self.below(2) == 0 {
            self.change(&mut data);
        }
        data.truncate(MAX_INPUT);
        data
    }

    /// Changes one thing.
    fn change(&mut self, data: &mut Vec<u8>) {
        let at = self.below(data.len() + 1);
        let to = (at + 1 + self.below(16)).min(data.len());
        let at_byte = at.min(data.len().saturating_sub(1));
        match self.below(14) {
            0 => {
                let bit = 1 << self.below(8);
                data.iter_mut().skip(at_byte).take(1).for_each(|byte| *byte ^= bit);
            }
            1 => {
                let new = self.below(256) as u8;
                data.iter_mut().skip(at_byte).take(1).for_each(|byte| *byte = new);
            }
            2 | 3 => self.put_token(data, at, at),
            4 => self.put_token(data, at, to),
            5 => drop(data.drain(at..to)),
            6 => {
                let copy = data[at..to].to_vec();
                drop(data.splice(at..at, copy));
            }
            7 => self.change_line(data),
            8 => self.change_number(data),
            9 => {
                // The rest of another seed, so that formats meet within one file.
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                data.truncate(at);
                data.extend_from_slice(&self.seeds[other][from..]);
            }
            10 => {
                let copy: Vec<u8> = data.iter().copied().skip(at_byte).take(1).collect();
                let times = 1 << self.below(9);
                drop(data.splice(at_byte..at_byte, copy.repeat(times)));
            }
            11 | 12 => self.change_word(data),
            _ => data.truncate(data.len() - self.below(8).min(data.len())),
        }
        data.truncate(2 * MAX_INPUT);
    }

    fn put_token(&mut self, data: &mut Vec<u8>, from: usize, to: usize) {
        let chosen = self.below(self.tokens.len());
        drop(data.splice(from..to, self.tokens[chosen].iter().copied()));
    }

    /// Doubles, drops or exchanges a line.
    fn change_line(&mut self, data: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = data.split_inclusive(|&byte| byte == b'\n').collect();
        let (one, other) = (self.below(lines.len()), self.below(lines.len()));
        if lines.is_empty() {
            return;
        }
        match self.below(3) {
            0 => lines.insert(other, lines[one]),
            1 => drop(lines.remove(one)),
            _ => lines.swap(one, other),
        }
        *data = lines.concat();
    }

    /// Exchanges a word for one that the target knows.
    fn change_word(&mut self, data: &mut Vec<u8>) {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let starts = |at: &usize| is_word(data[*at]) && (*at == 0 || !is_word(data[*at - 1]));
        let starts: Vec<usize> = (0..data.len()).filter(starts).collect();
        if starts.is_empty() {
            return;
        }
        let from = starts[self.below(starts.len())];
        let length = data[from..].iter().take_while(|&&byte| is_word(byte)).count();
        self.put_token(data, from, from + length);
    }

    /// Exchanges a run of digits for another number.
    fn change_number(&mut self, data: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..data.len()).filter(|&at| data[at].is_ascii_digit()).collect();
        if starts.is_empty() {
            return;
        }
        let from = starts[self.below(starts.len())];
        let digits = data[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = NUMBERS[self.below(NUMBERS.len())];
        drop(data.splice(from..from + digits, number.bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutator() -> Mutator {
        Mutator::new(
            7,
            vec![b"#####\n#@$.#\n#####\n; 12\n".to_vec(), b"r2(uD)".to_vec()],
            &["::", "$"],
        )
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let (mut one, mut two) = (mutator(), mutator());
        for _ in 0..500 {
            assert_eq!(one.next_input(), two.next_input());
        }
    }

    #[test]
    fn inputs_differ_and_stay_short() {
        let mut mutator = mutator();
        let inputs: std::collections::HashSet<Vec<u8>> =
            (0..2000).map(|_| mutator.next_input()).collect();
        assert!(inputs.len() > 1000, "only {} distinct", inputs.len());
        assert!(inputs.iter().all(|input| input.len() <= MAX_INPUT));
        assert!(inputs.iter().any(|input| input.len() > 100), "some grow");
    }
}
