//! Damage: every file that the program reads, damaged in every way that files are, read by every
//! command that reads it.
//!
//! The program has to end by itself, within seconds and with little memory, with one of its exit
//! codes, and with a message that names the file; or to go on with what is sound and say so. A run
//! that is resumed ends with the same bytes as one that was left alone, or is refused. Readers that
//! are handed bytes are tested where they are; here is the whole way.
//!
//! `cargo test` takes a sample; `BOIL_DAMAGE=all` takes every case, a number that many spread
//! evenly.
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

/// How many cases `cargo test` takes.
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

/// The cases above would be no test if the files were not read: undamaged, every command does what
/// it should.
#[test]
fn sound_files_are_read() {
    let sound = Sound::new();
    for case in cases::undamaged() {
        assert_eq!(case.attempt(&sound), Ok(0), "{}", case.name());
    }
}
