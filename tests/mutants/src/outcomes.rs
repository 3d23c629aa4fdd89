//! The table of outcomes, and the score of each crate.

use crate::mutant::Mutant;
use crate::run::Outcome;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::sync::Mutex;

/// A row of the table.
#[derive(Serialize)]
struct Row {
    outcome: String,
    by: String,
    file: String,
    line: usize,
    column: usize,
    function: String,
    change: String,
    text: String,
}

/// The table, written as outcomes are known: a run that is ended keeps what it has.
pub struct Table(Mutex<csv::Writer<File>>);

impl Table {
    /// Creates the table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(path: &Path) -> Result<Table, Box<dyn Error>> {
        Ok(Table(Mutex::new(csv::Writer::from_path(path)?)))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, mutant: &Mutant, outcome: &Outcome) -> Result<(), String> {
        let (outcome, by) = match outcome {
            Outcome::Noticed(by) => ("noticed", by.as_str()),
            Outcome::Survived => ("survived", ""),
            Outcome::Unreached => ("unreached", ""),
        };
        let row = Row {
            outcome: outcome.to_owned(),
            by: by.to_owned(),
            file: mutant.file.clone(),
            line: mutant.change.line,
            column: mutant.change.column,
            function: mutant.change.function.clone(),
            change: mutant.change.text.clone(),
            text: mutant.line_text.clone(),
        };
        let mut table = self.0.lock().map_err(|error| error.to_string())?;
        table.serialize(row).map_err(|error| error.to_string())?;
        table.flush().map_err(|error| error.to_string())
    }
}

/// The columns of the list of known survivors, which name a change as other lines move.
const KNOWN_COLUMNS: [&str; 4] = ["file", "function", "text", "change"];

/// The changes that no test noticed by a table of outcomes or a list of survivors, by their keys.
///
/// # Errors
/// When the table cannot be read.
pub fn survivors(path: &Path) -> Result<BTreeSet<[String; 4]>, Box<dyn Error>> {
    let mut reader =
        csv::Reader::from_path(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let columns = reader.headers()?.clone();
    let place = |name: &str| columns.iter().position(|column| column == name);
    let missing = || format!("{} has not the columns {KNOWN_COLUMNS:?}", path.display());
    let key = KNOWN_COLUMNS.map(|name| place(name).ok_or_else(missing));
    let [file, function, text, change] = key;
    let key = [file?, function?, text?, change?];
    let outcome = place("outcome");
    let mut found = BTreeSet::new();
    for row in reader.records() {
        let row = row?;
        let at = |i: usize| row.get(i).unwrap_or_default().to_owned();
        if outcome.is_none_or(|i| at(i) != "noticed") {
            found.insert(key.map(at));
        }
    }
    Ok(found)
}

/// Writes the list of known survivors again: without the changes that were tried, and with those of
/// them that no test noticed. `is_meant` says whether a change can still be made, and is not left
/// out; others are dropped.
///
/// # Errors
/// When the list cannot be read or written.
pub fn keep<'a>(
    path: &Path,
    tried: impl Iterator<Item = (&'a Mutant, &'a Outcome)> + Clone,
    is_meant: impl Fn(&[String; 4]) -> bool,
) -> Result<(), Box<dyn Error>> {
    let mut known = survivors(path)?;
    known.retain(is_meant);
    let key = |mutant: &Mutant| mutant.key().map(str::to_owned);
    tried
        .clone()
        .for_each(|(mutant, _)| _ = known.remove(&key(mutant)));
    let survived = tried.filter(|(_, outcome)| !matches!(outcome, Outcome::Noticed(_)));
    known.extend(survived.map(|(mutant, _)| key(mutant)));
    let mut table = csv::Writer::from_path(path)?;
    table.write_record(KNOWN_COLUMNS)?;
    for row in known {
        table.write_record(row)?;
    }
    table.flush()?;
    Ok(())
}

/// Prints the score of each crate. Returns whether each change was noticed.
pub fn summary(met: &[(String, Outcome)]) -> bool {
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (package, outcome) in met {
        let place = match outcome {
            Outcome::Noticed(_) => 0,
            Outcome::Survived => 1,
            Outcome::Unreached => 2,
        };
        counts.entry(package).or_default()[place] += 1;
    }
    println!(
        "{:<10} {:>8} {:>9} {:>9} {:>7}",
        "crate", "noticed", "survived", "unreached", "score"
    );
    for (package, [noticed, survived, unreached]) in &counts {
        let all = noticed + survived + unreached;
        let score = 100.0 * *noticed as f64 / all as f64;
        println!("{package:<10} {noticed:>8} {survived:>9} {unreached:>9} {score:>6.1}%");
    }
    counts
        .values()
        .all(|[_, survived, unreached]| survived + unreached == 0)
}
