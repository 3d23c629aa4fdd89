//! A view of a run, while it is in progress or afterwards.
//!
//! The progress line, the screen, the report, the live view and comparisons all use this view. It
//! is made of the rows of the logs. The rows come from the files of a run folder ([`LogFollower`]),
//! or from a search after each generation ([`RunView::add`]).

mod events;
mod follow;
mod history;
mod losses;
mod series;
mod tail;
#[cfg(test)]
mod tests;

pub use events::{EventSummary, Verdicts};
pub use follow::{LogFollower, ViewError};
pub use history::History;
pub use series::{Keep, Series};

use super::asked::AskedBoards;
use super::front::FrontLine;
use super::manifest::{Best, Manifest};
use super::records::{ArchiveLine, RecordLine};
use super::rows::{
    BestEvent, Event, GenerationRows, IslandRow, OperatorRow, ProgressRow, TimingRow,
};
use boilingpoint_evolve::Counts;
use boilingpoint_problem::{Certainty, Facts, Fitness};
use std::collections::BTreeMap;

/// A view of a run, made of the rows of its logs.
#[derive(Clone, Debug)]
pub struct RunView {
    /// The manifest, with the latest best board.
    pub manifest: Manifest,
    /// The rows of `progress.csv`.
    pub progress: Series<ProgressRow>,
    /// The rows of `timing.csv`.
    pub timing: Series<TimingRow>,
    /// The islands, by number.
    pub islands: Vec<IslandView>,
    /// The operators by name.
    pub operators: BTreeMap<String, OperatorView>,
    /// The events.
    pub events: EventSummary,
    /// The records, in the order in which they were found.
    pub records: Vec<RecordLine>,
    /// The elites at the last checkpoint.
    pub archive: Vec<ArchiveLine>,
    /// The front at the last checkpoint, in a search with several objectives.
    pub front: Vec<FrontLine>,
    /// The sums over the rows of `progress.csv`.
    counts: Counts,
    history: History,
}

/// An island of a run.
#[derive(Clone, Debug)]
pub struct IslandView {
    /// The rows of `islands.csv` for this island.
    pub rows: Series<IslandRow>,
    /// The number of restarts.
    pub restarts: u64,
}

/// The totals of an operator in a run.
#[derive(Clone, Debug)]
pub struct OperatorView {
    /// The operator's children that were new to the island. The island asked for their fitness.
    pub asked: u64,
    /// The operator's children that became the best of their cell.
    pub improved: u64,
    /// The operator's children that became the best board of the run.
    pub bests: u64,
    /// Generations, and the operator's rate after each of them.
    pub rates: Series<(u64, f64)>,
}

impl RunView {
    /// A view without rows, of a run with this number of islands.
    pub fn new(manifest: Manifest, islands: usize, history: History) -> RunView {
        let island = IslandView {
            rows: Series::new(history.islands),
            restarts: 0,
        };
        RunView {
            manifest,
            progress: Series::new(history.progress),
            timing: Series::new(history.timing),
            islands: vec![island; islands],
            operators: BTreeMap::new(),
            events: EventSummary::new(&history),
            records: Vec::new(),
            archive: Vec::new(),
            front: Vec::new(),
            counts: Counts::default(),
            history,
        }
    }

    /// Adds the rows of the next generation.
    pub fn add(&mut self, rows: GenerationRows) {
        self.add_progress(rows.progress);
        self.timing.push(rows.timing);
        rows.islands
            .into_iter()
            .for_each(|row| self.add_island(row));
        let operators = rows.operators.into_iter();
        operators.for_each(|row| self.add_operator(row));
        for event in rows.events {
            if let Event::Best(best) = &event {
                self.manifest.best = Some(as_best(best));
            }
            self.add_event(event);
        }
        let records = rows.records.into_iter();
        records.for_each(|record| self.add_record(record));
    }

    fn add_progress(&mut self, row: ProgressRow) {
        self.counts += row.counts();
        self.progress.push(row);
    }

    fn add_island(&mut self, row: IslandRow) {
        // The run folder may come from another machine and have any number in the column `island`.
        if let Some(island) = self.islands.get_mut(row.island) {
            island.rows.push(row);
        }
    }

    fn add_operator(&mut self, row: OperatorRow) {
        let new = || OperatorView {
            asked: 0,
            improved: 0,
            bests: 0,
            rates: Series::new(self.history.operators),
        };
        let operator = self.operators.entry(row.operator).or_insert_with(new);
        operator.asked += row.asked;
        operator.improved += row.improved;
        operator.bests += row.bests;
        operator.rates.push((row.generation, row.rate));
    }

    fn add_event(&mut self, event: Event) {
        // As in `add_island`, the event may name any island.
        let known = 0..self.islands.len();
        match &event {
            Event::Migration(m) if !(known.contains(&m.from) && known.contains(&m.to)) => return,
            Event::Restart { island, .. } => match self.islands.get_mut(*island) {
                Some(island) => island.restarts += 1,
                None => return,
            },
            _ => {}
        }
        self.events.add(event);
    }

    /// Adds a record. Unless the view keeps all records, it replaces the last record of the same
    /// order or collected value.
    pub fn add_record(&mut self, record: RecordLine) {
        let Keep::Latest(most) = self.history.records else {
            return self.records.push(record);
        };
        self.records.retain(|old| !old.is_rival(&record));
        self.records.push(RecordLine {
            facts: Facts {
                canonical_form: None,
                ..record.facts
            },
            proof: None,
            lineage: Vec::new(),
            ..record
        });
        if self.records.len() > most {
            self.records.remove(0);
        }
    }

    /// The number of completed generations.
    pub fn generations(&self) -> u64 {
        self.progress.last().map_or(0, |row| row.generation + 1)
    }

    /// The number of the last generation, at least 1: the width of charts. The run folder may come
    /// from another machine and have any number in any table, so each table is looked at.
    pub fn last_generation(&self) -> f64 {
        let of_progress = self.progress.iter().map(|row| row.generation);
        let rows = self.islands.iter().flat_map(|island| island.rows.iter());
        let of_islands = rows.map(|row| row.generation);
        let of_moves = self.events.migrations.iter().map(|m| m.generation);
        let of_restarts = self
            .events
            .restarts
            .iter()
            .map(|&(generation, _)| generation);
        let all = of_progress.chain(of_islands).chain(of_moves);
        all.chain(of_restarts).fold(1, u64::max) as f64
    }

    /// The number of boards valued so far.
    pub fn boards_valued(&self) -> u64 {
        self.progress.last().map_or(0, |row| row.boards_valued)
    }

    /// The counts of the run so far: boards asked for, duplicates, and boards without an exact
    /// fitness by reason. The boards with an exact fitness are not counted here.
    pub fn counts(&self) -> Counts {
        Counts {
            inexact: self.events.total.inexact,
            // Tables of older versions have no column for these boards.
            undefined: self.events.total.undefined,
            ..self.counts
        }
    }

    /// The boards that the run has asked so far, and the reasons for which some have no fitness.
    /// `condition` is the condition of the run's objective.
    pub fn asked(&self, condition: Option<String>) -> AskedBoards {
        AskedBoards::of(
            &self.counts(),
            condition,
            self.events.undefined_reason.clone(),
        )
    }

    /// The number of boards valued per second in the last generation.
    pub fn boards_per_second(&self) -> f64 {
        self.timing
            .last()
            .map_or(0.0, |row| row.boards_per_second.0)
    }

    /// The duration of the run until the end of the last generation, in seconds.
    pub fn seconds(&self) -> f64 {
        self.timing.last().map_or(0.0, |row| row.elapsed.0)
    }

    /// The duration of the run until the end of a generation, in seconds. `None` if the view does
    /// not have the generation's row of `timing.csv`.
    pub fn seconds_at(&self, generation: u64) -> Option<f64> {
        let place = self
            .timing
            .binary_search_by_key(&generation, |row| row.generation);
        Some(self.timing[place.ok()?].elapsed.0)
    }

    /// The best fitness as people read it.
    pub fn best_text(&self) -> Option<String> {
        self.manifest.best.as_ref().map(Best::fitness_text)
    }

    /// The best fitness according to the events.
    pub fn best_fitness(&self) -> Option<&Fitness> {
        self.events.bests.last().map(|best| &best.fitness)
    }

    /// The last record of each order. It is the best record of the order.
    pub fn best_by_order(&self) -> BTreeMap<u64, &RecordLine> {
        self.records.iter().map(|r| (r.facts.order, r)).collect()
    }
}

fn as_best(event: &BestEvent) -> Best {
    Best {
        fitness: event.fitness.texts(),
        board: event.board.clone(),
        tints: event.tints.clone(),
        certainty: event.certainty.unwrap_or(Certainty::Exact),
    }
}
