//! The tables of the record book, and the steps that bring a file to the newest version.

use super::error::BookError;
use super::{classify, row};
use boilingpoint_record::folder::FileError;
use boilingpoint_record::own;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The application id `BOIL`, which marks an SQLite file as a record book.
const APPLICATION: i64 = 0x424F_494C;

/// The smallest page of SQLite in bytes. A database that is not empty has at least one page.
const SMALLEST: u64 = 512;

/// Step n takes a book from version n to version n + 1. Existing steps never change.
pub(super) const STEPS: &[&str] = &[
    "
    CREATE TABLE records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        ruleset TEXT NOT NULL,
        objective TEXT NOT NULL,
        class TEXT NOT NULL,
        board_order INTEGER NOT NULL,
        fitness TEXT NOT NULL,
        numerator TEXT NOT NULL,
        denominator TEXT NOT NULL,
        board TEXT NOT NULL,
        tints TEXT NOT NULL,
        temperature TEXT NOT NULL,
        mean TEXT NOT NULL,
        degree INTEGER NOT NULL,
        degree2 INTEGER NOT NULL,
        canonical_form TEXT,
        certainty TEXT NOT NULL,
        verified_by TEXT NOT NULL,
        found_by TEXT NOT NULL,
        found_at TEXT NOT NULL,
        lineage TEXT NOT NULL,
        UNIQUE (ruleset, objective, class, board_order, board, tints)
    ) STRICT;
",
    "
    ALTER TABLE records ADD COLUMN certificate TEXT;
",
    "
    ALTER TABLE records ADD COLUMN proved INTEGER NOT NULL DEFAULT 0 CHECK (proved IN (0, 1));
",
    // All facts are in one JSON column, so that a new fact needs no step. Some columns are
    // generated from it: the columns by which rows are selected, and the columns that older
    // versions had.
    "
    ALTER TABLE records RENAME TO records_3;
    CREATE TABLE records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        ruleset TEXT NOT NULL,
        objective TEXT NOT NULL,
        class TEXT NOT NULL,
        fitness TEXT NOT NULL,
        numerator TEXT NOT NULL,
        denominator TEXT NOT NULL,
        facts TEXT NOT NULL,
        certificate TEXT,
        proved INTEGER NOT NULL CHECK (proved IN (0, 1)),
        verified_by TEXT NOT NULL,
        found_by TEXT NOT NULL,
        found_at TEXT NOT NULL,
        lineage TEXT NOT NULL,
        board_order INTEGER NOT NULL AS (facts ->> '$.order') STORED,
        board TEXT NOT NULL AS (facts ->> '$.board') STORED,
        tints TEXT NOT NULL AS (facts ->> '$.tints') STORED,
        certainty TEXT NOT NULL AS (facts ->> '$.certainty') STORED,
        temperature TEXT AS (facts ->> '$.temperature'),
        mean TEXT AS (facts ->> '$.mean'),
        degree INTEGER AS (facts ->> '$.degree'),
        degree2 INTEGER AS (facts ->> '$.degree2'),
        canonical_form TEXT AS (facts ->> '$.canonical_form'),
        outcome TEXT AS (facts ->> '$.outcome'),
        grundy INTEGER AS (facts ->> '$.grundy'),
        atomic_weight TEXT AS (facts ->> '$.atomic_weight'),
        UNIQUE (ruleset, objective, class, board_order, board, tints)
    ) STRICT;
    INSERT INTO records (
        id, ruleset, objective, class, fitness, numerator, denominator, facts, certificate, proved, verified_by,
        found_by, found_at, lineage
    ) SELECT
        id, ruleset, objective, class, fitness, numerator, denominator,
        json_object(
            'board', board, 'tints', tints, 'order', board_order, 'temperature', temperature, 'mean', mean,
            'degree', degree, 'degree2', degree2, 'canonical_form', canonical_form, 'certainty', certainty
        ),
        certificate, proved, verified_by, found_by, found_at, lineage
    FROM records_3;
    -- numbers of deleted records are not given again
    DELETE FROM sqlite_sequence WHERE name = 'records';
    UPDATE sqlite_sequence SET name = 'records' WHERE name = 'records_3';
    DROP TABLE records_3;
",
    // The mark `proved` of an older version names no proof. It stays until the record is verified,
    // and counts for nothing.
    "
    ALTER TABLE records ADD COLUMN proof TEXT;
",
    // The forms of an older version have another notation. The migration writes them anew.
    "",
    // Records that contradict each other are kept: also two records of a board that say different
    // fitnesses. The migration then gives each record its class, by its board and its run.
    "
    ALTER TABLE records RENAME TO records_6;
    CREATE TABLE records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        ruleset TEXT NOT NULL,
        objective TEXT NOT NULL,
        class TEXT NOT NULL,
        fitness TEXT NOT NULL,
        numerator TEXT NOT NULL,
        denominator TEXT NOT NULL,
        facts TEXT NOT NULL,
        certificate TEXT,
        proved INTEGER NOT NULL CHECK (proved IN (0, 1)),
        verified_by TEXT NOT NULL,
        found_by TEXT NOT NULL,
        found_at TEXT NOT NULL,
        lineage TEXT NOT NULL,
        proof TEXT,
        conflict TEXT,
        board_order INTEGER NOT NULL AS (facts ->> '$.order') STORED,
        board TEXT NOT NULL AS (facts ->> '$.board') STORED,
        tints TEXT NOT NULL AS (facts ->> '$.tints') STORED,
        certainty TEXT NOT NULL AS (facts ->> '$.certainty') STORED,
        temperature TEXT AS (facts ->> '$.temperature'),
        mean TEXT AS (facts ->> '$.mean'),
        degree INTEGER AS (facts ->> '$.degree'),
        degree2 INTEGER AS (facts ->> '$.degree2'),
        canonical_form TEXT AS (facts ->> '$.canonical_form'),
        outcome TEXT AS (facts ->> '$.outcome'),
        grundy INTEGER AS (facts ->> '$.grundy'),
        atomic_weight TEXT AS (facts ->> '$.atomic_weight'),
        UNIQUE (ruleset, objective, class, board_order, board, tints, fitness)
    ) STRICT;
    INSERT INTO records (
        id, ruleset, objective, class, fitness, numerator, denominator, facts, certificate, proved, verified_by,
        found_by, found_at, lineage, proof
    ) SELECT
        id, ruleset, objective, class, fitness, numerator, denominator, facts, certificate, proved, verified_by,
        found_by, found_at, lineage, proof
    FROM records_6;
    -- numbers of deleted records are not given again
    DELETE FROM sqlite_sequence WHERE name = 'records';
    UPDATE sqlite_sequence SET name = 'records' WHERE name = 'records_6';
    DROP TABLE records_6;
",
];

/// The first version whose facts include outcome, Grundy value and atomic weight, with values in
/// the present notation: version 6 may have `±{a,b}` for `±(a,b)`. The migration of an older book
/// writes anew the facts that follow from the canonical form.
const COMPLETE: i64 = 7;

/// The first version whose classes say which marks boards may have.
const CLASSIFIED: i64 = 7;

/// The endings of the names of a book's files: the book itself, the write-ahead log with its index,
/// and the journal of a book without such a log.
pub(super) const FILES: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// The path of a file that SQLite keeps beside the book.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Refuses a file whose length is not that of its database: SQLite would take a file that is too
/// short for an empty book and write over it, and a snapshot would copy all bytes of one that is
/// too long. Refuses what is not a file, since SQLite would read a pipe, and links, in the place of
/// the book and of the files that SQLite keeps beside it.
pub(super) fn refuse_wrong_length(path: &Path) -> Result<(), BookError> {
    for suffix in FILES {
        let file = beside(path, suffix);
        own::refuse_others(&file).map_err(FileError::of("open", &file))?;
    }
    let Ok(file) = own::open(path) else {
        return Ok(()); // opening it reports the error
    };
    let found = file.metadata().map_err(FileError::of("read", path))?;
    // While pages are being written, the file has another length than its header says.
    let is_written = ["-wal", "-journal"].iter().any(|suffix| {
        let log = std::fs::symlink_metadata(beside(path, suffix));
        log.is_ok_and(|log| log.len() > 0)
    });
    let why = match (found.len(), lengths(&file)) {
        (length @ 1..SMALLEST, _) => format!("it has only {length} bytes"),
        (SMALLEST.., None) if !is_written => "its beginning is not that of a database".to_string(),
        (length, Some((page, _))) if !is_written && !length.is_multiple_of(page) => {
            "its last page is cut short".to_string()
        }
        (length, Some((_, Some(whole)))) if !is_written && length > whole => {
            format!("it has {length} bytes, and its header says {whole}")
        }
        _ => return Ok(()),
    };
    let path = path.to_path_buf();
    Err(BookError::Damaged { path, why })
}

/// The bytes of a page, and those of the database if its header knows them, by the header of a
/// database (SQLite, "Database File Format", section 1.3). `None` if the file is not a database.
fn lengths(mut file: &File) -> Option<(u64, Option<u64>)> {
    let mut head = [0; 100];
    file.read_exact(&mut head).ok()?;
    let page = match u16::from_be_bytes([head[16], head[17]]) {
        1 => 1 << 16,
        bytes => u64::from(bytes),
    };
    let pages = u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    // An old version of SQLite does not write the number of pages, nor the second counter.
    let is_known = pages > 0 && head[24..28] == head[92..96];
    let is_database = head.starts_with(b"SQLite format 3\0") && page > 0;
    is_database.then_some((page, is_known.then_some(page * pages)))
}

/// Checks the file and brings it to the newest version.
pub(super) fn prepare(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), BookError> {
    check(connection, path, steps)?;
    use_write_ahead_log(connection).map_err(BookError::of(path))?;
    migrate(connection, path, steps)
}

/// Refuses a file that is damaged or is not a record book of a version that this program knows.
pub(super) fn check(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), BookError> {
    check_identity(connection, path, steps)?;
    check_soundness(connection, path)
}

/// Refuses a file that is not a record book of a known version. Accepts an empty database, which
/// becomes a book.
fn check_identity(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), BookError> {
    let mut look = || -> rusqlite::Result<(i64, i64, i64)> {
        // The three numbers are read in one transaction, since another process may be creating the
        // book.
        let transaction = connection.transaction()?;
        let mark = number(&transaction, "application_id")?;
        let version = number(&transaction, "user_version")?;
        let tables = "SELECT count(*) FROM sqlite_master";
        let tables = transaction.query_row(tables, [], |row| row.get(0))?;
        Ok((mark, version, tables))
    };
    let (mark, version, tables) = look().map_err(BookError::of(path))?;
    if mark != APPLICATION && (mark, version, tables) != (0, 0, 0) {
        let path = path.to_path_buf();
        return Err(BookError::Foreign { path });
    }
    refuse_newer(path, version, steps)
}

fn refuse_newer(path: &Path, found: i64, steps: &[&str]) -> Result<(), BookError> {
    let newest = steps.len() as i64;
    if found <= newest {
        return Ok(());
    }
    Err(BookError::Newer {
        path: path.to_path_buf(),
        found,
        newest,
    })
}

fn check_soundness(connection: &Connection, path: &Path) -> Result<(), BookError> {
    let verdict: Option<String> = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .optional()
        .map_err(BookError::of(path))?;
    match verdict {
        Some(why) if why != "ok" => Err(BookError::Damaged {
            path: path.to_path_buf(),
            why,
        }),
        _ => Ok(()),
    }
}

/// Turns on the write-ahead log, so that readers and a writer do not wait for each other. The mode
/// is a property of the file. If the file is busy, another process is setting the mode.
fn use_write_ahead_log(connection: &Connection) -> rusqlite::Result<()> {
    let set = connection.pragma_update(None, "journal_mode", "WAL");
    match set {
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
        other => other?,
    }
    connection.pragma_update(None, "synchronous", "FULL")
}

fn migrate(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), BookError> {
    let failed = BookError::of(path);
    if number(connection, "user_version").map_err(&failed)? == steps.len() as i64 {
        return Ok(());
    }
    let immediate = TransactionBehavior::Immediate;
    let transaction = connection
        .transaction_with_behavior(immediate)
        .map_err(&failed)?;
    // The version is read again under the lock, since another process may have changed it before.
    let version = number(&transaction, "user_version").map_err(&failed)?;
    refuse_newer(path, version, steps)?;
    let done = usize::try_from(version).map_err(|_| BookError::Damaged {
        path: path.to_path_buf(),
        why: format!("its version is {version}"),
    })?;
    let update = || -> rusqlite::Result<()> {
        for step in &steps[done..] {
            transaction.execute_batch(step)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", steps.len() as i64)
    };
    update().map_err(&failed)?;
    if (1..COMPLETE).contains(&version) {
        row::complete(&transaction, path)?;
    }
    if (1..CLASSIFIED).contains(&version) {
        classify::classify(&transaction, path)?;
    }
    transaction.commit().map_err(&failed)
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The header of a database: bytes of a page, number of pages, and the two counters.
    fn header(page: u16, pages: u32, counters: [u32; 2]) -> Vec<u8> {
        let mut head = vec![0; 100];
        head[..16].copy_from_slice(b"SQLite format 3\0");
        head[16..18].copy_from_slice(&page.to_be_bytes());
        head[24..28].copy_from_slice(&counters[0].to_be_bytes());
        head[28..32].copy_from_slice(&pages.to_be_bytes());
        head[92..96].copy_from_slice(&counters[1].to_be_bytes());
        head
    }

    #[test]
    fn a_header_tells_the_length_of_its_database() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.db");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            lengths(&File::open(&path).unwrap())
        };
        for (page, pages, counters, expected) in [
            (4096, 3, [5, 5], Some((4096, Some(12_288)))),
            (1, 2, [1, 1], Some((65_536, Some(131_072)))),
            (
                512,
                0x0102_0304,
                [7, 7],
                Some((512, Some(512 * 0x0102_0304))),
            ),
            (512, 1, [0, 0], Some((512, Some(512)))),
            (512, 0, [1, 1], Some((512, None))),
            (512, 3, [1, 2], Some((512, None))),
            (0, 1, [1, 1], None),
        ] {
            assert_eq!(
                read(&header(page, pages, counters)),
                expected,
                "{page} {pages}"
            );
        }
        let mut other = header(4096, 3, [5, 5]);
        assert_eq!(read(&other[..99]), None);
        other[3] = b'x';
        assert_eq!(read(&other), None);
    }

    #[test]
    fn a_file_of_another_length_than_its_header_says_is_refused() {
        let long =
            |head: Vec<u8>, length: usize| [head, vec![0; length]].concat()[..length].to_vec();
        let pages = |count| header(1024, count, [4, 4]);
        let folder = tempfile::tempdir().unwrap();
        for (case, (bytes, why)) in [
            (Vec::new(), ""),
            (vec![0], "it has only 1 bytes"),
            (long(pages(2), 511), "it has only 511 bytes"),
            (vec![0; 512], "its beginning is not that of a database"),
            (vec![0; 2000], "its beginning is not that of a database"),
            (long(pages(2), 2048), ""),
            (long(pages(3), 2048), ""),
            (long(pages(0), 4096), ""),
            (long(pages(0), 4000), "its last page is cut short"),
            (
                long(pages(2), 3072),
                "it has 3072 bytes, and its header says 2048",
            ),
        ]
        .into_iter()
        .enumerate()
        {
            let path = folder.path().join(format!("{case}.db"));
            std::fs::write(&path, &bytes).unwrap();
            let said = |path: &Path| match refuse_wrong_length(path) {
                Ok(()) => String::new(),
                Err(BookError::Damaged { why, .. }) => why,
                Err(other) => panic!("{other}"),
            };
            assert_eq!(said(&path), why, "case {case}");
            for log in ["-wal", "-journal"] {
                let log = beside(&path, log);
                std::fs::write(&log, "").unwrap();
                assert_eq!(said(&path), why, "case {case} with an empty log");
                // A file that is being written may have any length, but not less than a page.
                std::fs::write(&log, "x").unwrap();
                let still = if why.contains("only") { why } else { "" };
                assert_eq!(said(&path), still, "case {case} with a log");
                std::fs::remove_file(log).unwrap();
            }
        }
    }
}
