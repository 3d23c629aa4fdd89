//! The column at the side: operators, islands, throughput, verdicts.

use super::{View, panel};
use crate::cli::watch::picture::{Operator, Picture};
use crate::cli::watch::text::{count, shorten};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Row, Sparkline, Table};

/// The most islands shown.
const ISLANDS: u16 = 6;

/// Draws the column.
pub fn draw(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let islands = u16::try_from(picture.islands.len()).unwrap_or(ISLANDS);
    let tall = area.height > 24;
    let rows = [
        Constraint::Fill(1),
        Constraint::Length(2 + islands.min(ISLANDS)),
        Constraint::Length(if tall { 4 } else { 2 }),
        Constraint::Length(5),
    ];
    let [operators, islands, throughput, verdicts] = Layout::vertical(rows).areas(area);
    draw_operators(frame, operators, picture, view);
    draw_islands(frame, islands, picture, view);
    draw_throughput(frame, throughput, picture, view);
    draw_verdicts(frame, verdicts, picture, view);
}

/// The operators that are chosen most.
fn draw_operators(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    let inner = panel(frame, area, "operators", view);
    let mut leaders: Vec<&Operator> = picture.operators.iter().collect();
    leaders.sort_by(|a, b| b.rate.total_cmp(&a.rate).then(a.name.cmp(b.name)));
    let rows = leaders.into_iter().map(|o| {
        let name = shorten(o.name, usize::from(inner.width.saturating_sub(21)));
        let rate = format!("{:.1} %", 100.0 * o.rate);
        let numbers = [rate, count(o.improved), count(o.bests)];
        let right = numbers.map(|n| Line::from(n).right_aligned());
        Row::new([Line::from(name)].into_iter().chain(right))
    });
    let heads = ["rate", "cells", "bests"].map(|h| Line::from(h).right_aligned());
    let heads = Row::new([Line::from("")].into_iter().chain(heads));
    let columns = [
        Constraint::Fill(1),
        Constraint::Length(6),
        Constraint::Length(6),
        Constraint::Length(6),
    ];
    let table = Table::new(rows, columns).header(heads.style(view.styles.faint()));
    frame.render_widget(table, inner);
}

fn draw_islands(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    let inner = panel(frame, area, "islands", view);
    let rows = picture.islands.iter().enumerate().map(|(i, island)| {
        Row::new([
            Line::from(i.to_string()),
            Line::from(shorten(&island.best, 9)),
            Line::from(shorten(&island.median, 9)),
            Line::from(count(island.restarts)).right_aligned(),
        ])
    });
    let heads = ["", "best", "median", "restarts"];
    let columns = [
        Constraint::Length(3),
        Constraint::Fill(1),
        Constraint::Fill(1),
        Constraint::Length(8),
    ];
    let table = Table::new(rows, columns).header(Row::new(heads).style(view.styles.faint()));
    frame.render_widget(table, inner);
}

/// Boards per second, the last generations at the right.
fn draw_throughput(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    let inner = panel(frame, area, "boards/s by generation", view);
    let first = picture.rates.len().saturating_sub(usize::from(inner.width));
    let sparkline = Sparkline::default()
        .data(picture.rates.iter().skip(first).copied())
        .style(view.styles.best());
    frame.render_widget(sparkline, inner);
}

/// What became of the boards, in two columns.
fn draw_verdicts(frame: &mut Frame, area: Rect, picture: &Picture, view: &View) {
    let inner = panel(frame, area, "boards", view);
    let verdicts = &picture.verdicts;
    let inexact = verdicts.inexact;
    let counts = [
        ("valued", picture.boards_valued),
        ("duplicate", verdicts.duplicates),
        ("cut off", inexact.cut),
        ("bounded", inexact.bounded),
        ("skipped", inexact.screened),
        (
            "over budget",
            verdicts.unfinished.saturating_sub(inexact.screened),
        ),
        ("infeasible", verdicts.infeasible),
    ];
    let width = usize::from(inner.width / 2).saturating_sub(1);
    let cell = |(name, n): &(&str, u64)| {
        let n = count(*n);
        let room = width.saturating_sub(name.len());
        format!("{name}{n:>room$}")
    };
    let lines = counts.chunks(2).map(|pair| {
        let cells: Vec<String> = pair.iter().map(cell).collect();
        Line::from(cells.join("  "))
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<Line>>()), inner);
}
