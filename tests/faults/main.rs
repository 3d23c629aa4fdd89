//! A search whose file operations fail, or that is killed at a write, ends like an undisturbed one.
//!
//! The program runs unchanged, with a library (`shim.c`) loaded before the C library that makes one
//! file operation go wrong, chosen by kind and number. The run is then resumed without faults, as a
//! user would resume it. All files that are a function of the plan must be byte-identical to those
//! of an undisturbed run; the record book must contain the records it had before, or better ones,
//! and all records that were acknowledged.
//!
//! `cargo test` takes a sample; `BOIL_FAULTS=all` takes every operation of every kind, as the
//! further suite does, and a number takes that many, spread evenly. `BOIL_KILLS` is the number of
//! kills at random instants.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod place;
#[path = "../common/sample.rs"]
mod sample;

use place::{Ended, KINDS, Kill, Place, Shim};
use sample::{on_all_cores, spread, wanted};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn a_fault_at_any_write_loses_nothing() {
    let shim = Shim::build();
    let unbroken = Place::new();
    let calls = unbroken.count(&shim);
    assert!(calls > 100, "the shim saw only {calls} calls");
    let truth = unbroken.truth();
    let all: Vec<(&str, usize)> = (1..=calls).flat_map(|at| KINDS.map(|k| (k, at))).collect();
    let sample = spread(&all, wanted("BOIL_FAULTS", 48));
    let take = sample.len();
    let ends = Mutex::new(BTreeMap::<Ended, usize>::new());
    on_all_cores(&sample, |&&(kind, at)| {
        let place = Place::new();
        let what = format!("{kind} at call {at}");
        place.earlier_records();
        let ended = place.search_with_fault(&shim, kind, at, &what);
        place.assert_whole_files(&what);
        place.assert_book_opens(&what);
        place.bring_to_the_end(&what);
        place.assert_same(&truth, &what);
        *ends.lock().unwrap().entry(ended).or_default() += 1;
    });
    let ends = ends.into_inner().unwrap();
    println!("{take} faults: {ends:?}");
    let count = |end: Ended| ends.get(&end).copied().unwrap_or(0);
    assert!(count(Ended::Killed) >= take / 4 && count(Ended::WithMessage) >= take / 4);
    // The number of calls may differ a little between two runs.
    assert!(count(Ended::NotMet) <= take / 20, "{ends:?}");
}

#[test]
fn killed_at_random_instants_and_resumed_nothing_is_lost() {
    let unbroken = Place::new();
    let time = unbroken.time();
    let truth = unbroken.truth();
    let kills = wanted("BOIL_KILLS", 16).min(100_000);
    let ends = Mutex::new(BTreeMap::<Kill, usize>::new());
    let rounds: Vec<u64> = (0..(kills as u64).div_ceil(4)).collect();
    on_all_cores(&rounds, |&round| {
        let place = Place::new();
        place.earlier_records();
        let mut seed = round.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
        for _ in 0..4 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let after = Duration::from_micros(seed % (time.as_micros() as u64).max(1));
            *ends
                .lock()
                .unwrap()
                .entry(place.kill_after(after))
                .or_default() += 1;
            place.assert_whole_files("a kill");
            place.assert_book_opens("a kill");
        }
        place.bring_to_the_end("kills");
        place.assert_same(&truth, "kills");
    });
    let ends = ends.into_inner().unwrap();
    println!("{kills} kills: {ends:?}");
    let met = ends.get(&Kill::Met).copied().unwrap_or(0);
    assert!(met >= kills / 4, "{ends:?}");
}

/// A folder that cannot be written to is an error before anything is computed.
#[test]
fn a_folder_that_is_read_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let folder = place.folder();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = std::fs::write(folder.join("probe"), "").is_ok();
    let (code, err) = place.search_without_rights(is_root);
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(code, Some(2), "{err}");
    assert!(
        err.contains("error: cannot create") && err.contains("denied"),
        "{err}"
    );
}
