//! Configs in TOML.

use super::files_in;
use boilingpoint::Plan;
use boilingpoint_plan::{PlanGrid, StartBoard};
use std::error::Error;
use std::path::Path;

/// Fails: a config may name any file, but no target should read one.
fn no_files(_: &Path, _: &Plan) -> Result<Vec<StartBoard>, Box<dyn Error>> {
    Err("not here".into())
}

/// A config is refused with a message that can be printed, or resolves to a plan whose text
/// resolves to the same plan.
pub fn run(bytes: &[u8]) {
    if let Err(error) = PlanGrid::resolve("fuzzed.toml", bytes, &[], no_files) {
        assert!(!error.render(true).is_empty() && error.to_string().starts_with("fuzzed.toml"));
    }
    let Ok(plan) = Plan::resolve("fuzzed.toml", bytes, &[], no_files) else {
        return;
    };
    let written = plan.to_toml();
    let again = Plan::resolve("fuzzed.toml", written.as_bytes(), &[], no_files);
    assert_eq!(again.ok().as_ref(), Some(&plan), "{written}");
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = files_in("configs");
    seeds.push(boilingpoint_plan::defaults().into_bytes());
    seeds.push(std::fs::read(super::root().join("runs/example/config.toml")).expect("readable"));
    seeds
}
