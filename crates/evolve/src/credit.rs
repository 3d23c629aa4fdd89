//! Operator credit: the record of which operators recently made the rare large gains.
//!
//! The method is by Fialho, Da Costa, Schoenauer and Sebag (*Extreme value based adaptive operator
//! selection*, PPSN 2008; *Toward comparison-based adaptive operator selection*, GECCO 2010). The
//! last outcomes, of whichever operators, are ranked against each other in a window. An operator
//! earns credit by how often its outcomes are near the top of the ranks. Ranks need no subtraction
//! of fitnesses, and do not change when the objective is rescaled. The weight of a rank halves with
//! every sixteenth of the window, so the top counts. An operator's credit is the mean weight of its
//! outcomes; while an operator has few outcomes, its credit is drawn towards the mean of all
//! operators. Every operator keeps a least probability. All arithmetic is on integers.

use std::collections::VecDeque;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::check::{MOST, StateError, at_most, equal, less_than};
use super::window::{CreditEvent, Gain, Window};

/// The sum of the rates of all operators. A draw of 32 bits picks an operator.
pub const RATE_UNIT: u64 = 1 << 32;

/// The weight of the best outcome in the window.
const TOP: u64 = 1 << 16;
/// The number of outcomes of average weight that are added to the outcomes of each operator.
const PRIOR: u64 = 16;

/// The number of times that an operator was used, by what became of the child.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OperatorCounts {
    /// Attempts to breed a child with the operator.
    pub tried: u64,
    /// Attempts in which the operator did not apply, or in which the child was outside of the
    /// class.
    pub inapplicable: u64,
    /// Children that the island had proposed before.
    pub duplicates: u64,
    /// Children that were proposed for evaluation.
    pub asked: u64,
    /// Children that have a fitness, or that are proved to change nothing.
    pub scored: u64,
    /// Children that violate a condition, or on which the objective has no value.
    pub infeasible: u64,
    /// Children whose evaluation ran out of budget or was skipped.
    pub unfinished: u64,
    /// Children that became the best specimen of their cell.
    pub archived: u64,
    /// Children that became the best specimen of the island.
    pub bests: u64,
}

impl AddAssign for OperatorCounts {
    fn add_assign(&mut self, mut other: OperatorCounts) {
        for (sum, more) in self.each().into_iter().zip(other.each()) {
            *sum += *more;
        }
    }
}

impl OperatorCounts {
    fn each(&mut self) -> [&mut u64; 9] {
        let OperatorCounts {
            tried,
            inapplicable,
            duplicates,
            asked,
            scored,
            infeasible,
            unfinished,
            archived,
            bests,
        } = self;
        [
            tried,
            inapplicable,
            duplicates,
            asked,
            scored,
            infeasible,
            unfinished,
            archived,
            bests,
        ]
    }

    /// Checks that the counts can be added up.
    pub(super) fn check(&self) -> Result<(), StateError> {
        let mut counts = *self;
        let most = counts.each().into_iter().max().map_or(0, |most| *most);
        at_most("a count of an operator", most, MOST)
    }
}

/// The outcomes of the operators: counts over the whole run, and a window of the latest outcomes
/// that decides the rates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Credit<F> {
    totals: Vec<OperatorCounts>,
    capacity: usize,
    #[serde(bound(deserialize = "F: Ord + Deserialize<'de>"))]
    window: Window<F>,
}

impl<F: Ord> Credit<F> {
    /// The credit of `operators` operators before the first outcome; `window` is the number of
    /// latest outcomes that decide the rates.
    pub fn new(operators: usize, window: usize) -> Self {
        Credit {
            totals: vec![OperatorCounts::default(); operators],
            capacity: window,
            window: Window::of(VecDeque::new()),
        }
    }

    /// A credit for the same operators and with the same window, but without outcomes.
    pub(super) fn without_outcomes(&self) -> Self {
        Credit::new(self.totals.len(), self.capacity)
    }

    /// The counts of each operator since the run began.
    pub fn totals(&self) -> &[OperatorCounts] {
        &self.totals
    }

    /// Checks the number of operators, the length of the window, and the operators in it.
    pub(super) fn check(&self, operators: usize, window: usize) -> Result<(), StateError> {
        equal("the number of operators", self.totals.len(), operators)?;
        equal("the length of the window", self.capacity, window)?;
        at_most("the number of outcomes", self.window.len(), window)?;
        for event in self.window.iter() {
            less_than("the operator of an outcome", event.operator, operators)?;
        }
        self.totals.iter().try_for_each(OperatorCounts::check)
    }

    /// Adds the counts of a generation to the totals.
    pub(super) fn count(&mut self, counts: &[OperatorCounts]) {
        let totals = self.totals.iter_mut();
        totals.zip(counts).for_each(|(total, &new)| *total += new);
    }

    /// Adds an outcome to the window. `fitness` is `None` for a child without a fitness.
    pub(super) fn record(&mut self, operator: usize, gain: Gain, fitness: Option<F>) {
        let event = CreditEvent {
            operator,
            gain,
            fitness,
        };
        self.window.push(event, self.capacity);
    }

    /// The probability of each operator, in units of 1 / [`RATE_UNIT`]. The sum is 1. No
    /// probability is below `floor`, or below an equal share if an equal share is less than
    /// `floor`.
    pub fn rates(&self, floor: f64) -> Vec<u64> {
        let n = self.totals.len() as u64;
        if n == 0 {
            return Vec::new();
        }
        let floor = ((floor * RATE_UNIT as f64) as u64).min(RATE_UNIT / n);
        let credits = self.credits();
        let worth = |&c: &u64| u128::from(c) * u128::from(c);
        let sum: u128 = credits.iter().map(worth).sum();
        let free = u128::from(RATE_UNIT - n * floor);
        let share = |c: &u64| floor + (free * worth(c) / sum) as u64;
        let mut rates: Vec<u64> = credits.iter().map(share).collect();
        rates[0] += RATE_UNIT - rates.iter().sum::<u64>();
        rates
    }

    /// The credit of each operator: the mean weight of its outcomes, in units of 1/256.
    fn credits(&self) -> Vec<u64> {
        let mut sums = vec![0; self.totals.len()];
        let mut counts = vec![0; self.totals.len()];
        for (operator, weight) in self.weights() {
            sums[operator] += weight;
            counts[operator] += 1;
        }
        let events = self.window.len() as u64;
        let mean = sums.iter().sum::<u64>().checked_div(events).unwrap_or(TOP);
        let credit =
            |(&sum, &count): (&u64, &u64)| (sum + PRIOR * mean) * 256 / (count + PRIOR) + 1;
        sums.iter().zip(&counts).map(credit).collect()
    }

    /// The operator and the weight of each outcome in the window. Equal outcomes all get the weight
    /// of the middle of their ranks.
    fn weights(&self) -> Vec<(usize, u64)> {
        let (mut above, mut weights) = (0, Vec::with_capacity(self.window.len()));
        for equals in self.window.groups() {
            let count = equals.len();
            let weight = weight(2 * above + count - 1, 2 * self.window.len());
            weights.extend(equals.map(|e| (e.operator, weight)));
            above += count;
        }
        weights
    }
}

/// The weight of an outcome that is worse than the fraction `above / of` of the window. The weight
/// halves with every sixteenth of the window, and is linear in between.
fn weight(above: usize, of: usize) -> u64 {
    let steps = 16 * 256 * above as u64 / of as u64;
    let halved = TOP >> (steps / 256);
    halved - halved * (steps % 256) / 512
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_outcomes_all_are_equal() {
        let rates = Credit::<i64>::new(3, 10).rates(0.02);
        assert_eq!(rates.iter().sum::<u64>(), RATE_UNIT);
        assert!(rates.iter().all(|&r| r.abs_diff(RATE_UNIT / 3) < 10));
        assert!(Credit::<i64>::new(0, 10).rates(0.02).is_empty());
    }

    #[test]
    fn rare_large_gains_win_over_a_good_average() {
        let mut credit = Credit::new(2, 1000);
        for i in 0..500 {
            credit.record(0, Gain::None, Some(50));
            credit.record(1, Gain::None, Some(if i % 10 == 0 { 90 } else { 0 }));
        }
        let rates = credit.rates(0.0);
        assert!(rates[1] > rates[0], "{rates:?}");
    }

    #[test]
    fn the_floor_holds() {
        let mut credit = Credit::new(4, 200);
        for i in 0..400 {
            credit.record(3, Gain::Best, Some(i));
            credit.record(0, Gain::None, None);
        }
        let rates = credit.rates(0.1);
        assert!(rates.iter().all(|&r| r >= RATE_UNIT / 10), "{rates:?}");
        assert!(rates[3] > rates[1] && rates[1] > rates[0]);
        assert!(credit.rates(0.9).iter().all(|&r| r == RATE_UNIT / 4));
    }

    #[test]
    fn old_merit_is_forgotten() {
        let mut credit = Credit::new(2, 50);
        (0..50).for_each(|_| credit.record(0, Gain::Best, Some(9)));
        (0..50).for_each(|i| credit.record(i % 2, Gain::None, Some(1)));
        let rates = credit.rates(0.0);
        assert!(rates[0].abs_diff(rates[1]) < RATE_UNIT / 100, "{rates:?}");
    }
}
