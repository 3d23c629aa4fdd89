//! Folders in the memory of a WebAssembly module, which has no file system. A page keeps a run in
//! them, and gives its files to the user.

use super::{Access, Found, refusal};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::TryLockError;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A name in a folder: a folder, or the bytes of a file.
#[derive(Clone)]
enum Entry {
    Folder,
    File(Bytes),
}

type Bytes = Arc<Mutex<Vec<u8>>>;

thread_local! {
    static ENTRIES: RefCell<BTreeMap<PathBuf, Entry>> = const { RefCell::new(BTreeMap::new()) };
}

/// A path as the entries have it: without a dot for the current folder.
fn plain(path: &Path) -> &Path {
    path.strip_prefix(".").unwrap_or(path)
}

fn entry(path: &Path) -> io::Result<Entry> {
    let path = plain(path);
    ENTRIES.with_borrow(|entries| {
        let is_file = |path: &Path| matches!(entries.get(path), Some(Entry::File(_)));
        match entries.get(path) {
            Some(found) => Ok(found.clone()),
            None if path.ancestors().any(is_file) => Err(no_folder()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    })
}

fn no_file() -> io::Error {
    io::Error::new(
        io::ErrorKind::IsADirectory,
        "expected a file, found a folder",
    )
}

fn no_folder() -> io::Error {
    io::Error::new(
        io::ErrorKind::NotADirectory,
        "expected a folder, found a file",
    )
}

/// A folder that exists.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn named(path: &Path) -> io::Result<Folder> {
        let is_root = path == Path::new(".") || path == Path::new("/");
        match entry(path) {
            _ if is_root => {}
            Ok(Entry::Folder) => {}
            Ok(Entry::File(_)) => return Err(no_folder()),
            Err(missing) => return Err(missing),
        }
        Ok(Folder(plain(path).to_path_buf()))
    }

    pub(super) fn inner(&self, name: &OsStr) -> io::Result<Folder> {
        Folder::named(&self.0.join(name))
    }

    pub(super) fn kind(&self, name: &OsStr) -> io::Result<Found> {
        Ok(match entry(&self.0.join(name))? {
            Entry::Folder => Found::Folder,
            Entry::File(_) => Found::File,
        })
    }

    pub(super) fn open(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let path = self.0.join(name);
        match (entry(&path), access) {
            (Ok(_), Access::New) => Err(io::ErrorKind::AlreadyExists.into()),
            (Ok(Entry::File(bytes)), _) => Ok(File::of(bytes)),
            (Ok(Entry::Folder), _) => Err(no_file()),
            (Err(missing), Access::Read) => Err(missing),
            (Err(_), Access::Extend | Access::New) => {
                let bytes = Bytes::default();
                let file = Entry::File(bytes.clone());
                ENTRIES.with_borrow_mut(|entries| entries.insert(path, file));
                Ok(File::of(bytes))
            }
        }
    }

    pub(super) fn make(&self, name: &OsStr) -> io::Result<()> {
        let path = self.0.join(name);
        if entry(&path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        ENTRIES.with_borrow_mut(|entries| entries.insert(path, Entry::Folder));
        Ok(())
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        let path = self.0.join(name);
        match entry(&path)? {
            Entry::Folder => return Err(no_file()),
            Entry::File(_) => ENTRIES.with_borrow_mut(|entries| entries.remove(&path)),
        };
        Ok(())
    }

    /// A folder takes its files along. It replaces a folder only if that one is empty.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let (from, to) = (self.0.join(from), self.0.join(to));
        match (entry(&from)?, entry(&to)) {
            _ if from == to => return Ok(()),
            (Entry::File(_), Ok(Entry::Folder)) => return Err(no_file()),
            (Entry::Folder, Ok(Entry::File(_))) => return Err(no_folder()),
            (Entry::Folder, Ok(Entry::Folder)) if !Folder(to.clone()).names()?.is_empty() => {
                return Err(io::ErrorKind::DirectoryNotEmpty.into());
            }
            _ => {}
        }
        ENTRIES.with_borrow_mut(|entries| {
            let place = |old: &PathBuf| Some((old.clone(), to.join(old.strip_prefix(&from).ok()?)));
            let moves: Vec<(PathBuf, PathBuf)> = entries.keys().filter_map(place).collect();
            for (old, new) in moves {
                if let Some(entry) = entries.remove(&old) {
                    entries.insert(new, entry);
                }
            }
        });
        Ok(())
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        Ok(ENTRIES.with_borrow(|entries| {
            let inside = entries.keys().filter(|p| p.parent() == Some(&self.0));
            inside
                .filter_map(|p| p.file_name())
                .map(OsStr::to_os_string)
                .collect()
        }))
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A file has one name.
pub(super) fn has_other_names(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// Makes a folder, and the folders around it.
pub(super) fn make_folders(path: &Path) -> io::Result<()> {
    match entry(path) {
        Ok(Entry::File(_)) => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    ENTRIES.with_borrow_mut(|entries| {
        for folder in plain(path).ancestors() {
            entries.entry(folder.to_path_buf()).or_insert(Entry::Folder);
        }
    });
    Ok(())
}

fn locked(bytes: &Bytes) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open file, with the methods of [`std::fs::File`] that the program uses.
#[derive(Debug)]
pub struct File {
    bytes: Bytes,
    at: u64,
}

/// The metadata of a file.
pub struct Metadata {
    length: u64,
}

#[allow(clippy::len_without_is_empty)] // the metadata of the standard library have none either
impl Metadata {
    /// The length in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Every file in memory is a plain file.
    pub fn is_file(&self) -> bool {
        true
    }
}

/// One thread has the memory, so each lock is free, and each byte is where it stays.
impl File {
    fn of(bytes: Bytes) -> File {
        File { bytes, at: 0 }
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn open(path: &Path) -> io::Result<File> {
        match entry(path)? {
            Entry::File(bytes) => Ok(File::of(bytes)),
            Entry::Folder => Err(no_file()),
        }
    }

    /// The metadata.
    ///
    /// # Errors
    /// Never.
    pub fn metadata(&self) -> io::Result<Metadata> {
        let length = locked(&self.bytes).len() as u64;
        Ok(Metadata { length })
    }

    /// Cuts the file, or extends it by zeros.
    ///
    /// # Errors
    /// Never.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        locked(&self.bytes).resize(length as usize, 0);
        Ok(())
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// Never.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// Never.
    pub fn try_lock_shared(&self) -> Result<(), TryLockError> {
        Ok(())
    }

    /// Gives the lock back.
    ///
    /// # Errors
    /// Never.
    pub fn unlock(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = locked(&self.bytes);
        let rest = bytes.get(self.at as usize..).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Write for File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let (mut bytes, begin) = (locked(&self.bytes), self.at as usize);
        let end = begin + from.len();
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[begin..end].copy_from_slice(from);
        self.at = end as u64;
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = locked(&self.bytes).len() as u64;
        let to = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => length.checked_add_signed(by),
        };
        self.at = to.ok_or_else(|| refusal("a place before the beginning of the file"))?;
        Ok(self.at)
    }
}
