#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! A reader for each format, a table of the formats that are written, and the finding of a format
//! by the first line of a file.

mod adjacency;
mod attributes;
mod brackets;
mod cells;
mod dimacs;
pub mod dot;
mod draft;
mod edges;
mod format;
mod given;
mod gml;
mod graphml;
pub mod json;
mod matrix;
mod matrix_market;
mod misread;
mod planar_code;
mod rows;
mod sniff;
mod stream;

pub use format::{FORMATS, Feature, Format};
pub use given::{Given, Item};
pub use misread::Misread;
pub use sniff::board_line;
pub use stream::{LONGEST_LINE, LONGEST_TEXT, read_each, read_list, read_text};
