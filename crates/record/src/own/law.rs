//! The folders of all systems answer alike: those as descriptors, those as paths, and those in the
//! memory.

#![allow(clippy::unwrap_used)]

#[path = "memory.rs"]
mod memory;
#[path = "other.rs"]
mod other;

use super::{Access, Found, refusal, system as descriptors};
use std::ffi::OsStr;
use std::fs::{self, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use tempfile::TempDir;

/// A folder of a system.
trait Folders: Sized {
    type File: Files;
    fn named(path: &Path) -> io::Result<Self>;
    fn inner(&self, name: &OsStr) -> io::Result<Self>;
    fn kind(&self, name: &OsStr) -> io::Result<Found>;
    fn open(&self, name: &OsStr, access: Access) -> io::Result<Self::File>;
    fn make(&self, name: &OsStr) -> io::Result<()>;
    fn remove(&self, name: &OsStr) -> io::Result<()>;
    fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()>;
    fn list(&self) -> io::Result<Vec<String>>;
    fn has_other_names(file: &Self::File) -> io::Result<bool>;
}

/// An open file of a system.
trait Files: Read + Write + Seek {
    fn set_len(&self, length: u64) -> io::Result<()>;
    fn sync_all(&self) -> io::Result<()>;
    /// The length. The file has to be a plain one.
    fn plain_len(&self) -> io::Result<u64>;
    /// Takes the lock, and then makes it a shared one.
    fn locks(&self) -> [Result<(), TryLockError>; 2];
    fn unlock(&self) -> io::Result<()>;
}

macro_rules! system {
    ($($system:ident: $file:ty;)*) => {$(
        impl Folders for $system::Folder {
            type File = $file;
            fn named(path: &Path) -> io::Result<Self> {
                $system::Folder::named(path)
            }
            fn inner(&self, name: &OsStr) -> io::Result<Self> {
                $system::Folder::inner(self, name)
            }
            fn kind(&self, name: &OsStr) -> io::Result<Found> {
                $system::Folder::kind(self, name)
            }
            fn open(&self, name: &OsStr, access: Access) -> io::Result<Self::File> {
                $system::Folder::open(self, name, access)
            }
            fn make(&self, name: &OsStr) -> io::Result<()> {
                $system::Folder::make(self, name)
            }
            fn remove(&self, name: &OsStr) -> io::Result<()> {
                $system::Folder::remove(self, name)
            }
            fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
                $system::Folder::rename(self, from, to)?;
                $system::Folder::sync(self)
            }
            fn list(&self) -> io::Result<Vec<String>> {
                let names = $system::Folder::names(self)?.into_iter();
                let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
                names.sort();
                Ok(names)
            }
            fn has_other_names(file: &Self::File) -> io::Result<bool> {
                $system::has_other_names(file)
            }
        }
    )*};
}

macro_rules! file {
    ($($file:ty)*) => {$(
        impl Files for $file {
            fn set_len(&self, length: u64) -> io::Result<()> {
                <$file>::set_len(self, length)
            }
            fn sync_all(&self) -> io::Result<()> {
                <$file>::sync_all(self)
            }
            fn plain_len(&self) -> io::Result<u64> {
                let metadata = self.metadata()?;
                assert!(metadata.is_file());
                Ok(metadata.len())
            }
            fn locks(&self) -> [Result<(), TryLockError>; 2] {
                [self.try_lock(), self.try_lock_shared()]
            }
            fn unlock(&self) -> io::Result<()> {
                <$file>::unlock(self)
            }
        }
    )*};
}

system! {
    descriptors: fs::File;
    other: fs::File;
    memory: memory::File;
}
file! { fs::File memory::File }

/// A folder in which operations are done, and a file that stays open.
struct Place<F: Folders> {
    root: F,
    held: Option<F::File>,
}

impl<F: Folders> Place<F> {
    fn new(root: &Path) -> Place<F> {
        let root = F::named(root).unwrap();
        Place { root, held: None }
    }

    /// The answer to an operation, or the kind of its error.
    fn answer(&mut self, operation: &str) -> String {
        self.done(operation)
            .unwrap_or_else(|e| format!("{:?}", e.kind()))
    }

    fn done(&mut self, operation: &str) -> io::Result<String> {
        let words: Vec<&str> = operation.split(' ').collect();
        let done = |()| "done".to_string();
        let at = |text: &str| match text.parse::<i64>().unwrap() {
            at if at < 0 => SeekFrom::End(at),
            at => SeekFrom::Start(at as u64),
        };
        Ok(match words[..] {
            ["make", path] => self.within(path, |f, name| f.make(name)).map(done)?,
            ["remove", path] => self.within(path, |f, name| f.remove(name)).map(done)?,
            ["rename", path, to] => self
                .within(path, |f, name| f.rename(name, OsStr::new(to)))
                .map(done)?,
            ["kind", path] => format!("{:?}", self.within(path, |f, name| f.kind(name))?),
            ["names"] => self.root.list()?.join(" "),
            ["names", path] => self
                .within(path, |f, name| f.inner(name)?.list())?
                .join(" "),
            ["new", path, text] => self.write(path, Access::New, at("0"), text)?,
            ["write", path, from, text] => self.write(path, Access::Extend, at(from), text)?,
            ["read", path, from, count] => {
                let mut file = self.within(path, |f, name| f.open(name, Access::Read))?;
                let mut part = vec![0; count.parse().unwrap()];
                let place = file.seek(at(from))?;
                let mut twice = || -> io::Result<String> {
                    let read = file.read(&mut part)?;
                    Ok(shown(&part[..read]))
                };
                format!("{place}: {}|{}", twice()?, twice()?)
            }
            ["cut", path, length] => {
                let mut file = self.within(path, |f, name| f.open(name, Access::Extend))?;
                file.set_len(length.parse().unwrap())?;
                told(&mut file)?
            }
            ["hold", path] => {
                self.held = Some(self.within(path, |f, name| f.open(name, Access::Extend))?);
                done(())
            }
            ["held", text] => match &mut self.held {
                Some(file) => {
                    file.write_all(text.as_bytes())?;
                    told(file)?
                }
                None => "nothing".to_string(),
            },
            _ => panic!("{operation}"),
        })
    }

    /// Works on a name in the root, or in a folder of it.
    fn within<T>(
        &self,
        path: &str,
        work: impl FnOnce(&F, &OsStr) -> io::Result<T>,
    ) -> io::Result<T> {
        match path.split_once('/') {
            None => work(&self.root, OsStr::new(path)),
            Some((folder, name)) => work(&self.root.inner(OsStr::new(folder))?, OsStr::new(name)),
        }
    }

    fn write(&self, path: &str, access: Access, at: SeekFrom, text: &str) -> io::Result<String> {
        let mut file = self.within(path, |f, name| f.open(name, access))?;
        file.seek(at)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        file.sync_all()?;
        told(&mut file)
    }
}

/// Bytes as a text, with a dash for each zero.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\0', "-")
}

/// The place in a file, its length and its content. The place stays.
fn told(file: &mut impl Files) -> io::Result<String> {
    let (place, mut bytes) = (file.stream_position()?, Vec::new());
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(format!(
        "{place} of {}: {}",
        file.plain_len()?,
        shown(&bytes)
    ))
}

/// The three systems with an empty folder each.
struct Systems {
    descriptors: Place<descriptors::Folder>,
    other: Place<other::Folder>,
    memory: Place<memory::Folder>,
    _folders: [TempDir; 2],
}

impl Systems {
    fn new() -> Systems {
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let root = Path::new("runs/one");
        memory::make_folders(root).unwrap();
        Systems {
            descriptors: Place::new(folders[0].path()),
            other: Place::new(folders[1].path()),
            memory: Place::new(root),
            _folders: folders,
        }
    }

    /// The answer of all systems.
    fn answer(&mut self, operation: &str) -> String {
        let answer = self.descriptors.answer(operation);
        assert_eq!(self.other.answer(operation), answer, "other: {operation}");
        assert_eq!(self.memory.answer(operation), answer, "memory: {operation}");
        answer
    }
}

const COURSE: &str = "
    names = 
    kind a = NotFound
    names a = NotFound
    make a = done
    make a = AlreadyExists
    kind a = Folder
    names = a
    names a = 
    read a/x 0 9 = NotFound
    remove a/x = NotFound
    rename a/x y = NotFound
    write b/x 0 one = NotFound
    new a/x one = 3 of 3: one
    new a/x two = AlreadyExists
    new a two = AlreadyExists
    make a/x = AlreadyExists
    kind a/x = File
    names a = x
    names = a
    names a/x = NotADirectory
    make f = done
    write a 0 two = IsADirectory
    cut a 0 = IsADirectory
    read a 0 9 = IsADirectory
    remove a = IsADirectory
    read a/x 0 2 = 0: on|e
    read a/x -2 2 = 1: ne|
    read a/x 9 2 = 9: |
    read a/x -4 2 = InvalidInput
    write a/x 0 t = 1 of 3: tne
    write a/x 1 two = 4 of 4: ttwo
    write a/x -1 end = 6 of 6: ttwend
    write a/x 8 x = 9 of 9: ttwend--x
    write a/x -99 x = InvalidInput
    cut a/x 2 = 0 of 2: tt
    cut a/x 4 = 0 of 4: tt--
    write a/y 1 new = 4 of 4: -new
    names a = x y
    rename a/y x = done
    names a = x
    read a/x 0 9 = 0: -new|
    rename a/x x = done
    hold a/x = done
    held one = 3 of 4: onew
    remove a/x = done
    held two = 6 of 6: onetwo
    read a/x 0 9 = NotFound
    new a/x next = 4 of 4: next
    held x = 7 of 7: onetwox
    rename f a = DirectoryNotEmpty
    rename a f = done
    names = f
    names f = x
    read f/x 0 9 = 0: next|
    new x x = 1 of 1: x
    rename x f = IsADirectory
    rename f x = NotADirectory
    rename f f = done
    make f/inner = done
    names f = inner x
    kind x/x = NotADirectory
    make x/x = NotADirectory
    names f = inner x";

#[test]
fn a_course_of_operations_has_the_same_answers_on_all_systems() {
    let mut systems = Systems::new();
    for step in COURSE.lines().skip(1) {
        let (operation, answer) = step.split_once(" =").unwrap();
        let operation = operation.trim();
        assert_eq!(systems.answer(operation), answer.trim(), "{operation}");
    }
}

#[test]
fn any_operations_have_the_same_answers_on_all_systems() {
    let mut systems = Systems::new();
    let (mut state, mut kinds) = (1_u64, std::collections::BTreeSet::new());
    let mut choose = |from: &[&str]| {
        state = state.wrapping_mul(6_364_136_223_846_793_005) + 1;
        from[(state >> 33) as usize % from.len()].to_string()
    };
    for _ in 0..400 {
        let path = choose(&["a", "b", "c", "a/a", "a/b", "b/a", "b/c", "c/c"]);
        let operation = choose(&[
            "make", "remove", "rename", "kind", "names", "new", "write", "read", "cut", "hold",
            "held",
        ]);
        let rest = match operation.as_str() {
            "rename" => choose(&[" a", " b", " c"]),
            "new" => choose(&[" n", " new"]),
            "write" => choose(&[" 0 w", " 2 write", " -1 w", " 7 w"]),
            "read" => choose(&[" 0 3", " 2 9", " -2 1", " 40 2"]),
            "cut" => choose(&[" 0", " 3", " 8"]),
            _ => String::new(),
        };
        let answer = systems.answer(&match operation.as_str() {
            "held" => "held more".to_string(),
            _ => format!("{operation} {path}{rest}"),
        });
        systems.answer("names");
        kinds.insert(answer);
    }
    assert!(kinds.len() > 50, "{}", kinds.len());
}

#[test]
fn the_root_and_the_current_folder_of_the_memory_exist() {
    for root in [".", "/"] {
        let mut place = Place::<memory::Folder>::new(Path::new(root));
        assert_eq!(place.answer("names"), "");
        assert_eq!(place.answer("make runs"), "done");
        assert_eq!(place.answer("new runs/x text"), "4 of 4: text");
        assert_eq!(place.answer("names"), "runs");
        // A file in the current folder has a path with a dot and one without.
        let path = Path::new(root).join("runs/x");
        let named = path.strip_prefix(".").unwrap_or(&path);
        for path in [&path, named] {
            let mut file = memory::File::open(path).unwrap();
            assert_eq!(told(&mut file).unwrap(), "0 of 4: text");
            let kind = |path: &Path| memory::File::open(path).unwrap_err().kind();
            let folder = path.parent().unwrap();
            assert_eq!(kind(folder), io::ErrorKind::IsADirectory);
            assert_eq!(kind(&path.join("y")), io::ErrorKind::NotADirectory);
            assert_eq!(kind(&folder.join("y")), io::ErrorKind::NotFound);
            let made = |path: &Path| memory::make_folders(path).map_err(|e| e.kind());
            assert_eq!(made(path), Err(io::ErrorKind::AlreadyExists));
            assert_eq!(made(&path.join("y/z")), Err(io::ErrorKind::NotADirectory));
            assert_eq!(made(folder), Ok(()));
            let named = |path: &Path| memory::Folder::named(path).map(drop).map_err(|e| e.kind());
            assert_eq!(named(path), Err(io::ErrorKind::NotADirectory));
            assert_eq!(named(&folder.join("y")), Err(io::ErrorKind::NotFound));
            assert_eq!(named(folder), Ok(()));
        }
    }
    memory::make_folders(Path::new("one/two")).unwrap();
    let mut place = Place::<memory::Folder>::new(Path::new("one"));
    assert_eq!(place.answer("names"), "two");
}

/// Descriptors refuse links. Paths follow a link, since the functions of `own` look at the kind of
/// a name before they open it. The memory has no links.
#[test]
fn links_are_told_and_descriptors_refuse_them() {
    let folder = tempfile::tempdir().unwrap();
    let [inner, file, alias, link] = ["inner", "inner/file", "alias", "link"].map(OsStr::new);
    let path = |name: &OsStr| folder.path().join(name);
    fs::create_dir(path(inner)).unwrap();
    fs::write(path(file), "text").unwrap();
    symlink(path(inner), path(alias)).unwrap();
    symlink(path(file), path(link)).unwrap();
    fs::hard_link(path(file), path(inner).join("again")).unwrap();
    let strict = descriptors::Folder::named(folder.path()).unwrap();
    let loose = other::Folder::named(folder.path()).unwrap();
    for name in [alias, link] {
        assert_eq!(strict.kind(name).unwrap(), Found::Link);
        assert_eq!(loose.kind(name).unwrap(), Found::Link);
        assert!(strict.inner(name).is_err() && strict.open(name, Access::Read).is_err());
    }
    assert!(loose.inner(alias).is_ok() && loose.open(link, Access::Read).is_ok());
    // A null device is no file. No system makes one in the memory.
    let devices = Path::new("/dev");
    let null = OsStr::new("null");
    let strict_kind = descriptors::Folder::named(devices).unwrap().kind(null);
    let loose_kind = other::Folder::named(devices).unwrap().kind(null);
    assert_eq!(strict_kind.unwrap(), Found::Other);
    assert_eq!(loose_kind.unwrap(), Found::Other);
    // Only descriptors tell a second name.
    let once = OsStr::new("once");
    fs::write(path(once), "").unwrap();
    let twice = |name| fs::File::open(path(name)).unwrap();
    assert!(descriptors::has_other_names(&twice(file)).unwrap());
    assert!(!descriptors::has_other_names(&twice(once)).unwrap());
    assert!(!other::has_other_names(&twice(file)).unwrap());
    memory::make_folders(folder.path()).unwrap();
    let memory = memory::Folder::named(folder.path()).unwrap();
    let in_memory = memory.open(once, Access::New).unwrap();
    assert!(!memory::Folder::has_other_names(&in_memory).unwrap());
}

/// A file on a disk that is open for reading cannot be written to, and a lock is for one file that
/// is open. The memory tells neither apart: one thread has it.
#[test]
fn a_disk_has_locks_and_files_that_are_only_read() {
    fn tries<F: Folders>(root: &Path) -> [bool; 3] {
        let folder = F::named(root).unwrap();
        let name = OsStr::new("file");
        let open = || folder.open(name, Access::Extend).unwrap();
        let (first, second) = (open(), open());
        assert!(first.locks().iter().all(Result::is_ok));
        first.unlock().unwrap();
        assert!(first.locks()[0].is_ok());
        let [alone, shared] = second.locks().map(|lock| lock.is_ok());
        first.unlock().unwrap();
        let mut read = folder.open(name, Access::Read).unwrap();
        [alone, shared, read.write(b"x").is_ok()]
    }
    let folder = tempfile::tempdir().unwrap();
    memory::make_folders(folder.path()).unwrap();
    assert_eq!(tries::<memory::Folder>(folder.path()), [true; 3]);
    let disk = [
        tries::<other::Folder>(folder.path()),
        tries::<descriptors::Folder>(folder.path()),
    ];
    // The first file has a shared lock in the end, beside which another is free.
    assert_eq!(disk, [[false, true, false]; 2]);
}

#[test]
fn folders_have_the_usual_rights_and_errors_of_a_sync_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut place = Place::<descriptors::Folder>::new(folder.path());
    assert_eq!(place.answer("make made"), "done");
    fs::create_dir(folder.path().join("usual")).unwrap();
    let [made, usual] = ["made", "usual"].map(|name| {
        let metadata = fs::metadata(folder.path().join(name)).unwrap();
        metadata.permissions().mode()
    });
    assert_eq!(made, usual);
    // The system refuses to sync this folder.
    let processes = descriptors::Folder::named(Path::new("/proc")).unwrap();
    assert!(processes.sync().is_err());
}
