//! Requests to the live view, as raw bytes over a socket.

use super::{as_bytes, root};
use boilingpoint_serve::{Access, ServeOptions, serve};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::time::Duration;

/// More than the time of any answer.
const LONG: Duration = Duration::from_secs(60);

/// The server answers in HTTP or closes the connection, and never panics.
pub fn run(bytes: &[u8]) {
    let mut stream = TcpStream::connect(server()).expect("the server still listens");
    stream.set_read_timeout(Some(LONG)).expect("a timeout");
    // The server may close the connection before it has read everything.
    let _ = stream
        .write_all(bytes)
        .and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    // A stream of events does not end by itself.
    while !String::from_utf8_lossy(&answer).contains("text/event-stream") {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(n) => answer.extend_from_slice(&part[..n]),
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                panic!("no end of the answer within {LONG:?}")
            }
            Err(_) => break,
        }
    }
    let start = String::from_utf8_lossy(&answer[..answer.len().min(13)]).to_string();
    assert!(answer.is_empty() || start.starts_with("HTTP/1."), "{start}");
    assert!(
        !start.ends_with(" 500"),
        "{}",
        String::from_utf8_lossy(&answer)
    );
}

/// A server over the example run, for as long as this process lives.
fn server() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let (tell, told) = channel();
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = ServeOptions {
            runs: root().join("runs"),
            listen,
            access: Access::new(listen, None),
        };
        std::thread::spawn(move || {
            serve(&options, |address| {
                tell.send(address).expect("somebody waits")
            })
            .expect("a server");
        });
        told.recv().expect("an address")
    })
}

pub fn seeds() -> Vec<Vec<u8>> {
    let paths = [
        "/",
        "/run/example",
        "/sections/records/example",
        "/events/example",
        "/book?least=3&most=3&sort=fitness&page=99",
        "/position?ruleset=snort&board=path(4)&moves=L1.R0",
        "/position?ruleset=shannon&board=0-1*2,1-2,2-0",
        "/nothing",
        "/position?ruleset=domineering&board=..|..",
        "/assets/boil.js",
        "/run/%2e%2e%2fsecret",
        "/run/a%00?x=%",
        "/position?ruleset=geography&board=cycle(5)@0&moves=",
        "/position?ruleset=nim-on-graphs&board=0-1*2,1-2@0",
    ];
    let plain = paths
        .map(|path| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    let mut texts = plain.to_vec();
    texts.extend(
        [
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /assets/style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HEAD /assets/style.css HTTP/1.0\r\nIf-None-Match: \"x\"\r\nCookie: boil_token=a; b=c\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nAuthorization: Bearer x\r\n\r\n",
            "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        ]
        .map(String::from),
    );
    as_bytes(texts)
}
