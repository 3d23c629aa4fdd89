//! The list of runs. Runs of a comparison are groups: the folder of the comparison, in it the
//! folders of the settings, in these the runs of the seeds.

use super::index::{AskedQuestion, RunEntry};
use super::pages::address;
use super::{ServerState, answers};
use askama::Template;
use axum::extract::State as From;
use axum::response::Response;
use boilingpoint_comparison::natural;
use boilingpoint_problem::Fitness;
use boilingpoint_report::page::words::grouped;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

/// Groups are closed at first if there are more rows than this.
const OPEN_ROWS: usize = 30;

/// A row of the list: a run, or a group of runs.
#[derive(Default)]
struct ListRow {
    level: usize,
    /// The path below the folder of runs.
    name: String,
    /// The name as the row shows it: the part of the path that its group does not show.
    short: String,
    /// The name in the config, if the path does not show it.
    config: String,
    /// The question, unless the row's group shows the same one.
    question: String,
    /// The address of the run's page; empty for a group.
    address: String,
    is_group: bool,
    status: &'static str,
    /// For a group, the number of runs, and of those that have not finished.
    runs: String,
    done: u64,
    planned: u64,
    best: String,
    best_number: String,
    asked: String,
    valued: String,
    seed: String,
    game: String,
    class: String,
    objective: String,
    started: String,
    board: String,
    problem: String,
}

#[derive(Template)]
#[template(path = "runs.html")]
struct RunsPage {
    tab: &'static str,
    root: String,
    count: usize,
    are_open: bool,
    rows: Vec<ListRow>,
}

/// `/`: all runs. Runs in progress come first, then the latest runs.
pub async fn runs(From(state): From<Arc<ServerState>>) -> Result<Response, Response> {
    let work = state.clone();
    let entries = answers::work("The runs cannot be listed.", move || work.index.entries()).await?;
    let rows = rows(&entries);
    Ok(answers::page(&RunsPage {
        tab: "runs",
        root: state.index.root().display().to_string(),
        count: entries.len(),
        are_open: rows.len() <= OPEN_ROWS,
        rows,
    }))
}

/// A folder of runs, or a run, with what is below it.
#[derive(Default)]
struct Node<'a> {
    run: Option<&'a RunEntry>,
    inner: BTreeMap<&'a str, Node<'a>>,
}

impl<'a> Node<'a> {
    fn runs(&self) -> Vec<&'a RunEntry> {
        let inner = self.inner.values().flat_map(Node::runs);
        self.run.into_iter().chain(inner).collect()
    }
}

/// The rows of the list, each group before its runs.
fn rows(entries: &BTreeMap<String, RunEntry>) -> Vec<ListRow> {
    let mut root = Node::default();
    for (name, entry) in entries {
        let mut node = &mut root;
        for part in name.split('/') {
            node = node.inner.entry(part).or_default();
        }
        node.run = Some(entry);
    }
    let mut rows = Vec::new();
    let mut top: Vec<(&str, &Node)> = root
        .inner
        .iter()
        .map(|(name, node)| (*name, node))
        .collect();
    top.sort_by_cached_key(|(name, node)| (rank(node), natural(name)));
    for (name, node) in top {
        add_rows(node, (1, name, name), None, &mut rows);
    }
    rows
}

/// The key for sorting. Runs in progress come first, then the latest runs.
fn rank(node: &Node) -> (bool, Reverse<Option<SystemTime>>) {
    let runs = node.runs();
    let is_running = runs.iter().any(|run| run.status == "running");
    (
        !is_running,
        Reverse(runs.iter().map(|run| run.written).max()),
    )
}

/// Adds the rows of a run or of a group. `above` is the group that it lies in.
fn add_rows(
    node: &Node,
    (level, name, short): (usize, &str, &str),
    above: Option<&ListRow>,
    rows: &mut Vec<ListRow>,
) {
    // A folder in which only another folder has runs is shown with it.
    if let (None, Some((inner, only))) = (node.run, node.inner.iter().next())
        && node.inner.len() == 1
    {
        let (name, short) = (format!("{name}/{inner}"), format!("{short}/{inner}"));
        return add_rows(only, (level, &name, &short), above, rows);
    }
    let mut row = match node.run {
        Some(run) => run_row(run),
        None => group_row(&node.runs()),
    };
    (row.level, row.name, row.short) = (level, name.to_string(), short.to_string());
    if above.is_some_and(|group| group.question == row.question) {
        row.question.clear();
    }
    if name.split('/').any(|part| part == row.config) {
        row.config.clear();
    }
    rows.push(row);
    let place = rows.len() - 1;
    let mut inner: Vec<(&str, &Node)> = node.inner.iter().map(|(n, node)| (*n, node)).collect();
    inner.sort_by_cached_key(|(name, _)| natural(name));
    for (part, below) in inner {
        let mut deeper = Vec::new();
        let full = format!("{name}/{part}");
        // The group's question as it is shown, or as the group above it shows it.
        let group = if rows[place].question.is_empty() {
            above
        } else {
            Some(&rows[place])
        };
        add_rows(below, (level + 1, &full, part), group, &mut deeper);
        rows.extend(deeper);
    }
}

fn run_row(entry: &RunEntry) -> ListRow {
    let mut row = question_row(entry.asked.as_deref());
    row.address = address(&entry.name);
    row.status = entry.status;
    match &entry.manifest {
        Ok(m) => {
            row.config.clone_from(&m.name);
            row.done = m.generations;
            row.planned = entry.asked.as_ref().map_or(0, |asked| asked.generations);
            row.valued = grouped(m.boards_valued);
            row.asked = entry.boards_asked.map_or(String::new(), grouped);
            row.seed = m.seed.to_string();
            row.started.clone_from(&m.started);
            if let Some(best) = &m.best {
                row.best.clone_from(&entry.best);
                row.best_number = best.fitness.first().cloned().unwrap_or_default();
                row.board.clone_from(&best.board);
            }
        }
        Err(problem) => row.problem = problem.to_string(),
    }
    row
}

/// The row of a group. It has what is the same for all runs, sums, and the best result.
fn group_row(runs: &[&RunEntry]) -> ListRow {
    let all: Vec<ListRow> = runs.iter().map(|run| run_row(run)).collect();
    let manifests = || runs.iter().filter_map(|run| run.manifest.as_ref().ok());
    let same = |of: fn(&ListRow) -> &String| -> String {
        let first = all.first().map(of);
        let is_same = all.iter().all(|row| Some(of(row)) == first);
        first.filter(|_| is_same).cloned().unwrap_or_default()
    };
    let unfinished = runs.iter().filter(|run| run.status != "finished").count();
    let finished = runs.len() - unfinished;
    let states: BTreeSet<&'static str> = runs.iter().map(|run| run.status).collect();
    let asked: Option<u64> = runs.iter().map(|run| run.boards_asked).sum();
    let fitness = |(run, row): (&&RunEntry, _)| {
        let best = run.manifest.as_ref().ok()?.best.as_ref()?;
        Some((Fitness::parse(&best.fitness).ok()?, row))
    };
    let has_one_objective = all.iter().all(|row| row.objective == all[0].objective);
    let numbers = runs
        .iter()
        .zip(&all)
        .filter_map(fitness)
        .filter(|_| has_one_objective);
    let best: Option<&ListRow> = numbers.max_by(|a, b| a.0.cmp(&b.0)).map(|(_, row)| row);
    ListRow {
        is_group: true,
        status: match states.first() {
            Some(one) if states.len() == 1 => one,
            _ if states.contains("running") => "running",
            _ => "",
        },
        runs: match unfinished {
            0 if runs.len() == 1 => "1 run".to_string(),
            0 => format!("{} runs", runs.len()),
            _ => format!("{finished} of {} runs finished", runs.len()),
        },
        config: same(|row| &row.config),
        done: all.iter().map(|row| row.done).sum(),
        planned: all.iter().map(|row| row.planned).sum(),
        best: best.map_or(String::new(), |row| row.best.clone()),
        best_number: best.map_or(String::new(), |row| row.best_number.clone()),
        asked: asked.map_or(String::new(), grouped),
        valued: grouped(manifests().map(|m| m.boards_valued).sum()),
        started: all
            .iter()
            .map(|row| &row.started)
            .filter(|s| !s.is_empty())
            .min()
            .cloned()
            .unwrap_or_default(),
        question: same(|row| &row.question),
        game: same(|row| &row.game),
        class: same(|row| &row.class),
        objective: same(|row| &row.objective),
        ..question_row(None)
    }
}

/// A row with the parts of a question, and nothing else.
fn question_row(asked: Option<&AskedQuestion>) -> ListRow {
    let text = |of: fn(&AskedQuestion) -> &String| asked.map_or(String::new(), |a| of(a).clone());
    ListRow {
        level: 1,
        question: text(|asked| &asked.question),
        game: text(|asked| &asked.game),
        class: text(|asked| &asked.class),
        objective: text(|asked| &asked.objective),
        ..ListRow::default()
    }
}
