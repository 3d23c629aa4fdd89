//! The question that an objective asks, and its answers in words.

use super::expressions::{Goals, SMALLEST};
use super::keys::ObjectiveKeys;
use boilingpoint_problem::expression::{Expression, QuantityKind};
use boilingpoint_problem::{Certainty, Fitness, Objective, invariants};
use boilingpoint_record::manifest::Best;

/// The sort of question that an objective asks.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// The board with the greatest fitness.
    Best,
    /// The smallest board that meets a condition.
    Find(&'a Goals),
    /// The values that an expression takes, with the best board of each.
    Collect(&'a Expression),
}

/// Expressions without an order among them, in words.
pub fn together(expressions: &[Expression]) -> String {
    let texts: Vec<&str> = expressions.iter().map(Expression::text).collect();
    listed(&texts)
}

/// Texts as a list in words: `a, b and c`.
pub fn listed(texts: &[&str]) -> String {
    match texts.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// One value, and several values, of an expression that boards are collected by.
pub fn values_of(collect: &Expression) -> [String; 2] {
    match collect.kind() {
        QuantityKind::Form => ["canonical form", "canonical forms"].map(String::from),
        _ => [
            format!("value of {collect}"),
            format!("values of {collect}"),
        ],
    }
}

/// The fitness of a search with `find`: how near a board is to meeting the condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nearness {
    /// The board meets the condition. The field is its order.
    Met(String),
    /// The board misses the condition. The field is the margin.
    Missed(String),
}

impl Nearness {
    /// Reads the components of a fitness of a search with `find`. `None` if they are not two.
    pub fn of(fitness: &[String]) -> Option<Nearness> {
        match fitness {
            [met, order] if met == "1" => {
                let order = order.strip_prefix('-').unwrap_or(order);
                Some(Nearness::Met(order.to_string()))
            }
            [_, margin] => Some(Nearness::Missed(margin.clone())),
            _ => None,
        }
    }

    /// The order of the board, if it meets the condition.
    pub fn order(&self) -> Option<&str> {
        match self {
            Nearness::Met(order) => Some(order),
            Nearness::Missed(_) => None,
        }
    }
}

impl ObjectiveKeys {
    /// The sort of question that the objective asks.
    pub fn question(&self) -> Question<'_> {
        match (&self.find, &self.collect) {
            (Some(find), _) => Question::Find(find),
            (None, Some(collect)) => Question::Collect(collect),
            (None, None) => Question::Best,
        }
    }

    /// The front that the search looks for, in words; `None` if it looks for none.
    pub fn front_in_words(&self) -> Option<String> {
        let is_front = self.is_front();
        is_front.then(|| format!("the front of {}", together(self.goals())))
    }

    /// Whether `collect` keeps the smallest board of each value, which is the default.
    pub fn keeps_smallest(&self) -> bool {
        matches!(self.goals(), [only] if only.text() == SMALLEST)
    }

    /// Whether a fitness is that of a board that meets the condition of `find`.
    pub fn is_found(&self, fitness: &Fitness) -> bool {
        let nearness = self.find.as_ref().and(Nearness::of(&fitness.texts()));
        nearness.is_some_and(|nearness| nearness.order().is_some())
    }

    /// The condition of `find` and the other conditions as an objective: these are required, and the
    /// margin of the first is maximised. `None` without `find`.
    pub fn kept(&self, required: Option<&Expression>) -> Option<Objective> {
        let (names, condition) = (invariants::names(), &self.find.as_ref()?.condition);
        let both = match required {
            None => condition.clone(),
            Some(required) => condition.and(required),
        };
        let margin = condition.margin(&names).ok()?;
        Some(Objective::new(&[margin], Some(&both), &[]))
    }

    /// The result of a run so far: the fitness of the best board, or the number of values collected.
    /// `None` if there is no board with a fitness.
    pub fn standing(&self, best: Option<&Best>, values: u64) -> Option<String> {
        match self.question() {
            Question::Collect(_) => best.map(|_| format!("{values} values")),
            Question::Best | Question::Find(_) => {
                best.map(|best| self.fitness_words(&best.fitness, best.certainty))
            }
        }
    }

    /// A fitness as people read it: `3/2, -10`; with `find`, `met at order 10` or `margin -1/2`;
    /// with `collect` of smallest boards, `order 10`.
    pub fn fitness_words(&self, fitness: &[String], certainty: Certainty) -> String {
        let least = |sign: &str, number: &str| match certainty {
            Certainty::LowerBound => format!("{sign} at least {number}"),
            Certainty::Exact | Certainty::BoardOnly => format!("{sign} {number}"),
        };
        match (self.question(), fitness) {
            (Question::Find(_), fitness) => match Nearness::of(fitness) {
                Some(Nearness::Met(order)) => format!("met at order {order}"),
                Some(Nearness::Missed(margin)) => least("margin", &margin),
                None => certainty.of_fitness(fitness),
            },
            (Question::Collect(_), [order]) if self.keeps_smallest() => {
                format!("order {}", order.strip_prefix('-').unwrap_or(order))
            }
            _ => certainty.of_fitness(fitness),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Plan;
    use super::*;
    use std::path::Path;

    fn words(objective: &str, fitness: &[&str], certainty: Certainty) -> String {
        let text = format!("[game]\nruleset = \"snort\"\n[objective]\n{objective}\n");
        let read_none = |_: &Path, _: &Plan| Ok(Vec::new());
        let plan = Plan::resolve("t.toml", text.as_bytes(), &[], read_none).unwrap();
        let fitness: Vec<String> = fitness.iter().map(ToString::to_string).collect();
        plan.objective.fitness_words(&fitness, certainty)
    }

    #[test]
    fn a_fitness_reads_as_an_answer_to_its_question() {
        use Certainty::{Exact, LowerBound};
        let best = "maximize = \"temperature\"";
        assert_eq!(words(best, &["3/2"], Exact), "3/2");
        assert_eq!(words(best, &["3/2"], LowerBound), ">= 3/2");
        let find = "find = \"temperature > degree\"";
        assert_eq!(words(find, &["1", "-10"], LowerBound), "met at order 10");
        assert_eq!(words(find, &["0", "-1/2"], Exact), "margin -1/2");
        let bound = words(find, &["0", "-1/2"], LowerBound);
        assert_eq!(bound, "margin at least -1/2");
        let collect = "collect = \"temperature\"";
        assert_eq!(words(collect, &["-7"], Exact), "order 7");
        let hottest = "collect = \"degree\"\nmaximize = \"temperature\"";
        assert_eq!(words(hottest, &["-7"], Exact), "-7");
    }
}
