//! Connections: their number, and the time that a client may take.
//!
//! A connection is closed if its request does not arrive in time, or if neither side sends anything
//! for a while. So clients that send nothing, or one byte after the other, keep nobody out.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until};

/// The greatest number of open connections. Further clients wait until one of them ends.
pub const MOST_CONNECTIONS: usize = 200;
/// The time for a request to arrive, from the beginning of the connection, from its first byte, or
/// from the last byte of the answer before. It is longer than the interval of the signs of life in
/// a stream of events.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The time for an answer to begin. It is longer than an evaluation and the wait for it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);
/// The end of a request, which has no body.
const END: &[u8; 4] = b"\r\n\r\n";

/// A listener that limits its connections.
pub struct Connections {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

impl Connections {
    pub fn of(listener: TcpListener) -> Connections {
        let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        Connections { listener, free }
    }
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed, so there is always a permit in the end.
        let permit = self.free.clone().acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        (Connection::of(stream, permit), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection with its time limits.
pub struct Connection {
    stream: TcpStream,
    _permit: Option<OwnedSemaphorePermit>,
    request: RequestPhase,
    /// Fires when the time is over.
    timer: Pin<Box<Sleep>>,
}

/// How much of a request has arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequestPhase {
    Nothing,
    /// A part that ends with this number of bytes of [`END`].
    Part(usize),
    All,
}

impl Connection {
    fn of(stream: TcpStream, permit: Option<OwnedSemaphorePermit>) -> Connection {
        Connection {
            stream,
            _permit: permit,
            request: RequestPhase::Nothing,
            timer: Box::pin(sleep_until(Instant::now() + REQUEST_TIMEOUT)),
        }
    }

    /// Allows this time from now on.
    fn allow(&mut self, time: Duration) {
        self.timer.as_mut().reset(Instant::now() + time);
    }

    fn note_read(&mut self, bytes: &[u8]) {
        let before = self.request;
        self.request = bytes.iter().fold(before, |phase, byte| phase.after(*byte));
        match (before, self.request) {
            (_, RequestPhase::All) => self.allow(ANSWER_TIMEOUT),
            (RequestPhase::Nothing, RequestPhase::Part(_)) => self.allow(REQUEST_TIMEOUT),
            _ => {}
        }
    }

    fn note_written(&mut self) {
        self.request = RequestPhase::Nothing;
        self.allow(REQUEST_TIMEOUT);
    }

    fn is_late(&mut self, context: &mut Context<'_>) -> bool {
        self.timer.as_mut().poll(context).is_ready()
    }
}

impl RequestPhase {
    fn after(self, byte: u8) -> RequestPhase {
        let found = match self {
            RequestPhase::All => return self,
            RequestPhase::Nothing => 0,
            RequestPhase::Part(found) => found,
        };
        match found {
            3 if byte == END[3] => RequestPhase::All,
            found if byte == END[found] => RequestPhase::Part(found + 1),
            _ => RequestPhase::Part(usize::from(byte == END[0])),
        }
    }
}

fn timed_out<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if into.filled().len() > before {
            self.note_read(&into.filled()[before..]);
        }
        if self.is_late(context) {
            return timed_out();
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        match &written {
            Poll::Ready(Ok(_)) => self.note_written(),
            // A client that reads nothing does not get the rest of its answer.
            Poll::Pending if self.is_late(context) => return timed_out(),
            _ => {}
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_request_is_found_in_any_parts() {
        let after = |text: &str| text.bytes().fold(RequestPhase::Nothing, |p, b| p.after(b));
        for whole in [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "\r\r\n\r\n",
            "a\r\n\r\r\n\r\nmore",
        ] {
            assert_eq!(after(whole), RequestPhase::All, "{whole:?}");
        }
        for part in [
            "G",
            "GET / HTTP/1.1\r\nHost: a\r\n\r",
            "\n\n\n\n",
            "\r\n\r\r",
        ] {
            assert!(matches!(after(part), RequestPhase::Part(_)), "{part:?}");
        }
    }
}
