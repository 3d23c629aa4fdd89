//! The targets: functions of any bytes, each with real inputs to begin with.
//!
//! A target fails by a panic. Targets of text read the bytes as they are. The others make their
//! inputs from the bytes by [`Choices`], so that a change of the bytes changes boards, rulesets and
//! damage.

mod boards;
mod certificates;
mod choices;
mod configs;
mod expressions;
mod files;
mod forms;
mod graph_files;
mod parcels;
mod requests;
mod solver;
mod symmetry;

pub use choices::Choices;

use std::path::{Path, PathBuf};

/// A function of any bytes.
pub struct Target {
    /// The name of the target, of its test and of its corpus; `.ci/fuzz` takes it as an argument.
    pub name: &'static str,
    /// Runs the target; panics if something is wrong.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub const ALL: [Target; 17] = [
    target("boards", boards::boards, boards::seeds),
    target("graph6", boards::graph6, boards::graph6_seeds),
    target("graph_files", graph_files::run, graph_files::seeds),
    target("families", boards::families, boards::family_seeds),
    target("forms", forms::run, forms::seeds),
    target("expressions", expressions::run, expressions::seeds),
    target("configs", configs::run, configs::seeds),
    target("certificates", certificates::text, certificates::text_seeds),
    target(
        "damaged_certificates",
        certificates::damaged,
        choices::seeds,
    ),
    target("requests", requests::run, requests::seeds),
    target("run_files", files::run, files::seeds),
    target("checkpoints", files::checkpoint, files::checkpoint_seeds),
    target("parcels", parcels::run, parcels::seeds),
    target("books", files::book, files::book_seeds),
    target("solver", solver::exact, choices::seeds),
    target("enclosures", solver::enclosure, choices::seeds),
    target("symmetry", symmetry::run, choices::seeds),
];

const fn target(name: &'static str, run: fn(&[u8]), seeds: fn() -> Vec<Vec<u8>>) -> Target {
    Target { name, run, seeds }
}

/// The target of that name.
pub fn by_name(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

/// The top of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = here
        .ancestors()
        .find(|folder| folder.join("configs").is_dir());
    top.expect("a repository").to_path_buf()
}

/// The files of a folder of the repository, sorted, except those too large to be changed usefully.
fn files_in(folder: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    let contents = paths
        .iter()
        .filter(|p| p.is_file())
        .map(|p| std::fs::read(p).expect("readable"));
    contents.filter(|bytes| bytes.len() < 1 << 20).collect()
}

/// A file of the repository as text.
fn text_of(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).expect(file)
}

/// The first columns of a table of the repository, without its header.
fn column(file: &str) -> Vec<String> {
    let text = text_of(file);
    let first = |line: &str| match line.strip_prefix('"') {
        Some(rest) => rest.split('"').next().unwrap_or_default().to_string(),
        None => line.split(',').next().unwrap_or_default().to_string(),
    };
    text.lines().skip(1).map(first).collect()
}

fn as_bytes<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Vec<Vec<u8>> {
    texts
        .into_iter()
        .map(|text| text.as_ref().as_bytes().to_vec())
        .collect()
}
