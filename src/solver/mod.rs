//! TODO

pub mod checker;
