//! Checks of stored states, reports and offers.
//!
//! A checksum shows that a file is what some program wrote. It does not show that its numbers can
//! be true. A state that passes these checks has no index out of range, no count that arithmetic
//! cannot add up, and the shape of the search that it is to continue.

use std::fmt::Display;

use super::problem::Problem;
use super::settings::Settings;
use super::specimen::{FitnessValue, LINEAGE_CAP, Specimen};

/// No count of a search and no generation is as great. Sums and products of such numbers fit into
/// 64 bits.
pub(super) const MOST: u64 = 1 << 40;

/// The first number of a stored state that cannot be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} is {found}; expected {expected}")]
pub struct StateError {
    what: String,
    found: String,
    expected: String,
}

impl StateError {
    /// Fails if a number of the caller's own state is above a limit.
    ///
    /// # Errors
    /// When it is.
    pub fn unless_at_most(what: &str, found: u64, limit: u64) -> Result<(), StateError> {
        at_most(what, found, limit)
    }
}

/// Fails unless `holds`.
pub(super) fn ensure(
    holds: bool,
    what: impl Display,
    found: impl Display,
    expected: impl Display,
) -> Result<(), StateError> {
    if holds {
        return Ok(());
    }
    Err(StateError {
        what: what.to_string(),
        found: found.to_string(),
        expected: expected.to_string(),
    })
}

/// Fails unless something is the expected one. The message does not write it out.
pub(super) fn is_same(holds: bool, what: &str, expected: &str) -> Result<(), StateError> {
    ensure(holds, what, "another", expected)
}

/// Fails if a number is not below a limit.
pub(super) fn less_than<T: PartialOrd + Display>(
    what: impl Display,
    found: T,
    limit: T,
) -> Result<(), StateError> {
    let holds = found < limit;
    ensure(holds, what, found, format_args!("less than {limit}"))
}

/// Fails if a number is above a limit.
pub(super) fn at_most<T: PartialOrd + Display>(
    what: impl Display,
    found: T,
    limit: T,
) -> Result<(), StateError> {
    let holds = found <= limit;
    ensure(holds, what, found, format_args!("at most {limit}"))
}

/// Fails unless two numbers are equal.
pub(super) fn equal<T: PartialEq + Display>(
    what: impl Display,
    found: T,
    expected: T,
) -> Result<(), StateError> {
    let holds = found == expected;
    ensure(holds, what, found, expected)
}

/// The search that a stored state has to fit.
pub struct Expected<'a, P> {
    /// The problem, with its operators.
    pub problem: &'a P,
    /// The settings of the search.
    pub settings: &'a Settings,
    /// The number of coordinates of each cell of the archive.
    pub coordinates: usize,
    /// The number of the islands' own objectives.
    pub objectives: usize,
    /// The number of components of a fitness.
    pub components: usize,
}

impl<P: Problem> Expected<'_, P> {
    /// Checks a specimen that was proposed before a generation.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub(super) fn specimen<F: FitnessValue>(
        &self,
        specimen: &Specimen<P::Genome, F>,
        before: u64,
    ) -> Result<(), StateError> {
        let id = specimen.id;
        let what = |field: &str| format!("the {field} of specimen {id}");
        let islands = self.settings.islands;
        let origin = &specimen.origin;
        equal(what("island"), origin.island as u64, id % islands as u64)?;
        at_most("the id of a specimen", id / islands as u64, MOST)?;
        less_than(what("generation"), origin.generation, before)?;
        let lineage = &specimen.lineage;
        at_most(what("lineage's length"), lineage.len(), LINEAGE_CAP)?;
        for step in lineage {
            let latest = origin.generation;
            at_most(what("lineage's generation"), step.generation, latest)?;
        }
        let steps = lineage.iter().map(|step| step.operator);
        let operators = self.problem.operators().len();
        for operator in steps.chain(origin.operators.iter().copied()) {
            less_than(what("operator"), operator, operators)?;
        }
        equal(what("cell's length"), specimen.cell.len(), self.coordinates)?;
        let (own, objectives) = (specimen.island_fitnesses.len(), self.objectives);
        equal(what("number of the islands' fitnesses"), own, objectives)?;
        self.fitness(&specimen.fitness)?;
        self.genome(&specimen.genome, what("genome"))?;
        let size = self.problem.tie_break(&specimen.genome);
        equal(what("size"), specimen.tie_break, size)
    }

    /// Checks the number of components of a fitness.
    ///
    /// # Errors
    /// When it is another one.
    pub fn fitness<F: FitnessValue>(&self, fitness: &F) -> Result<(), StateError> {
        equal("a fitness's length", fitness.components(), self.components)
    }

    /// Fails unless something that the caller has compared is right.
    ///
    /// # Errors
    /// When it is not.
    pub fn that(&self, holds: bool, what: &str) -> Result<(), StateError> {
        is_same(holds, what, "that of the search")
    }

    /// Checks that the search may breed a genome.
    ///
    /// # Errors
    /// When the genome is in the class of no island.
    pub fn genome(&self, genome: &P::Genome, what: impl Display) -> Result<(), StateError> {
        let (is_there, found) = (self.problem.contains(genome), "outside of every class");
        ensure(is_there, what, found, "one of the search")
    }
}
