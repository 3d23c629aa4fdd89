//! Specimens, candidates, their origins, and the outcomes of evaluations.

use std::cmp::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::Counts;

/// The coordinates of a cell of the archive: the descriptors of a specimen as integers.
pub type Cell = Vec<i64>;

/// The greatest number of steps in a lineage.
pub const LINEAGE_CAP: usize = 64;

/// A fitness: a type with a total order (greater is better) that can be stored.
pub trait FitnessValue: Ord + Clone + Send + Sync + Serialize + DeserializeOwned {
    /// The amount by which this fitness exceeds `other`, for simulated annealing; 0 if it does not
    /// exceed `other`. The result must be the same on every machine.
    fn lead(&self, other: &Self) -> f64;

    /// The number of numbers that the fitness has.
    fn components(&self) -> usize {
        1
    }

    /// Compares one component of two fitnesses; the greater one is better.
    fn compare(&self, other: &Self, _component: usize) -> Ordering {
        self.cmp(other)
    }

    /// A component as a number, for distances along a front. The result must be the same on every
    /// machine.
    fn number(&self, component: usize) -> f64;
}

impl FitnessValue for i64 {
    fn lead(&self, other: &i64) -> f64 {
        (self - other).max(0) as f64
    }

    fn number(&self, _component: usize) -> f64 {
        *self as f64
    }
}

/// The origin of a specimen: the operators and parents it was made from, and where and when.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The indices of the operators that were applied, in order; empty for a start or random
    /// specimen.
    pub operators: Vec<usize>,
    /// The ids of the parents. The lineage of the specimen continues the lineage of the first
    /// parent.
    pub parents: Vec<u64>,
    /// The generation that proposed the specimen.
    pub generation: u64,
    /// The island that proposed the specimen.
    pub island: usize,
    /// Whether the specimen was proposed by local polish, as a neighbour of an elite.
    pub polish: bool,
}

/// A step of a lineage: an operator that was applied to a parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperatorStep {
    /// The generation that proposed the child.
    pub generation: u64,
    /// The index of the operator in the problem's list.
    pub operator: usize,
    /// The id of the parent. If a chain of operators made the child, all its steps have the same
    /// parent.
    pub parent: u64,
}

/// A cell of the archive that was picked to breed from, and the rule that picked it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pick {
    /// The index of the emitter in [`Emission::EMITTERS`](super::Emission::EMITTERS).
    pub emitter: usize,
    /// The coordinates of the picked cell.
    pub cell: Cell,
}

/// A specimen that is proposed for evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate<G> {
    /// The id. Ids increase in the order in which an island proposes specimens.
    pub id: u64,
    /// The genome to evaluate.
    pub genome: G,
    /// The fingerprint of the genome's canonical form.
    pub key: u128,
    /// The size, which decides between equal fitnesses: the smaller specimen is preferred.
    pub tie_break: u64,
    /// The operators and parents that the candidate came from.
    pub origin: Origin,
    /// The last steps of the candidate's descent along first parents, the oldest first; at most
    /// [`LINEAGE_CAP`] steps.
    pub lineage: Vec<OperatorStep>,
    /// The cell that the first parent was picked from; `None` if the parent did not come from the
    /// archive.
    pub pick: Option<Pick>,
    /// The number of the walker that takes the candidate as its step; `None` on an island without
    /// walkers.
    pub walker: Option<usize>,
}

/// The result of evaluating a candidate. A failure is a variant of its own, not a special fitness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationOutcome<F> {
    /// The candidate has a fitness.
    Scored {
        /// The fitness; greater is better.
        fitness: F,
        /// The cell of the archive that the candidate belongs to.
        cell: Cell,
        /// The fitness by each of the islands' own objectives. Island `i` uses entry number `i`
        /// modulo the length. The list is empty if all islands use `fitness`.
        island_fitnesses: Vec<F>,
        /// Whether `fitness` is a lower bound.
        is_bound: bool,
    },
    /// The candidate has a fitness, but the fitness is below the [`Bar`](super::Bar), so the
    /// candidate changes nothing.
    Idle {
        /// Whether the fitness is a lower bound.
        is_bound: bool,
    },
    /// The candidate has no fitness, and a proof shows that it is below the [`Bar`](super::Bar).
    Cut,
    /// The candidate violates a condition.
    Infeasible,
    /// The objective has no value on the candidate; the text is the reason.
    Undefined(String),
    /// The evaluation ran out of a budget.
    Unfinished {
        /// The candidate as text for people.
        name: String,
        /// The budget that ran out, as text for people.
        why: String,
    },
    /// The evaluation was skipped, since candidates that look as expensive ran out of budget.
    Screened,
}

impl<F> EvaluationOutcome<F> {
    /// The counts that this outcome adds to.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        match *self {
            EvaluationOutcome::Scored { is_bound, .. } | EvaluationOutcome::Idle { is_bound } => {
                counts.scored = 1;
                counts.inexact.bounded = u64::from(is_bound);
            }
            EvaluationOutcome::Cut => {
                counts.scored = 1;
                counts.inexact.cut = 1;
            }
            EvaluationOutcome::Infeasible => counts.infeasible = 1,
            EvaluationOutcome::Undefined(_) => {
                counts.infeasible = 1;
                counts.undefined = 1;
            }
            EvaluationOutcome::Unfinished { .. } => counts.unfinished = 1,
            EvaluationOutcome::Screened => {
                counts.unfinished = 1;
                counts.inexact.screened = 1;
            }
        }
        counts
    }
}

/// A specimen with the result of its evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Specimen<G, F> {
    /// The id. Ids increase in the order in which an island proposes specimens.
    pub id: u64,
    /// The genome that was evaluated.
    pub genome: G,
    /// The fingerprint of the genome's canonical form.
    pub key: u128,
    /// The size, which decides between equal fitnesses: the smaller specimen is preferred.
    pub tie_break: u64,
    /// The operators and parents that the specimen came from.
    pub origin: Origin,
    /// The last steps of the specimen's descent along first parents, the oldest first; at most
    /// [`LINEAGE_CAP`] steps.
    pub lineage: Vec<OperatorStep>,
    /// The fitness; greater is better.
    pub fitness: F,
    /// The cell of the archive that the specimen belongs to.
    pub cell: Cell,
    /// The fitness by each of the islands' own objectives; see [`EvaluationOutcome::Scored`].
    pub island_fitnesses: Vec<F>,
    /// Whether the specimen is a copy from a migration or from a restart. Such copies do not
    /// migrate.
    pub guest: bool,
}

impl<G, F: Ord> Specimen<G, F> {
    /// Makes a specimen of a candidate and its outcome.
    pub fn scored(
        candidate: Candidate<G>,
        fitness: F,
        cell: Cell,
        island_fitnesses: Vec<F>,
    ) -> Self {
        Specimen {
            id: candidate.id,
            genome: candidate.genome,
            key: candidate.key,
            tie_break: candidate.tie_break,
            origin: candidate.origin,
            lineage: candidate.lineage,
            fitness,
            cell,
            island_fitnesses,
            guest: false,
        }
    }

    /// The fitness by the island's own objective; the common fitness if islands have no objectives
    /// of their own.
    pub fn island_fitness(&self, island: usize) -> &F {
        match self.island_fitnesses.len() {
            0 => &self.fitness,
            count => &self.island_fitnesses[island % count],
        }
    }

    /// Compares by merit, the better specimen first: by fitness, then by tie-break. Different
    /// specimens may have equal merit.
    pub fn by_merit(&self, other: &Self) -> Ordering {
        other
            .fitness
            .cmp(&self.fitness)
            .then(self.tie_break.cmp(&other.tie_break))
    }

    /// Whether the specimen has more merit than `other`; true if `other` is `None`.
    pub(super) fn beats(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| self.by_merit(other).is_lt())
    }

    /// A total order with the better specimen first: by merit, then by key. The archive uses this
    /// order.
    pub fn by_merit_and_key(&self, other: &Self) -> Ordering {
        self.by_merit(other).then(self.key.cmp(&other.key))
    }

    /// A total order with the better specimen first: by the island's fitness, then by tie-break,
    /// then the younger specimen first. A population uses this order, so it drifts along plateaus
    /// instead of freezing on them.
    pub fn by_island_fitness_and_youth(&self, other: &Self, island: usize) -> Ordering {
        other
            .island_fitness(island)
            .cmp(self.island_fitness(island))
            .then(self.tie_break.cmp(&other.tie_break))
            .then(other.id.cmp(&self.id))
            .then(self.key.cmp(&other.key))
    }

    /// The lineage of a child that the given operators make from this specimen.
    pub(super) fn extended_lineage(
        &self,
        operators: &[usize],
        generation: u64,
    ) -> Vec<OperatorStep> {
        let new = operators.len().min(LINEAGE_CAP);
        let kept = (LINEAGE_CAP - new).min(self.lineage.len());
        let old = self.lineage[self.lineage.len() - kept..].iter().copied();
        let step = |&operator| OperatorStep {
            generation,
            operator,
            parent: self.id,
        };
        old.chain(operators[operators.len() - new..].iter().map(step))
            .collect()
    }
}
