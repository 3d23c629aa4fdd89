//! Queue and store on NATS JetStream.
//!
//! | content | place |
//! | --- | --- |
//! | units | work-queue stream `BOIL_UNITS`, subjects `boil.units.VERSION.RUN.EPOCH.ISLAND` |
//! | runs | key-value bucket `boil-runs` |
//! | workers | key-value bucket `boil-workers`, entries expire |
//! | blobs of a run | key-value bucket `boil-RUN` |
//! | pieces of blobs that exceed a message | the same bucket, under a unique name that the blob's entry holds |
//!
//! Each version of the program has one durable consumer of units. Buckets are streams (`KV_…`) and
//! are created as streams, since the client's function for buckets uses features that Debian's
//! server (2.9) lacks. A request that fails because the server is unreachable is repeated until it
//! succeeds or the process has to stop. So a restart of the server is only a pause. Every request
//! can be repeated: units have message ids, and an entry is written once, or again with the same
//! bytes.

mod connect;
mod entries;
mod job;
mod options;
mod requests;
mod streams;

pub use connect::connect;

use super::error::{Cause, ClusterError};
use super::hooks::{Notify, Stop};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{self, kv};
use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::timeout;

/// The time limit of a request.
const REQUEST: Duration = Duration::from_secs(5);
/// The first and the longest pause before a request is repeated.
const AGAIN: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));
/// The time after which the user learns that the server does not answer.
const SAY_AFTER: Duration = Duration::from_secs(3);

/// A connection to a server.
struct Nats {
    runtime: Runtime,
    client: async_nats::Client,
    context: jetstream::Context,
    server: String,
    consumer: PullConsumer,
    buckets: Mutex<HashMap<String, kv::Store>>,
    stop: Stop,
    notify: Notify,
    is_away: AtomicBool,
}

enum RequestError {
    /// The bucket does not exist: the run has ended or was removed. It is useless to repeat the
    /// request.
    NoBucket,
    /// The entry of this key is no blob. It is useless to repeat the request.
    Damaged(String, Cause),
    /// Any other error.
    Failed(Cause),
}

impl<E: Into<Cause>> From<E> for RequestError {
    fn from(error: E) -> RequestError {
        RequestError::Failed(error.into())
    }
}

impl Nats {
    /// Repeats a request until it succeeds or this process has to stop. Makes the request at least
    /// once.
    fn repeat<T, F>(&self, run: &str, request: impl Fn() -> F) -> Result<T, ClusterError>
    where
        F: Future<Output = Result<T, RequestError>>,
    {
        self.repeat_within(REQUEST * 2, run, request)
    }

    /// As [`Nats::repeat`], with a time limit for each attempt.
    fn repeat_within<T, F>(
        &self,
        limit: Duration,
        run: &str,
        request: impl Fn() -> F,
    ) -> Result<T, ClusterError>
    where
        F: Future<Output = Result<T, RequestError>>,
    {
        let (began, mut pause) = (Instant::now(), AGAIN.0);
        loop {
            let tried = async { timeout(limit, request()).await };
            let why = match self.runtime.block_on(tried) {
                Ok(Ok(answer)) => {
                    if self.is_away.swap(false, Ordering::Relaxed) {
                        (self.notify)(&format!("{} answers again", self.server));
                    }
                    return Ok(answer);
                }
                Ok(Err(RequestError::NoBucket)) => {
                    return Err(ClusterError::NoRun(run.to_string()));
                }
                Ok(Err(RequestError::Damaged(key, why))) => {
                    return Err(ClusterError::damaged(run, &key, why));
                }
                Ok(Err(RequestError::Failed(error))) => error.to_string(),
                Err(_) => "the server does not answer".to_string(),
            };
            if (self.stop)() {
                return Err(ClusterError::Stopped);
            }
            if began.elapsed() >= SAY_AFTER && !self.is_away.swap(true, Ordering::Relaxed) {
                (self.notify)(&format!("{}: {why}; trying again", self.server));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(AGAIN.1);
            self.buckets().clear();
        }
    }

    /// Makes a request once and ignores its error.
    fn try_once(&self, request: impl Future<Output = Result<(), RequestError>>) {
        let _ = self
            .runtime
            .block_on(async { timeout(REQUEST, request).await });
    }

    fn buckets(&self) -> MutexGuard<'_, HashMap<String, kv::Store>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bucket with this name. Fails if the bucket does not exist.
    async fn bucket(&self, name: &str) -> Result<kv::Store, RequestError> {
        self.find_bucket(name).await?.ok_or(RequestError::NoBucket)
    }

    /// The bucket with this name, if it exists.
    async fn find_bucket(&self, name: &str) -> Result<Option<kv::Store>, RequestError> {
        if let Some(bucket) = self.buckets().get(name) {
            return Ok(Some(bucket.clone()));
        }
        let found = streams::find_bucket(&self.context, name).await?;
        if let Some(bucket) = &found {
            self.buckets().insert(name.to_string(), bucket.clone());
        }
        Ok(found)
    }
}
