//! Stores blobs as entries of a run's key-value bucket. If the first byte of an entry is 0, the
//! blob follows. If it is 1, the name of an object follows, and the object holds the blob.

use super::super::error::Cause;
use super::streams::{self, bucket_name};
use super::{Nats, RequestError};
use async_nats::jetstream::kv;
use async_nats::jetstream::object_store::ObjectMetadata;
use tokio::io::AsyncReadExt;

/// The size of the largest blob that is stored within an entry. A server with default settings
/// limits messages to 1 MiB.
const LONGEST_IN_MESSAGE: usize = 512 << 10;
/// The size of the largest object that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

impl Nats {
    /// Makes the entry of a blob. Stores the blob as an object if it is too long for an entry.
    pub(super) async fn entry(
        &self,
        run: &str,
        key: &str,
        bytes: &[u8],
    ) -> Result<Vec<u8>, RequestError> {
        let most = LONGEST_IN_MESSAGE.min(self.client.server_info().max_payload / 2);
        if bytes.len() <= most {
            return Ok([&[0], bytes].concat());
        }
        let name = format!("{key}.{:016x}", streams::nonce());
        let bucket = self.bucket(&bucket_name(run)).await?;
        let objects = streams::make_objects(&self.context, run, replicas(&bucket)).await?;
        let meta = ObjectMetadata {
            name: name.clone(),
            chunk_size: Some(most),
            ..ObjectMetadata::default()
        };
        objects.put(meta, &mut &*bytes).await?;
        Ok([&[1], name.as_bytes()].concat())
    }

    /// Reads the blob of an entry.
    pub(super) async fn blob(&self, run: &str, entry: &[u8]) -> Result<Vec<u8>, RequestError> {
        match entry {
            [0, bytes @ ..] => Ok(bytes.to_vec()),
            [1, name @ ..] => {
                let objects = self.context.get_object_store(bucket_name(run)).await?;
                let object = objects.get(std::str::from_utf8(name)?).await?;
                let mut bytes = Vec::new();
                object.take(MOST_BYTES).read_to_end(&mut bytes).await?;
                Ok(bytes)
            }
            _ => Err("an entry without a mark".into()),
        }
    }

    /// Removes the objects that the entries of `keys` name.
    pub(super) async fn remove_objects(
        &self,
        run: &str,
        bucket: &kv::Store,
        keys: Vec<String>,
    ) -> Result<(), Cause> {
        let Ok(objects) = self.context.get_object_store(bucket_name(run)).await else {
            return Ok(());
        };
        for key in keys {
            if let Some([1, name @ ..]) = bucket.get(key).await?.as_deref() {
                // An error is ignored: the object may have been removed before.
                let _ = objects.delete(std::str::from_utf8(name)?).await;
            }
        }
        Ok(())
    }
}

/// The number of replicas of a bucket.
pub(super) fn replicas(bucket: &kv::Store) -> usize {
    bucket.stream.cached_info().config.num_replicas
}
