//! Replaces whole files atomically: a reader, or a restart after a crash, sees the old file or the
//! new one.

use super::file_error::FileError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The prefix of temporary files that have not yet replaced their target.
const UNFINISHED: &str = ".unfinished-";

/// Replaces the file at `path` by `bytes`, atomically and durably.
///
/// The bytes go to a temporary file in the same folder, which is synced and renamed to `path`. Then
/// the folder is synced. If this fails, the old file, if any, is unchanged.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_atomic_with(path, |file| file.write_all(bytes))
}

/// Like [`write_atomic`], but `fill` writes the bytes.
pub(crate) fn write_atomic_with(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let failed = FileError::of("write", path);
    try_write(path, fill).map_err(failed)
}

fn try_write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let folder = folder_of(path);
    let mut unfinished = unfinished_file(folder)?;
    fill(unfinished.as_file_mut())?;
    unfinished.as_file().sync_all()?;
    unfinished.persist(path).map_err(|refused| refused.error)?;
    sync_folder(folder)
}

fn unfinished_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // A temporary file is private by default, but its target should be readable by everyone.
    #[cfg(unix)]
    let readable = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o644)
    };
    #[cfg(unix)]
    builder.permissions(readable);
    builder.tempfile_in(folder)
}

/// The folder that holds `path`.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Syncs a folder, which makes the names of its files durable. Syncing a file makes only its bytes
/// durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // On other systems a folder cannot be opened, and a rename is durable by itself.
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Removes the temporary files that a killed process left in a folder.
///
/// Only the process that may write to the folder may call this function.
pub(crate) fn sweep_unfinished(folder: &Path) -> Result<(), FileError> {
    let sweep = || -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    };
    sweep().map_err(FileError::of("remove unfinished files in", folder))
}
