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

const NO_FILE: &str = "expected a file, found a folder";

type Bytes = Arc<Mutex<Vec<u8>>>;

thread_local! {
    static ENTRIES: RefCell<BTreeMap<PathBuf, Entry>> = const { RefCell::new(BTreeMap::new()) };
}

fn entry(path: &Path) -> io::Result<Entry> {
    let found = ENTRIES.with_borrow(|entries| entries.get(path).cloned());
    found.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// A folder that exists.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn named(path: &Path) -> io::Result<Folder> {
        let is_root = path == Path::new(".") || path == Path::new("/");
        match entry(path) {
            Ok(Entry::Folder) => Ok(Folder(path.to_path_buf())),
            _ if is_root => Ok(Folder(path.to_path_buf())),
            Ok(Entry::File(_)) => Err(refusal("expected a folder, found a file")),
            Err(missing) => Err(missing),
        }
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
            (Ok(Entry::File(_)), Access::New) => Err(io::ErrorKind::AlreadyExists.into()),
            (Ok(Entry::File(bytes)), _) => Ok(File::of(bytes)),
            (Ok(Entry::Folder), _) => Err(refusal(NO_FILE)),
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
        let removed = ENTRIES.with_borrow_mut(|entries| entries.remove(&self.0.join(name)));
        removed
            .map(drop)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let moved = ENTRIES.with_borrow_mut(|entries| {
            let entry = entries.remove(&self.0.join(from))?;
            entries.insert(self.0.join(to), entry);
            Some(())
        });
        moved.ok_or_else(|| io::ErrorKind::NotFound.into())
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
    let folders = path.ancestors().filter(|p| !p.as_os_str().is_empty());
    ENTRIES.with_borrow_mut(|entries| {
        for folder in folders {
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

impl Metadata {
    /// The length in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
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
            Entry::Folder => Err(refusal(NO_FILE)),
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
