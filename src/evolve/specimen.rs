//! Specimens: what is asked, what comes back, and where it came from.

use std::cmp::Ordering;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Where in the archive a specimen belongs: its descriptors, as exact integers.
pub type Cell = Vec<i64>;

/// How many steps a lineage remembers.
pub const LINEAGE_CAP: usize = 64;

/// What a fitness must be: totally ordered (greater is better), and storable.
pub trait Fitness: Ord + Clone + Send + Sync + Serialize + DeserializeOwned {
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
pub struct Step {
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
    /// What to evaluate.
    pub genome: G,
    /// The fingerprint of its canonical form.
    pub key: u128,
    /// Smaller is preferred at equal fitness.
    pub tie_break: u64,
    /// How it came to be.
    pub origin: Origin,
    /// The last steps that led to it, oldest first, along first parents; see [`LINEAGE_CAP`].
    pub lineage: Vec<Step>,
    /// The cell that its first parent was picked from, if it came from the archive.
    pub pick: Option<Pick>,
    /// The walker of its island that it may become, if it is a step of one.
    pub walker: Option<usize>,
}

/// What became of a candidate. Failure is typed: no number stands for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome<F> {
    /// It was evaluated.
    Scored {
        /// Greater is better.
        fitness: F,
        /// Where it belongs in the archive.
        cell: Cell,
        /// What islands with objectives of their own go by, dealt to the islands in turn; empty
        /// if all go by the fitness.
        drives: Vec<F>,
    },
    /// It is below the [`Bar`](super::Bar): whatever its fitness is, it changes nothing.
    Idle,
    /// It violates a condition, for this reason.
    Infeasible(String),
    /// A budget ran out, for this reason.
    Unfinished(String),
}

/// A specimen that was evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Specimen<G, F> {
    /// Increases in the order in which specimens were asked.
    pub id: u64,
    /// What was evaluated.
    pub genome: G,
    /// The fingerprint of its canonical form.
    pub key: u128,
    /// Smaller is preferred at equal fitness.
    pub tie_break: u64,
    /// How it came to be.
    pub origin: Origin,
    /// The last steps that led to it, oldest first, along first parents; see [`LINEAGE_CAP`].
    pub lineage: Vec<Step>,
    /// Greater is better.
    pub fitness: F,
    /// Where it belongs in the archive.
    pub cell: Cell,
    /// What islands with objectives of their own go by; see [`Outcome::Scored`].
    pub drives: Vec<F>,
    /// Whether this is a copy that came by migration or a restart; such copies do not migrate.
    pub guest: bool,
}

impl<G, F: Ord> Specimen<G, F> {
    /// The candidate with its outcome.
    pub fn scored(candidate: Candidate<G>, fitness: F, cell: Cell, drives: Vec<F>) -> Self {
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
            drives,
            guest: false,
        }
    }

    /// What an island goes by: its own objective, or else the fitness.
    pub fn drive(&self, island: usize) -> &F {
        if self.drives.is_empty() {
            &self.fitness
        } else {
            &self.drives[island % self.drives.len()]
        }
    }

    /// Better first: by fitness, then by the tie-break; equal merit is possible.
    pub fn by_merit(&self, other: &Self) -> Ordering {
        other
            .fitness
            .cmp(&self.fitness)
            .then(self.tie_break.cmp(&other.tie_break))
    }

    /// Better first, and total: equal merit is decided by the key. The order of the archive.
    pub fn by_merit_and_key(&self, other: &Self) -> Ordering {
        self.by_merit(other).then(self.key.cmp(&other.key))
    }

    /// Better for an island first, and total: equal merit is decided for the younger. The order of
    /// a population, which so drifts along plateaus instead of freezing on them.
    pub fn by_drive_and_youth(&self, other: &Self, island: usize) -> Ordering {
        other
            .drive(island)
            .cmp(self.drive(island))
            .then(self.tie_break.cmp(&other.tie_break))
            .then(other.id.cmp(&self.id))
            .then(self.key.cmp(&other.key))
    }

    /// The lineage of a child made from this specimen by the given operators.
    pub(super) fn extended_lineage(&self, operators: &[usize], generation: u64) -> Vec<Step> {
        let new = operators.len().min(LINEAGE_CAP);
        let kept = (LINEAGE_CAP - new).min(self.lineage.len());
        let old = self.lineage[self.lineage.len() - kept..].iter().copied();
        let step = |&operator| Step {
            generation,
            operator,
            parent: self.id,
        };
        old.chain(operators[operators.len() - new..].iter().map(step))
            .collect()
    }
}
