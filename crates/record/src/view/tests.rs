//! A view is the same whether a search feeds it or the files that the search wrote.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::counted::CountedOrder;
use crate::folder::tests::append;
use crate::folder::{Logs, RunFolder, RunWriter};
use crate::manifest::Machine;
use crate::records;
use crate::records::tests::archive;
use crate::rows::{Decimal, MigrationEvent};
use crate::table;
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

/// A folder with the rows of three generations that count two elites, and a checkpoint and a
/// manifest that count the generations.
fn whole_run(path: &Path) -> RunFolder {
    let (writer, mut logs) = folder(path);
    for generation in 0..3 {
        let mut rows = rows(generation);
        rows.progress.elites = 2;
        logs.append(&rows).unwrap();
    }
    writer.save(&mut logs, 3, "", &()).unwrap();
    writer.write_archive(&[archive(1), archive(2)]).unwrap();
    count(&writer, 3, None);
    writer.folder().clone()
}

/// Lets the manifest have this many generations and this best.
fn count(writer: &RunWriter, generations: u64, best: Option<Best>) {
    let manifest = Manifest {
        generations,
        best,
        ..writer.folder().manifest().unwrap()
    };
    writer.write_manifest(&manifest).unwrap();
}

/// A record of an order, or of a collected value, with a lineage.
fn record(generation: u64, order: u64, collected: Option<&str>) -> RecordLine {
    let mut line = records::tests::record();
    line.generation = generation;
    line.facts.order = order;
    line.facts.canonical_form = Some("*".into());
    line.collected = collected.map(str::to_string);
    line
}

/// The rows of a generation without events.
fn quiet(generation: u64) -> GenerationRows {
    GenerationRows {
        events: Vec::new(),
        ..rows(generation)
    }
}

/// Replaces a part of a file.
fn replace(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(old));
    fs::write(path, text.replace(old, new)).unwrap();
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

#[test]
fn a_view_without_rows_counts_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    let view = RunView::read(writer.folder(), 2, History::WHOLE).unwrap();
    let counts = [
        view.generations(),
        view.boards_valued(),
        view.asked(None).boards,
    ];
    assert_eq!(counts, [0; 3]);
    let speeds = [view.boards_per_second(), view.seconds()];
    assert_eq!((speeds, view.last_generation()), ([0.0; 2], 1.0));
    assert_eq!((view.seconds_at(0), view.best_text()), (None, None));
    assert_eq!(view.counts(), Counts::default());
}

#[test]
fn the_sums_of_a_view_are_those_of_its_rows() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    let mut view = RunView::read(writer.folder(), 2, History::WHOLE).unwrap();
    for generation in 0..3 {
        let mut rows = rows(generation);
        rows.operators[0].bests = 3;
        view.add(rows);
    }
    view.add(quiet(3));
    let twin = &view.operators["twin"];
    assert_eq!((twin.asked, twin.improved, twin.bests), (16, 8, 9));
    assert_eq!((view.generations(), view.boards_valued()), (4, 15));
    assert_eq!((view.boards_per_second(), view.seconds()), (1234.56, 3.5));
    let asked = view.asked(Some("order >= 2".into()));
    assert_eq!((asked.boards, asked.undefined), (20, 6));
    assert_eq!(asked.condition.as_deref(), Some("order >= 2"));
    assert_eq!(asked.undefined_reason.as_deref(), Some("a, \"b\""));
    let boards = |boards, unfinished| Verdicts {
        inexact: Inexact {
            cut: boards,
            bounded: boards,
            screened: boards,
        },
        unfinished,
        undefined: boards,
    };
    let verdicts = [(0, boards(1, 1)), (1, boards(2, 1)), (2, boards(3, 1))];
    assert_eq!(view.events.verdicts.to_vec(), verdicts);
    assert_eq!(view.events.total, boards(6, 3));
    assert_eq!(
        view.events.total.named().map(|(_, count)| count),
        [6, 6, 6, 3, 6]
    );
}

/// The run folder may come from another machine and have any number in any table.
#[test]
fn the_last_generation_is_that_of_all_tables() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    let empty = RunView::read(writer.folder(), 2, History::WHOLE).unwrap();
    let last = |change: &dyn Fn(&mut GenerationRows)| {
        let (mut view, mut rows) = (empty.clone(), quiet(0));
        change(&mut rows);
        view.add(rows);
        view.last_generation()
    };
    assert_eq!(last(&|_| {}), 1.0);
    assert_eq!(last(&|rows| rows.progress.generation = 7), 7.0);
    assert_eq!(last(&|rows| rows.islands[1].generation = 8), 8.0);
    assert_eq!(last(&|rows| rows.events = events(9)), 9.0);
    let migration = |generation, from, to| {
        Event::Migration(MigrationEvent {
            generation,
            from,
            to,
            id: 1,
        })
    };
    let restart = |generation, island| Event::Restart { generation, island };
    assert_eq!(last(&|rows| rows.events = vec![migration(6, 0, 1)]), 6.0);
    assert_eq!(last(&|rows| rows.events = vec![restart(5, 1)]), 5.0);
    // An island that the run does not have is passed over.
    for unknown in [migration(6, 0, 2), migration(6, 2, 0), restart(6, 2)] {
        assert_eq!(last(&|rows| rows.events = vec![unknown.clone()]), 1.0);
    }
}

#[test]
fn a_terminal_has_the_latest_record_of_each_order_or_value() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    let history = |records| History {
        records,
        ..History::TERMINAL
    };
    let records = [
        record(1, 5, None),
        record(2, 6, None),
        record(3, 5, None),
        record(4, 5, Some("1/2")),
        record(5, 7, Some("1/2")),
        record(6, 7, None),
    ];
    let kept = |keep| {
        let mut view = RunView::read(writer.folder(), 2, history(keep)).unwrap();
        records.iter().for_each(|one| view.add_record(one.clone()));
        view.records
    };
    assert_eq!(kept(Keep::All), records);
    let generations = |most| {
        let kept = kept(Keep::Latest(most));
        let is_short = |one: &RecordLine| {
            one.lineage.is_empty() && one.facts.canonical_form.is_none() && one.verified
        };
        assert!(kept.iter().all(is_short));
        kept.iter().map(|one| one.generation).collect::<Vec<_>>()
    };
    assert_eq!(generations(4), [2, 3, 5, 6]);
    assert_eq!(generations(9), [2, 3, 5, 6]);
    assert_eq!(generations(3), [3, 5, 6]);
    assert_eq!(generations(1), [6]);
}

#[test]
fn the_lines_of_a_run_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, mut logs) = folder(dir.path());
    let run = writer.folder();
    let view = || RunView::read(run, 2, History::WHOLE).unwrap();
    let empty = view();
    assert!(empty.records.is_empty() && empty.front.is_empty());
    assert!(empty.best_by_order().is_empty() && empty.best_fitness().is_none());
    assert_eq!(run.counted().unwrap(), []);
    writer.write_counted(&[]).unwrap();
    assert!(!run.counted_path().exists());
    let records = [record(1, 5, None), record(2, 6, None), record(3, 5, None)];
    let rows = GenerationRows {
        records: records.to_vec(),
        ..rows(3)
    };
    logs.append(&rows).unwrap();
    logs.flush().unwrap();
    let front = [FrontLine {
        fitness: vec!["3/2".into(), "-4".into()],
        facts: Facts::default(),
        verified: true,
        generation: 7,
        id: 19,
    }];
    writer.write_front(&front).unwrap();
    let counted = [CountedOrder {
        order: 5,
        boards: 34,
        ..CountedOrder::default()
    }];
    writer.write_counted(&counted).unwrap();
    assert_eq!(run.counted().unwrap(), counted);
    let read = run.records().unwrap();
    assert_eq!(read.len(), 3);
    let view = view();
    assert_eq!((&view.records, &view.front[..]), (&read, &front[..]));
    let best: Vec<_> = view.best_by_order().into_iter().collect();
    assert_eq!(best, [(5, &read[2]), (6, &read[1])]);
    assert_eq!(view.best_fitness().unwrap().texts(), ["3/2", "-1"]);
}

#[test]
fn records_are_read_if_they_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    fs::write(writer.folder().records_path(), "damaged\n").unwrap();
    let read = |history| RunView::read(writer.folder(), 2, history);
    assert!(read(History::COUNTS).is_ok() && read(History::TERMINAL).is_err());
}

#[test]
fn events_are_read_if_they_or_the_bests_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _logs) = folder(dir.path());
    fs::write(writer.folder().events_path(), "damaged\n").unwrap();
    for (events, bests, is_read) in [
        (Keep::Nothing, Keep::Nothing, false),
        (Keep::All, Keep::Nothing, true),
        (Keep::Nothing, Keep::All, true),
        (Keep::All, Keep::All, true),
    ] {
        let history = History {
            events,
            bests,
            ..History::WHOLE
        };
        let read = RunView::read(writer.folder(), 2, history);
        assert_eq!(read.is_err(), is_read, "{events:?} {bests:?}");
    }
}

#[test]
fn damage_is_told_with_its_line_also_in_lines_that_were_added() {
    let dir = tempfile::tempdir().unwrap();
    let run = whole_run(dir.path());
    let (progress, events) = (run.progress_path(), run.events_path());
    let whole = RunView::new(run.manifest().unwrap(), 2, History::WHOLE);
    // Adds a text to a file that was read, and returns what the next reading tells of it.
    let told = |path: &Path, added: &str| {
        let (mut view, mut follower) = (whole.clone(), LogFollower::new(&run));
        follower.read_on(&mut view).unwrap();
        let text = fs::read_to_string(path).unwrap();
        fs::write(path, format!("{text}{added}")).unwrap();
        let again = follower.read_on(&mut view).unwrap_err().to_string();
        let at_once = RunView::read(&run, 2, History::WHOLE).unwrap_err();
        // The message is the same if the file is read at once.
        assert_eq!(at_once.to_string(), again);
        fs::write(path, text).unwrap();
        again
    };
    let message = told(&events, "{\"event\":\"later\"}\ndamaged\n");
    assert!(message.contains("events.jsonl, line 26: "), "{message}");
    let row = String::from_utf8(table::line(rows(3).progress).unwrap()).unwrap();
    let message = told(&progress, &(row.clone() + &row.replace("-7/4", "x")));
    let why = "progress.csv, line 6: a cell is not a fraction like 3 or -7/4";
    assert!(message.ends_with(why), "{message}");
    let message = told(&progress, &(row + "4,20\n"));
    let why = "progress.csv, line 6: it has 2 cells, and the lines before it have 25";
    assert!(message.ends_with(why), "{message}");
}

#[test]
fn a_log_that_is_gone_is_empty_only_if_nothing_of_it_was_read() {
    let dir = tempfile::tempdir().unwrap();
    let run = whole_run(dir.path());
    let mut view = RunView::new(run.manifest().unwrap(), 2, History::WHOLE);
    let mut follower = LogFollower::new(&run);
    follower.read_on(&mut view).unwrap();
    fs::remove_file(run.progress_path()).unwrap();
    let message = follower.read_on(&mut view).unwrap_err().to_string();
    assert!(message.contains("cannot read"), "{message}");
    let read = || RunView::read(&run, 2, History::WHOLE);
    assert!(read().unwrap().progress.is_empty());
    fs::create_dir(run.progress_path()).unwrap();
    let message = read().unwrap_err().to_string();
    assert!(message.contains("cannot read"), "{message}");
}

/// The losses of a run, without the path of its folder.
fn losses(run: &RunFolder, islands: usize) -> Vec<String> {
    let view = RunView::read(run, islands, History::WHOLE).unwrap();
    let losses = view.losses(run).into_iter();
    let folder = run.path().join("").display().to_string();
    losses.map(|loss| loss.replace(&folder, "")).collect()
}

#[test]
fn lost_rows_and_files_are_told_once_each() {
    let dir = tempfile::tempdir().unwrap();
    let run = whole_run(dir.path());
    assert_eq!(losses(&run, 2), [""; 0]);
    // A search writes to its logs before it writes the manifest.
    append(&run.timing_path(), b"3,1.0,4.5,1.0,9,8,7\n");
    append(&run.islands_path(), b"3,0,,,1\n");
    assert_eq!(losses(&run, 2), [""; 0]);
    let lost = "islands.csv has 0 of the 3 generations that manifest.json counts";
    assert_eq!(losses(&run, 0), [lost]);
    replace(&run.timing_path(), "\n3,1.0,4.5,1.0,9,8,7", "");
    replace(&run.timing_path(), "\n2,0.123457,2.500,1234.6,9,8,7", "");
    replace(&run.islands_path(), "2,1,,,3\n", "");
    fs::remove_file(run.operators_path()).unwrap();
    fs::remove_file(run.archive_path()).unwrap();
    let recorded = fs::metadata(run.events_path()).unwrap().len();
    replace(&run.events_path(), "positions", "Positions");
    let events = format!(
        "events.jsonl is damaged: its first {recorded} bytes are not those that the checkpoint \
         recorded"
    );
    let told = [
        "timing.csv has 2 of the 3 generations that manifest.json counts",
        "islands.csv has 2 of the 3 generations that manifest.json counts",
        "operators.csv does not exist",
        "archive.jsonl does not exist",
        &events,
    ];
    assert_eq!(losses(&run, 2), told);
}

#[test]
fn lost_elites_are_counted_by_the_last_row_or_there_is_a_best() {
    let dir = tempfile::tempdir().unwrap();
    let run = whole_run(dir.path());
    let writer = RunFolder::open_for_writing(dir.path()).unwrap();
    let lost = |elites: u64| {
        let elites: Vec<_> = (0..elites).map(archive).collect();
        writer.write_archive(&elites).unwrap();
        losses(&run, 2)
    };
    let of_two = ["archive.jsonl has 1 of the 2 elites that progress.csv counts"];
    assert_eq!(lost(1), of_two);
    assert_eq!([lost(2).len(), lost(3).len()], [0, 0]);
    // The manifest is older than the last row: with a best there is an elite.
    let best = Best {
        fitness: vec!["1".into()],
        board: "A_".into(),
        tints: "..".into(),
        certainty: Certainty::Exact,
    };
    count(&writer, 2, None);
    assert_eq!(lost(0), [""; 0]);
    count(&writer, 2, Some(best));
    let of_one = ["archive.jsonl has 0 of the 1 elites that progress.csv counts"];
    assert_eq!(lost(0), of_one);
    assert_eq!(lost(1), [""; 0]);
}
