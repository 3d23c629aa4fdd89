//! The files of a run and the record book; one of them is damaged.

use super::root;
use boilingpoint::{Book, Filter};
use boilingpoint_boards::parse_board;
use boilingpoint_book::{BoardClass, BookEntry, Finder, VerifiedRecord, Verifier};
use boilingpoint_problem::{Facts, Objective};
use boilingpoint_record::checkpoint::{self, Checkpoint};
use boilingpoint_report::ReportedRun;
use boilingpoint_report::page::{self, PageInputs};
use boilingpoint_rules::Snort;
use boilingpoint_solver::{Budget, Solver};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The files that a report reads. The first byte of an input selects one, the other bytes replace
/// it.
const FILES: [&str; 9] = [
    "config.toml",
    "manifest.json",
    "progress.csv",
    "timing.csv",
    "operators.csv",
    "islands.csv",
    "events.jsonl",
    "records.jsonl",
    "archive.jsonl",
];

fn example() -> std::path::PathBuf {
    root().join("runs/example")
}

thread_local! {
    static RUN: RefCell<Option<TempDir>> = const { RefCell::new(None) };
}

/// A run with one file replaced by these bytes is read and its page made, or the run is refused.
pub fn run(bytes: &[u8]) {
    let Some((&which, content)) = bytes.split_first() else {
        return;
    };
    let name = FILES[usize::from(which) % FILES.len()];
    RUN.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(copied).path();
        fs::write(folder.join(name), content).expect("written");
        if let Ok(run) = ReportedRun::read(folder) {
            let around = PageInputs {
                known: &BTreeMap::new(),
                cards: &[],
                is_live: true,
            };
            let _ = page::page(&run, &around);
        }
        fs::copy(example().join(name), folder.join(name)).expect("restored");
    });
}

/// The example run, with shorter logs, so that its page is made quickly.
fn copied() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in FILES {
        fs::copy(example().join(name), folder.path().join(name)).expect(name);
    }
    folder
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (i, name) in FILES.iter().enumerate() {
        let whole = fs::read(example().join(name)).expect(name);
        // The whole file if it is small, otherwise its first lines.
        let lines: Vec<&[u8]> = whole.split_inclusive(|&b| b == b'\n').collect();
        let part = match *name {
            "config.toml" | "manifest.json" => whole.clone(),
            _ => lines[..lines.len().min(12)].concat(),
        };
        seeds.push([&[i as u8], &part[..]].concat());
    }
    seeds
}

/// A checkpoint whose bytes were changed is refused.
pub fn checkpoint(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("00000007.bin"), bytes).expect("written");
    if let Ok(loaded) = checkpoint::load_latest::<State>(folder.path()) {
        assert_eq!(written(folder.path(), &loaded.checkpoint), bytes);
    }
}

/// The file of a checkpoint.
fn written(folder: &Path, checkpoint: &Checkpoint<State>) -> Vec<u8> {
    checkpoint::save(folder, checkpoint).expect("saved");
    let name = format!("{:08}.bin", checkpoint.generation);
    fs::read(folder.join(name)).expect("readable")
}

type State = (Vec<u64>, String, Option<i64>);

fn saved() -> Checkpoint<State> {
    Checkpoint {
        generation: 7,
        config: "seed = 1\n".into(),
        logs: Default::default(),
        state: ((0..20).collect(), "DQc".into(), Some(-3)),
    }
}

pub fn checkpoint_seeds() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    vec![written(folder.path(), &saved())]
}

/// A damaged record book is refused, or its readable part is read.
pub fn book(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.db");
    fs::write(&path, bytes).expect("written");
    if let Ok(snapshot) = Book::snapshot(&path) {
        let _ = snapshot.list(&Filter::default());
    }
    if let Ok(mut book) = Book::open_existing(&path) {
        let _ = book.list(&Filter::default());
        let _ = book.submit(&record(3));
        let _ = book.delete(1);
    }
}

/// The path of this order, valued and checked.
fn record(order: usize) -> VerifiedRecord {
    let board = parse_board(&format!("path({order})")).expect("a board");
    let mut solver = Solver::new(&Snort, Budget::default());
    let summary = solver.summary(&board).expect("small");
    let objective = Objective::parse("temperature").expect("an objective");
    let entry = BookEntry {
        ruleset: "snort".into(),
        objective: "temperature".into(),
        class: BoardClass::of_kind("tree"),
        fitness: objective.score(&mut solver, &board).expect("small").fitness,
        facts: Facts::of_board(&board).with_summary(&summary),
        certificate: None,
        proof: None,
        found_by: Finder {
            run: "fuzz".into(),
            folder: None,
            game: None,
            seed: 1,
            generation: 12,
        },
        found_at: "then".into(),
        lineage: Vec::new(),
    };
    let verifier = Verifier {
        stop: None,
        positions: 10_000,
        proofs: None,
    };
    verifier.verify(&mut solver, entry).expect("true")
}

pub fn book_seeds() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.db");
    let mut book = Book::open(&path).expect("a book");
    (1..6).for_each(|order| drop(book.submit(&record(order)).expect("entered")));
    drop(book);
    vec![whole(&path)]
}

/// The file of a book that no process has open.
fn whole(path: &Path) -> Vec<u8> {
    fs::read(path).expect("readable")
}
