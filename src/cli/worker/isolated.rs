//! Computes units in processes of their own. One part is for the worker, the other for such a
//! process.

use super::super::failure::Code;
use boilingpoint_cluster::Unit;
use boilingpoint_cluster::worker::{Isolate, IsolatedFailure};
use std::ffi::OsString;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time between two checks whether a process has ended.
const POLL_EVERY: Duration = Duration::from_millis(50);

/// Computes each unit in a process of its own, whose arguments are these and the unit's name.
pub(super) fn isolate(arguments: Vec<OsString>, cluster: String, stop: Arc<AtomicBool>) -> Isolate {
    Box::new(move |unit| {
        let ended = started(&arguments, &cluster, unit).and_then(|mut child| {
            let last_line = last_line(&mut child);
            let status = wait(&mut child, &stop)?;
            Ok((status, last_line.join().unwrap_or_default()))
        });
        let (status, last_line) = ended.map_err(|error| {
            IsolatedFailure::NotTried(format!("cannot start a process for the unit: {error}"))
        })?;
        match status {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(failure(status, &last_line)),
            None => {
                let why = "the worker was stopped".to_string();
                Err(IsolatedFailure::NotTried(why))
            }
        }
    })
}

fn started(arguments: &[OsString], cluster: &str, unit: &Unit) -> io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(arguments)
        .args(["--only", &unit.to_string()])
        .env("BOIL_CLUSTER", cluster) // an argument would show its password to other users
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
}

/// The last line that a process writes to standard error.
fn last_line(child: &mut Child) -> JoinHandle<String> {
    let errors = child.stderr.take();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut errors) = errors {
            let _ = errors.read_to_end(&mut text);
        }
        let text = String::from_utf8_lossy(&text);
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().chars().take(500).collect()
    })
}

/// Waits for a process. If the worker has to stop, kills the process and returns `None`.
fn wait(child: &mut Child, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Ordering::Relaxed) {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(POLL_EVERY);
    }
}

/// The failure of a process. The exit code shows whether the process tried the unit.
fn failure(status: ExitStatus, last_line: &str) -> IsolatedFailure {
    let how = match last_line {
        "" => format!("its process ended with {status}"),
        words => format!("its process ended with {status}: {words}"),
    };
    let not_tried = [Code::BadInput, Code::Stopped].map(|code| Some(code as i32));
    if not_tried.contains(&status.code()) {
        return IsolatedFailure::NotTried(how);
    }
    IsolatedFailure::Failed(how)
}

/// Makes this process end when its worker ends. Also makes it the first process that the system
/// kills when memory is short.
pub(super) fn end_with_worker() {
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    std::thread::spawn(|| {
        let mut nothing = [0; 64];
        // The worker never writes to this pipe. The pipe closes when the worker ends.
        while io::stdin().read(&mut nothing).is_ok_and(|n| n > 0) {}
        std::process::exit(Code::Stopped as i32);
    });
}
