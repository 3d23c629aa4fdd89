//! The columns of the book: the facts of a board, and the other data of a record. Sorts records by
//! a column.

use super::record::Record;
use boilingpoint_problem::FactCell;
use boilingpoint_problem::facts::FactColumn;

/// A column of the book, as it appears in tables and in exported files.
#[derive(Clone, Copy)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// Makes the cell of a record. If this is `None`, the column is the fact of the same name.
    of: Option<fn(&Record) -> FactCell>,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! columns {
    ($($name:literal $($of:expr)?;)*) => {
        &[$(Column {
            name: $name,
            of: columns!(@ $($of)?),
        }),*]
    };
    (@ $of:expr) => { Some($of) };
    (@) => { None };
}

impl Column {
    /// The columns of an exported table, in order.
    pub const ALL: &'static [Column] = columns! {
        "id" |r| FactCell::Count(r.id.unsigned_abs());
        "ruleset" |r| FactCell::Text(r.entry.ruleset.clone());
        "objective" |r| FactCell::Text(r.entry.objective.clone());
        "class" |r| FactCell::Text(r.entry.class.to_string());
        "order";
        "fitness" |r| FactCell::Numbers(r.entry.fitness.0.clone());
        "board";
        "tints";
        "temperature";
        "mean";
        "degree";
        "degree2";
        "canonical_form";
        "certainty";
        "proved" |r| FactCell::Flag(r.entry.is_proved());
        "verified_by" |r| FactCell::Text(r.verified_by.clone());
        "run" |r| FactCell::Text(r.entry.found_by.run.clone());
        "seed" |r| FactCell::Count(r.entry.found_by.seed);
        "generation" |r| FactCell::Count(r.entry.found_by.generation);
        "found_at" |r| FactCell::Text(r.entry.found_at.clone());
        "conflict" |r| r.conflict.clone().map_or(FactCell::Absent, FactCell::Text);
        "certificate" |r| r.entry.certificate_bytes().map_or(FactCell::Absent, |b| FactCell::Count(b as u64));
        "outcome";
        "grundy";
        "atomic_weight";
        "folder" |r| r.entry.found_by.folder.clone().map_or(FactCell::Absent, FactCell::Text);
    };

    /// The column with this name: a column of [`Column::ALL`], or any other fact.
    pub fn by_name(name: &str) -> Option<Column> {
        let fact = || {
            FactColumn::by_name(name).map(|c| Column {
                name: c.name,
                of: None,
            })
        };
        let listed = Column::ALL.iter().find(|c| c.name == name).copied();
        listed.or_else(fact)
    }

    /// Whether the column is one of [`FACT_COLUMNS`](boilingpoint_problem::facts::FACT_COLUMNS).
    pub fn is_fact(&self) -> bool {
        self.of.is_none()
    }

    /// The cell of a record.
    pub fn of(&self, record: &Record) -> FactCell {
        match self.of {
            Some(of) => of(record),
            None => record.entry.facts.column(self.name),
        }
    }

    /// The cell of a record in CSV. The components of a fitness are separated by spaces.
    pub fn csv(&self, record: &Record) -> String {
        match (self.of, self.name) {
            (None, name) => record.entry.facts.filed_text(name),
            (Some(_), "fitness") => record.entry.fitness.texts().join(" "),
            (Some(of), _) => of(record).text(),
        }
    }
}

/// A column to sort by, and the direction.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// Whether the greatest value comes first.
    pub descending: bool,
}

impl Sort {
    /// Sorts the records. The sort is stable: equal records keep their order.
    pub fn apply(&self, records: &mut Vec<Record>) {
        let keyed = records.drain(..).map(|r| (self.column.of(&r), r));
        let mut keyed: Vec<(FactCell, Record)> = keyed.collect();
        keyed.sort_by(|(a, _), (b, _)| {
            let order = a.compare(b);
            if self.descending {
                order.reverse()
            } else {
                order
            }
        });
        records.extend(keyed.into_iter().map(|(_, record)| record));
    }
}
