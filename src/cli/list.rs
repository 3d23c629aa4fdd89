//! `boil list`: the names that a config may use.

use super::failure::CommandResult;
use super::table::{fitted, left, line};
use crate::plan::{Effect, KEYS, Key};
use crate::problem::operators::BoardOperator;
use crate::problem::{Kind, expression, invariants, operators};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};
use std::io::Write;

#[derive(Args, Debug)]
pub struct ListArgs {
    /// The kind of names to list
    what: What,
    /// Print JSON: one object per line
    #[arg(long)]
    json: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum What {
    Rulesets,
    Invariants,
    Families,
    Operators,
    Classes,
    Keys,
}

impl ListArgs {
    pub fn run(&self) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let (names, rows) = listed(self.what);
        let columns = fitted(&vec![left("", 0); names.len()], &rows);
        for row in &rows {
            if self.json {
                let cells = row.iter().map(|cell| Value::from(cell.as_str()));
                let object: Map<String, Value> = names
                    .iter()
                    .map(|name| name.to_string())
                    .zip(cells)
                    .collect();
                writeln!(out, "{}", Value::Object(object))?;
            } else {
                writeln!(out, "{}", line(&columns, row))?;
            }
        }
        Ok(())
    }
}

/// The names of the columns, and the rows.
fn listed(what: What) -> (&'static [&'static str], Vec<Vec<String>>) {
    let row = |name: &str, summary: &str| vec![name.to_string(), summary.to_string()];
    let rows = match what {
        What::Rulesets => crate::ruleset::catalogue()
            .iter()
            .map(|r| row(r.name(), r.summary()))
            .chain(crate::ruleset::PARAMETRISED.map(|(name, summary)| row(name, summary)))
            .collect(),
        What::Families => crate::graph::catalogue()
            .iter()
            .map(|f| row(f.signature, f.summary))
            .chain(crate::graph::CONSTRUCTIONS.map(|(name, summary)| row(name, summary)))
            .collect(),
        What::Operators => operators::catalogue().iter().map(operator).collect(),
        What::Classes => Kind::ALL
            .iter()
            .map(|k| row(k.name(), k.summary()))
            .collect(),
        What::Invariants => invariants::catalogue().iter().map(invariant).collect(),
        What::Keys => {
            let names = &["name", "default", "changes", "summary"];
            return (names, KEYS.iter().map(key).collect());
        }
    };
    (&["name", "summary"], rows)
}

fn operator(entry: &BoardOperator) -> Vec<String> {
    let when = if entry.by_default {
        ""
    } else {
        "; only where named"
    };
    vec![
        entry.operator.name.to_string(),
        format!("{}{when}", entry.summary),
    ]
}

fn invariant(invariant: &invariants::Invariant) -> Vec<String> {
    let kind = if invariant.kind == expression::QuantityKind::Number {
        "number"
    } else {
        "condition"
    };
    vec![
        invariant.name.to_string(),
        format!("{kind}: {}", invariant.summary),
    ]
}

fn key(key: &Key) -> Vec<String> {
    let changes = match key.effect {
        Effect::Nothing => "nothing that is found",
        Effect::Length => "how far a search goes",
        Effect::Results => "results",
    };
    let about: Vec<&str> = key.about.iter().map(|line| line.trim()).collect();
    [key.name, key.default, changes, &about.join(" ")]
        .map(str::to_string)
        .to_vec()
}
