//! Makes the rows that a generation adds to the logs from its report.

use super::front;
use super::report::{GenerationReport, SearchTotals};
use boilingpoint_evolve::{
    Comparison, Insertion, NewBest, Operator, OperatorCounts, Problem, RATE_UNIT,
};
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::{Boards, Certainty, Facts, Fitness, Genome};
use boilingpoint_record::records::ArchiveLine;
use boilingpoint_record::rows::{
    BestEvent, Decimal, Event, GenerationRows, IslandRow, MigrationEvent, OperatorRow, ProgressRow,
    TimingRow,
};
use boilingpoint_solver::PoolWork;
use num_traits::{CheckedAdd, CheckedDiv};

/// The duration of a generation in seconds, and the work done so far.
pub(super) struct Timing {
    pub(super) seconds: f64,
    /// Seconds since the run began, without the time between a stop and a resume.
    pub(super) elapsed: f64,
    /// Boards valued per second.
    pub(super) rate: f64,
    pub(super) work: PoolWork,
}

/// The rows of a generation.
pub(super) fn of(
    report: GenerationReport,
    totals: &SearchTotals,
    boards: &Boards,
    timing: &Timing,
) -> GenerationRows {
    GenerationRows {
        progress: progress(totals, &report, boards.comparison()),
        timing: timing_row(report.generation, timing),
        operators: operators(boards.operators(), &report),
        islands: islands(&report),
        events: events(&report),
        records: report.records,
    }
}

pub(super) fn progress(
    totals: &SearchTotals,
    report: &GenerationReport,
    comparison: Comparison,
) -> ProgressRow {
    let fitnesses = report.fitnesses.iter().flatten();
    let mut numbers: Vec<Number> = fitnesses.map(Fitness::first).collect();
    numbers.sort_unstable();
    let archived = |kind: Insertion| {
        let archived = report.archived.iter();
        archived.filter(|a| a.insertion == kind).count() as u64
    };
    let counts = report.counts;
    let cells = totals.archive.cells();
    let firsts = totals.archive.cells();
    let firsts: Vec<Number> = firsts
        .filter_map(|(_, elites)| Some(elites.first()?.fitness.first()))
        .collect();
    ProgressRow {
        generation: report.generation,
        boards_valued: totals.scored,
        asked: counts.asked,
        duplicates: counts.duplicates,
        infeasible: counts.infeasible,
        unfinished: counts.unfinished,
        best: totals.best.as_ref().map(|b| b.fitness.first()),
        median: numbers.get(numbers.len() / 2).copied(),
        mean: mean(&numbers),
        cells: report.cells as u64,
        elites: cells.map(|(_, elites)| elites.len() as u64).sum(),
        new_cells: archived(Insertion::NewCell),
        improved: archived(Insertion::Improved),
        records: report.records.len() as u64,
        migrants: report.migrations.len() as u64,
        restarts: report.restarts.len() as u64,
        stalled: Some(totals.stalled(comparison)),
        undefined: Some(counts.undefined),
        lower_quartile: numbers.get(numbers.len() / 4).copied(),
        upper_quartile: numbers.get(3 * numbers.len() / 4).copied(),
        cells_sum: sum(&firsts),
        cells_least: firsts.iter().min().copied(),
        front: front::size(totals, comparison),
        hypervolume: front::hypervolume(totals, comparison),
        steps: Some(counts.steps),
    }
}

/// The exact mean. `None` if there are no numbers, or if the mean does not fit into 128 bits.
fn mean(numbers: &[Number]) -> Option<Number> {
    sum(numbers)?.checked_div(&Number::from(numbers.len() as i128))
}

/// The exact sum. `None` if it does not fit into 128 bits.
fn sum(numbers: &[Number]) -> Option<Number> {
    let mut sum = Number::default();
    for n in numbers {
        sum = sum.checked_add(n)?;
    }
    Some(sum)
}

fn timing_row(generation: u64, timing: &Timing) -> TimingRow {
    TimingRow {
        generation,
        seconds: Decimal(timing.seconds),
        elapsed: Decimal(timing.elapsed),
        boards_per_second: Decimal(timing.rate),
        positions: timing.work.positions,
        values: timing.work.values,
        table_bytes: timing.work.bytes,
    }
}

fn islands(report: &GenerationReport) -> Vec<IslandRow> {
    let row = |(island, fitnesses): (usize, &Vec<Fitness>)| IslandRow {
        generation: report.generation,
        island,
        best: fitnesses.first().cloned(),
        median: fitnesses.get(fitnesses.len() / 2).cloned(),
        members: fitnesses.len() as u64,
    };
    report.fitnesses.iter().enumerate().map(row).collect()
}

fn operators(all: &[Operator], report: &GenerationReport) -> Vec<OperatorRow> {
    let named = all.iter().zip(&report.operators).zip(&report.rates);
    let row = |((operator, tally), rate): ((&Operator, &OperatorCounts), &u64)| OperatorRow {
        generation: report.generation,
        operator: operator.name.to_string(),
        asked: tally.asked,
        duplicates: tally.duplicates,
        inapplicable: tally.inapplicable,
        scored: tally.scored,
        improved: tally.archived,
        bests: tally.bests,
        rate: *rate as f64 / RATE_UNIT as f64,
        is_idle: tally.tried == 0 && tally.asked == 0,
    };
    named.map(row).collect()
}

fn events(report: &GenerationReport) -> Vec<Event> {
    let generation = report.generation;
    let bests = report.new_bests.iter();
    let mut events: Vec<Event> = bests.map(|new| best(report, new)).collect();
    let unfinished = report.unfinished.iter();
    events.extend(unfinished.map(|(board, verdict)| Event::Unfinished {
        generation,
        board: board.clone(),
        verdict: verdict.clone(),
    }));
    let inexact = report.counts.inexact;
    let some = |boards: u64| (boards > 0).then_some(boards);
    let bounded = some(inexact.bounded);
    events.extend(bounded.map(|boards| Event::Bounded { generation, boards }));
    events.extend(some(inexact.cut).map(|boards| Event::Cut { generation, boards }));
    events.extend(some(inexact.screened).map(|boards| Event::Screened { generation, boards }));
    let undefined = report.undefined.iter();
    events.extend(undefined.map(|(boards, reason)| Event::Undefined {
        generation,
        boards: *boards,
        reason: reason.clone(),
    }));
    let restarts = report.restarts.iter();
    events.extend(restarts.map(|&island| Event::Restart { generation, island }));
    let migrations = report.migrations.iter();
    events.extend(migrations.map(|m| {
        Event::Migration(MigrationEvent {
            generation,
            from: m.from,
            to: m.to,
            id: m.id,
        })
    }));
    events
}

fn best(report: &GenerationReport, new: &NewBest<Genome, Fitness>) -> Event {
    let best = &new.specimen;
    let board = best.genome.canonical_board();
    let is_bound = report.bounded.contains(&best.key);
    Event::Best(BestEvent {
        generation: report.generation,
        boards: new.asked,
        fitness: best.fitness.clone(),
        board: board.name(),
        tints: board.tint_string(),
        certainty: is_bound.then_some(Certainty::LowerBound),
    })
}

/// The elites, cell by cell.
pub(super) fn archive(totals: &SearchTotals) -> Vec<ArchiveLine> {
    let elites = totals
        .archive
        .cells()
        .flat_map(|(cell, elites)| elites.iter().map(move |e| (cell, e)));
    elites
        .map(|(cell, elite)| {
            let mut facts = Facts::of_board(&elite.genome.canonical_board());
            if totals.is_bound(elite.key) {
                facts.certainty = Certainty::LowerBound;
            }
            ArchiveLine {
                cell: cell.clone(),
                fitness: elite.fitness.texts(),
                facts,
                id: elite.id,
            }
        })
        .collect()
}
