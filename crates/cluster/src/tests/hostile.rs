//! A hostile worker beside honest ones: whatever it stores, the run ends with the files of one
//! process.

use super::super::blob::{MOST_BYTES, pack, seal};
use super::super::unit::Unit;
use super::memory::{Lie, Tell};
use super::parcels::{parcels, results_of, short_plan};
use super::*;
use boilingpoint_book::Book;
use boilingpoint_book::Filter;
use boilingpoint_book::harvest::{book_beside, harvest};
use boilingpoint_problem::{Fitness, Genome};
use boilingpoint_record::envelope;
use boilingpoint_search::IslandReport;
use std::sync::Mutex;

/// Collects a run. Returns the messages of refused results.
fn collect_by(memory: &Arc<Memory>, plan: &Plan, dir: &Path) -> Vec<String> {
    let messages = Mutex::new(Vec::new());
    let notify = |text: &str| messages.lock().unwrap().push(text.to_string());
    with_workers(memory, || {
        let backend = backend(memory);
        let begun = Driver::begin_by(&backend, plan, dir, Control::default()).unwrap();
        let (_, ended) = begun.run_by(&backend, |_| {}, notify).unwrap();
        assert_eq!(ended.reason, "generations");
    });
    messages.into_inner().unwrap()
}

/// The records of the book of a run, without their times.
fn book_of(dir: &Path, plan: &Plan) -> Vec<String> {
    let book = book_beside(dir);
    let harvested = harvest(&RunFolder::open(dir).unwrap(), plan, &book, None).unwrap();
    assert!(harvested.refused.is_empty() && harvested.conflicts.is_empty());
    let records = Book::open(&book).unwrap().list(&Filter::default()).unwrap();
    let text = |fitness: &Fitness| fitness.texts().join(" ");
    let records = records.iter().map(|record| &record.entry);
    records
        .map(|entry| format!("{:?} {}", entry.facts, text(&entry.fitness)))
        .collect()
}

/// A change of the first results of island 0, which stay well formed.
fn changed(plan: &Plan, change: impl Fn(&mut super::super::blob::IslandBlob)) -> Vec<u8> {
    let mut blob = results_of(&parcels(plan), 0);
    change(&mut blob);
    pack(&blob)
}

/// False results for the first epoch of island 0.
fn lies(plan: &Plan) -> Vec<(&'static str, Tell)> {
    let honest = parcels(plan);
    let told = |bytes: Vec<u8>| -> Tell { Box::new(move |_| bytes.clone()) };
    let logged = |change: fn(&mut IslandReport)| {
        told(changed(plan, |blob| {
            let (_, log) = blob.result.as_mut().unwrap();
            change(&mut log.generations[0]);
        }))
    };
    let payload = |format| {
        let old = envelope::open(b"BOILUNIT", &honest["island.1.0"]).unwrap();
        envelope::seal(b"BOILUNIT", format, old.program, old.payload)
    };
    vec![
        ("not", told(b"not a parcel \x1b[2J".to_vec())),
        ("", told(Vec::new())),
        (
            "",
            Box::new(|bytes: &[u8]| bytes[..bytes.len() / 2].to_vec()),
        ),
        ("in format 3", told(payload(3))),
        ("in format 99", told(payload(99))),
        (
            "bytes follow",
            Box::new(|bytes: &[u8]| {
                let envelope = envelope::open(b"BOILUNIT", bytes).unwrap();
                let content = super::super::blob::expand(envelope.payload).unwrap();
                seal(&[&content[..], b"more"].concat())
            }),
        ),
        (
            "more than",
            Box::new(|_: &[u8]| seal(&vec![0; MOST_BYTES + 1])),
        ),
        // Lists of lists, as deep as a parcel is long.
        ("", told(seal(&[1; 100_000]))),
        // Another island's results, and those of another epoch.
        ("island 0", told(honest["island.1.1"].clone())),
        (
            "it has no log",
            told(changed(plan, |blob| blob.result = None)),
        ),
        (
            "the record's fitness is 9",
            logged(|log| log.records[0].fitness = Fitness::parse(&["9"]).unwrap()),
        ),
        (
            "outside of every class",
            logged(|log| log.records[0].genome = Genome::default()),
        ),
        (
            "the number of boards asked",
            logged(|log| log.counts.asked = u64::MAX),
        ),
    ]
}

#[test]
fn false_results_do_not_stop_a_run() {
    let plan = short_plan();
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("one/here");
    run_locally(&plan, &here);
    let expected = (results(&here), book_of(&here, &plan));
    let check = |number: usize, words: &str, tell: Tell| {
        let dir = folder.path().join(format!("{number}/run"));
        let memory = Memory::new(0, 3);
        let (key, left) = ("island.1.0".to_string(), 1);
        memory.shelf().lie = Some(Lie { key, left, tell });
        let messages = collect_by(&memory, &plan, &dir);
        assert_eq!(messages.len(), 1, "{words}: {messages:?}");
        assert!(messages[0].contains(words), "{words}: {messages:?}");
        assert!(!messages[0].contains('\u{1b}'), "{messages:?}");
        assert_eq!(expected, (results(&dir), book_of(&dir, &plan)), "{words}");
        let runs = memory.runs().unwrap();
        assert_eq!(runs.len(), 1, "the first run was removed");
        assert_eq!(runs[0].status, RunStatus::Finished);
    };
    // Workers wait most of the time, before they try a unit again.
    std::thread::scope(|scope| {
        for (number, (words, tell)) in lies(&plan).into_iter().enumerate() {
            let check = &check;
            scope.spawn(move || check(number, words, tell));
        }
    });
}

/// The results of epoch 1 of an island are always false. This process computes the rest in the end.
#[test]
fn a_worker_that_always_lies_does_not_stop_a_run() {
    let plan = short_plan();
    let folder = tempfile::tempdir().unwrap();
    let (here, dir) = (folder.path().join("here"), folder.path().join("run"));
    run_locally(&plan, &here);
    let memory = Memory::new(0, 0);
    let earlier = parcels(&plan)["island.1.0"].clone();
    memory.shelf().lie = Some(Lie {
        key: "island.2.0".to_string(),
        left: usize::MAX,
        tell: Box::new(move |_| earlier.clone()),
    });
    let messages = collect_by(&memory, &plan, &dir);
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(messages[2].ends_with(", in this process"), "{messages:?}");
    assert_eq!(results(&here), results(&dir));
    assert!(memory.runs().unwrap().is_empty());
}

/// Entries under names that no unit has, units that no run has, and changed cards.
#[test]
fn other_messages_do_not_stop_a_run() {
    let plan = short_plan();
    let folder = tempfile::tempdir().unwrap();
    let (here, dir) = (folder.path().join("here"), folder.path().join("run"));
    run_locally(&plan, &here);
    let memory = Memory::new(0, 0);
    let begun = Driver::begin_by(&backend(&memory), &plan, &dir, Control::default());
    let mut begun = begun.unwrap();
    let card = memory.runs().unwrap().remove(0);
    for key in [
        "island.1.0.more",
        "island.01.0",
        "island.1.+0",
        "island.1.7",
        "island.18446744073709551615.1",
        "island",
        "island..",
        "piece.1.0.island.0.0",
    ] {
        memory.put(&card.id, key, b"what").unwrap();
    }
    for (epoch, island) in [(0, 2), (0, usize::MAX), (u64::MAX, 0), (70, 1)] {
        let unit = Unit {
            run: card.id.clone(),
            epoch,
            island,
        };
        memory.publish(&unit, &format!("{unit}~hostile")).unwrap();
    }
    let mut changed = card.clone();
    changed.status = RunStatus::Finished;
    (changed.floor, changed.first, changed.islands) = (u64::MAX, u64::MAX, 0);
    memory.shelf().runs.insert(card.id.clone(), changed);
    with_workers(&memory, || begun.run(|_| {}).unwrap());
    assert_eq!(results(&here), results(&dir));
    assert!(memory.queued(&card.id).unwrap().is_empty());
}
