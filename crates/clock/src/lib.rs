#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! A clock ([`now`]), timers that set a flag ([`Timer`]), and limits on the time of a computation
//! ([`TimeLimit`]).

mod limit;
mod source;
#[cfg(target_family = "wasm")]
#[path = "by_clock.rs"]
mod timer;
#[cfg(not(target_family = "wasm"))]
mod timer;

pub use limit::{TimeLimit, is_over};
#[cfg(target_family = "wasm")]
pub use source::set_source;
pub use source::{now, time_of_day};
pub use timer::Timer;
