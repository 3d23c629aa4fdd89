//! The totals of a search: the best specimens of all islands, and the sums of the islands' counts.
//!
//! The totals depend only on the islands' reports, so the generations may be computed on any
//! machine.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::archive::{Archive, Insertion};
use super::check::{Expected, MOST, StateError, at_most, is_same};
use super::counts::{Counts, Inexact};
use super::credit::OperatorCounts;
use super::front::Comparison;
use super::problem::Problem;
use super::report::{Archived, GenerationReport, IslandReport, NewBest};
use super::settings::Settings;
use super::specimen::{FitnessValue, Specimen};

/// The totals of a search between generations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchTotals<G, F> {
    /// The number of the next generation.
    pub generation: u64,
    /// The number of specimens that each island has proposed.
    pub asked: Vec<u64>,
    /// The best specimens of every cell, over all islands.
    pub archive: Archive<G, F>,
    /// The best specimen of the search; `None` before the first.
    pub best: Option<Specimen<G, F>>,
    /// The best fitness for each key of a record. The caller defines the keys.
    pub records: BTreeMap<Vec<i64>, F>,
    /// The number of specimens that have a fitness, or that are proved to change nothing.
    pub scored: u64,
    /// The numbers of specimens without an exact fitness, by the reason.
    pub inexact: Inexact,
    /// The keys of the elites whose fitness is only a lower bound.
    bounded: BTreeSet<u128>,
    /// The latest [`IslandReport::why_unscored`]; `None` if no report has a reason.
    pub why_unscored: Option<String>,
}

impl<G: Clone, F: FitnessValue> SearchTotals<G, F> {
    /// The totals of a new search, before its first generation.
    pub fn new(settings: &Settings) -> Self {
        SearchTotals {
            generation: 0,
            asked: vec![0; settings.islands],
            archive: Archive::new(settings.per_cell, settings.cells),
            best: None,
            records: BTreeMap::new(),
            scored: 0,
            inexact: Inexact::default(),
            bounded: BTreeSet::new(),
            why_unscored: None,
        }
    }

    /// The number of generations since the generation that found the best specimen, or the youngest
    /// specimen of the front. Without a best specimen, the number of generations since the first.
    pub fn stalled(&self, comparison: Comparison) -> u64 {
        let found = |s: &Specimen<G, F>| s.origin.generation + 1;
        let found = match comparison {
            Comparison::InOrder => self.best.as_ref().map(found),
            Comparison::ByDominance => self.archive.frontier().map(found).max(),
        };
        let found = found.unwrap_or(0);
        self.generation.saturating_sub(found)
    }

    /// The number of specimens that all islands together have proposed.
    pub fn total(&self) -> u64 {
        self.asked.iter().sum()
    }

    /// Whether the fitness of the specimen with this key is only a lower bound; the specimen must
    /// be an elite or the best one.
    pub fn is_bound(&self, key: u128) -> bool {
        self.bounded.contains(&key)
    }

    /// Adds the next generation, with one report for each island, in the order of the islands'
    /// numbers. The caller adds the records.
    ///
    /// # Panics
    /// If the reports do not belong to the next generation, or are not one for each island.
    pub fn tell<R, S>(
        &mut self,
        reports: Vec<IslandReport<G, F, R>>,
        comparison: Comparison,
    ) -> GenerationReport<G, F, S> {
        let is_next = |(i, r): (usize, &IslandReport<G, F, R>)| {
            r.island == i && r.generation == self.generation
        };
        assert!(
            reports.len() == self.asked.len() && reports.iter().enumerate().all(is_next),
            "a report of generation {} for each island",
            self.generation
        );
        let operators = reports.first().map_or(0, |r| r.operators.len());
        let mut report = GenerationReport {
            generation: self.generation,
            counts: Counts::default(),
            new_bests: Vec::new(),
            archived: Vec::new(),
            operators: vec![OperatorCounts::default(); operators],
            rates: mean(reports.iter().map(|r| &r.rates)),
            restarts: Vec::new(),
            migrations: Vec::new(),
            fitnesses: Vec::new(),
            cells: 0,
            exhausted: reports.iter().all(|r| r.exhausted),
            bounded: BTreeSet::new(),
            undefined: None,
            unfinished: Vec::new(),
            records: Vec::new(),
            keys: Vec::new(),
        };
        let why = reports.iter().find_map(|r| r.why_unscored.clone());
        self.why_unscored = why.or(self.why_unscored.take());
        for island in reports {
            self.tell_island(island, comparison, &mut report);
        }
        self.scored += report.counts.scored;
        self.inexact += report.counts.inexact;
        self.keep_bounded(&report.bounded);
        report.cells = self.archive.len();
        self.generation += 1;
        report
    }

    fn tell_island<R, S>(
        &mut self,
        told: IslandReport<G, F, R>,
        comparison: Comparison,
        report: &mut GenerationReport<G, F, S>,
    ) {
        self.archive_all(told.island, told.archived, comparison, report);
        self.asked[told.island] += told.counts.asked;
        report.counts += told.counts;
        for (sum, counts) in report.operators.iter_mut().zip(told.operators) {
            *sum += counts;
        }
        report
            .restarts
            .extend(told.restarted.then_some(told.island));
        report.migrations.extend(told.migrations);
        report.fitnesses.push(told.fitnesses);
        report.bounded.extend(told.bounded);
        report.unfinished.extend(told.unfinished);
        if let Some((count, why)) = told.undefined {
            report.undefined.get_or_insert((0, why)).0 += count;
        }
        report.keys.push(told.keys);
    }

    /// Offers an island's elites to the archive of the search. This must be called before the
    /// island's batch is added to the count in `asked`.
    fn archive_all<S>(
        &mut self,
        island: usize,
        archived: Vec<Archived<G, F>>,
        comparison: Comparison,
        report: &mut GenerationReport<G, F, S>,
    ) {
        let (before, islands) = (self.total(), self.asked.len() as u64);
        let first = self.asked[island];
        for Archived { specimen, .. } in archived {
            if specimen.beats(self.best.as_ref()) {
                self.best = Some(specimen.clone());
                report.new_bests.push(NewBest {
                    asked: before + specimen.id / islands - first + 1,
                    specimen: specimen.clone(),
                });
            }
            let insertion = self.archive.insert(&specimen, comparison);
            if insertion != Insertion::Rejected {
                report.archived.push(Archived {
                    insertion,
                    specimen,
                });
            }
        }
    }

    /// Adds the keys of specimens whose fitness is a lower bound, and drops the keys that no elite
    /// has.
    fn keep_bounded(&mut self, new: &BTreeSet<u128>) {
        self.bounded.extend(new);
        if self.bounded.is_empty() {
            return;
        }
        let elites = self.archive.specimens().chain(&self.best);
        let keys: BTreeSet<u128> = elites.map(|e| e.key).collect();
        self.bounded.retain(|key| keys.contains(key));
    }
}

/// The elementwise mean of lists of equal length, rounded down.
fn mean<'a>(lists: impl ExactSizeIterator<Item = &'a Vec<u64>>) -> Vec<u64> {
    let count = lists.len() as u64;
    let mut sums: Vec<u64> = Vec::new();
    for list in lists {
        sums.resize(list.len(), 0);
        sums.iter_mut().zip(list).for_each(|(sum, n)| *sum += n);
    }
    sums.iter().map(|sum| sum / count).collect()
}

impl<G: Clone, F: FitnessValue> SearchTotals<G, F> {
    /// Checks the totals of a search whose islands have proposed `asked` specimens.
    ///
    /// # Errors
    /// The first number that cannot be true.
    pub fn check<P: Problem<Genome = G>>(
        &self,
        expected: &Expected<P>,
        asked: &[u64],
    ) -> Result<(), StateError> {
        at_most("the generation", self.generation, MOST)?;
        let (same, what) = (self.asked == asked, "the number asked of each island");
        is_same(same, what, "that of its state")?;
        let total = self.total();
        at_most("the number of boards scored", self.scored, total)?;
        let inexact = self.inexact;
        for count in [inexact.cut, inexact.bounded, inexact.screened] {
            at_most("a number of inexact boards", count, total)?;
        }
        self.archive.check(expected, self.generation)?;
        if let Some(best) = &self.best {
            expected.specimen(best, self.generation)?;
        }
        self.records
            .values()
            .try_for_each(|fitness| expected.fitness(fitness))
    }
}
