// A test that fails may panic.
#![allow(clippy::unwrap_used)]

mod games;
mod grids;
mod mistakes;
mod plans;
mod properties;

use super::*;
use std::error::Error;

const LEAST: &str =
    "[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"temperature - degree\"\n";

/// Test configs refer to no files.
fn read_boards(path: &std::path::Path, _: &Plan) -> Result<Vec<StartBoard>, Box<dyn Error>> {
    Err(format!("cannot read {}", path.display()).into())
}

fn resolve(text: &str, sets: &[&str]) -> Result<Plan, ConfigError> {
    let overrides: Vec<Override> = sets.iter().map(|s| Override::set(s)).collect();
    Plan::resolve("dir/hot.toml", text.as_bytes(), &overrides, read_boards)
}

fn good(text: &str, sets: &[&str]) -> Plan {
    resolve(text, sets).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

/// The least config with another line, at the top or in a table of its own.
fn with(more: &str) -> String {
    if more.starts_with('[') {
        format!("{LEAST}{more}")
    } else {
        format!("{more}\n{LEAST}")
    }
}
