//! `boil records list`.

use super::filter::{Sorting, Which};
use super::{Done, Records, named};
use crate::book::{BookEntry, Record};
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
                for line in table(&records) {
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
fn table(records: &[Record]) -> Vec<String> {
    let head = [
        "id",
        "ruleset",
        "order",
        "fitness",
        "certainty",
        "class",
        "objective",
        "run",
    ];
    let mut rows = vec![head.map(str::to_string)];
    rows.extend(records.iter().map(row));
    let width = |column: usize| {
        rows.iter()
            .map(|r| r[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let boards = std::iter::once("board".to_string()).chain(records.iter().map(named));
    let lines = rows.iter().zip(boards).map(|(row, board)| {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(i, (cell, &width))| match i {
                0 | 2 | 3 => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            });
        let cells: Vec<String> = cells.chain([board]).collect();
        cells.join("  ")
    });
    lines.collect()
}

fn row(r: &Record) -> [String; 8] {
    let f = &r.entry;
    [
        r.id.to_string(),
        f.ruleset.clone(),
        f.facts.order.to_string(),
        f.fitness_text(),
        certainty(f).to_string(),
        f.class.to_string(),
        f.objective.clone(),
        f.found_by.run.clone(),
    ]
}

/// In a word, for people.
pub fn certainty(entry: &BookEntry) -> &'static str {
    match (entry.proved, entry.facts.certainty) {
        (true, _) => "proved",
        (false, certainty) => certainty.text(),
    }
}
