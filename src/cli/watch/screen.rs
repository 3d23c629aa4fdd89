//! The full-screen view. A thread draws the latest state of the run and reads keys. The search
//! waits for this thread only while a view is copied.

use super::draw::{FrameView, Styles, draw};
use super::run::LiveRun;
use super::terminal::{Canvas, Takeover};
use crate::cli::signals::{Signals, StopRequest};
use boilingpoint_record::rows::GenerationRows;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(125);
/// The longest time between two frames. It lets the clock on the screen move.
const TICK: Duration = Duration::from_secs(1);
/// The time between two checks whether the run has ended.
const KEY_WAIT: Duration = Duration::from_millis(25);
/// The time that the end of a run waits for the view's thread. The time is limited, since reading
/// keys from a closed terminal may never return.
const JOIN_TIMEOUT: Duration = Duration::from_millis(500);

/// The full-screen view of a run. The terminal is restored when this value is dropped.
pub struct Screen {
    shared: Arc<ScreenState>,
    thread: Option<JoinHandle<()>>,
    takeover: Arc<Takeover>,
}

/// The state that the search and the view share.
struct ScreenState {
    latest: Mutex<Latest>,
    over: AtomicBool,
}

/// The run after its latest generation.
#[derive(Clone)]
struct Latest {
    run: LiveRun,
    /// The number of generations that were added to the run.
    version: u64,
}

impl Screen {
    /// Takes over the terminal and shows a run that is about to begin.
    ///
    /// # Errors
    /// If the terminal cannot be drawn on. The terminal is then restored.
    pub fn open(run: LiveRun, signals: Signals) -> io::Result<Screen> {
        let latest = Latest { run, version: 0 };
        let shared = Arc::new(ScreenState {
            latest: Mutex::new(latest.clone()),
            over: AtomicBool::new(false),
        });
        let (takeover, canvas) = Takeover::begin()?;
        let takeover = Arc::new(takeover);
        signals.set_quiet(true);
        let show = ScreenThread {
            shared: shared.clone(),
            signals,
            takeover: takeover.clone(),
            canvas,
            latest,
            drawn: None,
            help: false,
            styles: Styles::from_environment(),
        };
        let thread = std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || show.run())?;
        Ok(Screen {
            shared,
            thread: Some(thread),
            takeover,
        })
    }

    pub fn add(&self, rows: GenerationRows) {
        let mut latest = self.shared.lock();
        latest.run.add(rows);
        latest.version += 1;
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        let began = Instant::now();
        while self.thread.as_ref().is_some_and(|t| !t.is_finished())
            && began.elapsed() < JOIN_TIMEOUT
        {
            std::thread::sleep(KEY_WAIT / 5);
        }
        self.takeover.end();
        // If the view has panicked, it has printed its message. The panic does not concern the
        // search.
        let done = self.thread.take().filter(JoinHandle::is_finished);
        let _ = done.map(JoinHandle::join);
    }
}

impl Drop for ScreenThread {
    /// Turns messages on Ctrl-C on again, however the view has ended.
    fn drop(&mut self) {
        self.signals.set_quiet(false);
    }
}

impl ScreenState {
    fn lock(&self) -> std::sync::MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of the view's thread.
struct ScreenThread {
    shared: Arc<ScreenState>,
    signals: Signals,
    takeover: Arc<Takeover>,
    canvas: Canvas,
    latest: Latest,
    /// The time of the last frame. If it is `None`, a frame is drawn as soon as possible.
    drawn: Option<Instant>,
    help: bool,
    styles: Styles,
}

impl ScreenThread {
    /// Draws and reads keys until the run ends or the terminal is closed.
    fn run(mut self) {
        let mut next = Instant::now();
        while !self.shared.over.load(Ordering::Relaxed) {
            let now = Instant::now();
            if now >= next && self.is_stale(now) {
                next = now + FRAME;
                if self.frame(now).is_err() {
                    return;
                }
            }
            match event::poll(KEY_WAIT) {
                Ok(false) => {}
                Ok(true) => match event::read() {
                    Ok(event) => self.handle(&event),
                    Err(_) => return,
                },
                Err(_) => return,
            }
        }
    }

    /// Whether the frame on the screen is out of date.
    fn is_stale(&mut self, now: Instant) -> bool {
        let latest = self.shared.lock();
        if latest.version != self.latest.version {
            self.latest = latest.clone();
            return true;
        }
        self.drawn.is_none_or(|drawn| now - drawn >= TICK)
    }

    fn frame(&mut self, now: Instant) -> io::Result<()> {
        let under_way = (now - self.latest.run.at).as_secs_f64();
        let view = FrameView {
            elapsed: self.latest.run.elapsed + under_way,
            under_way,
            asked: self.signals.asked(),
            help: self.help,
            styles: self.styles,
        };
        let (canvas, run) = (&mut self.canvas, &self.latest.run);
        self.drawn = Some(now);
        self.takeover
            .draw(|| canvas.draw(|frame| draw(frame, run, &view)).map(|_| ()))
    }

    fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Resize(..) => {}
            _ => return,
        }
        self.drawn = None;
    }

    fn press(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('q') if !control => self.stop(),
            KeyCode::Char('c') if control => self.stop(),
            KeyCode::Char('?') => self.help = !self.help,
            KeyCode::Esc => self.help = false,
            _ => {}
        }
    }

    /// Stops the search after the generation, as Ctrl-C does. The second call stops the search at
    /// once.
    fn stop(&self) {
        if self.signals.asked() != StopRequest::Abort {
            self.signals.ask();
        }
    }
}
