//! Counts of specimens by what became of them.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// How many specimens were asked, and how their evaluation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Asked.
    pub asked: u64,
    /// Evaluated, or proved to change nothing.
    pub scored: u64,
    /// Violated a condition, or the objective has no value on them.
    pub infeasible: u64,
    /// Out of budget, or skipped.
    pub unfinished: u64,
    /// Bred in vain, since their island had asked them before.
    pub duplicates: u64,
    /// Those without an exact fitness.
    pub inexact: Inexact,
}

/// How many specimens have no exact fitness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Inexact {
    /// Proved to change nothing, without a fitness.
    pub cut: u64,
    /// Out of reach, with a lower bound for a fitness.
    pub bounded: u64,
    /// Skipped, since others that look as expensive are out of reach.
    pub screened: u64,
}

impl Inexact {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Inexact::default()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.asked += other.asked;
        self.scored += other.scored;
        self.infeasible += other.infeasible;
        self.unfinished += other.unfinished;
        self.duplicates += other.duplicates;
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
