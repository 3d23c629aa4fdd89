//! The colours of tints. They are the same in every picture.

use boilingpoint_boards::Tint;

/// The fill of a vertex: blue for Left, red for Right. Printed without colour, Left is dark and
/// Right is light.
pub(super) fn fill(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "#ffffff",
        Tint::Left => "#1e40af",
        Tint::Right => "#f87171",
    }
}

/// The colour of text on the fill of this tint.
pub(super) fn ink(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "#1f2937",
        Tint::Left => "#ffffff",
        Tint::Right => "#111827",
    }
}
