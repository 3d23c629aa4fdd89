// A test that fails may panic.
#![allow(clippy::unwrap_used)]

mod grids;
mod mistakes;
mod plans;
mod properties;

use super::*;
use crate::problem::expression::InvariantName;

const LEAST: &str =
    "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"temperature - degree\"\n";

fn catalogue() -> Catalogue {
    let words = |all: &[&str]| all.iter().map(|s| s.to_string()).collect();
    let mut invariants: Vec<InvariantName> = ["temperature", "degree", "degree2", "order", "mean"]
        .into_iter()
        .map(InvariantName::number)
        .collect();
    invariants.push(InvariantName::condition("opposable"));
    Catalogue {
        is_within: |class, other| class == other || other == "connected",
        operators: ["add-leaf", "twin"].map(String::from).into(),
        read_boards: |path, _, _| Err(format!("cannot read {path}")),
        rulesets: words(&["snort", "col"]),
        classes: words(&["any", "connected", "tree", "caterpillar", "bipartite"]),
        invariants,
        max_order: 256,
        check_game: |_, _| Vec::new(),
        max_weight: 100,
        check_board: |text| {
            if text.contains('!') {
                Err(format!("`{text}` is no board"))
            } else {
                Ok(())
            }
        },
    }
}

fn resolve(text: &str, sets: &[&str]) -> Result<Plan, ConfigError> {
    let overrides: Vec<Override> = sets.iter().map(|s| Override::set(s)).collect();
    Plan::resolve("dir/hot.toml", text.as_bytes(), &overrides, &catalogue())
}

fn good(text: &str, sets: &[&str]) -> Plan {
    resolve(text, sets).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// The least config with another line, which comes first or in a table of its own.
fn with(more: &str) -> String {
    if more.starts_with('[') {
        format!("{LEAST}{more}")
    } else {
        format!("{more}\n{LEAST}")
    }
}
