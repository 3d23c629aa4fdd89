//! Room for work that needs much memory for a time: counting positions, deciding a winner,
//! enclosing a board, checking a record.
//!
//! Each piece of work takes a [`Share`]. A share is small at first. A share that grows beyond
//! [`SMALL`] becomes the one large share of the process. If there is no room, the thread waits
//! until another one is done. So results never depend on the number of threads, and the pieces of
//! work together never need more memory than the room.
//!
//! No thread waits for ever: the holder of the large share waits for nothing, the holders of small
//! shares wait only for the large share, and a thread that has a share takes no second one.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes of a small share.
pub const SMALL: usize = 16 << 20;

struct Room {
    taken: Mutex<Taken>,
    freed: Condvar,
}

struct Taken {
    small: usize,
    /// The greatest number of small shares at the same time.
    most: usize,
    large: bool,
}

static ROOM: Room = Room {
    taken: Mutex::new(Taken {
        small: 0,
        most: usize::MAX,
        large: false,
    }),
    freed: Condvar::new(),
};

thread_local! {
    static HAS_SHARE: Cell<bool> = const { Cell::new(false) };
    static HAS_LARGE: Cell<bool> = const { Cell::new(false) };
}

impl Room {
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn when(&self, there_is_room: impl Fn(&Taken) -> bool) -> MutexGuard<'_, Taken> {
        let mut taken = self.lock();
        while !there_is_room(&taken) {
            taken = self
                .freed
                .wait(taken)
                .unwrap_or_else(PoisonError::into_inner);
        }
        taken
    }
}

/// Sets the room for small shares, in bytes. At least one small share is always granted.
pub fn set_room(bytes: usize) {
    ROOM.lock().most = (bytes / SMALL).max(1);
    ROOM.freed.notify_all();
}

/// A share of the room, which ends when it is dropped. It has to be dropped on the thread that took
/// it.
#[derive(Debug)]
pub struct Share {
    small: bool,
    large: bool,
}

impl Share {
    /// Takes a small share; waits until there is room for it. If the thread has a share, that one
    /// serves for both.
    pub fn take() -> Share {
        let small = !HAS_SHARE.replace(true);
        if small {
            ROOM.when(|taken| taken.small < taken.most).small += 1;
        }
        Share {
            small,
            large: false,
        }
    }

    /// Notes that the work needs `bytes` bytes in all. If these are more than [`SMALL`], waits
    /// until this share can be the large one.
    pub fn hold(&mut self, bytes: usize) {
        if bytes > SMALL && !HAS_LARGE.get() {
            ROOM.when(|taken| !taken.large).large = true;
            HAS_LARGE.set(true);
            self.large = true;
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = ROOM.lock();
        if self.large {
            taken.large = false;
            HAS_LARGE.set(false);
        }
        if self.small {
            taken.small -= 1;
            HAS_SHARE.set(false);
        }
        ROOM.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Of many threads, one at a time is large.
    #[test]
    fn one_share_is_large() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut share = Share::take();
                    let mut within = Share::take();
                    within.hold(SMALL + 1);
                    share.hold(2 * SMALL);
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_millis(2));
                    now.fetch_sub(1, Ordering::SeqCst);
                    drop(within);
                    drop(share);
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
    }
}
