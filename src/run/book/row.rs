//! Records as rows of the book's table.

use super::error::BookError;
use super::record::{BoardClass, Certainty, Filter, NewRecord, Record, VerifiedRecord};
use crate::problem::Fitness;
use rusqlite::{Connection, Row, ToSql, named_params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

const COLUMNS: &str = "id, ruleset, objective, class, board_order, fitness, board, tints, \
    temperature, mean, degree, degree2, canonical_form, certainty, verified_by, found_by, \
    found_at, lineage, certificate, proved";

const WRITE: &str = "INTO records (id, ruleset, objective, class, board_order, fitness, \
    numerator, denominator, board, tints, temperature, mean, degree, degree2, canonical_form, \
    certainty, verified_by, found_by, found_at, lineage, certificate, proved) \
    VALUES (:id, :ruleset, :objective, :class, :order, :fitness, \
    :numerator, :denominator, :board, :tints, :temperature, :mean, :degree, :degree2, :form, \
    :certainty, :verified_by, :found_by, :found_at, :lineage, :certificate, :proved)";

/// Adds a record, and returns its number. Whether it is proved depends on its ties.
pub(super) fn insert(
    connection: &Connection,
    new: &VerifiedRecord,
    proved: bool,
) -> rusqlite::Result<i64> {
    write(connection, &format!("INSERT {WRITE}"), None, new, proved)?;
    Ok(connection.last_insert_rowid())
}

/// Puts a record in the place of the one of that number.
pub(super) fn replace(
    connection: &Connection,
    id: i64,
    new: &VerifiedRecord,
    proved: bool,
) -> rusqlite::Result<()> {
    let statement = format!("REPLACE {WRITE}");
    write(connection, &statement, Some(id), new, proved)
}

/// Notes that no board does better than the record of that number.
pub(super) fn set_proved(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    connection.execute("UPDATE records SET proved = 1 WHERE id = ?1", [id])?;
    Ok(())
}

fn write(
    connection: &Connection,
    statement: &str,
    id: Option<i64>,
    new: &VerifiedRecord,
    proved: bool,
) -> rusqlite::Result<()> {
    let facts = new.facts();
    let leading = facts.fitness.first();
    connection
        .prepare_cached(statement)?
        .execute(named_params! {
            ":id": id,
            ":ruleset": facts.ruleset,
            ":objective": facts.objective,
            ":class": facts.class.to_string(),
            ":order": facts.order as i64,
            ":fitness": facts.fitness.to_string(),
            ":numerator": leading.numer().to_string(),
            ":denominator": leading.denom().to_string(),
            ":board": facts.board,
            ":tints": facts.tints,
            ":temperature": facts.temperature,
            ":mean": facts.mean,
            ":degree": facts.degree as i64,
            ":degree2": facts.degree2 as i64,
            ":form": facts.canonical_form,
            ":certainty": facts.certainty.text(),
            ":verified_by": new.verified_by(),
            ":found_by": json(&facts.found_by),
            ":found_at": facts.found_at,
            ":lineage": json(&facts.lineage),
            ":certificate": facts.certificate,
            ":proved": proved,
        })?;
    Ok(())
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("finders and lineages have only text keys")
}

/// Removes the record of that number; whether there was one.
pub(super) fn delete(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    let removed = connection.execute("DELETE FROM records WHERE id = ?1", [id])?;
    Ok(removed > 0)
}

/// The record of that number.
pub(super) fn get(
    connection: &Connection,
    path: &Path,
    id: i64,
) -> Result<Option<Record>, BookError> {
    let statement = format!("SELECT {COLUMNS} FROM records WHERE id = :id");
    let found = select(connection, path, &statement, named_params! { ":id": id })?;
    Ok(found.into_iter().next())
}

/// The records that a filter lets through, in the book's order.
pub(super) fn list(
    connection: &Connection,
    path: &Path,
    filter: &Filter,
) -> Result<Vec<Record>, BookError> {
    let statement = format!(
        "SELECT {COLUMNS} FROM records
         WHERE (:ruleset IS NULL OR ruleset = :ruleset)
           AND (:objective IS NULL OR objective = :objective)
           AND (:class IS NULL OR class = :class)
           AND (:order IS NULL OR board_order = :order)
         ORDER BY ruleset, objective, class, board_order, id"
    );
    let conditions = named_params! {
        ":ruleset": filter.ruleset,
        ":objective": filter.objective,
        ":class": filter.class.as_ref().map(BoardClass::to_string),
        ":order": filter.order.map(|order| order as i64),
    };
    select(connection, path, &statement, conditions)
}

fn select(
    connection: &Connection,
    path: &Path,
    statement: &str,
    conditions: &[(&str, &dyn ToSql)],
) -> Result<Vec<Record>, BookError> {
    let failed = BookError::of(path);
    let mut statement = connection.prepare_cached(statement).map_err(&failed)?;
    let mut rows = statement.query(conditions).map_err(&failed)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next().map_err(&failed)? {
        records.push(read(row).map_err(|why| BookError::Damaged {
            path: path.to_path_buf(),
            why,
        })?);
    }
    Ok(records)
}

/// A row as a record, or what is wrong with it.
fn read(row: &Row<'_>) -> Result<Record, String> {
    let id: i64 = row.get("id").map_err(|e| e.to_string())?;
    let cell = Cells { row, id };
    let facts = NewRecord {
        ruleset: cell.text("ruleset")?,
        objective: cell.text("objective")?,
        class: cell.parsed("class", BoardClass::parse)?,
        order: cell.count("board_order")?,
        fitness: cell.parsed("fitness", |t| Fitness::parse_joined(t).ok())?,
        board: cell.text("board")?,
        tints: cell.text("tints")?,
        temperature: cell.text("temperature")?,
        mean: cell.text("mean")?,
        degree: cell.count("degree")?,
        degree2: cell.count("degree2")?,
        canonical_form: cell.get("canonical_form")?,
        certificate: cell.get("certificate")?,
        certainty: cell.parsed("certainty", Certainty::parse)?,
        proved: cell.get("proved")?,
        found_by: cell.json("found_by")?,
        found_at: cell.text("found_at")?,
        lineage: cell.json("lineage")?,
    };
    Ok(Record {
        id,
        facts,
        verified_by: cell.text("verified_by")?,
    })
}

/// The cells of a row; errors name the record and the column.
struct Cells<'a> {
    row: &'a Row<'a>,
    id: i64,
}

impl Cells<'_> {
    fn get<T: rusqlite::types::FromSql>(&self, column: &str) -> Result<T, String> {
        let failed = |e| format!("record {}, {column}: {e}", self.id);
        self.row.get(column).map_err(failed)
    }

    fn text(&self, column: &str) -> Result<String, String> {
        self.get(column)
    }

    fn count(&self, column: &str) -> Result<u64, String> {
        let number: i64 = self.get(column)?;
        u64::try_from(number).map_err(|_| format!("record {}, {column}: {number}", self.id))
    }

    fn parsed<T>(&self, column: &str, parse: fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.text(column)?;
        parse(&text).ok_or_else(|| format!("record {}, {column}: `{text}`", self.id))
    }

    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, String> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|e| format!("record {}, {column}: {e}", self.id))
    }
}
