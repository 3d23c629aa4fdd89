//! Why nothing is served.

use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the live view cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is no such folder.
    #[error("{} is no folder; `boil search` makes runs, `boil serve DIR` shows those in DIR", .0.display())]
    NoFolder(PathBuf),
    /// Others could look without being asked for a token.
    #[error(
        "{0} can be reached from other machines: give a token of at least {min} characters, by --token or in BOIL_TOKEN",
        min = super::MIN_TOKEN
    )]
    NoToken(SocketAddr),
    /// The token is too short to keep anybody out.
    #[error("the token has {0} characters, and needs at least {min}", min = super::MIN_TOKEN)]
    ShortToken(usize),
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// Threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
}
