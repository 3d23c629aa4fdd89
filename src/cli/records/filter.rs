//! Options that say which records are meant, and in which order.

use super::super::failure::Failure;
use crate::book::{BoardClass, Book, Column, Filter, Record, Sort};
use crate::problem::Certainty;
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;

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
    order: Option<Orders>,
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

#[derive(Clone, Debug)]
struct Orders(RangeInclusive<u64>);

fn orders(text: &str) -> Result<Orders, String> {
    let end = |t: &str| t.trim().parse::<u64>().ok();
    let ends = match text.split_once("..") {
        Some((low, high)) => end(low).zip(end(high.trim_start_matches('='))),
        None => end(text).zip(end(text)),
    };
    let range = ends.filter(|(low, high)| low <= high);
    let range = range.ok_or("expected a number or a range such as 2..8")?;
    Ok(Orders(range.0..=range.1))
}

/// A class as the book writes it.
pub fn class(text: &str) -> Result<BoardClass, String> {
    BoardClass::parse(text).ok_or_else(|| {
        "expected a class such as `tree` or `connected, tinted, max_degree 4`".into()
    })
}

fn sort(text: &str) -> Result<Sort, String> {
    let name = text.strip_prefix('-').unwrap_or(text);
    let descending = name.len() < text.len();
    match Column::by_name(name) {
        Some(column) => Ok(Sort { column, descending }),
        None => {
            let names: Vec<&str> = Column::ALL.iter().map(|c| c.name).collect();
            Err(format!("expected one of {}", names.join(", ")))
        }
    }
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
