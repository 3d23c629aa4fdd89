//! A limit on the time of a computation.
//!
//! In WebAssembly no other thread can set the flag. There the limit is a time of the clock, and the
//! computation asks [`is_over`] where it looks at its flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Sets a flag when a time is over, which ends a computation. Clears the flag when the limit is
/// dropped, so that the next computation can begin.
pub struct TimeLimit {
    flag: Arc<AtomicBool>,
    #[cfg(not(target_family = "wasm"))]
    timer: Option<super::Timer>,
    #[cfg(target_family = "wasm")]
    before: Option<Duration>,
}

#[cfg(not(target_family = "wasm"))]
impl TimeLimit {
    /// Sets `flag` after this time.
    pub fn after(time: Duration, flag: &Arc<AtomicBool>) -> TimeLimit {
        TimeLimit {
            flag: flag.clone(),
            timer: Some(super::Timer::start(time, flag.clone())),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for TimeLimit {
    fn drop(&mut self) {
        self.timer = None;
        self.flag.store(false, Ordering::Relaxed);
    }
}

/// Whether the time of the computation on this thread is over, where only a clock can tell. Where
/// threads exist, a timer sets the flag, and the answer is `false`.
#[cfg(not(target_family = "wasm"))]
#[inline]
pub fn is_over() -> bool {
    false
}

#[cfg(target_family = "wasm")]
mod by_clock {
    use super::*;
    use crate::now;
    use std::cell::Cell;

    /// The number of questions of which one asks the clock, which is slow.
    const QUESTIONS: u32 = 64;

    thread_local! {
        static END: Cell<Option<Duration>> = const { Cell::new(None) };
        static ASKED: Cell<u32> = const { Cell::new(0) };
        static IS_OVER: Cell<bool> = const { Cell::new(false) };
    }

    impl TimeLimit {
        /// Ends the computation after this time, or when a limit around this one ends.
        pub fn after(time: Duration, flag: &Arc<AtomicBool>) -> TimeLimit {
            let end = now().saturating_add(time);
            let before = END.get();
            END.set(Some(before.map_or(end, |before| before.min(end))));
            IS_OVER.set(false);
            TimeLimit {
                flag: flag.clone(),
                before,
            }
        }
    }

    impl Drop for TimeLimit {
        fn drop(&mut self) {
            END.set(self.before);
            IS_OVER.set(false);
            self.flag.store(false, Ordering::Relaxed);
        }
    }

    /// Whether the time of the computation is over.
    pub fn is_over() -> bool {
        let asked = ASKED.get().wrapping_add(1);
        ASKED.set(asked);
        if !IS_OVER.get() && asked % QUESTIONS == 0 {
            IS_OVER.set(END.get().is_some_and(|end| now() > end));
        }
        IS_OVER.get()
    }
}

#[cfg(target_family = "wasm")]
pub use by_clock::is_over;
