//! Queue and store on NATS JetStream.
//!
//! | what | where |
//! | --- | --- |
//! | units | work-queue stream `BOIL_UNITS`, subjects `boil.units.DIALECT.RUN.EPOCH.ISLAND`; one durable consumer a dialect |
//! | runs | key-value bucket `boil-runs` |
//! | workers | key-value bucket `boil-workers`, entries expire |
//! | a run's states, offers, logs and notes | key-value bucket `boil-RUN`; what exceeds a message is in the object store `boil-RUN`, under a name of its own that the bucket's entry tells |
//!
//! Buckets are streams (`KV_…`), which are made by hand: the client's own way asks for more than Debian's server (2.9) knows. Whatever fails for want of
//! a server is tried again until it succeeds or the process is to stop; so a server that is restarted is a pause. All requests can be
//! repeated: units have message ids, entries are the same bytes or written once.

mod access;
mod hand;
mod streams;

pub use access::Access;

use hand::InHand;

use super::exchange::{Delivery, Exchange, ExchangeError, RunCard, WorkerCard};
use super::unit::{Dialect, Unit, is_name};
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::kv::{CreateErrorKind, Store};
use async_nats::jetstream::object_store::ObjectMetadata;
use async_nats::jetstream::{self, AckKind};
use async_nats::{Client, HeaderMap};
use futures_util::{StreamExt, TryStreamExt};
use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use streams::{RUNS, UNITS, WORKERS, bucket, unit_subject, units_of};
use tokio::io::AsyncReadExt;
use tokio::runtime::Runtime;

/// A request that takes longer has failed.
const REQUEST: Duration = Duration::from_secs(5);
/// What is longer than a message may take as long as with so many bytes a second.
const SLOWEST: u64 = 100_000;
/// And so long to be fetched.
const LONGEST: Duration = Duration::from_secs(40);
/// The first and the longest pause before something is tried again.
const AGAIN: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));
/// After so long, it is said that the server does not answer.
const SAY_AFTER: Duration = Duration::from_secs(3);
/// What is longer goes to the object store. Messages are 1 MiB at most on a server that is left as it is.
const MOST_IN_MESSAGE: usize = 512 << 10;
/// The most that is read of one object.
const MOST_BYTES: u64 = 1 << 30;

/// Anything that the client may fail with.
type Error = Box<dyn std::error::Error + Send + Sync>;
/// What comes of a request: an answer, or word that the run is gone.
type Answer<T> = Result<Option<T>, Error>;

/// A connection to a server.
pub struct Nats {
    runtime: Runtime,
    client: Client,
    context: jetstream::Context,
    server: String,
    consumer: PullConsumer,
    stores: Mutex<HashMap<String, Store>>,
    stop: Stop,
    tell: Arc<dyn Fn(&str) + Send + Sync>,
    is_away: AtomicBool,
}

/// Whether this process is to stop.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

impl Nats {
    /// Connects, and makes what everybody shares if it is not there yet. `stop` ends all waiting for the server.
    ///
    /// # Errors
    /// When there is no server for as long as `patience`, or it does not let us in.
    pub fn connect(
        access: &Access,
        patience: Duration,
        stop: Stop,
        tell: Arc<dyn Fn(&str) + Send + Sync>,
    ) -> Result<Nats, ExchangeError> {
        let failed = |why: String| ExchangeError::Connect {
            server: access.shown(),
            why,
        };
        // a thread of its own, beside those that value boards
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("cluster")
            .enable_all()
            .build()
            .map_err(|e| failed(e.to_string()))?;
        let client = connected(&runtime, access, patience, &stop, &tell)?;
        let mut context = {
            let _inside = runtime.enter();
            jetstream::new(client.clone())
        };
        context.set_timeout(REQUEST);
        let made = runtime.block_on(streams::make_shared(
            &context,
            access.replicas,
            &Dialect::ours(),
        ));
        let consumer = made.map_err(|e| match streams::told(&*e) {
            why if why.contains("unavailable") => failed(format!(
                "{why}; its config needs `jetstream {{ store_dir: \"…\" }}`"
            )),
            why => failed(why),
        })?;
        Ok(Nats {
            runtime,
            client,
            context,
            server: access.shown(),
            consumer,
            stores: Mutex::new(HashMap::new()),
            stop,
            tell,
            is_away: AtomicBool::new(false),
        })
    }

    /// The server's address, without what is secret in it.
    pub fn server(&self) -> &str {
        &self.server
    }

    fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Tries until it succeeds, or this process is to stop; at least once.
    fn insist<T, F>(&self, run: &str, request: impl Fn() -> F) -> Result<T, ExchangeError>
    where
        F: Future<Output = Answer<T>>,
    {
        self.insist_within(REQUEST * 2, run, request)
    }

    /// The same, with a limit for each try.
    fn insist_within<T, F>(
        &self,
        limit: Duration,
        run: &str,
        request: impl Fn() -> F,
    ) -> Result<T, ExchangeError>
    where
        F: Future<Output = Answer<T>>,
    {
        let (began, mut pause) = (Instant::now(), AGAIN.0);
        loop {
            let tried = async { tokio::time::timeout(limit, request()).await };
            let why = match self.runtime.block_on(tried) {
                Ok(Ok(Some(answer))) => {
                    if self.is_away.swap(false, Ordering::Relaxed) {
                        (self.tell)(&format!("{} answers again", self.server));
                    }
                    return Ok(answer);
                }
                Ok(Ok(None)) => return Err(ExchangeError::NoRun(run.to_string())),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "no answer".to_string(),
            };
            if self.is_stopped() {
                return Err(ExchangeError::Stopped);
            }
            if began.elapsed() >= SAY_AFTER && !self.is_away.swap(true, Ordering::Relaxed) {
                (self.tell)(&format!("{}: {why}; trying again", self.server));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(AGAIN.1);
            self.stores().clear();
        }
    }

    fn stores(&self) -> MutexGuard<'_, HashMap<String, Store>> {
        self.stores.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A bucket; nothing if there is none.
    async fn store(&self, name: &str) -> Answer<Store> {
        if let Some(store) = self.stores().get(name) {
            return Ok(Some(store.clone()));
        }
        let found = streams::find_bucket(&self.context, name).await?;
        if let Some(store) = &found {
            self.stores().insert(name.to_string(), store.clone());
        }
        Ok(found)
    }

    /// All entries of a bucket that can be read.
    async fn cards<T: serde::de::DeserializeOwned>(&self, name: &str) -> Answer<Vec<T>> {
        let Some(store) = self.store(name).await? else {
            return Ok(None);
        };
        let mut cards = Vec::new();
        for key in streams::keys(&store, "").await? {
            if let Some(bytes) = store.get(key).await? {
                cards.extend(serde_json::from_slice(&bytes).ok());
            }
        }
        Ok(Some(cards))
    }

    /// A value as a bucket's entry holds it: itself after a 0, or after a 1 the name of the object that it is in.
    async fn entry(&self, run: &str, key: &str, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let most = MOST_IN_MESSAGE.min(self.client.server_info().max_payload / 2);
        if bytes.len() <= most {
            return Ok([&[0], bytes].concat());
        }
        let name = format!("{key}.{:016x}", streams::nonce());
        let objects = streams::make_objects(&self.context, run, self.replicas(run).await?).await?;
        let meta = ObjectMetadata {
            name: name.clone(),
            chunk_size: Some(most),
            ..ObjectMetadata::default()
        };
        objects.put(meta, &mut &*bytes).await?;
        Ok([&[1], name.as_bytes()].concat())
    }

    /// As many copies as the run's bucket has.
    async fn replicas(&self, run: &str) -> Result<usize, Error> {
        let store = self.store(&bucket(run)).await?;
        Ok(store.map_or(1, |store| store.stream.cached_info().config.num_replicas))
    }

    async fn value(&self, run: &str, entry: &[u8]) -> Result<Vec<u8>, Error> {
        match entry {
            [0, bytes @ ..] => Ok(bytes.to_vec()),
            [1, name @ ..] => {
                let objects = self.context.get_object_store(bucket(run)).await?;
                let mut object = objects
                    .get(std::str::from_utf8(name)?)
                    .await?
                    .take(MOST_BYTES);
                let mut bytes = Vec::new();
                object.read_to_end(&mut bytes).await?;
                Ok(bytes)
            }
            _ => Err("an entry without a mark".into()),
        }
    }

    /// Removes the objects that entries name.
    async fn remove_objects(
        &self,
        run: &str,
        store: &Store,
        keys: Vec<String>,
    ) -> Result<(), Error> {
        let Ok(objects) = self.context.get_object_store(bucket(run)).await else {
            return Ok(());
        };
        for key in keys {
            if let Some([1, name @ ..]) = store.get(key).await?.as_deref() {
                // one that is gone already is no trouble
                let _ = objects.delete(std::str::from_utf8(name)?).await;
            }
        }
        Ok(())
    }
}

/// A client, once the server is there.
fn connected(
    runtime: &Runtime,
    access: &Access,
    patience: Duration,
    stop: &Stop,
    tell: &Arc<dyn Fn(&str) + Send + Sync>,
) -> Result<Client, ExchangeError> {
    let failed = |why: String| ExchangeError::Connect {
        server: access.shown(),
        why,
    };
    let (began, mut said) = (Instant::now(), false);
    loop {
        let options = runtime.block_on(access.options()).map_err(failed)?;
        let options = options.request_timeout(Some(REQUEST));
        let why = match runtime.block_on(options.connect(access.urls())) {
            Ok(client) => return Ok(client),
            Err(error) => error,
        };
        let is_refused = matches!(
            why.kind(),
            async_nats::ConnectErrorKind::Authentication
                | async_nats::ConnectErrorKind::AuthorizationViolation
                | async_nats::ConnectErrorKind::ServerParse
                | async_nats::ConnectErrorKind::Tls
        );
        if is_refused || began.elapsed() >= patience {
            return Err(failed(match streams::told(&why) {
                text if text.contains("InvalidContentType") => {
                    format!("the server does not speak TLS ({text})")
                }
                text => text,
            }));
        }
        if stop() {
            return Err(ExchangeError::Stopped);
        }
        if !std::mem::replace(&mut said, true) {
            tell(&format!(
                "waiting for {}: {}",
                access.shown(),
                streams::told(&why)
            ));
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

impl Exchange for Nats {
    fn runs(&self) -> Result<Vec<RunCard>, ExchangeError> {
        let mut runs: Vec<RunCard> = self.insist("", || self.cards(RUNS))?;
        runs.sort_by(|a, b| (&a.submitted, &a.id).cmp(&(&b.submitted, &b.id)));
        Ok(runs)
    }

    fn run(&self, id: &str) -> Result<Option<RunCard>, ExchangeError> {
        if !is_name(id) {
            return Ok(None);
        }
        self.insist(id, || async move {
            let Some(store) = self.store(RUNS).await? else {
                return Ok(None);
            };
            let bytes = store.get(id).await?;
            Ok(Some(bytes.and_then(|b| serde_json::from_slice(&b).ok())))
        })
    }

    fn set_run(&self, card: &RunCard) -> Result<(), ExchangeError> {
        let bytes = serde_json::to_vec(card).unwrap_or_default();
        self.insist(&card.id, || {
            let bytes = bytes.clone();
            async move {
                let runs = self.store(RUNS).await?;
                let replicas = runs
                    .as_ref()
                    .map_or(1, |s| s.stream.cached_info().config.num_replicas);
                if self.store(&bucket(&card.id)).await?.is_none() {
                    streams::make_bucket(&self.context, &bucket(&card.id), replicas, None).await?;
                }
                if let Some(runs) = runs {
                    runs.put(&card.id, bytes.into()).await?;
                }
                Ok(Some(()))
            }
        })
    }

    fn clear_run(&self, id: &str) -> Result<(), ExchangeError> {
        self.insist(id, || async move {
            streams::remove_bucket(&self.context, &bucket(id)).await?;
            Ok(Some(()))
        })?;
        self.stores().remove(&bucket(id));
        Ok(())
    }

    fn remove_run(&self, id: &str) -> Result<(), ExchangeError> {
        if !is_name(id) {
            return Err(ExchangeError::NoRun(id.to_string()));
        }
        self.insist(id, || async move {
            if let Some(runs) = self.store(RUNS).await? {
                streams::purge(&runs, id).await?;
            }
            let units = self.context.get_stream(UNITS).await?;
            units.purge().filter(units_of(id)).await?;
            Ok(Some(()))
        })?;
        self.clear_run(id)
    }

    fn announce(&self, card: &WorkerCard) -> Result<(), ExchangeError> {
        let bytes = serde_json::to_vec(card).unwrap_or_default();
        // once: the next sign is soon
        let put = async {
            if let Some(store) = self.store(WORKERS).await? {
                store.put(&card.id, bytes.into()).await?;
            }
            Ok::<(), Error>(())
        };
        let put = async { tokio::time::timeout(REQUEST, put).await };
        match self.runtime.block_on(put) {
            Ok(Ok(())) => Ok(()),
            _ => Err(ExchangeError::Stopped),
        }
    }

    fn withdraw(&self, worker: &str) -> Result<(), ExchangeError> {
        let gone = async {
            if let Some(store) = self.store(WORKERS).await? {
                streams::purge(&store, worker).await?;
            }
            Ok::<(), Error>(())
        };
        // once: it is forgotten soon anyway
        let gone = async { tokio::time::timeout(REQUEST, gone).await };
        let _ = self.runtime.block_on(gone);
        Ok(())
    }

    fn workers(&self) -> Result<Vec<WorkerCard>, ExchangeError> {
        let mut workers: Vec<WorkerCard> = self.insist("", || self.cards(WORKERS))?;
        workers.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(workers)
    }

    fn put(&self, run: &str, key: &str, bytes: &[u8]) -> Result<(), ExchangeError> {
        let limit = REQUEST * 2 + Duration::from_secs(bytes.len() as u64 / SLOWEST);
        self.insist_within(limit, run, || async move {
            let Some(store) = self.store(&bucket(run)).await? else {
                return Ok(None);
            };
            store
                .put(key, self.entry(run, key, bytes).await?.into())
                .await?;
            Ok(Some(()))
        })
    }

    fn put_first(&self, run: &str, key: &str, bytes: &[u8]) -> Result<bool, ExchangeError> {
        self.insist(run, || async move {
            let Some(store) = self.store(&bucket(run)).await? else {
                return Ok(None);
            };
            let entry = self.entry(run, key, bytes).await?;
            match store.create(key, entry.into()).await {
                Ok(_) => Ok(Some(true)),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Ok(Some(false)),
                Err(error) => Err(error.into()),
            }
        })
    }

    fn get(&self, run: &str, key: &str) -> Result<Option<Vec<u8>>, ExchangeError> {
        self.insist_within(LONGEST, run, || async move {
            let Some(store) = self.store(&bucket(run)).await? else {
                return Ok(None);
            };
            Ok(Some(match store.get(key).await? {
                Some(entry) => Some(self.value(run, &entry).await?),
                None => None,
            }))
        })
    }

    fn keys(&self, run: &str, prefix: &str) -> Result<Vec<String>, ExchangeError> {
        self.insist(run, || async move {
            match self.store(&bucket(run)).await? {
                Some(store) => Ok(Some(streams::keys(&store, prefix).await?)),
                None => Ok(None),
            }
        })
    }

    fn forget(&self, run: &str, prefix: &str) -> Result<(), ExchangeError> {
        self.insist(run, || async move {
            let Some(store) = self.store(&bucket(run)).await? else {
                return Ok(None);
            };
            if streams::find_objects(&self.context, run).await? {
                let keys = streams::keys(&store, prefix).await?;
                self.remove_objects(run, &store, keys).await?;
            }
            streams::purge(&store, &format!("{prefix}.>")).await?;
            Ok(Some(()))
        })
    }

    fn publish(&self, unit: &Unit, id: &str) -> Result<(), ExchangeError> {
        let subject = unit_subject(Dialect::ours().text(), unit);
        self.insist(&unit.run, || {
            let subject = subject.clone();
            async move {
                let mut headers = HeaderMap::new();
                headers.insert("Nats-Msg-Id", id);
                let sent =
                    self.context
                        .publish_with_headers(subject, headers, unit.to_string().into());
                sent.await?.await?;
                Ok(Some(()))
            }
        })
    }

    fn is_queued(&self, unit: &Unit) -> Result<bool, ExchangeError> {
        let subject = unit_subject(Dialect::ours().text(), unit);
        self.insist(&unit.run, || {
            let subject = subject.clone();
            async move {
                let units = self.context.get_stream(UNITS).await?;
                let found = units.info_with_subjects(subject).await?;
                Ok(Some(!found.try_collect::<Vec<_>>().await?.is_empty()))
            }
        })
    }

    fn queued(&self) -> Result<Vec<(String, u64)>, ExchangeError> {
        self.insist("", || async move {
            let units = self.context.get_stream(UNITS).await?;
            let found = units.info_with_subjects(units_of("*")).await?;
            let mut runs: BTreeMap<String, u64> = BTreeMap::new();
            for (subject, count) in found.try_collect::<Vec<_>>().await? {
                let run = subject.split('.').nth(3).unwrap_or_default();
                *runs.entry(run.to_string()).or_default() += count as u64;
            }
            Ok(Some(runs.into_iter().collect()))
        })
    }

    fn take(&self, patience: Duration) -> Result<Option<Box<dyn Delivery>>, ExchangeError> {
        let next = async {
            let fetch = self.consumer.fetch().max_messages(1).expires(patience);
            let mut messages = fetch.messages().await?;
            messages.next().await.transpose()
        };
        let limit = patience + REQUEST;
        let next = self
            .runtime
            .block_on(async { tokio::time::timeout(limit, next).await });
        let Ok(Ok(next)) = next else {
            // the server is away; the next call will see
            std::thread::sleep(AGAIN.0);
            return Ok(None);
        };
        let Some(message) = next else {
            return Ok(None);
        };
        let unit: Unit = match std::str::from_utf8(&message.payload)
            .unwrap_or_default()
            .parse()
        {
            Ok(unit) => unit,
            Err(error) => {
                // nobody could ever do anything with it
                let _ = self.runtime.block_on(message.ack_with(AckKind::Term));
                return Err(ExchangeError::Unit(error));
            }
        };
        let hand = InHand::new(unit, message, self.runtime.handle());
        Ok(Some(Box::new(hand)))
    }
}
