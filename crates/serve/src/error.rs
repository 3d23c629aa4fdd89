//! Errors of the live view.

use boilingpoint_explorer::ExplorerError;
use boilingpoint_report::ReportError;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is no such folder.
    #[error("{} is not a folder; `boil search` makes runs, `boil serve DIR` shows the runs in DIR", .0.display())]
    NoFolder(PathBuf),
    /// Other machines could connect, and no token is set.
    #[error(
        "{0} can be reached from other machines: give a token of at least {min} characters, by --token or in BOIL_TOKEN",
        min = super::MIN_TOKEN
    )]
    NoToken(SocketAddr),
    /// The token is too short to be safe.
    #[error("the token has {0} characters, but needs at least {min}", min = super::MIN_TOKEN)]
    ShortToken(usize),
    /// The server cannot listen at the address.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// A run cannot be shown.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A position cannot be shown.
    #[error(transparent)]
    Position(#[from] ExplorerError),
    /// Threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
}
