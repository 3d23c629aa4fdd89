//! Operator credit: the record of which operators recently made the rare large gains.
//!
//! After Fialho, Da Costa, Schoenauer and Sebag (*Extreme value based adaptive operator
//! selection*, PPSN 2008; *Toward comparison-based adaptive operator selection*, GECCO 2010):
//! the last outcomes are ranked against each other, whichever operators made them, and
//! an operator earns by how often its outcomes are near the top. Ranks need no subtraction of
//! fitnesses and do not change when the objective is rescaled. The weight of a rank halves
//! with every sixteenth of the window, so what counts is the top. An operator's credit is the
//! mean weight of its outcomes, drawn towards the mean of all while it has few of them. Every
//! operator keeps a floor probability. All arithmetic is on integers.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The sum of the rates of all operators, so that a draw of 32 bits picks one.
pub const RATE_UNIT: u64 = 1 << 32;

/// The weight of the best outcome in the window.
const TOP: u64 = 1 << 16;
/// The number of outcomes of average weight that are added to every operator's own.
const PRIOR: u64 = 16;

/// Counts of the uses of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OperatorCounts {
    /// Attempts at breeding with the operator.
    pub tried: u64,
    /// Attempts in which the operator did not apply, or the child was outside the class.
    pub inapplicable: u64,
    /// Children that the island had asked before.
    pub duplicates: u64,
    /// Children asked.
    pub asked: u64,
    /// Children that got a fitness, or were proved to change nothing.
    pub scored: u64,
    /// Children that violate a condition, or on which the objective has no value.
    pub infeasible: u64,
    /// Children that ran out of budget or were skipped.
    pub unfinished: u64,
    /// Children that became the best of their cell.
    pub archived: u64,
    /// Children that became the best of the island.
    pub bests: u64,
}

impl AddAssign for OperatorCounts {
    fn add_assign(&mut self, other: OperatorCounts) {
        self.tried += other.tried;
        self.inapplicable += other.inapplicable;
        self.duplicates += other.duplicates;
        self.asked += other.asked;
        self.scored += other.scored;
        self.infeasible += other.infeasible;
        self.unfinished += other.unfinished;
        self.archived += other.archived;
        self.bests += other.bests;
    }
}

/// The rank of an outcome before fitnesses are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) enum Gain {
    /// The child was not kept.
    None,
    /// The child was kept in a cell that has a specimen as good or better.
    Kept,
    /// The child became the best of its cell.
    Archived,
    /// The child became the best of the island.
    Best,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct CreditEvent<F> {
    operator: usize,
    gain: Gain,
    fitness: Option<F>,
}

/// The outcomes of the operators: totals over a run, and the window that decides the rates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Credit<F> {
    totals: Vec<OperatorCounts>,
    capacity: usize,
    window: VecDeque<CreditEvent<F>>,
}

impl<F: Ord> Credit<F> {
    /// The credit before the first outcome.
    pub fn new(operators: usize, window: usize) -> Self {
        Credit {
            totals: vec![OperatorCounts::default(); operators],
            capacity: window,
            window: VecDeque::new(),
        }
    }

    /// The credit of the same operators before their first outcome.
    pub(super) fn without_outcomes(&self) -> Self {
        Credit::new(self.totals.len(), self.capacity)
    }

    /// The counts of each operator since the run began.
    pub fn totals(&self) -> &[OperatorCounts] {
        &self.totals
    }

    /// Adds the counts of a generation.
    pub(super) fn count(&mut self, counts: &[OperatorCounts]) {
        let totals = self.totals.iter_mut();
        totals.zip(counts).for_each(|(total, &new)| *total += new);
    }

    /// Adds an outcome to the window; `fitness` is `None` for an outcome without one.
    pub(super) fn record(&mut self, operator: usize, gain: Gain, fitness: Option<F>) {
        self.window.push_back(CreditEvent {
            operator,
            gain,
            fitness,
        });
        if self.window.len() > self.capacity {
            self.window.pop_front();
        }
    }

    /// The probability of each operator, in units of 1 / [`RATE_UNIT`]; the sum is 1. No
    /// probability is below `floor`, or below an equal share where `floor` is greater than that.
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

    /// The credit of each operator: the mean weight of its outcomes, in units of 1 / 256.
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

    /// The operator and weight of every outcome in the window. Equal outcomes have the weight of
    /// the middle of their ranks.
    fn weights(&self) -> Vec<(usize, u64)> {
        let mut ranked: Vec<&CreditEvent<F>> = self.window.iter().collect();
        ranked.sort_by_key(|e| Reverse((e.gain, &e.fitness)));
        let (mut above, mut weights) = (0, Vec::with_capacity(ranked.len()));
        for equals in ranked.chunk_by(|a, b| (a.gain, &a.fitness) == (b.gain, &b.fitness)) {
            let weight = weight(2 * above + equals.len() - 1, 2 * ranked.len());
            weights.extend(equals.iter().map(|e| (e.operator, weight)));
            above += equals.len();
        }
        weights
    }
}

/// The weight of an outcome that the fraction `above / of` of the window surpasses. It halves with
/// every sixteenth of the window, and is linear in between.
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
