//! Specimens: candidates, the outcomes of their evaluation, and their origin.

use std::cmp::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::counts::Counts;

/// Where in the archive a specimen belongs: its descriptors, as exact integers.
pub type Cell = Vec<i64>;

/// How many steps a lineage remembers.
pub const LINEAGE_CAP: usize = 64;

/// A fitness: totally ordered (greater is better), and storable.
pub trait FitnessValue: Ord + Clone + Send + Sync + Serialize + DeserializeOwned {
    /// How much better than `other` this is, for simulated annealing; 0 if it is not better. It
    /// must be the same number on every machine.
    fn lead(&self, other: &Self) -> f64;
}

/// How a specimen came to be.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The operators applied, in order; empty for a start or a random specimen.
    pub operators: Vec<usize>,
    /// The ids of the parents, the first of them the one that the lineage follows.
    pub parents: Vec<u64>,
    /// The generation that asked it.
    pub generation: u64,
    /// The island that asked it.
    pub island: usize,
    /// Whether it is a neighbour of an elite, asked by local polish.
    pub polish: bool,
}

/// A step of a lineage: one operator applied to one parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OperatorStep {
    /// The generation of the child.
    pub generation: u64,
    /// The operator.
    pub operator: usize,
    /// The id of the parent. The steps of one chain of operators share it.
    pub parent: u64,
}

/// A cell of the archive that was picked to breed from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pick {
    /// Which of [`Emission::EMITTERS`](super::Emission::EMITTERS) picked it.
    pub emitter: usize,
    /// The cell.
    pub cell: Cell,
}

/// A specimen to be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate<G> {
    /// Increases in the order in which specimens are asked.
    pub id: u64,
    /// The genome to evaluate.
    pub genome: G,
    /// The fingerprint of its canonical form.
    pub key: u128,
    /// Smaller is preferred at equal fitness.
    pub tie_break: u64,
    /// How it came to be.
    pub origin: Origin,
    /// The last steps that led to it, oldest first, along first parents; see [`LINEAGE_CAP`].
    pub lineage: Vec<OperatorStep>,
    /// The cell that its first parent was picked from, if it came from the archive.
    pub pick: Option<Pick>,
    /// The walker of its island that it may become, if it is a step of one.
    pub walker: Option<usize>,
}

/// The result of evaluating a candidate. Failure is typed: no number stands for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluationOutcome<F> {
    /// It has a fitness.
    Scored {
        /// Greater is better.
        fitness: F,
        /// Where it belongs in the archive.
        cell: Cell,
        /// Its fitness by the islands' own objectives, dealt to the islands in turn; empty if all
        /// islands go by `fitness`.
        island_fitnesses: Vec<F>,
        /// Whether `fitness` is a lower bound.
        is_bound: bool,
    },
    /// It has a fitness below the [`Bar`](super::Bar), so it changes nothing.
    Idle {
        /// Whether that fitness is a lower bound.
        is_bound: bool,
    },
    /// It is proved to be below the [`Bar`](super::Bar) without a fitness.
    Cut,
    /// It violates a condition.
    Infeasible,
    /// The objective has no value on it, for this reason.
    Undefined(String),
    /// A budget ran out.
    Unfinished {
        /// The specimen, as people read it.
        name: String,
        /// The reason.
        why: String,
    },
    /// It was skipped, since others that look as expensive ran out of budget.
    Screened,
}

impl<F> EvaluationOutcome<F> {
    /// The counts that the outcome adds to.
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
    /// Increases in the order in which specimens were asked.
    pub id: u64,
    /// The genome that was evaluated.
    pub genome: G,
    /// The fingerprint of its canonical form.
    pub key: u128,
    /// Smaller is preferred at equal fitness.
    pub tie_break: u64,
    /// How it came to be.
    pub origin: Origin,
    /// The last steps that led to it, oldest first, along first parents; see [`LINEAGE_CAP`].
    pub lineage: Vec<OperatorStep>,
    /// Greater is better.
    pub fitness: F,
    /// Where it belongs in the archive.
    pub cell: Cell,
    /// Its fitness by the islands' own objectives; see [`EvaluationOutcome::Scored`].
    pub island_fitnesses: Vec<F>,
    /// Whether this is a copy that came by migration or a restart; such copies do not migrate.
    pub guest: bool,
}

impl<G, F: Ord> Specimen<G, F> {
    /// The candidate with its outcome.
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

    /// The fitness by an island's own objective, if it has one, or else the fitness.
    pub fn island_fitness(&self, island: usize) -> &F {
        match self.island_fitnesses.len() {
            0 => &self.fitness,
            count => &self.island_fitnesses[island % count],
        }
    }

    /// Better first: by fitness, then by the tie-break; equal merit is possible.
    pub fn by_merit(&self, other: &Self) -> Ordering {
        other
            .fitness
            .cmp(&self.fitness)
            .then(self.tie_break.cmp(&other.tie_break))
    }

    /// Whether it is better by merit than another, or there is no other.
    pub(super) fn beats(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| self.by_merit(other).is_lt())
    }

    /// Better first, and total: equal merit is decided by the key. The order of the archive.
    pub fn by_merit_and_key(&self, other: &Self) -> Ordering {
        self.by_merit(other).then(self.key.cmp(&other.key))
    }

    /// Better for an island first, and total: equal merit is decided for the younger. The order of
    /// a population, which so drifts along plateaus instead of freezing on them.
    pub fn by_island_fitness_and_youth(&self, other: &Self, island: usize) -> Ordering {
        other
            .island_fitness(island)
            .cmp(self.island_fitness(island))
            .then(self.tie_break.cmp(&other.tie_break))
            .then(other.id.cmp(&self.id))
            .then(self.key.cmp(&other.key))
    }

    /// The lineage of a child made from this specimen by the given operators.
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
