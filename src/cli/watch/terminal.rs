//! The terminal while it is drawn on, and as it was before: on the way out of every end, be it an
//! error or a panic.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, BufWriter, Stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

/// What is drawn on: a frame is written at once.
pub type Canvas = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// The terminal, taken over; given back when this is dropped.
pub struct Takeover {
    state: Arc<TerminalState>,
}

/// Shared with the hook of panics.
#[derive(Default)]
struct TerminalState {
    /// Whether the terminal is taken over.
    taken: AtomicBool,
    /// Held while a frame is written, so that none is written after the terminal was given back.
    drawing: Mutex<()>,
}

impl Takeover {
    /// Takes the terminal over.
    pub fn begin() -> io::Result<(Takeover, Canvas)> {
        let state = Arc::new(TerminalState::default());
        let takeover = Takeover {
            state: state.clone(),
        };
        give_back_on_panic(state.clone());
        state.taken.store(true, Ordering::SeqCst);
        // From here on, dropping the takeover undoes whatever was done.
        enable_raw_mode()?;
        execute!(io::stderr(), EnterAlternateScreen)?;
        let canvas = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stderr())))?;
        Ok((takeover, canvas))
    }

    /// Draws, unless the terminal was given back.
    pub fn draw(&self, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let _drawing = self.state.drawing.lock();
        if !self.state.taken.load(Ordering::SeqCst) {
            return Err(io::Error::other("the terminal was given back"));
        }
        work()
    }

    /// Gives the terminal back; nothing is drawn on it any more.
    pub fn end(&self) {
        self.state.give_back();
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        self.end();
    }
}

impl TerminalState {
    /// Leaves the terminal as it was; once.
    fn give_back(&self) {
        if !self.taken.swap(false, Ordering::SeqCst) {
            return;
        }
        self.wait_for_frame();
        // A terminal that has gone away is left to itself.
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }

    /// Waits until no frame is being written; but not for ever, since whoever panics may be the one
    /// who writes it.
    fn wait_for_frame(&self) {
        for _ in 0..20 {
            if !matches!(self.drawing.try_lock(), Err(TryLockError::WouldBlock)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A panic gives the terminal back before it says what it has to say.
fn give_back_on_panic(state: Arc<TerminalState>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        state.give_back();
        before(info);
    }));
}
