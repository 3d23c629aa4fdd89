//! The index of the search: a list of its parts, and parts that the page loads when it needs them.

use super::SiteError;
use super::lists::RecordList;
use super::out::Out;
use boilingpoint_book::Record;
use boilingpoint_pages::readable_name;
use serde::Serialize;
use std::collections::BTreeSet;

/// The number of records in a part.
const PART: usize = 2000;

/// The index while it is being written.
#[derive(Default)]
pub struct Index {
    lists: Vec<IndexedList>,
    parts: Vec<IndexPart>,
    /// The rows of the part that is not written yet, and its game.
    rows: Vec<IndexRow>,
    game: String,
}

/// The lists of records, and the parts.
#[derive(Serialize)]
struct IndexFile<'a> {
    lists: &'a [IndexedList],
    parts: &'a [IndexPart],
}

#[derive(Serialize)]
struct IndexedList {
    game: String,
    objective: String,
    class: String,
}

#[derive(Serialize)]
struct IndexPart {
    file: String,
    /// The numbers of the lists of its records.
    lists: BTreeSet<usize>,
    least: u64,
    most: u64,
    records: usize,
}

/// Number of the record, number of its list, order, fitness, temperature, board, run.
#[derive(Serialize)]
struct IndexRow(i64, usize, u64, String, String, String, String);

impl Index {
    /// Begins the records of a list. A part has records of one game.
    pub fn begin(&mut self, list: &RecordList, out: &Out) -> Result<(), SiteError> {
        if self.game != list.key.ruleset {
            self.flush(out)?;
            self.game = list.key.ruleset.clone();
        }
        self.lists.push(IndexedList {
            game: list.key.ruleset.clone(),
            objective: list.key.objective.clone(),
            class: list.key.class.clone(),
        });
        Ok(())
    }

    /// Adds a record of the list that was begun last.
    pub fn add(&mut self, record: &Record, out: &Out) -> Result<(), SiteError> {
        let entry = &record.entry;
        let temperature = entry.facts.filed_text("temperature");
        let is_bound = entry.facts.is_bound() && !temperature.is_empty();
        self.rows.push(IndexRow(
            record.id,
            self.lists.len() - 1,
            entry.facts.order,
            entry.fitness_text(),
            match is_bound {
                true => format!("≥ {temperature}"),
                false => temperature,
            },
            entry.facts.named_text(),
            entry.found_by.names(),
        ));
        match self.rows.len() {
            PART => self.flush(out),
            _ => Ok(()),
        }
    }

    /// Writes the rows that were added as a part.
    fn flush(&mut self, out: &Out) -> Result<(), SiteError> {
        let rows = std::mem::take(&mut self.rows);
        let orders = || rows.iter().map(|row| row.2);
        let (Some(least), Some(most)) = (orders().min(), orders().max()) else {
            return Ok(());
        };
        let number = self.parts.len() + 1;
        let file = format!("{}-{number}.json", readable_name(&[&self.game]));
        out.write(&format!("index/{file}"), &serde_json::to_vec(&rows)?)?;
        self.parts.push(IndexPart {
            file,
            lists: rows.iter().map(|row| row.1).collect(),
            least,
            most,
            records: rows.len(),
        });
        Ok(())
    }

    /// Writes the last part and the list of the parts.
    pub fn finish(mut self, out: &Out) -> Result<(), SiteError> {
        self.flush(out)?;
        let file = IndexFile {
            lists: &self.lists,
            parts: &self.parts,
        };
        out.write("index/index.json", &serde_json::to_vec(&file)?)
    }
}
