//! The streams and buckets of a cluster.

use super::super::unit::{Dialect, Unit};
use super::Error;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, ErrorCode};
use futures_util::TryStreamExt;
use std::time::Duration;

/// The stream of units.
pub(super) const UNITS: &str = "BOIL_UNITS";
/// The bucket of runs.
pub(super) const RUNS: &str = "boil-runs";
/// The bucket of workers.
pub(super) const WORKERS: &str = "boil-workers";

/// A unit of which nothing was heard for so long goes to somebody else.
pub(super) const ACK_WAIT: Duration = Duration::from_secs(20);
/// A worker of which nothing was heard for so long is forgotten; sooner than its units go to others.
const FORGET_WORKER: Duration = Duration::from_secs(12);
/// A unit is not queued again under the same id for so long.
const SAME_ID: Duration = Duration::from_secs(3600);

/// The bucket of a run.
pub(super) fn bucket(run: &str) -> String {
    format!("boil-{run}")
}

/// The subject of a unit.
pub(super) fn unit_subject(dialect: &str, unit: &Unit) -> String {
    format!("boil.units.{dialect}.{unit}")
}

/// The subjects of all units of a run.
pub(super) fn units_of(run: &str) -> String {
    format!("boil.units.*.{run}.>")
}

/// An error with what it comes from.
pub(super) fn told(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

/// A number that nobody has had.
pub(super) fn nonce() -> u64 {
    let now = std::time::SystemTime::now();
    let nanos = now
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.as_nanos());
    (nanos as u64) ^ u64::from(std::process::id()).rotate_left(48)
}

/// Makes what all runs share, where it is missing; the consumer of a dialect.
pub(super) async fn make_shared(
    context: &Context,
    replicas: usize,
    dialect: &Dialect,
) -> Result<PullConsumer, Error> {
    make_bucket(context, RUNS, replicas, None).await?;
    make_bucket(context, WORKERS, replicas, Some(FORGET_WORKER)).await?;
    let units = context
        .get_or_create_stream(Config {
            name: UNITS.to_string(),
            subjects: vec!["boil.units.>".to_string()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            duplicate_window: SAME_ID,
            num_replicas: replicas,
            ..Config::default()
        })
        .await?;
    let name = format!("workers-{}", dialect.text());
    let config = pull::Config {
        durable_name: Some(name.clone()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: -1,
        filter_subject: format!("boil.units.{}.>", dialect.text()),
        ..pull::Config::default()
    };
    Ok(units.get_or_create_consumer(&name, config).await?)
}

/// A bucket, made if it is not there.
pub(super) async fn make_bucket(
    context: &Context,
    name: &str,
    replicas: usize,
    max_age: Option<Duration>,
) -> Result<(), Error> {
    context
        .get_or_create_stream(Config {
            name: format!("KV_{name}"),
            subjects: vec![format!("$KV.{name}.>")],
            max_messages_per_subject: 1,
            max_age: max_age.unwrap_or_default(),
            // has to be no longer than the age
            duplicate_window: max_age.unwrap_or(Duration::from_secs(120)),
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            storage: StorageType::File,
            num_replicas: replicas,
            ..Config::default()
        })
        .await?;
    Ok(())
}

/// A bucket that may be there.
pub(super) async fn find_bucket(context: &Context, name: &str) -> Result<Option<Store>, Error> {
    if !has_stream(context, &format!("KV_{name}")).await? {
        return Ok(None);
    }
    Ok(Some(context.get_key_value(name).await?))
}

/// Whether a run has objects.
pub(super) async fn find_objects(context: &Context, run: &str) -> Result<bool, Error> {
    has_stream(context, &format!("OBJ_{}", bucket(run))).await
}

async fn has_stream(context: &Context, name: &str) -> Result<bool, Error> {
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

/// The objects of a run, made if they are not there.
pub(super) async fn make_objects(
    context: &Context,
    run: &str,
    replicas: usize,
) -> Result<ObjectStore, Error> {
    let name = bucket(run);
    if let Ok(objects) = context.get_object_store(&name).await {
        return Ok(objects);
    }
    let made = context.create_object_store(object_store::Config {
        bucket: name.clone(),
        num_replicas: replicas,
        ..object_store::Config::default()
    });
    match made.await {
        Ok(objects) => Ok(objects),
        // somebody else was faster
        Err(_) => Ok(context.get_object_store(&name).await?),
    }
}

/// Removes a bucket, with its objects.
pub(super) async fn remove_bucket(context: &Context, name: &str) -> Result<(), Error> {
    for stream in [format!("KV_{name}"), format!("OBJ_{name}")] {
        if has_stream(context, &stream).await? {
            context.delete_stream(&stream).await?;
        }
    }
    Ok(())
}

/// The keys of a bucket, all or those that begin with a prefix and a dot.
pub(super) async fn keys(store: &Store, prefix: &str) -> Result<Vec<String>, Error> {
    let base = format!("$KV.{}.", store.name);
    let filter = match prefix {
        "" => format!("{base}>"),
        prefix => format!("{base}{prefix}.>"),
    };
    let found = store.stream.info_with_subjects(filter).await?;
    let subjects: Vec<(String, usize)> = found.try_collect().await?;
    let key = |(subject, _): (String, usize)| subject.strip_prefix(&base).map(str::to_string);
    Ok(subjects.into_iter().filter_map(key).collect())
}

/// Removes the entries of a bucket whose keys match, without a trace.
pub(super) async fn purge(store: &Store, keys: &str) -> Result<(), Error> {
    let subject = format!("$KV.{}.{keys}", store.name);
    store.stream.purge().filter(subject).await?;
    Ok(())
}
