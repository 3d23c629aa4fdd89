//! Timers that set a flag, and the limits of time of boards.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A timer that sets a flag when its time is over, unless it is ended or dropped before.
pub struct Timer {
    over: Arc<AtomicBool>,
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
    /// Starts a timer. When its time is over, it sets `flag`, and [`Timer::is_over`] returns
    /// `true`.
    pub fn start(time: Duration, flag: Arc<AtomicBool>) -> Timer {
        let over = Arc::new(AtomicBool::new(false));
        let (running, stopped) = channel::<()>();
        let set = over.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                set.store(true, Ordering::Relaxed);
                // The flag is set last: see `is_over`.
                flag.store(true, Ordering::Release);
            }
        });
        Timer {
            over,
            running: Some(running),
            thread: Some(thread),
        }
    }

    /// Whether the time is over. The flag is set after this becomes true. So a thread that has seen
    /// the flag set by the timer, and then calls this, gets `true`.
    pub fn is_over(&self) -> bool {
        // With the release above, the fence orders also a relaxed load of the flag before this one.
        fence(Ordering::Acquire);
        self.over.load(Ordering::Relaxed)
    }

    /// Ends the timer. Returns whether it has set its flag; it does not set the flag afterwards.
    pub fn end(mut self) -> bool {
        self.join();
        self.is_over()
    }

    fn join(&mut self) {
        self.running = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// Lets the timer run until its time is over or the process ends.
    pub fn detach(mut self) {
        std::mem::forget(self.running.take());
        self.thread = None;
    }
}

impl Drop for Timer {
    /// Waits for the timer's thread, so that it sets no flag afterwards.
    fn drop(&mut self) {
        self.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    #[test]
    fn a_timer_that_is_dropped_sets_nothing() {
        let stopped = flag();
        let timer = Timer::start(Duration::from_secs(3600), stopped.clone());
        assert!(!timer.is_over());
        drop(timer);
        assert!(!stopped.load(Ordering::Relaxed));
    }

    #[test]
    fn a_timer_that_is_over_sets_its_flag() {
        let stopped = flag();
        let timer = Timer::start(Duration::ZERO, stopped.clone());
        while !stopped.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert!(timer.is_over());
        let stopped = flag();
        Timer::start(Duration::ZERO, stopped.clone()).detach();
        while !stopped.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }
}
