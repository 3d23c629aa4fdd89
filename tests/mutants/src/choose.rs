//! Which changes are tried: all, a share, those on changed lines, or a sample.

use crate::mutant::Mutants;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// The share `k/n`: each n-th change, from the k-th.
///
/// # Errors
/// When the text is no share.
pub fn share(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('/').map(|(k, n)| (k.parse(), n.parse()));
    match parts {
        Some((Ok(k), Ok(n))) if 1 <= k && k <= n => Ok((k, n)),
        _ => Err("expected k/n with 1 <= k <= n, such as 1/4".to_owned()),
    }
}

/// The changes on lines that differ from a commit, at most `most` of them, spread evenly.
///
/// # Errors
/// When git cannot compare with the commit.
pub fn on_changed_lines(
    mutants: &Mutants,
    commit: &str,
    most: usize,
) -> Result<BTreeSet<u32>, Box<dyn Error>> {
    let output = Command::new("git")
        .args(["diff", "-U0", commit, "--", "crates"])
        .output()?;
    if !output.status.success() {
        return Err(format!(
            "git diff {commit}: {}",
            String::from_utf8_lossy(&output.stderr)
        )
        .into());
    }
    let lines = changed_lines(&String::from_utf8_lossy(&output.stdout));
    let found = mutants.iter().filter(|(_, mutant)| {
        let ranges = lines.get(&mutant.file);
        ranges.is_some_and(|ranges| {
            ranges
                .iter()
                .any(|range| range.contains(&mutant.change.line))
        })
    });
    let found: Vec<u32> = found.map(|(id, _)| id).collect();
    let step = found.len().div_ceil(most.max(1)).max(1);
    Ok(found.into_iter().step_by(step).collect())
}

/// The lines of the new files in a unified diff without context.
fn changed_lines(diff: &str) -> BTreeMap<String, Vec<std::ops::Range<usize>>> {
    let mut lines: BTreeMap<String, Vec<std::ops::Range<usize>>> = BTreeMap::new();
    let mut file = "";
    for line in diff.lines() {
        if let Some(name) = line.strip_prefix("+++ b/") {
            file = name;
        } else if let Some(rest) = line.strip_prefix("@@ ") {
            let new = rest
                .split(' ')
                .find_map(|part| part.strip_prefix('+'))
                .unwrap_or_default();
            let (from, count) = new.split_once(',').unwrap_or((new, "1"));
            let (from, count) = (
                from.parse().unwrap_or(0),
                count.parse::<usize>().unwrap_or(0),
            );
            lines
                .entry(file.to_owned())
                .or_default()
                .push(from..from + count);
        }
    }
    lines
}

/// A sample of the changes by a seed: those with the least hashes.
pub fn some(from: &BTreeSet<u32>, count: usize, seed: u64) -> BTreeSet<u32> {
    let hash = |id: &u32| {
        let mut hasher = DefaultHasher::new();
        (seed, id).hash(&mut hasher);
        hasher.finish()
    };
    let mut all: Vec<u32> = from.iter().copied().collect();
    all.sort_by_key(hash);
    all.into_iter().take(count).collect()
}

/// A seed from the commit that is checked out, so that each commit has another sample.
///
/// # Errors
/// When git names no commit.
pub fn seed_of_commit() -> Result<u64, Box<dyn Error>> {
    let output = Command::new("git").args(["rev-parse", "HEAD"]).output()?;
    let text = String::from_utf8(output.stdout)?;
    Ok(u64::from_str_radix(text.get(..16).unwrap_or_default(), 16)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_diff() {
        let diff = "--- a/crates/x.rs\n+++ b/crates/x.rs\n@@ -3 +3,2 @@ fn f\n+a\n+b\n@@ -9,2 +10,0 @@\n-c\n@@ -20 +20 @@\n";
        let lines = changed_lines(diff);
        assert_eq!(lines["crates/x.rs"], [3..5, 10..10, 20..21]);
    }
}
