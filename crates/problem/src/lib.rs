#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The part of the program that joins games and evolution: boards as genomes, classes of boards,
//! operators, named invariants, and objectives made of expressions.

mod appraisal;
mod boards;
mod bounds;
mod class;
mod columns;
mod companions;
mod derived;
mod documented;
mod energy;
pub mod expression;
pub mod facts;
mod fitness;
mod genome;
mod hypervolume;
pub mod invariants;
mod known;
mod listing;
mod marks;
mod neighbours;
mod objective;
mod objective_text;
pub mod operators;
mod proof;
mod properties;
mod reductions;
mod rows;
mod verify;
mod vertices;
mod walker;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod verify_tests;

pub use appraisal::Appraisal;
pub use boards::{Boards, Growth, NotInClass, Space};
pub use boilingpoint_solver::Bounds;
pub use class::{Class, Kind};
pub use columns::{ColumnError, Columns, NAMED_COLUMNS};
pub use derived::functions as functions_of_sets;
pub use documented::{Fields, summary_of};
pub use facts::{Certainty, FactCell, Facts, Interval};
pub use fitness::{Fitness, FitnessError};
pub use genome::Genome;
pub use hypervolume::hypervolume;
pub use known::{known_count, known_orders};
pub use listing::{list, listed, listed_at_most, listed_names, listed_up_to, with_marks};
pub use neighbours::{NEIGHBOURHOODS, neighbours};
pub use objective::{Collected, Objective, Score, StopCondition, Unscored};
pub use objective_text::{ObjectiveError, ObjectiveText};
pub use operators::parts::{alike, kinds};
pub use proof::{NotProved, check_proof, proof_of};
pub use properties::Properties;
pub use reductions::{rearrangements, reductions};
pub use verify::{
    ScoreClaim, Verdict, has_properties, rescore_bounds, verify, verify_scores,
    verify_scores_of_board,
};
pub use vertices::language as vertex_language;
pub use walker::{Distances, Walker, nearest_boards};
