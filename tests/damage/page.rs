//! The live view over damaged files.

use crate::limits::{Ended, boil, peak_kib, shown};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const LONG: Duration = Duration::from_secs(120);

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks that every page over a folder of runs is answered, without an internal error. The output
/// is the bodies of the answers.
///
/// # Errors
/// The page, and its answer.
pub fn look(runs: &Path) -> Result<Ended, String> {
    let err = tempfile::NamedTempFile::new().unwrap();
    let mut server = boil();
    server
        .arg("serve")
        .arg(runs)
        .args(["--listen", "127.0.0.1:0"]);
    let server = server.stdout(Stdio::piped()).stderr(err.reopen().unwrap());
    let mut server = Server(server.spawn().unwrap());
    let mut line = String::new();
    let mut out = BufReader::new(server.0.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line
        .trim()
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_string();
    let mut pages = String::new();
    for path in [
        "/",
        "/run/a",
        "/sections/records/a",
        "/sections/archive/a",
        "/book",
        "/",
    ] {
        let answer = ask(&address, path).map_err(|e| format!("{path}: {e}"))?;
        let status = answer.split(' ').nth(1).unwrap_or_default();
        if !["200", "404"].contains(&status) {
            return Err(format!("{path}: {}", shown(&answer)));
        }
        pages.push_str(answer.split_once("\r\n\r\n").map_or("", |(_, body)| body));
    }
    let said = std::fs::read_to_string(err.path()).unwrap();
    match peak_kib(server.0.id()) {
        _ if said.contains("panicked") => Err(format!("it panicked: {}", shown(&said))),
        kib if kib > 3 << 19 => Err(format!("{kib} KiB of memory")),
        _ => Ok(Ended {
            code: 0,
            out: pages,
            err: said,
        }),
    }
}

fn ask(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(LONG))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
