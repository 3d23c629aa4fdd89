//! Bounds for the invariants of a value that the exact solver cannot compute, as objectives use them.

use super::expression::{Number, QuantityBounds};
use super::invariants::rational;
use boilingpoint_solver::Bounds;
use boilingpoint_values::Dyadic;

/// The names of the invariants of the value for which [`of_invariant`] gives bounds.
pub const BOUNDED: [&str; 7] = [
    "temperature",
    "temperature_sixteenths",
    "mean_sixteenths",
    "mean",
    "left_stop",
    "right_stop",
    "hot",
];

/// The bounds for the invariant of this name; `None` if the name is not in [`BOUNDED`].
pub fn of_invariant(bounds: &Bounds, name: &str) -> Option<QuantityBounds> {
    let numbers =
        |[least, most]: [Dyadic; 2]| QuantityBounds::Numbers(rational(least), rational(most));
    let sixteenths = |pair: [Dyadic; 2]| {
        let [least, most] = pair.map(|x| (rational(x) * Number::from_integer(16)).floor());
        QuantityBounds::Numbers(least, most)
    };
    Some(match name {
        "temperature" => numbers(bounds.temperature),
        "temperature_sixteenths" => sixteenths(bounds.temperature),
        "mean" => numbers(bounds.mean),
        "mean_sixteenths" => sixteenths(bounds.mean),
        "left_stop" => numbers(bounds.left_stop),
        "right_stop" => numbers(bounds.right_stop),
        "hot" => QuantityBounds::Condition(bounds.is_hot()),
        _ => return None,
    })
}
