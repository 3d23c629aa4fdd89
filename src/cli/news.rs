//! News of a board that takes long: bounds that are proved while its value is worked on.

use super::limits::shortened;
use boilingpoint_boards::Board;
use boilingpoint_problem::Bounds;
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{Budget, Effort, can_enclose};
use boilingpoint_values::Dyadic;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time after which a board takes long, on a terminal. Elsewhere the first line comes as late as
/// the others.
const FIRST: Duration = Duration::from_secs(1);
/// The time between two lines.
const BETWEEN: Duration = Duration::from_secs(10);

/// The number of steps for the first bounds. Later bounds have four times as many each.
const STEPS: u64 = 300;

/// The bytes for the search for bounds.
const BYTES: usize = 32 << 20;

/// Prints lines on standard error until it is dropped: bounds first, then better bounds or the time.
pub struct News {
    stop: Arc<AtomicBool>,
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl News {
    /// Begins the news of a board, which was given as `text`. If no thread can be started, there
    /// are no news.
    pub fn of(ruleset: &'static dyn Ruleset, board: &Board, text: &str) -> News {
        let stop = Arc::new(AtomicBool::new(false));
        let (running, stopped) = channel::<()>();
        let budget = Budget {
            bytes: BYTES,
            stop: Some(stop.clone()),
            ..Budget::default()
        };
        let (board, text) = (board.clone(), shortened(text));
        let tell = move || {
            let begin = Instant::now();
            let mut wait = match std::io::stderr().is_terminal() {
                true => FIRST,
                false => BETWEEN,
            };
            let mut steps = STEPS;
            let mut best: Option<[Dyadic; 2]> = None;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = BETWEEN;
                let seconds = begin.elapsed().as_secs();
                let bounds = can_enclose(ruleset)
                    .then(|| Bounds::of_board(ruleset, &board, Effort::of(steps), &budget).ok())
                    .flatten();
                steps = steps.saturating_mul(4);
                let better = bounds
                    .map(|b| b.temperature)
                    .filter(|b| best.as_ref() != Some(b));
                best = better.or(best);
                match better {
                    _ if budget
                        .stop
                        .as_ref()
                        .is_some_and(|s| s.load(Ordering::Relaxed)) =>
                    {
                        return;
                    }
                    Some([least, most]) => print_note!(
                        "{text}: temperature {least} to {most}; {seconds} s, still at work on the value"
                    ),
                    None => print_note!("{text}: {seconds} s, still at work on the value"),
                }
            }
        };
        let thread = std::thread::Builder::new().spawn(tell).ok();
        News {
            stop,
            running: Some(running),
            thread,
        }
    }
}

impl Drop for News {
    /// Ends the news, so that no line comes after the answer.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.running = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
