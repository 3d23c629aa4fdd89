//! The keys that an island has met, in blocks, so that an epoch need not store all of them again.
//!
//! The blocks are those of a binary indexed tree (Fenwick 1994). Epochs are counted from the first one that the run was submitted at:
//! after the `n`th, the keys of the latest `n & -n` epochs are stored as block `n`. What an island had met after the `n`th is then in the
//! blocks `n`, `n - (n & -n)`, … down to block 0, which holds what it had met before: a logarithmic number of them, and a key is
//! stored a logarithmic number of times.

use serde::{Deserialize, Serialize};

/// Where in the keys that an island has met the blocks end that hold them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Blocks {
    /// Block, whether its last epoch was sat out, and number of keys with it and all before, the oldest first. The first is
    /// block 0.
    ends: Vec<(u64, bool, u64)>,
}

impl Blocks {
    /// Of an island that has met so many keys before it was submitted.
    pub(super) fn new(known: u64) -> Blocks {
        Blocks {
            ends: vec![(0, false, known)],
        }
    }

    /// The blocks, oldest first, and whether the last epoch of each was sat out.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, bool)> {
        self.ends.iter().map(|&(block, aside, _)| (block, aside))
    }

    /// The next epoch is over, after which so many keys are known: the block that is to be stored, and how many of the
    /// youngest keys are in it. `aside` says whether the epoch was sat out.
    pub(super) fn push(&mut self, known: u64, aside: bool) -> (u64, u64) {
        let block = self.ends.last().map_or(0, |&(block, ..)| block) + 1;
        let before = block - lowest_bit(block);
        self.ends.retain(|&(other, ..)| other <= before);
        let end = self.ends.last().map_or(0, |&(.., end)| end);
        self.ends.push((block, aside, known));
        (block, known - end)
    }
}

fn lowest_bit(n: u64) -> u64 {
    n & n.wrapping_neg()
}

/// The blocks that make up what was met after `n` epochs, oldest first.
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

/// The blocks that nobody needs any more once nobody goes back before epoch `now`, but were needed for `before`.
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

    /// Ten keys an epoch, more or less; blocks are pruned as soon as they may be.
    #[test]
    fn what_was_met_is_in_the_blocks() {
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
            assert!(blocks.all().map(|(b, _)| b).eq(path(epoch + 1)));
            assert!(blocks.all().all(|(b, aside)| aside == (b % 7 == 1)));
            let found: Vec<u64> = blocks.all().flat_map(|(b, _)| store[&b].clone()).collect();
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
