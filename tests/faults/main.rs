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

#[path = "../common/folders.rs"]
mod folders;
mod place;
#[path = "../common/sample.rs"]
mod sample;

use place::{Ended, KINDS, Kill, Place, Shim, TRUTHS, Truth};
use sample::{on_all_cores, spread, wanted};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn a_fault_at_any_write_loses_nothing() {
    let shim = Shim::build();
    let mut all = Vec::new();
    for truth in TRUTHS.iter() {
        let (name, calls) = (truth.name, truth.calls);
        assert!(calls > 100, "{name}: the shim saw only {calls} calls");
        all.extend((1..=calls).flat_map(|at| KINDS.map(|_| (truth, at))));
    }
    let sample = spread(&all, wanted("BOIL_FAULTS", 48));
    let take = sample.len();
    // The kinds take turns, so that a sample has as many of each; all cases have each kind.
    let kinds = KINDS.into_iter().cycle();
    let cases: Vec<_> = sample.into_iter().zip(kinds).collect();
    let ends = Ends::default();
    on_all_cores(&cases, |&(&(truth, at), kind)| {
        let what = format!("{}: {kind} at call {at}", truth.name);
        let place = truth.place();
        let ended = place.search_with_fault(&shim, kind, at, &what);
        place.assert_whole_files(&what);
        place.assert_book_opens(truth, &what);
        place.bring_to_the_end(&what);
        place.assert_same(truth, &what);
        ends.note(truth, ended);
    });
    let count = ends.count(&format!("{take} faults of {}", all.len()));
    assert!(count(Ended::Killed) >= take / 4 && count(Ended::WithMessage) >= take / 4);
    // The number of calls may differ a little between two runs.
    assert!(count(Ended::NotMet) <= take / 20);
}

/// The searches take turns: each round of up to four kills has the next one.
#[test]
fn killed_at_random_instants_and_resumed_nothing_is_lost() {
    let kills = wanted("BOIL_KILLS", 16).min(100_000);
    let ends = Ends::default();
    let in_a_round = (kills / TRUTHS.len()).clamp(1, 4);
    let rounds: Vec<u64> = (0..kills.div_ceil(in_a_round) as u64).collect();
    on_all_cores(&rounds, |&round| {
        let truth = &TRUTHS[round as usize % TRUTHS.len()];
        let what = format!("{}: kills of round {round}", truth.name);
        let place = truth.place();
        let mut seed = round.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
        for _ in 0..in_a_round {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let most = (truth.time.as_micros() as u64).max(1);
            let kill = place.kill_after(Duration::from_micros(seed % most));
            ends.note(truth, kill);
            place.assert_whole_files(&what);
            place.assert_book_opens(truth, &what);
        }
        place.bring_to_the_end(&what);
        place.assert_same(truth, &what);
    });
    let count = ends.count(&format!("{kills} kills"));
    assert!(count(Kill::Met) >= kills / 4);
}

/// The numbers of ends of each search.
struct Ends<E>(Mutex<BTreeMap<(&'static str, E), usize>>);

impl<E> Default for Ends<E> {
    fn default() -> Ends<E> {
        Ends(Mutex::default())
    }
}

impl<E: Copy + Ord + std::fmt::Debug> Ends<E> {
    fn note(&self, truth: &Truth, end: E) {
        *self.0.lock().unwrap().entry((truth.name, end)).or_default() += 1;
    }

    /// Prints the numbers; returns that of an end in all searches together.
    fn count(self, what: &str) -> impl Fn(E) -> usize + use<E> {
        let ends = self.0.into_inner().unwrap();
        let mut all = BTreeMap::<E, usize>::new();
        for (&(_, end), number) in &ends {
            *all.entry(end).or_default() += number;
        }
        println!("{what}: {all:?}, of these {ends:?}");
        move |end| all.get(&end).copied().unwrap_or(0)
    }
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
