//! Where the two halves meet: boards as genomes, classes, operators, invariants by name,
//! objectives as expressions.

mod boards;
mod bounds;
mod class;
pub mod expression;
pub mod families;
mod fitness;
mod genome;
pub mod invariants;
mod landscape;
mod listing;
mod marks;
mod neighbours;
mod objective;
pub mod operators;

#[cfg(test)]
mod tests;

pub use boards::{Boards, Growth, NotInClass, Space};
pub use bounds::Bounds;
pub use class::{Class, Kind};
pub use fitness::{Fitness, FitnessError};
pub use genome::Genome;
pub use landscape::{LandscapeError, MoveSet, OfOrder, Traps, landscape};
pub use listing::{list, listed_up_to, with_marks};
pub use marks::Marks;
pub use neighbours::{NEIGHBOURHOODS, neighbours};
pub use objective::{Objective, Score, StopCondition, Unscored};
pub use operators::parts::alike;
