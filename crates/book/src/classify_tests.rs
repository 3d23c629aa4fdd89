//! Tests of the classes that records of older books and exports get.

#![allow(clippy::unwrap_used)]

use super::tests::place;
use super::*;

/// A row of a book of version 6: number, game, class, board, order, run, seed and proof.
type OldRow<'a> = (i64, &'a str, &'a str, &'a str, u64, &'a str, u64, bool);

/// A book of version 6, as the program of that version wrote it. Its classes have no words for
/// loops, parallel edges, arcs and weights.
fn book_of_version_6(path: &Path, rows: &[OldRow]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let old = Connection::open(path).unwrap();
    for step in &schema::STEPS[..6] {
        old.execute_batch(step).unwrap();
    }
    for &(id, game, class, board, order, run, seed, proved) in rows {
        let facts = serde_json::json!({
            "board": board, "tints": ".".repeat(order as usize), "order": order, "degree": 1,
            "degree2": 1, "grundy": 1, "certainty": "exact",
        });
        let by = serde_json::json!({"run": run, "seed": seed, "generation": seed});
        let proof = proved.then(|| serde_json::to_string(&proof::a_proof("1")).unwrap());
        old.execute(
            "INSERT INTO records (id, ruleset, objective, class, fitness, numerator, denominator,
             facts, proved, verified_by, found_by, found_at, lineage, proof)
             VALUES (?1, ?2, 'grundy', ?3, '1', '1', '1', ?4, ?5, 'checker', ?6, 'then', '[]', ?7)",
            rusqlite::params![
                id,
                game,
                class,
                facts.to_string(),
                proved,
                by.to_string(),
                proof
            ],
        )
        .unwrap();
    }
    old.execute_batch("PRAGMA application_id = 1112492364; PRAGMA user_version = 6;")
        .unwrap();
}

#[test]
fn records_of_older_books_are_classified_by_their_boards_and_runs() {
    let (_folder, path) = place();
    let kayles = "arc-kayles";
    book_of_version_6(
        &path,
        &[
            // The atlas counts boards without marks. A record that tied got its proof.
            (1, kayles, "connected", "A_", 2, "atlas", 0, true),
            (2, kayles, "connected", "0-0,0-1", 2, "free", 1, true),
            // One board of the run has a loop, and another has parallel edges: all marks of the game.
            (3, kayles, "connected", "0-1*1*1,1-2", 3, "free", 1, false),
            (4, kayles, "connected", "Bg", 3, "free", 1, false),
            // Nothing tells the class of this run.
            (5, kayles, "connected", "Bw", 3, "plain", 1, false),
            (6, kayles, "connected", "0-0,0-1,1-2", 3, "loops", 1, false),
            // The game uses no marks.
            (7, "node-kayles", "tree", "Bg", 3, "trees", 1, false),
            (
                8,
                "nim-on-graphs",
                "connected",
                "0-1*3@0",
                2,
                "nim",
                1,
                false,
            ),
            // Imported, not bred.
            (9, kayles, "tree", "Bg", 3, "import", 0, false),
            (10, kayles, "tree", "0-0,0-1", 2, "import", 0, false),
            // No version reads this board.
            (12, kayles, "tree", "0-0,0-1,,", 2, "free", 1, false),
            // A proof whose boards are all gone stays, apart.
            (11, kayles, "bipartite", "0-0,0-1", 2, "free", 1, true),
        ],
    );
    let book = Book::open(&path).unwrap();
    let all = book.list(&Filter::default()).unwrap();
    let mut found: Vec<_> = all
        .iter()
        .map(|r| (r.id, r.entry.class.to_string(), r.entry.is_proved()))
        .collect();
    found.sort();
    let expected = [
        (1, "connected", true),
        (2, "connected, loops, parallel", false),
        (3, "connected, loops, parallel", false),
        (4, "connected, loops, parallel", false),
        (5, "connected, features unknown", false),
        (6, "connected, loops, features unknown", false),
        (7, "tree", false),
        (8, "connected, max_weight 3, features unknown", false),
        (9, "tree", false),
        (10, "tree, loops", false),
        (11, "bipartite, loops, features unknown", true),
        (12, "tree, features unknown", false),
    ];
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(id, class, proved)| (id, class.to_string(), proved))
        .collect();
    assert_eq!(found, expected);
    // Only the proof that is about other boards is in conflict.
    let marked: Vec<_> = all.iter().filter(|r| r.conflict.is_some()).collect();
    assert_eq!(marked.iter().map(|r| r.id).collect::<Vec<_>>(), [11]);
}
