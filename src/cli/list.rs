//! `boil list`: what a config may name.

use super::failure::Done;
use crate::problem::{Kind, expression, invariants, operators};
use clap::{Args, ValueEnum};
use std::io::Write;

#[derive(Args, Debug)]
pub struct List {
    /// What to list
    what: What,
    /// Print one JSON object a line
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

impl List {
    pub fn run(&self) -> Done {
        let rows = rows(self.what);
        let width = rows
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        let mut out = std::io::stdout().lock();
        for (name, summary) in rows {
            if self.json {
                writeln!(
                    out,
                    "{}",
                    serde_json::json!({ "name": name, "summary": summary })
                )?;
            } else {
                writeln!(out, "{name:width$}  {summary}")?;
            }
        }
        Ok(())
    }
}

fn rows(what: What) -> Vec<(String, String)> {
    let own = |name: &str, summary: &str| (name.to_string(), summary.to_string());
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
            .map(|o| match o.by_default {
                true => own(o.operator.name, o.summary),
                false => own(o.operator.name, &format!("{}; only where named", o.summary)),
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
                (i.name.to_string(), format!("{kind}: {}", i.summary))
            })
            .collect(),
    }
}
