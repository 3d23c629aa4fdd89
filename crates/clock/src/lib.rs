#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! A clock ([`now`]), timers that set a flag ([`Timer`]), and limits on the time of a computation
//! ([`TimeLimit`]).

mod limit;
mod source;
#[cfg(not(target_family = "wasm"))]
mod timer;

pub use limit::{TimeLimit, is_over};
pub use source::now;
#[cfg(target_family = "wasm")]
pub use source::set_source;
#[cfg(not(target_family = "wasm"))]
pub use timer::Timer;
