//! Files of boards in the formats of other programs.

use super::{files_in, root};
use boilingpoint_boards::BoardLimit;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_formats::{FORMATS, Given, Misread, read_each};

/// Larger boards take time, and meet no other code.
const LIMIT: BoardLimit = BoardLimit {
    order: 400,
    size: 4000,
};

/// The largest order of a board that is written and read again.
const LARGE: usize = 60;

fn read(bytes: &[u8]) -> Result<Vec<Given>, Misread> {
    let mut all = Vec::new();
    read_each(bytes, LIMIT, |item| {
        all.push(item.board(LIMIT)?);
        Ok(())
    })?;
    Ok(all)
}

/// A board that could be read is written in every format that has a place for its marks, and read
/// again as the same board.
pub fn run(bytes: &[u8]) {
    let boards = read(bytes).unwrap_or_default();
    let is_word = |name: &String| name.chars().all(char::is_alphanumeric);
    let has_words = |g: &&Given| g.labels.iter().flatten().all(is_word);
    for given in boards.iter().take(3).filter(has_words) {
        if given.board.order() > LARGE {
            continue;
        }
        for format in FORMATS.iter().filter(|f| f.lost(given).is_empty()) {
            // Planar code has no place for other graphs.
            let Ok(board) = format.write(given) else {
                continue;
            };
            let bytes = [format.head.as_bytes(), &board].concat();
            let (name, text) = (format.name, String::from_utf8_lossy(&bytes));
            let back = read(&bytes);
            match back.as_deref() {
                // The vertices of a list with names may come in another order.
                Ok([back]) => assert_eq!(
                    fingerprint(&back.board),
                    fingerprint(&given.board),
                    "{name}: {text}"
                ),
                other => panic!("{name}: {text:?} is read as {other:?}"),
            }
        }
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let top = "crates/formats/tests/files";
    let folders = std::fs::read_dir(root().join(top)).expect("a folder");
    let mut names: Vec<String> = folders
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let files = names
        .iter()
        .flat_map(|name| files_in(&format!("{top}/{name}")));
    files.filter(|bytes| bytes.len() < 2000).collect()
}
