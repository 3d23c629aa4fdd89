//! `boil records list`.

use super::super::table::{self, Column, Column::Left, Column::Right};
use super::filter::{Sorting, Which};
use super::{Done, Records, named};
use crate::book::{self, Record};
use crate::report::export::{self, Format};
use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("format").args(["json", "csv"])))]
pub struct List {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    sorting: Sorting,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

impl List {
    pub fn run(&self, records: &Records) -> Done {
        let records = self.which.records(&records.open()?, &self.sorting)?;
        let mut out = std::io::stdout().lock();
        let format = match (self.json, self.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => {
                for line in listed(&records) {
                    writeln!(out, "{line}")?;
                }
                return Ok(());
            }
        };
        write!(out, "{}", export::export(&records, format, false).text)?;
        Ok(())
    }
}

/// A header and a line for each record. Nothing is cut: columns are as wide as they must be.
fn listed(records: &[Record]) -> Vec<String> {
    let head = COLUMNS.map(|(name, _)| name.to_string());
    let row = |r: &Record| COLUMNS.map(|(name, _)| cell(r, name));
    let rows: Vec<_> = [head].into_iter().chain(records.iter().map(row)).collect();
    table::lines(&COLUMNS.map(|(_, column)| column), &rows)
}

const COLUMNS: [(&str, Column); 9] = [
    ("id", Right(0)),
    ("ruleset", Left(0)),
    ("order", Right(0)),
    ("fitness", Right(0)),
    ("certainty", Left(0)),
    ("class", Left(0)),
    ("objective", Left(0)),
    ("run", Left(0)),
    ("board", Left(0)),
];

/// A column of the book, in words for people.
fn cell(r: &Record, name: &str) -> String {
    match name {
        "fitness" => r.entry.fitness_text(),
        "certainty" if r.entry.proved => "proved".to_string(),
        "board" => named(r),
        name => book::Column::by_name(name).map_or_else(String::new, |c| c.of(r).text()),
    }
}
