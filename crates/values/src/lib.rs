#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The algebra of short games: values as interned canonical forms.
//!
//! A [`Value`] is a handle into a [`Values`] store. The store holds every value as its canonical
//! form, and every canonical form once. So two games are equal exactly when their handles are
//! equal.

mod ask;
mod atomic;
mod calc;
mod canonical;
mod compare;
mod days;
mod dyadic;
mod enclosure;
mod error;
mod facts;
mod functions;
mod kind;
mod memo;
mod operations;
mod parse;
mod print;
mod reduced;
mod relation;
mod size;
mod store;
mod strategies;
mod sum;
mod temperature;
mod thermograph;
mod ups;
mod uptimal;

#[cfg(test)]
mod tests;

pub use ask::Answer;
pub use calc::{Limits, Values};
pub use canonical::OptionList;
pub use dyadic::Dyadic;
pub use enclosure::{Enclosure, Fall, Lines, Options};
pub use error::ValueError;
pub use facts::{Outcome, Winner};
pub use functions::{FUNCTIONS, Function};
pub use parse::{ParseError, Terms};
pub use print::{LONGEST_RUN, Notation};
pub use relation::{Relation, ValueCondition};
pub use store::{Store, Value};
pub use strategies::{ComponentChoice, hotstrat, thermostrat};
pub use thermograph::{Thermograph, Wall};
pub use ups::{MAX_NIMBER, NumberUpStar};
