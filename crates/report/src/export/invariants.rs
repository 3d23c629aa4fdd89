//! A table of invariants for the House of Graphs and for programs that make conjectures. A row is a
//! graph.

use super::{ExportResult, ReportError, plain_board, table};
use boilingpoint_book::{Record, RecordValue};
use boilingpoint_problem::expression::{Number, Quantity, QuantityKind};
use boilingpoint_problem::invariants::{Invariant, catalogue};
use boilingpoint_rules as ruleset;
use boilingpoint_solver::{Budget, Extras, Solver};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The columns before the invariants.
const LEADING: [&str; 3] = ["graph6", "tints", "ruleset"];

/// Writes a row for each graph, with every numeric invariant by name. A cell is empty if the board
/// has no such invariant, or if the record is a lower bound and the invariant needs the value.
/// Dyadic numbers are written as decimals, which are exact.
pub fn csv(records: &[Record], budget: &Budget) -> ExportResult {
    let numeric: Vec<&Invariant> = catalogue()
        .iter()
        .filter(|i| i.kind == QuantityKind::Number)
        .collect();
    let names = numeric.iter().map(|i| i.name);
    let header: Vec<&str> = LEADING.into_iter().chain(names).collect();
    let mut solvers = Solvers::new();
    let rows = records
        .iter()
        .map(|r| (r, row(r, &numeric, &mut solvers, budget)));
    table::written(&header, rows)
}

fn row(
    record: &Record,
    invariants: &[&Invariant],
    solvers: &mut Solvers,
    budget: &Budget,
) -> Result<Vec<String>, ReportError> {
    let board = plain_board(record)?;
    let mut value = RecordValue::of(&record.entry, &board, &Extras::default());
    if value.lacks() {
        let wanted = Extras {
            weight: true,
            ..Extras::default()
        };
        let solver = solver_of(solvers, &record.entry.ruleset, budget)?;
        let summary = solver.summary_with(&board, &wanted);
        value = RecordValue::of_summary(summary?, None);
    }
    let tints = board.is_tinted().then(|| board.tint_string());
    let mut row = vec![
        board.name(),
        tints.unwrap_or_default(),
        record.entry.ruleset.clone(),
    ];
    row.extend(invariants.iter().map(|i| match value.quantity(i, &board) {
        Ok(Quantity::Number(number)) => decimal(number),
        _ => String::new(),
    }));
    Ok(row)
}

/// The solvers of the games.
type Solvers = BTreeMap<String, Solver>;

/// The solver of a game.
fn solver_of<'a>(
    solvers: &'a mut Solvers,
    ruleset: &str,
    budget: &Budget,
) -> Result<&'a mut Solver, ReportError> {
    Ok(match solvers.entry(ruleset.to_string()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => {
            let rules = ruleset::find(place.key())?;
            place.insert(Solver::new(rules, budget.clone()))
        }
    })
}

/// A rational number: a decimal if the decimal is exact, otherwise a fraction.
fn decimal(number: Number) -> String {
    let (mut rest, denominator) = (number.numer().unsigned_abs(), number.denom().unsigned_abs());
    if !denominator.is_power_of_two() || denominator > 1 << 20 {
        return number.to_string();
    }
    let mut text = if *number.numer() < 0 { "-" } else { "" }.to_string();
    text += &(rest / denominator).to_string();
    rest %= denominator;
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        rest *= 10;
        text += &(rest / denominator).to_string();
        rest %= denominator;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (n, d, text) in [
            (7, 2, "3.5"),
            (-1, 16, "-0.0625"),
            (4, 1, "4"),
            (0, 1, "0"),
            (1, 3, "1/3"),
        ] {
            assert_eq!(decimal(Number::new(n, d)), text);
        }
    }
}
