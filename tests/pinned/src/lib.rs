//! Tables of answers that tests keep beside them.
//!
//! A table notices each change of an answer, whether or not it was meant. After a change that was,
//! `BOIL_GOLDEN=write cargo test -p PACKAGE pinned` writes the tables of a package again, and the
//! difference is read like that of the source.

use serde_json::Value;
use std::path::Path;

/// A sum of a text (FNV-1a), in place of a text that is too long for a table.
pub fn sum(text: &str) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The places of a JSON value that hold no object, as pointers, from the outside in. Of a list these
/// are the list itself and the places of its first `elements` items.
pub fn places(value: &Value, elements: usize) -> Vec<String> {
    fn add(value: &Value, here: &str, elements: usize, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    add(field, &format!("{here}/{name}"), elements, found);
                }
            }
            Value::Array(items) => {
                found.push(here.to_owned());
                for (i, item) in items.iter().enumerate().take(elements) {
                    add(item, &format!("{here}/{i}"), elements, found);
                }
            }
            _ => found.push(here.to_owned()),
        }
    }
    let mut found = Vec::new();
    add(value, "", elements, &mut found);
    found
}

/// Asserts that the lines of a text are those of the file at `path`, or writes the file.
///
/// # Panics
/// At the first line that differs, and if the file cannot be read or written.
#[track_caller]
pub fn assert_table(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    let name = path.display();
    if std::env::var("BOIL_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let kept = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    for (i, (found, expected)) in text.lines().zip(kept.lines()).enumerate() {
        assert_eq!(found, expected, "{name}:{}", i + 1);
    }
    assert_eq!(text.lines().count(), kept.lines().count(), "{name}");
}
