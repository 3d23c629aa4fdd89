//! The record book, with filters.

use super::{State, answers};
use crate::book::{Book, BookError, Record};
use askama::Template;
use axum::extract::{Query, State as From};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Records on a page.
const PAGE: usize = 100;

/// What is asked for; empty texts ask for nothing.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Asked {
    ruleset: String,
    objective: String,
    class: String,
    certainty: String,
    /// Fewest vertices.
    least: String,
    /// Most vertices.
    most: String,
    sort: String,
    /// From 0.
    page: String,
}

impl Asked {
    fn wants(&self, record: &Record) -> bool {
        let f = &record.entry;
        let is = |asked: &str, found: &str| asked.is_empty() || asked == found;
        let bound = |text: &str, otherwise: u64| text.trim().parse().unwrap_or(otherwise);
        is(&self.ruleset, &f.ruleset)
            && is(&self.objective, &f.objective)
            && is(&self.class, &f.class.to_string())
            && is(&self.certainty, f.facts.certainty.text())
            && (bound(&self.least, 0)..=bound(&self.most, u64::MAX)).contains(&f.facts.order)
    }

    fn sort(&self, records: &mut [Record]) {
        match self.sort.as_str() {
            "order" => records.sort_by_key(|r| r.entry.facts.order),
            "newest" => records.sort_by(|a, b| b.entry.found_at.cmp(&a.entry.found_at)),
            "fitness" => records.sort_by(|a, b| b.entry.fitness.cmp(&a.entry.fitness)),
            _ => {}
        }
    }

    fn address(&self, page: usize) -> String {
        let asked = Asked {
            page: page.to_string(),
            ..self.clone()
        };
        let query = serde_urlencoded::to_string(&asked).unwrap_or_default();
        format!("/book?{query}")
    }
}

/// What can be chosen for a filter.
struct Choice {
    name: &'static str,
    label: &'static str,
    chosen: String,
    values: BTreeSet<String>,
}

struct Row {
    ruleset: String,
    objective: String,
    class: String,
    order: u64,
    fitness: String,
    temperature: String,
    degree: u64,
    degree2: u64,
    board: String,
    found: String,
    verified_by: String,
}

#[derive(Template)]
#[template(path = "book.html")]
struct BookPage {
    tab: &'static str,
    choices: Vec<Choice>,
    asked: Asked,
    rows: Vec<Row>,
    matching: usize,
    total: usize,
    page: usize,
    pages: usize,
    previous: Option<String>,
    next: Option<String>,
    problem: Option<String>,
}

/// `/book`: the records that the filters let through.
pub async fn book(From(state): From<Arc<State>>, Query(asked): Query<Asked>) -> Response {
    let path = state.index.root().join("records.db");
    let read = tokio::task::spawn_blocking(move || match Book::open_existing(&path) {
        Ok(book) => book.list(&crate::book::Filter::default()),
        Err(BookError::Missing { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    });
    let (records, problem) = match read.await {
        Ok(Ok(records)) => (records, None),
        Ok(Err(error)) => (Vec::new(), Some(error.to_string())),
        Err(_) => {
            return answers::problem(
                StatusCode::INTERNAL_SERVER_ERROR,
                "The book cannot be read.",
            );
        }
    };
    answers::page(&page_of(records, asked, problem))
}

fn page_of(records: Vec<Record>, asked: Asked, problem: Option<String>) -> BookPage {
    let choice = |name, label, chosen: &str, of: fn(&Record) -> String| Choice {
        name,
        label,
        chosen: chosen.to_string(),
        values: records.iter().map(of).collect(),
    };
    let choices = vec![
        choice("ruleset", "game", &asked.ruleset, |r| {
            r.entry.ruleset.clone()
        }),
        choice("objective", "objective", &asked.objective, |r| {
            r.entry.objective.clone()
        }),
        choice("class", "class", &asked.class, |r| {
            r.entry.class.to_string()
        }),
        choice("certainty", "certainty", &asked.certainty, |r| {
            r.entry.facts.certainty.text().to_string()
        }),
    ];
    let total = records.len();
    let mut matching: Vec<Record> = records.into_iter().filter(|r| asked.wants(r)).collect();
    asked.sort(&mut matching);
    let pages = matching.len().div_ceil(PAGE).max(1);
    let page = asked.page.trim().parse().unwrap_or(0).min(pages - 1);
    let shown = matching.iter().skip(page * PAGE).take(PAGE);
    BookPage {
        tab: "book",
        rows: shown.map(row).collect(),
        matching: matching.len(),
        total,
        page,
        pages,
        previous: page.checked_sub(1).map(|p| asked.address(p)),
        next: (page + 1 < pages).then(|| asked.address(page + 1)),
        choices,
        asked,
        problem,
    }
}

fn row(record: &Record) -> Row {
    let f = &record.entry;
    Row {
        ruleset: f.ruleset.clone(),
        objective: f.objective.clone(),
        class: f.class.to_string(),
        order: f.facts.order,
        fitness: f.fitness_text(),
        temperature: f.facts.filed_text("temperature"),
        degree: f.facts.degree,
        degree2: f.facts.degree2,
        board: f.facts.board_text(),
        found: format!(
            "{}, seed {}, {}",
            f.found_by.run,
            f.found_by.seed,
            f.found_at.get(..10).unwrap_or(&f.found_at)
        ),
        verified_by: record.verified_by.clone(),
    }
}
