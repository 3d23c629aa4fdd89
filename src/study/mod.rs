//! Studies of whole classes: the atlas, families and their formulas, landscapes, comparisons of runs.

pub mod atlas;
pub mod comparison;
pub mod families;
mod landscape;

pub use landscape::{LandscapeError, MoveSet, OfOrder, Traps, landscape};
