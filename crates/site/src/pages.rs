//! Writes all pages of a site.

use super::context::{Site, confirmed};
use super::docs::{DocumentCounts, write_documents};
use super::feed::write_feed;
use super::frame::SiteHead;
use super::lists::{lists, write_lists};
use super::out::Out;
use super::questions::write_questions;
use super::runs::{runs, write_runs};
use super::start::{write_search, write_start};
use super::{SiteError, SiteOptions, SiteSummary};
use boilingpoint_book::{Book, BookError, Filter, RecordKey, Snapshot};
use boilingpoint_pages::LIVE_STYLE;
use boilingpoint_report::page::{CHARTS, SCRIPT, STYLE};
use boilingpoint_solver::Budget;
use std::collections::BTreeSet;

/// The greatest number of records that have files of their own by default. More records have the
/// files of their lists only: a hundred thousand records would have two million files.
const MOST_WITH_FILES: usize = 5_000;
/// The number of records in the feed.
const FEED: usize = 50;

/// The styles and scripts of the site.
const ASSETS: [(&str, &str); 6] = [
    ("assets/style.css", STYLE),
    ("assets/live.css", LIVE_STYLE),
    ("assets/site.css", include_str!("../templates/site.css")),
    ("assets/boil.js", SCRIPT),
    ("assets/charts.js", CHARTS),
    ("assets/site.js", include_str!("../templates/site.js")),
];

/// Writes a site into a folder. Equal inputs give equal bytes.
///
/// # Errors
/// When the folder has files that are not those of a site, when the book is damaged, or when a file
/// cannot be read or written.
pub fn write_site(options: &SiteOptions) -> Result<SiteSummary, SiteError> {
    let book = opened(options)?;
    let keys = keys(book.as_ref(), &confirmed())?;
    let expected: usize = keys.iter().map(|key| key.records).sum();
    let left_out = Filter {
        confirmed: Some(false),
        ..Filter::default()
    };
    let left_out = self::keys(book.as_ref(), &left_out)?;
    let mut site = Site {
        options,
        head: SiteHead {
            title: options.title.clone(),
            has_docs: options.docs.is_some(),
            has_questions: options.configs.is_some(),
            has_explorer: options.explorer.is_some(),
        },
        out: Out::open(&options.out)?,
        runs: BTreeSet::new(),
        pool: rayon::ThreadPoolBuilder::new()
            .stack_size(Budget::default().stack())
            .build()?,
        has_record_files: options.record_files.unwrap_or(expected <= MOST_WITH_FILES),
    };
    let mut summary = SiteSummary {
        left_out: left_out.iter().map(|key| key.records).sum(),
        has_record_files: site.has_record_files,
        ..SiteSummary::default()
    };
    let book = book.as_deref();
    let documents = write_pages(&mut site, book, &keys, &mut summary)?;
    summary.notes.extend(
        documents
            .broken
            .iter()
            .map(|link| format!("document {link} leads nowhere")),
    );
    let counts = site.out.finish()?;
    Ok(SiteSummary {
        files: counts.files,
        written: counts.written,
        removed: counts.removed,
        ..summary
    })
}

/// A copy of the book; `None` if there is no book.
fn opened(options: &SiteOptions) -> Result<Option<Snapshot>, SiteError> {
    match Book::snapshot(&options.book) {
        Err(BookError::Missing { .. }) => Ok(None),
        book => Ok(Some(book?)),
    }
}

fn keys(book: Option<&Snapshot>, filter: &Filter) -> Result<Vec<RecordKey>, SiteError> {
    Ok(book.map_or(Ok(Vec::new()), |book| book.keys(filter))?)
}

fn write_pages(
    site: &mut Site,
    book: Option<&Book>,
    keys: &[RecordKey],
    summary: &mut SiteSummary,
) -> Result<DocumentCounts, SiteError> {
    for (name, text) in ASSETS {
        site.out.write(name, text.as_bytes())?;
    }
    if let Some(explorer) = &site.options.explorer {
        site.out.write("explorer.html", explorer.as_bytes())?;
    }
    let (shown, notes) = write_runs(site, book, &runs(&site.options.runs))?;
    (summary.runs, summary.notes) = (shown.len(), notes);
    site.runs = shown;
    let lists = lists(keys);
    summary.records = write_lists(site, book, &lists)?;
    if let Some(configs) = &site.options.configs {
        summary.questions = write_questions(site, book, configs)?;
    }
    let documents = match &site.options.docs {
        Some(docs) => write_documents(site, docs)?,
        None => DocumentCounts::default(),
    };
    summary.documents = documents.documents;
    let newest = book.map(|book| book.newest(&confirmed(), FEED));
    let newest = newest.transpose()?.unwrap_or_default();
    write_feed(site, &newest)?;
    write_search(site)?;
    write_start(site, summary, lists.len(), documents.has_findings, &newest)?;
    Ok(documents)
}
