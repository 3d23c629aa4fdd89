//! The blobs of a run in the cluster: their keys and contents. A content is encoded by postcard, in
//! an envelope with versions and a checksum. Only cards are JSON.

use super::blocks::Blocks;
use super::cards::{DoneCard, RunCard, RunWork};
use super::error::ClusterError;
use super::protocol::FORMAT;
use super::store::JobStore;
use crate::record::envelope::{self, Magic};
use crate::search::BoardIslandState;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const MAGIC: Magic = *b"BOILUNIT";
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The key of a run's config.
pub(super) const CONFIG_KEY: &str = "config";

/// A run's config.
pub(super) fn config(store: &dyn JobStore, run: &str) -> Result<Vec<u8>, ClusterError> {
    let config = store.get(run, CONFIG_KEY)?;
    config.ok_or_else(|| ClusterError::NoRun(run.to_string()))
}

/// The kinds of blobs. Each epoch of each island has blobs of these kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlobKind {
    /// The island at the beginning of the epoch: [`StateBlob`].
    State,
    /// The island's offer to other islands, made before the epoch.
    Offer,
    Log,
    /// The epoch is done: [`DoneCard`].
    Done,
    /// The log of the attempts at the epoch.
    Attempts,
    /// Keys of boards that the island has met. Their blobs are numbered by block, with the group
    /// [`block_group`], see [`super::blocks`].
    Keys,
}

impl BlobKind {
    fn name(self) -> &'static str {
        match self {
            BlobKind::State => "state",
            BlobKind::Offer => "offer",
            BlobKind::Log => "log",
            BlobKind::Done => "done",
            BlobKind::Attempts => "tries",
            BlobKind::Keys => "keys",
        }
    }

    /// The beginning of the keys of this kind and epoch, or block, without the dot that follows.
    pub(super) fn prefix(self, number: u64) -> String {
        let group = match self {
            BlobKind::Keys => block_group(number),
            _ => epoch_group(number),
        };
        format!("{}.{group}", self.name())
    }

    /// The key of the blob of this kind for an epoch, or block, of an island.
    pub(super) fn key(self, number: u64, island: usize) -> String {
        format!("{}.{island}", self.prefix(number))
    }

    /// The key of a result. The results of a skipped epoch have keys of their own, since another
    /// worker may compute the same epoch at the same time. The first [`DoneCard`] decides whether
    /// the results of the skipped epoch or those of the computed epoch are used.
    pub(super) fn result_key(self, number: u64, island: usize, skipped: bool) -> String {
        let key = self.key(number, island);
        if skipped { key + ".aside" } else { key }
    }
}

/// The group of the blobs of an epoch.
pub(super) fn epoch_group(epoch: u64) -> String {
    epoch.to_string()
}

/// The group of the blobs of a block of keys. It differs from the group of every epoch.
pub(super) fn block_group(block: u64) -> String {
    format!("b{block}")
}

/// The groups of the stored blobs of a run.
pub(super) fn groups(store: &dyn JobStore, run: &str) -> Result<BTreeSet<String>, ClusterError> {
    let keys = store.keys(run, "")?;
    let group = |key: &String| key.split('.').nth(1).map(str::to_string);
    Ok(keys.iter().filter_map(group).collect())
}

/// An island at the beginning of an epoch.
#[derive(Serialize, Deserialize)]
pub(super) struct StateBlob {
    pub(super) state: BoardIslandState,
    pub(super) blocks: Blocks,
}

/// Encodes the content of a blob.
pub(super) fn pack<T: Serialize>(content: &T) -> Vec<u8> {
    let payload = postcard::to_stdvec(content).expect("no blob has a map without a length");
    envelope::seal(&MAGIC, FORMAT, PROGRAM, &payload)
}

/// Decodes the content of a blob that was stored under a key.
pub(super) fn unpack<T: DeserializeOwned>(
    run: &str,
    key: &str,
    bytes: &[u8],
) -> Result<T, ClusterError> {
    let damaged = |why: String| ClusterError::damaged(run, key, why);
    let envelope = envelope::open(&MAGIC, bytes);
    let envelope = envelope.map_err(|why| ClusterError::damaged(run, key, why))?;
    if (envelope.format, envelope.program) != (FORMAT, PROGRAM) {
        return Err(damaged(format!(
            "it was stored by boilingpoint {} in format {}, but this is boilingpoint {PROGRAM} with format {FORMAT}",
            envelope.program, envelope.format
        )));
    }
    match postcard::take_from_bytes(envelope.payload) {
        Ok((content, [])) => Ok(content),
        Ok((_, rest)) => Err(damaged(format!("{} bytes follow its end", rest.len()))),
        Err(error) => Err(ClusterError::damaged(run, key, error)),
    }
}

/// Reads the card that was stored under a key.
pub(super) fn read_card(run: &str, key: &str, bytes: &[u8]) -> Result<DoneCard, ClusterError> {
    serde_json::from_slice(bytes).map_err(|error| ClusterError::damaged(run, key, error))
}

/// The epoch and island that a key names.
fn place_of(key: &str) -> Option<(u64, usize)> {
    let mut parts = key.split('.').skip(1);
    let epoch = parts.next()?.parse().ok()?;
    Some((epoch, parts.next()?.parse().ok()?))
}

/// The islands that have completed an epoch.
pub(super) fn done_islands(
    store: &dyn JobStore,
    run: &str,
    epoch: u64,
) -> Result<impl Iterator<Item = usize>, ClusterError> {
    let keys = store.keys(run, &BlobKind::Done.prefix(epoch))?;
    Ok(keys.into_iter().filter_map(|key| Some(place_of(&key)?.1)))
}

/// The epoch and island of each unit that has a [`DoneCard`].
pub(super) fn done_units(
    store: &dyn JobStore,
    run: &str,
) -> Result<BTreeSet<(u64, usize)>, ClusterError> {
    let keys = store.keys(run, BlobKind::Done.name())?;
    Ok(keys.iter().filter_map(|key| place_of(key)).collect())
}

/// Counts the finished units of a run: all units of the epochs before `floor`, which the collector
/// has merged, and the units from `floor` on whose results are stored.
///
/// # Errors
/// If the store does not answer.
pub fn units_done(store: &dyn JobStore, run: &RunCard) -> Result<u64, ClusterError> {
    let collected = run.floor.saturating_sub(run.first);
    let collected = collected.saturating_mul(run.islands);
    match done_units(store, &run.id) {
        // The cards of the epoch before `floor` are still stored, but `collected` has counted them.
        Ok(done) => Ok(match run.work.chunks() {
            None => collected.saturating_add(done.range((run.floor, 0)..).count() as u64),
            // The other cards are those of blocks of chunks.
            Some(chunks) => done.range((chunks, 0)..(chunks + 1, 0)).count() as u64,
        }),
        // Nothing is stored for a finished run.
        Err(ClusterError::NoRun(_)) if run.work == RunWork::Search => Ok(collected),
        Err(ClusterError::NoRun(_)) => Ok(run.islands),
        Err(other) => Err(other),
    }
}
