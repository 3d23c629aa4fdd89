//! Specimens, candidates, origins, and the outcomes of evaluations.

use std::cmp::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::Counts;

/// The coordinates of an archive cell: the descriptors of a specimen as integers.
pub type Cell = Vec<i64>;

/// The greatest number of steps in a lineage.
pub const LINEAGE_CAP: usize = 64;

/// A fitness: it has a total order (greater is better) and can be stored.
pub trait FitnessValue: Ord + Clone + Send + Sync + Serialize + DeserializeOwned {
    /// By how much this fitness exceeds `other`, for simulated annealing; 0 if it does not. The
    /// result must be the same on every machine.
    fn lead(&self, other: &Self) -> f64;
}

/// The origin of a specimen: operators, parents, generation and island.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The operators applied, in order; empty for a start or random specimen.
    pub operators: Vec<usize>,
    /// The ids of the parents; the lineage follows the first.
    pub parents: Vec<u64>,
    /// The generation that asked the specimen.
    pub generation: u64,
    /// The island that asked the specimen.
    pub island: usize,
    /// Whether the specimen is a neighbour of an elite, asked by local polish.
    pub polish: bool,
}

/// A step of a lineage: one operator applied to one parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperatorStep {
    /// The generation that asked the child.
    pub generation: u64,
    /// The operator's index.
    pub operator: usize,
    /// The id of the parent. The steps of one chain of operators have the same parent.
    pub parent: u64,
}

/// A cell of the archive that was picked to breed from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pick {
    /// The index of the emitter in [`Emission::EMITTERS`](super::Emission::EMITTERS).
    pub emitter: usize,
    /// The cell.
    pub cell: Cell,
}

/// A specimen to be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate<G> {
    /// The id; ids increase in the order in which an island asks specimens.
    pub id: u64,
    /// The genome to evaluate.
    pub genome: G,
    /// The fingerprint of the genome's canonical form.
    pub key: u128,
    /// The size that decides between equal fitnesses; the smaller one is preferred.
    pub tie_break: u64,
    /// The operators and parents that the candidate came from.
    pub origin: Origin,
    /// The last steps of its descent along first parents, oldest first; at most [`LINEAGE_CAP`].
    pub lineage: Vec<OperatorStep>,
    /// The archive cell that the first parent was picked from, if it came from the archive.
    pub pick: Option<Pick>,
    /// The number of the walker that takes the candidate as its step, on an island of walkers.
    pub walker: Option<usize>,
}

/// The result of evaluating a candidate. A failure is a variant, not a special fitness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationOutcome<F> {
    /// The candidate has a fitness.
    Scored {
        /// The fitness; greater is better.
        fitness: F,
        /// The candidate's archive cell.
        cell: Cell,
        /// The fitness by each of the islands' own objectives; island `i` uses number `i` modulo
        /// the length. Empty if all islands use `fitness`.
        island_fitnesses: Vec<F>,
        /// Whether `fitness` is a lower bound.
        is_bound: bool,
    },
    /// The candidate has a fitness below the [`Bar`](super::Bar), so it changes nothing.
    Idle {
        /// Whether the fitness is a lower bound.
        is_bound: bool,
    },
    /// The candidate is proved to be below the [`Bar`](super::Bar) and has no fitness.
    Cut,
    /// The candidate violates a condition.
    Infeasible,
    /// The objective has no value on the candidate, for this reason.
    Undefined(String),
    /// A budget ran out.
    Unfinished {
        /// The candidate as text for people.
        name: String,
        /// The budget that ran out.
        why: String,
    },
    /// The candidate was skipped, since others that look as expensive ran out of budget.
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
            EvaluationOutcome::Infeasible | EvaluationOutcome::Undefined(_) => {
                counts.infeasible = 1
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

/// A specimen that was evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Specimen<G, F> {
    /// The id; ids increase in the order in which an island asks specimens.
    pub id: u64,
    /// The genome that was evaluated.
    pub genome: G,
    /// The fingerprint of the genome's canonical form.
    pub key: u128,
    /// The size that decides between equal fitnesses; the smaller one is preferred.
    pub tie_break: u64,
    /// The operators and parents that the specimen came from.
    pub origin: Origin,
    /// The last steps of its descent along first parents, oldest first; at most [`LINEAGE_CAP`].
    pub lineage: Vec<OperatorStep>,
    /// The fitness; greater is better.
    pub fitness: F,
    /// The specimen's archive cell.
    pub cell: Cell,
    /// The fitness by each of the islands' own objectives; see [`EvaluationOutcome::Scored`].
    pub island_fitnesses: Vec<F>,
    /// Whether this is a copy from a migration or a restart; such copies do not migrate.
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
        let Candidate {
            id,
            genome,
            key,
            tie_break,
            origin,
            lineage,
            ..
        } = candidate;
        Specimen {
            id,
            genome,
            key,
            tie_break,
            origin,
            lineage,
            fitness,
            cell,
            island_fitnesses,
            guest: false,
        }
    }

    /// The fitness by the island's own objective if it has one, else the fitness.
    pub fn island_fitness(&self, island: usize) -> &F {
        match self.island_fitnesses.len() {
            0 => &self.fitness,
            count => &self.island_fitnesses[island % count],
        }
    }

    /// The order by merit, better first: by fitness, then by the tie-break. Different specimens may
    /// have equal merit.
    pub fn by_merit(&self, other: &Self) -> Ordering {
        other
            .fitness
            .cmp(&self.fitness)
            .then(self.tie_break.cmp(&other.tie_break))
    }

    /// Whether the specimen is better by merit than `other`, or `other` is absent.
    pub(super) fn beats(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| self.by_merit(other).is_lt())
    }

    /// A total order, better first: by merit, then by the key. The archive uses this order.
    pub fn by_merit_and_key(&self, other: &Self) -> Ordering {
        self.by_merit(other).then(self.key.cmp(&other.key))
    }

    /// A total order, better first: by the island's fitness and the tie-break, then the younger
    /// first. A population uses this order, so it drifts along plateaus instead of freezing on
    /// them.
    pub fn by_island_fitness_and_youth(&self, other: &Self, island: usize) -> Ordering {
        other
            .island_fitness(island)
            .cmp(self.island_fitness(island))
            .then(self.tie_break.cmp(&other.tie_break))
            .then(other.id.cmp(&self.id))
            .then(self.key.cmp(&other.key))
    }

    /// The lineage of a child that the given operators make of this specimen.
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
