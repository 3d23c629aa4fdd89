//! The summary of a comparison, as a table for people and as JSON.

use super::failure::CommandResult;
use super::table::{fitted, head, left, line, right, span};
use boilingpoint_comparison::{
    Attained, ComparisonSummary, Measure, Results, SettingTests, Spread, percent,
};
use boilingpoint_problem::{Certainty, Fitness};
use serde_json::{Value, json};
use std::io::Write;
use std::ops::Range;

/// The columns. [`GROUPS`] has the headings above them.
const COLUMNS: [&str; 13] = [
    "setting", "runs", "reached", "95 %", "min", "median", "95 %", "max", "in all", "median",
    "best", "median", "worst",
];
const GROUPS: [(Range<usize>, &str); 5] = [
    (0..4, ""),
    (4..8, "boards to target"),
    (8..9, "boards"),
    (9..10, "seconds"),
    (10..13, "best fitness"),
];

/// The text of a cell without a number.
const ABSENT: &str = "-";

/// Prints a row for each setting, the target of the runs, and the verdicts of the tests.
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
    for verdict in results.verdicts() {
        writeln!(out, "{verdict}")?;
    }
    for note in results.notes() {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn row(name: &str, summary: &ComparisonSummary, words: impl Fn(&Fitness) -> String) -> Vec<String> {
    let in_all = summary.boards.as_ref().map(|b| b.median.to_string());
    let share = summary.share.map(|share| {
        let [low, high] = share.interval.map(percent);
        format!("{}-{high}", low.trim_end_matches(" %"))
    });
    let mut row = vec![
        name.to_string(),
        summary.runs.to_string(),
        format!("{}/{}", summary.reached, summary.runs),
        share.unwrap_or_else(|| ABSENT.to_string()),
    ];
    row.extend(attained(summary.boards_to_target.as_ref()));
    row.push(in_all.unwrap_or_else(|| ABSENT.to_string()));
    let seconds = summary.seconds_to_target.as_ref();
    row.push(seconds.map_or(ABSENT.to_string(), |s| match s.median {
        Some(median) => format!("{median:.1}"),
        None => format!(">{:.1}", s.least_median),
    }));
    let best = summary.best.as_ref();
    row.extend(best.map_or([ABSENT; 3].map(String::from), |best| {
        [&best.max, &best.median, &best.min].map(words)
    }));
    row
}

/// Least, median, interval of the median, greatest.
fn attained(boards: Option<&Attained<u64>>) -> [String; 4] {
    let Some(boards) = boards else {
        return [ABSENT; 4].map(String::from);
    };
    let text = |boards: Option<u64>| boards.map_or(ABSENT.to_string(), |b| b.to_string());
    let interval = match boards.interval {
        [Some(low), Some(high)] => format!("{low}-{high}"),
        [Some(low), None] => format!(">={low}"),
        [None, _] => ABSENT.to_string(),
    };
    let median = boards.median.map(|median| median.to_string());
    [
        text(boards.min),
        median.unwrap_or_else(|| format!(">{}", boards.least_median)),
        interval,
        text(boards.max),
    ]
}

/// Prints an object for each setting, one object per line.
pub fn json(out: &mut impl Write, results: &Results) -> CommandResult {
    let tests = Measure::ALL.map(|measure| results.tests(measure));
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
        let test = |at: usize| tests[at].as_ref().and_then(|t| tested(results, t, i));
        let object = json!({
            "setting": setting.name, "values": values, "target": results.targets[i].text(),
            "runs": summary.runs, "reached": summary.reached,
            "share": summary.share.map(|s| json!({ "share": s.share, "interval": s.interval })),
            "boards_to_target": summary.boards_to_target.as_ref().map(attained_json),
            "boards": spread(&summary.boards),
            "seconds_to_target": summary.seconds_to_target.as_ref().map(attained_json),
            "best_fitness": best,
            "test_of_boards": test(0), "test_of_fitness": test(1),
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

/// The test of a setting against the best one.
fn tested(results: &Results, tests: &SettingTests, setting: usize) -> Option<Value> {
    let test = (*tests.on.get(setting)?)?;
    Some(json!({
        "best": results.settings[tests.best].name, "best_is_better": test.test.smaller,
        "p": test.p, "p_uncorrected": test.test.p, "is_exact": test.test.is_exact,
        "verdict": tests.words(setting, |s| results.name(s)),
    }))
}

fn attained_json<T: serde::Serialize>(effort: &Attained<T>) -> Value {
    json!({
        "min": effort.min, "median": effort.median, "max": effort.max,
        "interval": effort.interval,
    })
}

fn spread<T: serde::Serialize>(spread: &Option<Spread<T>>) -> Option<Value> {
    let of = |s: &Spread<T>| json!({ "min": s.min, "median": s.median, "max": s.max });
    spread.as_ref().map(of)
}
