//! Earlier results on a game, compared with the tables.

use super::{heading, made::ranges, optimum, paragraph::paragraph};
use boilingpoint_problem::Fitness;
use boilingpoint_problem::expression::Number;
use boilingpoint_study::atlas::Table;
use num_traits::Zero;

/// The section on earlier results. It is empty if the program knows no earlier results on the game.
pub(super) fn known(game: &str, tables: &[Table]) -> String {
    if game != "snort" {
        return String::new();
    }
    let facts = GameTables(
        tables
            .iter()
            .filter(|t| t.question.ruleset == game)
            .collect(),
    );
    let results = [
        format!(
            "A conjecture said that the temperature of a board is at most its degree (Huntemann, *The class of strong \
             placement games*, 2018). Huntemann and Maciosowski (*Degrees are useless in Snort when measuring \
             temperature*) refuted it: the caterpillar C(n+1,n,n+1), of order 3n+5, has the temperature 2n+1 and the \
             degree n+2. {}",
            facts.least_above_zero(
                "temperature - degree",
                "with a temperature above the degree"
            )
        ),
        format!(
            "The ratio of temperature and degree is not bounded: for the complete n-ary tree of depth two it is at \
             least n²/(2n+2) ([proof](findings/snort-ratio.md)). {}",
            facts.greatest(
                "temperature / degree",
                "The greatest ratio in the tables is"
            )
        ),
        format!(
            "Conjecture 5.1 of Huntemann and Maciosowski, temperature ≤ degree + degree2/2, is false (degree2 is the \
             greatest number of vertices at distance exactly two from a vertex). The smallest counterexample known has \
             117 vertices ([proof](findings/snort-two-degrees.md)). {}",
            facts.least_above_zero(
                "temperature - degree - degree2 / 2",
                "with a temperature above that bound"
            )
        ),
        format!(
            "A board is *opposable* if it has an automorphism of order two that takes every vertex to another vertex, \
             not adjacent to it. On an opposable board the second player wins (Kakihara, *Snort: A combinatorial game*, \
             2010, Proposition 3.6). Kakihara's Conjecture 4.1, that there are no other second-player wins, is false \
             ([counterexamples](findings/snort-second-player.md)). Trees are never opposable. {}",
            facts.least_not_opposable()
        ),
    ];
    let paragraphs = results.map(|result| paragraph(&result));
    format!("\n## What is known\n\n{}\n", paragraphs.join("\n\n"))
}

/// The tables of a game.
struct GameTables<'a>(Vec<&'a Table>);

impl GameTables<'_> {
    /// The classes, with their tables.
    fn classes(&self) -> impl Iterator<Item = (String, &[&Table])> {
        let by_class = self.0.chunk_by(|a, b| a.question.class == b.question.class);
        by_class.filter_map(|tables| Some((heading(tables.first()?).to_lowercase(), tables)))
    }

    /// For each class, the least order at which a board has a positive value of the objective, or a
    /// sentence that no board has such a value.
    fn least_above_zero(&self, objective: &str, what: &str) -> String {
        self.least(what, |t| {
            let max = optimum(t, objective).and_then(|o| o.max.as_ref());
            max.is_some_and(|max| max.first() > Number::zero())
        })
    }

    /// For each class, the least order with a second-player win that is not opposable, or a
    /// sentence that no order has such a win.
    fn least_not_opposable(&self) -> String {
        let what = "that are second-player wins but not opposable";
        let has_outcomes = |t: &&Table| t.has_outcomes();
        let counted = GameTables(self.0.iter().copied().filter(has_outcomes).collect());
        counted.least(what, |t| t.tally.second_player_wins.not_opposable > 0)
    }

    /// For each class, the least order whose table satisfies `holds`, or a sentence that no table
    /// does.
    fn least(&self, what: &str, holds: impl Fn(&Table) -> bool) -> String {
        let one = |(class, tables): (String, &[&Table])| {
            let orders: Vec<usize> = tables.iter().map(|t| t.question.order).collect();
            let counted = ranges(&orders);
            match tables.iter().find(|t| holds(t)) {
                Some(table) => {
                    let order = table.question.order;
                    format!(
                        "Among the {class} counted (orders {counted}), the smallest {what} have order {order}."
                    )
                }
                None => {
                    format!("Among the {class} counted (orders {counted}), there are none {what}.")
                }
            }
        };
        self.classes().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The greatest value of an objective, and the least order at which it occurs.
    fn greatest(&self, objective: &str, what: &str) -> String {
        let all = self.0.iter().filter_map(|t| {
            let max: &Fitness = optimum(t, objective)?.max.as_ref()?;
            Some((max, std::cmp::Reverse(t.question.order)))
        });
        match all.max() {
            Some((max, order)) => format!("{what} {max}, first at order {}.", order.0),
            None => String::new(),
        }
    }
}
