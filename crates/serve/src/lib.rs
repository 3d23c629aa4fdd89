#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The live view: a small web server over a folder of runs.
//!
//! The server reads the files that searches write, and writes no files. So a slow or vanished
//! browser cannot delay a search. Pages are made of the same sections as the report. Server-sent
//! events report to the page of a running search which sections have changed, and the page fetches
//! these sections. A run is followed once for all its viewers, and only while it has viewers. The
//! server finds runs by listing the folder. It looks up the names in requests in this list, and
//! never joins a path from a request to another path.

mod access;
mod answers;
mod book;
mod compare;
mod connections;
mod error;
mod explorer;
mod explorer_file;
mod index;
mod list;
mod live;
mod origin;
mod pages;
mod record;
mod router;

pub use access::{Access, MIN_TOKEN};
pub use error::ServeError;
pub use explorer_file::explorer_file;

use connections::Connections;
use explorer::SharedAppraiser;
use index::Index;
use live::Followers;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The options of the server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The folder of the runs.
    pub runs: PathBuf,
    /// The address on which the server listens. Port 0 stands for any free port.
    pub listen: SocketAddr,
    /// Who may read the pages.
    pub access: Access,
}

/// The state that all answers are made from.
struct ServerState {
    access: Access,
    index: Index,
    followers: Followers,
    appraiser: SharedAppraiser,
    book: book::ServedBook,
    /// Held while a comparison is made, so that only one is made at a time.
    compared: Arc<tokio::sync::Mutex<()>>,
}

/// Serves until Ctrl-C or a signal to terminate. Calls `ready` with the address once the server
/// listens.
///
/// # Errors
/// If the folder does not exist, if the server cannot listen at the address, or if other machines
/// can reach the address and no token is set.
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
        let appraiser = SharedAppraiser::default();
        let state = Arc::new(ServerState {
            access: options.access.clone(),
            index: Index::new(options.runs.clone()),
            followers: Followers::of(appraiser.clone()),
            appraiser,
            book: book::ServedBook::beside(&options.runs),
            compared: Arc::default(),
        });
        ready(address);
        tokio::select! {
            ended = axum::serve(Connections::of(listener), router::router(state)) => ended.map_err(failed),
            () = stop_signal() => Ok(()),
        }
    });
    // Event streams never end by themselves.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn stop_signal() {
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
    // If no handler can be set, Ctrl-C ends the process by default.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
