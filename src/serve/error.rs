//! Why nothing is served, or not what is asked for.

use crate::graph::NotationError;
use crate::report::ReportError;
use crate::ruleset::{Unfit, UnknownRuleset};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the live view, or a page of it, cannot be served.
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
    /// A run cannot be shown.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file of a run is a link, or lies elsewhere.
    #[error("the run's files are not all files in its folder")]
    Outside,
    /// There is no such game.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// The text of a board is none.
    #[error(transparent)]
    Board(#[from] NotationError),
    /// The game is not played on the board.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A board has more vertices than the explorer shows.
    #[error(
        "the board has {0} vertices; the explorer shows {1} at most (boil eval has no such limit)"
    )]
    Large(usize, usize),
    /// A board has more links than the explorer shows.
    #[error("the board has {0} edges; the explorer shows {1} at most")]
    Dense(usize, usize),
    /// A position is more moves away than the explorer follows.
    #[error("more than {0} moves")]
    Long(usize),
    /// A text is not a move.
    #[error("move {number}: `{text}`; expected a move such as L3 or R0")]
    NoMove {
        /// From 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// A move is not among the options.
    #[error("move {number}: `{text}`: there are {options} options")]
    NoOption {
        /// From 1.
        number: usize,
        /// The text.
        text: String,
        /// How many options there are.
        options: usize,
    },
    /// Threads cannot be started.
    #[error("cannot start the server: {0}")]
    Start(std::io::Error),
}
