//! Lists graphs by nauty's `geng` (McKay and Piperno, *Practical graph isomorphism, II*,
//! 2014), a part at a time.

use super::error::AtlasError;
use boilingpoint_problem::Kind;
use std::io;
use std::process::Command;

/// The names of the program: the authors' and Debian's.
const NAMES: [&str; 2] = ["geng", "nauty-geng"];

/// The graphs of a kind and an order, up to a degree.
pub(super) struct Graphs {
    pub(super) kind: Kind,
    pub(super) order: usize,
    pub(super) most_degree: Option<usize>,
}

/// One of `parts` parts of the graphs, as lines of graph6. The parts are disjoint, and together
/// they have all graphs.
pub(super) fn part(graphs: &Graphs, part: u64, parts: u64) -> Result<String, AtlasError> {
    // Connected; bipartite; without triangles and without cycles of four edges.
    let switches = match graphs.kind {
        Kind::Bipartite => "-cb",
        Kind::Girth5 => "-ctf",
        _ => "-c",
    };
    let mut arguments = vec![switches.to_string()];
    arguments.extend(graphs.most_degree.map(|degree| format!("-D{degree}")));
    arguments.extend([graphs.order.to_string(), format!("{part}/{parts}")]);
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
                let text = text.map_err(|e| failed(e.to_string()))?;
                let said = String::from_utf8_lossy(&output.stderr);
                return match said_number(&said) == Some(text.lines().count()) {
                    true => Ok(text),
                    false => Err(failed(
                        "it gave another number of graphs than it says".into(),
                    )),
                };
            }
        }
    }
    Err(AtlasError::NoGeng)
}

/// The number in geng's last message: `>Z 853 graphs generated in 0.00 sec`.
fn said_number(said: &str) -> Option<usize> {
    let line = said.lines().find_map(|line| line.strip_prefix(">Z "))?;
    line.split(' ').next()?.parse().ok()
}

/// Puts `geng` into a process group of its own, so that Ctrl-C does not kill it. So `geng` finishes
/// its part before the count stops.
#[cfg(unix)]
fn alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn alone(_: &mut Command) {}
