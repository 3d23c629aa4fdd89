//! The line at the foot of a terminal while a run goes on. It is made anew whenever it is drawn, as
//! wide as the terminal is then, so that it never wraps.

use super::limits::Limits;
use super::text::{about, clock, shorten};
use crate::run::Sight;
use crate::run::config::Plan;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use ratatui::crossterm::terminal;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest bar, and a short one.
const BARS: [usize; 2] = [30, 10];
/// So much of a board, and a space, are worth more than what else the line tells.
const BOARD: usize = 13;

/// How a run stands, as the line tells it.
#[derive(Clone)]
struct Latest {
    title: String,
    limits: Limits,
    generation: u64,
    boards_valued: u64,
    boards_per_second: f64,
    best: Option<String>,
    board: Option<String>,
    elapsed: f64,
    /// When that was so.
    at: Instant,
}

/// The line of a run; gone when it is dropped.
pub struct Line {
    bar: ProgressBar,
    latest: Arc<Mutex<Latest>>,
}

impl Line {
    /// The line of a run that has taken so many seconds, after a title.
    pub fn new(plan: &Plan, title: String, elapsed: f64) -> Line {
        let latest = Arc::new(Mutex::new(Latest {
            title,
            limits: Limits::new(plan),
            generation: 0,
            boards_valued: 0,
            boards_per_second: 0.0,
            best: None,
            board: None,
            elapsed,
            at: Instant::now(),
        }));
        let shown = latest.clone();
        let draw = move |_: &ProgressState, out: &mut dyn Write| {
            let latest = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let width = terminal::size().map_or(80, |(columns, _)| usize::from(columns));
            // Some terminals wrap a line that is full.
            let _ = out.write_str(&latest.text(width.saturating_sub(1)));
        };
        let bar = ProgressBar::new(plan.search.generations);
        let style = ProgressStyle::with_template("{line}").expect("a valid template");
        bar.set_style(style.with_key("line", draw));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Line { bar, latest }
    }

    /// Shows how the run stands.
    pub fn show(&self, sight: &Sight) {
        {
            let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
            latest.generation = sight.generation;
            latest.boards_valued = sight.boards_valued;
            latest.boards_per_second = sight.boards_per_second;
            latest.best.clone_from(&sight.best);
            latest.board.clone_from(&sight.board);
            latest.elapsed = sight.elapsed;
            latest.at = Instant::now();
        }
        self.bar.set_position(sight.generation);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Latest {
    /// The line now, at most so wide.
    fn text(&self, width: usize) -> String {
        self.text_at(self.elapsed + self.at.elapsed().as_secs_f64(), width)
    }

    /// The line after so many seconds. The board takes what the rest leaves it; for its first
    /// letters the end of the line gives way, and the bar is there if it takes nothing from it.
    fn text_at(&self, elapsed: f64, width: usize) -> String {
        let stand = (self.limits).stand(self.generation, self.boards_valued, elapsed);
        let best = shorten(self.best.as_deref().unwrap_or("none"), 32);
        let (done, all) = (self.generation, self.limits.generations);
        let head = format!("{}{} ", self.title, clock(elapsed));
        let middle = format!("{done}/{all} generations, best {best}");
        let room = width.saturating_sub(head.chars().count() + middle.chars().count());
        let board = self.board.as_deref().unwrap_or("");
        let wanted = (board.len() + 1).min(BOARD);
        let tail = self.tails(stand.left);
        let tail = tail.into_iter().find(|tail| tail.len() + wanted <= room);
        let tail = tail.unwrap_or_default();
        let room = room - tail.len().min(room);
        let fits = |cells: &&usize| **cells + 3 + wanted <= room;
        let cells = BARS.iter().find(fits);
        let bar = cells.map_or(String::new(), |&cells| bar(stand.fraction, cells));
        let board = shorten(board, room.saturating_sub(bar.len() + 1));
        let gap = if board.is_empty() { "" } else { " " };
        shorten(&format!("{head}{bar}{middle}{gap}{board}{tail}"), width)
    }

    /// The ends that the line may have, the fullest first.
    fn tails(&self, left: Option<f64>) -> Vec<String> {
        let rate = format!(", {:.0} boards/s", self.boards_per_second);
        let full = left.map(|left| format!("{rate}, {} left", about(left)));
        full.into_iter().chain([rate]).collect()
    }
}

/// A bar of so many cells.
fn bar(fraction: f64, cells: usize) -> String {
    let done = ((fraction * cells as f64) as usize).min(cells);
    let head = if done < cells { ">" } else { "" };
    let rest = cells.saturating_sub(done + 1);
    format!("[{}{head}{}] ", "=".repeat(done), " ".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latest(board: &str) -> Latest {
        Latest {
            title: String::new(),
            limits: Limits {
                generations: 150,
                seconds: 60,
                boards: 0,
            },
            generation: 57,
            boards_valued: 12_345,
            boards_per_second: 812.4,
            best: Some(">= 5/2".into()),
            board: Some(board.into()),
            elapsed: 0.0,
            at: Instant::now(),
        }
    }

    #[test]
    fn the_line_tells_the_best_board() {
        assert_eq!(
            latest("MhCGK@_C?_?_?_?O?").text_at(15.0, 120),
            "00:00:15 [===========>                  ] 57/150 generations, best >= 5/2 \
             MhCGK@_C?_?_?_?O?, 812 boards/s, 24 s left"
        );
    }

    #[test]
    fn a_long_board_is_shortened_and_the_line_never_wraps() {
        let long = latest(&"MhCGK@_C?_".repeat(90));
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
        for board in [
            "",
            "DQc",
            "MhCGK@_C?_?_?_?O?",
            long.board.as_deref().unwrap_or(""),
        ] {
            for width in 0..200 {
                let text = latest(board).text_at(1e7, width);
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
