//! The summary of a comparison, as a table for people and as JSON.

use super::failure::CommandResult;
use super::table::{fitted, head, left, line, right, span};
use crate::problem::{Certainty, Fitness};
use crate::study::comparison::{ComparisonSummary, Results, Spread};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::Range;

/// The columns. [`GROUPS`] has the headings above them.
const COLUMNS: [&str; 13] = [
    "setting", "runs", "reached", "min", "median", "max", "in all", "min", "median", "max", "best",
    "median", "worst",
];
const GROUPS: [(Range<usize>, &str); 5] = [
    (0..3, ""),
    (3..6, "boards to target"),
    (6..7, "boards"),
    (7..10, "seconds to target"),
    (10..13, "best fitness"),
];

/// The text of a cell without a number.
const ABSENT: &str = "-";

/// Prints a row for each setting, and the target of the runs.
pub fn table(out: &mut impl Write, results: &Results) -> CommandResult {
    let mut rows = Vec::new();
    for (i, setting) in results.settings.iter().enumerate() {
        let name = match setting.name.as_str() {
            "" => ABSENT,
            name => name,
        };
        let objective = &setting.plan.objective;
        let words = |f: &Fitness| objective.fitness_words(&f.texts(), Certainty::Exact);
        rows.push(row(name, &results.summary(i), words));
    }
    let mut columns = COLUMNS.map(|heading| right(heading, 6));
    columns[0] = left(COLUMNS[0], 6);
    let columns = fitted(&columns, &rows);
    let heads = GROUPS.map(|(group, name)| {
        let width = span(&columns[group]);
        format!("{name:>width$}")
    });
    writeln!(out, "{}", heads.join("  "))?;
    writeln!(out, "{}", head(&columns))?;
    for row in rows {
        writeln!(out, "{}", line(&columns, &row))?;
    }
    let target = results.common_target();
    let target = target.unwrap_or_else(|| "each setting has its own".to_string());
    writeln!(out, "target: {target}")?;
    Ok(())
}

fn row(name: &str, summary: &ComparisonSummary, words: impl Fn(&Fitness) -> String) -> Vec<String> {
    let [_, boards, _] = cells(&summary.boards, u64::to_string);
    let mut row = vec![
        name.to_string(),
        summary.runs.to_string(),
        format!("{}/{}", summary.reached, summary.runs),
    ];
    row.extend(cells(&summary.boards_to_target, u64::to_string));
    row.push(boards);
    row.extend(cells(&summary.seconds_to_target, |s| format!("{s:.1}")));
    let best = cells(&summary.best, words);
    row.extend(best.into_iter().rev());
    row
}

fn cells<T>(spread: &Option<Spread<T>>, text: impl Fn(&T) -> String) -> [String; 3] {
    match spread {
        Some(s) => [text(&s.min), text(&s.median), text(&s.max)],
        None => [ABSENT; 3].map(String::from),
    }
}

/// Prints an object for each setting, one object per line.
pub fn json(out: &mut impl Write, results: &Results) -> CommandResult {
    for (i, setting) in results.settings.iter().enumerate() {
        let summary = results.summary(i);
        let values: serde_json::Map<String, Value> = results
            .keys
            .iter()
            .cloned()
            .zip(setting.values.iter().map(|v| json!(v)))
            .collect();
        let best = summary.best.as_ref().map(
            |s| json!({ "best": s.max.texts(), "median": s.median.texts(), "worst": s.min.texts() }),
        );
        let object = json!({
            "setting": setting.name, "values": values, "target": results.targets[i].text(),
            "runs": summary.runs, "reached": summary.reached,
            "boards_to_target": spread(&summary.boards_to_target),
            "boards": spread(&summary.boards),
            "seconds_to_target": spread(&summary.seconds_to_target),
            "best_fitness": best,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

fn spread<T: serde::Serialize>(spread: &Option<Spread<T>>) -> Option<Value> {
    let of = |s: &Spread<T>| json!({ "min": s.min, "median": s.median, "max": s.max });
    spread.as_ref().map(of)
}
