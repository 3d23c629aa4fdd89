//! A record as a JSON object.

use crate::book::Record;
use serde_json::{Value, json};

/// The facts of a record, as the book tells them.
const FACTS: [&str; 12] = [
    "order",
    "board",
    "tints",
    "temperature",
    "mean",
    "degree",
    "degree2",
    "canonical_form",
    "certainty",
    "outcome",
    "grundy",
    "atomic_weight",
];

/// Everything that the book has about a record; exact numbers are strings.
pub fn object(record: &Record) -> Value {
    let e = &record.entry;
    let mut object = json!({
        "id": record.id, "ruleset": e.ruleset, "objective": e.objective, "class": e.class.to_string(),
        "fitness": e.fitness.texts(), "proved": e.proved, "certificate": e.certificate,
        "verified_by": record.verified_by, "found_by": e.found_by, "found_at": e.found_at, "lineage": e.lineage,
    });
    for name in FACTS {
        object[name] = e.facts.filed(name);
    }
    object
}
