//! Results of a faulty or hostile worker: the collector ends with an error or goes on, and the book
//! holds nothing false.

use super::super::blob::{IslandBlob, expand, pack, seal, unpack};
use super::*;
use boilingpoint_book::harvest::{book_beside, harvest};
use boilingpoint_book::{Book, Filter, Verifier};
use boilingpoint_problem::Fitness;
use boilingpoint_record::envelope;
use boilingpoint_search::EpochLog;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) type Parcels = BTreeMap<String, Vec<u8>>;

/// The parcels of the first epoch of a run, by key, as honest workers store them.
pub(super) fn parcels(plan: &Plan) -> Parcels {
    let dir = tempfile::tempdir().unwrap();
    let memory = Memory::new(0, 0);
    with_workers(&memory, || {
        let begun = Driver::begin_by(&backend(&memory), plan, dir.path(), Control::default());
        let _begun = begun.unwrap();
        let done = || {
            memory
                .shelf()
                .entries
                .keys()
                .filter(|(_, key)| key.starts_with("island.1."))
                .count()
        };
        while done() < plan.search.islands {
            std::thread::sleep(Duration::from_millis(5));
        }
        let shelf = memory.shelf();
        let entries = shelf.entries.iter();
        entries
            .map(|((_, key), bytes)| (key.clone(), bytes.clone()))
            .collect()
    })
}

/// Collects a run whose workers have stored these parcels, and enters its records. Returns the
/// error of the collector, if it has one.
fn collected(plan: &Plan, parcels: &Parcels) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let memory = Memory::new(0, 0);
    let control = Control::default();
    let mut begun = Driver::begin_by(&backend(&memory), plan, &dir, control.clone()).unwrap();
    let id = memory.runs().unwrap()[0].id.clone();
    for (key, bytes) in parcels {
        memory.put(&id, key, bytes).unwrap();
    }
    let watch = |rows: GenerationRows| {
        // The parcels of the epochs that follow are not there.
        control
            .finish
            .store(rows.progress.generation >= 2, Ordering::SeqCst);
    };
    let error = begun.run(watch).err().map(|error| error.to_string());
    drop(begun);
    let run = RunFolder::open(&dir).unwrap();
    let book = book_beside(&dir);
    harvest(&run, plan, &book, None).unwrap();
    let verifier = Verifier {
        positions: 1_000_000,
        proofs: None,
        stop: None,
    };
    let mut solver = boilingpoint_solver::Solver::new(plan.game.ruleset, Default::default());
    for record in Book::open(&book).unwrap().list(&Filter::default()).unwrap() {
        verifier.facts(&mut solver, &record.entry).unwrap();
    }
    error
}

/// The results of the first epoch of an island.
pub(super) fn results_of(parcels: &Parcels, island: usize) -> IslandBlob {
    let key = format!("island.1.{island}");
    unpack("r", &key, &parcels[&key]).unwrap()
}

pub(super) fn short_plan() -> Plan {
    plan(&[
        ("generations = 11", "generations = 6"),
        ("islands = 3", "islands = 2"),
    ])
}

#[test]
fn false_results_of_a_worker_are_refused() {
    let plan = short_plan();
    let honest = parcels(&plan);
    assert_eq!(collected(&plan, &honest), None);
    let nine = Fitness::parse(&["9"]).unwrap();
    type Lie<'a> = (&'a str, &'a dyn Fn(&mut EpochLog));
    let lies: [Lie; 13] = [
        ("the record's fitness is 9, the checker's", &|log| {
            log.generations[0].records[0].fitness = nine.clone();
        }),
        ("the fitness is", &|log| {
            log.generations[0].records[0].collected = Some("9".into())
        }),
        ("the key of a record", &|log| {
            log.generations[0].records[0].key = vec![77]
        }),
        ("outside of every class", &|log| {
            log.generations[0].records[0].genome = boilingpoint_problem::Genome::default();
        }),
        ("the number of operators", &|log| {
            log.generations[0].operators.clear()
        }),
        ("the number of rates", &|log| {
            log.generations[0].rates.push(1)
        }),
        ("the rate of an operator", &|log| {
            log.generations[0].rates[0] = u64::MAX
        }),
        ("the number of boards asked", &|log| {
            log.generations[0].counts.asked = u64::MAX
        }),
        ("the number of boards told", &|log| {
            log.generations[1].counts.scored = u64::MAX
        }),
        ("a count of an operator", &|log| {
            log.generations[0].operators[0].tried = u64::MAX
        }),
        ("the island has proposed 36 boards; expected 24", &|log| {
            drop(log.generations.pop())
        }),
        ("generation", &|log| log.generations[1].generation = 7),
        ("the sender of a migrant", &|log| {
            log.generations[0].migrations = vec![boilingpoint_evolve::Migration {
                from: 9,
                to: 0,
                id: 1,
            }];
        }),
    ];
    for (words, lie) in lies {
        let mut blob = results_of(&honest, 0);
        lie(&mut blob.result.as_mut().unwrap().1);
        let mut parcels = honest.clone();
        parcels.insert("island.1.0".to_string(), pack(&blob));
        let error = collected(&plan, &parcels).unwrap_or_default();
        if words == "the fitness is" {
            assert!(
                error.contains("island.1.0") || error.contains(words),
                "`{words}`: {error}"
            );
        } else {
            assert!(error.contains(words), "`{words}`: {error}");
        }
    }
}

/// A state that a worker stores becomes part of the folder's checkpoint.
#[test]
fn a_false_state_enters_no_checkpoint() {
    let plan = short_plan();
    let honest = parcels(&plan);
    let blob = IslandBlob {
        state: results_of(&honest, 1).state,
        ..results_of(&honest, 0)
    };
    let mut parcels = honest.clone();
    parcels.insert("island.1.0".to_string(), pack(&blob));
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let memory = Memory::new(0, 0);
    let control = Control::default();
    let mut begun = Driver::begin_by(&backend(&memory), &plan, &dir, control.clone()).unwrap();
    let id = memory.runs().unwrap()[0].id.clone();
    for (key, bytes) in &parcels {
        memory.put(&id, key, bytes).unwrap();
    }
    let refused = begun.run(|_| {}).unwrap_err();
    assert!(matches!(refused, RunError::Refused(_)), "{refused}");
    assert!(memory.runs().unwrap().is_empty());
    drop(begun);
    // The checkpoint before is good.
    let resumed: Result<_, RunError> = Driver::resume(&dir, Control::default(), same_plan(&plan));
    resumed.unwrap().0.run(|_| {}).unwrap();
}

/// Results with any number changed, in an envelope whose checksum fits.
#[test]
fn results_with_any_number_changed_are_refused_or_harmless() {
    let plan = short_plan();
    let honest = parcels(&plan);
    let sealed = envelope::open(b"BOILUNIT", &honest["island.1.0"]).unwrap();
    let content = expand(sealed.payload).unwrap();
    let (mut refused, mut harmless) = (0, 0);
    let stride = (content.len() / 40).max(1);
    for at in (0..content.len()).step_by(stride) {
        for other in [
            &[0][..],
            &[1],
            &[0x7f],
            &[0xff, 0xff, 0x03],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
        ] {
            let changed = [&content[..at], other, &content[at + 1..]].concat();
            let mut parcels = honest.clone();
            parcels.insert("island.1.0".to_string(), seal(&changed));
            let done = catch_unwind(AssertUnwindSafe(|| collected(&plan, &parcels)));
            match done.unwrap_or_else(|_| panic!("a panic after byte {at} became {other:?}")) {
                Some(_) => refused += 1,
                None => harmless += 1,
            }
        }
    }
    assert!(
        refused > 20 && harmless > 2,
        "{refused} refused, {harmless} harmless"
    );
}
