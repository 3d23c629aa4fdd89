#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! [`write_site`] writes the pages one after another. `Out` is the folder: it keeps a list of the
//! site's files. The records come from a copy of the book, a page of a list at a time, so that the
//! memory does not grow with the book.

mod context;
mod docs;
mod error;
mod feed;
mod files;
mod frame;
mod index;
mod lists;
mod markdown;
mod options;
mod out;
mod pages;
mod questions;
mod record;
mod runs;
mod start;
mod summary;

pub use error::SiteError;
pub use options::{SiteOptions, SiteSummary};
pub use pages::write_site;
