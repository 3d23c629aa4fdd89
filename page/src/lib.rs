//! The explorer of positions and the search as a WebAssembly module. The page writes a question
//! into the module's memory, calls [`door::ask`], and reads the answer there. A worker of the page
//! runs the module, so that the page can end an evaluation.

mod config;
mod curve;
pub mod door;
mod questions;
mod search;
