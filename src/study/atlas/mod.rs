//! The atlas: tables of what is extremal among all boards of a class and an order.
//!
//! All boards are listed, in chunks, and every one is valued ([`count()`]). What a chunk comes to
//! is a [`Tally`]; tallies are added up in any order with the same result. The tally of each chunk
//! is written down when it is done, so that whatever ends the process, it goes on after the last
//! one. When the number of boards is the known one, the boards that attain the maxima are valued
//! again by the independent checker ([`check()`]), the tally is written as a [`Table`], and those
//! boards enter the record book as proved optima.
//!
//! | file in the folder | what |
//! | --- | --- |
//! | `snort-tree-12.json` | a table |
//! | `snort-tree-12.chunks/00003.json` | the tally of a chunk, until there is a table |

mod check;
mod complete;
mod count;
mod error;
mod geng;
mod known;
mod shelf;
mod source;
mod table;
mod tally;

pub use check::enter;
pub use complete::{Complete, complete};
pub use count::Counting;
pub use error::AtlasError;
pub use known::{ATLAS_KINDS, known_count, known_orders, sequence};
pub use shelf::Shelf;
pub use source::{Generator, Source};
pub use table::{OBJECTIVES, Question, Table};
pub use tally::KEPT;
