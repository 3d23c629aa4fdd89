//! Draws the records: the best board of each order, the latest first.

use super::{FrameView, WITH_BOTH, panel};
use crate::cli::watch::text::shorten;
use boilingpoint_record::records::RecordLine;
use boilingpoint_record::view::RunView;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::widgets::{Row, Table};

/// The number of lines for the title and the heads of the columns.
const HEAD: u16 = 2;
/// The largest number of records that are shown.
const MOST: u16 = 12;
/// The heads of the columns before the board, in a wide and in a narrow table.
const WIDE: [&str; 5] = ["order", "fitness", "temperature", "degree", "generation"];
const NARROW: [&str; 5] = ["order", "fitness", "temp.", "deg.", "gen."];
/// The least number of characters of a board.
const BOARD: usize = 12;

/// The number of lines of the table, at most `room`.
pub fn height(run: &RunView, room: u16) -> u16 {
    if room < WITH_BOTH {
        return room;
    }
    let records = u16::try_from(run.records.len()).unwrap_or(MOST);
    (HEAD + records.clamp(3, MOST)).min(room / 2)
}

/// Draws the records.
pub fn draw(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    if area.height == 0 {
        return;
    }
    let collected = run.records.iter().any(|r| r.collected.is_some());
    let title = if collected {
        "latest values collected"
    } else {
        "best by order, the latest first"
    };
    let inner = panel(frame, area, title, view);
    let mut heads = match inner.width {
        70.. => WIDE.to_vec(),
        42.. => NARROW.to_vec(),
        _ => NARROW[..2].to_vec(),
    };
    if collected {
        heads[0] = "value";
    }
    let records = run.records.iter().rev();
    let records: Vec<&RecordLine> = records.take(inner.height.into()).collect();
    let widths = widths(&heads, &records, usize::from(inner.width));
    let room = usize::from(inner.width).saturating_sub(widths.iter().map(|w| w + 1).sum());
    let rows = records.iter().map(|record| {
        let cells = cells(record).into_iter().zip(&widths);
        let cells = cells.map(|(cell, width)| shorten(&cell, *width));
        Row::new(cells.chain([shorten(&record.facts.board, room)]))
    });
    heads.push("board");
    let head = Row::new(heads).style(view.styles.faint());
    let columns = widths.iter().map(|&w| Constraint::Length(w as u16));
    let table = Table::new(rows, columns.chain([Constraint::Fill(1)])).header(head);
    frame.render_widget(table, inner);
}

/// The widths of the columns. A column is as wide as its widest cell. Then the widest columns
/// shrink until the board has room.
fn widths(heads: &[&str], records: &[&RecordLine], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = heads.iter().map(|head| head.len()).collect();
    for record in records {
        for (width, cell) in widths.iter_mut().zip(cells(record)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    while widths.iter().map(|w| w + 1).sum::<usize>() + BOARD > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 4 => *widest -= 1,
            _ => break,
        }
    }
    widths
}

fn cells(record: &RecordLine) -> [String; 5] {
    let order = record.facts.order.to_string();
    [
        record.collected.clone().unwrap_or(order),
        record.fitness_text(),
        record.facts.temperature_text(),
        record.facts.degree.to_string(),
        record.generation.to_string(),
    ]
}
