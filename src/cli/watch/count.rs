//! The line at the foot of a terminal while small orders are counted.

use boilingpoint_search::Control;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// The time from one drawing to the next.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a count. The line is cleared when this value is dropped.
pub struct CountLine(ProgressBar);

impl CountLine {
    /// The line of a run with this control, after a title.
    pub fn new(control: &Control, title: String) -> CountLine {
        let bar = ProgressBar::new_spinner();
        let counting = control.counting.clone();
        let draw = move |_: &ProgressState, out: &mut dyn Write| {
            if let Some(text) = counting.text() {
                let _ = write!(out, "{title}{text}");
            }
        };
        let style = ProgressStyle::with_template("{line}").expect("a valid template");
        bar.set_style(style.with_key("line", draw));
        if !bar.is_hidden() {
            bar.enable_steady_tick(TICK);
        }
        CountLine(bar)
    }
}

impl Drop for CountLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
