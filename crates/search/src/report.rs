//! The reports and totals of `evolve`, with the types of a search of boards.

use boilingpoint_evolve::{self as evolve, Expected, LINEAGE_CAP, StateError};
use boilingpoint_problem::{Boards, Fitness, Genome};
use boilingpoint_record::records::{LineageStep, RecordLine};
use serde::{Deserialize, Serialize};

/// The offer of an island to others at the end of an epoch.
pub type IslandOffer = evolve::Offer<Genome, Fitness>;
/// The report of a generation on one island.
pub type IslandReport = evolve::IslandReport<Genome, Fitness, RecordCandidate>;
/// The report of a generation on all islands.
pub type GenerationReport = evolve::GenerationReport<Genome, Fitness, RecordLine>;
/// The totals of a search for boards.
pub type SearchTotals = evolve::SearchTotals<Genome, Fitness>;

/// A board that beats its island's record for its order, or for the collected value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordCandidate {
    /// The order, or the cell of the collected value.
    pub key: Vec<i64>,
    pub genome: Genome,
    pub fitness: Fitness,
    /// Whether the fitness is a lower bound.
    pub is_bound: bool,
    /// The collected value.
    pub collected: Option<String>,
    /// The operators that led to the board, the oldest first.
    #[serde(with = "every_field")]
    pub lineage: Vec<LineageStep>,
}

impl RecordCandidate {
    /// Checks the board, and that the key is that of the board's order or of a collected value.
    pub(super) fn check(
        &self,
        expected: &Expected<Boards>,
        collects: bool,
    ) -> Result<(), StateError> {
        expected.genome(&self.genome, "the board of a record")?;
        expected.fitness(&self.fitness)?;
        let steps = self.lineage.len() as u64;
        StateError::unless_at_most("the length of a lineage", steps, LINEAGE_CAP as u64 + 1)?;
        let is_key = if collects {
            self.collected.is_some() && self.key.len() == expected.coordinates
        } else {
            self.collected.is_none() && self.key == [self.genome.order() as i64]
        };
        expected.that(is_key, "the key of a record")
    }
}

/// Stores all fields of a step, even empty ones. The JSON of a step leaves out empty fields, but a
/// format without field names could not read a step with missing fields.
mod every_field {
    use super::LineageStep;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Row = (u64, String, Option<String>);

    pub(super) fn serialize<S: Serializer>(
        steps: &[LineageStep],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let row = |s: &LineageStep| -> Row { (s.generation, s.operator.clone(), s.from.clone()) };
        steps.iter().map(row).collect::<Vec<Row>>().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<LineageStep>, D::Error> {
        let step = |(generation, operator, from): Row| LineageStep {
            generation,
            operator,
            from,
        };
        let rows: Vec<Row> = Deserialize::deserialize(from)?;
        Ok(rows.into_iter().map(step).collect())
    }
}
