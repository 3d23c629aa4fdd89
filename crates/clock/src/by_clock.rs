//! Timers where there are no threads: they ask the clock.

use crate::now;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A limit of time. No thread sets its flag: its owner asks [`Timer::is_over`].
pub struct Timer {
    end: Duration,
}

impl Timer {
    /// Starts a timer. The flag is not used.
    pub fn start(time: Duration, _: Arc<AtomicBool>) -> Timer {
        let end = now().saturating_add(time);
        Timer { end }
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        now() > self.end
    }

    /// Ends the timer. It has set no flag.
    pub fn end(self) -> bool {
        false
    }
}
