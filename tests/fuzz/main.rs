//! Fuzzing: every parser, reader and solver takes bytes that nobody meant, and none of them fails.
//!
//! The targets (`targets/`) are functions of bytes. Here each is a test: it takes its seeds, which
//! are real files of this repository; its corpus (`corpus/<target>/`), which is every input that
//! ever failed; and for a moment inputs made from those by damage. `BOIL_FUZZ_SECONDS` is how long
//! that moment is, `BOIL_FUZZ_SEED` where it starts. Where coverage is to lead the way, `fuzz/`
//! runs the same targets under libFuzzer: see `.ci/fuzz`.
//!
//! A target takes bytes rather than values of a generator, and the damage is a page of our own,
//! rather than bolero's or proptest's: what is to be found lies a few changes beside real files,
//! where neither looks.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod damage;
mod targets;

use boilingpoint_core::solver::with_deep_stack;
use damage::Damage;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use targets::{Target, by_name};

/// An input that takes longer is a find, also where the processor is shared with many others.
const LONG: Duration = Duration::from_secs(60);

/// Panics of this process, on any thread; those of a server's threads are seen nowhere else.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn number(name: &str, default: f64) -> f64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// What failed before, and must never again.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = targets::root().join("tests/fuzz/corpus").join(target.name);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
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

/// An input on which the target panics, or takes too long, is kept where it can be looked at.
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
    families,
    forms,
    expressions,
    configs,
    certificates,
    damaged_certificates,
    requests,
    run_files,
    checkpoints,
    books,
    solver,
    enclosures,
    symmetry
);
