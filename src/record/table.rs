//! Tables as CSV. A row is a struct, and its fields are the columns.

use super::folder::{FileError, write_atomic};
use serde::Serialize;
use std::io;
use std::path::Path;

/// The names of the columns.
///
/// # Errors
/// When a field cannot be a cell.
pub fn columns<R: Serialize + Default>() -> Result<Vec<String>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(R::default())?;
    let table = writer.into_inner().map_err(|e| e.into_error())?;
    let mut reader = csv::Reader::from_reader(table.as_slice());
    Ok(reader.headers()?.iter().map(str::to_string).collect())
}

/// A line of a table, with its break; cells are quoted where they have to be.
///
/// # Errors
/// When a field cannot be a cell.
pub fn line(row: impl Serialize) -> Result<Vec<u8>, csv::Error> {
    let mut line = Vec::new();
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .buffer_capacity(256)
        .from_writer(&mut line);
    writer.serialize(row)?;
    writer.flush()?;
    drop(writer);
    Ok(line)
}

/// Replaces a table. Each row follows the cells given for it, which are in columns of these names.
///
/// # Errors
/// When the file cannot be written.
pub fn write<'a, R: Serialize + Default>(
    path: &Path,
    names: &[String],
    rows: impl IntoIterator<Item = (&'a [String], R)>,
) -> Result<(), FileError> {
    let text = || -> Result<Vec<u8>, csv::Error> {
        let mut text = line((names, columns::<R>()?))?;
        for row in rows {
            text.extend(line(row)?);
        }
        Ok(text)
    };
    let text = text().map_err(|e| FileError::of("write", path)(io::Error::from(e)))?;
    write_atomic(path, &text)
}
