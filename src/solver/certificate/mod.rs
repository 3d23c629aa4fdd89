//! Certificates: files that prove bounds of a position's temperature and mean.

mod format;

pub use format::{
    Bounds, Certificate, Claimed, FORMAT, Instead, Listed, Move, Omitted, Part, Proof, Statement,
};
