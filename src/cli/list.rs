//! `boil list`: the names that a config may use.

use super::failure::CommandResult;
use super::table::{fitted, left, line};
use crate::problem::{Kind, expression, invariants, operators};
use clap::{Args, ValueEnum};
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
}

impl ListArgs {
    pub fn run(&self) -> CommandResult {
        let mut out = std::io::stdout().lock();
        let rows = rows(self.what);
        if !self.json {
            let columns = fitted(&[left("", 0); 2], &rows);
            for row in &rows {
                writeln!(out, "{}", line(&columns, row))?;
            }
            return Ok(());
        }
        for [name, summary] in rows {
            let object = serde_json::json!({ "name": name, "summary": summary });
            writeln!(out, "{object}")?;
        }
        Ok(())
    }
}

/// Names and summaries.
fn rows(what: What) -> Vec<[String; 2]> {
    let own = |name: &str, summary: &str| [name, summary].map(str::to_string);
    match what {
        What::Rulesets => crate::ruleset::catalogue()
            .iter()
            .map(|r| own(r.name(), r.summary()))
            .chain(crate::ruleset::PARAMETRISED.map(|(name, summary)| own(name, summary)))
            .collect(),
        What::Families => crate::graph::catalogue()
            .iter()
            .map(|f| own(f.signature, f.summary))
            .chain(crate::graph::CONSTRUCTIONS.map(|(name, summary)| own(name, summary)))
            .collect(),
        What::Operators => operators::catalogue()
            .iter()
            .map(|o| {
                let when = if o.by_default {
                    ""
                } else {
                    "; only where named"
                };
                own(o.operator.name, &format!("{}{when}", o.summary))
            })
            .collect(),
        What::Classes => Kind::ALL
            .iter()
            .map(|k| own(k.name(), k.summary()))
            .collect(),
        What::Invariants => invariants::catalogue()
            .iter()
            .map(|i| {
                let kind = if i.kind == expression::QuantityKind::Number {
                    "number"
                } else {
                    "condition"
                };
                own(i.name, &format!("{kind}: {}", i.summary))
            })
            .collect(),
    }
}
