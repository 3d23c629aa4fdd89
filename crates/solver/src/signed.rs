//! Signs of components. A component and its negative share an entry of the table; this file decides
//! which of the two is stored.
//!
//! The rules are fair, so exchanging the tints negates the value. The choice nearly always needs no
//! canonical labelling, since the two tints differ in their weights or in their neighbourhoods.

use super::rules::Rules;
use boilingpoint_boards::canon::{Labelling, canonical};
use boilingpoint_boards::classes::Classes;
use boilingpoint_boards::{BitRow, mix};
use boilingpoint_rules::Player;
use std::cmp::Ordering;

/// The sign of a component relative to the entry that it shares with its negative.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Positive,
    Negative,
    /// The component is isomorphic to its negative.
    SelfNegative,
}

/// The position that the table stores: a component or its negative. `sign` says how the component
/// is obtained from the stored position.
#[derive(Clone)]
pub(super) struct Signed<R: BitRow> {
    pub component: Classes<R>,
    pub labelling: Labelling,
    pub sign: Sign,
}

impl<R: BitRow> Signed<R> {
    fn labelled(component: Classes<R>, sign: Sign) -> Signed<R> {
        Signed {
            labelling: canonical(&component),
            component,
            sign,
        }
    }

    pub fn of(component: Classes<R>) -> Signed<R> {
        // The number of vertices with a player's tint, and the number of their adjacent classes.
        let weight = |own: R| {
            own.bits().fold((0u32, 0u32), |(all, edges), c| {
                let count = u32::from(component.counts[c]);
                (all + count, edges + count * component.rows[c].count())
            })
        };
        let (left, right) = (weight(component.left), weight(component.right));
        match left.cmp(&right) {
            _ if left.0 + right.0 == 0 => Signed::labelled(component, Sign::SelfNegative),
            Ordering::Greater => Signed::labelled(component, Sign::Positive),
            Ordering::Less => Signed::labelled(component.swapped(), Sign::Negative),
            Ordering::Equal => Signed::by_profile(component),
        }
    }

    /// Decides the sign of a component whose two tints have equal weights. The neighbourhoods of
    /// the tinted classes decide; if these agree, the key decides.
    fn by_profile(component: Classes<R>) -> Signed<R> {
        let around = |own: R, other: R, c: usize| {
            component.rows[c].bits().fold(0u64, |sum, d| {
                let tint = u64::from(own.has(d)) + 2 * u64::from(other.has(d));
                let degree = u64::from(component.rows[d].count());
                sum.wrapping_add(mix(degree << 16
                    | u64::from(component.counts[d]) << 2
                    | tint))
            })
        };
        let profile = |own: R, other: R| {
            let one = |c: usize| mix(around(own, other, c) ^ u64::from(component.counts[c]));
            own.bits().fold(0u64, |sum, c| sum.wrapping_add(one(c)))
        };
        let left = profile(component.left, component.right);
        let right = profile(component.right, component.left);
        match left.cmp(&right) {
            Ordering::Greater => Signed::labelled(component, Sign::Positive),
            Ordering::Less => Signed::labelled(component.swapped(), Sign::Negative),
            Ordering::Equal => {
                let swapped = Signed::labelled(component.swapped(), Sign::Negative);
                let own = Signed::labelled(component, Sign::Positive);
                match own.labelling.key.cmp(&swapped.labelling.key) {
                    Ordering::Less => own,
                    Ordering::Greater => swapped,
                    Ordering::Equal => Signed {
                        sign: Sign::SelfNegative,
                        ..own
                    },
                }
            }
        }
    }

    /// The classes that a player has to try: one class of each orbit, without dominated classes.
    pub fn claims(&self, rules: &Rules, player: Player) -> R {
        let orbits = &self.labelling.orbits;
        let good = rules.claims(&self.component, player, &self.labelling.order);
        // Either a class outside of an orbit dominates all classes of the orbit, or a class of the
        // orbit dominates another. In either case any class represents its orbit.
        good.bits()
            .fold(R::NONE, |set, c| set | R::one(usize::from(orbits[c])))
    }
}
