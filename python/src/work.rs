//! Runs long work without the interpreter's lock, on a thread with a deep stack, until it is done
//! or Ctrl-C is pressed.

use crate::error;
use crate::functions::Watch;
use boilingpoint_memory::enter;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The stack of a thread that does work, in bytes. Pages that are never touched use no memory.
const STACK: usize = 256 << 20;

/// The time between two looks for a signal.
const PAUSE: Duration = Duration::from_millis(50);

/// The time that work has to end after it was told to stop. Then it is left to itself.
const GRACE: Duration = Duration::from_millis(700);

/// Work in progress on a thread of its own.
pub struct Work<T> {
    stop: Arc<AtomicBool>,
    result: Receiver<std::thread::Result<T>>,
    watch: Watch,
}

impl<T: Send + 'static> Work<T> {
    /// Begins work. The work gets the flag that tells it to stop.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn begin(work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static) -> PyResult<Work<T>> {
        Work::begin_stopped_by(Arc::default(), work)
    }

    /// Begins work that this flag stops.
    ///
    /// # Errors
    /// As [`Work::begin`].
    pub fn begin_stopped_by(
        stop: Arc<AtomicBool>,
        work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> PyResult<Work<T>> {
        let watch = Watch::begin();
        let (sender, result) = channel();
        let flag = stop.clone();
        let run = move || {
            enter(STACK);
            let work = std::panic::AssertUnwindSafe(|| work(flag));
            // The receiver is gone if the work was left to itself.
            let _ = sender.send(std::panic::catch_unwind(work));
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread
            .spawn(run)
            .map_err(|e| error::input(format!("cannot start a thread: {e}")))?;
        Ok(Work {
            stop,
            result,
            watch,
        })
    }

    /// Waits for a while. The result is there if the work is done.
    ///
    /// # Errors
    /// When a signal raises an exception, or the work panics.
    pub fn wait(&mut self, py: Python<'_>, pause: Duration) -> PyResult<Option<T>> {
        let result = &mut self.result;
        let received = py.detach(move || result.recv_timeout(pause));
        match received {
            Ok(Ok(done)) => self.watch.check(py).map(|()| Some(done)),
            Ok(Err(panic)) => Err(error::internal(&*panic)),
            Err(RecvTimeoutError::Timeout) => py.check_signals().map(|()| None),
            Err(RecvTimeoutError::Disconnected) => Err(error::InternalError::new_err(
                "the work ended without a result",
            )),
        }
    }

    /// Tells the work to stop, and waits a little for its end.
    pub fn stop(&mut self, py: Python<'_>) -> Option<T> {
        self.stop.store(true, Ordering::Relaxed);
        let result = &mut self.result;
        let received = py.detach(move || result.recv_timeout(GRACE).ok());
        received?.ok()
    }

    /// Waits until the work is done.
    ///
    /// # Errors
    /// As [`Work::wait`]. The work has been told to stop then.
    pub fn finish(self, py: Python<'_>) -> PyResult<T> {
        self.finish_while(py, |_| Ok(()))
    }

    /// Waits until the work is done, and calls `meanwhile` now and then.
    ///
    /// # Errors
    /// As [`Work::finish`], and the errors of `meanwhile`.
    pub fn finish_while(
        mut self,
        py: Python<'_>,
        mut meanwhile: impl FnMut(Python<'_>) -> PyResult<()>,
    ) -> PyResult<T> {
        loop {
            let done = self
                .wait(py, PAUSE)
                .and_then(|done| meanwhile(py).map(|()| done));
            match done {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => {}
                Err(error) => {
                    self.stop(py);
                    return Err(error);
                }
            }
        }
    }
}

/// Runs work to its end.
///
/// # Errors
/// As [`Work::finish`].
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    Work::begin(work)?.finish(py)
}

/// Runs short work on a thread with a deep stack, and waits for it with the interpreter's lock.
///
/// # Errors
/// When the operating system cannot start a thread, or the work panics.
pub fn deeply<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let guarded = || std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    let done = boilingpoint_memory::with_stack(STACK, guarded);
    let done = done.map_err(|e| error::input(format!("cannot start a thread: {e}")))?;
    done.map_err(|panic| error::internal(&*panic))
}
