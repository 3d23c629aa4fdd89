//! A view is the same whether a search feeds it or the files that the search wrote.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::folder::{Logs, RunFolder, RunWriter};
use crate::manifest::Machine;
use crate::rows::{Decimal, MigrationEvent};
use boilingpoint_evolve::Inexact;
use boilingpoint_problem::Certainty;
use boilingpoint_problem::expression::Number;
use std::fs;
use std::path::Path;

fn folder(path: &Path) -> (RunWriter, Logs) {
    let machine = Machine {
        os: String::new(),
        arch: String::new(),
        threads: 1,
    };
    let writer = RunFolder::create(path, "", &Manifest::new("toy", 1, machine)).unwrap();
    let mut logs = writer.start_logs().unwrap();
    logs.append_heads().unwrap();
    (writer, logs)
}

fn best(generation: u64) -> Event {
    Event::Best(BestEvent {
        generation,
        boards: 10 * generation + 1,
        fitness: Fitness::parse(&["3/2", "-1"]).unwrap(),
        board: "A_".into(),
        tints: "L.".into(),
        certainty: Some(Certainty::LowerBound),
    })
}

fn events(generation: u64) -> Vec<Event> {
    let boards = generation + 1;
    vec![
        best(generation),
        Event::Unfinished {
            generation,
            board: "A_".into(),
            verdict: "positions".into(),
        },
        Event::Bounded { generation, boards },
        Event::Cut { generation, boards },
        Event::Screened { generation, boards },
        Event::Undefined {
            generation,
            boards,
            reason: "a, \"b\"".into(),
        },
        Event::Restart {
            generation,
            island: 1,
        },
        Event::Migration(MigrationEvent {
            generation,
            from: 0,
            to: 1,
            id: 7,
        }),
    ]
}

/// The rows of a generation, with every kind of cell.
fn rows(generation: u64) -> GenerationRows {
    let island = |island| IslandRow {
        generation,
        island,
        best: Fitness::parse(&["-1/2"]).ok().filter(|_| island == 0),
        median: None,
        members: 3,
    };
    let operator = |(operator, is_idle): (&str, bool)| OperatorRow {
        generation,
        operator: operator.into(),
        asked: 4,
        improved: 2,
        rate: 0.25 + 1e-6,
        is_idle,
        ..OperatorRow::default()
    };
    GenerationRows {
        progress: ProgressRow {
            generation,
            boards_valued: 5 * generation,
            asked: 5,
            duplicates: 2,
            infeasible: 1,
            unfinished: 3,
            best: Some(Number::new(-7, 4)),
            ..ProgressRow::default()
        },
        timing: TimingRow {
            generation,
            seconds: Decimal(0.1234567),
            elapsed: Decimal(generation as f64 + 0.5),
            boards_per_second: Decimal(1234.56),
            positions: 9,
            values: 8,
            table_bytes: 7,
        },
        operators: [("twin", false), ("graft", true)].map(operator).into(),
        islands: vec![island(0), island(1)],
        events: events(generation),
        records: Vec::new(),
    }
}

/// The whole view, as its `Debug` prints it.
fn shown(view: &RunView) -> String {
    format!("{:?} {:?}", view.progress, view.events) + &format!("{:?}", view.counts())
}

#[test]
fn lines_are_as_the_format_has_them() {
    let dir = tempfile::tempdir().unwrap();
    let (_writer, mut logs) = folder(dir.path());
    logs.append(&rows(3)).unwrap();
    logs.flush().unwrap();
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(
        read("progress.csv"),
        "generation,boards_valued,asked,duplicates,infeasible,unfinished,best,median,mean,cells,\
         elites,new_cells,improved,records,migrants,restarts,stalled,undefined,lower_quartile,upper_quartile,cells_sum,cells_least,\
         front,hypervolume,steps\n3,15,5,2,1,3,-7/4,,,0,0,0,0,0,0,0,,,,,,,,,\n"
    );
    assert_eq!(
        read("timing.csv"),
        "generation,seconds,elapsed,boards_per_second,positions,values,table_bytes\n\
         3,0.123457,3.500,1234.6,9,8,7\n"
    );
    assert_eq!(
        read("operators.csv"),
        "generation,operator,asked,duplicates,inapplicable,scored,improved,bests,rate\n\
         3,twin,4,0,0,0,2,0,0.2500\n"
    );
    assert_eq!(
        read("islands.csv"),
        "generation,island,best,median,members\n3,0,-1/2,,3\n3,1,,,3\n"
    );
    let lines = [
        r#"{"board":"A_","boards":31,"certainty":"lower bound","event":"best","fitness":["3/2","-1"],"generation":3,"tints":"L."}"#,
        r#"{"board":"A_","event":"unfinished","generation":3,"verdict":"positions"}"#,
        r#"{"boards":4,"event":"bounded","generation":3}"#,
        r#"{"boards":4,"event":"cut","generation":3}"#,
        r#"{"boards":4,"event":"screened","generation":3}"#,
        r#"{"boards":4,"event":"undefined","generation":3,"reason":"a, \"b\""}"#,
        r#"{"event":"restart","generation":3,"island":1}"#,
        r#"{"event":"migration","from":0,"generation":3,"id":7,"to":1}"#,
    ];
    assert_eq!(read("events.jsonl"), lines.join("\n") + "\n");
}

#[test]
fn a_view_of_files_is_the_view_of_the_search() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, mut logs) = folder(dir.path());
    let mut live = RunView::read(writer.folder(), 2, History::WHOLE).unwrap();
    let mut follower = LogFollower::new(writer.folder());
    let mut followed = live.clone();
    for generation in 0..4 {
        logs.append(&rows(generation)).unwrap();
        logs.flush().unwrap();
        live.add(rows(generation));
        follower.read_on(&mut followed).unwrap();
        assert_eq!(shown(&followed), shown(&live));
    }
    let read = RunView::read(writer.folder(), 2, History::WHOLE).unwrap();
    assert_eq!(shown(&read), shown(&live));
    assert_eq!(read.generations(), 4);
    assert_eq!((read.seconds(), read.seconds_at(1)), (3.5, Some(1.5)));
    let inexact = Inexact {
        cut: 10,
        bounded: 10,
        screened: 10,
    };
    assert_eq!((read.counts().inexact, read.counts().asked), (inexact, 20));
    let twin = &read.operators["twin"];
    assert_eq!((twin.improved, twin.rates.last()), (8, Some(&(3, 0.25))));
    assert_eq!(
        (read.islands[1].restarts, read.islands[1].rows.len()),
        (4, 4)
    );
    assert_eq!(live.best_text().unwrap(), ">= 3/2, -1");
}

#[test]
fn a_log_that_was_cut_is_told_and_an_unknown_event_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, mut logs) = folder(dir.path());
    logs.append(&rows(0)).unwrap();
    logs.flush().unwrap();
    let events = dir.path().join("events.jsonl");
    let text = fs::read_to_string(&events).unwrap();
    fs::write(
        &events,
        format!("{{\"event\":\"later\",\"x\":[1]}}\n{text}"),
    )
    .unwrap();
    let mut view = RunView::read(writer.folder(), 2, History::OUTCOME).unwrap();
    assert_eq!(view.events.bests.len(), 1);
    assert!(view.operators.is_empty() && view.islands[1].rows.is_empty());
    let mut follower = LogFollower::new(writer.folder());
    follower.read_on(&mut view).unwrap();
    fs::write(&events, "").unwrap();
    let error = follower.read_on(&mut view).unwrap_err();
    assert!(matches!(error, ViewError::Cut { .. }), "{error}");
}

#[test]
fn a_damaged_row_is_told_with_its_line_and_not_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, mut logs) = folder(dir.path());
    logs.append(&rows(0)).unwrap();
    logs.flush().unwrap();
    let progress = dir.path().join("progress.csv");
    let text = fs::read_to_string(&progress).unwrap();
    let long = "9x".repeat(5_000);
    fs::write(&progress, text.replace("-7/4", &long)).unwrap();
    let error = RunView::read(writer.folder(), 2, History::WHOLE).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("progress.csv, line 2"), "{message}");
    assert!(message.len() < 400, "{message}");
}

#[test]
fn memory_is_bounded_where_a_terminal_shows_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    let mut view = RunView::read(writer.folder(), 2, History::TERMINAL).unwrap();
    for generation in 0..5_000 {
        view.add(rows(generation));
    }
    assert!(view.progress.len() <= 2048 && view.timing.len() == 256);
    let rates = view.operators.values().map(|o| o.rates.len());
    let islands = view.islands.iter().map(|i| i.rows.len());
    assert!(rates.chain(islands).all(|kept| kept == 1));
    let events = &view.events;
    assert!(events.migrations.len() + events.verdicts.len() + events.restarts.len() == 3);
    assert_eq!(
        (view.counts().asked, view.islands[1].restarts),
        (25_000, 5_000)
    );
}
