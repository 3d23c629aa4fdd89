//! The log of an epoch, as a cluster stores it.

use super::report::{IslandReport, RecordCandidate};
use boilingpoint_evolve::{Archived, Counts, Inexact, Migration, OperatorCounts};
use boilingpoint_problem::{Fitness, Genome};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

/// The reports of an island's epoch, which are later combined with those of the other islands.
#[derive(Clone, Serialize, Deserialize)]
pub struct EpochLog {
    /// The keys of boards that the island received from other islands before the epoch and did not
    /// know.
    pub received: Vec<u64>,
    /// The report of each generation.
    #[serde(with = "stored")]
    pub generations: Vec<IslandReport>,
}

impl EpochLog {
    /// A log without generations.
    pub(super) fn begin(received: Vec<u64>) -> EpochLog {
        EpochLog {
            received,
            generations: Vec::new(),
        }
    }

    /// The logs of all islands, generation by generation. `None` unless each log has exactly these
    /// generations of its island. The keys that an island received before the first generation are
    /// added to the keys of that generation.
    pub fn merge(
        logs: Vec<EpochLog>,
        generations: Range<u64>,
    ) -> Option<VecDeque<Vec<IslandReport>>> {
        let count = usize::try_from(generations.end.checked_sub(generations.start)?).ok()?;
        if count == 0 || logs.iter().any(|log| log.generations.len() != count) {
            return None;
        }
        let mut merged: VecDeque<_> = (0..count).map(|_| Vec::new()).collect();
        for (island, log) in logs.into_iter().enumerate() {
            let mut received = log.received;
            let reports = generations.clone().zip(log.generations);
            for ((generation, mut report), all) in reports.zip(&mut merged) {
                if (report.island, report.generation) != (island, generation) {
                    return None;
                }
                received.append(&mut report.keys);
                report.keys = std::mem::take(&mut received);
                all.push(report);
            }
        }
        Some(merged)
    }
}

/// The fields of a report in the order of store format 1.
type StoredReport = (
    // island, generation, asked, scored, infeasible, unfinished, duplicates
    (usize, u64, u64, u64, u64, u64, u64),
    // archived, operators, rates, restarted, migrations, fitnesses, exhausted
    (
        Vec<Archived<Genome, Fitness>>,
        Vec<OperatorCounts>,
        Vec<u64>,
        bool,
        Vec<Migration>,
        Vec<Fitness>,
        bool,
    ),
    // records, asked and steps together, whether any was scored, the reason why one was not
    (Vec<RecordCandidate>, u64, bool, Option<String>),
    // scored, undefined, unfinished, with bounds, bounded, cut, screened
    (
        u64,
        Option<(u64, String)>,
        Vec<(String, String)>,
        u64,
        BTreeSet<u128>,
        u64,
        u64,
    ),
    // keys
    Vec<u64>,
);

/// Stores reports in the order of [`StoredReport`].
mod stored {
    use super::{IslandReport, StoredReport, from_stored, to_stored};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        reports: &[IslandReport],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(reports.iter().cloned().map(to_stored))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<IslandReport>, D::Error> {
        let stored = Vec::<StoredReport>::deserialize(from)?;
        Ok(stored.into_iter().map(from_stored).collect())
    }
}

fn to_stored(r: IslandReport) -> StoredReport {
    let Counts {
        asked,
        scored,
        infeasible,
        // The report's own field has the number and the reason.
        undefined: _,
        unfinished,
        duplicates,
        steps,
        inexact,
    } = r.counts;
    (
        (
            r.island,
            r.generation,
            asked,
            scored,
            infeasible,
            unfinished,
            duplicates,
        ),
        (
            r.archived,
            r.operators,
            r.rates,
            r.restarted,
            r.migrations,
            r.fitnesses,
            r.exhausted,
        ),
        (
            r.records,
            asked.saturating_add(steps),
            scored > 0,
            r.why_unscored,
        ),
        (
            scored,
            r.undefined,
            r.unfinished,
            inexact.bounded,
            r.bounded,
            inexact.cut,
            inexact.screened,
        ),
        r.keys,
    )
}

fn from_stored(stored: StoredReport) -> IslandReport {
    let (counts, selection, records, verdicts, keys) = stored;
    let (island, generation, asked, scored, infeasible, unfinished, duplicates) = counts;
    let (archived, operators, rates, restarted, migrations, fitnesses, exhausted) = selection;
    let (records, asked_and_steps, _, why_unscored) = records;
    let (_, undefined, out_of_budget, with_bounds, bounded, cut, screened) = verdicts;
    IslandReport {
        island,
        generation,
        counts: Counts {
            asked,
            scored,
            infeasible,
            undefined: undefined.as_ref().map_or(0, |(count, _)| *count),
            unfinished,
            duplicates,
            steps: asked_and_steps.saturating_sub(asked),
            inexact: Inexact {
                cut,
                bounded: with_bounds,
                screened,
            },
        },
        archived,
        operators,
        rates,
        restarted,
        migrations,
        fitnesses,
        exhausted,
        bounded,
        undefined,
        unfinished: out_of_budget,
        records,
        why_unscored,
        keys,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn log() -> EpochLog {
        let report = IslandReport {
            island: 1,
            generation: 2,
            counts: Counts {
                asked: 3,
                scored: 4,
                infeasible: 5,
                undefined: 16,
                unfinished: 6,
                duplicates: 7,
                steps: 0,
                inexact: Inexact {
                    cut: 8,
                    bounded: 9,
                    screened: 10,
                },
            },
            archived: Vec::new(),
            operators: vec![OperatorCounts::default()],
            rates: vec![11],
            restarted: true,
            migrations: vec![Migration {
                from: 12,
                to: 13,
                id: 14,
            }],
            fitnesses: Vec::new(),
            exhausted: false,
            bounded: BTreeSet::from([15]),
            undefined: Some((16, "u".to_string())),
            unfinished: vec![("b".to_string(), "v".to_string())],
            records: Vec::new(),
            why_unscored: Some("w".to_string()),
            keys: vec![17],
        };
        EpochLog {
            received: vec![18],
            generations: vec![report],
        }
    }

    /// Earlier builds of the same version store and read the same bytes.
    #[test]
    fn the_order_of_the_fields_is_that_of_the_store() {
        let bytes: Vec<u8> = [
            &[1, 18, 1][..],
            &[1, 2, 3, 4, 5, 6, 7],
            &[
                0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 11, 1, 1, 12, 13, 14, 0, 0,
            ],
            &[0, 3, 1, 1, 1, b'w'],
            &[4, 1, 16, 1, b'u', 1, 1, b'b', 1, b'v', 9, 1, 15, 8, 10],
            &[1, 17],
        ]
        .concat();
        assert_eq!(postcard::to_stdvec(&log()).unwrap(), bytes);
        let back: EpochLog = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(back.received, log().received);
        assert_eq!(
            format!("{:?}", back.generations),
            format!("{:?}", log().generations)
        );
    }
}
