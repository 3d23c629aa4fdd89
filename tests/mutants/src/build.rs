//! Compiles the tests of the copy. Changes that the compiler refuses are taken out.

use crate::copy::Copy;
use crate::mutant::Mutants;
use crate::tree::{blamed, choices};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most builds in a row. The compiler finds errors of types before those of borrows.
const BUILDS: usize = 12;

/// The tests that are built.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Crates, with the tests beside their sources.
    pub packages: &'a [String],
    /// Programs of tests of the whole.
    pub programs: &'a [String],
    /// Whether there are few changes: then the compiler's checks and optimisations cost more time
    /// than they save.
    pub few: bool,
}

/// A program with the tests of a crate.
pub struct TestProgram {
    /// The file.
    pub path: PathBuf,
    /// The folder of the package, in which its tests run.
    pub folder: PathBuf,
}

/// Compiles the wanted changes in and builds the tests. Returns the programs, and the changes that
/// are not valid Rust.
///
/// # Errors
/// When the copy cannot be built even without the changes that errors name.
pub fn build(
    copy: &Copy,
    mutants: &Mutants,
    mut wanted: BTreeSet<u32>,
    tests: Wanted,
    target: &Path,
) -> Result<(Vec<TestProgram>, BTreeSet<u32>), Box<dyn Error>> {
    let mut refused = BTreeSet::new();
    for round in 1..=BUILDS {
        copy.write(mutants, &wanted)?;
        let first = if tests.few { "test" } else { "check" };
        let messages = cargo(copy, first, tests, target)?;
        let errors = errors(&messages);
        eprintln!(
            "check {round}: {} changes, {} errors",
            wanted.len(),
            errors.len()
        );
        if errors.is_empty() {
            let messages = match tests.few {
                true => messages,
                false => cargo(copy, "test", tests, target)?,
            };
            return Ok((programs(&messages)?, refused));
        }
        let found = to_blame(copy, &errors)?;
        if found.is_empty() {
            return Err(format!("no change explains: {:?}", errors.first()).into());
        }
        wanted.retain(|id| !found.contains(id));
        refused.extend(found);
    }
    Err(format!("{BUILDS} builds did not remove all errors").into())
}

/// An error of the compiler: the file, where it begins, where it ends, and the message.
#[derive(Debug)]
struct CompileError {
    file: String,
    from: (usize, usize),
    to: (usize, usize),
    #[expect(dead_code, reason = "shown if no change explains the error")]
    message: String,
}

fn cargo(
    copy: &Copy,
    command: &str,
    tests: Wanted,
    target: &Path,
) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(copy.root())
        .args([command, "--message-format", "json", "--quiet"]);
    cargo.arg("--lib");
    cargo.args(if command == "test" {
        ["--no-run"]
    } else {
        ["--tests"]
    });
    for package in tests.packages {
        let package = format!("boilingpoint-{package}");
        cargo.args(["-p", &package]);
        if !tests.few {
            // The tests run thousands of times.
            let optimised = format!("profile.dev.package.{package}.opt-level=2");
            cargo.args(["--config", &optimised]);
        }
    }
    for program in tests.programs {
        cargo.args(["-p", "boilingpoint", "--test", program]);
    }
    // Only some changes differ from the build before.
    cargo
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    cargo.stderr(std::process::Stdio::inherit());
    let output = cargo.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() && text.is_empty() {
        return Err(format!("cargo {command} fails in {}", copy.root().display()).into());
    }
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    Ok(messages.collect())
}

fn errors(messages: &[Value]) -> Vec<CompileError> {
    let mut all = Vec::new();
    for message in messages.iter().map(|message| &message["message"]) {
        if message["level"] != "error" {
            continue;
        }
        let spans = message["spans"].as_array().into_iter().flatten();
        for span in spans.filter(|span| span["is_primary"] == true) {
            let number = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
            all.push(CompileError {
                file: span["file_name"].as_str().unwrap_or_default().to_owned(),
                from: (number("line_start"), number("column_start")),
                to: (number("line_end"), number("column_end")),
                message: message["rendered"].as_str().unwrap_or_default().to_owned(),
            });
        }
    }
    all
}

fn to_blame(copy: &Copy, errors: &[CompileError]) -> Result<BTreeSet<u32>, Box<dyn Error>> {
    let mut by_file: BTreeMap<&str, Vec<&CompileError>> = BTreeMap::new();
    for error in errors {
        by_file.entry(&error.file).or_default().push(error);
    }
    let mut found = BTreeSet::new();
    for (file, errors) in by_file {
        let all = choices(&std::fs::read_to_string(copy.root().join(file))?)?;
        found.extend(
            errors
                .iter()
                .flat_map(|error| blamed(&all, error.from, error.to)),
        );
    }
    Ok(found)
}

fn programs(messages: &[Value]) -> Result<Vec<TestProgram>, Box<dyn Error>> {
    let mut all = Vec::new();
    for message in messages
        .iter()
        .filter(|message| message["profile"]["test"] == true)
    {
        let Some(path) = message["executable"].as_str() else {
            continue;
        };
        let manifest = Path::new(message["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().unwrap_or(manifest).to_owned();
        all.push(TestProgram {
            path: path.into(),
            folder,
        });
    }
    if all.is_empty() {
        return Err("cargo built no test program".into());
    }
    Ok(all)
}
