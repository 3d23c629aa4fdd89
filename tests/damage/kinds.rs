//! The ways in which a file is damaged.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// A kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Sound,
    /// The file does not exist.
    Missing,
    /// Cut after this many eighths.
    Cut(usize),
    /// The last byte is missing.
    LastByte,
    /// One bit is flipped: which one, and where in sixteenths of the file.
    Flip(usize),
    /// A picture.
    Picture,
    /// A record book.
    Database,
    /// A config.
    Config,
    /// A line of text that is not UTF-8.
    Latin,
    /// Written by a later version.
    Future,
    /// Eight GiB of zeros, as a sparse file.
    Zeros,
    /// The file itself, then zeros up to eight GiB.
    Extended,
    /// One line of a hundred MB.
    Line,
    /// One line of ten MB, which a message should not quote.
    Quoted,
    /// A hundred thousand of this character.
    Deep(char),
    /// A folder.
    Folder,
    /// A pipe without a writer.
    Pipe,
    /// A link to itself.
    Loop,
}

/// All kinds of damage.
pub fn all() -> Vec<Kind> {
    let mut all = vec![Kind::Missing, Kind::LastByte];
    all.extend((0..8).map(Kind::Cut));
    all.extend((0..16).map(Kind::Flip));
    all.extend([
        Kind::Picture,
        Kind::Database,
        Kind::Config,
        Kind::Latin,
        Kind::Future,
    ]);
    all.extend([Kind::Zeros, Kind::Extended, Kind::Line, Kind::Quoted]);
    all.extend(['[', '{', '(', '"'].map(Kind::Deep));
    all.extend([Kind::Folder, Kind::Pipe, Kind::Loop]);
    all
}

const HUGE: u64 = 8 << 30;

impl Kind {
    /// Damages the file at `path`. `database` is a record book; `future` changes a file to one of a
    /// later version.
    pub fn apply(self, path: &Path, database: &Path, future: fn(&Path)) {
        let bytes = fs::read(path).unwrap();
        let write = |bytes: &[u8]| fs::write(path, bytes).unwrap();
        let line = |length: usize| write(&b"a".repeat(length));
        match self {
            Kind::Sound => {}
            Kind::Missing => fs::remove_file(path).unwrap(),
            Kind::Cut(eighths) => write(&bytes[..bytes.len() * eighths / 8]),
            Kind::LastByte => write(&bytes[..bytes.len().saturating_sub(1)]),
            Kind::Flip(at) => {
                let mut bytes = bytes;
                let place = bytes.len() * at / 16 + at;
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << (at * 5 % 8);
                }
                write(&bytes);
            }
            Kind::Picture => {
                write(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06\0\0\0\\r\xa8f")
            }
            Kind::Database => drop(fs::copy(database, path).unwrap()),
            Kind::Config => write(b"name = \"x\"\n[game]\nruleset = \"snort\"\n"),
            Kind::Latin => write(b"K\xe4lte\n"),
            Kind::Future => future(path),
            Kind::Zeros => File::create(path).unwrap().set_len(HUGE).unwrap(),
            Kind::Extended => OpenOptions::new()
                .write(true)
                .open(path)
                .unwrap()
                .set_len(HUGE)
                .unwrap(),
            Kind::Line => line(100_000_000),
            Kind::Quoted => line(10_000_000),
            Kind::Deep(c) => write(c.to_string().repeat(100_000).as_bytes()),
            Kind::Folder => {
                fs::remove_file(path).unwrap();
                fs::create_dir(path).unwrap();
            }
            Kind::Pipe => {
                fs::remove_file(path).unwrap();
                assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
            }
            Kind::Loop => {
                fs::remove_file(path).unwrap();
                std::os::unix::fs::symlink(path, path).unwrap();
            }
        }
    }

    /// Whether the damage takes time or space, so that a sample has few of them.
    pub fn is_costly(self) -> bool {
        matches!(self, Kind::Line)
    }
}

/// Writes into a pipe: a user who names a pipe has a program that writes into it.
pub fn feed(path: &Path) {
    let path = path.to_path_buf();
    std::thread::spawn(move || {
        // The reader may close the pipe.
        if let Ok(mut pipe) = OpenOptions::new().write(true).open(path) {
            let _ = pipe.write_all(&b"nonsense\n".repeat(20));
        }
    });
}
