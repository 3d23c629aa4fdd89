//! The streams and buckets of a cluster.

use super::super::error::Cause;
use super::super::names::nanos;
use super::super::protocol::ProtocolVersion;
use super::super::unit::Unit;
use async_nats::header::{HeaderMap, NATS_EXPECTED_LAST_SEQUENCE};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{
    Context, CreateStreamError, CreateStreamErrorKind, PublishErrorKind,
};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, ErrorCode};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::time::Duration;

pub(super) const UNITS: &str = "BOIL_UNITS";
pub(super) const RUNS: &str = "boil-runs";
pub(super) const WORKERS: &str = "boil-workers";

/// The subject of a message that the stream of units refuses.
const READY: &str = "boil.units.ready";

/// The time without a sign of life from a worker after which its unit is delivered to another
/// worker.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(20);
/// The time without a sign of life from a worker after which its card expires. It is shorter than
/// [`ACK_WAIT`], so that the next worker of the unit sees that the lost worker's card is gone.
const FORGET_WORKER: Duration = Duration::from_secs(12);
/// A unit is not queued again under the same id within this time.
const SAME_ID: Duration = Duration::from_secs(3600);

/// The number of attempts to create or use a stream that another process may be creating, and the
/// time between them.
const MOST_CREATIONS: u32 = 5;
const CREATED_WITHIN: Duration = Duration::from_millis(200);

/// The name of a run's bucket.
pub(super) fn bucket_name(run: &str) -> String {
    format!("boil-{run}")
}

/// The subject of a unit.
pub(super) fn unit_subject(version: &ProtocolVersion, unit: &Unit) -> String {
    format!("boil.units.{}.{unit}", version.token())
}

/// The unit that a subject names.
pub(super) fn subject_unit(subject: &str) -> Option<Unit> {
    subject.splitn(4, '.').nth(3)?.parse().ok()
}

/// The filter, with wildcards, that matches the subjects of all units of a run.
pub(super) fn units_of(run: &str) -> String {
    format!("boil.units.*.{run}.>")
}

/// A number that makes names unique.
pub(super) fn nonce() -> u64 {
    (nanos() as u64) ^ u64::from(std::process::id()).rotate_left(48)
}

/// Creates the streams that all runs share, if they are missing. Returns the consumer of a version.
pub(super) async fn make_shared(
    context: &Context,
    replicas: usize,
    version: &ProtocolVersion,
) -> Result<PullConsumer, Cause> {
    make_bucket(context, RUNS, replicas, None).await?;
    make_bucket(context, WORKERS, replicas, Some(FORGET_WORKER)).await?;
    let units = Config {
        name: UNITS.to_string(),
        subjects: vec!["boil.units.>".to_string()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        duplicate_window: SAME_ID,
        num_replicas: replicas,
        ..Config::default()
    };
    let units = make_stream(context, units).await?;
    wait_until_ready(context).await?;
    let name = format!("workers-{}", version.token());
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        filter_subject: format!("boil.units.{}.>", version.token()),
        ..pull::Config::default()
    };
    Ok(units.get_or_create_consumer(&name, config).await?)
}

/// Creates a bucket if it is missing.
pub(super) async fn make_bucket(
    context: &Context,
    name: &str,
    replicas: usize,
    max_age: Option<Duration>,
) -> Result<(), Cause> {
    let bucket = Config {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age: max_age.unwrap_or_default(),
        // The server's window for duplicates must not be longer than the maximum age.
        duplicate_window: max_age.unwrap_or(Duration::from_secs(120)),
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        storage: StorageType::File,
        num_replicas: replicas,
        ..Config::default()
    };
    make_stream(context, bucket).await?;
    Ok(())
}

/// The stream with this name. Creates the stream if it is missing.
///
/// While another process creates the same stream, the server may say that the subjects overlap; the
/// stream is there a moment later.
async fn make_stream(context: &Context, config: Config) -> Result<Stream, Cause> {
    for _ in 0..MOST_CREATIONS {
        match context.get_or_create_stream(config.clone()).await {
            Err(error) if is_overlap(&error) => tokio::time::sleep(CREATED_WITHIN).await,
            made => return Ok(made?),
        }
    }
    Ok(context.get_or_create_stream(config).await?)
}

/// Waits until the stream of units is ready.
///
/// While another process creates a stream, the server may say that the stream exists. A consumer
/// that is created at this moment never delivers a message (nats-server 2.9.10). A stream that is
/// ready refuses a message that expects a last sequence number which no stream has.
async fn wait_until_ready(context: &Context) -> Result<(), Cause> {
    let mut headers = HeaderMap::new();
    headers.insert(NATS_EXPECTED_LAST_SEQUENCE, i64::MAX.to_string());
    for _ in 0..MOST_CREATIONS {
        let sent = context.publish_with_headers(READY, headers.clone(), "".into());
        match sent.await?.await {
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => return Ok(()),
            _ => tokio::time::sleep(CREATED_WITHIN).await,
        }
    }
    Err("the stream of units does not answer".into())
}

fn is_overlap(error: &CreateStreamError) -> bool {
    let CreateStreamErrorKind::JetStream(why) = error.kind() else {
        return false;
    };
    why.error_code() == ErrorCode::STREAM_SUBJECT_OVERLAP
}

/// The bucket with this name, if it exists.
pub(super) async fn find_bucket(context: &Context, name: &str) -> Result<Option<Store>, Cause> {
    if !has_stream(context, &format!("KV_{name}")).await? {
        return Ok(None);
    }
    Ok(Some(context.get_key_value(name).await?))
}

async fn has_stream(context: &Context, name: &str) -> Result<bool, Cause> {
    use jetstream::context::GetStreamErrorKind;
    match context.get_stream(name).await {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(why)
                if why.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(false)
            }
            _ => Err(error.into()),
        },
    }
}

/// Removes a bucket. Version 0.2 of the program stores long blobs in an object store, which is
/// removed, too.
pub(super) async fn remove_bucket(context: &Context, name: &str) -> Result<(), Cause> {
    for stream in [format!("KV_{name}"), format!("OBJ_{name}")] {
        if has_stream(context, &stream).await? {
            context.delete_stream(&stream).await?;
        }
    }
    Ok(())
}

/// The keys of a bucket that begin with `prefix` and a dot; all keys if `prefix` is empty.
pub(super) async fn keys(
    context: &Context,
    store: &Store,
    prefix: &str,
) -> Result<Vec<String>, Cause> {
    let base = format!("$KV.{}.", store.name);
    let filter = match prefix {
        "" => format!("{base}>"),
        prefix => format!("{base}{prefix}.>"),
    };
    let stream = format!("KV_{}", store.name);
    let found = subjects(context, &stream, &filter).await?;
    let key = |(subject, _): (String, usize)| subject.strip_prefix(&base).map(str::to_string);
    Ok(found.into_iter().filter_map(key).collect())
}

/// A page of a stream's subjects.
#[derive(Deserialize)]
struct SubjectPage {
    state: SubjectState,
    /// The number of subjects on all pages. A server that does not number pages has only one.
    #[serde(default)]
    total: usize,
}

#[derive(Deserialize)]
struct SubjectState {
    /// The number of messages of each subject.
    #[serde(default)]
    subjects: HashMap<String, usize>,
}

/// The subjects of a stream that match a filter, and their numbers of messages. The client's
/// function for this asks for a second page whenever the first is not empty.
pub(super) async fn subjects(
    context: &Context,
    stream: &str,
    filter: &str,
) -> Result<Vec<(String, usize)>, Cause> {
    let mut found = Vec::new();
    loop {
        let page = json!({ "subjects_filter": filter, "offset": found.len() });
        let info = context.request(format!("STREAM.INFO.{stream}"), &page);
        let page: SubjectPage = match info.await? {
            Response::Ok(page) => page,
            Response::Err { error } => return Err(error.into()),
        };
        let is_last = page.state.subjects.is_empty();
        found.extend(page.state.subjects);
        if is_last || found.len() >= page.total {
            return Ok(found);
        }
    }
}

/// Removes the entries of a bucket whose keys match, with their history.
pub(super) async fn purge(store: &Store, keys: &str) -> Result<(), Cause> {
    let subject = format!("$KV.{}.{keys}", store.name);
    store.stream.purge().filter(subject).await?;
    Ok(())
}
