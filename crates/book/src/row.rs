//! Reads and writes records as rows of the book's table.

use super::class::BoardClass;
use super::error::BookError;
use super::proof::OptimumProof;
use super::record::{BookEntry, Filter, Record, RecordKey};
use super::verified::VerifiedRecord;
use boilingpoint_problem::{Facts, Fitness};
use boilingpoint_rules as ruleset;
use boilingpoint_values::Values;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, ToSql, named_params, params, params_from_iter};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;

/// Adds a record and returns its number. The caller gives the proof, since it depends on the
/// records that tie with the new one.
pub(super) fn insert(
    connection: &Connection,
    new: &VerifiedRecord,
    proof: Option<&OptimumProof>,
) -> rusqlite::Result<i64> {
    write(connection, "INSERT", None, new, proof)?;
    Ok(connection.last_insert_rowid())
}

/// Stores `new` in place of the record that has the number `id`. The number stays.
pub(super) fn replace(
    connection: &Connection,
    id: i64,
    new: &VerifiedRecord,
    proof: Option<&OptimumProof>,
) -> rusqlite::Result<()> {
    write(connection, "REPLACE", Some(id), new, proof)
}

/// Stores the proof of the record with this number, or removes it and the mark `proved`.
pub(super) fn set_proof(
    connection: &Connection,
    id: i64,
    proof: Option<&OptimumProof>,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE records SET proof = ?2, proved = (?2 IS NOT NULL) WHERE id = ?1",
        params![id, proof.map(json)],
    )?;
    Ok(())
}

/// Stores why the record with this number contradicts another, or that it contradicts none.
pub(super) fn set_conflict(
    connection: &Connection,
    id: i64,
    conflict: Option<&str>,
) -> rusqlite::Result<()> {
    let statement = "UPDATE records SET conflict = ?2 WHERE id = ?1";
    connection.execute(statement, params![id, conflict])?;
    Ok(())
}

/// Replaces the class of the record with this number.
pub(super) fn set_class(
    connection: &Connection,
    id: i64,
    class: &BoardClass,
) -> rusqlite::Result<()> {
    let statement = "UPDATE records SET class = ?2 WHERE id = ?1";
    connection.execute(statement, params![id, class.to_string()])?;
    Ok(())
}

/// The numbers of the records that have the mark `proved`, but no proof.
pub(super) fn marked_without_proof(connection: &Connection) -> rusqlite::Result<BTreeSet<i64>> {
    let statement = "SELECT id FROM records WHERE proved = 1 AND proof IS NULL";
    let mut statement = connection.prepare_cached(statement)?;
    let rows = statement.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// Replaces the facts of the record with this number.
pub(super) fn set_facts(connection: &Connection, id: i64, facts: &Facts) -> rusqlite::Result<()> {
    let facts = json(&facts.to_json());
    connection.execute(
        "UPDATE records SET facts = ?2 WHERE id = ?1",
        params![id, facts],
    )?;
    Ok(())
}

/// The columns of a record that a statement writes. The database generates further columns from the
/// column `facts`.
fn cells(
    id: Option<i64>,
    new: &VerifiedRecord,
    proof: Option<&OptimumProof>,
) -> [(&'static str, Value); 15] {
    let entry = new.entry();
    let leading = entry.fitness.first();
    let text = |text: &str| Value::from(text.to_string());
    [
        ("ruleset", text(&entry.ruleset)),
        ("objective", text(&entry.objective)),
        ("class", entry.class.to_string().into()),
        ("fitness", entry.fitness.to_string().into()),
        ("numerator", leading.numer().to_string().into()),
        ("denominator", leading.denom().to_string().into()),
        ("facts", json(&entry.facts.to_json()).into()),
        ("certificate", entry.certificate.clone().into()),
        ("verified_by", text(new.verified_by())),
        ("found_by", json(&entry.found_by).into()),
        ("found_at", text(&entry.found_at)),
        ("lineage", json(&entry.lineage).into()),
        ("proved", proof.is_some().into()),
        ("proof", proof.map(json).into()),
        ("id", id.into()),
    ]
}

fn write(
    connection: &Connection,
    verb: &str,
    id: Option<i64>,
    new: &VerifiedRecord,
    proof: Option<&OptimumProof>,
) -> rusqlite::Result<()> {
    let cells = cells(id, new, proof);
    let names: Vec<&str> = cells.iter().map(|(name, _)| *name).collect();
    let places = vec!["?"; names.len()].join(", ");
    let statement = format!(
        "{verb} INTO records ({}) VALUES ({places})",
        names.join(", ")
    );
    let values = cells.into_iter().map(|(_, value)| value);
    connection
        .prepare_cached(&statement)?
        .execute(params_from_iter(values))?;
    Ok(())
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("facts, finders and lineages have only text keys")
}

/// Removes the record with this number. Returns whether the book had the record.
pub(super) fn delete(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    let removed = connection.execute("DELETE FROM records WHERE id = ?1", [id])?;
    Ok(removed > 0)
}

/// The record with this number.
pub(super) fn get(
    connection: &Connection,
    path: &Path,
    id: i64,
) -> Result<Option<Record>, BookError> {
    let statement = "SELECT * FROM records WHERE id = :id";
    let found = select(connection, path, statement, named_params! { ":id": id })?;
    Ok(found.into_iter().next())
}

/// The conditions of a statement, and its parameters.
struct Conditions {
    text: String,
    parameters: Vec<(&'static str, Value)>,
}

impl Conditions {
    /// The conditions of a filter. A part that is `None` has no condition, so that the database can
    /// use its index.
    fn of(filter: &Filter) -> Conditions {
        let orders = filter.orders.as_ref();
        let order = |order: Option<&u64>| order.map(|&order| Value::from(as_stored(order)));
        let text = |text: &Option<String>| text.clone().map(Value::from);
        let class = filter.class.as_ref().map(BoardClass::to_string);
        let certainty = filter.certainty.map(|c| c.text().to_string());
        let parts = [
            (":ruleset", "ruleset = :ruleset", text(&filter.ruleset)),
            (
                ":objective",
                "objective = :objective",
                text(&filter.objective),
            ),
            (":class", "class = :class", text(&class)),
            (
                ":fewest",
                "board_order >= :fewest",
                order(orders.map(RangeInclusive::start)),
            ),
            (
                ":most",
                "board_order <= :most",
                order(orders.map(RangeInclusive::end)),
            ),
            (":certainty", "certainty = :certainty", text(&certainty)),
            (
                ":proved",
                "(proof IS NOT NULL) = :proved",
                filter.proved.map(Value::from),
            ),
            (
                ":conflict",
                "(conflict IS NOT NULL) = :conflict",
                filter.conflict.map(Value::from),
            ),
            (":confirmed", CONFIRMED, filter.confirmed.map(Value::from)),
            (":run", FOUND_BY, text(&filter.run)),
        ];
        let mut found = Conditions {
            text: "1".to_string(),
            parameters: Vec::new(),
        };
        for (name, condition, value) in parts {
            if let Some(value) = value {
                found.text += &format!(" AND {condition}");
                found.parameters.push((name, value));
            }
        }
        found
    }

    /// The parameters as SQLite takes them.
    fn named(&self) -> Vec<(&str, &dyn ToSql)> {
        let named = self.parameters.iter();
        named.map(|(name, value)| (*name, value as _)).collect()
    }
}

/// A checker agreed with the record, and no other record contradicts it.
const CONFIRMED: &str = "(conflict IS NULL AND verified_by GLOB 'checker [0-9]*') = :confirmed";

/// The run is given by its name, its folder, or the last part of its folder.
const FOUND_BY: &str = "(json_extract(found_by, '$.run') = :run
    OR json_extract(found_by, '$.folder') = :run
    OR substr(json_extract(found_by, '$.folder'), -length(:run) - 1) = '/' || :run)";

/// The records that a filter selects, ordered by ruleset, objective, class, order and number.
pub(super) fn list(
    connection: &Connection,
    path: &Path,
    filter: &Filter,
) -> Result<Vec<Record>, BookError> {
    let conditions = Conditions::of(filter);
    let statement = format!(
        "SELECT * FROM records WHERE {}
         ORDER BY ruleset, objective, class, board_order, id",
        conditions.text
    );
    select(connection, path, &statement, &conditions.named())
}

/// The records of a filter that were found last, the newest first.
pub(super) fn newest(
    connection: &Connection,
    path: &Path,
    filter: &Filter,
    most: usize,
) -> Result<Vec<Record>, BookError> {
    let conditions = Conditions::of(filter);
    let statement = format!(
        "SELECT * FROM records WHERE {} ORDER BY found_at DESC, id DESC LIMIT {most}",
        conditions.text
    );
    select(connection, path, &statement, &conditions.named())
}

/// The questions that the records of a filter answer, in the order of [`list`].
pub(super) fn keys(connection: &Connection, filter: &Filter) -> rusqlite::Result<Vec<RecordKey>> {
    let conditions = Conditions::of(filter);
    let statement = format!(
        "SELECT ruleset, objective, class, board_order, count(*) FROM records WHERE {}
         GROUP BY ruleset, objective, class, board_order
         ORDER BY ruleset, objective, class, board_order",
        conditions.text
    );
    let mut statement = connection.prepare_cached(&statement)?;
    let rows = statement.query_map(&*conditions.named(), |row| {
        Ok(RecordKey {
            ruleset: row.get(0)?,
            objective: row.get(1)?,
            class: row.get(2)?,
            order: row.get::<_, i64>(3)?.unsigned_abs(),
            records: row.get::<_, u32>(4)? as usize,
        })
    })?;
    rows.collect()
}

/// The different values of a text column. Each has the number of records with this value.
pub(super) fn values(
    connection: &Connection,
    column: &str,
) -> rusqlite::Result<BTreeMap<String, u32>> {
    let statement = format!("SELECT {column}, count(*) FROM records GROUP BY {column}");
    let mut statement = connection.prepare_cached(&statement)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

/// The names of the runs that found records: those in their configs, and their folders.
pub(super) fn runs(connection: &Connection) -> rusqlite::Result<BTreeSet<String>> {
    let statement = "SELECT json_extract(found_by, '$.run') AS name FROM records
         UNION SELECT json_extract(found_by, '$.folder') FROM records
         ORDER BY name";
    let mut statement = connection.prepare_cached(statement)?;
    let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0))?;
    rows.filter_map(Result::transpose).collect()
}

/// Converts an order to an SQLite integer, which is signed. No board is large enough to saturate.
fn as_stored(order: u64) -> i64 {
    i64::try_from(order).unwrap_or(i64::MAX)
}

fn select(
    connection: &Connection,
    path: &Path,
    statement: &str,
    parameters: &[(&str, &dyn ToSql)],
) -> Result<Vec<Record>, BookError> {
    let failed = BookError::of(path);
    let mut statement = connection.prepare_cached(statement).map_err(&failed)?;
    let mut rows = statement.query(parameters).map_err(&failed)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next().map_err(&failed)? {
        records.push(read(row, path)?);
    }
    Ok(records)
}

/// Reads a row of the book at `path`.
fn read(row: &Row<'_>, path: &Path) -> Result<Record, BookError> {
    let id: i64 = row.get("id").map_err(|e| damaged(path, &e))?;
    let cell = RowReader { row, id, path };
    let entry = BookEntry {
        ruleset: cell.text("ruleset")?,
        objective: cell.text("objective")?,
        class: cell.parsed("class", BoardClass::parse)?,
        fitness: cell.parsed("fitness", |t| Fitness::parse_joined(t).ok())?,
        facts: cell.facts()?,
        certificate: cell.get("certificate")?,
        proof: cell.proof()?,
        found_by: cell.json("found_by")?,
        found_at: cell.text("found_at")?,
        lineage: cell.json("lineage")?,
    };
    Ok(Record {
        id,
        entry,
        verified_by: cell.text("verified_by")?,
        conflict: cell.get("conflict")?,
    })
}

fn damaged(path: &Path, why: &dyn Display) -> BookError {
    BookError::Damaged {
        path: path.to_path_buf(),
        why: why.to_string(),
    }
}

/// Reads the cells of a row. Its errors name the record and the column.
struct RowReader<'a> {
    row: &'a Row<'a>,
    id: i64,
    path: &'a Path,
}

impl RowReader<'_> {
    fn damaged(&self, why: &dyn Display) -> BookError {
        damaged(self.path, &format_args!("record {}, {why}", self.id))
    }

    fn damaged_in(&self, column: &str, why: &dyn Display) -> BookError {
        self.damaged(&format_args!("{column}: {why}"))
    }

    fn get<T: rusqlite::types::FromSql>(&self, column: &str) -> Result<T, BookError> {
        self.row
            .get(column)
            .map_err(|e| self.damaged_in(column, &e))
    }

    fn text(&self, column: &str) -> Result<String, BookError> {
        self.get(column)
    }

    /// Reads the facts. An error names the fact that cannot be read.
    fn facts(&self) -> Result<Facts, BookError> {
        Facts::of_json(&self.json("facts")?).map_err(|e| self.damaged(&e))
    }

    fn proof(&self) -> Result<Option<OptimumProof>, BookError> {
        let text: Option<String> = self.get("proof")?;
        let read = text.map(|text| serde_json::from_str(&text)).transpose();
        read.map_err(|e| self.damaged_in("proof", &e))
    }

    fn parsed<T>(&self, column: &str, parse: fn(&str) -> Option<T>) -> Result<T, BookError> {
        let text = self.text(column)?;
        parse(&text).ok_or_else(|| self.damaged_in(column, &format_args!("`{text}`")))
    }

    fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, BookError> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|e| self.damaged_in(column, &e))
    }
}

/// Adds the facts that follow from the canonical form to the records of an older book.
pub(super) fn complete(connection: &Connection, path: &Path) -> Result<(), BookError> {
    let mut values = Values::new();
    for record in list(connection, path, &Filter::default())? {
        let Some(rules) = ruleset::by_name(&record.entry.ruleset) else {
            continue;
        };
        let mut facts = record.entry.facts;
        facts.complete(rules.algebra(), &mut values);
        set_facts(connection, record.id, &facts).map_err(BookError::of(path))?;
    }
    Ok(())
}
