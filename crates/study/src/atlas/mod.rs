//! The atlas: tables of the extremal boards among all boards of a class and an order.
//!
//! All boards are listed in chunks (`source.rs`, `listed.rs`), and every board is valued
//! (`count.rs`). The result of a chunk
//! is a tally (`tally.rs`). Tallies can be added in any order with the same result. The tally of
//! each complete chunk is written to a file. So a count that was interrupted continues after its
//! last complete chunk. After the last chunk, the number of boards is compared with the known
//! number. The independent checker values the boards that attain the maxima again (`check.rs`).
//! Then the tally of all boards is written as a [`Table`], and those boards enter the record book
//! as proved optima.
//!
//! The chunks may also be counted by a back end, such as the workers of a cluster (`parts.rs`).
//!
//! | file in the folder | content |
//! | --- | --- |
//! | `snort-tree-12.json` | a table |
//! | `snort-tree-12.chunks/00003.json` | the tally of a chunk, until there is a table |

mod check;
mod complete;
mod count;
mod counted;
mod error;
mod folder;
mod geng;
mod known;
mod limits;
mod listed;
mod parts;
mod proof;
mod question;
mod source;
mod table;
mod tally;

pub use check::enter;
pub use complete::{AtlasOutcome, complete};
pub use count::CountContext;
pub use counted::CountProofs;
pub use error::AtlasError;
pub use folder::AtlasFolder;
pub use known::{ATLAS_KINDS, atlas_kind, known_count, known_orders, sequence};
pub use limits::usual_maxima;
pub use parts::PartCounter;
pub use proof::AtlasProofs;
pub use question::{OptimumOnly, Question, usual_objectives};
pub use source::{Generator, Source, geng_boards, geng_parts};
pub use table::Table;
pub(super) use table::{seal, unseal};
pub use tally::KEPT;
