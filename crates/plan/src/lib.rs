#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The config of a search: strict TOML, resolved into a typed [`Plan`].
//!
//! A key is a row of the table in `keys.rs`, and written nowhere else. From this row a macro
//! (`table.rs`) makes the plan's field, its reader, its line in `config.toml` and its paragraph in
//! the documented [`defaults`]. A mistake is a [`ConfigError`] with file, line and column. If the
//! file has several mistakes, all are reported, the first one first.

mod account;
mod canonical;
mod compare;
mod derived;
mod error;
mod expressions;
mod format;
mod game;
mod grid;
mod key;
mod keys;
mod layers;
mod names;
mod overrides;
mod place;
mod question;
mod reader;
mod resolve;
mod schema;
mod settings;
mod size;
#[allow(missing_docs)] // other programs see none of its names
mod start;
mod table;
mod together;
mod value;

#[cfg(test)]
mod tests;

pub use account::{KNOWN_BOARDS, SPECIMEN};
pub use canonical::defaults;
pub use compare::Difference;
pub use derived::{ReadBoards, game_text, read_no_boards};
pub use error::ConfigError;
pub use expressions::{Maximized, SMALLEST};
pub use game::{NamedGame, game_from_file, game_from_text, is_game_file};
pub use key::{Effect, Key};
pub use keys::{BoardKeys, KEYS, ObjectiveKeys, Plan};
pub use overrides::Override;
pub use question::{Nearness, Question, listed, together, values_of};
pub use settings::{PlanGrid, Setting, setting_names};
pub use size::{parse_size, print_size};
pub use start::StartBoard;
