//! Running a search: config and plan, the search itself, its folder on disk, the record book.
//!
//! Whatever is written here survives `kill -9` and a full disk: whole files are replaced
//! atomically, logs are cut back to the length that the checkpoint recorded, and a checkpoint
//! carries a checksum. Clocks are read in the driver alone.

pub mod atlas;
pub mod book;
mod catalogue;
pub mod certificates;
pub mod checkpoint;
pub mod collection;
pub mod comparison;
pub mod config;
mod cost;
mod driver;
pub mod envelope;
pub mod folder;
pub mod harvest;
pub mod import;
pub mod input;
mod lines;
pub mod manifest;
pub mod merge;
mod parts;
pub mod records;
mod search;
pub mod set_aside;
mod signature;
mod source;
mod stock;
mod verify;

pub use catalogue::catalogue;
pub use driver::{Control, Driver, Ended, RunError, Saved, Sight, now};
pub use search::{
    Calendar, EpochLog, Isle, IsleOffer, IsleState, IsleStep, Ledger, PoolKey, Search, SearchError,
    SearchState, Step, Workshop, canonical_board,
};
pub use signature::{SignatureError, signature};
pub use source::{Begun, Here, Origin, Source};
pub use verify::{Verdict, verify};
