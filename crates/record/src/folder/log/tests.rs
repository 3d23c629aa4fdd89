#![allow(clippy::unwrap_used)]

use super::*;
use std::fs::{self, OpenOptions};

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("progress.csv");
    (folder, path)
}

/// The mark of a log with this text.
fn mark(text: &str) -> LogMark {
    LogMark {
        length: text.len() as u64,
        checksum: crc32fast::hash(text.as_bytes()),
    }
}

#[test]
fn lines_and_rows_reach_the_file() {
    let (_folder, path) = folder();
    let mut log = AppendLog::create(&path).unwrap();
    assert!(log.is_empty());
    log.append_row(["generation", "best"]).unwrap();
    assert!(!log.is_empty());
    log.append_row(["0", "a, \"b\"\nc"]).unwrap();
    log.append_row([""]).unwrap();
    log.append_line("plain").unwrap();
    let text = "generation,best\n0,\"a, \"\"b\"\"\nc\"\n\"\"\nplain\n";
    assert_eq!(log.len(), text.len() as u64);
    assert_eq!(log.flush_and_sync().unwrap(), mark(text));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(log.append_line("two\nlines").is_err());
    log.append_line("one line").unwrap();
}

/// A row of today. An older program wrote some of its columns.
#[derive(Default, Serialize)]
struct Row {
    best: u64,
    cells: u64,
    generation: u64,
}

#[test]
fn a_table_goes_on_with_the_columns_that_it_began_with() {
    let (_folder, path) = folder();
    let row = Row {
        best: 7,
        cells: 3,
        generation: 1,
    };
    for (head, line) in [
        ("generation,best", "1,7"),
        ("best,cells,generation", "7,3,1"),
    ] {
        let kept = format!("{head}\n");
        fs::write(&path, &kept).unwrap();
        let mut log = AppendLog::open_at(&path, mark(&kept)).unwrap();
        log.keep_columns::<Row>().unwrap();
        log.append_row(&row).unwrap();
        log.flush().unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{kept}{line}\n")
        );
    }
    fs::write(&path, "generation,median\n").unwrap();
    let mut log = AppendLog::open_at(&path, mark("generation,median\n")).unwrap();
    let error = log.keep_columns::<Row>().unwrap_err().to_string();
    assert!(error.ends_with("unknown column `median`"), "{error}");
}

#[test]
fn more_than_the_buffer_goes_through() {
    let (_folder, path) = folder();
    let mut log = AppendLog::create(&path).unwrap();
    let on_disk = || fs::metadata(&path).unwrap().len();
    log.append_bytes(&vec![0; BUFFER - 1]).unwrap();
    assert_eq!(on_disk(), 0);
    log.append_bytes(&[0]).unwrap();
    assert_eq!(on_disk(), BUFFER as u64);
    let mut log = AppendLog::create(&path).unwrap();
    let line = "x".repeat(BUFFER + 1);
    for _ in 0..3 {
        log.append_line(&line).unwrap();
        log.append_line("y").unwrap();
    }
    log.flush().unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{line}\ny\n").repeat(3)
    );
}

#[test]
fn a_half_written_line_is_cut_wherever_it_ends() {
    let (_folder, path) = folder();
    let kept = "generation,best\n0,1/2\n";
    let half = "1,3/2,and more";
    for cut in 0..=half.len() {
        fs::write(&path, format!("{kept}{}", &half[..cut])).unwrap();
        let mut log = AppendLog::open_at(&path, mark(kept)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), kept);
        log.append_line("1,3/2").unwrap();
        let all = format!("{kept}1,3/2\n");
        assert_eq!(log.flush_and_sync().unwrap(), mark(&all));
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{kept}1,3/2\n"));
    }
}

#[test]
fn a_log_with_other_bytes_is_damaged_and_left_alone() {
    let (_folder, path) = folder();
    let text = "generation,best\n0,1/2\n";
    for at in 0..text.len() {
        let mut changed = format!("{text}1,3/2\n").into_bytes();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        let message = AppendLog::open_at(&path, mark(text)).unwrap_err();
        let message = message.to_string();
        assert!(message.contains("progress.csv is damaged"), "{message}");
        assert!(message.contains("its first 22 bytes are not"), "{message}");
        assert_eq!(fs::read(&path).unwrap(), changed);
    }
}

#[test]
fn a_log_that_lost_bytes_is_damaged() {
    let (_folder, path) = folder();
    fs::write(&path, "0,1").unwrap();
    let message = AppendLog::open_at(&path, mark("0,1\n")).unwrap_err();
    let message = message.to_string();
    assert!(message.contains("progress.csv is damaged"), "{message}");
    assert!(
        message.contains("3 bytes") && message.contains("recorded 4"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "0,1");
    fs::remove_file(&path).unwrap();
    assert!(AppendLog::open_at(&path, mark("0,1\n")).is_err());
    assert!(AppendLog::open_at(&path, mark("")).is_ok());
    // A log that cannot be read may still have its bytes.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    for text in ["0,1\n", ""] {
        let refused = AppendLog::open_at(&path, mark(text)).unwrap_err();
        assert!(matches!(refused, LogError::File(_)), "{refused}");
    }
}

/// Gives the results in their order, and then the end.
struct Results(Vec<io::Result<&'static [u8]>>);

impl Read for Results {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Ok(0);
        }
        let bytes = self.0.remove(0)?;
        into[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn a_reading_that_was_interrupted_goes_on_and_a_failed_one_ends() {
    let interrupted = || Err(io::ErrorKind::Interrupted.into());
    let bytes = Results(vec![interrupted(), Ok(b"0,"), interrupted(), Ok(b"1\n")]);
    let checksum = checksum_of(bytes).unwrap().finalize();
    assert_eq!(checksum, mark("0,1\n").checksum);
    let failed = Results(vec![Ok(b"0,"), Err(io::ErrorKind::TimedOut.into())]);
    let error = checksum_of(failed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

#[test]
fn a_change_behind_our_back_is_noticed_before_it_is_recorded() {
    let (_folder, path) = folder();
    let mut log = AppendLog::create(&path).unwrap();
    log.append_line("one").unwrap();
    log.flush_and_sync().unwrap();
    fs::write(&path, "").unwrap();
    let message = log.flush_and_sync().unwrap_err().to_string();
    assert!(message.contains("0 bytes, but 4 were written"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_the_log_refuses_what_follows() {
    let full = Path::new("/dev/full");
    let file = OpenOptions::new().write(true).open(full).unwrap();
    let mut log = AppendLog::over(full, file);
    log.append_line("lost").unwrap();
    let message = log.flush_and_sync().unwrap_err().to_string();
    assert!(
        message.starts_with("cannot write /dev/full: No space left"),
        "{message}"
    );
    let message = log.append_line("more").unwrap_err().to_string();
    assert!(
        message.contains("an earlier write to this file failed"),
        "{message}"
    );
    assert!(log.flush_and_sync().is_err());
}
