//! `/compare`: the page of the runs that a user has chosen from the list.

use super::index::RunEntry;
use super::{ServerState, answers};
use askama::Template;
use axum::extract::{RawQuery, State as From};
use axum::http::StatusCode;
use axum::response::Response;
use boilingpoint_comparison::{ComparedRun, ComparisonError, MOST_COMPARED, Results, natural};
use boilingpoint_plan::Plan;
use boilingpoint_report::page::ComparisonBody;
use boilingpoint_solver::{SolveError, with_deep_stack};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time for the values that a condition `stop_when` needs.
const VALUES_TIME: Duration = Duration::from_secs(10);

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage {
    tab: &'static str,
    body: ComparisonBody,
}

/// The reason why the runs are not compared.
enum Refused {
    /// The request is wrong.
    Choice(StatusCode, String),
    /// The values need too much time.
    Slow,
}

/// `/compare?run=NAME&run=NAME`: a page about these runs. A name is that of a run, or that of a
/// folder, which stands for all runs in it.
pub async fn compare(
    From(state): From<Arc<ServerState>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Response> {
    let names = names(query.as_deref().unwrap_or_default())
        .map_err(|why| answers::problem(StatusCode::BAD_REQUEST, &why))?;
    let is_used = "Another comparison is being made. Try again soon.";
    let turn = answers::turn(&state.compared, is_used).await?;
    let work = move || {
        let _turn = turn;
        with_deep_stack(|| page(&state, &names))
    };
    let page = answers::work("The runs cannot be compared.", work).await?;
    Ok(match page {
        Ok(body) => answers::page(&ComparePage { tab: "runs", body }),
        Err(Refused::Choice(status, why)) => answers::problem(status, &why),
        Err(Refused::Slow) => answers::busy(
            "The boards need more time than a page has to test the condition `stop_when`. \
             `boil report` with these runs makes the same page.",
        ),
    })
}

/// The names in a query.
fn names(query: &str) -> Result<Vec<String>, String> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(query)
        .map_err(|_| "The address has no list of runs such as `run=a&run=b`.".to_string())?;
    let names: Vec<String> = pairs
        .into_iter()
        .filter(|(key, name)| key == "run" && !name.is_empty())
        .map(|(_, name)| name)
        .collect();
    if names.is_empty() {
        return Err("No run is chosen. Choose runs in the list of runs.".to_string());
    }
    Ok(names)
}

/// The runs with these names, and those in folders with these names, in natural order.
fn chosen<'a>(
    entries: &'a BTreeMap<String, RunEntry>,
    names: &[String],
) -> Result<Vec<&'a RunEntry>, Refused> {
    let mut found: BTreeMap<&str, &RunEntry> = BTreeMap::new();
    for name in names {
        let before = found.len();
        let folder = format!("{}/", name.trim_end_matches('/'));
        let below = entries.range(folder.clone()..);
        let below = below.take_while(|(inner, _)| inner.starts_with(&folder));
        let is_known = entries.get(name).map(|run| found.insert(&run.name, run));
        found.extend(below.map(|(inner, run)| (inner.as_str(), run)));
        if is_known.is_none()
            && found.len() == before
            && !found.keys().any(|run| run.starts_with(&folder))
        {
            let why = format!("There is no run and no folder of runs called {name} here.");
            return Err(Refused::Choice(StatusCode::NOT_FOUND, why));
        }
    }
    if found.len() > MOST_COMPARED {
        let why = ComparisonError::TooManyToRead { runs: found.len() };
        return Err(Refused::Choice(StatusCode::BAD_REQUEST, why.to_string()));
    }
    let mut runs: Vec<&RunEntry> = found.into_values().collect();
    runs.sort_by_cached_key(|run| natural(&run.name));
    Ok(runs)
}

fn page(state: &ServerState, names: &[String]) -> Result<ComparisonBody, Refused> {
    let entries = state.index.entries();
    let runs = chosen(&entries, names)?;
    let dirs: Vec<PathBuf> = runs.iter().map(|run| run.path.clone()).collect();
    let end = Instant::now() + VALUES_TIME;
    let mut is_late = false;
    let results = Results::of_runs(&dirs, &mut |plan: &Plan, board, extras| {
        let left = end.saturating_duration_since(Instant::now());
        if is_late || left.is_zero() {
            is_late = true;
            return None;
        }
        let mut appraiser = state.appraiser.blocking_lock();
        let (solver, _timer) = appraiser.of(plan.game.ruleset).solver_for(left);
        let summary = solver.summary_with(board, extras);
        is_late = matches!(summary, Err(SolveError::Stopped));
        summary.ok()
    });
    let unreadable = |e: &dyn std::fmt::Display| {
        Refused::Choice(StatusCode::INTERNAL_SERVER_ERROR, e.to_string())
    };
    let results = results.map_err(|e| unreadable(&e))?;
    if is_late {
        return Err(Refused::Slow);
    }
    let names: BTreeMap<&PathBuf, &str> = runs
        .iter()
        .map(|run| (&run.path, run.name.as_str()))
        .collect();
    let link = |run: &ComparedRun| {
        let name = names.get(&run.dir).copied().unwrap_or_default();
        (name.to_string(), Some(format!("/run/{name}")))
    };
    ComparisonBody::of(&results, &link).map_err(|e| unreadable(&e))
}
