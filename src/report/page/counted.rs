//! The orders that a search counted before its first generation, in words.

use super::words::grouped;
use crate::plan::{Nearness, Plan, Question};
use crate::record::counted::{CountedOrder, boards, complete_text};

/// A sentence on the orders whose boards were all valued, and on what this proves. `None` if no order
/// was counted.
pub fn counted_in_words(plan: &Plan, orders: &[CountedOrder]) -> Option<String> {
    let proved = match plan.objective.question() {
        Question::Find(_) => of_find(plan, orders),
        Question::Best => of_complete(orders, "their maxima are proved"),
        Question::Collect(_) => of_complete(orders, "no other value occurs on them"),
    };
    let dear = orders.iter().filter(|order| !order.is_complete());
    let dear = dear.map(|order| {
        let (number, order) = (grouped(order.unfinished), order.order);
        format!("order {order} is not complete: {number} of its boards exceed the budget")
    });
    let texts: Vec<String> = proved.into_iter().chain(dear).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// `order 4`, or `orders 2 to 8`.
fn named(orders: &[CountedOrder]) -> Option<String> {
    let text = complete_text(orders)?;
    let plural = if text.parse::<usize>().is_ok() {
        ""
    } else {
        "s"
    };
    Some(format!("order{plural} {text}"))
}

fn complete(orders: &[CountedOrder]) -> Vec<CountedOrder> {
    let complete = orders.iter().filter(|order| order.is_complete());
    complete.cloned().collect()
}

fn valued(orders: &[CountedOrder]) -> String {
    match boards(orders) {
        1 => "the only board was valued".to_string(),
        number => format!("all {} boards were valued", grouped(number)),
    }
}

fn of_complete(orders: &[CountedOrder], proved: &str) -> Option<String> {
    let complete = complete(orders);
    let (named, valued) = (named(&complete)?, valued(&complete));
    let verb = if complete.len() == 1 { "is" } else { "are" };
    Some(format!("{named} {verb} complete: {valued}, so {proved}"))
}

/// Whether a board of an order meets the condition of `find`.
fn meets(order: &CountedOrder) -> bool {
    let max = order.max.as_ref().map(|max| Nearness::of(&max.texts()));
    matches!(max.flatten(), Some(Nearness::Met(_)))
}

/// The complete orders without a board that meets the condition, and the first one with such a board
/// if it is proved to be the smallest.
fn of_find(plan: &Plan, orders: &[CountedOrder]) -> Option<String> {
    let none: Vec<CountedOrder> = complete(orders);
    let none: Vec<CountedOrder> = none.into_iter().filter(|order| !meets(order)).collect();
    let without = named(&none).map(|named| {
        let valued = valued(&none);
        format!("no board of {named} meets the condition: {valued}")
    });
    let first = orders
        .iter()
        .find(|order| meets(order))
        .map(|order| order.order);
    let smallest = first.filter(|&first| {
        let before = plan.boards.order[0]..first;
        before
            .into_iter()
            .all(|n| none.iter().any(|order| order.order == n))
    });
    let smallest =
        smallest.map(|order| format!("the smallest board that meets it has order {order}"));
    let texts: Vec<String> = without.into_iter().chain(smallest).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}
