//! The records: the best of each order, the latest first.

use super::{View, WITH_BOTH, panel};
use crate::cli::watch::picture::{Picture, Row as Record};
use crate::cli::watch::text::shorten;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::widgets::{Row, Table};

/// Title and head.
const HEAD: u16 = 2;
/// The most records shown.
const MOST: u16 = 12;
/// A column before the board: its head, and how wide it is.
type Column = (&'static str, u16);
/// The columns where there is room for them, and where there is less.
const WIDE: [Column; 5] = [
    ("order", 5),
    ("fitness", 10),
    ("temperature", 11),
    ("degree", 6),
    ("generation", 10),
];
const NARROW: [Column; 5] = [
    ("order", 5),
    ("fitness", 7),
    ("temp.", 5),
    ("deg.", 4),
    ("gen.", 5),
];

/// How many lines of so many the table takes.
pub fn height(picture: &Picture, room: u16) -> u16 {
    if room < WITH_BOTH {
        return room;
    }
    let records = u16::try_from(picture.records.len()).unwrap_or(MOST);
    (HEAD + records.clamp(3, MOST)).min(room / 2)
}

/// Draws the records.
pub fn draw(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    if area.height == 0 {
        return;
    }
    let collected = picture.records.iter().any(|r| r.collected.is_some());
    let title = if collected {
        "latest values collected"
    } else {
        "best by order, the latest first"
    };
    let inner = panel(frame, area, title, view);
    let columns = match inner.width {
        70.. => &WIDE[..],
        42.. => &NARROW[..],
        _ => &NARROW[..2],
    };
    let taken: u16 = columns.iter().map(|(_, width)| width + 1).sum();
    let room = usize::from(inner.width.saturating_sub(taken));
    let mut heads: Vec<&str> = columns.iter().map(|(head, _)| *head).collect();
    heads.push("board");
    if collected {
        heads[0] = "value";
    }
    let rows = picture.records.iter().rev().map(|record| {
        let cells = cells(record).into_iter().zip(columns);
        let cells = cells.map(|(cell, (_, width))| shorten(&cell, usize::from(*width)));
        Row::new(cells.chain([shorten(&record.board, room)]))
    });
    let widths = columns.iter().map(|(_, width)| Constraint::Length(*width));
    let head = Row::new(heads).style(view.styles.faint());
    let table = Table::new(rows, widths.chain([Constraint::Fill(1)])).header(head);
    frame.render_widget(table, inner);
}

fn cells(record: &Record) -> [String; 5] {
    let order = record.order.to_string();
    [
        record.collected.clone().unwrap_or(order),
        record.fitness.clone(),
        record.temperature.clone(),
        record.degree.to_string(),
        record.generation.to_string(),
    ]
}
