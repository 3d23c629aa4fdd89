//! A record as a JSON object.

use crate::run::book::Record;
use serde_json::{Value, json};

/// Everything that the book has about a record; exact numbers are strings.
pub fn object(record: &Record) -> Value {
    let f = &record.facts;
    json!({
        "id": record.id, "ruleset": f.ruleset, "objective": f.objective, "class": f.class.to_string(),
        "order": f.order, "fitness": f.fitness.texts(), "board": f.board, "tints": f.tints,
        "temperature": f.temperature, "mean": f.mean, "degree": f.degree, "degree2": f.degree2,
        "canonical_form": f.canonical_form, "certainty": f.certainty.text(), "proved": f.proved,
        "certificate": f.certificate, "verified_by": record.verified_by, "found_by": f.found_by,
        "found_at": f.found_at, "lineage": f.lineage,
    })
}
