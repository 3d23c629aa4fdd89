//! The terminal during the full-screen view. It is restored whenever the view ends, also after an
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

/// The target of drawing. Each frame is written as a whole.
pub type Canvas = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// A terminal that the view has taken over. The terminal is restored when this value is dropped.
pub struct Takeover {
    state: Arc<TerminalState>,
}

/// The state that the view shares with the panic hook.
#[derive(Default)]
struct TerminalState {
    taken: AtomicBool,
    /// Locked while a frame is written. So no frame is written after the terminal was restored.
    drawing: Mutex<()>,
}

impl Takeover {
    /// Takes over the terminal.
    pub fn begin() -> io::Result<(Takeover, Canvas)> {
        let state = Arc::new(TerminalState::default());
        let takeover = Takeover {
            state: state.clone(),
        };
        give_back_on_panic(state.clone());
        state.taken.store(true, Ordering::SeqCst);
        // From here on, dropping `takeover` undoes each of these steps.
        enable_raw_mode()?;
        execute!(io::stderr(), EnterAlternateScreen)?;
        let canvas = Terminal::new(CrosstermBackend::new(BufWriter::new(io::stderr())))?;
        Ok((takeover, canvas))
    }

    /// Draws, unless the terminal has been restored.
    pub fn draw(&self, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let _drawing = self.state.drawing.lock();
        if !self.state.taken.load(Ordering::SeqCst) {
            return Err(io::Error::other("the terminal was restored"));
        }
        work()
    }

    /// Restores the terminal. Nothing is drawn on it afterwards.
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
    /// Restores the terminal. Only the first call has an effect.
    fn give_back(&self) {
        if !self.taken.swap(false, Ordering::SeqCst) {
            return;
        }
        self.wait_for_frame();
        // Errors are ignored: the terminal may be closed.
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }

    /// Waits until no frame is being written, but for at most 0.1 s: the thread that panics may
    /// itself be writing a frame.
    fn wait_for_frame(&self) {
        for _ in 0..20 {
            if !matches!(self.drawing.try_lock(), Err(TryLockError::WouldBlock)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Makes a panic restore the terminal before it prints its message.
fn give_back_on_panic(state: Arc<TerminalState>) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        state.give_back();
        before(info);
    }));
}
