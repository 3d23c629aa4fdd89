//! The orders that a search counted before its first generation, in words.

use super::words::grouped;
use boilingpoint_plan::{Plan, Question};
use boilingpoint_problem::Fitness;
use boilingpoint_record::counted::{CountedOrder, boards, complete_text, least_found};

/// A sentence on the orders whose boards were all valued, and on what this proves. `None` if no order
/// was counted.
pub fn counted_in_words(plan: &Plan, orders: &[CountedOrder]) -> Option<String> {
    let complete: Vec<CountedOrder> = orders.iter().filter(|o| o.is_complete()).cloned().collect();
    let proved = match plan.objective.question() {
        Question::Find(_) => of_find(plan, orders, complete),
        Question::Best => of_complete(&complete, "their maxima are proved"),
        Question::Collect(_) => of_complete(&complete, "no other value occurs on them"),
    };
    let dear = orders.iter().filter(|order| !order.is_complete());
    let dear = dear.map(|order| {
        let (number, order) = (grouped(order.unfinished), order.order);
        format!("order {order} is not complete: {number} of its boards exceed the budget")
    });
    let texts: Vec<String> = proved.into_iter().chain(dear).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// Complete orders, as in `order 4` or `orders 2 to 8`.
fn named(complete: &[CountedOrder]) -> Option<String> {
    let text = complete_text(complete)?;
    let plural = if complete.len() == 1 { "" } else { "s" };
    Some(format!("order{plural} {text}"))
}

fn valued(orders: &[CountedOrder]) -> String {
    match boards(orders) {
        1 => "the only board was valued".to_string(),
        number => format!("all {} boards were valued", grouped(number)),
    }
}

fn of_complete(complete: &[CountedOrder], proved: &str) -> Option<String> {
    let (named, valued) = (named(complete)?, valued(complete));
    let verb = if complete.len() == 1 { "is" } else { "are" };
    Some(format!("{named} {verb} complete: {valued}, so {proved}"))
}

/// The complete orders without a board that meets the condition, and the first order with such a
/// board if it is proved to be the least.
fn of_find(
    plan: &Plan,
    orders: &[CountedOrder],
    mut complete: Vec<CountedOrder>,
) -> Option<String> {
    let is_met = |max: &Fitness| plan.objective.is_found(max);
    complete.retain(|order| !order.max.as_ref().is_some_and(is_met));
    let without = named(&complete).map(|named| {
        let valued = valued(&complete);
        format!("no board of {named} meets the condition: {valued}")
    });
    let least = least_found(orders, plan.boards.order[0], is_met);
    let least = least.map(|order| format!("the smallest board that meets it has order {order}"));
    let texts: Vec<String> = without.into_iter().chain(least).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn words(objective: &str, maxima: &[(&[&str], u64)]) -> Option<String> {
        let text = format!("[game]\nruleset = \"snort\"\n[objective]\n{objective}\n");
        let read = boilingpoint_plan::read_no_boards;
        let plan = Plan::resolve("t.toml", text.as_bytes(), &[], read).unwrap();
        let order = |(order, (max, unfinished)): (usize, &(&[&str], u64))| CountedOrder {
            order,
            boards: 600,
            unfinished: *unfinished,
            max: Fitness::parse(max).ok(),
            ..CountedOrder::default()
        };
        let orders: Vec<CountedOrder> = (2..).zip(maxima).map(order).collect();
        counted_in_words(&plan, &orders)
    }

    #[test]
    fn the_words_say_what_is_proved() {
        let best = "maximize = \"temperature\"";
        assert_eq!(words(best, &[]), None);
        assert_eq!(
            words(best, &[(&["1"], 0), (&["2"], 0), (&["2"], 1200)]).unwrap(),
            "orders 2 and 3 are complete: all 1,200 boards were valued, so their maxima are \
             proved; order 4 is not complete: 1,200 of its boards exceed the budget"
        );
        assert_eq!(
            words("collect = \"temperature\"", &[(&["-2"], 0)]).unwrap(),
            "order 2 is complete: all 600 boards were valued, so no other value occurs on them"
        );
        let find = "find = \"temperature > 2\"";
        assert_eq!(
            words(find, &[(&["0", "-1"], 0), (&["1", "-3"], 0)]).unwrap(),
            "no board of order 2 meets the condition: all 600 boards were valued; the smallest \
             board that meets it has order 3"
        );
        // A board of order 2 that exceeds the budget may be smaller.
        assert_eq!(
            words(find, &[(&["0", "-1"], 5), (&["1", "-3"], 0)]).unwrap(),
            "order 2 is not complete: 5 of its boards exceed the budget"
        );
    }
}
