//! A search's config: strict TOML, resolved into a typed [`Plan`].
//!
//! `src/run/defaults.toml` is the table of keys: what it does not have is unknown, and what a
//! config leaves out comes from it. A mistake is a [`ConfigError`] with file, line and column;
//! of several mistakes, the first in the file is reported.

mod canonical;
mod catalogue;
mod choice;
mod compare;
mod error;
mod expressions;
mod grid;
mod layers;
mod overrides;
mod place;
mod plan;
mod read;
mod resolve;
mod schema;
mod sections;
mod settings;
mod size;
mod value;

#[cfg(test)]
mod tests;

pub use catalogue::{Catalogue, Misfit};
pub use choice::{Emitter, Method, Policy, Selection, Topology};
pub use compare::Difference;
pub use error::ConfigError;
pub use overrides::Override;
pub use plan::{Archive, Boards, Budget, Game, Islands, Objective, Plan, Records, Search};
pub use settings::{Setting, Settings};
pub use size::{parse_size, print_size};

/// The most islands that a search has.
pub const MOST_ISLANDS: u64 = 4096;

/// The commented table of all keys and their defaults.
pub const DEFAULTS: &str = include_str!("../defaults.toml");
