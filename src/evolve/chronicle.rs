//! What the islands of a search have come to, all together: its archive, its best, how much was asked.
//!
//! Islands go by what they know themselves. Here it is put together, generation by generation and island by island, for
//! those who look at the search as a whole. Whatever is among the best of all is among the best of the island that asked it, and that
//! island reports it; so nothing is missed, and islands may be told of in any order as long as a generation is whole.

use serde::{Deserialize, Serialize};

use super::archive::{Archive, Insertion};
use super::credit::Tally;
use super::report::{Archived, IslandReport, NewBest, Report};
use super::settings::Settings;
use super::specimen::{Fitness, Specimen};

/// A search as a whole, between generations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize, F: Serialize",
    deserialize = "G: Deserialize<'de>, F: Deserialize<'de>"
))]
pub struct Chronicle<G, F> {
    /// The generation that comes next.
    pub generation: u64,
    /// How many specimens each island asked.
    pub asked: Vec<u64>,
    /// The best of every cell.
    pub archive: Archive<G, F>,
    /// The best of all.
    pub best: Option<Specimen<G, F>>,
}

impl<G: Clone, F: Fitness> Chronicle<G, F> {
    /// Of a search that has not begun.
    pub fn new(settings: &Settings) -> Self {
        Chronicle {
            generation: 0,
            asked: vec![0; settings.islands],
            archive: Archive::new(settings.per_cell, settings.cells),
            best: None,
        }
    }

    /// How many specimens were asked.
    pub fn total(&self) -> u64 {
        self.asked.iter().sum()
    }

    /// Takes in what the next generation brought, one report for each island, in their order.
    ///
    /// # Panics
    /// If the reports are not those of the next generation of all islands.
    pub fn tell(&mut self, reports: Vec<IslandReport<G, F>>) -> Report<G, F> {
        assert!(
            reports.len() == self.asked.len()
                && reports
                    .iter()
                    .enumerate()
                    .all(|(i, r)| r.island == i && r.generation == self.generation),
            "a report of generation {} for each island",
            self.generation
        );
        let mut report = Report {
            generation: self.generation,
            asked: 0,
            scored: 0,
            infeasible: 0,
            unfinished: 0,
            duplicates: 0,
            new_bests: Vec::new(),
            archived: Vec::new(),
            operators: vec![Tally::default(); reports.first().map_or(0, |r| r.operators.len())],
            rates: mean(reports.iter().map(|r| &r.rates)),
            restarts: Vec::new(),
            migrations: Vec::new(),
            fitnesses: Vec::new(),
            cells: 0,
            exhausted: reports.iter().all(|r| r.exhausted),
        };
        for island in reports {
            self.tell_island(island, &mut report);
        }
        report.cells = self.archive.len();
        self.generation += 1;
        report
    }

    fn tell_island(&mut self, told: IslandReport<G, F>, report: &mut Report<G, F>) {
        let (before, islands) = (self.total(), self.asked.len() as u64);
        let first = self.asked[told.island];
        for Archived { specimen, .. } in told.archived {
            let best = self.best.as_ref();
            if best.is_none_or(|best| specimen.by_merit(best).is_lt()) {
                self.best = Some(specimen.clone());
                report.new_bests.push(NewBest {
                    asked: before + specimen.id / islands - first + 1,
                    specimen: specimen.clone(),
                });
            }
            let insertion = self.archive.insert(specimen.clone());
            if insertion != Insertion::Rejected {
                report.archived.push(Archived {
                    insertion,
                    specimen,
                });
            }
        }
        self.asked[told.island] += told.asked;
        report.asked += told.asked;
        report.scored += told.scored;
        report.infeasible += told.infeasible;
        report.unfinished += told.unfinished;
        report.duplicates += told.duplicates;
        for (sum, tally) in report.operators.iter_mut().zip(&told.operators) {
            sum.add(tally);
        }
        report
            .restarts
            .extend(told.restarted.then_some(told.island));
        report.migrations.extend(told.migrations);
        report.fitnesses.push(told.fitnesses);
    }
}

/// The means of lists of the same length, rounded down.
fn mean<'a>(lists: impl ExactSizeIterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let count = lists.len() as u64;
    let mut sums: Vec<u64> = Vec::new();
    for list in lists {
        sums.resize(list.len(), 0);
        sums.iter_mut().zip(list).for_each(|(sum, n)| *sum += n);
    }
    sums.iter().map(|sum| sum / count).collect()
}
