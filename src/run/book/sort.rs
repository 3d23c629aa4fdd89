//! Records in the order of one of their columns.

use super::record::{NewRecord, Record};
use crate::problem::Fitness;
use std::cmp::Ordering;

/// What records can be sorted by.
#[derive(Clone, Copy)]
pub struct Column {
    /// As tables and files name it.
    pub name: &'static str,
    compare: fn(&Record, &Record) -> Ordering,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! columns {
    ($($name:literal $of:expr;)*) => {
        &[$(Column {
            name: $name,
            compare: |a: &Record, b: &Record| {
                let of: fn(&Record) -> _ = $of;
                of(a).cmp(&of(b))
            },
        }),*]
    };
}

impl Column {
    /// All of them.
    pub const ALL: &'static [Column] = columns! {
        "id" |r| r.id;
        "ruleset" |r| r.facts.ruleset.clone();
        "objective" |r| r.facts.objective.clone();
        "class" |r| r.facts.class.to_string();
        "order" |r| r.facts.order;
        "fitness" |r| r.facts.fitness.clone();
        "board" |r| r.facts.board.clone();
        "tints" |r| r.facts.tints.clone();
        "temperature" |r| number(&r.facts.temperature);
        "mean" |r| number(&r.facts.mean);
        "degree" |r| r.facts.degree;
        "degree2" |r| r.facts.degree2;
        "canonical_form" |r| r.facts.canonical_form.clone();
        "certainty" |r| r.facts.certainty;
        "proved" |r| r.facts.proved;
        "verified_by" |r| r.verified_by.clone();
        "run" |r| r.facts.found_by.run.clone();
        "seed" |r| r.facts.found_by.seed;
        "generation" |r| r.facts.found_by.generation;
        "found_at" |r| r.facts.found_at.clone();
        "certificate" |r| r.facts.certificate_bytes();
    };

    /// The column of that name.
    pub fn by_name(name: &str) -> Option<Column> {
        Column::ALL.iter().find(|c| c.name == name).copied()
    }
}

/// A number that a game may not have; those that have none come first.
fn number(text: &str) -> Option<Fitness> {
    Fitness::parse(&[text]).ok()
}

/// A column, and which end comes first.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// What is compared.
    pub column: Column,
    /// Whether the greatest comes first.
    pub descending: bool,
}

impl Sort {
    /// Sorts; records that are equal stay in the order in which they are.
    pub fn apply(&self, records: &mut [Record]) {
        let compare = self.column.compare;
        match self.descending {
            true => records.sort_by(|a, b| compare(b, a)),
            false => records.sort_by(compare),
        }
    }
}

impl NewRecord {
    /// The size of the certificate, if there is one.
    pub fn certificate_bytes(&self) -> Option<usize> {
        self.certificate.as_ref().map(String::len)
    }
}
