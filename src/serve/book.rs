//! The record book, with filters.

use super::{ServerState, answers};
use crate::book::{BoardClass, Book, BookError, BookStamp, Column, Filter, Record, Snapshot, Sort};
use crate::problem::Certainty;
use askama::Template;
use axum::extract::{Query, State as From};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The record book beside the runs. The server reads a copy, and copies the book again when it has
/// changed. So it changes no file of the book, not even those of a book of an older version.
pub struct ServedBook {
    path: PathBuf,
    copy: Mutex<Option<Snapshot>>,
}

impl ServedBook {
    pub fn beside(runs: &Path) -> ServedBook {
        ServedBook {
            path: runs.join("records.db"),
            copy: Mutex::default(),
        }
    }

    /// The book as it is now, from a copy that is made only if the book has changed.
    fn latest<'a>(&self, copy: &'a mut Option<Snapshot>) -> Result<&'a Book, BookError> {
        let stamp = BookStamp::of(&self.path)?;
        let kept = copy.take().filter(|copy| *copy.stamp() == stamp);
        let latest = match kept {
            Some(kept) => kept,
            None => Book::snapshot(&self.path)?,
        };
        Ok(copy.insert(latest))
    }
}

/// The number of records on a page.
const PAGE: usize = 100;

/// The query. A text that is empty does not filter.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct BookQuery {
    ruleset: String,
    objective: String,
    class: String,
    certainty: String,
    /// The least order.
    least: String,
    /// The greatest order.
    most: String,
    sort: String,
    /// The number of the page, from 0.
    page: String,
}

impl BookQuery {
    /// The filter. `None` if one of the texts cannot match any record.
    fn filter(&self) -> Option<Filter> {
        let text = |asked: &str| (!asked.is_empty()).then(|| asked.to_string());
        let bound = |text: &str, otherwise: u64| text.trim().parse().unwrap_or(otherwise);
        Some(Filter {
            ruleset: text(&self.ruleset),
            objective: text(&self.objective),
            class: condition(&self.class, BoardClass::parse)?,
            orders: Some(bound(&self.least, 0)..=bound(&self.most, u64::MAX)),
            certainty: condition(&self.certainty, Certainty::parse)?,
            ..Filter::default()
        })
    }

    fn sort(&self) -> Option<Sort> {
        let (name, descending) = match self.sort.as_str() {
            "order" => ("order", false),
            "newest" => ("found_at", true),
            "fitness" => ("fitness", true),
            _ => return None,
        };
        let column = Column::by_name(name)?;
        Some(Sort { column, descending })
    }

    fn address(&self, page: usize) -> String {
        let asked = BookQuery {
            page: page.to_string(),
            ..self.clone()
        };
        let query = serde_urlencoded::to_string(&asked).unwrap_or_default();
        format!("/book?{query}")
    }
}

/// The choices of a filter.
struct SelectOption {
    name: &'static str,
    label: &'static str,
    chosen: String,
    /// Each value with its number of records.
    values: BTreeMap<String, u32>,
}

#[derive(Template)]
#[template(path = "book.html")]
struct BookPage {
    tab: &'static str,
    choices: [SelectOption; 4],
    asked: BookQuery,
    rows: Vec<Record>,
    matching: usize,
    total: u32,
    page: usize,
    pages: usize,
    previous: Option<String>,
    next: Option<String>,
    problem: Option<String>,
}

/// `/book`: the records that pass the filters.
pub async fn book(From(state): From<Arc<ServerState>>, Query(asked): Query<BookQuery>) -> Response {
    match tokio::task::spawn_blocking(move || page_of(&state.book, asked)).await {
        Ok(page) => answers::page(&page),
        Err(_) => answers::problem(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The book cannot be read.",
        ),
    }
}

fn page_of(book: &ServedBook, asked: BookQuery) -> BookPage {
    let choice = |name, label, chosen: &String| SelectOption {
        name,
        label,
        chosen: chosen.clone(),
        values: BTreeMap::new(),
    };
    let mut choices = [
        choice("ruleset", "game", &asked.ruleset),
        choice("objective", "objective", &asked.objective),
        choice("class", "class", &asked.class),
        choice("certainty", "certainty", &asked.certainty),
    ];
    let (records, problem) = match read(book, &asked, &mut choices) {
        Ok(records) => (records, None),
        Err(BookError::Missing { .. }) => (Vec::new(), None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    let matching = records.len();
    let pages = matching.div_ceil(PAGE).max(1);
    let page = asked.page.trim().parse().unwrap_or(0).min(pages - 1);
    let shown = records.into_iter().skip(page * PAGE).take(PAGE);
    BookPage {
        tab: "book",
        rows: shown.collect(),
        matching,
        total: choices[0].values.values().sum(),
        page,
        pages,
        previous: page.checked_sub(1).map(|p| asked.address(p)),
        next: (page + 1 < pages).then(|| asked.address(page + 1)),
        choices,
        asked,
        problem,
    }
}

/// The records that pass the filters. Also fills in the choices of the filters.
fn read(
    book: &ServedBook,
    asked: &BookQuery,
    choices: &mut [SelectOption],
) -> Result<Vec<Record>, BookError> {
    let mut copy = book.copy.lock().unwrap_or_else(PoisonError::into_inner);
    let book = book.latest(&mut copy)?;
    let mut records = match asked.filter() {
        Some(filter) => book.list(&filter)?,
        None => Vec::new(),
    };
    if let Some(sort) = asked.sort() {
        sort.apply(&mut records);
    }
    for choice in choices {
        choice.values = book.values(choice.name)?;
    }
    Ok(records)
}

/// Parses a condition. `Some(None)` if the text is empty, `None` if it is invalid.
fn condition<T>(text: &str, parse: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text.is_empty() {
        Some(None)
    } else {
        parse(text).map(Some)
    }
}
