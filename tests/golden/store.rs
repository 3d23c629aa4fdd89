//! The golden files on disk: written anew, or compared with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A longer file is kept as a sum, in bytes.
const LONGEST: usize = 40_000;

/// As much of a line as a difference shows, in characters.
const SHOWN: usize = 300;

/// A file that the commands of today made.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The golden file it is compared with, below `files/`.
    pub golden: String,
    /// Nothing where only the name is compared.
    pub content: Option<Vec<u8>>,
}

impl Found {
    /// The text, if it is kept whole.
    fn text(&self) -> Option<&str> {
        let content = self.content.as_deref().filter(|c| c.len() <= LONGEST)?;
        std::str::from_utf8(content).ok()
    }

    /// CRC-32 and length in bytes.
    fn sum(&self) -> String {
        match &self.content {
            Some(content) => format!("{:08x} {}", crc32fast::hash(content), content.len()),
            None => "there".to_string(),
        }
    }
}

/// Reads `sums.txt`: sums by the names of the golden files.
fn sums(golden: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(golden.join("sums.txt")).unwrap_or_default();
    let pair = |line: &str| {
        let (name, sum) = line.split_once(": ").expect("`name: sum`");
        (name.to_string(), sum.to_string())
    };
    text.lines().map(pair).collect()
}

/// Writes the golden files anew.
pub fn write(golden: &Path, found: &[Found]) {
    let files = golden.join("files");
    let _ = fs::remove_dir_all(&files);
    let mut sums = BTreeMap::new();
    for file in found {
        match file.text() {
            Some(text) => {
                let path = files.join(&file.golden);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            None => {
                sums.insert(&file.golden, file.sum());
            }
        }
    }
    let lines = sums.iter().map(|(name, sum)| format!("{name}: {sum}\n"));
    fs::write(golden.join("sums.txt"), lines.collect::<String>()).unwrap();
}

/// Says of each difference: file, first differing line, both versions.
pub fn compare(golden: &Path, found: &[Found]) -> Vec<String> {
    let files = golden.join("files");
    let sums = sums(golden);
    let mut differences = Vec::new();
    for file in found {
        let name = &file.golden;
        let kept = fs::read_to_string(files.join(name)).ok();
        match (file.text(), kept, sums.get(name)) {
            (Some(text), Some(kept), _) => differences.extend(difference(name, &kept, text)),
            (None, None, Some(sum)) if *sum == file.sum() => {}
            (_, _, sum) => {
                let golden = sum.map_or("(no such file)", |sum| sum);
                let found = file.sum();
                differences.push(format!("{name}\n  golden: {golden}\n  found:  {found}"));
            }
        }
    }
    let made: BTreeSet<&str> = found.iter().map(|file| file.golden.as_str()).collect();
    let on_disk = super::folders::files(&files);
    let on_disk = on_disk
        .iter()
        .map(|path| path.strip_prefix(&files).unwrap().to_str().unwrap());
    for name in on_disk.chain(sums.keys().map(String::as_str)) {
        if !made.contains(name) {
            differences.push(format!("{name}: a golden file, and no command makes it"));
        }
    }
    differences.dedup(); // two sections may make one file
    differences
}

/// The first line in which two texts differ, each from a little before the place.
fn difference(name: &str, golden: &str, found: &str) -> Option<String> {
    let (golden, found): (Vec<&str>, Vec<&str>) =
        (golden.split('\n').collect(), found.split('\n').collect());
    let lines = 0..golden.len().max(found.len());
    let at = lines
        .into_iter()
        .find(|&at| golden.get(at) != found.get(at))?;
    let [golden, found] =
        [golden, found].map(|lines| lines.get(at).copied().unwrap_or("(the end)"));
    let alike = golden
        .chars()
        .zip(found.chars())
        .take_while(|(a, b)| a == b);
    let from = alike.count().saturating_sub(SHOWN / 2);
    let [golden, found] =
        [golden, found].map(|line| line.chars().skip(from).take(SHOWN).collect::<String>());
    let number = at + 1;
    Some(format!(
        "{name}, line {number}\n  golden: {golden}\n  found:  {found}"
    ))
}
