#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The memory of the process: how a configured figure is divided ([`Account`]), room for work that
//! needs much memory for a time ([`Share`]), and stacks of a known size ([`with_stack`]).

mod account;
mod share;
mod stack;
mod table;

pub use account::{Account, BASE};
pub use share::{SMALL, Share, set_room};
pub use stack::{enter, is_deep, with_deep_stack, with_stack};
pub use table::{bytes_of_growing_table, bytes_of_table};
