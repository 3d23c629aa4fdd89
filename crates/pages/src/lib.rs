#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The HTML of the page of a record ([`RecordPart`]), tables of records ([`table`]), the files
//! of a record ([`FileKind`]), and the addresses in all of them ([`Links`]). The caller puts a part
//! into a frame of its own.

mod files;
mod links;
mod record;
mod rows;

/// The style of the live view and of the static site, besides that of reports.
pub const LIVE_STYLE: &str = include_str!("../templates/live.css");

pub use files::{FileError, FileKind, Picture, PictureEntry, endings, kind};
pub use links::{Links, list_name, percent_encoded, readable_name};
pub use record::{FoundRecord, PartOptions, RecordPart};
pub use rows::{BookRow, table};
