//! Files in folders of the program: run folders, atlases, comparisons, the folder of a book.
//!
//! Such a folder may come from another person. A link in it could lead to any file of the user, so
//! links are not followed. The folder itself may be a link, since the user has named it. Each
//! function opens this folder, and goes from there to the file by descriptors that are not links.
//! So it makes no difference if another process puts a link in the place of a file meanwhile. A
//! pipe or a device in the place of a file is refused without waiting for it.
//!
//! A file that has a second name (a hard link) is never written to: a new file takes its name.

#[cfg(all(test, target_os = "linux"))]
mod law;
#[cfg(target_family = "wasm")]
#[path = "memory.rs"]
mod system;
#[cfg(not(any(unix, target_family = "wasm")))]
#[path = "other.rs"]
mod system;
#[cfg(unix)]
#[path = "unix.rs"]
mod system;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use system::Folder;

#[cfg(not(target_family = "wasm"))]
pub use std::fs::File;
#[cfg(target_family = "wasm")]
pub use system::{File, Metadata};

/// The prefix of temporary files that have not yet replaced their target.
pub const UNFINISHED: &str = ".unfinished-";

/// The number of names that are tried for a temporary file.
const MOST_NAMES: u32 = 1000;

/// A path to a file or folder of the program. Its last components are the program's, and are not
/// followed if they are links. The components before are the user's.
#[derive(Clone, Copy, Debug)]
pub struct OwnPath<'a> {
    path: &'a Path,
    /// The number of components that are the program's.
    own: usize,
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for OwnPath<'a> {
    /// A file or a folder directly in the folder that the user has named.
    fn from(path: &'a P) -> OwnPath<'a> {
        let path = path.as_ref();
        OwnPath { path, own: 1 }
    }
}

impl<'a> OwnPath<'a> {
    /// The folder that the user has named.
    pub fn named(path: &'a Path) -> OwnPath<'a> {
        OwnPath { path, own: 0 }
    }

    /// A file in a folder that is itself in the folder that the user has named, such as
    /// `checkpoint/00000010.bin`.
    pub fn inner(path: &'a Path) -> OwnPath<'a> {
        OwnPath { path, own: 2 }
    }

    /// A path below a folder that the user has named.
    pub fn below(root: &Path, path: &'a Path) -> OwnPath<'a> {
        let own = path
            .strip_prefix(root)
            .map_or(0, |rest| rest.components().count());
        OwnPath { path, own }
    }

    /// A file in the same folder. `path` is its whole path.
    pub fn beside<'b>(self, path: &'b Path) -> OwnPath<'b> {
        OwnPath { path, ..self }
    }

    /// The path as it is.
    pub fn path(self) -> &'a Path {
        self.path
    }

    /// Opens the folder that holds the file, and returns it with the name of the file.
    fn split(self) -> io::Result<(Folder, &'a OsStr)> {
        let mut names = Vec::new();
        let mut base = self.path;
        for _ in 0..self.own.max(1) {
            let (Some(Component::Normal(name)), Some(parent)) =
                (base.components().next_back(), base.parent())
            else {
                return Err(refusal("the path does not end with a name"));
            };
            names.push(name);
            base = parent;
        }
        let empty = base.as_os_str().is_empty();
        let mut folder = Folder::named(if empty { Path::new(".") } else { base })?;
        while names.len() > 1 {
            let name = names.pop().unwrap_or_default();
            folder = enter(&folder, name)?;
        }
        Ok((folder, names[0]))
    }

    fn open_folder(self) -> io::Result<Folder> {
        if self.own == 0 {
            return Folder::named(self.path);
        }
        let (folder, name) = self.split()?;
        enter(&folder, name)
    }
}

/// The kind of what has a name in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    File,
    Folder,
    Link,
    /// A pipe, a device or a socket.
    Other,
}

/// The purpose for which a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    /// Reading and writing; the file is created if it does not exist.
    Extend,
    /// Reading and writing a file that must not exist.
    New,
}

fn refusal(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.into())
}

/// Refuses everything but `wanted`. The system refuses links once more when it opens the file.
fn expect(found: Found, wanted: Found, name: &OsStr) -> io::Result<()> {
    if found == wanted {
        return Ok(());
    }
    if found == Found::Link {
        let name = name.display();
        return Err(refusal(format!(
            "`{name}` is a symbolic link, and links in folders of the program are not followed"
        )));
    }
    let word = |kind| match kind {
        Found::File => "a file",
        Found::Folder => "a folder",
        Found::Link | Found::Other => "a pipe or a device",
    };
    let (wanted, found) = (word(wanted), word(found));
    let name = name.display();
    Err(refusal(format!(
        "`{name}`: expected {wanted}, found {found}"
    )))
}

fn enter(folder: &Folder, name: &OsStr) -> io::Result<Folder> {
    expect(folder.kind(name)?, Found::Folder, name)?;
    folder.inner(name)
}

/// Opens a plain file. The kind is asked before, for the message, and after, since it may change.
fn open_in(folder: &Folder, name: &OsStr, access: Access) -> io::Result<File> {
    match folder.kind(name) {
        Err(e) if e.kind() == io::ErrorKind::NotFound && access != Access::Read => {}
        found => expect(found?, Found::File, name)?,
    }
    let file = folder.open(name, access)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    expect(Found::Other, Found::File, name).map(|()| file)
}

/// Opens a file for reading.
///
/// # Errors
/// When the file cannot be opened, or is not a plain file.
pub fn open<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<File> {
    let (folder, name) = path.into().split()?;
    open_in(&folder, name, Access::Read)
}

/// Creates an empty file. A file that has the name loses it, and is not changed.
///
/// # Errors
/// When the file cannot be created, or the name belongs to something that is not a plain file.
pub fn create<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<File> {
    let (folder, name) = path.into().split()?;
    match folder.kind(name) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        found => {
            expect(found?, Found::File, name)?;
            folder.remove(name)?;
        }
    }
    open_in(&folder, name, Access::New)
}

/// Opens a file for reading and writing, and creates it if it does not exist. If the file has a
/// second name, it is copied first, and the copy is opened.
///
/// # Errors
/// When the file cannot be opened or copied, or is not a plain file.
pub fn extend<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<File> {
    let (folder, name) = path.into().split()?;
    let mut file = open_in(&folder, name, Access::Extend)?;
    if !system::has_other_names(&file)? {
        return Ok(file);
    }
    replace_in(&folder, name, |copy| io::copy(&mut file, copy).map(drop))?;
    open_in(&folder, name, Access::Extend)
}

/// Opens the file of a lock, and creates it if it does not exist. Also returns whether the file may
/// be written to: if it has a second name, the lock holds under both names, and the text stays.
///
/// # Errors
/// When the file cannot be opened, or is not a plain file.
pub fn open_lock<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<(File, bool)> {
    let (folder, name) = path.into().split()?;
    let file = open_in(&folder, name, Access::Extend)?;
    let writable = !system::has_other_names(&file)?;
    Ok((file, writable))
}

/// Replaces a file atomically and durably by a new one, which `fill` writes. If this fails, the old
/// file, if any, is unchanged.
///
/// # Errors
/// When the file cannot be written, or the name belongs to something that is not a plain file.
pub fn replace<'a>(
    path: impl Into<OwnPath<'a>>,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let (folder, name) = path.into().split()?;
    replace_in(&folder, name, fill)
}

fn replace_in(
    folder: &Folder,
    name: &OsStr,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    match folder.kind(name) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        found => expect(found?, Found::File, name)?,
    }
    let (unfinished, mut file) = unfinished_file(folder)?;
    let finish = || {
        fill(&mut file)?;
        file.sync_all()?;
        folder.rename(&unfinished, name)
    };
    if let Err(cause) = finish() {
        // The cause is more important than a file that the next sweep removes.
        let _ = folder.remove(&unfinished);
        return Err(cause);
    }
    folder.sync()
}

/// Creates a temporary file. Names that exist, be they of files or of links, are passed over.
fn unfinished_file(folder: &Folder) -> io::Result<(OsString, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut last = refusal("no name is free for a temporary file");
    for _ in 0..MOST_NAMES {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = OsString::from(format!("{UNFINISHED}{}-{number}", process()));
        match folder.open(&name, Access::New) {
            Ok(file) => return Ok((name, file)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => last = e,
            Err(e) => return Err(e),
        }
    }
    Err(last)
}

/// Makes a folder, unless it exists.
///
/// # Errors
/// When the folder cannot be made, or the name belongs to something else.
pub fn make_folder<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<()> {
    let (folder, name) = path.into().split()?;
    match folder.make(name) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            expect(folder.kind(name)?, Found::Folder, name)
        }
        made => made,
    }
}

/// Makes a folder that the user has named, and the folders around it, unless they exist.
///
/// # Errors
/// When a folder cannot be made.
pub fn make_folders(path: &Path) -> io::Result<()> {
    #[cfg(target_family = "wasm")]
    return system::make_folders(path);
    #[cfg(not(target_family = "wasm"))]
    std::fs::create_dir_all(path)
}

/// The number of this process. A module of WebAssembly is no process, and has 0.
pub(crate) fn process() -> u32 {
    if cfg!(target_family = "wasm") {
        return 0;
    }
    std::process::id()
}

/// The names in a folder, sorted.
///
/// # Errors
/// When the folder cannot be read, or is a link that the user has not named.
pub fn names(path: OwnPath) -> io::Result<Vec<OsString>> {
    let mut names = path.open_folder()?.names()?;
    names.sort_unstable();
    Ok(names)
}

/// The files below a folder, with their bytes, by their paths from there. Hidden files, which are
/// those of locks and unfinished ones, are left out.
///
/// # Errors
/// When a folder or a file cannot be read.
pub fn files(root: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    let mut folders = vec![(Folder::named(root)?, PathBuf::new())];
    while let Some((folder, inner)) = folders.pop() {
        let is_hidden = |name: &OsString| name.to_string_lossy().starts_with('.');
        for name in folder.names()?.into_iter().filter(|name| !is_hidden(name)) {
            let path = inner.join(&name);
            if folder.kind(&name)? == Found::Folder {
                folders.push((folder.inner(&name)?, path));
                continue;
            }
            let mut bytes = Vec::new();
            open_in(&folder, &name, Access::Read)?.read_to_end(&mut bytes)?;
            found.push((path.to_string_lossy().into_owned(), bytes));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Removes a file. Of a link, the link itself is removed.
///
/// # Errors
/// When the file cannot be removed.
pub fn remove<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<()> {
    let (folder, name) = path.into().split()?;
    folder.remove(name)
}

/// Gives a file another name in its folder. A file that has this name is replaced.
///
/// # Errors
/// When the file cannot be renamed.
pub fn rename<'a>(path: impl Into<OwnPath<'a>>, to: &OsStr) -> io::Result<()> {
    let (folder, name) = path.into().split()?;
    folder.rename(name, to)
}

/// Whether a name exists. The name of a link that leads nowhere exists.
pub fn exists<'a>(path: impl Into<OwnPath<'a>>) -> bool {
    let found = path
        .into()
        .split()
        .and_then(|(folder, name)| folder.kind(name));
    found.is_ok()
}

/// Removes the temporary files that a killed process left in a folder.
///
/// # Errors
/// When the folder cannot be read, or a file cannot be removed.
pub fn sweep(path: OwnPath) -> io::Result<()> {
    let folder = path.open_folder()?;
    let names = folder.names()?;
    let is_unfinished = |name: &&OsString| name.to_string_lossy().starts_with(UNFINISHED);
    let mut unfinished = names.iter().filter(is_unfinished);
    unfinished.try_for_each(|name| folder.remove(name))
}

/// Refuses a folder in which a name belongs to a link, a pipe or a device.
///
/// # Errors
/// The first such name; also when the folder cannot be read.
pub fn refuse_links(path: OwnPath) -> io::Result<()> {
    let folder = path.open_folder()?;
    let mut names = folder.names()?;
    names.sort_unstable();
    for name in names {
        match folder.kind(&name) {
            Ok(Found::File | Found::Folder) => {}
            // Another process has removed it.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            found => expect(found?, Found::File, &name)?,
        }
    }
    Ok(())
}

/// Refuses a file that another library is going to open by its path, if it is not a plain file. A
/// file that does not exist is not refused.
///
/// # Errors
/// When the name belongs to something that is not a plain file.
pub fn refuse_others<'a>(path: impl Into<OwnPath<'a>>) -> io::Result<()> {
    let found = path
        .into()
        .split()
        .and_then(|(folder, name)| expect(folder.kind(name)?, Found::File, name));
    unless_missing(found)
}

/// Refuses a folder that is a link or lies in a link, and what is not a folder. A folder that does
/// not exist is not refused.
///
/// # Errors
/// When the folder cannot be opened without following a link.
pub fn refuse_linked(path: OwnPath) -> io::Result<()> {
    unless_missing(path.open_folder().map(drop))
}

fn unless_missing(found: io::Result<()>) -> io::Result<()> {
    match found {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        found => found,
    }
}
