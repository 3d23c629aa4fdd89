//! A record as a JSON object.

use boilingpoint_book::{Column, Record};
use serde_json::{Value, json};

/// All columns of a record. Exact numbers are strings.
pub fn object(record: &Record) -> Value {
    let e = &record.entry;
    let mut object = json!({
        "id": record.id, "ruleset": e.ruleset, "objective": e.objective, "class": e.class.to_string(),
        "fitness": e.fitness.texts(), "proved": e.is_proved(), "proof": e.proof, "certificate": e.certificate,
        "verified_by": record.verified_by, "found_by": e.found_by, "found_at": e.found_at, "lineage": e.lineage,
        "conflict": record.conflict,
    });
    for column in Column::ALL.iter().filter(|c| c.is_fact()) {
        object[column.name] = e.facts.filed(column.name);
    }
    object
}
