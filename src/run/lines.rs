//! What a generation becomes in the logs.
//!
//! Everything but `timing.csv` is a function of the plan.

use super::records::{ArchiveLine, LOWER_BOUND};
use super::search::{Ledger, Step, canonical_board};
use crate::problem::Fitness;
use crate::problem::expression::Number;
use crate::solver::PoolWork;
use num_traits::{CheckedAdd, CheckedDiv};
use serde_json::{Value, json};

/// The columns of `progress.csv`.
pub const PROGRESS: [&str; 16] = [
    "generation",
    "boards_valued",
    "asked",
    "duplicates",
    "infeasible",
    "unfinished",
    "best",
    "median",
    "mean",
    "cells",
    "elites",
    "new_cells",
    "improved",
    "records",
    "migrants",
    "restarts",
];

/// The columns of `timing.csv`.
pub const TIMING: [&str; 7] = [
    "generation",
    "seconds",
    "elapsed",
    "boards_per_second",
    "positions",
    "values",
    "table_bytes",
];

/// The columns of `operators.csv`.
pub const OPERATORS: [&str; 9] = [
    "generation",
    "operator",
    "asked",
    "duplicates",
    "inapplicable",
    "scored",
    "improved",
    "bests",
    "rate",
];

/// The columns of `islands.csv`.
pub const ISLANDS: [&str; 5] = ["generation", "island", "best", "median", "members"];

/// A row of `progress.csv`. Best, median and mean are those of the first expression, the latter
/// two over the populations of all islands.
pub fn progress(ledger: &Ledger, step: &Step) -> Vec<String> {
    use crate::evolve::Insertion;
    let report = &step.report;
    let mut numbers: Vec<Number> = report
        .fitnesses
        .iter()
        .flatten()
        .map(Fitness::first)
        .collect();
    numbers.sort_unstable();
    let archived = |kind: Insertion| {
        report
            .archived
            .iter()
            .filter(|a| a.insertion == kind)
            .count()
    };
    let chronicle = ledger.chronicle();
    let best = chronicle.best.as_ref().map(|b| b.fitness.first());
    let cells = chronicle.archive.cells();
    let elites: usize = cells.map(|(_, elites)| elites.len()).sum();
    let text = |n: Option<Number>| n.map(|n| n.to_string()).unwrap_or_default();
    vec![
        report.generation.to_string(),
        ledger.boards_valued().to_string(),
        report.asked.to_string(),
        report.duplicates.to_string(),
        report.infeasible.to_string(),
        report.unfinished.to_string(),
        text(best),
        text(numbers.get(numbers.len() / 2).copied()),
        text(mean(&numbers)),
        report.cells.to_string(),
        elites.to_string(),
        archived(Insertion::NewCell).to_string(),
        archived(Insertion::Improved).to_string(),
        step.records.len().to_string(),
        report.migrations.len().to_string(),
        report.restarts.len().to_string(),
    ]
}

/// The rows of `islands.csv`, one for each island: best and median of the first expression over its population.
pub fn islands(step: &Step) -> Vec<[String; 5]> {
    let row = |(island, fitnesses): (usize, &Vec<Fitness>)| {
        let text = |f: Option<&Fitness>| f.map(|f| f.first().to_string()).unwrap_or_default();
        [
            step.report.generation.to_string(),
            island.to_string(),
            text(fitnesses.first()),
            text(fitnesses.get(fitnesses.len() / 2)),
            fitnesses.len().to_string(),
        ]
    };
    step.report.fitnesses.iter().enumerate().map(row).collect()
}

/// The exact mean; none of no numbers, or when it does not fit into 128 bits.
fn mean(numbers: &[Number]) -> Option<Number> {
    let mut sum = Number::default();
    for n in numbers {
        sum = sum.checked_add(n)?;
    }
    sum.checked_div(&Number::from(numbers.len() as i128))
}

/// A row of `timing.csv`.
pub fn timing(
    work: &PoolWork,
    generation: u64,
    seconds: f64,
    elapsed: f64,
    rate: f64,
) -> Vec<String> {
    vec![
        generation.to_string(),
        format!("{seconds:.6}"),
        format!("{elapsed:.3}"),
        format!("{rate:.1}"),
        work.positions.to_string(),
        work.values.to_string(),
        work.bytes.to_string(),
    ]
}

/// The rows of `operators.csv`: the operators that were tried, with the rate at which each will be
/// chosen in the next generation, to four decimals.
pub fn operators(names: &[&'static str], step: &Step) -> Vec<Vec<String>> {
    let named = names
        .iter()
        .zip(&step.report.operators)
        .zip(&step.report.rates);
    named
        .filter(|((_, tally), _)| tally.tried > 0 || tally.asked > 0)
        .map(|((name, t), rate)| {
            let counts = [
                t.asked,
                t.duplicates,
                t.inapplicable,
                t.scored,
                t.archived,
                t.bests,
            ];
            let head = [step.report.generation.to_string(), name.to_string()];
            head.into_iter()
                .chain(counts.map(|n| n.to_string()))
                .chain([share(*rate)])
                .collect()
        })
        .collect()
}

/// A rate as a share of one, to four decimals, rounded down.
fn share(rate: u64) -> String {
    let parts = rate * 10_000 / crate::evolve::RATE_UNIT;
    format!("{}.{:04}", parts / 10_000, parts % 10_000)
}

/// The events of a generation. A `best` tells how many boards the run had asked with it.
pub fn events(step: &Step) -> Vec<Value> {
    let generation = step.report.generation;
    let mut events = Vec::new();
    for new in &step.report.new_bests {
        let best = &new.specimen;
        let board = canonical_board(&best.genome);
        let (name, tints) = (board.name(), board.tint_string());
        let mut event = json!({
            "generation": generation, "event": "best", "fitness": best.fitness.texts(), "board": name, "tints": tints,
            "boards": new.asked,
        });
        if step.bounded.contains(&best.key) {
            event["certainty"] = LOWER_BOUND.into();
        }
        events.push(event);
    }
    for (board, verdict) in &step.unfinished {
        events.push(json!({ "generation": generation, "event": "unfinished", "board": board, "verdict": verdict }));
    }
    if step.with_bounds > 0 {
        let boards = step.with_bounds;
        events.push(json!({ "generation": generation, "event": "bounded", "boards": boards }));
    }
    if step.cut > 0 {
        events.push(json!({ "generation": generation, "event": "cut", "boards": step.cut }));
    }
    if step.screened > 0 {
        events.push(
            json!({ "generation": generation, "event": "screened", "boards": step.screened }),
        );
    }
    if let Some((boards, reason)) = &step.undefined {
        events.push(json!({ "generation": generation, "event": "undefined", "boards": boards, "reason": reason }));
    }
    for island in &step.report.restarts {
        events.push(json!({ "generation": generation, "event": "restart", "island": island }));
    }
    for m in &step.report.migrations {
        events.push(json!({ "generation": generation, "event": "migration", "from": m.from, "to": m.to, "id": m.id }));
    }
    events
}

/// The elites, cell by cell.
pub fn archive(ledger: &Ledger) -> Vec<ArchiveLine> {
    let elites = ledger
        .chronicle()
        .archive
        .cells()
        .flat_map(|(cell, elites)| elites.iter().map(move |e| (cell, e)));
    elites
        .map(|(cell, elite)| {
            let board = canonical_board(&elite.genome);
            ArchiveLine {
                cell: cell.clone(),
                fitness: elite.fitness.texts(),
                board: board.name(),
                tints: board.tint_string(),
                order: board.order() as u64,
                degree: board.graph().degree() as u64,
                degree2: board.graph().distance_degree(2) as u64,
                id: elite.id,
                certainty: ledger.is_bound(elite.key).then(|| LOWER_BOUND.to_string()),
            }
        })
        .collect()
}
