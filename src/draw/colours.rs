//! The colours of tints, in every picture the same.

use crate::graph::Tint;

/// The fill of a vertex: Left is blue, Right is red. Without colour Left is dark and Right is
/// light.
pub(super) fn fill(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "#ffffff",
        Tint::Left => "#1e40af",
        Tint::Right => "#f87171",
    }
}

/// The colour of what is written on that fill.
pub(super) fn ink(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "#1f2937",
        Tint::Left => "#ffffff",
        Tint::Right => "#111827",
    }
}
