//! Counts of specimens, by the outcome of their evaluation.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The numbers of specimens asked, by the outcome of their evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Specimens that were proposed for evaluation.
    pub asked: u64,
    /// Specimens that have a fitness, or that are proved to change nothing.
    pub scored: u64,
    /// Specimens that violate a condition, or on which the objective has no value.
    pub infeasible: u64,
    /// Of the infeasible specimens, those on which the objective has no value.
    pub undefined: u64,
    /// Specimens whose evaluation ran out of budget or was skipped.
    pub unfinished: u64,
    /// Specimens that were bred in vain, since their island had proposed them before.
    pub duplicates: u64,
    /// Graphs that walks looked at between their first and their last.
    pub steps: u64,
    /// Specimens without an exact fitness.
    pub inexact: Inexact,
}

/// The numbers of specimens without an exact fitness, by the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Inexact {
    /// Specimens without a fitness: a proof shows that they change nothing.
    pub cut: u64,
    /// Specimens whose fitness is a lower bound, since the solver did not finish.
    pub bounded: u64,
    /// Specimens that were skipped, since specimens that look as expensive ran out of budget.
    pub screened: u64,
}

impl Inexact {
    /// Whether all three counts are zero.
    pub fn is_empty(&self) -> bool {
        *self == Inexact::default()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.asked += other.asked;
        self.scored += other.scored;
        self.infeasible += other.infeasible;
        self.undefined += other.undefined;
        self.unfinished += other.unfinished;
        self.duplicates += other.duplicates;
        self.steps += other.steps;
        self.inexact += other.inexact;
    }
}

impl AddAssign for Inexact {
    fn add_assign(&mut self, other: Inexact) {
        self.cut += other.cut;
        self.bounded += other.bounded;
        self.screened += other.screened;
    }
}
