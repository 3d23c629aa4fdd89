//! Records as comma-separated values.

use super::{ExportResult, ReportError, title};
use boilingpoint_book::{Column, Record};

/// The last column of the file. Files of earlier versions end with the column before it.
const LAST: &str = "conflict";

/// Writes a row for each record. The components of a fitness are separated by spaces.
pub fn csv(records: &[Record]) -> ExportResult {
    let mut columns = Column::ALL.split_inclusive(|c| c.name == LAST);
    let columns = columns.next().unwrap_or_default();
    let header: Vec<&str> = columns.iter().map(|c| c.name).collect();
    let row = |r| Ok(columns.iter().map(|column| column.csv(r)).collect());
    written(&header, records.iter().map(|r| (r, row(r))))
}

/// Writes a header and rows. A record whose row failed is left out.
pub fn written<'a>(
    header: &[&str],
    rows: impl Iterator<Item = (&'a Record, Result<Vec<String>, ReportError>)>,
) -> ExportResult {
    let mut exported = ExportResult::default();
    let mut csv = csv::Writer::from_writer(Vec::new());
    // Writing to memory fails only for a row whose length is not that of the header. Every row has
    // this length.
    let mut ok = csv.write_record(header).is_ok();
    for (record, row) in rows {
        match row {
            Ok(row) => ok &= csv.write_record(row).is_ok(),
            Err(why) => exported.left_out.push(format!("{}: {why}", title(record))),
        }
    }
    debug_assert!(ok, "every row has the header's length");
    exported.bytes = csv.into_inner().unwrap_or_default();
    exported
}
