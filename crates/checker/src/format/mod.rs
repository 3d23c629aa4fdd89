//! The format of certificates: files that prove bounds for the temperature and the mean of a
//! position.

mod read;
mod types;

pub use read::{MOST_BYTES, NoCertificate};
pub use types::{
    Certificate, ClaimMove, Claimed, FORMAT, FractionBounds, Instead, Listed, Omitted,
    PositionPart, Proof, Statement,
};
