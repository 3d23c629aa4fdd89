//! Configs in TOML.

use super::files_in;
use boilingpoint::run::catalogue;
use boilingpoint::run::config::{Catalogue, Plan, Settings};

/// A config is refused with a message that can be shown, or resolves to a plan that resolves to itself.
pub fn run(bytes: &[u8]) {
    let known = Catalogue {
        // a config may name any file; here it had better not
        read_boards: |_, _, _| Err("not here".into()),
        ..catalogue()
    };
    if let Err(error) = Settings::resolve("fuzzed.toml", bytes, &[], &known) {
        assert!(!error.render(true).is_empty() && error.to_string().starts_with("fuzzed.toml"));
    }
    let Ok(plan) = Plan::resolve("fuzzed.toml", bytes, &[], &known) else {
        return;
    };
    let written = plan.to_toml();
    let again = Plan::resolve("fuzzed.toml", written.as_bytes(), &[], &known);
    assert_eq!(again.ok().as_ref(), Some(&plan), "{written}");
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = files_in("configs");
    seeds.push(boilingpoint::run::config::DEFAULTS.as_bytes().to_vec());
    seeds.push(std::fs::read(super::root().join("runs/example/config.toml")).expect("readable"));
    seeds
}
