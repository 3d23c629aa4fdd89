//! Runs a command under limits: time, memory, length of its messages.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The most processor time of a command.
const WORK: Duration = Duration::from_secs(20);
/// The most time of a command, on a processor shared with many others.
const LONG: Duration = Duration::from_secs(120);
/// The most memory of a command, in KiB.
const MOST_KIB: u64 = 3 << 19;
/// The most bytes of a message.
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
/// The limit that was exceeded, or the failure.
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

/// The processor time of a process so far; on Linux the clock's ticks are hundredths of a second.
pub fn worked(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * ticks.map(|n| n.parse::<u64>().unwrap_or(0)).sum::<u64>())
}

/// The peak memory of a process so far, in KiB.
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

/// A message, cut to a readable length.
pub fn shown(text: &str) -> String {
    text.chars().take(500).collect()
}
