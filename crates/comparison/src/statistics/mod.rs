//! The statistics of comparisons: a rank test, an effect size, and intervals.
//!
//! Samples are orders of runs and not numbers, so that a run without a result can rank last. All
//! methods are distribution-free: the boards until a target have a long tail, and few runs.
//!
//! | method | source |
//! | --- | --- |
//! | rank test | H. B. Mann, D. R. Whitney, *On a test of whether one of two random variables is stochastically larger than the other*, Annals of Mathematical Statistics 18 (1947) |
//! | effect size | A. Vargha, H. D. Delaney, *A critique and improvement of the CL common language effect size statistics of McGraw and Wong*, Journal of Educational and Behavioral Statistics 25 (2000) |
//! | several tests | S. Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal of Statistics 6 (1979) |
//! | interval for a share | E. B. Wilson, *Probable inference, the law of succession, and statistical inference*, Journal of the American Statistical Association 22 (1927) |
//! | interval for a median | B. Efron, *Bootstrap methods: another look at the jackknife*, Annals of Statistics 7 (1979) |
//!
//! They are written here, since crates of statistics bring linear algebra with them, and none has
//! the test with ties. Logarithms and the error function are those of `libm`, so that all machines
//! compute the same bytes.

mod holm;
mod median;
mod ranks;
mod share;
#[cfg(test)]
mod tests;

pub use holm::holm;
pub use median::median_interval;
pub use ranks::{RankTest, rank_test};
pub use share::{ShareInterval, share};

/// The confidence of all intervals.
pub const CONFIDENCE: f64 = 0.95;
/// A difference is shown if its p-value is below this level.
pub const LEVEL: f64 = 0.05;
