//! Connects to a server.

use super::super::access::ServerAccess;
use super::super::error::{Cause, ClusterError};
use super::super::hooks::{Notify, Stop};
use super::super::protocol::ProtocolVersion;
use super::super::store::JobStore;
use super::options::options;
use super::{Nats, REQUEST, streams};
use async_nats::{Client, ConnectError, ConnectErrorKind, jetstream};
use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// The pause before connecting to an unreachable server again.
const AGAIN: Duration = Duration::from_millis(500);

/// Connects, and creates the streams that all runs share if they are missing. When `stop` returns
/// true, this function no longer waits for the server.
///
/// # Errors
/// If the server is unreachable for as long as `patience`, or refuses this process.
pub fn connect(
    access: &ServerAccess,
    patience: Duration,
    stop: Stop,
    notify: Notify,
) -> Result<Arc<dyn JobStore>, ClusterError> {
    // One thread for the client. Boards are valued on other threads.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("cluster")
        .enable_all()
        .build()
        .map_err(|error| refused(access, error))?;
    let client = connected(&runtime, access, patience, &stop, &notify)?;
    let mut context = {
        let _inside = runtime.enter();
        jetstream::new(client.clone())
    };
    context.set_timeout(REQUEST);
    let version = ProtocolVersion::current();
    let shared = streams::make_shared(&context, access.replicas, &version);
    let consumer = runtime
        .block_on(shared)
        .map_err(|error| refused(access, shared_text(&*error)))?;
    Ok(Arc::new(Nats {
        runtime,
        client,
        context,
        server: access.shown(),
        consumer,
        buckets: Mutex::new(HashMap::new()),
        stop,
        notify,
        is_away: AtomicBool::new(false),
    }))
}

fn refused(access: &ServerAccess, why: impl Into<Cause>) -> ClusterError {
    ClusterError::Connect {
        server: access.shown(),
        why: why.into(),
    }
}

/// Connects to the server. Waits until the server is reachable.
fn connected(
    runtime: &Runtime,
    access: &ServerAccess,
    patience: Duration,
    stop: &Stop,
    notify: &Notify,
) -> Result<Client, ClusterError> {
    let (began, mut has_said) = (Instant::now(), false);
    loop {
        let options = runtime.block_on(options(access));
        let options = options.map_err(|error| refused(access, error))?;
        let options = options.request_timeout(Some(REQUEST));
        let error = match runtime.block_on(options.connect(access.urls())) {
            Ok(client) => return Ok(client),
            Err(error) => error,
        };
        if is_final(&error) || began.elapsed() >= patience {
            return Err(refused(access, connect_text(&error)));
        }
        if stop() {
            return Err(ClusterError::Stopped);
        }
        if !std::mem::replace(&mut has_said, true) {
            let why = with_causes(&error);
            notify(&format!("waiting for {}: {why}", access.shown()));
        }
        std::thread::sleep(AGAIN);
    }
}

/// Whether another attempt would fail for the same reason.
fn is_final(error: &ConnectError) -> bool {
    matches!(
        error.kind(),
        ConnectErrorKind::Authentication
            | ConnectErrorKind::AuthorizationViolation
            | ConnectErrorKind::ServerParse
            | ConnectErrorKind::Tls
    )
}

fn connect_text(error: &ConnectError) -> String {
    let text = with_causes(error);
    if text.contains("InvalidContentType") {
        return format!("the server does not speak TLS ({text})");
    }
    text
}

/// The text of an error in creating the streams that all runs share.
fn shared_text(error: &(dyn Error + 'static)) -> String {
    let text = with_causes(error);
    if text.contains("unavailable") {
        return format!("{text}; its config needs `jetstream {{ store_dir: \"…\" }}`");
    }
    text
}

/// The text of an error and of its causes.
fn with_causes(error: &(dyn Error + 'static)) -> String {
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
