//! The five steps of a generation.
//!
//! 1. [`ask`]: each island proposes a batch of boards. This changes no state.
//! 2. [`evaluate`]: the solvers score the boards of all batches. [`confirm`] values the records
//!    among them again and checks them. This changes no state, so a generation that is interrupted
//!    here leaves no trace.
//! 3. [`tell`]: each island processes the scores of its batch and reports.
//! 4. [`total`]: the totals of the search take in the islands' reports and the records.
//! 5. [`write()`]: the report of the generation is written to the logs of the run.
//!
//! A search in this process carries out the steps for all islands at once
//! ([`Search::step`](super::Search::step)). In a cluster, a worker asks, evaluates and tells for
//! one island and one epoch. The run's collector confirms, totals and writes.

use super::error::{PATIENCE, RunError, SearchError};
use super::evaluator::Evaluator;
use super::front;
use super::island::BoardIsland;
use super::record::ConfirmedRecord;
use super::report::{GenerationReport, IslandReport, SearchTotals};
use super::rows::{self, Timing};
use super::scored::{EvaluatedIsland, ScoredBatch};
use boilingpoint_evolve::{Batch, Comparison};
use boilingpoint_problem::{Boards, Genome};
use boilingpoint_record::folder::{FileError, Logs, RunWriter};
use boilingpoint_record::rows::GenerationRows;
use rayon::prelude::*;

/// Step 1. Returns the next batch of each island. The islands have to be at the same generation.
pub(super) fn ask(evaluator: &Evaluator, islands: &[BoardIsland]) -> Vec<Batch<Genome>> {
    let ask = |island: &BoardIsland| island.island.ask(&evaluator.boards);
    let batches = || islands.par_iter().map(ask).collect();
    evaluator.pool.install(batches)
}

/// Step 2. Scores the batches of islands.
///
/// # Errors
/// `Interrupted` when the stop flag was set.
pub(super) fn evaluate(
    evaluator: &Evaluator,
    islands: &[BoardIsland],
    batches: Vec<Batch<Genome>>,
) -> Result<Vec<ScoredBatch>, SearchError> {
    let scores = evaluator.score(islands, &batches)?;
    let scored = islands.iter().zip(batches).zip(scores);
    let scored = scored.map(|((island, batch), scores)| ScoredBatch {
        records: island.record_candidates(&evaluator.boards, &batch, &scores),
        batch,
        scores,
    });
    Ok(scored.collect())
}

/// Step 2. Confirms the records of a generation, once all islands have evaluated it.
///
/// # Errors
/// `NothingScored` if no board of the first generations has a fitness, `Disagreement` if the
/// checker disagrees with the solver, `Interrupted` when the stop flag was set.
pub fn confirm<'a, T>(
    evaluator: &Evaluator,
    totals: &SearchTotals,
    islands: &'a [T],
) -> Result<Vec<ConfirmedRecord>, SearchError>
where
    EvaluatedIsland<'a>: From<&'a T>,
{
    let islands: Vec<EvaluatedIsland<'a>> = islands.iter().map(EvaluatedIsland::from).collect();
    give_up(totals, &islands)?;
    evaluator.new_records(totals, islands.iter().flat_map(|i| i.records))
}

/// Fails if the first generations are over and no board has a fitness, unless the boards only miss
/// the condition.
fn give_up(totals: &SearchTotals, islands: &[EvaluatedIsland]) -> Result<(), SearchError> {
    let is_early = totals.generation + 1 < PATIENCE;
    if totals.best.is_some() || is_early || islands.iter().any(|i| i.is_any_scored) {
        return Ok(());
    }
    let boards = totals.total() + islands.iter().map(|i| i.asked).sum::<u64>();
    let why = islands.iter().find_map(|i| i.why_unscored.clone());
    let why = why.or_else(|| totals.why_unscored.clone());
    match why.or_else(|| (boards == 0).then(|| "no new board was bred".to_string())) {
        Some(why) => Err(SearchError::NothingScored(why)),
        // The boards only miss `objective.require`, and later ones may meet it.
        None => Ok(()),
    }
}

/// Step 3. Gives each island the scores of its batch, which ends the island's generation.
pub(super) fn tell(
    evaluator: &Evaluator,
    islands: &mut [BoardIsland],
    scored: Vec<ScoredBatch>,
) -> Vec<IslandReport> {
    let told = islands.iter_mut().zip(scored);
    told.map(|(island, scored)| island.tell(&evaluator.boards, scored))
        .collect()
}

/// Step 4. Adds the reports of all islands, in their order, and the records to the totals.
pub fn total(
    comparison: Comparison,
    totals: &mut SearchTotals,
    reports: Vec<IslandReport>,
    records: Vec<ConfirmedRecord>,
) -> GenerationReport {
    let mut report = totals.tell(reports, comparison);
    if comparison == Comparison::ByDominance {
        front::note_reference(totals, &report);
    }
    for ConfirmedRecord { key, line, fitness } in records {
        totals.records.insert(key, fitness);
        report.records.push(line);
    }
    report
}

/// Appends the keys that became known to each island.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn append_keys(logs: &mut Logs, keys: &[Vec<u64>]) -> Result<(), FileError> {
    let mut islands = keys.iter().enumerate();
    islands.try_for_each(|(island, keys)| logs.seen.append(island, keys))
}

/// Step 5. Writes the report of a generation to the logs, and returns its rows.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn write(
    report: GenerationReport,
    totals: &SearchTotals,
    boards: &Boards,
    timing: &Timing,
    (writer, logs): (&RunWriter, &mut Logs),
) -> Result<GenerationRows, RunError> {
    append_keys(logs, &report.keys)?;
    let rows = rows::of(report, totals, boards, timing);
    for record in &rows.records {
        // The certificate is written before the line that names it.
        if let (Some(name), Some(proof)) = (&record.certificate, &record.proof) {
            writer.write_certificate(name, proof)?;
        }
    }
    logs.append(&rows)?;
    logs.flush()?;
    Ok(rows)
}
