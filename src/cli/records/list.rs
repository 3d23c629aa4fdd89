//! `boil records list`.

use super::super::table::{fitted, head, left, line, right};
use super::filter::{FilterArgs, Listing};
use super::{CommandResult, RecordsArgs, named};
use boilingpoint_book::{self as book, Record};
use boilingpoint_report::export::{self, Format};
use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
#[command(group(clap::ArgGroup::new("format").args(["json", "csv"])))]
pub struct RecordsListArgs {
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    listing: Listing,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

impl RecordsListArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let records = self.filter.records(&records.open()?, &self.listing)?;
        let mut out = std::io::stdout().lock();
        let format = match (self.json, self.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => return table(&mut out, &records),
        };
        write!(out, "{}", export::export(&records, format, false).text())?;
        Ok(())
    }
}

/// Writes a header and a line for each record. Columns are as wide as their longest cell, so that
/// no cell is cut.
fn table(out: &mut impl Write, records: &[Record]) -> CommandResult {
    let row = |r: &Record| NAMES.map(|name| cell(r, name));
    let rows: Vec<_> = records.iter().map(row).collect();
    let columns = NAMES.map(|name| match name {
        "id" | "order" | "fitness" => right(name, 0),
        name => left(name, 0),
    });
    let columns = fitted(&columns, &rows);
    writeln!(out, "{}", head(&columns))?;
    for row in rows {
        writeln!(out, "{}", line(&columns, &row))?;
    }
    Ok(())
}

const NAMES: [&str; 9] = [
    "id",
    "ruleset",
    "order",
    "fitness",
    "certainty",
    "class",
    "objective",
    "run",
    "board",
];

/// The text of a cell.
fn cell(r: &Record, name: &str) -> String {
    match name {
        "fitness" => r.entry.fitness_text(),
        "certainty" => certainty(r),
        "board" => named(r),
        "run" => r.entry.found_by.names(),
        name => book::Column::by_name(name).map_or_else(String::new, |c| c.of(r).text()),
    }
}

/// The certainty of a record. A record in conflict may be false, or its proof.
fn certainty(r: &Record) -> String {
    let word = match r.entry.is_proved() {
        true => "proved",
        false => r.entry.facts.certainty.text(),
    };
    match r.conflict {
        Some(_) => format!("{word}, in conflict"),
        None => word.to_string(),
    }
}
