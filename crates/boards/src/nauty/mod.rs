//! The formats of nauty for lists of graphs, one graph on each line: graph6, sparse6 and digraph6.
//!
//! Source: B. D. McKay, *Description of graph6, sparse6 and digraph6 encodings* (`formats.txt` of
//! nauty). A character from `?` to `~` stands for six bits, a sextet. The text of a graph begins
//! with its order. The readers accept every text that the description allows and no other, so they
//! detect most damaged files.

mod code;
pub mod digraph6;
pub mod graph6;
pub mod sparse6;

pub use code::{CodeError, CodeFault};
