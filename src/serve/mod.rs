//! The live view: a small web server over a folder of runs.
//!
//! It reads what searches write and writes nothing, so that no browser, slow or gone, costs a
//! search anything. Pages are made of the same sections as the report; a page of a running search
//! is told by server-sent events which sections have changed, and fetches those. A run is followed
//! once for all who look at it, and only while somebody does. Runs are found by looking through the
//! folder and are called by the names found there: a path from outside is never joined to anything.

mod access;
mod answers;
mod book;
mod error;
mod explorer;
mod index;
mod live;
mod pages;
mod router;

pub use access::{Access, MIN_TOKEN};
pub use error::ServeError;

use index::Index;
use live::Followers;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// What to serve, and to whom.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folder of runs.
    pub runs: PathBuf,
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Who may look.
    pub access: Access,
}

/// What all answers are made from.
struct ServerState {
    access: Access,
    index: Index,
    followers: Followers,
    explorer: explorer::Explorer,
}

/// Serves until it is told to stop, by Ctrl-C or a signal to end. `ready` is told the address.
///
/// # Errors
/// When the folder does not exist, the address cannot be listened at, or lies outside of this
/// machine and nobody has to show a token.
pub fn serve(options: &ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    if !options.runs.is_dir() {
        return Err(ServeError::NoFolder(options.runs.clone()));
    }
    options.access.check(options.listen)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(ServeError::Start)?;
    let served = runtime.block_on(async {
        let failed = |e| ServeError::Listen(options.listen, e);
        let listener = TcpListener::bind(options.listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let state = Arc::new(ServerState {
            access: options.access.clone(),
            index: Index::new(options.runs.clone()),
            followers: Followers::default(),
            explorer: explorer::Explorer::default(),
        });
        ready(address);
        tokio::select! {
            ended = axum::serve(listener, router::router(state)) => ended.map_err(failed),
            () = told_to_stop() => Ok(()),
        }
    });
    // streams never end by themselves
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let end = signal(SignalKind::terminate());
        if let Ok(mut end) = end {
            tokio::select! {
                _ = end.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // without a handler the signal ends the process, which is as well
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
