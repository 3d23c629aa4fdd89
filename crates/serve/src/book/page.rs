//! The page of the book: a form, and a table of the records that it selects.

use super::query::{BookQuery, CONTAINS, IN_CONFLICT, PROVED, UNPROVED};
use crate::{ServerState, answers};
use askama::Template;
use axum::extract::{Query, State as From};
use axum::response::Response;
use boilingpoint_book::{Book, BookError, RECORD_NAMES, RecordMatches};
use boilingpoint_explorer::editor;
use boilingpoint_pages::{Links, table};
use boilingpoint_problem::Certainty;
use boilingpoint_rules::Features;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of records on a page.
const PAGE: usize = 100;
/// The greatest number of runs that are proposed.
const MOST_RUNS: usize = 200;

/// The choices of a filter.
struct SelectOption {
    name: &'static str,
    label: &'static str,
    chosen: String,
    values: Vec<String>,
}

#[derive(Template)]
#[template(path = "book.html")]
struct BookPage {
    tab: &'static str,
    choices: Vec<SelectOption>,
    runs: Vec<String>,
    names: Vec<(&'static str, &'static str)>,
    /// The editor, with the board of the query.
    editor: String,
    /// Whether the query has a board.
    is_drawn: bool,
    is_contained: bool,
    asked: BookQuery,
    /// The table of the records.
    table: String,
    matching: usize,
    undecided: usize,
    unseen: usize,
    total: u32,
    page: usize,
    pages: usize,
    previous: Option<String>,
    next: Option<String>,
    problems: Vec<String>,
}

/// `/book`: the records that pass the filters.
pub async fn book(
    From(state): From<Arc<ServerState>>,
    Query(asked): Query<BookQuery>,
) -> Result<Response, Response> {
    let page = state.book.read(|book| page_of(book, asked)).await?;
    Ok(answers::page(&page))
}

fn page_of(book: Result<&Book, BookError>, asked: BookQuery) -> BookPage {
    let read = asked.read();
    let mut problems = read.problems;
    let mut found = FoundRecords::default();
    match book.and_then(|book| found.fill(book, &asked, read.query.as_ref())) {
        Ok(()) | Err(BookError::Missing { .. }) => {}
        Err(error) => problems.push(error.to_string()),
    }
    let records = found.matches.records;
    let matching = records.len();
    let pages = matching.div_ceil(PAGE).max(1);
    let page = asked.page.trim().parse().unwrap_or(0).min(pages - 1);
    let shown = records.into_iter().skip(page * PAGE).take(PAGE);
    BookPage {
        tab: "book",
        table: table(shown, &Links::served(), false).unwrap_or_default(),
        matching,
        undecided: found.matches.undecided,
        unseen: found.matches.unseen,
        total: found.total,
        page,
        pages,
        previous: page.checked_sub(1).map(|p| asked.address(p)),
        next: (page + 1 < pages).then(|| asked.address(page + 1)),
        choices: choices(&asked, found.values),
        runs: found.runs.into_iter().take(MOST_RUNS).collect(),
        names: RECORD_NAMES.map(|(name, _, about)| (name, about)).to_vec(),
        editor: editor("board", read.board.as_ref(), &Features::TINTS, false),
        is_drawn: read.board.is_some(),
        is_contained: asked.how == CONTAINS,
        asked,
        problems,
    }
}

/// The columns with a choice of values.
const CHOSEN: [(&str, &str); 3] = [
    ("ruleset", "game"),
    ("objective", "objective"),
    ("class", "class"),
];

fn choices(asked: &BookQuery, values: BTreeMap<&str, Vec<String>>) -> Vec<SelectOption> {
    let chosen = |name: &str| match name {
        "ruleset" => asked.ruleset.clone(),
        "objective" => asked.objective.clone(),
        "class" => asked.class.clone(),
        _ => asked.certainty.clone(),
    };
    let of_column = |(name, label): (&'static str, &'static str)| SelectOption {
        name,
        label,
        chosen: chosen(name),
        values: values.get(name).cloned().unwrap_or_default(),
    };
    let certainties = [
        Certainty::Exact.text(),
        Certainty::LowerBound.text(),
        PROVED,
        UNPROVED,
        IN_CONFLICT,
    ];
    let certainty = SelectOption {
        name: "certainty",
        label: "certainty",
        chosen: chosen("certainty"),
        values: certainties.map(str::to_string).to_vec(),
    };
    CHOSEN
        .into_iter()
        .map(of_column)
        .chain([certainty])
        .collect()
}

/// The records that a query selects, and the choices of its filters.
#[derive(Default)]
struct FoundRecords {
    matches: RecordMatches,
    values: BTreeMap<&'static str, Vec<String>>,
    runs: BTreeSet<String>,
    /// The number of records in the book.
    total: u32,
}

impl FoundRecords {
    fn fill(
        &mut self,
        book: &Book,
        asked: &BookQuery,
        query: Option<&boilingpoint_book::RecordQuery>,
    ) -> Result<(), BookError> {
        for (column, _) in CHOSEN {
            let values = book.values(column)?;
            self.total = values.values().sum();
            self.values.insert(column, values.into_keys().collect());
        }
        self.runs = book.runs()?;
        if let Some(query) = query {
            self.matches = query.matches(book)?;
        }
        if let Some(sort) = asked.sort() {
            sort.apply(&mut self.matches.records);
        }
        Ok(())
    }
}
