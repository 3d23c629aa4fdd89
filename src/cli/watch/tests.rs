//! Frames at several sizes.
#![allow(clippy::unwrap_used)]

use super::draw::chart::{ChartPoint, draw_curves};
use super::draw::{FrameView, Styles, draw};
use super::limits::RunLimits;
use super::run::LiveRun;
use crate::cli::signals::StopRequest;
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::facts::Interval;
use boilingpoint_problem::{Certainty, Facts, Fitness};
use boilingpoint_record::manifest::{Best, Machine, Manifest};
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::rows::{
    Decimal, Event, GenerationRows, IslandRow, OperatorRow, ProgressRow, TimingRow,
};
use boilingpoint_record::view::{History, RunView};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;
use std::time::Instant;

/// A run of this many islands before its first generation.
pub fn live_run(name: &str, islands: usize) -> LiveRun {
    let machine = Machine {
        os: String::new(),
        arch: String::new(),
        threads: 1,
    };
    LiveRun {
        view: RunView::new(Manifest::new(name, 1, machine), islands, History::TERMINAL),
        limits: RunLimits::default(),
        objective: None,
        question: String::new(),
        elapsed: 0.0,
        at: Instant::now(),
    }
}

/// The rows of a generation without events.
pub fn generation(generation: u64) -> GenerationRows {
    GenerationRows {
        progress: ProgressRow {
            generation,
            ..ProgressRow::default()
        },
        timing: TimingRow {
            generation,
            ..TimingRow::default()
        },
        operators: Vec::new(),
        islands: Vec::new(),
        events: Vec::new(),
        records: Vec::new(),
    }
}

const LIMITS: RunLimits = RunLimits {
    generations: 150,
    seconds: 60,
    boards: 0,
};

/// A run that is half done.
fn run() -> LiveRun {
    let mut run = live_run("snort-trees", 4);
    run.question = "snort, tree, order 2 to 18: temperature - degree".into();
    run.limits = LIMITS;
    for g in 0..57 {
        run.add(on_the_curve(g));
    }
    run.view.manifest.best = Some(Best {
        fitness: vec!["5/2".into()],
        board: "OhCGKA@?_C?O?_?_?O@?A".into(),
        tints: String::new(),
        certainty: Certainty::LowerBound,
    });
    for order in [5, 8, 10, 12, 14, 16] {
        run.view.add_record(record(order));
    }
    run
}

/// A generation with points on the curves; the last one also has all other rows.
fn on_the_curve(g: u64) -> GenerationRows {
    let quarters = [-4, 0, 2, 6, 8, 10][(g as usize).isqrt().min(5)];
    let mut rows = generation(g);
    rows.progress.best = Some(Number::new(quarters, 4));
    rows.progress.median = Some(Number::new(quarters - 4 - i128::from(g % 5), 4));
    rows.timing.boards_per_second = Decimal((500 + g * 37 % 400) as f64);
    if g == 56 {
        rows.timing.elapsed = Decimal(14.0);
        rows.progress.boards_valued = 123_456;
        rows.progress.duplicates = 4_321;
        rows.progress.unfinished = 19;
        rows.operators = operators();
        rows.islands = islands();
        rows.events = events();
    }
    rows
}

fn operators() -> Vec<OperatorRow> {
    let operator = |(name, rate, improved, bests): (&str, f64, u64, u64)| OperatorRow {
        operator: name.into(),
        rate,
        improved,
        bests,
        ..OperatorRow::default()
    };
    [
        ("add-leaf", 0.203, 41, 3),
        ("twin", 0.311, 123_456, 5),
        ("remove-leaf", 0.021, 4, 0),
        ("graft", 0.105, 17, 1),
        ("swap-subtrees", 0.105, 16, 0),
    ]
    .map(operator)
    .into()
}

fn islands() -> Vec<IslandRow> {
    let island = |(island, best): (usize, &str)| IslandRow {
        island,
        best: Fitness::parse(&[best]).ok(),
        median: Fitness::parse(&["1/2"]).ok(),
        ..IslandRow::default()
    };
    let bests = ["5/2", "2", "2", "-1/2"];
    bests.into_iter().enumerate().map(island).collect()
}

fn events() -> Vec<Event> {
    let generation = 56;
    let restarts = (0..4).map(|island| Event::Restart { generation, island });
    let cut = Event::Cut {
        generation,
        boards: 98_765,
    };
    let screened = Event::Screened {
        generation,
        boards: 12,
    };
    restarts.chain([cut, screened]).collect()
}

fn record(order: u64) -> RecordLine {
    RecordLine {
        generation: order * 3,
        fitness: vec![format!("{}/2", order as i64 - 9)],
        facts: Facts {
            board: format!("{}hCGKA@?_C?O?_?_?O@?A", (order as u8 % 60 + 63) as char),
            order,
            size: Some(order - 1),
            temperature: Some(Interval::exact(Number::new(order.into(), 2))),
            degree: 3,
            certainty: Certainty::Exact,
            ..Facts::default()
        },
        verified: true,
        collected: None,
        certificate: None,
        proof: None,
        lineage: Vec::new(),
    }
}

fn view() -> FrameView {
    FrameView {
        elapsed: 15.0,
        under_way: 1.0,
        asked: StopRequest::Nothing,
        help: false,
        styles: Styles { colours: true },
    }
}

fn terminal(run: &LiveRun, view: &FrameView, (width, height): (u16, u16)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, run, view)).unwrap();
    terminal
}

fn shown(run: &LiveRun, view: &FrameView, size: (u16, u16)) -> String {
    terminal(run, view, size).backend().to_string()
}

#[test]
fn frames() {
    for size in [(80, 24), (120, 40), (60, 20), (40, 10), (20, 5)] {
        let name = format!("frame_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, shown(&run(), &view(), size));
    }
}

#[test]
fn wide_columns_give_way_to_the_board() {
    let mut run = run();
    run.view.add_record(RecordLine {
        fitness: vec!["-123/8".into()],
        facts: Facts {
            certainty: Certainty::LowerBound,
            temperature: Some(Interval::between([
                Number::new(111, 8),
                Number::new(1234, 5),
            ])),
            ..record(11).facts
        },
        ..record(11)
    });
    insta::assert_snapshot!(shown(&run, &view(), (80, 24)));
}

#[test]
fn before_the_first_generation() {
    let mut run = live_run("snort-trees", 0);
    run.limits = LIMITS;
    let view = FrameView {
        under_way: 15.0,
        ..view()
    };
    insta::assert_snapshot!(shown(&run, &view, (80, 24)));
}

#[test]
fn help_and_stopping() {
    let view = FrameView {
        help: true,
        asked: StopRequest::Finish,
        under_way: 12.0,
        ..view()
    };
    insta::assert_snapshot!(shown(&run(), &view, (80, 24)));
}

#[test]
fn every_size_has_a_frame() {
    let mut long = run();
    long.view.manifest.best = Some(Best {
        fitness: vec!["123456789/987654321".into(); 9],
        board: "OhCGKA@?_C?O?_?_?O@?A".repeat(40),
        tints: String::new(),
        certainty: Certainty::Exact,
    });
    long.view.manifest.name = "±½é".repeat(50);
    long.view.records[3].collected = Some("{{11|8}|*}".into());
    for width in (0..30).chain((30..150).step_by(7)) {
        for height in (0..30).chain([50]) {
            let help = FrameView {
                help: width % 2 == 0,
                ..view()
            };
            terminal(&long, &help, (width, height));
            if width % 8 == 0 {
                terminal(&live_run("", 0), &view(), (width, height));
            }
        }
    }
}

#[test]
fn numbers_that_cannot_be_drawn_leave_the_chart_empty() {
    for best in [f64::NAN, f64::INFINITY, f64::MAX] {
        let rows = (0..57).map(|generation| ChartPoint {
            generation,
            best: 1.0,
            median: 0.0,
        });
        let point = ChartPoint {
            generation: 57,
            best,
            median: -best,
        };
        let points: Vec<ChartPoint> = rows.chain([point]).collect();
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal
            .draw(|frame| draw_curves(frame, frame.area(), &points, &view()))
            .unwrap();
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let plain = FrameView {
        styles: Styles { colours: false },
        asked: StopRequest::Finish,
        ..view()
    };
    let coloured = |view: &FrameView| {
        let terminal = terminal(&run(), view, (120, 40));
        let cells = terminal.backend().buffer().content().iter();
        cells
            .filter(|c| c.fg != Color::Reset || c.bg != Color::Reset)
            .count()
    };
    assert_eq!(coloured(&plain), 0);
    assert!(coloured(&view()) > 100);
    insta::assert_snapshot!(shown(&run(), &plain, (80, 24)));
}

#[test]
fn a_record_takes_the_place_of_the_last_one_of_its_order() {
    let mut view = run().view;
    let orders = |v: &RunView| {
        v.records
            .iter()
            .map(|r| r.facts.order)
            .collect::<Vec<u64>>()
    };
    view.add_record(record(10));
    assert_eq!(orders(&view), [5, 8, 12, 14, 16, 10]);
    (100..1000).for_each(|order| view.add_record(record(order)));
    assert_eq!(view.records.len(), 64);
    assert_eq!(orders(&view).last(), Some(&999));
}

#[test]
fn the_standing_answers_the_question() {
    let standing = |objective: &str, fitness: &str| {
        let config = format!("[game]\nruleset = \"snort\"\n[objective]\n{objective}\n");
        let read = boilingpoint_book::read_boards;
        let plan =
            boilingpoint_plan::Plan::resolve("t.toml", config.as_bytes(), &[], read).unwrap();
        let mut run = live_run("t", 0);
        run.objective = Some(plan.objective);
        assert_eq!(run.standing(), None);
        let mut rows = generation(0);
        rows.progress.cells = 24;
        run.add(rows);
        run.view.manifest.best = Some(Best {
            fitness: fitness.split(' ').map(str::to_string).collect(),
            board: "A_".into(),
            tints: "..".into(),
            certainty: Certainty::Exact,
        });
        format!("{} {}", run.label(), run.standing().unwrap())
    };
    assert_eq!(standing("maximize = \"order\"", "2"), "best 2");
    assert_eq!(standing("collect = \"order\"", "-2"), "collected 24 values");
    let find = "find = \"order > 1\"";
    assert_eq!(standing(find, "1 -2"), "best met at order 2");
    assert_eq!(standing(find, "0 -2"), "best margin -2");
}
