//! Tests of the rules of `rank.rs`, on a book on disk.

#![allow(clippy::unwrap_used)]

use super::proof::a_proof;
use super::tests::{boards, entry, place, submit, verified};
use super::*;
use boilingpoint_problem::{Certainty, Fitness};
use proptest::prelude::*;
use proptest::sample::Index;

#[test]
fn only_a_better_board_replaces_a_record() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let old = Fitness::parse(&["9"]).unwrap();
    assert_eq!(submit(&mut book, "9", "a"), SubmitOutcome::New { id: 1 });
    assert_eq!(
        submit(&mut book, "9", "b"),
        SubmitOutcome::Tied { id: Some(2) }
    );
    let worse = submit(&mut book, "17/2", "c");
    assert_eq!(worse, SubmitOutcome::NotBetter { best: old.clone() });
    assert_eq!(boards(&book), ["a", "b"]);
    // Compared as text, "10" would be the smaller one.
    assert_eq!(
        submit(&mut book, "10", "d"),
        SubmitOutcome::Improved { id: 3, old }
    );
    assert_eq!(boards(&book), ["d"]);
    assert_eq!(book.get(1).unwrap(), None);
}

#[test]
fn ties_are_kept_once_each_and_up_to_a_number() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "board 1");
    for n in 2..=TIES {
        let id = Some(n as i64);
        assert_eq!(
            submit(&mut book, "1", &format!("board {n}")),
            SubmitOutcome::Tied { id }
        );
    }
    assert_eq!(
        submit(&mut book, "1", "one more"),
        SubmitOutcome::Tied { id: None }
    );
    assert_eq!(
        submit(&mut book, "2/2", "board 7"),
        SubmitOutcome::Tied { id: Some(7) }
    );
    assert_eq!(boards(&book).len(), TIES);
    let mut tinted = entry(&["2"], "x");
    book.submit(&verified(tinted.clone())).unwrap();
    tinted.facts.tints = "L....".into();
    let other_tints = book.submit(&verified(tinted)).unwrap();
    assert!(matches!(other_tints, SubmitOutcome::Tied { id: Some(_) }));
    assert_eq!(boards(&book), ["x", "x"]);
}

#[test]
fn a_board_known_by_a_lower_bound_becomes_exact_in_place() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let mut bound = entry(&["3/2"], "DQc");
    bound.facts.certainty = Certainty::LowerBound;
    let exact = entry(&["3/2"], "DQc");
    book.submit(&verified(bound.clone())).unwrap();
    let tied = SubmitOutcome::Tied { id: Some(1) };
    assert_eq!(book.submit(&verified(exact.clone())).unwrap(), tied);
    assert_eq!(book.get(1).unwrap().unwrap().entry, exact);
    assert_eq!(book.submit(&verified(bound)).unwrap(), tied);
    assert_eq!(book.get(1).unwrap().unwrap().entry, exact);
}

#[test]
fn proved_is_said_of_all_ties_and_never_unsaid() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    let mut proved = entry(&["1"], "a");
    proved.proof = Some(a_proof("1"));
    let all = |book: &Book| -> Vec<(String, bool)> {
        let all = book.list(&Filter::default()).unwrap().into_iter();
        all.map(|r| (r.entry.facts.board.clone(), r.entry.is_proved()))
            .collect()
    };
    // The proof ties with the record of its own board, then proves a record that the book had
    // before it, then one that is submitted after it.
    submit(&mut book, "1", "b");
    let tied = book.submit(&verified(proved.clone())).unwrap();
    assert_eq!(tied, SubmitOutcome::Tied { id: Some(1) });
    submit(&mut book, "1", "c");
    submit(&mut book, "1", "a");
    let expected = ["a", "b", "c"].map(|b| (b.to_string(), true));
    assert_eq!(all(&book), expected);
    // A proof that is the first record of its key.
    let mut better = proved.clone();
    (better.facts.order, better.facts.tints) = (6, "......".into());
    book.submit(&verified(better)).unwrap();
    assert!(all(&book).into_iter().all(|(_, proved)| proved));
    // A lower bound ties in a proved key, an exact record of its board replaces it, and it stays
    // proved.
    let mut bound = entry(&["1"], "d");
    bound.facts.certainty = Certainty::LowerBound;
    book.submit(&verified(bound)).unwrap();
    submit(&mut book, "1", "d");
    let d = book.list(&Filter::default()).unwrap();
    let d = d.iter().find(|r| r.entry.facts.board == "d").unwrap();
    assert_eq!(
        (d.entry.facts.certainty, d.entry.is_proved()),
        (Certainty::Exact, true)
    );
}

/// An entry with this certainty, which is proved or not.
fn said_with(mut entry: BookEntry, certainty: Certainty, proved: bool) -> VerifiedRecord {
    entry.facts.certainty = certainty;
    entry.proof = proved.then(|| a_proof(&entry.fitness.to_string()));
    verified(entry)
}

/// Of each pair one record is false. Both orders keep both.
#[test]
fn records_that_contradict_each_other_are_both_kept_and_marked() {
    use Certainty::{Exact, LowerBound};
    let change = said_with;
    for (one, other, marks) in [
        // A proof of an optimum below a known lower bound.
        (
            change(entry(&["3/2"], "a"), LowerBound, false),
            change(entry(&["1"], "b"), Exact, true),
            ["is proved to be the maximum: 1", "is better: >= 3/2"],
        ),
        // Two different values of one board, of which at least the lower one is exact.
        (
            change(entry(&["3/2"], "a"), LowerBound, false),
            change(entry(&["1"], "a"), Exact, false),
            ["gives this board 1", "gives this board >= 3/2"],
        ),
        (
            change(entry(&["3/2"], "a"), Exact, false),
            change(entry(&["1"], "a"), Exact, false),
            ["gives this board 1", "gives this board 3/2"],
        ),
    ] {
        for pair in [[&one, &other], [&other, &one]] {
            let (_folder, path) = place();
            let mut book = Book::open(&path).unwrap();
            let first = book.submit(pair[0]).unwrap();
            assert_eq!(first, SubmitOutcome::New { id: 1 });
            let again = || [(pair[1], 2), (pair[0], 1), (pair[1], 2)];
            for (record, number) in again() {
                let outcome = book.submit(record).unwrap();
                let SubmitOutcome::InConflict { id, why } = &outcome else {
                    panic!("{outcome:?}");
                };
                assert_eq!(*id, Some(number));
                assert!(marks.iter().any(|mark| why.contains(mark)), "{why}");
            }
            let kept = book.list(&Filter::default()).unwrap();
            assert_eq!(kept.len(), 2);
            for (record, mark) in [(&one, marks[0]), (&other, marks[1])] {
                let kept = kept.iter().find(|r| r.entry == *record.entry()).unwrap();
                let why = kept.conflict.as_deref().unwrap_or_default();
                assert!(why.contains(mark), "{why}");
            }
            let conflict = Some(true);
            let filter = Filter {
                conflict,
                ..Filter::default()
            };
            assert_eq!(book.list(&filter).unwrap(), kept);
        }
    }
}

/// A false proof keeps up no better record, and is not lost.
#[test]
fn records_above_a_proof_improve_beside_it() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let proved = said_with(entry(&["1"], "a"), Certainty::Exact, true);
    book.submit(&proved).unwrap();
    for (fitness, board, all) in [
        ("2", "b", &["a", "b"][..]),
        ("3", "c", &["a", "c"]),
        ("3", "d", &["a", "c", "d"]),
        // Worse than the best, and above the proof, which is contradicted already.
        ("5/2", "e", &["a", "c", "d"]),
        // Tied with the proof.
        ("1", "f", &["a", "c", "d", "f"]),
    ] {
        submit(&mut book, fitness, board);
        assert_eq!(boards(&book), all);
    }
    let kept = book.list(&Filter::default()).unwrap();
    let is_proved = |r: &&Record| r.entry.is_proved();
    let proved: Vec<_> = kept.iter().filter(is_proved).map(|r| r.id).collect();
    assert_eq!(proved, [1, 5]);
    assert!(kept.iter().all(|r| r.conflict.is_some()));
}

/// Nothing grows without a bound.
#[test]
fn a_key_keeps_a_limited_number_of_fitnesses_in_conflict() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    for n in 0..rank::LEVELS + 3 {
        let entry = entry(&[&n.to_string()], &format!("board {n}"));
        let outcome = book
            .submit(&said_with(entry, Certainty::Exact, true))
            .unwrap();
        let is_stored = !matches!(outcome, SubmitOutcome::InConflict { id: None, .. });
        assert_eq!(is_stored, n < rank::LEVELS, "{n}: {outcome:?}");
        if let SubmitOutcome::InConflict { id: None, why } = outcome {
            let other = "record 1 is board 0 with fitness 0 (exact, proved), and 8 fitnesses";
            assert!(why.starts_with(other), "{why}");
        }
    }
    assert_eq!(boards(&book).len(), rank::LEVELS);
}

/// Two values of one board show that a program is wrong. Neither gives way to a better board.
#[test]
fn a_board_with_two_values_stays_beside_a_better_board() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "2", "a");
    submit(&mut book, "3", "a");
    let better = submit(&mut book, "9", "b");
    assert!(
        matches!(
            better,
            SubmitOutcome::New { .. } | SubmitOutcome::Improved { .. }
        ),
        "{better:?}"
    );
    assert_eq!(boards(&book), ["a", "a", "b"]);
}

#[test]
fn a_bound_below_an_exact_value_is_only_worse() {
    use Certainty::{Exact, LowerBound};
    let change = said_with;
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    book.submit(&change(entry(&["3/2"], "a"), Exact, false))
        .unwrap();
    let lower = change(entry(&["1"], "a"), LowerBound, false);
    assert!(matches!(
        book.submit(&lower),
        Ok(SubmitOutcome::NotBetter { .. })
    ));
}

#[test]
fn lists_of_other_lengths_are_not_compared() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    submit(&mut book, "1", "a");
    let refused = book.submit(&verified(entry(&["1", "2"], "b")));
    assert!(matches!(
        refused,
        Err(BookError::Incomparable { old: 1, new: 2 })
    ));
    assert_eq!(boards(&book), ["a"]);
}

#[test]
fn which_ties_are_kept_does_not_depend_on_when_they_came() {
    let (_folder, path) = place();
    let mut book = Book::open(&path).unwrap();
    let bound = |board: &str| {
        let mut entry = entry(&["1"], board);
        entry.facts.certainty = Certainty::LowerBound;
        verified(entry)
    };
    for n in 0..TIES {
        book.submit(&bound(&format!("board {n:02}"))).unwrap();
    }
    // An exact record ranks before a lower bound, even if its board comes later.
    let exact = submit(&mut book, "1", "late");
    assert_eq!(exact, SubmitOutcome::Tied { id: Some(21) });
    assert!(!boards(&book).contains(&"board 19".to_string()));
    // Among equally certain records the board decides.
    let early = book.submit(&bound("a board")).unwrap();
    assert_eq!(early, SubmitOutcome::Tied { id: Some(22) });
    assert!(!boards(&book).contains(&"board 18".to_string()));
    assert_eq!(
        book.submit(&bound("board 18")).unwrap(),
        SubmitOutcome::Tied { id: None }
    );
    assert_eq!(boards(&book).len(), TIES);
}

/// Records that are all true. Each board has a fixed fitness. A record states it exactly or by a
/// lower bound, and may claim that it is the optimum if it is.
fn truths() -> impl Strategy<Value = Vec<BookEntry>> {
    let fitnesses = proptest::collection::vec(0i64..3, 1..30);
    let told = proptest::collection::vec((any::<Index>(), 0i64..4, any::<bool>()), 1..40);
    (fitnesses, told).prop_map(|(fitnesses, told)| {
        let optimum = fitnesses.iter().copied().max().unwrap_or_default();
        let tell = |(which, bound, proved): (Index, i64, bool)| {
            let board = which.index(fitnesses.len());
            let is_exact = bound == 3;
            let fitness = fitnesses[board].min(bound);
            let mut entry = entry(&[&fitness.to_string()], &format!("board {board:02}"));
            entry.facts.certainty = if is_exact {
                Certainty::Exact
            } else {
                Certainty::LowerBound
            };
            let is_proved = proved && fitness == optimum;
            entry.proof = is_proved.then(|| a_proof(&fitness.to_string()));
            entry
        };
        told.into_iter().map(tell).collect()
    })
}

/// The records of a book without their numbers, sorted.
fn said(book: &Book) -> Vec<(String, String, Certainty, bool)> {
    let all = book.list(&Filter::default()).unwrap().into_iter();
    let mut said: Vec<_> = all
        .map(|Record { entry: e, .. }| {
            (
                e.facts.board,
                e.fitness.to_string(),
                e.facts.certainty,
                e.proof.is_some(),
            )
        })
        .collect();
    said.sort();
    said
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_book_is_a_function_of_what_was_submitted(
        (one, other) in truths().prop_flat_map(|t| (Just(t.clone()), Just(t).prop_shuffle()))
    ) {
        let (_folder, path) = place();
        let mut book = Book::open(&path).unwrap();
        let mut best: Option<(Fitness, bool)> = None;
        for entry in &one {
            book.submit(&verified(entry.clone())).unwrap();
            let kept = book.list(&Filter::default()).unwrap();
            // All records have the same fitness, and all are proved or none is. Neither is ever
            // lost.
            let key = (kept[0].entry.fitness.clone(), kept[0].entry.is_proved());
            prop_assert!(kept.iter().all(|r| (r.entry.fitness.clone(), r.entry.is_proved()) == key));
            prop_assert!(best.is_none_or(|best| best <= key));
            best = Some(key);
        }
        // Submitting everything again changes nothing, not even the numbers.
        let before = book.list(&Filter::default()).unwrap();
        for entry in &one {
            book.submit(&verified(entry.clone())).unwrap();
        }
        prop_assert_eq!(book.list(&Filter::default()).unwrap(), before);
        // Submitting in another order gives the same book.
        let (_folder, path) = place();
        let mut shuffled = Book::open(&path).unwrap();
        for entry in &other {
            shuffled.submit(&verified(entry.clone())).unwrap();
        }
        prop_assert_eq!(said(&shuffled), said(&book));
    }
}
