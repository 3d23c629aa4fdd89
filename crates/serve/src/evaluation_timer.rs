//! Ends an evaluation after a time.

use boilingpoint_search::Timer;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Sets a flag when a time is over, which stops an evaluation. Clears the flag when the timer is
/// dropped, so that the next evaluation can begin.
pub struct EvaluationTimer {
    flag: Arc<AtomicBool>,
    timer: Option<Timer>,
}

impl EvaluationTimer {
    /// Sets `flag` after this time.
    pub fn after(time: Duration, flag: &Arc<AtomicBool>) -> EvaluationTimer {
        EvaluationTimer {
            flag: flag.clone(),
            timer: Some(Timer::start(time, flag.clone())),
        }
    }
}

impl Drop for EvaluationTimer {
    fn drop(&mut self) {
        self.timer = None;
        self.flag.store(false, Ordering::Relaxed);
    }
}
