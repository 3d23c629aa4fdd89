//! Reads files with a limit on their size, without waiting for input that never comes.
//!
//! A file of a run has to be a plain file (`own/`). A file that a user names may be a link or a
//! pipe, as in `boil check <(generate)`, and is read to its end like standard input. Files of both
//! kinds are read up to a limit, so that no file takes more memory than its format needs.

use super::own::{self, File, OwnPath};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The file that makes a folder a run folder.
pub const MANIFEST: &str = "manifest.json";

/// The largest config, in bytes.
pub const MOST_CONFIG: u64 = 1 << 24;

/// The longest line of a log, in bytes. A board of 20,000 vertices fits.
pub const LONGEST_LINE: usize = 1 << 25;

/// Reads a file that the program has written, of at most `most` bytes.
///
/// # Errors
/// When the file cannot be read, is not a plain file, or has more than `most` bytes.
pub fn own_bytes<'a>(path: impl Into<OwnPath<'a>>, most: u64) -> io::Result<Vec<u8>> {
    bounded(own::open(path)?, most)
}

/// Reads the text of a file that the program has written, of at most `most` bytes.
///
/// # Errors
/// As [`own_bytes`]; also when the text is not UTF-8.
pub fn own_text<'a>(path: impl Into<OwnPath<'a>>, most: u64) -> io::Result<String> {
    as_text(own_bytes(path, most)?)
}

/// Opens a file that a user has named. It may be a link or a pipe, but not if it is in a run
/// folder, which may come from another person.
///
/// # Errors
/// When the file cannot be opened.
pub fn open_named(path: &Path) -> io::Result<File> {
    let is_run = |folder: &&Path| own::exists(&folder.join(MANIFEST));
    match path.ancestors().skip(1).take(2).find(is_run) {
        Some(run) => own::open(OwnPath::below(run, path)),
        None => File::open(path),
    }
}

/// Reads a file that a user has named, of at most `most` bytes. It may be a pipe.
///
/// # Errors
/// When the file cannot be read, or has more than `most` bytes.
pub fn named_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(open_named(path)?, most)
}

/// Reads the text of a file that a user has named, of at most `most` bytes. It may be a pipe.
///
/// # Errors
/// As [`named_bytes`]; also when the text is not UTF-8.
pub fn named_text(path: &Path, most: u64) -> io::Result<String> {
    as_text(named_bytes(path, most)?)
}

/// Reads a stream to its end, if it has at most `most` bytes.
///
/// # Errors
/// When the stream cannot be read, or has more than `most` bytes.
pub fn bounded(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        Err(too_large(format!("it has more than {most} bytes")))
    } else {
        Ok(bytes)
    }
}

/// Reads the complete lines of a stream, with their line breaks. Leaves out a last line without a
/// break, since another process may still be writing it.
///
/// # Errors
/// When the stream cannot be read, or a line, complete or not, has more than [`LONGEST_LINE`]
/// bytes.
pub fn whole_lines(mut from: impl BufRead) -> io::Result<Vec<u8>> {
    let (mut bytes, mut lines) = (Vec::new(), 0);
    loop {
        let start = bytes.len();
        let limit = LONGEST_LINE as u64 + 1;
        from.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
        if bytes.len() - start > LONGEST_LINE {
            let problem = format!("line {} has more than {LONGEST_LINE} bytes", lines + 1);
            return Err(too_large(problem));
        }
        if bytes.last() != Some(&b'\n') || bytes.len() == start {
            bytes.truncate(start);
            return Ok(bytes);
        }
        lines += 1;
    }
}

fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let problem = format!("byte {} is not UTF-8", at + 1);
        io::Error::new(io::ErrorKind::InvalidData, problem)
    })
}

fn too_large(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, problem)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_stream_beyond_the_limit_is_refused() {
        assert_eq!(bounded(&b"abc"[..], 3).unwrap(), b"abc");
        let message = bounded(&b"abcd"[..], 3).unwrap_err().to_string();
        assert_eq!(message, "it has more than 3 bytes");
        let endless = bounded(io::repeat(0), 1000).unwrap_err();
        assert_eq!(endless.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn lines_are_told_apart_and_bounded() {
        assert_eq!(whole_lines(&b"a\n\nb\nc"[..]).unwrap(), b"a\n\nb\n");
        assert_eq!(whole_lines(&b""[..]).unwrap(), b"");
        let endless = || io::BufReader::new((&b"a\n"[..]).chain(io::repeat(0)));
        let message = whole_lines(endless()).unwrap_err().to_string();
        assert!(message.starts_with("line 2 has more than"), "{message}");
        // The longest line has its line break, and is no longer for the lines before it.
        let mut lines = vec![b'x'; LONGEST_LINE];
        lines[LONGEST_LINE - 1] = b'\n';
        lines.extend(b"b\n");
        assert_eq!(whole_lines(&lines[..]).unwrap().len(), LONGEST_LINE + 2);
    }

    #[test]
    fn a_named_file_is_text_of_a_bounded_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("named");
        std::fs::write(&path, "text").unwrap();
        assert_eq!(named_text(&path, 4).unwrap(), "text");
        let kind = |most| named_text(&path, most).unwrap_err().kind();
        assert_eq!(kind(3), io::ErrorKind::FileTooLarge);
        std::fs::write(&path, b"tex\xFF").unwrap();
        let message = named_text(&path, 4).unwrap_err().to_string();
        assert_eq!(message, "byte 4 is not UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_but_not_in_a_run_nor_in_a_folder_of_a_run() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (run, target) = (folder.path().join("run"), folder.path().join("target"));
        std::fs::write(&target, "text").unwrap();
        std::fs::create_dir_all(run.join("inner/most")).unwrap();
        let links = ["link", "inner/link", "inner/most/link"].map(|name| run.join(name));
        for link in &links {
            symlink(&target, link).unwrap();
        }
        let read = || links.each_ref().map(|link| named_bytes(link, 9).is_ok());
        assert_eq!(read(), [true; 3]);
        std::fs::write(run.join(MANIFEST), "").unwrap();
        assert_eq!(read(), [false, false, true]);
        // A folder with a manifest is no run for itself.
        assert!(named_bytes(&run.join(MANIFEST), 9).is_ok());
    }
}
