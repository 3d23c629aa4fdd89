#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Studies of whole classes: scans, the atlas, families and their formulas, landscapes,
//! conjectures.

#[allow(missing_docs)] // other programs see none of its names
pub mod atlas;
mod bars;
pub mod boards;
#[allow(missing_docs)] // other programs see none of its names
pub mod conjecture;
#[allow(missing_docs)] // other programs see none of its names
pub mod families;
#[allow(missing_docs)] // other programs see none of its names
pub mod gather;
pub mod habitat;
mod landscape;
mod maximum;
#[allow(missing_docs)] // other programs see none of its names
pub mod part;
pub mod scan;
pub mod table;
#[allow(missing_docs)] // other programs see none of its names
pub mod work;

pub use landscape::{LandscapeError, MoveSet, OrderLandscape, Traps, landscape};
pub use maximum::Maximum;
