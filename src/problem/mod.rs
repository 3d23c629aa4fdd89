//! Boards as genomes, and objectives as expressions: where the two halves meet.

pub mod expression;
