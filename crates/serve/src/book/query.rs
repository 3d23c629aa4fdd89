//! The query of the list of records, as it stands in an address.

use boilingpoint_boards::Board;
use boilingpoint_book::{
    BoardClass, BoardCondition, Column, Filter, RecordCondition, RecordQuery, Sort,
};
use boilingpoint_explorer::{LARGEST, TIME};
use boilingpoint_formats::read_text;
use boilingpoint_problem::Certainty;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The word for proved records among the certainties.
pub const PROVED: &str = "proved";
pub const UNPROVED: &str = "not proved";
/// The word for records in conflict among the certainties.
pub const IN_CONFLICT: &str = "in conflict";
/// The word for records whose boards contain the given board.
pub const CONTAINS: &str = "contains";

/// The query. A text that is empty does not filter.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct BookQuery {
    pub ruleset: String,
    pub objective: String,
    pub class: String,
    pub certainty: String,
    pub run: String,
    /// The least order.
    pub least: String,
    /// The greatest order.
    pub most: String,
    /// A condition over invariants.
    #[serde(rename = "where")]
    pub condition: String,
    /// A board, in any notation.
    pub board: String,
    /// How the records' boards relate to the board: [`CONTAINS`], or they are the board.
    pub how: String,
    pub sort: String,
    /// The number of the page, from 0.
    pub page: String,
}

/// The parts of a query that were read.
pub struct ReadQuery {
    /// `None` if the query cannot match any record.
    pub query: Option<RecordQuery>,
    /// The board of the query.
    pub board: Option<Board>,
    /// The mistakes in the query.
    pub problems: Vec<String>,
}

impl BookQuery {
    pub fn read(&self) -> ReadQuery {
        let mut problems = Vec::new();
        let condition = given(&self.condition)
            .map(RecordCondition::parse)
            .transpose();
        let condition = condition.unwrap_or_else(|e| {
            problems.push(format!("condition: {e}"));
            None
        });
        let board = given(&self.board).map(|text| read_text(text, LARGEST));
        let board = board.transpose().unwrap_or_else(|e| {
            problems.push(format!("board: {e}"));
            None
        });
        let board = board.map(|given| given.board);
        let query = match problems.is_empty() {
            true => self.filter().map(|filter| RecordQuery {
                filter,
                condition,
                board: board.clone().map(|board| match self.how.as_str() {
                    CONTAINS => BoardCondition::Contains(board),
                    _ => BoardCondition::Is(board),
                }),
                end: Some(Instant::now() + TIME),
            }),
            false => None,
        };
        ReadQuery {
            query,
            board,
            problems,
        }
    }

    /// The filter. `None` if one of the texts cannot match any record.
    fn filter(&self) -> Option<Filter> {
        let text = |asked: &str| given(asked).map(str::to_string);
        let bound = |text: &str, otherwise: u64| text.trim().parse().unwrap_or(otherwise);
        let is = |word: &str| self.certainty == word;
        let is_other = is(PROVED) || is(UNPROVED) || is(IN_CONFLICT);
        let certainty = if is_other { "" } else { &self.certainty };
        Some(Filter {
            ruleset: text(&self.ruleset),
            objective: text(&self.objective),
            class: condition(&self.class, BoardClass::parse)?,
            orders: Some(bound(&self.least, 0)..=bound(&self.most, u64::MAX)),
            certainty: condition(certainty, Certainty::parse)?,
            proved: (is(PROVED) || is(UNPROVED)).then(|| is(PROVED)),
            conflict: is(IN_CONFLICT).then_some(true),
            run: text(&self.run),
            confirmed: None,
        })
    }

    pub fn sort(&self) -> Option<Sort> {
        let (name, descending) = match self.sort.as_str() {
            "order" => ("order", false),
            "newest" => ("found_at", true),
            "fitness" => ("fitness", true),
            "number" => ("id", false),
            _ => return None,
        };
        let column = Column::by_name(name)?;
        Some(Sort { column, descending })
    }

    pub fn address(&self, page: usize) -> String {
        let asked = BookQuery {
            page: page.to_string(),
            ..self.clone()
        };
        let query = serde_urlencoded::to_string(&asked).unwrap_or_default();
        format!("/book?{query}")
    }
}

/// The text without spaces around it; `None` if it is empty.
fn given(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// Parses a condition. `Some(None)` if the text is empty, `None` if it is invalid.
fn condition<T>(text: &str, parse: fn(&str) -> Option<T>) -> Option<Option<T>> {
    match given(text) {
        None => Some(None),
        Some(text) => parse(text).map(Some),
    }
}
