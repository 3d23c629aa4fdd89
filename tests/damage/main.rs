//! Damage: every file that the program reads, damaged in every way listed in `kinds.rs`, read by
//! every command that reads it.
//!
//! The program has to end by itself, within seconds and with little memory, with one of its exit
//! codes, and with a message that names the file; or it uses the sound part and says so. A run that
//! is resumed ends with the same bytes as an undamaged one, or is refused. Unit tests beside the
//! readers give them damaged bytes; these tests run the whole program.
//!
//! `cargo test` takes a sample of the cases; `BOIL_DAMAGE=all` takes all, and a number takes that
//! many, spread evenly.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod cases;
mod future;
mod kinds;
mod limits;
mod page;
mod readers;
#[path = "../common/sample.rs"]
mod sample;
mod sound;

use cases::{Case, all};
use sample::{on_all_cores, spread, wanted};
use sound::Sound;
use std::sync::Mutex;

/// The number of cases of `cargo test`.
const SAMPLE: usize = 110;

#[test]
fn damaged_files_are_told_apart_or_do_no_harm() {
    let sound = Sound::new();
    let all = all(&sound);
    let sample: Vec<&Case> = spread(&all, wanted("BOIL_DAMAGE", SAMPLE));
    let take = sample.len();
    let wrong = Mutex::new(Vec::new());
    let ends = Mutex::new([0usize; 4]);
    on_all_cores(&sample, |case| match case.attempt(&sound) {
        Ok(code) => ends.lock().unwrap()[code as usize] += 1,
        Err(why) => wrong
            .lock()
            .unwrap()
            .push(format!("{}: {why}", case.name())),
    });
    let wrong = wrong.into_inner().unwrap();
    let count = wrong.len();
    assert!(wrong.is_empty(), "{count} of {take}:\n{}", wrong.join("\n"));
    let [unharmed, failed, refused, _] = *ends.lock().unwrap();
    println!(
        "{take} of {} cases: {refused} refused, {failed} failed their check, {unharmed} went on",
        all.len()
    );
    assert!(refused > take / 4 && unharmed > 0);
}

/// With undamaged files, every command succeeds. Without this check, the cases would prove nothing
/// if the files were not read at all.
#[test]
fn sound_files_are_read() {
    let sound = Sound::new();
    for case in cases::undamaged() {
        assert_eq!(case.attempt(&sound), Ok(0), "{}", case.name());
    }
}
