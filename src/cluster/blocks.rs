//! The keys of the boards that an island has met are stored in blocks, so that an epoch need not
//! store all of them again.
//!
//! The blocks form a binary indexed tree (Fenwick 1994). Epochs are counted from the first
//! submitted one. After epoch `n`, the keys of the latest `n & -n` epochs are stored as block `n`.
//! All keys after epoch `n` are then in the blocks `n`, `n - (n & -n)`, … down to block 0, which
//! holds the keys from before the run was submitted. The number of these blocks is logarithmic in
//! `n`, and a key is stored a logarithmic number of times.

use serde::{Deserialize, Serialize};

/// A stored block of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Block {
    pub(super) number: u64,
    /// Whether the last epoch of the block was skipped.
    pub(super) skipped: bool,
    /// The number of keys in this block and all earlier blocks.
    end: u64,
}

/// The blocks that hold the keys of an island, the oldest first. The oldest is block 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Blocks(Vec<Block>);

impl Blocks {
    /// Block 0, with the number of keys that the island knew before the run was submitted.
    pub(super) fn new(known: u64) -> Blocks {
        Blocks(vec![Block {
            number: 0,
            skipped: false,
            end: known,
        }])
    }

    /// The blocks, the oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Block> {
        self.0.iter()
    }

    /// Adds the block of the next epoch. After that epoch the island knows `known` keys. Returns
    /// the block's number and its number of keys. The block has the island's youngest keys.
    pub(super) fn push(&mut self, known: u64, skipped: bool) -> (u64, u64) {
        let number = self.0.last().map_or(0, |block| block.number);
        let number = number.saturating_add(1);
        let before = number - lowest_bit(number);
        self.0.retain(|block| block.number <= before);
        let start = self.0.last().map_or(0, |block| block.end);
        self.0.push(Block {
            number,
            skipped,
            end: known,
        });
        (number, known.saturating_sub(start))
    }
}

fn lowest_bit(n: u64) -> u64 {
    n & n.wrapping_neg()
}

/// The blocks that hold the keys after `n` epochs, the oldest first.
fn path(mut n: u64) -> Vec<u64> {
    let mut blocks = vec![];
    while n > 0 {
        blocks.push(n);
        n -= lowest_bit(n);
    }
    blocks.push(0);
    blocks.reverse();
    blocks
}

/// The blocks that were needed to resume from epoch `before`, and are not needed to resume from
/// epoch `now` or later.
pub(super) fn superseded(before: u64, now: u64) -> Vec<u64> {
    let needed = path(now);
    let mut old = path(before);
    old.extend(before + 1..now);
    old.retain(|block| !needed.contains(block));
    old
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The epochs add from 0 to 20 keys. Blocks are removed as soon as they are superseded.
    #[test]
    fn the_blocks_hold_the_keys() {
        let mut blocks = Blocks::new(7);
        let mut met: Vec<u64> = (0..7).collect();
        let mut store = BTreeMap::from([(0, met.clone())]);
        let (mut stored, mut most) = (0, 0);
        for epoch in 0..300u64 {
            met.extend(met.len() as u64..met.len() as u64 + epoch % 21);
            let (block, count) = blocks.push(met.len() as u64, epoch % 7 == 0);
            assert_eq!(block, epoch + 1);
            store.insert(block, met[met.len() - count as usize..].to_vec());
            stored += count;
            for old in superseded(epoch, epoch + 1) {
                store.remove(&old).unwrap();
            }
            assert!(blocks.iter().map(|b| b.number).eq(path(epoch + 1)));
            assert!(blocks.iter().all(|b| b.skipped == (b.number % 7 == 1)));
            let found: Vec<u64> = blocks
                .iter()
                .flat_map(|b| store[&b.number].clone())
                .collect();
            assert_eq!(found, met);
            most = most.max(store.len());
        }
        assert!(most <= 10, "{most} blocks");
        assert!(stored < 9 * met.len() as u64, "{stored} keys stored");
    }

    #[test]
    fn nothing_that_is_needed_is_superseded() {
        for before in 0..40 {
            for now in before..40 {
                let gone = superseded(before, now);
                for later in now..80 {
                    let needed = path(later);
                    assert!(gone.iter().all(|block| !needed.contains(block)));
                }
            }
        }
    }
}
