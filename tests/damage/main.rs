//! Damage: every file that the program reads, damaged in every way listed in `kinds.rs`, read by
//! every command that reads it.
//!
//! The program has to end by itself, within seconds and with little memory, with one of its exit
//! codes. If the exit code is 0, its results are those of the sound file, or a message names the
//! file; `End::OtherInput` is the exception. Otherwise a message names the file. A run that is
//! resumed ends with the same bytes as an undamaged one, or is refused. Unit tests beside the
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

use cases::{Case, End, all};
use sample::{on_all_cores, spread, wanted};
use sound::Sound;
use std::collections::BTreeMap;
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
    let ends = Mutex::new(BTreeMap::<End, usize>::new());
    on_all_cores(&sample, |case| match case.attempt(&sound) {
        Ok(end) => *ends.lock().unwrap().entry(end).or_default() += 1,
        Err(why) => wrong
            .lock()
            .unwrap()
            .push(format!("{}: {why}", case.name())),
    });
    let wrong = wrong.into_inner().unwrap();
    let count = wrong.len();
    assert!(wrong.is_empty(), "{count} of {take}:\n{}", wrong.join("\n"));
    let ends = ends.into_inner().unwrap();
    println!("{take} of {} cases: {ends:?}", all.len());
    let at_least = |end: End, least: usize| {
        let found = ends.get(&end).copied().unwrap_or(0);
        assert!(found >= least, "{end:?}: {found} of {take}");
    };
    at_least(End::Refused, take / 4);
    at_least(End::Same, take / 10);
    at_least(End::Noted, take / 60);
    let unnoticed = ends.get(&End::OtherInput).copied().unwrap_or(0);
    assert!(unnoticed <= take / 4, "{unnoticed} of {take}");
}

/// With undamaged files, every command succeeds, and gives the same results twice. Without this
/// check, the cases would prove nothing if the files were not read at all.
#[test]
fn sound_files_are_read() {
    let sound = Sound::new();
    for case in cases::undamaged() {
        assert_eq!(case.attempt(&sound), Ok(End::Same), "{}", case.name());
    }
}

/// The limits of a command are measured. If they were not, they would hold for every command.
#[test]
fn the_limits_are_measured() {
    let own = std::process::id();
    assert!(limits::peak_kib(own) > 1000);
    let began = std::time::Instant::now();
    while limits::worked(own).is_zero() {
        assert!(began.elapsed() < std::time::Duration::from_secs(60));
    }
}
