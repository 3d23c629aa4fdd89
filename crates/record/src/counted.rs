//! `counted.jsonl`: the small orders whose boards were all valued before the first generation.

use boilingpoint_problem::Fitness;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of boards, by their texts, that are kept of those that attain a maximum: as many as
/// the proof of a record names.
pub const EXAMPLES: usize = 10;

/// The boards of the class of one order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CountedOrder {
    /// The number of vertices.
    pub order: usize,
    /// The number of boards.
    pub boards: u64,
    /// The number of boards that do not meet the condition `objective.require`.
    pub infeasible: u64,
    /// The number of boards on which the objective has no value.
    pub undefined: u64,
    /// The number of boards that exceed the budget. The order is complete if there are none.
    pub unfinished: u64,
    /// The greatest fitness. `None` if no board has a fitness.
    pub max: Option<Fitness>,
    /// The number of boards that attain it.
    pub attaining: u64,
    /// The first boards that attain it, by their text.
    pub examples: BTreeSet<String>,
    /// The boards that join the first generation.
    pub given: Vec<String>,
}

impl CountedOrder {
    /// Whether every board has an exact answer: a fitness, or a proof that it has none.
    pub fn is_complete(&self) -> bool {
        self.unfinished == 0
    }
}

/// The number of boards of some orders.
pub fn boards(orders: &[CountedOrder]) -> u64 {
    let all = orders.iter().map(|order| order.boards);
    all.fold(0, u64::saturating_add)
}

/// Whether the orders from `least` to `most` are all complete.
pub fn are_complete(orders: &[CountedOrder], [least, most]: [usize; 2]) -> bool {
    let complete = orders.iter().filter(|order| order.is_complete());
    let complete: BTreeSet<usize> = complete.map(|order| order.order).collect();
    (least..=most).all(|order| complete.contains(&order))
}

/// The least order with a board that meets the condition of `find`, if it is proved to be the least:
/// all orders from `first` to the one before it are complete.
pub fn least_found(
    orders: &[CountedOrder],
    first: usize,
    meets: impl Fn(&Fitness) -> bool,
) -> Option<usize> {
    let found = orders
        .iter()
        .find(|order| order.max.as_ref().is_some_and(&meets));
    let least = found?.order;
    (least == first || least > first && are_complete(orders, [first, least - 1])).then_some(least)
}

/// The complete orders in words: `2 to 8`, or `2 to 7 and 9`. `None` if none is complete.
pub fn complete_text(orders: &[CountedOrder]) -> Option<String> {
    let complete = orders.iter().filter(|order| order.is_complete());
    let mut ranges: Vec<[usize; 2]> = Vec::new();
    for order in complete.map(|order| order.order) {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == order => *last = order,
            _ => ranges.push([order, order]),
        }
    }
    let text = |&[first, last]: &[usize; 2]| match last - first {
        0 => first.to_string(),
        1 => format!("{first} and {last}"),
        _ => format!("{first} to {last}"),
    };
    let texts: Vec<String> = ranges.iter().map(text).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: usize, unfinished: u64) -> CountedOrder {
        CountedOrder {
            order,
            boards: 3,
            unfinished,
            ..CountedOrder::default()
        }
    }

    #[test]
    fn complete_orders_are_told_as_ranges() {
        let text = |orders: &[(usize, u64)]| {
            let orders: Vec<_> = orders.iter().map(|&(n, over)| order(n, over)).collect();
            complete_text(&orders)
        };
        assert_eq!(text(&[]), None);
        assert_eq!(text(&[(4, 1)]), None);
        assert_eq!(text(&[(4, 0)]).as_deref(), Some("4"));
        assert_eq!(text(&[(4, 0), (5, 0)]).as_deref(), Some("4 and 5"));
        let all = [(2, 0), (3, 0), (4, 0), (5, 2), (6, 0)];
        assert_eq!(text(&all).as_deref(), Some("2 to 4, 6"));
        let orders: Vec<_> = all.iter().map(|&(n, over)| order(n, over)).collect();
        assert!(are_complete(&orders, [2, 4]) && are_complete(&orders, [6, 6]));
        assert!(!are_complete(&orders, [2, 6]) && !are_complete(&orders, [6, 7]));
        assert_eq!(boards(&orders), 15);
    }

    #[test]
    fn the_least_order_is_proved_by_all_orders_before_it() {
        // Of each order: whether it is complete, and whether a board meets the condition.
        let least = |first: usize, orders: &[(bool, bool)]| {
            let of = |(place, &(complete, meets)): (usize, &(bool, bool))| CountedOrder {
                max: Some(Fitness::parse(&[if meets { "1" } else { "0" }]).unwrap()),
                ..order(2 + place, u64::from(!complete))
            };
            let orders: Vec<_> = orders.iter().enumerate().map(of).collect();
            least_found(&orders, first, |fitness| fitness.texts() == ["1"])
        };
        let [complete, cut] = [(true, false), (false, false)];
        for found in [(true, true), (false, true)] {
            assert_eq!(least(2, &[found]), Some(2));
            assert_eq!(least(2, &[complete, complete, found, found]), Some(4));
            assert_eq!(least(2, &[complete, cut, found]), None);
            assert_eq!(least(2, &[cut, complete, found]), None);
            assert_eq!(least(3, &[cut, complete, found]), Some(4));
            assert_eq!(least(4, &[cut, cut, found]), Some(4));
            // The condition holds below the first order as well.
            assert_eq!(least(5, &[complete, complete, found, complete]), None);
        }
        assert_eq!(least(2, &[complete, complete]), None);
    }
}
