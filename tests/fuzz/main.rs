//! Fuzzing: parsers, readers and solvers must not fail on any bytes.
//!
//! The targets (`targets/`) are functions of bytes. Each is a test here. It runs on its seeds,
//! which are real files of this repository; on its corpus (`corpus/<target>/`), which has every
//! input that ever failed; and for a short time on inputs made from those by damage.
//! `BOIL_FUZZ_SECONDS` sets that time, `BOIL_FUZZ_SEED` its random seed. `fuzz/` runs the same
//! targets under libFuzzer, which is guided by coverage: see `.ci/fuzz`.
//!
//! A target takes bytes, not the values of a generator, and the damage is a page of our own code,
//! not bolero or proptest: the errors to be found are a few changes away from real files, where
//! neither of those looks.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod damage;
mod targets;

use boilingpoint_solver::with_deep_stack;
use damage::Damage;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use targets::{Target, by_name};

/// An input that takes longer is a failure, also on a processor shared with many others.
const LONG: Duration = Duration::from_secs(60);

/// The number of panics of this process, on any thread; a panic of a server's thread is visible
/// only here.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// The inputs that failed before: the target, and the file below `corpus/`. The page
/// `docs/trust/fuzzing.md` says what was wrong.
const FINDS: [(&str, &str); 8] = [
    ("configs", "default-that-does-not-fit"),
    ("expressions", "value-that-overflows-within-its-bounds"),
    ("families", "signs-that-take-parentheses"),
    ("forms", "number-without-room"),
    ("forms", "sum-with-a-large-nimber"),
    ("forms", "thousands-of-followers"),
    ("forms", "thousands-of-uptimals"),
    ("run_files", "island-beyond-the-last-generation"),
];

/// The inputs on which a target failed before.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = targets::root().join("tests/fuzz/corpus").join(target.name);
    let finds = FINDS.iter().filter(|(name, _)| *name == target.name);
    finds
        .map(|(_, file)| std::fs::read(folder.join(file)).unwrap())
        .collect()
}

/// Every file of the corpus is an input of a target.
#[test]
fn every_find_is_tried() {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(targets::root().join("tests/fuzz/corpus")).unwrap() {
        let folder = folder.unwrap();
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().unwrap();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            found.push((
                folder.file_name().into_string().unwrap(),
                name(file.unwrap()),
            ));
        }
    }
    found.sort();
    assert_eq!(
        found,
        FINDS.map(|(target, file)| (target.into(), file.into()))
    );
    assert!(FINDS.iter().all(|(target, _)| by_name(target).is_some()));
}

/// Runs a target on its inputs and on damaged ones.
fn drive(name: &str) {
    let target = by_name(name).unwrap();
    with_deep_stack(|| {
        let known: Vec<Vec<u8>> = (target.seeds)().into_iter().chain(corpus(target)).collect();
        assert!(!known.is_empty());
        known.iter().for_each(|input| attempt(target, input));
        let time = Duration::from_secs_f64(number("BOIL_FUZZ_SECONDS", 0.5));
        let mut damage = Damage::new(number("BOIL_FUZZ_SEED", 1.0) as u64, &known);
        let began = Instant::now();
        let mut made = 0u64;
        while began.elapsed() < time {
            attempt(target, &damage.next());
            made += 1;
        }
        println!("{name}: {} inputs as they are, {made} damaged", known.len());
    });
}

/// Runs a target on an input. An input that panics or takes too long is kept in a file.
fn attempt(target: &Target, input: &[u8]) {
    let (began, before) = (Instant::now(), PANICS.load(Ordering::Relaxed));
    let done = std::panic::catch_unwind(|| (target.run)(input));
    let took = began.elapsed();
    let elsewhere = PANICS.load(Ordering::Relaxed) > before;
    if done.is_err() || elsewhere || took > LONG {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("find-{}", target.name));
        std::fs::write(&file, input).unwrap();
        panic!(
            "{} failed after {took:?} on {:?}, kept in {}; when it is mended, it belongs into the corpus",
            target.name,
            String::from_utf8_lossy(input),
            file.display()
        );
    }
}

fn count_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.fetch_add(1, Ordering::Relaxed);
            usual(info);
        }));
    });
}

macro_rules! tests {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            count_panics();
            drive(stringify!($name));
        })*

        #[test]
        fn every_target_is_a_test() {
            assert_eq!(targets::ALL.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

tests!(
    boards,
    graph6,
    graph_files,
    families,
    forms,
    expressions,
    configs,
    certificates,
    damaged_certificates,
    requests,
    run_files,
    checkpoints,
    parcels,
    books,
    solver,
    enclosures,
    symmetry
);
