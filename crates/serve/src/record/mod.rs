//! The page of a record, and the record as a file in every format.
//!
//! `/record/25` is the page, and `/record/25.g6` and so on are the files. A value that the book does
//! not have is computed by the explorer's appraiser, within its limits.

mod answer;

use super::{ServerState, answers};
use axum::extract::{Path, Query, State as From};
use axum::http::StatusCode;
use axum::response::Response;
use boilingpoint_book::{Book, BookError, Neighbours};
use boilingpoint_pages::{FoundRecord, endings, kind};
use boilingpoint_solver::with_deep_stack;
use serde::Deserialize;
use std::sync::Arc;

/// The query in the address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct RecordPageQuery {
    /// Whether the greater time limit applies.
    patient: String,
}

/// `/record/NUMBER`: the page of a record; `/record/NUMBER.ENDING`: a file.
pub async fn record(
    From(state): From<Arc<ServerState>>,
    Path(name): Path<String>,
    Query(asked): Query<RecordPageQuery>,
) -> Result<Response, Response> {
    let (number, ending) = match name.split_once('.') {
        Some((number, ending)) => (number, Some(ending.to_string())),
        None => (name.as_str(), None),
    };
    let Ok(id) = number.parse::<i64>() else {
        let what = format!("`{number}` is not the number of a record.");
        return Err(answers::missing(&what));
    };
    let kind = match ending.as_deref().map(kind) {
        None => None,
        Some(Some(kind)) => Some(kind),
        Some(None) => {
            let what = format!(
                "There is no such file of a record; the endings are {}.",
                endings()
            );
            return Err(answers::missing(&what));
        }
    };
    let found = state.book.read(move |book| find(book, id)).await?;
    let found = found.map_err(|(status, what)| answers::problem(status, &what))?;
    let is_used = "Another position is being evaluated. Try again soon.";
    let mut appraiser = answers::turn(&state.appraiser, is_used).await?;
    let is_patient = !asked.patient.is_empty();
    let work = move || {
        with_deep_stack(|| match kind {
            Some(kind) => answer::file(&mut appraiser, &found, kind),
            None => answer::page(&state, &mut appraiser, found, is_patient),
        })
    };
    answers::work("The record cannot be shown.", work).await
}

/// The record with this number, or the answer that says why there is none.
fn find(book: Result<&Book, BookError>, id: i64) -> Result<FoundRecord, (StatusCode, String)> {
    let missing = || {
        let what = format!("The record book has no record {id}.");
        (StatusCode::NOT_FOUND, what)
    };
    let failed = |error: BookError| match error {
        BookError::Missing { .. } => missing(),
        error => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
    };
    let book = book.map_err(failed)?;
    let record = book.get(id).map_err(failed)?.ok_or_else(missing)?;
    let neighbours = Neighbours::of(book, &record).map_err(failed)?;
    FoundRecord::of(record, neighbours)
        .map_err(|e| (StatusCode::INTERNAL_SERVER_ERROR, e.to_string()))
}
