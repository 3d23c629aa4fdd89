//! Ctrl-C once: finish the generation, or what else is under way. Twice: stop at once.

use crate::search::Control;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What has been asked of the search under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRequest {
    /// To go on.
    Nothing,
    /// To finish the generation and stop.
    Finish,
    /// To stop at once.
    Abort,
}

/// What Ctrl-C has asked of this process so far. Clones are of the same process.
#[derive(Clone)]
pub struct Signals {
    finish: Arc<AtomicBool>,
    /// Of the run that is under way. Each run has its own, since its clock sets it as well.
    abort: Arc<Mutex<Arc<AtomicBool>>>,
    /// Whether nothing may be printed, since the screen is drawn on.
    quiet: Arc<AtomicBool>,
    /// What is finished first.
    under_way: &'static str,
}

impl Signals {
    /// Listens for Ctrl-C from now on; a generation is finished first.
    pub fn listen() -> Signals {
        Signals::listen_while("generation")
    }

    /// Listens for Ctrl-C from now on; what is `under_way` is finished first.
    pub fn listen_while(under_way: &'static str) -> Signals {
        let signals = Signals {
            under_way,
            finish: Arc::default(),
            abort: Arc::default(),
            quiet: Arc::default(),
        };
        let heard = signals.clone();
        // Only the first handler of a process can be set; a second one would hear nothing.
        let _ = ctrlc::set_handler(move || heard.hear());
        signals
    }

    /// Asks to finish the generation; the second time, to stop at once.
    pub fn ask(&self) -> StopRequest {
        if !self.finish.swap(true, Ordering::Relaxed) {
            return StopRequest::Finish;
        }
        let abort = self.abort.lock().unwrap_or_else(PoisonError::into_inner);
        abort.store(true, Ordering::Relaxed);
        StopRequest::Abort
    }

    /// Asks, and says what happens next.
    fn hear(&self) {
        if self.ask() == StopRequest::Finish && !self.quiet.load(Ordering::Relaxed) {
            let under_way = self.under_way;
            let text =
                format!("\nstopping after this {under_way}; press Ctrl-C again to stop at once");
            // A terminal that has gone away is one of the reasons to be here.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Whether signals are heard without a word, since the screen is drawn on.
    pub fn set_quiet(&self, quiet: bool) {
        self.quiet.store(quiet, Ordering::Relaxed);
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

    /// What has been asked so far.
    pub fn asked(&self) -> StopRequest {
        let abort = self.abort.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.stopping(), abort.load(Ordering::Relaxed)) {
            (false, _) => StopRequest::Nothing,
            (true, false) => StopRequest::Finish,
            (true, true) => StopRequest::Abort,
        }
    }
}
