//! Blanks in the place of times and of the machine.

use boilingpoint::{Budget, Notation, Solver, ruleset};
use std::time::SystemTime;

/// The time that stands for every time since the test began.
const TIME: &str = "2000-01-01T00:00:00Z";

/// A file's text without the times and the machine of this run. `since` is when the run began.
pub fn text(name: &str, text: &str, since: SystemTime) -> String {
    let text = times(text, since);
    match name.rsplit('/').next() {
        Some("timing.csv") => ones(&text, |name| name != "generation"),
        Some("comparison-timing.csv") => ones(&text, |name| name.starts_with("seconds")),
        Some("manifest.json") => manifest(&text),
        Some("records.jsonl") => forms(&text),
        _ => text,
    }
}

/// Puts [`TIME`] in the place of each time stamp since the run began.
fn times(text: &str, since: SystemTime) -> String {
    let since = humantime::format_rfc3339_seconds(since).to_string();
    let is_stamp = |at: usize| {
        text.get(at..at + TIME.len()).is_some_and(|stamp| {
            let shape = stamp.bytes().zip(TIME.bytes());
            let mut alike = shape.map(|(a, b)| a == b || a.is_ascii_digit() && b.is_ascii_digit());
            alike.all(|same| same) && stamp >= since.as_str()
        })
    };
    let mut blank = text.to_string();
    for (at, _) in text.match_indices("20").filter(|(at, _)| is_stamp(*at)) {
        blank.replace_range(at..at + TIME.len(), TIME);
    }
    blank
}

/// Lines of records with their canonical forms in the notation of today: a run that an older program
/// began keeps the lines of then.
fn forms(text: &str) -> String {
    const FIELD: &str = "\"canonical_form\":\"";
    let mut solver = Solver::new(ruleset("snort").unwrap(), Budget::default());
    let mut today = |form: &str| {
        let values = solver.values();
        let value = values.parse(form).ok()?;
        values.notation(value, Notation::Text, 1 << 20)
    };
    let mut parts = text.split(FIELD);
    let mut all = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (form, rest) = part.split_once('"').expect("a text");
        let form = today(form).unwrap_or_else(|| form.to_string());
        all += &format!("{FIELD}{form}\"{rest}");
    }
    all
}

/// A manifest without when and where the run was.
fn manifest(text: &str) -> String {
    let line = |line: &str| match line.split_once("\": \"") {
        Some((key, _)) if ["\"started", "\"ended"].contains(&key.trim()) => {
            format!("{key}\": \"{TIME}\",\n")
        }
        Some((key, _)) if ["\"os", "\"arch"].contains(&key.trim()) => {
            format!("{key}\": \"?\",\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// A CSV in which every number of the columns is 1, with as many decimals as it had.
fn ones(text: &str, is_column: impl Fn(&str) -> bool) -> String {
    let head: Vec<&str> = text.lines().next().unwrap_or_default().split(',').collect();
    let cell = |(at, cell): (usize, &str)| {
        let decimals = cell
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        if head.get(at).is_some_and(|name| is_column(name)) && cell.parse::<f64>().is_ok() {
            format!("{:.decimals$}", 1.0)
        } else {
            cell.to_string()
        }
    };
    let line = |line: &str| {
        line.split(',')
            .enumerate()
            .map(cell)
            .collect::<Vec<_>>()
            .join(",")
    };
    text.lines().map(|l| line(l) + "\n").collect()
}
