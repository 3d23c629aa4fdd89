//! The limit of time of a run.

use super::super::backend::Control;
use boilingpoint_clock::{Timer, time_of_day};
use boilingpoint_plan::Plan;
use std::time::Duration;

/// Starts a timer that aborts the run when it has taken `budget.seconds`. The run has already taken
/// `elapsed` seconds. `None` if there is no limit.
pub(super) fn run_timer(plan: &Plan, elapsed: f64, control: &Control) -> Option<Timer> {
    let left = (plan.budget.seconds as f64 - elapsed).max(0.0);
    let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
    let start = || Timer::start(left, control.abort.clone());
    (plan.budget.seconds > 0).then(start)
}

/// The current time in UTC, in the manifest's format.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(time_of_day()).to_string()
}

/// The time since a moment of the clock.
pub(super) fn since(moment: Duration) -> Duration {
    boilingpoint_clock::now().saturating_sub(moment)
}
