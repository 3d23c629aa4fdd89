//! A command under limits: of time, of memory, of what it says.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No command works longer.
const WORK: Duration = Duration::from_secs(20);
/// No command takes longer, also where it has to share the processor with many others.
const LONG: Duration = Duration::from_secs(120);
/// No command holds more memory, in KiB.
const MOST_KIB: u64 = 3 << 19;
/// No message is longer, in bytes.
const LONGEST_MESSAGE: usize = 6_000;

/// How a command ended.
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The program.
pub fn boil() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boil"));
    command.env_remove("BOIL_TOKEN").env("RUST_BACKTRACE", "0");
    command
}

/// Runs a command, with a file for standard input, or none.
///
/// # Errors
/// What limit it broke, or how it failed.
pub fn run(mut command: Command, input: Option<File>) -> Result<Ended, String> {
    let (mut out, mut err) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    command
        .stdin(input.map_or_else(Stdio::null, Stdio::from))
        .stdout(out.try_clone().unwrap())
        .stderr(err.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    let status = wait(&mut child)?;
    let (out, err) = (text_of(&mut out), text_of(&mut err));
    let said = || shown(&err);
    if err.contains("panicked") || err.contains("overflowed its stack") {
        return Err(format!("it panicked: {}", said()));
    }
    if let Some(signal) = status.signal() {
        return Err(format!("it was ended by signal {signal}: {}", said()));
    }
    if err.len() > LONGEST_MESSAGE {
        return Err(format!("its message has {} bytes: {}", err.len(), said()));
    }
    match status.code() {
        Some(code @ 0..=3) => Ok(Ended { code, out, err }),
        code => Err(format!("exit code {code:?}: {}", said())),
    }
}

fn wait(child: &mut Child) -> Result<std::process::ExitStatus, String> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Ok(status);
        }
        let memory = peak_kib(child.id());
        let (took, worked) = (began.elapsed(), worked(child.id()));
        if took > LONG || worked > WORK || memory > MOST_KIB {
            child.kill().unwrap();
            child.wait().unwrap();
            return Err(format!(
                "not over after {took:?}, of which it worked {worked:?}, with {memory} KiB of memory"
            ));
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// The processor time that a process has had so far; the clock's ticks are hundredths of a second
/// on Linux.
fn worked(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * ticks.map(|n| n.parse::<u64>().unwrap_or(0)).sum::<u64>())
}

/// The most memory that a process has held so far, in KiB.
pub fn peak_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let number = line.and_then(|l| l.split_whitespace().next());
    number.map_or(0, |n| n.parse().unwrap())
}

fn text_of(file: &mut File) -> String {
    use std::io::Seek;
    file.flush().unwrap();
    file.rewind().unwrap();
    let mut bytes = Vec::new();
    file.take(1 << 20).read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As much of a message as one wants to see.
pub fn shown(text: &str) -> String {
    text.chars().take(500).collect()
}
