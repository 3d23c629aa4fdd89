//! Stores blobs as entries of a run's key-value bucket. If the first byte of an entry is 0, the
//! blob follows. If it is 1, the number and the name of the blob's pieces follow. The pieces are
//! entries of the same bucket, and have the group of the blob's key. So they are removed with the
//! group, even if their upload was given up.

use super::super::blob::MOST_BYTES;
use super::super::error::Cause;
use super::super::names::is_name;
use super::streams;
use super::{Nats, RequestError};
use async_nats::jetstream::kv;

/// The size of the largest blob that is stored within an entry. A server with default settings
/// limits messages to 1 MiB.
const LONGEST_IN_MESSAGE: usize = 512 << 10;

impl Nats {
    /// Makes the entry of a blob. Stores the pieces of a blob that is too long for an entry.
    pub(super) async fn entry(
        &self,
        bucket: &kv::Store,
        key: &str,
        bytes: &[u8],
    ) -> Result<Vec<u8>, RequestError> {
        let most = LONGEST_IN_MESSAGE.min(self.client.server_info().max_payload / 2);
        if bytes.len() <= most {
            return Ok([&[0], bytes].concat());
        }
        let name = new_name(key);
        let pieces = bytes.chunks(most.max(1));
        let entry = format!("\u{1}{} {name}", pieces.len());
        for (number, piece) in pieces.enumerate() {
            let piece = piece.to_vec();
            bucket.put(piece_key(&name, number), piece.into()).await?;
        }
        Ok(entry.into_bytes())
    }
}

/// The largest number of pieces of a blob.
const MOST_PIECES: usize = 1 << 12;

/// Reads the blob of a key's entry. `None` if a piece is missing: it was removed, or a replica does
/// not have it yet.
pub(super) async fn blob(
    bucket: &kv::Store,
    key: &str,
    entry: &[u8],
) -> Result<Option<Vec<u8>>, RequestError> {
    if let [0, bytes @ ..] = entry {
        return Ok(Some(bytes.to_vec()));
    }
    let damaged = |why: String| RequestError::Damaged(key.to_string(), why.into());
    let neither = || damaged("an entry that names neither a blob nor its pieces".to_string());
    let (count, name) = pieces(entry).ok_or_else(neither)?;
    let mut bytes = Vec::new();
    for number in 0..count {
        let Some(piece) = bucket.get(piece_key(name, number)).await? else {
            return Ok(None);
        };
        bytes.extend_from_slice(&piece);
        if bytes.len() > MOST_BYTES {
            return Err(damaged(format!(
                "the pieces {name} have more than {MOST_BYTES} bytes"
            )));
        }
    }
    Ok(Some(bytes))
}

/// Removes the pieces of an entry unless the entry is stored. An entry is not stored if another one
/// was the first.
pub(super) async fn remove_unused(
    bucket: &kv::Store,
    key: &str,
    entry: &[u8],
) -> Result<(), Cause> {
    let Some((_, name)) = pieces(entry) else {
        return Ok(());
    };
    // If the answer to the request is lost, the first entry may be this one.
    let stored = bucket.get(key).await?;
    if stored.is_some_and(|stored| stored != entry) {
        streams::purge(bucket, &format!("{name}.*")).await?;
    }
    Ok(())
}

/// The number and the name of the pieces that an entry names.
fn pieces(entry: &[u8]) -> Option<(usize, &str)> {
    let text = std::str::from_utf8(entry.strip_prefix(&[1])?).ok()?;
    let (count, name) = text.split_once(' ')?;
    let count = count.parse().ok().filter(|count| *count <= MOST_PIECES)?;
    let is_plain = |part: &str| is_name(part);
    name.split('.').all(is_plain).then_some((count, name))
}

/// A new name for the pieces of a blob. It has the group of the blob's key.
fn new_name(key: &str) -> String {
    let (kind, place) = key.split_once('.').unwrap_or((key, "run"));
    format!("piece.{place}.{kind}.{:016x}", streams::nonce())
}

fn piece_key(name: &str, number: usize) -> String {
    format!("{name}.{number}")
}

/// The number of replicas of a bucket.
pub(super) fn replicas(bucket: &kv::Store) -> usize {
    bucket.stream.cached_info().config.num_replicas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_group_of_their_blob() {
        for (key, start) in [
            ("state.5.2.aside", "piece.5.2.aside.state."),
            ("keys.b34.0", "piece.b34.0.keys."),
            ("config", "piece.run.config."),
        ] {
            let name = new_name(key);
            assert!(name.starts_with(start), "{name}");
        }
    }

    #[test]
    fn an_entry_names_its_pieces() {
        assert_eq!(pieces(b"\x0112 piece.a"), Some((12, "piece.a")));
        for other in [&b""[..], b"\0a", b"\x01", b"\x01x a", b"\x01-1 a", b"\x011"] {
            assert_eq!(pieces(other), None);
        }
    }
}
