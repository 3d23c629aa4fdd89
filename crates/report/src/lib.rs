#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Charts, cards and pages of runs, read from run folders; exports of records for other programs.

mod answers;
mod atlas;
mod card;
mod cards;
pub mod charts;
mod error;
pub mod export;
mod files;
pub mod page;
mod quantities;
mod run;

#[cfg(test)]
mod tests;

pub use atlas::{AtlasFiles, write_atlas};
pub use card::{Card, card_svg};
pub use cards::Cards;
pub use charts::Sheet;
pub use error::ReportError;
pub use files::{write_comparison, write_comparison_charts, write_report};
pub use quantities::{NamedQuantity, QuantityAnswer, quantities, record_value};
pub use run::ReportedRun;
