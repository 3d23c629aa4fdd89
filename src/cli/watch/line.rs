//! The progress line at the foot of a terminal. Each drawing makes the line for the current width
//! of the terminal, so that it never wraps.

use super::run::LiveRun;
use super::text::{about, clock, shorten};
use boilingpoint_record::rows::GenerationRows;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use ratatui::crossterm::terminal;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The lengths of the bar in characters, the longer one first.
const BARS: [usize; 2] = [30, 10];
/// The least number of characters for the board and a space before it. Bar and tail are shown only
/// if this room is left for the board.
const BOARD: usize = 13;

/// A run with the title of its line.
struct TitledRun {
    title: String,
    run: LiveRun,
}

/// The progress line of a run. The line is cleared when this value is dropped.
pub struct Line {
    bar: ProgressBar,
    shown: Arc<Mutex<TitledRun>>,
}

impl Line {
    /// The line of a run that is about to begin or to be resumed.
    pub fn new(run: LiveRun, title: String) -> Line {
        let bar = ProgressBar::new(run.limits.generations);
        let shown = Arc::new(Mutex::new(TitledRun { title, run }));
        let drawn = shown.clone();
        let draw = move |_: &ProgressState, out: &mut dyn Write| {
            let shown = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            let width = terminal::size().map_or(80, |(columns, _)| usize::from(columns));
            // One column less: some terminals wrap a line that is full.
            let _ = out.write_str(&shown.text(width.saturating_sub(1)));
        };
        let style = ProgressStyle::with_template("{line}").expect("a valid template");
        bar.set_style(style.with_key("line", draw));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Line { bar, shown }
    }

    pub fn add(&self, rows: GenerationRows) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.run.add(rows);
        let generations = shown.run.view.generations();
        drop(shown);
        self.bar.set_position(generations);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl TitledRun {
    /// The line at this time, at most `width` characters.
    fn text(&self, width: usize) -> String {
        self.text_at(
            self.run.elapsed + self.run.at.elapsed().as_secs_f64(),
            width,
        )
    }

    /// The line after this many seconds. The board takes the width that is left. The tail is
    /// shortened so that the first characters of the board fit. The bar is shown if board and tail
    /// leave room for it.
    fn text_at(&self, elapsed: f64, width: usize) -> String {
        let view = &self.run.view;
        let completion = self.run.completion(elapsed);
        let standing = self.run.standing();
        let standing = shorten(standing.as_deref().unwrap_or("none"), 32);
        let label = self.run.label();
        let (done, all) = (view.generations(), self.run.limits.generations);
        let head = format!("{}{} ", self.title, clock(elapsed));
        let middle = format!("{done}/{all} generations, {label} {standing}");
        let room = width.saturating_sub(head.chars().count() + middle.chars().count());
        let board = self.run.board();
        let wanted = (board.len() + 1).min(BOARD);
        let tail = self.tails(completion.left);
        let tail = tail.into_iter().find(|tail| tail.len() + wanted <= room);
        let tail = tail.unwrap_or_default();
        let room = room - tail.len().min(room);
        let fits = |cells: &&usize| **cells + 3 + wanted <= room;
        let cells = BARS.iter().find(fits);
        let bar = cells.map_or(String::new(), |&cells| bar(completion.fraction, cells));
        let board = shorten(board, room.saturating_sub(bar.len() + 1));
        let gap = if board.is_empty() { "" } else { " " };
        shorten(&format!("{head}{bar}{middle}{gap}{board}{tail}"), width)
    }

    /// The possible tails of the line, the longest first.
    fn tails(&self, left: Option<f64>) -> Vec<String> {
        let rate = format!(", {:.0} boards/s", self.run.view.boards_per_second());
        let full = left.map(|left| format!("{rate}, {} left", about(left)));
        full.into_iter().chain([rate]).collect()
    }
}

/// A bar of this many cells; `fraction` of them are filled.
fn bar(fraction: f64, cells: usize) -> String {
    let done = ((fraction * cells as f64) as usize).min(cells);
    let head = if done < cells { ">" } else { "" };
    let rest = cells.saturating_sub(done + 1);
    format!("[{}{head}{}] ", "=".repeat(done), " ".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::super::limits::RunLimits;
    use super::super::tests::{generation, live_run};
    use super::*;
    use boilingpoint_problem::Certainty;
    use boilingpoint_record::manifest::Best;
    use boilingpoint_record::rows::Decimal;

    fn shown(board: &str) -> TitledRun {
        let mut run = live_run("run", 0);
        run.limits = RunLimits {
            generations: 150,
            seconds: 60,
            boards: 0,
        };
        run.view.manifest.best = Some(Best {
            fitness: vec!["5/2".into()],
            board: board.into(),
            tints: String::new(),
            certainty: Certainty::LowerBound,
        });
        let mut rows = generation(56);
        rows.progress.boards_valued = 12_345;
        rows.timing.boards_per_second = Decimal(812.4);
        run.add(rows);
        let title = String::new();
        TitledRun { title, run }
    }

    #[test]
    fn the_line_tells_the_best_board() {
        assert_eq!(
            shown("MhCGK@_C?_?_?_?O?").text_at(15.0, 120),
            "00:00:15 [===========>                  ] 57/150 generations, best >= 5/2 \
             MhCGK@_C?_?_?_?O?, 812 boards/s, 24 s left"
        );
    }

    #[test]
    fn a_long_board_is_shortened_and_the_line_never_wraps() {
        let long = shown(&"MhCGK@_C?_".repeat(90));
        let texts = [79, 110, 70, 45].map(|width| long.text_at(15.0, width));
        assert_eq!(
            texts[0],
            "00:00:15 57/150 generations, best >= 5/2 MhCGK@_C?_Mh…, 812 boards/s, 24 s left"
        );
        assert_eq!(
            texts[1],
            "00:00:15 [===>      ] 57/150 generations, best >= 5/2 MhCGK@_C?_MhCGK@_C?_MhCGK@_C?_…, \
             812 boards/s, 24 s left"
        );
        assert_eq!(
            texts[2],
            "00:00:15 57/150 generations, best >= 5/2 MhCGK@_C?_MhCG…, 812 boards/s"
        );
        assert_eq!(texts[3], "00:00:15 57/150 generations, best >= 5/2 MhC…");
        for board in ["", "DQc", "MhCGK@_C?_?_?_?O?", long.run.board()] {
            for width in 0..200 {
                let text = shown(board).text_at(1e7, width);
                assert!(text.chars().count() <= width, "{width}: {text}");
            }
        }
    }

    #[test]
    fn bars_are_as_long_as_they_say() {
        let bars = [0.0, 0.5, 1.0].map(|fraction| bar(fraction, 4));
        assert_eq!(bars, ["[>   ] ", "[==> ] ", "[====] "]);
    }
}
