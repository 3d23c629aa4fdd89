//! Handles Ctrl-C. The first Ctrl-C lets the generation (or another unit of work) finish, the
//! second stops the command at once.

use boilingpoint_search::Control;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The request that Ctrl-C makes to the running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRequest {
    Nothing,
    /// Finish the generation, then stop.
    Finish,
    Abort,
}

/// The requests that Ctrl-C has made so far. Clones of this value share the requests.
#[derive(Clone)]
pub struct Signals {
    finish: Arc<AtomicBool>,
    abort: Arc<AtomicBool>,
    /// The flags of the runs in progress. Each run has a flag of its own, since its timer sets it,
    /// too.
    runs: Arc<Mutex<Vec<Weak<AtomicBool>>>>,
    /// Whether messages are off, because a full-screen view is open.
    quiet: Arc<AtomicBool>,
    /// The name of the work that the first Ctrl-C lets finish. The message uses this name.
    under_way: &'static str,
}

impl Signals {
    /// Handles Ctrl-C from now on. The first Ctrl-C lets the generation finish.
    pub fn listen() -> Signals {
        Signals::listen_while("generation")
    }

    /// Handles Ctrl-C from now on. The first Ctrl-C lets the work with the name `under_way` finish.
    pub fn listen_while(under_way: &'static str) -> Signals {
        let signals = Signals {
            under_way,
            finish: Arc::default(),
            abort: Arc::default(),
            runs: Arc::default(),
            quiet: Arc::default(),
        };
        let handler = signals.clone();
        // A process can set only one handler. If a later call fails, Ctrl-C does not change its
        // signals.
        let _ = ctrlc::set_handler(move || handler.handle());
        signals
    }

    /// Requests to finish the generation. The second call requests to stop at once.
    pub fn ask(&self) -> StopRequest {
        if !self.finish.swap(true, Ordering::Relaxed) {
            return StopRequest::Finish;
        }
        self.abort.store(true, Ordering::Relaxed);
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        for run in runs.iter().filter_map(Weak::upgrade) {
            run.store(true, Ordering::Relaxed);
        }
        StopRequest::Abort
    }

    /// Lets the generations of all runs finish, without a message.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// Makes the next request, and prints what happens now.
    fn handle(&self) {
        if self.ask() == StopRequest::Finish && !self.quiet.load(Ordering::Relaxed) {
            let under_way = self.under_way;
            let text =
                format!("\nstopping after this {under_way}; press Ctrl-C again to stop at once");
            // Writing may fail: a terminal that closes sends this signal, too.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Turns messages on Ctrl-C off, for as long as a full-screen view is open.
    pub fn set_quiet(&self, quiet: bool) {
        self.quiet.store(quiet, Ordering::Relaxed);
    }

    /// The control of a run that begins.
    pub fn control(&self) -> Control {
        let control = Control {
            finish: self.finish.clone(),
            abort: Arc::default(),
            counting: Arc::default(),
        };
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|run| run.strong_count() > 0);
        runs.push(Arc::downgrade(&control.abort));
        control
    }

    pub fn stopping(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }

    /// The latest request.
    pub fn asked(&self) -> StopRequest {
        match (self.stopping(), self.abort.load(Ordering::Relaxed)) {
            (false, _) => StopRequest::Nothing,
            (true, false) => StopRequest::Finish,
            (true, true) => StopRequest::Abort,
        }
    }
}
