//! The help. It explains keys and terms, and is drawn over the frame.

use super::FrameView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

const HELP: [(&str, &str); 13] = [
    (
        "q, Ctrl-C",
        "finish the generation, write a checkpoint, stop",
    ),
    ("  again", "stop at once, and drop the generation"),
    ("?", "show or hide this help"),
    ("", ""),
    ("rate", "share of an operator among the current choices"),
    (
        "cells, bests",
        "how often its boards were best of a cell, of all",
    ),
    ("cut off", "proved too cold to become an elite or a record"),
    ("bounded", "over budget, but with a proved lower bound (>=)"),
    ("skipped", "not valued: similar boards were over budget"),
    ("over budget", "needs too many positions, and has no bound"),
    ("infeasible", "`require` is not met"),
    ("undefined", "the objective has no value on the board"),
    ("duplicate", "bred before, not valued again"),
];

/// Draws the help in the middle of an area.
pub fn draw(frame: &mut Frame, area: Rect, view: &FrameView) {
    let width = area.width.min(64);
    let height = area.height.min(HELP.len() as u16 + 2);
    let middle = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let lines = HELP.map(|(word, meaning)| Line::raw(format!("{word:<13} {meaning}")));
    let block = Block::bordered()
        .title(" help ")
        .border_style(view.styles.best());
    let text = Paragraph::new(lines.to_vec())
        .wrap(Wrap { trim: false })
        .block(block);
    frame.render_widget(Clear, middle);
    frame.render_widget(text, middle);
}
