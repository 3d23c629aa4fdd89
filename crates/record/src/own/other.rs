//! Folders as paths, for systems on which names cannot be looked up in an open folder. A link is
//! refused when it is met. A link that another process makes after the check is followed.

use super::{Access, Found};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A folder that exists.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A folder that the user has named. It may be a link.
    pub(super) fn named(path: &Path) -> io::Result<Folder> {
        fs::read_dir(path)?;
        Ok(Folder(path.to_path_buf()))
    }

    pub(super) fn inner(&self, name: &OsStr) -> io::Result<Folder> {
        Folder::named(&self.0.join(name))
    }

    /// The kind of what has this name.
    pub(super) fn kind(&self, name: &OsStr) -> io::Result<Found> {
        let found = fs::symlink_metadata(self.0.join(name))?.file_type();
        Ok(match found {
            found if found.is_symlink() => Found::Link,
            found if found.is_dir() => Found::Folder,
            found if found.is_file() => Found::File,
            _ => Found::Other,
        })
    }

    pub(super) fn open(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(access != Access::Read);
        options.create(access == Access::Extend);
        options.create_new(access == Access::New);
        options.open(self.0.join(name))
    }

    pub(super) fn make(&self, name: &OsStr) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let entries = fs::read_dir(&self.0)?;
        entries.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// A rename is durable by itself.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Hard links are not told apart.
pub(super) fn has_other_names(_: &File) -> io::Result<bool> {
    Ok(false)
}
