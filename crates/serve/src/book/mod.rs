//! The record book: its list with filters, and the copy that all its pages are made from.

mod page;
mod query;

pub use page::book;

use super::answers;
use axum::response::Response;
use boilingpoint_book::{Book, BookError, BookStamp, Snapshot};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Mutex;

/// The record book beside the runs. The server reads a copy, and copies the book again when it has
/// changed. So it changes no file of the book, not even those of a book of an older version.
pub struct ServedBook {
    path: PathBuf,
    copy: Arc<Mutex<Option<Snapshot>>>,
}

impl ServedBook {
    pub fn beside(runs: &Path) -> ServedBook {
        ServedBook {
            path: runs.join("records.db"),
            copy: Arc::default(),
        }
    }

    /// Calls `work` with the book as it is now. Requests take turns, so that all of them together
    /// cause no more work than one. The error is the answer to a request that waited too long.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(Result<&Book, BookError>) -> T + Send + 'static,
    ) -> Result<T, Response> {
        let is_used = "The book is being searched for another page. Try again soon.";
        let mut copy = answers::turn(&self.copy, is_used).await?;
        let path = self.path.clone();
        let work = move || work(latest(&path, &mut copy));
        answers::work("The book cannot be read.", work).await
    }
}

/// The book as it is now, from a copy that is made only if the book has changed.
fn latest<'a>(path: &Path, copy: &'a mut Option<Snapshot>) -> Result<&'a Book, BookError> {
    let stamp = BookStamp::of(path)?;
    let kept = copy.take().filter(|copy| *copy.stamp() == stamp);
    let latest = match kept {
        Some(kept) => kept,
        None => Book::snapshot(path)?,
    };
    Ok(copy.insert(latest))
}
