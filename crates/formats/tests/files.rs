//! Files as the programs that own their formats write them, and odd files of public reports.
//!
//! `files/sources.tsv` names the program of each file, `files/truth.jsonl` has the graphs that
//! these programs have written, and `files/odd.jsonl` has the bytes of the odd files.
//! `files/outcomes.tsv` is golden: a file is read right, or refused with a message.
//! `BOIL_GOLDEN=write` writes it anew; a graph that differs from the truth never passes.

#![allow(clippy::unwrap_used)]

use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{BoardLimit, Link, embedding};
use boilingpoint_formats::{FORMATS, Given, Misread, read_each};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const LIMIT: BoardLimit = BoardLimit::MOST;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

fn read(bytes: &[u8]) -> Result<Vec<Given>, Misread> {
    let mut all = Vec::new();
    read_each(bytes, LIMIT, |item| {
        all.push(item.board(LIMIT)?);
        Ok(())
    })?;
    Ok(all)
}

/// The links of a board by the labels of their ends, in order.
fn links(given: &Given) -> Vec<(String, String, u64, bool)> {
    let label = |v: usize| match &given.labels {
        Some(labels) => labels[v].clone(),
        None => v.to_string(),
    };
    let link = |l: &Link| named(label(l.from), label(l.to), u64::from(l.weight), l.arc);
    let mut all: Vec<_> = given.board.links().iter().map(link).collect();
    all.sort();
    all
}

fn named(a: String, b: String, weight: u64, arc: bool) -> (String, String, u64, bool) {
    if arc || a <= b {
        (a, b, weight, arc)
    } else {
        (b, a, weight, arc)
    }
}

/// The links of a graph of the truth.
fn true_links(graph: &Value, labels: Option<&Vec<String>>) -> Vec<(String, String, u64, bool)> {
    let directed = graph[1] == 1;
    let label = |v: &Value| match labels {
        Some(labels) => labels[v.as_u64().unwrap() as usize].clone(),
        None => v.to_string(),
    };
    let link = |edge: &Value| {
        let weight = edge[2].as_f64().map_or(1, |w| w as u64);
        named(
            label(&edge[0]),
            label(&edge[1]),
            weight,
            directed && edge[0] != edge[1],
        )
    };
    let mut all: Vec<_> = graph[2].as_array().unwrap().iter().map(link).collect();
    all.sort();
    all
}

/// Whether a board is the graph of the truth, whose vertices have labels or count from 0.
fn is_right(given: &Given, graph: &Value) -> bool {
    let text = |label: &Value| {
        label
            .as_str()
            .map_or_else(|| label.to_string(), str::to_string)
    };
    let labels = graph[3]
        .as_array()
        .map(|l| l.iter().map(text).collect::<Vec<_>>());
    let bare = Given {
        labels: None,
        ..given.clone()
    };
    graph[0] == given.board.order()
        && (links(given) == true_links(graph, labels.as_ref())
            || links(&bare) == true_links(graph, None))
}

fn outcome(file: &str, truth: &Value) -> String {
    let bytes = fs::read(folder().join(file)).unwrap();
    let graphs = match read(&bytes) {
        Err(misread) => return misread.to_string(),
        Ok(graphs) => graphs,
    };
    if let Some(count) = truth["count"].as_u64() {
        assert_eq!(graphs.len() as u64, count, "{file}");
        return format!("{count} graphs");
    }
    let truth = truth["graphs"].as_array().unwrap();
    if graphs.is_empty() && truth.len() <= 1 {
        return "no graph".to_string();
    }
    assert_eq!(graphs.len(), truth.len(), "{file}");
    for (i, (given, graph)) in graphs.iter().zip(truth).enumerate() {
        let mixed = given.board.links().iter().any(|l| l.arc) && graph[1] == 0;
        assert!(
            mixed || is_right(given, graph),
            "{file}, graph {i}: {:?} is not {graph}",
            links(given)
        );
    }
    "right".to_string()
}

fn lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(file)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn files_are_read_right_or_refused() {
    let mut text = String::new();
    let mut right = 0;
    for truth in lines("truth.jsonl") {
        let file = truth["file"].as_str().unwrap();
        let outcome = outcome(file, &truth);
        right += usize::from(!outcome.contains(':'));
        text += &format!("{file}\t{outcome}\n");
    }
    boilingpoint_pinned::assert_table(folder().join("outcomes.tsv"), &text);
    assert!(right >= 290, "only {right} files are read");
}

#[test]
fn odd_files_are_read_right_or_refused() {
    let mut text = String::new();
    for odd in lines("odd.jsonl") {
        let bytes: Vec<u8> = odd["bytes"]
            .as_str()
            .unwrap()
            .chars()
            .map(|c| c as u8)
            .collect();
        let outcome = match read(&bytes) {
            Err(misread) => misread.to_string(),
            Ok(graphs) => {
                let graph = |g: &Given| {
                    let labels = g
                        .labels
                        .as_ref()
                        .map_or(String::new(), |l| format!(" [{}]", l.join(" ")));
                    format!("`{}`{labels}", Format::line(g))
                };
                format!(
                    "reads {}",
                    graphs.iter().map(graph).collect::<Vec<_>>().join(" and ")
                )
            }
        };
        text += &format!(
            "{}\t{}\n",
            odd["name"].as_str().unwrap(),
            outcome.escape_debug()
        );
    }
    boilingpoint_pinned::assert_table(folder().join("odd.tsv"), &text);
}

/// The board as links, which are easier to check than graph6.
struct Format;

impl Format {
    fn line(given: &Given) -> String {
        let link = |l: &Link| {
            let weight = if l.weight == 1 {
                String::new()
            } else {
                format!("*{}", l.weight)
            };
            format!(
                "{}{}{}{weight}",
                l.from,
                if l.arc { '>' } else { '-' },
                l.to
            )
        };
        let links: Vec<String> = given.board.links().iter().take(12).map(link).collect();
        format!("{}: {}", given.board.order(), links.join(","))
    }
}

/// Every format that carries all features of a board gives the board back.
#[test]
fn boards_of_files_round_trip() {
    let mut written = 0;
    for truth in lines("truth.jsonl") {
        let file = truth["file"].as_str().unwrap();
        let bytes = fs::read(folder().join(file)).unwrap();
        for given in read(&bytes).unwrap_or_default().iter().take(4) {
            for format in FORMATS.iter().filter(|f| f.lost(given).is_empty()) {
                let Ok(board) = format.write(given) else {
                    let graph = given.board.graph();
                    let unfit = match format.is_cgsuite() {
                        true => graph.size() == 0 || graph.components().len() > 1,
                        false => embedding(graph).is_none(),
                    };
                    assert!(unfit, "{file} as {}", format.name);
                    continue;
                };
                let bytes = [format.head.as_bytes(), &board].concat();
                let text = String::from_utf8_lossy(&bytes);
                let back = read(&bytes);
                let back =
                    back.unwrap_or_else(|e| panic!("{file} as {}: {e}\n{text}", format.name));
                // DIMACS and Matrix Market name vertices by numbers from 1.
                let bare = |g: &Given| Given {
                    labels: g.labels.clone().filter(|_| given.labels.is_some()),
                    ..g.clone()
                };
                let same = match format.is_cgsuite() {
                    // The strings number the vertices anew.
                    true => normal(&back[0].board) == normal(&given.board),
                    false => back.len() == 1 && links(&bare(&back[0])) == links(given),
                };
                assert!(
                    same && back[0].board.order() == given.board.order(),
                    "{file} as {}\n{text}",
                    format.name
                );
                written += 1;
            }
        }
    }
    assert!(written > 3000, "only {written} texts");
}
