//! Ctrl-C once: finish the generation. Twice: stop at once.

use crate::run::Control;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What Ctrl-C has asked of this process so far.
pub struct Signals {
    finish: Arc<AtomicBool>,
    /// Of the run that is under way. Each run has its own, since its clock sets it as well.
    abort: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Signals {
    /// Listens for Ctrl-C from now on.
    pub fn listen() -> Signals {
        let signals = Signals {
            finish: Arc::default(),
            abort: Arc::default(),
        };
        let (finish, abort) = (signals.finish.clone(), signals.abort.clone());
        // Only the first handler of a process can be set; a second one would hear nothing.
        let _ = ctrlc::set_handler(move || {
            if finish.swap(true, Ordering::Relaxed) {
                let abort = abort.lock().unwrap_or_else(PoisonError::into_inner);
                abort.store(true, Ordering::Relaxed);
            } else {
                eprintln!("\nstopping after this generation; press Ctrl-C again to stop at once");
            }
        });
        signals
    }

    /// The control of the run that comes next.
    pub fn control(&self) -> Control {
        let control = Control {
            finish: self.finish.clone(),
            abort: Arc::default(),
        };
        let mut abort = self.abort.lock().unwrap_or_else(PoisonError::into_inner);
        *abort = control.abort.clone();
        control
    }

    /// Whether to stop.
    pub fn stopping(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }
}
