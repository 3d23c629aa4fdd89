//! Certificates: files that prove bounds of a position's temperature and mean.

mod format;
mod read;

pub use format::{
    Bounds, Certificate, Claimed, FORMAT, Instead, Listed, Move, Omitted, Part, Proof, Statement,
};
pub use read::{MOST_BYTES, NoCertificate};
