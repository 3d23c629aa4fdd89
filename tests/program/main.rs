//! The program as a user runs it: its commands and its runs.
#![allow(clippy::unwrap_used)] // a test may

mod atlas;
mod classes;
mod cli;
mod comparison;
mod counted;
mod durability;
#[cfg(unix)]
mod endings;
mod families;
#[path = "../common/folders.rs"]
mod folders;
mod forged;
mod front;
mod game_files;
mod games_cli;
#[cfg(unix)]
mod links;
#[cfg(target_os = "linux")]
mod memory;
mod pictures;
mod place;
mod process;
mod records;
#[allow(dead_code)] // other programs use the rest
#[path = "../common/sample.rs"]
mod sample;
mod serve;
#[cfg(target_os = "linux")] // the tests of memory
#[path = "../common/share.rs"]
mod share;
mod shrink;
mod silence;
mod site;
mod tables;
#[cfg(unix)]
mod watch;
