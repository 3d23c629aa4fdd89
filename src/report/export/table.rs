//! Records as comma-separated values.

use super::{Exported, title};
use crate::book::{Column, Record};

const HEADER: [&str; 20] = [
    "id",
    "ruleset",
    "objective",
    "class",
    "order",
    "fitness",
    "board",
    "tints",
    "temperature",
    "mean",
    "degree",
    "degree2",
    "canonical_form",
    "certainty",
    "proved",
    "verified_by",
    "run",
    "seed",
    "generation",
    "found_at",
];

/// A row for each record; the components of a fitness are separated by spaces.
pub fn csv(records: &[Record]) -> Exported {
    let rows = records.iter().map(|r| (r, row(r)));
    written(&HEADER, rows.map(|(r, row)| (r, Ok(row))))
}

fn row(record: &Record) -> Vec<String> {
    let columns = HEADER.iter().filter_map(|name| Column::by_name(name));
    columns.map(|column| column.csv(record)).collect()
}

/// A header and rows; a record without a row is left out.
pub fn written<'a>(
    header: &[&str],
    rows: impl Iterator<Item = (&'a Record, Result<Vec<String>, String>)>,
) -> Exported {
    let mut exported = Exported::default();
    let mut csv = csv::Writer::from_writer(Vec::new());
    // Writing to memory fails for rows of another length alone, and these have the header's.
    let mut ok = csv.write_record(header).is_ok();
    for (record, row) in rows {
        match row {
            Ok(row) => ok &= csv.write_record(row).is_ok(),
            Err(why) => exported.left_out.push(format!("{}: {why}", title(record))),
        }
    }
    debug_assert!(ok, "every row has the header's length");
    let bytes = csv.into_inner().unwrap_or_default();
    exported.text = String::from_utf8_lossy(&bytes).into_owned();
    exported
}
