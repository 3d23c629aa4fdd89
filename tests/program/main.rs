//! The program as a user runs it: its commands and its runs.
#![allow(clippy::unwrap_used)] // a test may

mod atlas;
mod cli;
mod comparison;
mod durability;
#[cfg(unix)]
mod endings;
mod families;
mod games_cli;
mod records;
mod serve;
#[cfg(unix)]
mod watch;
