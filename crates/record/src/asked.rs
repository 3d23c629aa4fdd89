//! The boards that a run asked for, and the reasons for which some of them have no fitness.

use super::manifest::SKIPPED;
use boilingpoint_evolve::Counts;
use serde::{Deserialize, Serialize};

/// A run in which fewer boards than one in this many have a fitness has little to choose from.
const SCARCE: u64 = 20;

/// The beginning of a reason in the log of events, which says what the count says.
const UNDEFINED: &str = "the objective is undefined: ";

/// The boards that a run asked for. Those that were valued and those that were skipped are counted
/// elsewhere in the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AskedBoards {
    /// The number of boards that the islands asked to value.
    pub boards: u64,
    /// Boards that do not meet the condition.
    pub unmet: u64,
    /// The condition, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Boards on which the objective is undefined.
    pub undefined: u64,
    /// The reason for the first of these boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined_reason: Option<String>,
    /// Boards that exceeded the budget, and for which no bound is proved.
    pub over_budget: u64,
}

/// The most frequent reason for which boards have no fitness.
enum Reason {
    Unmet,
    Undefined,
    Budget,
}

impl AskedBoards {
    /// The boards of some counts. `reason` is that of the first board on which the objective is
    /// undefined.
    pub fn of(counts: &Counts, condition: Option<String>, reason: Option<String>) -> AskedBoards {
        AskedBoards {
            boards: counts.asked,
            unmet: counts.infeasible.saturating_sub(counts.undefined),
            condition,
            undefined: counts.undefined,
            undefined_reason: reason.map(|why| match why.strip_prefix(UNDEFINED) {
                Some(why) => why.to_string(),
                None => why,
            }),
            over_budget: counts.unfinished.saturating_sub(counts.inexact.screened),
        }
    }

    /// The numbers of boards without a fitness, each with its reason in words.
    fn parts(&self, skipped: u64) -> Vec<(u64, String)> {
        let condition = self.condition.as_deref().unwrap_or("objective.require");
        let why = self.undefined_reason.as_ref();
        let why = why.map_or(String::new(), |why| format!(" ({why})"));
        let verb = |count: u64, one: &'static str, several: &'static str| match count {
            1 => one,
            _ => several,
        };
        let unmet = verb(self.unmet, "does", "do");
        let leaves = verb(self.undefined, "leaves", "leave");
        let was = verb(skipped, "was", "were");
        let parts = [
            (self.unmet, format!("{unmet} not meet `{condition}`")),
            (
                self.undefined,
                format!("{leaves} the objective undefined{why}"),
            ),
            (skipped, format!("{was} {SKIPPED}")),
            (self.over_budget, "exceeded the budget".to_string()),
        ];
        parts.into_iter().filter(|(count, _)| *count > 0).collect()
    }

    /// The reasons for which boards have no fitness, each with its number of boards, which `number`
    /// writes. `None` if there are no such boards.
    pub fn reasons(&self, skipped: u64, number: impl Fn(u64) -> String) -> Option<String> {
        let parts = self.parts(skipped);
        match parts.as_slice() {
            [] => None,
            [(1, how)] => Some(format!("it {how}")),
            [(_, how)] => Some(format!("they {how}")),
            parts => {
                let told = parts
                    .iter()
                    .map(|(count, how)| format!("{} {how}", number(*count)));
                Some(told.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The boards without a fitness, by their reasons, as the end of a sentence that begins with
    /// `Of`. `None` if there are none. `number` writes a number.
    pub fn without_fitness(&self, skipped: u64, number: impl Fn(u64) -> String) -> Option<String> {
        let all: u64 = self.parts(skipped).iter().map(|(count, _)| count).sum();
        let [asked, without] = [self.boards, all].map(&number);
        let reasons = self.reasons(skipped, number)?;
        let have = if all == 1 { "has" } else { "have" };
        Some(format!(
            "{asked} boards asked, {without} {have} no fitness: {reasons}"
        ))
    }

    /// Whether so few of the boards have a fitness that the search has little to choose from.
    pub fn are_scarce(&self, valued: u64) -> bool {
        valued.saturating_mul(SCARCE) < self.boards
    }

    /// Advice for a search whose boards have no fitness. `None` if there are none.
    pub fn advice(&self, skipped: u64) -> Option<String> {
        let condition = self.condition.as_deref().unwrap_or("the condition");
        Some(match self.main_reason(skipped)? {
            Reason::Unmet => format!(
                "begin with boards that meet `{condition}` (`boards.start`, `boards.start_from`), \
                 choose a class that has more of them (`boards.class`, `boards.order`), or look for \
                 them first (`objective.find = \"{condition}\"`)"
            ),
            Reason::Undefined => {
                "choose an objective that has a value on more boards, or ask only \
                                  for boards on which it has one (`objective.require`)"
                    .to_string()
            }
            Reason::Budget => {
                "allow more work for each board (`budget.work`, `budget.positions`), or \
                               breed smaller boards (`boards.order`)"
                    .to_string()
            }
        })
    }

    fn main_reason(&self, skipped: u64) -> Option<Reason> {
        let reasons = [
            (self.unmet, Reason::Unmet),
            (self.undefined, Reason::Undefined),
            (self.over_budget.saturating_add(skipped), Reason::Budget),
        ];
        let most = reasons.into_iter().max_by_key(|(count, _)| *count);
        most.filter(|(count, _)| *count > 0)
            .map(|(_, reason)| reason)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn asked() -> AskedBoards {
        AskedBoards {
            boards: 3105,
            unmet: 3080,
            condition: Some("min_degree == 3".into()),
            undefined: 1,
            undefined_reason: Some("division by zero".into()),
            over_budget: 8,
        }
    }

    #[test]
    fn every_board_without_a_fitness_has_its_reason() {
        let text = asked().without_fitness(12, |n| n.to_string()).unwrap();
        assert_eq!(
            text,
            "3105 boards asked, 3101 have no fitness: 3080 do not meet `min_degree == 3`, \
             1 leaves the objective undefined (division by zero), 12 were skipped as too expensive, \
             8 exceeded the budget"
        );
        let few = AskedBoards {
            unmet: 7,
            undefined: 0,
            over_budget: 0,
            ..asked()
        };
        let text = few.without_fitness(0, |n| n.to_string()).unwrap();
        let end = "3105 boards asked, 7 have no fitness: they do not meet `min_degree == 3`";
        assert_eq!(text, end);
        let one = AskedBoards {
            unmet: 1,
            undefined: 0,
            over_budget: 0,
            ..asked()
        };
        let text = one.without_fitness(0, |n| n.to_string()).unwrap();
        let end = "3105 boards asked, 1 has no fitness: it does not meet `min_degree == 3`";
        assert_eq!(text, end);
        assert!(one.advice(0).unwrap().contains("min_degree == 3"));
        let all_valued = AskedBoards {
            boards: 7,
            ..AskedBoards::default()
        };
        assert_eq!(all_valued.without_fitness(0, |n| n.to_string()), None);
        assert_eq!(all_valued.advice(0), None);
    }

    #[test]
    fn the_advice_is_about_the_most_frequent_reason() {
        assert!(asked().are_scarce(155) && !asked().are_scarce(156));
        // A twentieth is enough.
        let even = AskedBoards {
            boards: 3100,
            ..asked()
        };
        assert!(even.are_scarce(154) && !even.are_scarce(155));
        let advice = |asked: AskedBoards, skipped| asked.advice(skipped).unwrap();
        assert!(advice(asked(), 0).contains("objective.find = \"min_degree == 3\""));
        assert!(advice(asked(), 4000).contains("budget.work"));
        let undefined = AskedBoards {
            undefined: 5000,
            ..asked()
        };
        assert!(advice(undefined, 0).contains("has a value on more boards"));
    }

    #[test]
    fn counts_tell_the_reasons_apart() {
        let mut counts = Counts {
            asked: 20,
            infeasible: 9,
            undefined: 2,
            unfinished: 6,
            ..Counts::default()
        };
        counts.inexact.screened = 5;
        let reason = "the objective is undefined: division by zero".to_string();
        let asked = AskedBoards::of(&counts, None, Some(reason));
        assert_eq!(asked.undefined_reason.as_deref(), Some("division by zero"));
        let found = [asked.unmet, asked.undefined, asked.over_budget];
        assert_eq!((asked.boards, found), (20, [7, 2, 1]));
    }
}
