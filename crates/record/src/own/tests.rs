#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder of the program with a folder `inner`, beside a folder `outside` with a file `secret`.
fn place() -> (TempDir, PathBuf, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let (root, outside) = (place.path().join("run"), place.path().join("outside"));
    fs::create_dir_all(root.join("inner")).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), "secret").unwrap();
    (place, root, outside)
}

#[test]
fn a_folder_is_no_file() {
    let (_place, root, _) = place();
    let message = open(&root.join("inner")).unwrap_err().to_string();
    assert_eq!(message, "`inner`: expected a file, found a folder");
    for odd in ["..", "inner/..", "/"] {
        assert!(open(&root.join(odd)).is_err(), "{odd}");
    }
}

#[test]
fn a_file_is_created_extended_replaced_and_renamed() {
    let (_place, root, _) = place();
    let (file, inner) = (root.join("log"), root.join("inner/log"));
    for path in [OwnPath::from(&file), OwnPath::inner(&inner)] {
        create(path).unwrap().write_all(b"one").unwrap();
        create(path).unwrap().write_all(b"two").unwrap();
        let mut text = String::new();
        extend(path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "two");
        replace(path, |file| file.write_all(b"three")).unwrap();
        assert!(exists(path));
        rename(path, OsStr::new("other")).unwrap();
        assert!(!exists(path));
        remove(path.beside(&path.path().with_file_name("other"))).unwrap();
    }
    assert_eq!(names(OwnPath::named(&root)).unwrap(), ["inner"]);
    assert!(
        names(OwnPath::from(&root.join("inner")))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_name_that_no_file_can_have_is_refused_before_anything_is_written() {
    let (_place, root, _) = place();
    let path = root.join("x".repeat(300));
    let refused = replace(&path, |_| panic!("nothing is written"));
    assert_ne!(refused.unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(names(OwnPath::named(&root)).unwrap(), ["inner"]);
}

#[test]
fn a_missing_file_and_a_missing_folder_are_refused_by_no_check() {
    let (_place, root, _) = place();
    for missing in [root.join("missing"), root.join("missing/file")] {
        assert!(refuse_others(OwnPath::below(&root, &missing)).is_ok());
        assert!(refuse_linked(OwnPath::below(&root, &missing)).is_ok());
    }
    assert!(refuse_others(&root.join("inner")).is_err());
}

#[test]
fn unfinished_files_are_swept_from_a_folder_and_from_one_in_it() {
    let (_place, root, _) = place();
    let inner = root.join("inner");
    for folder in [&root, &inner] {
        for name in ["file", ".unfinished-1", ".unfinished-x", ".hidden"] {
            fs::write(folder.join(name), "").unwrap();
        }
    }
    sweep(OwnPath::named(&root)).unwrap();
    let left = [".hidden", "file", "inner"];
    assert_eq!(names(OwnPath::named(&root)).unwrap(), left);
    assert_eq!(names(OwnPath::from(&inner)).unwrap().len(), 4);
    sweep(OwnPath::from(&inner)).unwrap();
    assert_eq!(names(OwnPath::from(&inner)).unwrap(), [".hidden", "file"]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_reason_why_a_folder_cannot_be_made_is_told() {
    // No process makes a folder here.
    let refused = make_folder(Path::new("/sys/boil")).unwrap_err();
    assert_ne!(refused.kind(), io::ErrorKind::NotFound);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::process::Command;

    /// Every function that opens, makes or replaces a file.
    fn tries(path: OwnPath) -> [(&'static str, io::Result<()>); 6] {
        [
            ("open", open(path).map(drop)),
            ("create", create(path).map(drop)),
            ("extend", extend(path).map(drop)),
            ("open_lock", open_lock(path).map(drop)),
            ("replace", replace(path, |file| file.write_all(b"new"))),
            ("refuse_others", refuse_others(path)),
        ]
    }

    #[test]
    fn links_and_pipes_are_refused_by_name() {
        let (_place, root, outside) = place();
        let secret = outside.join("secret");
        symlink(&secret, root.join("link")).unwrap();
        symlink(&secret, root.join("inner/link")).unwrap();
        symlink(outside.join("nowhere"), root.join("dangling")).unwrap();
        symlink(&outside, root.join("to-folder")).unwrap();
        let pipe = root.join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let [link, inner, dangling] =
            ["link", "inner/link", "dangling"].map(|name| root.join(name));
        let below = root.join("to-folder/secret");
        for (path, name) in [
            (OwnPath::from(&link), "`link` is a symbolic link"),
            (OwnPath::inner(&inner), "`link` is a symbolic link"),
            (OwnPath::from(&dangling), "`dangling` is a symbolic link"),
            (OwnPath::inner(&below), "`to-folder` is a symbolic link"),
            (
                OwnPath::from(&pipe),
                "`pipe`: expected a file, found a pipe",
            ),
        ] {
            for (what, tried) in tries(path) {
                let message = tried.unwrap_err().to_string();
                assert!(message.contains(name), "{what}: {message}");
            }
        }
        for tried in [
            names(OwnPath::from(&root.join("to-folder"))).map(drop),
            sweep(OwnPath::from(&root.join("to-folder"))),
            make_folder(&root.join("to-folder")),
            make_folder(&root.join("dangling")),
            refuse_linked(OwnPath::below(&root, &root.join("to-folder"))),
            refuse_links(OwnPath::named(&root)),
        ] {
            let message = tried.unwrap_err().to_string();
            assert!(message.contains("is a symbolic link"), "{message}");
        }
        assert_eq!(fs::read(&secret).unwrap(), b"secret");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }

    #[test]
    fn the_folder_that_the_user_named_may_be_a_link() {
        let (place, root, _) = place();
        let named = place.path().join("named");
        symlink(&root, &named).unwrap();
        for (what, tried) in tries(OwnPath::from(&named.join("new"))).into_iter().skip(1) {
            assert!(tried.is_ok(), "{what}: {tried:?}");
        }
        assert_eq!(fs::read(root.join("new")).unwrap(), b"new");
        let path = OwnPath::named(&named);
        assert_eq!(names(path).unwrap(), ["inner", "new"]);
        assert!(exists(path) && path.path() == named);
        // A path that is not below the root is the user's.
        assert!(refuse_linked(OwnPath::below(&root, &named)).is_ok());
        assert!(refuse_linked(OwnPath::below(place.path(), &named)).is_err());
    }

    #[test]
    fn all_files_below_a_folder_are_listed_but_hidden_ones() {
        let (_place, root, outside) = place();
        for name in ["z", ".lock", "inner/b", "inner/a", "inner/.hidden"] {
            fs::write(root.join(name), name).unwrap();
        }
        let listed = ["inner/a", "inner/b", "z"];
        let listed = listed.map(|name| (name.to_string(), name.as_bytes().to_vec()));
        assert_eq!(files(&root).unwrap(), listed);
        symlink(outside.join("secret"), root.join("inner/link")).unwrap();
        let message = files(&root).unwrap_err().to_string();
        assert!(message.contains("`link` is a symbolic link"), "{message}");
    }

    #[test]
    fn a_file_with_a_second_name_is_never_written_to() {
        let (_place, root, outside) = place();
        let (secret, path) = (outside.join("secret"), root.join("log"));
        let again = || {
            let _ = fs::remove_file(&path);
            fs::hard_link(&secret, &path).unwrap();
        };
        again();
        let (_file, writable) = open_lock(&path).unwrap();
        assert!(!writable);
        let mut text = String::new();
        let mut file = extend(&path).unwrap();
        file.read_to_string(&mut text).unwrap();
        file.write_all(b"more").unwrap();
        assert_eq!(text, "secret");
        assert_eq!(fs::read(&path).unwrap(), b"secretmore");
        again();
        create(&path).unwrap().write_all(b"new").unwrap();
        again();
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&secret).unwrap(), b"secret");
        assert_eq!(fs::metadata(&secret).unwrap().nlink(), 1);
    }

    /// The checks by name come before the file is opened. Here another thread changes the file in
    /// between, over and over.
    #[test]
    fn a_link_that_comes_after_the_check_is_not_followed() {
        use std::sync::atomic::AtomicBool;
        let (_place, root, outside) = place();
        let (path, inner) = (root.join("log"), root.join("inner"));
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let _ = fs::remove_file(&path);
                    let _ = symlink(outside.join("secret"), &path);
                    let _ = fs::remove_file(&path);
                    let _ = fs::write(&path, "");
                    let _ = fs::rename(&inner, root.join("aside"));
                    let _ = symlink(&outside, &inner);
                    let _ = fs::remove_file(&inner);
                    let _ = fs::rename(root.join("aside"), &inner);
                }
            });
            for _ in 0..2000 {
                if let Ok(mut file) = extend(&path) {
                    file.write_all(b"x").unwrap();
                }
                if let Ok(mut file) = open(&path) {
                    let mut text = String::new();
                    file.read_to_string(&mut text).unwrap();
                    assert!(!text.contains("secret"));
                }
                let secret = inner.join("secret");
                let _ = replace(OwnPath::inner(&secret), |file| file.write_all(b"x"));
            }
            done.store(true, Ordering::Relaxed);
        });
        assert_eq!(fs::read(outside.join("secret")).unwrap(), b"secret");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }

    #[test]
    fn temporary_names_that_exist_are_passed_over() {
        let (_place, root, outside) = place();
        for number in 0..200 {
            let name = format!("{UNFINISHED}{}-{number}", std::process::id());
            symlink(outside.join("secret"), root.join(name)).unwrap();
        }
        let path = root.join("file");
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        sweep(OwnPath::named(&root)).unwrap();
        assert_eq!(names(OwnPath::named(&root)).unwrap(), ["file", "inner"]);
        assert_eq!(fs::read(outside.join("secret")).unwrap(), b"secret");
    }
}
