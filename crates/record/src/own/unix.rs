//! Folders as descriptors: a name is looked up in the folder that was opened, and no link is
//! followed.

use super::{Access, Found};
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, fsync, mkdirat, open, openat, renameat, statat, unlinkat,
};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// An open folder.
pub(super) struct Folder(OwnedFd);

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
/// The flags of every file. A pipe is opened without waiting for its other end.
const FILE: OFlags = OFlags::NOFOLLOW
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a folder that the user has named. It may be a link.
    pub(super) fn named(path: &Path) -> io::Result<Folder> {
        Ok(Folder(open(path, FOLDER, Mode::empty())?))
    }

    pub(super) fn inner(&self, name: &OsStr) -> io::Result<Folder> {
        let flags = FOLDER | OFlags::NOFOLLOW;
        Ok(Folder(openat(&self.0, name, flags, Mode::empty())?))
    }

    /// The kind of what has this name.
    pub(super) fn kind(&self, name: &OsStr) -> io::Result<Found> {
        let found = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(match FileType::from_raw_mode(found.st_mode) {
            FileType::RegularFile => Found::File,
            FileType::Directory => Found::Folder,
            FileType::Symlink => Found::Link,
            _ => Found::Other,
        })
    }

    pub(super) fn open(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let flags = match access {
            Access::Read => OFlags::RDONLY,
            Access::Extend => OFlags::RDWR | OFlags::CREATE,
            Access::New => OFlags::RDWR | OFlags::CREATE | OFlags::EXCL,
        };
        let mode = Mode::from_raw_mode(0o666);
        Ok(File::from(openat(&self.0, name, flags | FILE, mode)?))
    }

    pub(super) fn make(&self, name: &OsStr) -> io::Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.0, from, &self.0, to)?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." {
                names.push(name.to_os_string());
            }
        }
        Ok(names)
    }

    /// Makes the names in the folder durable. Syncing a file makes only its bytes durable.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(fsync(&self.0)?)
    }
}

/// Whether a file has a second name.
pub(super) fn has_other_names(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.nlink() > 1)
}
