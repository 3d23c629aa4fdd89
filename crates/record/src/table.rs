//! Tables as CSV. A row is a struct, and its fields are the columns.

use super::folder::{FileError, write_atomic};
use serde::Serialize;
use std::io;
use std::path::Path;

/// The names of the columns of rows of the type `R`.
///
/// # Errors
/// When a field cannot be written as a cell.
pub fn columns<R: Serialize + Default>() -> Result<Vec<String>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(R::default())?;
    let table = writer.into_inner().map_err(|e| e.into_error())?;
    let mut reader = csv::Reader::from_reader(table.as_slice());
    Ok(reader.headers()?.iter().map(str::to_string).collect())
}

/// A line of a table, with its line break. Cells are quoted where necessary.
///
/// # Errors
/// When a field cannot be written as a cell.
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

/// The columns in the header of an older table, as indices into the columns that rows have today.
/// `None` if the columns are the same, or the table has no header yet.
///
/// # Errors
/// When the header has a column that rows do not have.
pub fn older_columns<R: Serialize + Default>(
    head: &[u8],
) -> Result<Option<Vec<usize>>, csv::Error> {
    let names = columns::<R>()?;
    let mut reader = csv::Reader::from_reader(head);
    let found = reader.headers()?;
    if found.is_empty() || found.iter().eq(&names) {
        return Ok(None);
    }
    let column = |name: &str| {
        let at = names.iter().position(|known| known == name);
        at.ok_or_else(|| io::Error::other(format!("unknown column `{name}`")).into())
    };
    found.iter().map(column).collect::<Result<_, _>>().map(Some)
}

/// Reduces a line of a table to the cells of `columns`.
///
/// # Errors
/// When the line is not CSV.
pub fn select(whole: &[u8], columns: &[usize]) -> Result<Vec<u8>, csv::Error> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(whole);
    let mut cells = csv::StringRecord::new();
    reader.read_record(&mut cells)?;
    line(columns.iter().map(|&c| &cells[c]).collect::<Vec<_>>())
}

/// Writes a table to `path`, and replaces a file that is there. `names` are the names of leading
/// columns. Each item of `rows` has the cells of these columns, and then the row itself.
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
