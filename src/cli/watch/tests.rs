//! Frames at several sizes, as they are drawn.
#![allow(clippy::unwrap_used)]

use super::curve::Point;
use super::draw::{Styles, View, draw};
use super::limits::Limits;
use super::picture::{Island, Operator, Picture, Row};
use crate::cli::signals::Asked;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

/// A run in the middle.
fn picture() -> Picture {
    let mut picture = Picture {
        name: "snort-trees".into(),
        question: "snort, tree, order 2 to 18: temperature - degree".into(),
        limits: Limits {
            generations: 150,
            seconds: 60,
            boards: 0,
        },
        generation: 57,
        boards_valued: 123_456,
        boards_per_second: 812.3,
        elapsed: 14.0,
        best: Some(">= 5/2".into()),
        board: Some("OhCGKA@?_C?O?_?_?O@?A".into()),
        height: Some(2.5),
        ..Picture::default()
    };
    for g in 0..57 {
        let best = [-1.0, 0.0, 0.5, 1.5, 2.0, 2.5][(g as usize).isqrt().min(5)];
        let median = best - 1.0 - f64::from(g as u32 % 5) / 4.0;
        let generation = g;
        picture.curve.push(Point {
            generation,
            best,
            median,
        });
        picture.rates.push_back(500 + g * 37 % 400);
    }
    for order in [5, 8, 10, 12, 14, 16] {
        picture.record(record(order));
    }
    let operator = |(name, rate, improved, bests)| Operator {
        name,
        rate,
        improved,
        bests,
    };
    picture.operators = [
        ("add-leaf", 0.203, 41, 3),
        ("twin", 0.311, 123_456, 5),
        ("remove-leaf", 0.021, 4, 0),
        ("graft", 0.105, 17, 1),
        ("swap-subtrees", 0.105, 16, 0),
    ]
    .map(operator)
    .into();
    picture.islands = ["5/2", "2", "2", "-1/2"]
        .map(|best| Island {
            best: best.into(),
            median: "1/2".into(),
            restarts: 1,
        })
        .into();
    picture.verdicts.duplicates = 4_321;
    picture.verdicts.inexact.cut = 98_765;
    picture.verdicts.inexact.screened = 12;
    picture.verdicts.unfinished = 19;
    picture
}

fn record(order: u64) -> Row {
    Row {
        order,
        collected: None,
        fitness: format!("{}/2", order as i64 - 9),
        temperature: format!("{}/2", order),
        degree: 3,
        generation: order * 3,
        board: format!("{}hCGKA@?_C?O?_?_?O@?A", (order as u8 % 60 + 63) as char),
    }
}

fn view() -> View {
    View {
        elapsed: 15.0,
        under_way: 1.0,
        asked: Asked::Nothing,
        help: false,
        styles: Styles { colours: true },
    }
}

fn terminal(picture: &Picture, view: &View, (width, height): (u16, u16)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, picture, view)).unwrap();
    terminal
}

fn shown(picture: &Picture, view: &View, size: (u16, u16)) -> String {
    terminal(picture, view, size).backend().to_string()
}

#[test]
fn frames() {
    for size in [(80, 24), (120, 40), (60, 20), (40, 10), (20, 5)] {
        let name = format!("frame_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, shown(&picture(), &view(), size));
    }
}

#[test]
fn wide_columns_give_way_to_the_board() {
    let mut picture = picture();
    let row = Row {
        fitness: ">= -123/8".into(),
        temperature: "111/8 to 1234/5".into(),
        ..record(11)
    };
    picture.record(row);
    insta::assert_snapshot!(shown(&picture, &view(), (80, 24)));
}

#[test]
fn before_the_first_generation() {
    let picture = Picture {
        name: "snort-trees".into(),
        limits: picture().limits,
        ..Picture::default()
    };
    let view = View {
        under_way: 15.0,
        ..view()
    };
    insta::assert_snapshot!(shown(&picture, &view, (80, 24)));
}

#[test]
fn help_and_stopping() {
    let view = View {
        help: true,
        asked: Asked::Finish,
        under_way: 12.0,
        ..view()
    };
    insta::assert_snapshot!(shown(&picture(), &view, (80, 24)));
}

#[test]
fn every_size_has_a_frame() {
    let mut long = picture();
    long.board = Some("OhCGKA@?_C?O?_?_?O@?A".repeat(40));
    long.name = "±½é".repeat(50);
    long.records[3].collected = Some("{{11|8}|*}".into());
    long.best = Some("123456789/987654321, ".repeat(9));
    for width in (0..30).chain((30..150).step_by(7)) {
        for height in (0..30).chain([50]) {
            let help = View {
                help: width % 2 == 0,
                ..view()
            };
            terminal(&long, &help, (width, height));
            if width % 8 == 0 {
                terminal(&Picture::default(), &view(), (width, height));
            }
        }
    }
}

#[test]
fn numbers_that_cannot_be_drawn_leave_the_chart_empty() {
    for best in [f64::NAN, f64::INFINITY, f64::MAX] {
        let mut picture = picture();
        let median = -best;
        picture.curve.push(Point {
            generation: 57,
            best,
            median,
        });
        terminal(&picture, &view(), (80, 24));
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    let plain = View {
        styles: Styles { colours: false },
        asked: Asked::Finish,
        ..view()
    };
    let coloured = |view: &View| {
        let terminal = terminal(&picture(), view, (120, 40));
        let cells = terminal.backend().buffer().content().iter();
        cells
            .filter(|c| c.fg != Color::Reset || c.bg != Color::Reset)
            .count()
    };
    assert_eq!(coloured(&plain), 0);
    assert!(coloured(&view()) > 100);
    insta::assert_snapshot!(shown(&picture(), &plain, (80, 24)));
}

#[test]
fn a_record_takes_the_place_of_the_last_one_of_its_order() {
    let mut picture = picture();
    let orders = |p: &Picture| p.records.iter().map(|r| r.order).collect::<Vec<u64>>();
    picture.record(record(10));
    assert_eq!(orders(&picture), [5, 8, 12, 14, 16, 10]);
    (100..1000).for_each(|order| picture.record(record(order)));
    assert_eq!(picture.records.len(), 64);
    assert_eq!(orders(&picture).last(), Some(&999));
}
