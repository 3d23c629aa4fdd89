//! Classifies the records of older books, whose classes had no words for loops, parallel edges,
//! arcs and weights.
//!
//! The boards of a run say which marks its class had at least: if one board of a run has a loop,
//! the run could breed loops. A class that may have had further marks is kept apart from all
//! others, by the words `features unknown`. The lines of older exports are classified in the same
//! way. Only the book is read. So nothing here needs the runs, which may be gone; `records verify`
//! looks for them.

use super::class::BoardClass;
use super::error::BookError;
use super::harvest::board_of;
use super::record::{Filter, Finder, Record};
use super::{conflict, row};
use boilingpoint_boards::Board;
use boilingpoint_record::records::LineageStep;
use boilingpoint_rules::{self as ruleset, Feature, Features, Ruleset};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The marks of which an older class says nothing.
const UNSAID: [Feature; 4] = [
    Feature::Loops,
    Feature::Parallel,
    Feature::Arcs,
    Feature::Weights,
];

/// Gives every record of an older book its class.
pub(super) fn classify(connection: &Connection, path: &Path) -> Result<(), BookError> {
    let failed = BookError::of(path);
    let records = row::list(connection, path, &Filter::default())?;
    let marks: Vec<Option<Features>> = records.iter().map(marks_of).collect();
    let of_runs = marks_of_runs(&records, &marks);
    let plain_proofs = keys_with_plain_proofs(&records, &marks);
    for (record, marks) in records.iter().zip(&marks) {
        let class = match *marks {
            Some(marks) => {
                let seen = of_runs.get(&run_of(record)).copied();
                class_of(record, marks, seen.unwrap_or(marks))
            }
            // This version cannot read the board, or does not know the game.
            None => BoardClass {
                is_partly_known: true,
                ..record.entry.class.clone()
            },
        };
        if class != record.entry.class {
            row::set_class(connection, record.id, &class).map_err(&failed)?;
        }
        // The proof counts boards without marks. It stays with a record of these boards.
        let is_kept = plain_proofs.contains(&key_of(record));
        if record.entry.is_proved() && !class.is_plain() && is_kept {
            row::set_proof(connection, record.id, None).map_err(&failed)?;
        }
    }
    conflict::mark_all(connection, path)
}

/// The class of a record whose board has these marks, and of whose run this was seen.
fn class_of(record: &Record, marks: Features, seen: Features) -> BoardClass {
    let entry = &record.entry;
    let is_of_proof = entry.is_proved() && union(Features::GRAPH, marks) == Features::GRAPH;
    if was_not_bred(&entry.found_by, &entry.lineage) || is_of_proof {
        return with_marks(&entry.class, marks);
    }
    let carries = ruleset::by_name(&entry.ruleset).map_or(Features::GRAPH, |r| r.carries());
    of_run(&entry.class, seen, carries)
}

/// The class of an exported record of an older version, which knows nothing of other boards of its
/// run.
pub(super) fn of_export(
    class: &BoardClass,
    board: &Board,
    ruleset: &dyn Ruleset,
    (found_by, lineage): (&Finder, &[LineageStep]),
) -> BoardClass {
    let marks = marks(board);
    if was_not_bred(found_by, lineage) {
        with_marks(class, marks)
    } else {
        of_run(class, marks, ruleset.carries())
    }
}

/// An older class with the marks of a board.
fn with_marks(class: &BoardClass, marks: Features) -> BoardClass {
    BoardClass {
        features: union(class.features, marks),
        ..class.clone()
    }
}

/// An older class with the marks that boards of its run have, in a game that carries some marks.
fn of_run(class: &BoardClass, seen: Features, carries: Features) -> BoardClass {
    // The greatest weight of a board is at most that of its class.
    let is_open = |feature| match feature {
        Feature::Weights => seen.max_weight < carries.max_weight,
        other => carries.has(other) && !seen.has(other),
    };
    BoardClass {
        is_partly_known: UNSAID.into_iter().any(is_open),
        ..with_marks(class, seen)
    }
}

/// Whether a board came from an import or from the atlas: its class is the one that was named, with
/// the marks that the board has.
fn was_not_bred(found_by: &Finder, lineage: &[LineageStep]) -> bool {
    found_by.seed == 0 && found_by.generation == 0 && lineage.is_empty()
}

/// The marks of a record's board that its older class does not say.
fn marks_of(record: &Record) -> Option<Features> {
    let facts = &record.entry.facts;
    ruleset::by_name(&record.entry.ruleset)?;
    Some(marks(&board_of(&facts.board, &facts.tints).ok()?))
}

fn marks(board: &Board) -> Features {
    let mut found = Features::GRAPH;
    let mut joined = BTreeSet::new();
    for link in board.links() {
        let ends = (link.from.min(link.to), link.from.max(link.to));
        found.max_weight = found.max_weight.max(link.weight);
        found.arcs |= link.arc;
        if link.is_loop() {
            found.loops = true;
        } else {
            found.parallel |= !joined.insert(ends);
        }
    }
    found
}

/// The first features with the marks of the second, except for tints, token and squares.
fn union(one: Features, other: Features) -> Features {
    Features {
        loops: one.loops || other.loops,
        parallel: one.parallel || other.parallel,
        arcs: one.arcs || other.arcs,
        max_weight: one.max_weight.max(other.max_weight),
        ..one
    }
}

/// The class with the marks and the tints of a board.
pub(super) fn marked(class: &BoardClass, board: &Board) -> BoardClass {
    let mut class = with_marks(class, marks(board));
    class.features.tints |= board.is_tinted();
    class
}

/// A run, as far as a book knows it.
type RunKey<'a> = (&'a str, String, &'a str, u64);

fn run_of(record: &Record) -> RunKey<'_> {
    let entry = &record.entry;
    let by = &entry.found_by;
    (&entry.ruleset, entry.class.to_string(), &by.run, by.seed)
}

/// All marks that boards of a run have.
fn marks_of_runs<'a>(
    records: &'a [Record],
    marks: &[Option<Features>],
) -> BTreeMap<RunKey<'a>, Features> {
    let mut of_runs = BTreeMap::new();
    for (record, marks) in records.iter().zip(marks) {
        let entry = &record.entry;
        let was_bred = !was_not_bred(&entry.found_by, &entry.lineage);
        if let Some(marks) = marks.filter(|_| was_bred) {
            let seen = of_runs.entry(run_of(record)).or_insert(Features::GRAPH);
            *seen = union(*seen, marks);
        }
    }
    of_runs
}

type RecordKey<'a> = (&'a str, &'a str, String, u64);

fn key_of(record: &Record) -> RecordKey<'_> {
    let entry = &record.entry;
    let class = entry.class.to_string();
    (&entry.ruleset, &entry.objective, class, entry.facts.order)
}

/// The keys in which a board without marks carries a proof.
fn keys_with_plain_proofs<'a>(
    records: &'a [Record],
    marks: &[Option<Features>],
) -> BTreeSet<RecordKey<'a>> {
    let marked = records.iter().zip(marks);
    let plain = marked.filter(|(r, marks)| r.entry.is_proved() && **marks == Some(Features::GRAPH));
    plain.map(|(record, _)| key_of(record)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use boilingpoint_boards::parse_board;

    fn with(marks: &str) -> Features {
        Features {
            loops: marks.contains('l'),
            parallel: marks.contains('p'),
            arcs: marks.contains('a'),
            max_weight: if marks.contains('w') { 3 } else { 1 },
            ..Features::GRAPH
        }
    }

    #[test]
    fn the_marks_of_a_board_are_those_of_all_its_links() {
        for (board, expected) in [
            ("path(3)", ""),
            ("0>1,1>2", "a"),
            ("0>1,1-2", "a"),
            ("0-1*1*1", "p"),
            ("0-1*1*1*1", "p"),
            ("0-0,0-1", "l"),
            ("0-1*3,1-2*2", "w"),
        ] {
            assert_eq!(
                marks(&parse_board(board).unwrap()),
                with(expected),
                "{board}"
            );
        }
        let all = ["", "l", "p", "a", "w", "lp", "aw", "lpaw"];
        for one in all {
            for other in all {
                let both = format!("{one}{other}");
                assert_eq!(union(with(one), with(other)), with(&both));
            }
        }
    }

    #[test]
    fn a_marked_class_has_the_tints_of_both() {
        let [plain, tinted] = ["A_", "A_ LR"].map(|text| parse_board(text).unwrap());
        let tree = BoardClass::of_kind("tree");
        assert!(!marked(&tree, &plain).features.tints);
        let with_tints = marked(&tree, &tinted);
        assert!(with_tints.features.tints);
        assert_eq!(marked(&with_tints, &tinted), with_tints);
        assert_eq!(marked(&with_tints, &plain), with_tints);
    }

    #[test]
    fn a_class_is_known_in_part_if_the_game_uses_marks_that_were_not_seen() {
        let tree = BoardClass::of_kind("tree");
        for (seen, carries, is_open) in [
            ("", "", false),
            ("", "w", true),
            ("w", "w", false),
            ("w", "", false),
            ("l", "l", false),
            ("l", "la", true),
        ] {
            let class = of_run(&tree, with(seen), with(carries));
            assert_eq!(class.is_partly_known, is_open, "{seen} of {carries}");
        }
    }

    #[test]
    fn only_a_board_without_seed_generation_and_lineage_was_not_bred() {
        let by = |seed, generation| Finder {
            seed,
            generation,
            ..Finder::default()
        };
        let step = [LineageStep {
            generation: 0,
            operator: "random".into(),
            from: None,
        }];
        assert!(was_not_bred(&by(0, 0), &[]));
        assert!(!was_not_bred(&by(1, 0), &[]));
        assert!(!was_not_bred(&by(0, 1), &[]));
        assert!(!was_not_bred(&by(0, 0), &step));
    }
}
