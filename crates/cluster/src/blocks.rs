//! The keys of the boards that an island has met are stored in blocks, so that an epoch need not
//! store all of them again.
//!
//! Epochs are counted from the first submitted one, and [`SPAN`] epochs are a span. The keys of an
//! incomplete span are stored with the island. The blocks form a binary indexed tree (Fenwick
//! 1994): after span `n`, the keys of the latest `n & -n` spans are stored as block `n`. All keys
//! after span `n` are then in the blocks `n`, `n - (n & -n)`, … down to block 0, which holds the
//! keys from before the run was submitted. The number of these blocks is logarithmic in `n`, and a
//! key is stored a logarithmic number of times.

use serde::{Deserialize, Serialize};

/// The number of epochs of a span. Keys of fewer epochs are not worth a request of their own.
const SPAN: u64 = 8;

/// A stored block of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Block {
    pub(super) number: u64,
    /// Whether the last epoch of the block was skipped.
    pub(super) skipped: bool,
    /// The number of keys in this block and all earlier blocks.
    end: u64,
}

/// The blocks that hold the keys of an island.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Blocks {
    /// The number of epochs.
    epochs: u64,
    /// The oldest first. A block without keys is left out.
    blocks: Vec<Block>,
}

impl Blocks {
    /// Block 0, if the island knew keys before the run was submitted.
    pub(super) fn new(known: u64) -> Blocks {
        let first = Block {
            number: 0,
            skipped: false,
            end: known,
        };
        Blocks {
            epochs: 0,
            blocks: Vec::from_iter((known > 0).then_some(first)),
        }
    }

    /// The blocks, the oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter()
    }

    /// The number of the youngest keys that are in no block, if the island knows `known` keys.
    pub(super) fn count_after(&self, known: u64) -> u64 {
        let end = self.blocks.last().map_or(0, |block| block.end);
        known.saturating_sub(end)
    }

    /// Adds an epoch, after which the island knows `known` keys. If a span ends with it, adds the
    /// block of the span, and returns the block's number and its number of keys. The block has the
    /// island's youngest keys.
    pub(super) fn push(&mut self, known: u64, skipped: bool) -> Option<(u64, u64)> {
        self.epochs = self.epochs.saturating_add(1);
        if !self.epochs.is_multiple_of(SPAN) {
            return None;
        }
        let number = self.epochs / SPAN;
        let before = number - lowest_bit(number);
        self.blocks.retain(|block| block.number <= before);
        let count = self.count_after(known);
        if count == 0 {
            return None;
        }
        self.blocks.push(Block {
            number,
            skipped,
            end: known,
        });
        Some((number, count))
    }
}

fn lowest_bit(n: u64) -> u64 {
    n & n.wrapping_neg()
}

/// The blocks that hold the keys after `n` spans, the oldest first.
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

/// The blocks that were needed to resume after `before` epochs, and are not needed to resume after
/// `now` or more epochs.
pub(super) fn superseded(before: u64, now: u64) -> Vec<u64> {
    let (before, now) = (before / SPAN, now / SPAN);
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

    /// The epochs add from 0 to 20 keys, but for a time none, and some are skipped. Blocks are
    /// removed as soon as they are superseded.
    #[test]
    fn the_blocks_hold_the_keys() {
        let mut blocks = Blocks::new(7);
        let mut met: Vec<u64> = (0..7).collect();
        let mut store = BTreeMap::from([(0, met.clone())]);
        let (mut stored, mut most) = (0, 0);
        for epoch in 1..300 * SPAN {
            let new = if epoch / 512 == 2 { 0 } else { epoch % 21 };
            met.extend(met.len() as u64..met.len() as u64 + new);
            let youngest = |count: u64| met[met.len() - count as usize..].to_vec();
            if let Some((block, count)) = blocks.push(met.len() as u64, epoch % 7 == 0) {
                assert_eq!(block * SPAN, epoch);
                store.insert(block, youngest(count));
                stored += count;
            }
            for old in superseded(epoch - 1, epoch) {
                store.remove(&old);
            }
            assert!(store.keys().eq(blocks.iter().map(|b| &b.number)));
            let is_skipped = |b: &Block| b.number > 0 && (b.number * SPAN).is_multiple_of(7);
            assert!(blocks.iter().all(|b| b.skipped == is_skipped(b)));
            let in_blocks = blocks.iter().flat_map(|b| store[&b.number].clone());
            let after = youngest(blocks.count_after(met.len() as u64));
            assert!(after.len() < 21 * SPAN as usize);
            assert_eq!(in_blocks.chain(after).collect::<Vec<u64>>(), met);
            most = most.max(store.len());
        }
        assert!(most <= 10, "{most} blocks");
        assert!(stored < 9 * met.len() as u64, "{stored} keys stored");
    }

    #[test]
    fn nothing_that_is_needed_is_superseded() {
        for before in 0..20 * SPAN {
            for now in before..20 * SPAN {
                let gone = superseded(before, now);
                for later in now / SPAN..40 {
                    let needed = path(later);
                    assert!(gone.iter().all(|block| !needed.contains(block)));
                }
            }
        }
    }
}
