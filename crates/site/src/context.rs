//! The inputs of all pages, and the folder of the site.

use super::frame::{Frame, SiteHead};
use super::out::Out;
use super::{SiteError, SiteOptions};
use askama::Template;
use boilingpoint_book::Filter;
use std::collections::BTreeSet;

/// The inputs of all pages, and the folder to which they are written.
pub struct Site<'a> {
    pub options: &'a SiteOptions,
    pub head: SiteHead,
    pub out: Out,
    /// The names of the runs that have a page.
    pub runs: BTreeSet<String>,
    /// Threads with the stack that valuing a board needs.
    pub pool: rayon::ThreadPool,
    /// Whether each record has files of its own in every format.
    pub has_record_files: bool,
}

impl Site<'_> {
    /// The frame of a page with this name.
    pub fn frame(&self, tab: &'static str, name: &str) -> Frame<'_> {
        Frame::of(&self.head, tab, name)
    }

    /// Writes a page from its template.
    pub fn page(&self, name: &str, page: &impl Template) -> Result<(), SiteError> {
        self.out.write(name, page.render()?.as_bytes())
    }
}

/// The records that a site shows.
pub fn confirmed() -> Filter {
    Filter {
        confirmed: Some(true),
        ..Filter::default()
    }
}
