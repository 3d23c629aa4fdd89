//! The page of several runs. It has charts with the curves of all runs, and a table of the settings
//! that differ.

use super::words::question;
use super::{PageHead, SCRIPT, STYLE};
use crate::report::charts::{self, Picture};
use crate::report::{ReportError, ReportedRun};
use askama::Template;
use std::collections::BTreeMap;

/// A run, as a row of the table.
struct RunCells {
    id: String,
    name: String,
    seed: u64,
    state: String,
    best: String,
    boards_to_best: String,
    settings: Vec<String>,
}

#[derive(Template)]
#[template(path = "comparison.html")]
struct ComparisonPage {
    question: String,
    figures: Vec<Picture>,
    keys: Vec<String>,
    rows: Vec<RunCells>,
    style: &'static str,
    script: &'static str,
}

/// The page of several runs, as one file that needs no network.
///
/// # Errors
/// If a chart cannot be drawn.
pub fn comparison_page(runs: &[ReportedRun]) -> Result<String, ReportError> {
    let settings: Vec<BTreeMap<String, String>> = runs.iter().map(settings).collect();
    let keys = differing(&settings);
    let row = |(i, run): (usize, &ReportedRun)| {
        let head = PageHead::of(run);
        let value = |key: &String| settings[i].get(key).cloned().unwrap_or_default();
        RunCells {
            id: format!("run-{i}"),
            name: head.name,
            seed: run.view.manifest.seed,
            state: head.state,
            best: run.standing().unwrap_or_default(),
            boards_to_best: run
                .view
                .events
                .bests
                .last()
                .map_or(String::new(), |b| b.boards.to_string()),
            settings: keys.iter().map(value).collect(),
        }
    };
    let page = ComparisonPage {
        question: runs.first().map_or(String::new(), |r| question(&r.plan)),
        figures: vec![
            charts::comparison(runs)?,
            charts::reached(runs, &grouped_by(&settings, &keys))?,
        ],
        rows: runs.iter().enumerate().map(row).collect(),
        keys,
        style: STYLE,
        script: SCRIPT,
    };
    Ok(page.render()?)
}

/// For each run, the settings by which runs are grouped, as the legend shows them.
fn grouped_by(settings: &[BTreeMap<String, String>], keys: &[String]) -> Vec<String> {
    let shown = |s: &BTreeMap<String, String>| {
        let parts = keys.iter().filter(|k| *k != "name");
        let parts = parts.map(|k| format!("{k} = {}", s.get(k).map_or("", String::as_str)));
        parts.collect::<Vec<_>>().join(", ")
    };
    settings.iter().map(shown).collect()
}

/// Every key of a plan by its dotted name, with its value.
fn settings(run: &ReportedRun) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Ok(value) = run.plan.to_toml().parse::<toml::Table>() {
        flatten("", &toml::Value::Table(value), &mut found);
    }
    // The seed has a column of its own, and threads do not influence results.
    for key in ["seed", "threads"] {
        found.remove(key);
    }
    found
}

fn flatten(name: &str, value: &toml::Value, found: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                let dotted = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}.{key}")
                };
                flatten(&dotted, value, found);
            }
        }
        toml::Value::String(text) => {
            found.insert(name.to_string(), text.clone());
        }
        other => {
            found.insert(name.to_string(), other.to_string());
        }
    }
}

/// The keys whose values differ between runs.
fn differing(settings: &[BTreeMap<String, String>]) -> Vec<String> {
    let mut keys: Vec<String> = settings.iter().flat_map(|s| s.keys().cloned()).collect();
    keys.sort_unstable();
    keys.dedup();
    let differs = |key: &String| settings.iter().any(|s| s.get(key) != settings[0].get(key));
    keys.into_iter().filter(differs).collect()
}
