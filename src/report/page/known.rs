//! The records that the book beside a run already has.

use crate::book::harvest::class_of;
use crate::book::{Book, Filter};
use crate::report::charts::BookBest;
use crate::report::{ReportError, ReportedRun};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each order, the book's best record for the run's question. Empty if the run has no book.
///
/// # Errors
/// If the book cannot be read.
pub fn known(run: &ReportedRun) -> Result<BTreeMap<u64, BookBest>, ReportError> {
    let mut known: BTreeMap<u64, BookBest> = BTreeMap::new();
    let Some(path) = book_of(run.folder.path()) else {
        return Ok(known);
    };
    let book = Book::open_existing(&path)?;
    let filter = Filter {
        ruleset: Some(run.plan.game.ruleset.name().to_string()),
        objective: Some(run.objective()),
        class: Some(class_of(&run.plan)),
        ..Filter::default()
    };
    for record in book.list(&filter)? {
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
    let is_comparison = |dir: &&Path| dir.join(RESULTS).exists();
    let comparison = run.ancestors().skip(1).take(2).find(is_comparison);
    let book = comparison.unwrap_or(run).parent()?.join("records.db");
    book.exists().then_some(book)
}
