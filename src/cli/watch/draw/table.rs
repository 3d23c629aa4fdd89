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
/// The columns before the board: their heads, and how wide they are.
const COLUMNS: [(&str, u16); 5] = [
    ("order", 5),
    ("fitness", 9),
    ("temperature", 11),
    ("degree", 6),
    ("generation", 10),
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
    // Where it is narrow, the board has the room of the two columns that are least missed.
    let shown = if inner.width < 66 {
        [0, 1, 3].as_slice()
    } else {
        &[0, 1, 2, 3, 4]
    };
    let taken: u16 = shown.iter().map(|&i| COLUMNS[i].1 + 1).sum();
    let room = usize::from(inner.width.saturating_sub(taken));
    let mut heads: Vec<&str> = shown.iter().map(|&i| COLUMNS[i].0).collect();
    heads.push("board");
    if collected {
        heads[0] = "value";
    }
    let rows = picture.records.iter().rev().map(|record| {
        let cells = cells(record);
        let board = shorten(&record.board, room);
        let shown = shown
            .iter()
            .map(|&i| shorten(&cells[i], usize::from(COLUMNS[i].1)));
        Row::new(shown.chain([board]).collect::<Vec<String>>())
    });
    let widths = shown.iter().map(|&i| Constraint::Length(COLUMNS[i].1));
    let table = Table::new(rows, widths.chain([Constraint::Fill(1)]))
        .header(Row::new(heads).style(view.styles.faint()));
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
