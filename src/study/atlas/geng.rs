//! Connected graphs by nauty's `geng` (McKay and Piperno, *Practical graph isomorphism, II*, 2014),
//! a part at a time.

use super::error::AtlasError;
use std::io;
use std::process::Command;

/// What the program is called: by its authors, and on Debian.
const NAMES: [&str; 2] = ["geng", "nauty-geng"];

/// The connected graphs of an order that are in one of so many parts, as lines of graph6. The parts
/// have no graph in common, and together all of them.
pub(super) fn part(order: usize, part: u64, parts: u64) -> Result<String, AtlasError> {
    let arguments = ["-cq", &order.to_string(), &format!("{part}/{parts}")].map(String::from);
    for name in NAMES {
        let called = || format!("{name} {}", arguments.join(" "));
        let failed = |why: String| AtlasError::Geng {
            program: called(),
            why,
        };
        let mut command = Command::new(name);
        command.args(&arguments);
        alone(&mut command);
        match command.output() {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            Err(e) => return Err(failed(e.to_string())),
            Ok(output) if !output.status.success() => {
                let said = String::from_utf8_lossy(&output.stderr);
                return Err(failed(format!("{}; {}", output.status, said.trim())));
            }
            Ok(output) => {
                let text = String::from_utf8(output.stdout);
                return text.map_err(|e| failed(e.to_string()));
            }
        }
    }
    Err(AtlasError::NoGeng)
}

/// Keeps Ctrl-C from the program: what is under way is finished first.
#[cfg(unix)]
fn alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn alone(_: &mut Command) {}
