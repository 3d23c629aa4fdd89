#![allow(clippy::unwrap_used)]

use super::*;
use crate::folder::LogMark;
use std::fs;
use std::io::Write;
use tempfile::TempDir;

type State = (Vec<u64>, String);

fn at(generation: u64) -> Checkpoint<State> {
    Checkpoint {
        generation,
        config: "seed = 1\n".into(),
        logs: [(
            "progress.csv".to_string(),
            LogMark {
                length: 100 + generation,
                checksum: 7,
            },
        )]
        .into(),
        state: ((0..20).map(|i| i * generation).collect(), "DQc".into()),
    }
}

fn with(generations: &[u64]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for &generation in generations {
        save(folder.path(), &at(generation)).unwrap();
    }
    folder
}

fn file(folder: &TempDir, generation: u64) -> PathBuf {
    folder.path().join(format!("{generation:08}.bin"))
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn load(folder: &TempDir) -> Result<LoadedCheckpoint<State>, CheckpointError> {
    load_latest(folder.path())
}

fn generation(folder: &TempDir) -> u64 {
    let loaded = load(folder).unwrap();
    assert_eq!(loaded.checkpoint, at(loaded.checkpoint.generation));
    loaded.checkpoint.generation
}

#[test]
fn the_newest_two_are_kept_and_the_newest_is_read() {
    let folder = with(&[0, 5, 10, 15]);
    assert_eq!(names(&folder), ["00000010.bin", "00000015.bin"]);
    let loaded = load(&folder).unwrap();
    assert_eq!(loaded.checkpoint, at(15));
    assert_eq!(loaded.path, file(&folder, 15));
    assert_eq!(loaded.warning(), None);
}

#[test]
fn generations_beyond_eight_digits_are_ordered_as_numbers() {
    let folder = with(&[99_999_999, 100_000_000]);
    assert_eq!(generation(&folder), 100_000_000);
}

#[test]
fn a_borrowed_state_is_read_back_as_an_owned_one() {
    let folder = tempfile::tempdir().unwrap();
    let Checkpoint {
        generation,
        config,
        logs,
        state,
    } = at(4);
    let borrowed = Checkpoint {
        generation,
        config,
        logs,
        state: &state,
    };
    save(folder.path(), &borrowed).unwrap();
    assert_eq!(load(&folder).unwrap().checkpoint, at(4));
}

#[test]
fn a_newest_cut_at_any_byte_is_skipped() {
    let folder = with(&[5, 10]);
    let whole = fs::read(file(&folder, 10)).unwrap();
    for length in 0..whole.len() {
        fs::write(file(&folder, 10), &whole[..length]).unwrap();
        assert_eq!(generation(&folder), 5, "cut to {length}");
    }
    let warning = load(&folder).unwrap().warning().unwrap();
    assert!(
        warning.contains("00000010.bin is damaged (it is cut short)"),
        "{warning}"
    );
    assert!(
        warning.contains("the previous checkpoint, at generation 5"),
        "{warning}"
    );
}

#[test]
fn a_newest_with_any_bit_flipped_is_skipped() {
    let folder = with(&[5, 10]);
    let whole = fs::read(file(&folder, 10)).unwrap();
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(file(&folder, 10), flipped).unwrap();
        assert_eq!(generation(&folder), 5, "bit {bit}");
    }
}

#[test]
fn a_newest_with_zeros_or_garbage_or_a_tail_is_skipped() {
    let folder = with(&[5, 10]);
    let whole = fs::read(file(&folder, 10)).unwrap();
    // Some file systems leave this after a power cut: the right length, with zeros at the end.
    for start in 0..whole.len() {
        let mut zeros = whole.clone();
        zeros[start..].fill(0);
        if zeros != whole {
            fs::write(file(&folder, 10), zeros).unwrap();
            assert_eq!(generation(&folder), 5, "zeros from {start}");
        }
    }
    for bytes in [
        [&whole[..], b"x"].concat(),
        b"garbage".repeat(9),
        whole.repeat(2),
    ] {
        fs::write(file(&folder, 10), bytes).unwrap();
        assert_eq!(generation(&folder), 5);
    }
}

#[test]
fn a_newest_that_cannot_be_read_is_skipped() {
    let folder = with(&[5]);
    fs::create_dir(file(&folder, 10)).unwrap();
    assert_eq!(generation(&folder), 5);
}

#[test]
fn when_all_are_damaged_each_is_named() {
    let folder = with(&[5, 10]);
    fs::write(file(&folder, 5), "").unwrap();
    fs::write(file(&folder, 10), "BOILCKPT").unwrap();
    let message = load(&folder).unwrap_err().to_string();
    assert!(message.contains("no checkpoint can be read"), "{message}");
    assert!(
        message.contains("00000010.bin is damaged (it is cut short)"),
        "{message}"
    );
    assert!(
        message.contains("00000005.bin is damaged (it does not begin"),
        "{message}"
    );
}

#[test]
fn when_there_is_none_it_says_so() {
    let folder = with(&[]);
    fs::write(folder.path().join("notes.txt"), "").unwrap();
    fs::write(folder.path().join("1234567.bin"), "").unwrap();
    let message = load(&folder).unwrap_err().to_string();
    assert!(
        message.contains("the run ended before its first checkpoint"),
        "{message}"
    );
    let gone = load_latest::<State>(&folder.path().join("checkpoint"));
    assert!(matches!(gone, Err(CheckpointError::None { run }) if run == folder.path()));
    let message = load_latest::<State>(&folder.path().join("notes.txt")).unwrap_err();
    assert!(message.to_string().contains("cannot read"), "{message}");
}

#[test]
fn a_crash_between_rename_and_cleanup_leaves_three_and_the_newest_is_read() {
    let folder = with(&[5, 10]);
    let spare = with(&[15]);
    fs::copy(file(&spare, 15), file(&folder, 15)).unwrap();
    assert_eq!(generation(&folder), 15);
    save(folder.path(), &at(20)).unwrap();
    assert_eq!(names(&folder), ["00000015.bin", "00000020.bin"]);
}

#[test]
fn after_going_on_from_an_older_one_the_damaged_newer_one_does_not_count() {
    let folder = with(&[10, 20]);
    fs::write(file(&folder, 20), "damaged").unwrap();
    // The resumed run stops at generation 13, before the damaged checkpoint.
    let loaded = load(&folder).unwrap();
    save(folder.path(), &at(13)).unwrap();
    assert_eq!(names(&folder), ["00000010.bin", "00000013.bin"]);
    // A resume renames the damaged checkpoint. Then a later save keeps two good ones.
    let folder = with(&[10, 20]);
    fs::write(file(&folder, 20), "damaged").unwrap();
    mark_damaged(&load(&folder).unwrap().damaged).unwrap();
    save(folder.path(), &at(30)).unwrap();
    let kept = ["00000010.bin", "00000020.damaged", "00000030.bin"];
    assert_eq!(names(&folder), kept);
    assert_eq!(loaded.checkpoint.generation, 10);
}

#[test]
fn a_disk_that_fills_up_at_any_byte_leaves_the_old_ones() {
    let folder = with(&[5, 10]);
    let before = [5, 10].map(|g| fs::read(file(&folder, g)).unwrap());
    let size = before[1].len();
    for room in 0..=size {
        let refused = save_by(folder.path(), &at(15), |path, bytes| {
            crate::folder::write_atomic_with(path, |file| {
                file.write_all(&bytes[..room.min(bytes.len())])?;
                Err(io::ErrorKind::StorageFull.into())
            })
        });
        let message = refused.unwrap_err().to_string();
        assert!(
            message.contains("00000015.bin: no storage space"),
            "{message}"
        );
        assert_eq!(names(&folder), ["00000005.bin", "00000010.bin"]);
    }
    assert_eq!([5, 10].map(|g| fs::read(file(&folder, g)).unwrap()), before);
    assert_eq!(generation(&folder), 10);
}

#[test]
fn a_state_of_an_older_version_with_the_same_fields_is_read() {
    let folder = with(&[5]);
    let payload = postcard::to_stdvec(&at(10)).unwrap();
    let bytes = envelope::seal(&MAGIC, FORMAT, "0.1.0", &payload);
    fs::write(file(&folder, 10), bytes).unwrap();
    assert_eq!(generation(&folder), 10);
}

#[test]
fn another_version_is_refused_and_named_even_when_older_ones_would_do() {
    let folder = with(&[5]);
    let payload = postcard::to_stdvec(&at(10)).unwrap();
    for (format, program) in [(FORMAT + 1, PROGRAM), (FORMAT, "7.8.9")] {
        let bytes = envelope::seal(&MAGIC, format, program, &payload);
        fs::write(file(&folder, 10), bytes).unwrap();
        let message = load(&folder).unwrap_err().to_string();
        let expected = format!("written by boilingpoint {program} in checkpoint format {format};");
        assert!(message.contains(&expected), "{message}");
        assert!(
            message.contains(&format!("{PROGRAM} in format {FORMAT}")),
            "{message}"
        );
    }
}

#[test]
fn a_state_of_another_build_is_refused() {
    let folder = with(&[5]);
    let refused = load_latest::<(Vec<u64>, String, u64)>(folder.path());
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("another build"), "{message}");
    let refused = load_latest::<Vec<u64>>(folder.path());
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("bytes follow its end"), "{message}");
}
