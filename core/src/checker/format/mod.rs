//! Certificates: files that prove bounds of a position's temperature and mean.

mod read;
mod types;

pub use read::{MOST_BYTES, NoCertificate};
pub use types::{
    Certificate, ClaimMove, Claimed, FORMAT, FractionBounds, Instead, Listed, Omitted,
    PositionPart, Proof, Statement,
};
