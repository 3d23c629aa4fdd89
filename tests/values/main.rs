//! Values, bounds and searches against golden data, the reference evaluator and exhaustive truth.
#![allow(clippy::unwrap_used)] // a test may

mod certificates;
mod cutoff;
mod domino_certificates;
mod enclosures;
mod golden;
#[path = "../common/kit.rs"]
mod kit;
mod proving;
mod rulesets;
mod search;
mod tables;
mod truth;
