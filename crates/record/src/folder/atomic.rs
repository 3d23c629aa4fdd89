//! Replaces whole files atomically: a reader, or a restart after a crash, sees the old file or the
//! new one.

use super::file_error::FileError;
use crate::own::{self, File, OwnPath};
use std::io::{self, Write};
use std::path::Path;

/// Replaces the file at `path` by `bytes`, atomically and durably.
///
/// The bytes go to a temporary file in the same folder, which is synced and renamed to `path`. Then
/// the folder is synced. If this fails, the old file, if any, is unchanged.
pub fn write_atomic<'a>(path: impl Into<OwnPath<'a>>, bytes: &[u8]) -> Result<(), FileError> {
    write_atomic_with(path, |file| file.write_all(bytes))
}

/// Like [`write_atomic`], but `fill` writes the bytes.
pub fn write_atomic_with<'a>(
    path: impl Into<OwnPath<'a>>,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let path = path.into();
    own::replace(path, fill).map_err(FileError::of("write", path.path()))
}

/// Syncs a folder, which makes the names of its files durable. Syncing a file makes only its bytes
/// durable.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // On other systems a folder cannot be opened, and a rename is durable by itself.
    if cfg!(unix) {
        std::fs::File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Removes the temporary files that a killed process left in a folder.
///
/// Only the process that may write to the folder may call this function.
pub fn sweep_unfinished(folder: OwnPath) -> Result<(), FileError> {
    let failed = FileError::of("remove unfinished files in", folder.path());
    own::sweep(folder).map_err(failed)
}
