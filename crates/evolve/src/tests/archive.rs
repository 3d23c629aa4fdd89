//! Tests of the archive.

use super::Comparison::InOrder;
use super::*;

fn specimen(key: u128, fitness: i64, cell: i64) -> Specimen<u8, i64> {
    let origin = Origin::default();
    let candidate = Candidate {
        id: key as u64,
        genome: 0,
        key,
        tie_break: 0,
        origin,
        lineage: vec![],
        pick: None,
        walker: None,
    };
    Specimen::scored(candidate, fitness, vec![cell], vec![])
}

#[test]
fn insertion_says_what_happened() {
    let mut archive = Archive::new(2, 10);
    assert_eq!(
        archive.insert(&specimen(5, 1, 0), InOrder),
        Insertion::NewCell
    );
    assert_eq!(
        archive.insert(&specimen(5, 1, 0), InOrder),
        Insertion::Rejected
    );
    assert_eq!(archive.insert(&specimen(4, 1, 0), InOrder), Insertion::Kept);
    assert_eq!(
        archive.insert(&specimen(6, 0, 0), InOrder),
        Insertion::Rejected
    );
    assert_eq!(
        archive.insert(&specimen(7, 2, 0), InOrder),
        Insertion::Improved
    );
    assert_eq!(
        archive
            .elites(&[0])
            .iter()
            .map(|e| e.key)
            .collect::<Vec<_>>(),
        [7, 4]
    );
}

#[test]
fn the_worst_cell_goes_first() {
    let mut archive = Archive::new(1, 2);
    archive.insert(&specimen(1, 10, 1), InOrder);
    archive.insert(&specimen(2, 20, 2), InOrder);
    assert_eq!(
        archive.insert(&specimen(3, 5, 3), InOrder),
        Insertion::Rejected
    );
    assert_eq!(
        archive.insert(&specimen(4, 15, 4), InOrder),
        Insertion::NewCell
    );
    assert_eq!(
        archive.cells().map(|(c, _)| c[0]).collect::<Vec<_>>(),
        [2, 4]
    );
}

/// A candidate of a key, of size 0.
fn candidate(key: u128) -> Candidate<u8> {
    Candidate {
        id: 0,
        genome: 0,
        key,
        tie_break: 0,
        origin: Origin::default(),
        lineage: vec![],
        pick: None,
        walker: None,
    }
}

/// The bar is that of the worst elite of the cell or that of the best of the size, whichever is
/// lower; a specimen with the key of an elite changes nothing.
#[test]
fn the_bar_holds_while_no_cell_can_be_dropped() {
    let mut archive = Archive::new(2, 3);
    for (key, fitness, cell) in [(1, 10, 1), (2, 20, 2), (3, 15, 1)] {
        archive.insert(&specimen(key, fitness, cell), InOrder);
    }
    let bar =
        |archive: &Archive<u8, i64>, key, cell, more| archive.bar(&candidate(key), &[cell], more);
    assert_eq!(bar(&archive, 0, 1, 1), Some(Bar::new(10, true)));
    assert_eq!(bar(&archive, 1, 1, 1), Some(Bar::new(10, false)));
    assert_eq!(bar(&archive, 9, 1, 1), Some(Bar::new(10, false)));
    assert_eq!(bar(&archive, 9, 1, 2), None);
    assert_eq!(bar(&archive, 9, 2, 1), None, "the cell has room");
    archive.insert(&specimen(4, 5, 3), InOrder);
    assert_eq!(bar(&archive, 9, 1, 1), None);
    assert_eq!(bar(&archive, 9, 1, 0), Some(Bar::new(10, false)));
}

#[test]
fn the_order_of_insertion_does_not_matter() {
    let all: Vec<_> = (0..60u128)
        .map(|k| specimen(k, (k * 37 % 11) as i64, (k % 7) as i64))
        .collect();
    let forwards = all.iter().fold(Archive::new(3, 100), |mut a, s| {
        a.insert(s, InOrder);
        a
    });
    for stride in [7, 11, 13, 59] {
        let mut other = Archive::new(3, 100);
        for i in 0..all.len() {
            other.insert(&all[i * stride % all.len()], InOrder);
        }
        assert_eq!(other, forwards);
    }
}
