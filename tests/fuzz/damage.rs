//! Damage: inputs made from others by a few changes each; the same seed makes the same inputs.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Pieces of text that often matter: ends of ranges, marks of the formats, unusual characters.
const PIECES: [&str; 48] = [
    "0",
    "1",
    "-1",
    "00",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "170141183460469231731687303715884105727",
    "1e999",
    "0.1",
    "1/0",
    "NaN",
    "null",
    "true",
    "\"\"",
    "{}",
    "[]",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    "||",
    ",",
    ":",
    ";",
    "-",
    "+",
    "*",
    "^",
    "\n",
    "\r\n",
    "\t",
    "\\",
    "\"",
    "=",
    "~",
    "?",
    "\u{0}",
    "é",
    "\u{202e}",
    "L.R",
];

/// Makes inputs.
pub struct Damage<'a> {
    dice: ChaCha8Rng,
    known: &'a [Vec<u8>],
}

impl<'a> Damage<'a> {
    /// From these inputs; there must be at least one.
    pub fn new(seed: u64, known: &'a [Vec<u8>]) -> Damage<'a> {
        let dice = ChaCha8Rng::seed_from_u64(seed);
        Damage { dice, known }
    }

    fn below(&mut self, n: usize) -> usize {
        (self.dice.next_u64() % n.max(1) as u64) as usize
    }

    /// An input with one to eight changes.
    pub fn next(&mut self) -> Vec<u8> {
        let mut input = self.known[self.below(self.known.len())].clone();
        for _ in 0..1 << self.below(4) {
            self.change(&mut input);
        }
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let end = (at + 1 + self.below(16)).min(input.len());
        match self.below(10) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => input.truncate(at),
            3 => drop(input.drain(at.min(end)..end)),
            4 => {
                let part = input[at.min(end)..end].to_vec();
                let times = [1, 2, 50, 2000][self.below(4)];
                drop(input.splice(at..at, part.repeat(times)));
            }
            5 => self.swap_number(input, at),
            6 => {
                // A part of another input.
                let other = self.below(self.known.len());
                let other = &self.known[other];
                let (from, length) = (self.dice.next_u64() as usize, self.dice.next_u64() as usize);
                let from = from % (other.len() + 1);
                let to = (from + length % 40).min(other.len());
                drop(input.splice(at.min(end)..end, other[from..to].iter().copied()));
            }
            _ => {
                let piece = PIECES[self.below(PIECES.len())];
                let to = if self.below(2) == 0 { at } else { end.max(at) };
                drop(input.splice(at..to, piece.bytes()));
            }
        }
    }

    /// Replaces the first number from `at` on by another one.
    fn swap_number(&mut self, input: &mut Vec<u8>, at: usize) {
        let digit = |&b: &u8| b.is_ascii_digit();
        let Some(start) = input[at..].iter().position(digit).map(|i| at + i) else {
            return;
        };
        let length = input[start..].iter().take_while(|b| digit(b)).count();
        let small = self.below(20).to_string();
        let number = if self.below(2) == 0 {
            &small
        } else {
            PIECES[self.below(12)]
        };
        drop(input.splice(start..start + length, number.bytes()));
    }
}
