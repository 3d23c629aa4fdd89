//! Finds files in the folders of documents and of configs.

use super::SiteError;
use boilingpoint_record::folder::FileError;
use boilingpoint_record::input::named_bytes;
use std::fs;
use std::path::Path;

/// The longest document, picture or config, in bytes.
const LONGEST: u64 = 1 << 25;
/// The greatest depth of a file below its folder.
const DEPTH: usize = 8;

/// The files below a folder whose names have this ending, relative to the folder with slashes and
/// sorted. Links are not followed.
pub fn files_below(root: &Path, ending: &str) -> Result<Vec<String>, SiteError> {
    let mut found = Vec::new();
    look(root, "", DEPTH, &mut found)?;
    found.retain(|name| name.ends_with(ending));
    found.sort();
    Ok(found)
}

fn look(
    folder: &Path,
    above: &str,
    depth: usize,
    found: &mut Vec<String>,
) -> Result<(), SiteError> {
    let failed = |e| FileError::of("read", folder)(e);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        let Some(file) = entry.file_name().to_str().map(str::to_string) else {
            continue;
        };
        if file.starts_with('.') || file.contains(char::is_control) {
            continue;
        }
        let name = format!("{above}{file}");
        if kind.is_file() {
            found.push(name);
        } else if kind.is_dir() && depth > 0 {
            look(&entry.path(), &format!("{name}/"), depth - 1, found)?;
        }
    }
    Ok(())
}

/// The bytes of a file below a folder.
pub fn bytes(root: &Path, name: &str) -> Result<Vec<u8>, SiteError> {
    let path = root.join(name);
    Ok(named_bytes(&path, LONGEST).map_err(FileError::of("read", &path))?)
}

/// A text file below a folder. Bytes that are no UTF-8 are replaced.
pub fn text(root: &Path, name: &str) -> Result<String, SiteError> {
    Ok(String::from_utf8_lossy(&bytes(root, name)?).into_owned())
}
