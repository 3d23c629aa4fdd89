#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The contents of a page ([`look`]), values within a time limit ([`KeptAppraiser`]), marks of
//! options, the state that an address holds ([`ExplorerQuery`]), and the HTML of the page
//! ([`form`], [`answer`]). It has no server and no clock of its own, so that it runs in a browser
//! as well.

mod appraiser;
mod certificate;
mod editor;
mod error;
mod marks;
mod page;
mod query;
mod reading;
mod sum;
mod view;

pub use appraiser::{KeptAppraiser, budget_until};
pub use certificate::certificate;
pub use editor::{EDITOR_SCRIPT, editor, problem, written_game};
pub use error::ExplorerError;
pub use marks::OptionMark;
pub use page::{answer, form, looked};
pub use query::{ExplorerQuery, FILE, SERVED};
pub use reading::LARGEST;
pub use sum::{PositionSum, SumTerm};
pub use view::{MORE_TIME, PastMove, PositionRequest, PositionView, RulesetOption, TIME, look};

/// The script of the explorer: it shows answers in the page, and keeps the state in the address.
pub const EXPLORER_SCRIPT: &str = include_str!("../templates/explorer.js");
/// The beginning of a page that is a file: it unpacks the module and starts workers.
pub const FILE_SCRIPT: &str = include_str!("../templates/file.js");
/// The worker of a page that is a file: it runs the module.
pub const WORKER_SCRIPT: &str = include_str!("../templates/worker.js");
/// The script of the search in a page that is a file.
pub const SEARCH_SCRIPT: &str = include_str!("../templates/search.js");
/// The script for a file on the page of the explorer.
pub const UPLOAD_SCRIPT: &str = include_str!("../templates/upload.js");
