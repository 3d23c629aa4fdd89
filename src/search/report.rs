//! The reports and totals of `evolve`, with the types of a search of boards.

use crate::evolve;
use crate::problem::{Fitness, Genome};
use crate::record::records::{LineageStep, RecordLine};
use serde::{Deserialize, Serialize};

/// The offer of an island to others at the end of an epoch.
pub type IslandOffer = evolve::Offer<Genome, Fitness>;
/// The report of a generation on one island.
pub type IslandReport = evolve::IslandReport<Genome, Fitness, RecordCandidate>;
/// The report of a generation on all islands.
pub type GenerationReport = evolve::GenerationReport<Genome, Fitness, RecordLine>;
pub type SearchTotals = evolve::SearchTotals<Genome, Fitness>;

/// A board that beats its island's record for its order, or for the collected value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordCandidate {
    /// The order, or the cell of the collected value.
    pub(super) key: Vec<i64>,
    pub(super) genome: Genome,
    pub(super) fitness: Fitness,
    /// Whether the fitness is a lower bound.
    pub(super) is_bound: bool,
    /// The collected value.
    pub(super) collected: Option<String>,
    /// The operators that led to the board, the oldest first.
    #[serde(with = "every_field")]
    pub(super) lineage: Vec<LineageStep>,
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
