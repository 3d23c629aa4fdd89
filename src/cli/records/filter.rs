//! Options that say which records are meant, and in which order.

use super::super::failure::Failure;
use super::super::ranges::{OrderRange, orders};
use crate::book::{BoardClass, Book, Column, Filter, Record, Sort};
use crate::problem::Certainty;
use clap::{Args, ValueEnum};

/// Which records.
#[derive(Args, Debug)]
pub struct Which {
    /// Only this ruleset
    #[arg(long)]
    ruleset: Option<String>,
    /// Only this objective, as the book writes it
    #[arg(long, allow_hyphen_values = true)]
    objective: Option<String>,
    /// Only this class, as the book writes it: `tree`, or `connected, tinted, max_degree 4`
    #[arg(long, value_parser = class)]
    class: Option<BoardClass>,
    /// Only these orders: `14`, or `2..8`, both ends included
    #[arg(long, value_name = "RANGE", value_parser = orders)]
    order: Option<OrderRange>,
    /// Only records of this certainty
    #[arg(long, value_enum)]
    certainty: Option<Sure>,
    /// Only records that are proved to be optimal
    #[arg(long)]
    proved: bool,
    /// Only records of this run, by its name
    #[arg(long = "run", value_name = "NAME")]
    run_name: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Sure {
    Exact,
    LowerBound,
}

/// In which order.
#[derive(Args, Debug)]
pub struct Sorting {
    /// Sort by a column, such as `fitness`; with a `-` before it the greatest comes first
    #[arg(long, value_name = "COLUMN", value_parser = sort, allow_hyphen_values = true)]
    sort: Option<Sort>,
    /// The other way round
    #[arg(long)]
    reverse: bool,
}

/// Why a text is not what an option expects.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// No class.
    #[error("expected a class such as `tree` or `connected, tinted, max_degree 4`")]
    Class,
    /// No column of the book.
    #[error("expected one of {0}")]
    Column(String),
}

/// A class as the book writes it.
pub fn class(text: &str) -> Result<BoardClass, OptionError> {
    BoardClass::parse(text).ok_or(OptionError::Class)
}

fn sort(text: &str) -> Result<Sort, OptionError> {
    let name = text.strip_prefix('-').unwrap_or(text);
    let descending = name.len() < text.len();
    let column = Column::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Column::ALL.iter().map(|c| c.name).collect();
        OptionError::Column(names.join(", "))
    })?;
    Ok(Sort { column, descending })
}

impl Which {
    /// The filter that the options describe.
    pub fn filter(&self) -> Filter {
        Filter {
            ruleset: self.ruleset.clone(),
            objective: self.objective.clone(),
            class: self.class.clone(),
            orders: self.order.as_ref().map(|o| o.0.clone()),
            certainty: self.certainty.map(|sure| match sure {
                Sure::Exact => Certainty::Exact,
                Sure::LowerBound => Certainty::LowerBound,
            }),
            proved: self.proved.then_some(true),
            run: self.run_name.clone(),
        }
    }

    /// The records of a book, sorted.
    pub fn records(&self, book: &Book, sorting: &Sorting) -> Result<Vec<Record>, Failure> {
        let mut records = book.list(&self.filter()).map_err(Failure::input)?;
        if let Some(sort) = sorting.sort {
            sort.apply(&mut records);
        }
        if sorting.reverse {
            records.reverse();
        }
        Ok(records)
    }
}
