//! The colours of tints, in every picture the same.

use super::Tint;

/// The fill of a vertex: Left is blue, Right is red.
pub(super) fn fill(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "#ffffff",
        Tint::Left => "#2563eb",
        Tint::Right => "#dc2626",
    }
}
