//! Boards of an iterable of Python as a stream of lines, which another thread reads.

use crate::arguments;
use crate::boards::board_of;
use crate::error;
use crate::work::Work;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// The bytes of the lines that are sent at once, and the number of such parcels that wait.
const PARCEL: usize = 1 << 16;
const WAITING: usize = 8;

/// The time between two attempts to send a parcel.
const PAUSE: Duration = Duration::from_millis(5);

/// The end of the stream that is read.
pub struct Lines {
    parcels: Receiver<String>,
    parcel: Vec<u8>,
    at: usize,
}

/// A stream of lines, and the sender of its parcels.
pub fn stream() -> (SyncSender<String>, Lines) {
    let (sender, parcels) = sync_channel(WAITING);
    let lines = Lines {
        parcels,
        parcel: Vec::new(),
        at: 0,
    };
    (sender, lines)
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.parcel.len() {
            // The sender is gone after the last line.
            self.parcel = self.parcels.recv().unwrap_or_default().into_bytes();
            self.at = 0;
        }
        Ok(&self.parcel[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// Sends the boards of an iterable to work that reads them, each on a line, and waits until the work
/// is done. The items are added to the list `given`.
///
/// # Errors
/// When an item is not a board, when the iterable raises an exception, and as [`Work::finish`].
pub fn feed<T: Send + 'static>(
    boards: &Bound<'_, PyAny>,
    sender: SyncSender<String>,
    given: Option<&Bound<'_, PyList>>,
    mut work: Work<T>,
    meanwhile: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let py = boards.py();
    if let Err(why) = send_all(boards, sender, given) {
        work.stop(py);
        return Err(why);
    }
    work.finish_while(py, meanwhile)
}

fn send_all(
    boards: &Bound<'_, PyAny>,
    sender: SyncSender<String>,
    given: Option<&Bound<'_, PyList>>,
) -> PyResult<()> {
    let py = boards.py();
    let mut parcel = String::with_capacity(PARCEL + 256);
    for board in boards.try_iter()? {
        let board = board?;
        match board.cast::<PyString>() {
            Ok(text) => {
                let text = arguments::characters(text)?.trim();
                if text.is_empty() || text.starts_with('#') {
                    return Err(error::notation(format!("{text:?} is not a board")));
                }
                if text.contains(['\n', '\r']) {
                    return Err(error::notation(format!("{text:?} has several lines")));
                }
                parcel.push_str(text);
            }
            Err(_) => parcel.push_str(&board_of(&board, None)?.0.text()),
        }
        parcel.push('\n');
        if let Some(given) = given {
            given.append(&board)?;
        }
        if parcel.len() >= PARCEL && !send(py, &sender, &mut parcel)? {
            return Ok(());
        }
    }
    send(py, &sender, &mut parcel).map(drop)
}

/// Sends a parcel. `false` if the reader is gone.
fn send(py: Python<'_>, sender: &SyncSender<String>, parcel: &mut String) -> PyResult<bool> {
    let mut waiting = std::mem::take(parcel);
    loop {
        waiting = match sender.try_send(waiting) {
            Ok(()) => return Ok(true),
            Err(TrySendError::Disconnected(_)) => return Ok(false),
            Err(TrySendError::Full(back)) => back,
        };
        py.check_signals()?;
        py.detach(|| std::thread::sleep(PAUSE));
    }
}
