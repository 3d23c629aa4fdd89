//! The share of runs that reached a target.

use super::CONFIDENCE;

/// The standard normal deviate of which a share of [`CONFIDENCE`] lies within.
const DEVIATE: f64 = 1.959_963_984_540_054;
const _: () = assert!(CONFIDENCE == 0.95);

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShareInterval {
    /// The share of the runs, from 0 to 1.
    pub share: f64,
    /// The least and the greatest share of Wilson's interval.
    pub interval: [f64; 2],
}

/// The share of `hits` in `of`, with Wilson's interval. `None` if `of` is zero.
pub fn share(hits: usize, of: usize) -> Option<ShareInterval> {
    if of == 0 {
        return None;
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let square = DEVIATE * DEVIATE;
    let middle = (p + square / (2.0 * n)) / (1.0 + square / n);
    let within = p * (1.0 - p) / n + square / (4.0 * n * n);
    let half = DEVIATE / (1.0 + square / n) * within.sqrt();
    Some(ShareInterval {
        share: p,
        // Rounding would keep the interval off its own ends.
        interval: [
            if hits == 0 { 0.0 } else { middle - half },
            if hits == of { 1.0 } else { middle + half },
        ],
    })
}
