//! Certificates: files that prove bounds of a position's temperature and mean.

mod read;
mod types;

pub use read::{MOST_BYTES, NoCertificate};
pub use types::{
    Bounds, Certificate, Claimed, FORMAT, Instead, Listed, Move, Omitted, Part, Proof, Statement,
};
