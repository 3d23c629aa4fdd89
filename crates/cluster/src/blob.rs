//! The blobs of a run in the cluster: their keys and contents. A content is encoded by postcard, in
//! compressed, in an envelope with versions and a checksum.

use super::blocks::Blocks;
use super::cards::{DoneCard, RunCard, RunWork};
use super::error::{Cause, ClusterError};
use super::protocol::FORMAT;
use super::store::JobStore;
use super::unit::Unit;
use boilingpoint_record::envelope::{self, Magic};
use boilingpoint_search::{BoardIsland, BoardIslandState, EpochLog, IslandOffer};
use boilingpoint_study::part::Part;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::Read;

const MAGIC: Magic = *b"BOILUNIT";
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The size of the largest blob, and of the largest content, that is read, in bytes.
pub(super) const MOST_BYTES: usize = 1 << 28;

/// The key of a run's config.
pub(super) const CONFIG_KEY: &str = "config";

/// A run's config.
pub(super) fn config(store: &dyn JobStore, run: &str) -> Result<Vec<u8>, ClusterError> {
    let config = store.get(run, CONFIG_KEY)?;
    config.ok_or_else(|| ClusterError::NoRun(run.to_string()))
}

/// The kinds of blobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlobKind {
    /// An island at the beginning of an epoch, with the results of the epoch before:
    /// [`IslandBlob`].
    Island,
    /// The result of a part of a list: [`PartBlob`].
    Part,
    /// The log of the attempts at a unit.
    Attempts,
    /// Keys of boards that an island has met. Their blobs are numbered by block, with the group
    /// [`block_group`], see [`super::blocks`].
    Keys,
}

impl BlobKind {
    fn name(self) -> &'static str {
        match self {
            BlobKind::Island => "island",
            BlobKind::Part => "part",
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
}

/// The key of a block of keys. A block that ends with a skipped epoch has a key of its own, since
/// another worker may compute the epoch at the same time. The first [`IslandBlob`] decides which of
/// the blocks is used.
pub(super) fn keys_key(block: u64, island: usize, skipped: bool) -> String {
    let key = BlobKind::Keys.key(block, island);
    if skipped { key + ".aside" } else { key }
}

/// The key of an epoch's results: of the island after the epoch.
pub(super) fn epoch_key(epoch: u64, island: usize) -> String {
    BlobKind::Island.key(epoch.saturating_add(1), island)
}

/// The key of a part's result.
pub(super) fn part_key(unit: &Unit) -> String {
    BlobKind::Part.key(unit.epoch, unit.island)
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

/// An island at the beginning of an epoch, with the results of the epoch before. The first blob
/// that is stored for an epoch is never replaced. So it holds all results of the epoch.
#[derive(Serialize, Deserialize)]
pub(super) struct IslandBlob {
    pub(super) state: BoardIslandState,
    pub(super) blocks: Blocks,
    /// The keys that are in no block.
    pub(super) keys: Vec<u64>,
    /// The island's offer to other islands; `None` if no island receives it.
    pub(super) offer: Option<IslandOffer>,
    /// The results of the epoch before; `None` if the run was submitted at this epoch.
    pub(super) result: Option<(DoneCard, EpochLog)>,
}

impl IslandBlob {
    /// The blob of an island of a new run.
    pub(super) fn first(island: &BoardIsland) -> IslandBlob {
        IslandBlob {
            state: island.stored(),
            blocks: Blocks::new(island.keys_known()),
            keys: Vec::new(),
            offer: None,
            result: None,
        }
    }
}

/// The result of a part of a list.
#[derive(Serialize, Deserialize)]
pub(super) struct PartBlob {
    pub(super) card: DoneCard,
    /// `None` if the part was quarantined.
    pub(super) result: Option<String>,
    /// The parts that are left to other units.
    pub(super) rest: Vec<Part>,
}

/// Encodes the content of a blob.
pub(super) fn pack<T: Serialize>(content: &T) -> Vec<u8> {
    seal(&postcard::to_stdvec(content).expect("no blob has a map without a length"))
}

pub(super) fn seal(content: &[u8]) -> Vec<u8> {
    let mut payload = Vec::new();
    let mut deflate = DeflateEncoder::new(content, Compression::fast());
    let read = deflate.read_to_end(&mut payload);
    read.expect("bytes in memory can be read");
    envelope::seal(&MAGIC, FORMAT, PROGRAM, &payload)
}

/// Expands the payload of an envelope.
///
/// # Errors
/// If the payload is no compressed content, or its content is longer than [`MOST_BYTES`].
pub(super) fn expand(payload: &[u8]) -> Result<Vec<u8>, Cause> {
    let mut content = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    DeflateDecoder::new(payload)
        .take(most)
        .read_to_end(&mut content)?;
    if content.len() > MOST_BYTES {
        return Err(format!("its content has more than {MOST_BYTES} bytes").into());
    }
    Ok(content)
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
    let content = expand(envelope.payload);
    let content = content.map_err(|why| ClusterError::damaged(run, key, why))?;
    match postcard::take_from_bytes(&content) {
        Ok((content, [])) => Ok(content),
        Ok((_, rest)) => Err(damaged(format!("{} bytes follow its end", rest.len()))),
        Err(error) => Err(ClusterError::damaged(run, key, error)),
    }
}

/// The epoch and island that a key of this kind names. A key that [`BlobKind::key`] does not make
/// names none: another process may have stored it.
fn place_of(kind: BlobKind, key: &str) -> Option<(u64, usize)> {
    let mut parts = key.split('.').skip(1);
    let (epoch, island) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (kind.key(epoch, island) == key).then_some((epoch, island))
}

/// The islands that have completed an epoch.
pub(super) fn done_islands(
    store: &dyn JobStore,
    run: &str,
    epoch: u64,
) -> Result<impl Iterator<Item = usize>, ClusterError> {
    let keys = store.keys(run, &BlobKind::Island.prefix(epoch.saturating_add(1)))?;
    Ok(keys
        .into_iter()
        .filter_map(|key| Some(place_of(BlobKind::Island, &key)?.1)))
}

/// The epoch and island, or the part, of each unit whose results are stored.
pub(super) fn done_units(
    store: &dyn JobStore,
    run: &RunCard,
) -> Result<BTreeSet<(u64, usize)>, ClusterError> {
    let (kind, lag) = match run.work {
        RunWork::Search => (BlobKind::Island, 1),
        RunWork::Atlas { .. } => (BlobKind::Part, 0),
    };
    let keys = store.keys(&run.id, kind.name())?;
    let places = keys.iter().filter_map(|key| place_of(kind, key));
    let unit = |(number, island): (u64, usize)| Some((number.checked_sub(lag)?, island));
    Ok(places.filter_map(unit).collect())
}

/// Counts the finished units of a run: all units of the epochs before `floor`, which the collector
/// has merged, and the units from `floor` on whose results are stored.
///
/// # Errors
/// If the store does not answer.
pub fn units_done(store: &dyn JobStore, run: &RunCard) -> Result<u64, ClusterError> {
    let collected = run.floor.saturating_sub(run.first);
    let collected = collected.saturating_mul(run.islands);
    match done_units(store, run) {
        Ok(done) => Ok(match run.work.chunks() {
            None => collected.saturating_add(done.range((run.floor, 0)..).count() as u64),
            // The other parts are those of blocks of chunks.
            Some(chunks) => done.range((chunks, 0)..=(chunks, usize::MAX)).count() as u64,
        }),
        // Nothing is stored for a finished run.
        Err(ClusterError::NoRun(_)) if run.work == RunWork::Search => Ok(collected),
        Err(ClusterError::NoRun(_)) => Ok(run.islands),
        Err(other) => Err(other),
    }
}
