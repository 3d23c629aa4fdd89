//! The requests of workers and collectors.

use super::super::cards::{RunCard, RunStatus, WorkerCard};
use super::super::error::ClusterError;
use super::super::names::is_name;
use super::super::protocol::ProtocolVersion;
use super::super::store::{Job, JobStore};
use super::super::unit::Unit;
use super::entries::{self, replicas};
use super::job;
use super::streams::{self, RUNS, UNITS, WORKERS, bucket_name};
use super::{Nats, REQUEST, RequestError};
use async_nats::HeaderMap;
use async_nats::jetstream::kv::CreateErrorKind;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The lowest rate at which a long blob is stored, in bytes per second. A slower request fails.
const SLOWEST: u64 = 100_000;
/// The time limit for reading a blob.
const LONGEST_READ: Duration = Duration::from_secs(40);

impl Nats {
    /// The cards of a bucket. A card that cannot be read is left out.
    async fn cards<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, RequestError> {
        let bucket = self.bucket(name).await?;
        let mut cards = Vec::new();
        for key in streams::keys(&self.context, &bucket, "").await? {
            if let Some(bytes) = bucket.get(key).await? {
                cards.extend(serde_json::from_slice(&bytes).ok());
            }
        }
        Ok(cards)
    }

    /// Creates the bucket of a run if it is missing.
    async fn make_run_bucket(&self, run: &str, replicas: usize) -> Result<(), RequestError> {
        let name = bucket_name(run);
        if self.find_bucket(&name).await?.is_none() {
            streams::make_bucket(&self.context, &name, replicas, None).await?;
        }
        Ok(())
    }

    fn remove_blobs(&self, run: &str) -> Result<(), ClusterError> {
        let name = &bucket_name(run);
        self.repeat(run, || async move {
            Ok(streams::remove_bucket(&self.context, name).await?)
        })?;
        self.buckets().remove(name);
        Ok(())
    }
}

/// The time limit for storing a blob.
fn storing(bytes: &[u8]) -> Duration {
    REQUEST * 2 + Duration::from_secs(bytes.len() as u64 / SLOWEST)
}

impl JobStore for Nats {
    fn server(&self) -> &str {
        &self.server
    }

    fn runs(&self) -> Result<Vec<RunCard>, ClusterError> {
        let mut runs: Vec<RunCard> = self.repeat("", || self.cards(RUNS))?;
        runs.retain(|card| is_name(&card.id));
        runs.sort_by(|a, b| (&a.submitted, &a.id).cmp(&(&b.submitted, &b.id)));
        Ok(runs)
    }

    fn run(&self, id: &str) -> Result<Option<RunCard>, ClusterError> {
        if !is_name(id) {
            return Ok(None);
        }
        self.repeat(id, || async move {
            let bytes = self.bucket(RUNS).await?.get(id).await?;
            let card = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            // Any process can store a card of another run under this name.
            Ok(card.filter(|card: &RunCard| card.id == id))
        })
    }

    fn set_run(&self, card: &RunCard) -> Result<(), ClusterError> {
        let bytes = &serde_json::to_vec(card).unwrap_or_default();
        let is_finished = card.status == RunStatus::Finished;
        self.repeat(&card.id, || async move {
            let runs = self.bucket(RUNS).await?;
            if !is_finished {
                self.make_run_bucket(&card.id, replicas(&runs)).await?;
            }
            runs.put(&card.id, bytes.clone().into()).await?;
            Ok(())
        })?;
        if is_finished {
            self.remove_blobs(&card.id)?;
        }
        Ok(())
    }

    fn remove_run(&self, id: &str) -> Result<(), ClusterError> {
        if !is_name(id) {
            return Err(ClusterError::NoRun(id.to_string()));
        }
        self.repeat(id, || async move {
            streams::purge(&self.bucket(RUNS).await?, id).await?;
            let units = self.context.get_stream(UNITS).await?;
            units.purge().filter(streams::units_of(id)).await?;
            Ok(())
        })?;
        self.remove_blobs(id)
    }

    fn workers(&self) -> Result<Vec<WorkerCard>, ClusterError> {
        let mut workers: Vec<WorkerCard> = self.repeat("", || self.cards(WORKERS))?;
        workers.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(workers)
    }

    fn announce(&self, card: &WorkerCard) {
        let bytes = serde_json::to_vec(card).unwrap_or_default();
        self.try_once(async {
            let workers = self.bucket(WORKERS).await?;
            workers.put(&card.id, bytes.into()).await?;
            Ok(())
        });
    }

    fn withdraw(&self, worker: &str) {
        self.try_once(async {
            let workers = self.bucket(WORKERS).await?;
            Ok(streams::purge(&workers, worker).await?)
        });
    }

    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ClusterError> {
        self.repeat_within(storing(bytes), run, || async move {
            let bucket = self.bucket(&bucket_name(run)).await?;
            let entry = self.entry(&bucket, key, bytes).await?;
            bucket.put(key, entry.into()).await?;
            Ok(())
        })
    }

    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ClusterError> {
        self.repeat_within(storing(bytes), run, || async move {
            let bucket = self.bucket(&bucket_name(run)).await?;
            let entry = self.entry(&bucket, key, bytes).await?;
            match bucket.create(key, entry.clone().into()).await {
                Ok(_) => Ok(true),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                    entries::remove_unused(&bucket, key, &entry).await?;
                    Ok(false)
                }
                Err(error) => Err(error.into()),
            }
        })
    }

    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ClusterError> {
        self.repeat_within(LONGEST_READ, run, || async move {
            let bucket = self.bucket(&bucket_name(run)).await?;
            Ok(match bucket.get(key).await? {
                Some(entry) => entries::blob(&bucket, key, &entry).await?,
                None => None,
            })
        })
    }

    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ClusterError> {
        self.repeat(run, || async move {
            let bucket = self.bucket(&bucket_name(run)).await?;
            Ok(streams::keys(&self.context, &bucket, prefix).await?)
        })
    }

    fn forget(&self, run: &str, groups: &[String]) -> Result<(), ClusterError> {
        self.repeat(run, || async move {
            let bucket = self.bucket(&bucket_name(run)).await?;
            for group in groups {
                streams::purge(&bucket, &format!("*.{group}.>")).await?;
            }
            Ok(())
        })
    }

    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ClusterError> {
        self.repeat(&unit.run, || async move {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Msg-Id", id);
            let subject = streams::unit_subject(&ProtocolVersion::current(), unit);
            let text = unit.to_string().into();
            let sent = self.context.publish_with_headers(subject, headers, text);
            sent.await?.await?;
            Ok(())
        })
    }

    fn queued(&self, run: &str) -> Result<Vec<Unit>, ClusterError> {
        self.repeat(run, || async move {
            let found = streams::subjects(&self.context, UNITS, &streams::units_of(run)).await?;
            let units = found.iter().filter_map(|(subject, count)| {
                let unit = streams::subject_unit(subject)?;
                Some(std::iter::repeat_n(unit, *count))
            });
            Ok(units.flatten().collect())
        })
    }

    fn take(&self, patience: Duration) -> Result<Option<Box<dyn Job>>, ClusterError> {
        let next = async {
            let fetch = self.consumer.fetch().max_messages(1).expires(patience);
            let mut messages = fetch.messages().await?;
            messages.next().await.transpose()
        };
        job::take(self.runtime.handle(), patience, next)
    }
}
