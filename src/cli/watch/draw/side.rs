//! Draws the column at the side. It has operators, islands, boards per second, and counts of boards
//! by result.

use super::{FrameView, panel};
use crate::cli::watch::text::{count, shorten};
use boilingpoint_problem::Fitness;
use boilingpoint_record::view::{OperatorView, RunView};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Row, Sparkline, Table};

/// The largest number of islands that are shown.
const ISLANDS: u16 = 6;

/// Draws the column.
pub fn draw(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let islands = u16::try_from(run.islands.len()).unwrap_or(ISLANDS);
    let tall = area.height > 24;
    let rows = [
        Constraint::Fill(1),
        Constraint::Length(2 + islands.min(ISLANDS)),
        Constraint::Length(if tall { 4 } else { 2 }),
        Constraint::Length(5),
    ];
    let [operators, islands, throughput, verdicts] = Layout::vertical(rows).areas(area);
    draw_operators(frame, operators, run, view);
    draw_islands(frame, islands, run, view);
    draw_throughput(frame, throughput, run, view);
    draw_verdicts(frame, verdicts, run, view);
}

/// Draws the operators that are chosen most often.
fn draw_operators(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    let inner = panel(frame, area, "operators", view);
    let rate = |operator: &OperatorView| operator.rates.last().map_or(0.0, |(_, rate)| *rate);
    let mut leaders: Vec<(&String, &OperatorView)> = run.operators.iter().collect();
    leaders.sort_by(|a, b| rate(b.1).total_cmp(&rate(a.1)).then(a.0.cmp(b.0)));
    let rows = leaders.into_iter().map(|(name, o)| {
        let name = shorten(name, usize::from(inner.width.saturating_sub(21)));
        let rate = format!("{:.1} %", 100.0 * rate(o));
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

fn draw_islands(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    let inner = panel(frame, area, "islands", view);
    let text = |fitness: Option<&Fitness>| {
        let text = fitness.map_or(String::new(), Fitness::to_string);
        Line::from(shorten(&text, 9))
    };
    let rows = run.islands.iter().enumerate().map(|(i, island)| {
        let last = island.rows.last();
        Row::new([
            Line::from(i.to_string()),
            text(last.and_then(|row| row.best.as_ref())),
            text(last.and_then(|row| row.median.as_ref())),
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

/// Draws boards per second as one bar per generation, the latest at the right.
fn draw_throughput(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    let inner = panel(frame, area, "boards/s by generation", view);
    let first = run.timing.len().saturating_sub(usize::from(inner.width));
    let rates = run.timing.iter().skip(first);
    let sparkline = Sparkline::default()
        .data(rates.map(|row| row.boards_per_second.0 as u64))
        .style(view.styles.best());
    frame.render_widget(sparkline, inner);
}

/// Draws the counts of boards by result of their evaluation, in two columns.
fn draw_verdicts(frame: &mut Frame, area: Rect, run: &RunView, view: &FrameView) {
    let inner = panel(frame, area, "boards", view);
    let counted = run.counts();
    let inexact = counted.inexact;
    let counts = [
        ("valued", run.boards_valued()),
        ("duplicate", counted.duplicates),
        ("cut off", inexact.cut),
        ("bounded", inexact.bounded),
        ("skipped", inexact.screened),
        (
            "over budget",
            counted.unfinished.saturating_sub(inexact.screened),
        ),
        (
            "infeasible",
            counted.infeasible.saturating_sub(counted.undefined),
        ),
        ("undefined", counted.undefined),
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
