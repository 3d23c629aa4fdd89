//! The records that the book beside a run already has.

use crate::charts::BookBest;
use crate::{ReportError, ReportedRun};
use boilingpoint_book::{BoardClass, Book, BookStamp, Filter};
use boilingpoint_plan::Question;
use boilingpoint_record::own;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each order, the book's best record for the run's question. Empty if the run has no book.
///
/// # Errors
/// If the book cannot be read.
pub fn known(run: &ReportedRun) -> Result<BTreeMap<u64, BookBest>, ReportError> {
    let mut known = KnownRecords::default();
    known.update(run)?;
    Ok(known.best)
}

/// The book's best records, read again only when the book has changed.
#[derive(Default)]
pub struct KnownRecords {
    best: BTreeMap<u64, BookBest>,
    stamp: Option<BookStamp>,
}

impl KnownRecords {
    /// As [`known`], for the book as it is now.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn update(&mut self, run: &ReportedRun) -> Result<&BTreeMap<u64, BookBest>, ReportError> {
        let path = book_of(run.folder.path());
        let stamp = path.as_deref().map(BookStamp::of).transpose()?;
        if stamp != self.stamp {
            self.best = path.map_or(Ok(BTreeMap::new()), |path| read(run, &path))?;
            self.stamp = stamp;
        }
        Ok(&self.best)
    }
}

fn read(run: &ReportedRun, path: &Path) -> Result<BTreeMap<u64, BookBest>, ReportError> {
    known_in(run, &*Book::snapshot(path)?)
}

/// For each order, the best record of a book for the run's question.
///
/// # Errors
/// If the book cannot be read.
pub fn known_in(run: &ReportedRun, book: &Book) -> Result<BTreeMap<u64, BookBest>, ReportError> {
    let mut known: BTreeMap<u64, BookBest> = BTreeMap::new();
    if let Question::Collect(_) = run.plan.objective.question() {
        // The book has the records of a value under an objective of their own.
        return Ok(known);
    }
    let filter = Filter {
        ruleset: Some(run.plan.game.ruleset.name().to_string()),
        objective: Some(run.objective()),
        class: Some(BoardClass::of_plan(&run.plan)),
        ..Filter::default()
    };
    let mut records = book.list(&filter)?;
    // Records of an order differ in their fitness only if they are in conflict.
    records.sort_by(|a, b| b.entry.fitness.cmp(&a.entry.fitness));
    for record in records {
        let facts = record.entry;
        known.entry(facts.facts.order).or_insert(BookBest {
            fitness: facts.fitness.first().to_string(),
            is_bound: facts.facts.is_bound(),
            found_by: facts.found_by.to_string(),
        });
    }
    Ok(known)
}

/// A file that every comparison has in its folder.
const RESULTS: &str = "comparison.csv";

/// The record book beside a run, or beside the comparison that the run belongs to.
fn book_of(run: &Path) -> Option<PathBuf> {
    let is_comparison = |dir: &&Path| own::exists(&dir.join(RESULTS));
    let comparison = run.ancestors().skip(1).take(2).find(is_comparison);
    let book = comparison.unwrap_or(run).parent()?.join("records.db");
    own::exists(&book).then_some(book)
}
