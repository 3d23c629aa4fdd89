//! Bounds for the invariants of a value that the exact solver cannot compute, as objectives use them.

use super::expression::QuantityBounds;
use super::invariants::rational;
use boilingpoint_solver::Bounds;
use boilingpoint_values::Dyadic;

type BoundsOf = fn(&Bounds) -> QuantityBounds;

/// The invariants of the value for which there are bounds.
const BOUNDED: [(&str, BoundsOf); 7] = [
    ("temperature", |b| numbers(b.temperature)),
    ("temperature_sixteenths", |b| sixteenths(b.temperature)),
    ("mean", |b| numbers(b.mean)),
    ("mean_sixteenths", |b| sixteenths(b.mean)),
    ("left_stop", |b| numbers(b.left_stop)),
    ("right_stop", |b| numbers(b.right_stop)),
    ("hot", |b| QuantityBounds::Condition(b.is_hot())),
];

fn numbers([least, most]: [Dyadic; 2]) -> QuantityBounds {
    QuantityBounds::Numbers(rational(least), rational(most))
}

fn sixteenths(pair: [Dyadic; 2]) -> QuantityBounds {
    let [least, most] = pair.map(|x| (rational(x) * 16).floor());
    QuantityBounds::Numbers(least, most)
}

/// The function that bounds the invariant of this name, given the bounds of a value; `None` if there
/// is none.
pub fn of_invariant(name: &str) -> Option<BoundsOf> {
    let found = BOUNDED.iter().find(|(bounded, _)| *bounded == name);
    found.map(|(_, of)| *of)
}
