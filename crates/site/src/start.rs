//! The first page, and the page of the search.

use super::SiteError;
use super::context::Site;
use super::frame::Frame;
use super::options::SiteSummary;
use askama::Template;
use boilingpoint_book::Record;
use boilingpoint_pages::table;

/// The number of records on the first page.
const NEWEST: usize = 20;

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage<'a> {
    frame: Frame<'a>,
    records: u64,
    left_out: u64,
    lists: u64,
    runs: u64,
    questions: u64,
    has_findings: bool,
    has_newest: bool,
    /// The table of the newest records.
    newest: String,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    frame: Frame<'a>,
}

/// Writes the first page.
pub fn write_start(
    site: &Site,
    summary: &SiteSummary,
    lists: usize,
    has_findings: bool,
    newest: &[Record],
) -> Result<(), SiteError> {
    let frame = site.frame("start", "index.html");
    let shown = newest.iter().take(NEWEST).cloned();
    let table = table(shown, &frame.links(), false)?;
    let page = StartPage {
        frame,
        records: summary.records as u64,
        left_out: summary.left_out as u64,
        lists: lists as u64,
        runs: summary.runs as u64,
        questions: summary.questions as u64,
        has_findings,
        has_newest: !newest.is_empty(),
        newest: table,
    };
    site.page("index.html", &page)
}

/// Writes the page of the search.
pub fn write_search(site: &Site) -> Result<(), SiteError> {
    let frame = site.frame("search", "search.html");
    site.page("search.html", &SearchPage { frame })
}
