//! The course of searches is that of a table.
//!
//! A run is a function of its settings and its seed, and people repeat runs with later versions. So
//! each change of the course must be meant: of a draw, of the order in which specimens are kept or
//! compared, of a rate. After such a change, `BOIL_GOLDEN=write cargo test -p boilingpoint-evolve
//! pinned` writes the table again.

use super::*;
use boilingpoint_pinned::sum;
use std::fmt::Write;

type Change = fn(&mut Settings, &mut Bits);

/// The searches: changes of the settings of the tests.
const SEARCHES: &[(&str, Change)] = &[
    ("plain", |_, _| {}),
    ("long strings", |_, b| b.length = 24),
    ("walks", |_, b| b.walks = true),
    ("no neighbours", |_, b| b.neighbours = false),
    ("starts", |_, b| {
        b.start = vec![0, 1, 2, 5, 77, 1000, 4095, 3]
    }),
    ("random", |s, _| s.methods = vec![Method::Random]),
    ("climb", |s, _| s.methods = vec![Method::Climb]),
    ("lookahead", |s, _| s.methods = vec![Method::LookAhead]),
    ("anneal", |s, _| s.methods = vec![Method::Anneal]),
    ("all methods", |s, b| {
        s.islands = 5;
        s.methods = Method::WORDS.iter().map(|(_, method)| *method).collect();
        b.walks = true;
    }),
    ("uniform", |s, _| s.emission = Emission::Uniform),
    ("novelty", |s, _| s.emission = Emission::Novelty),
    ("promise", |s, _| s.emission = Emission::Promise),
    ("merit", |s, _| s.emission = Emission::Merit),
    ("frontier", |s, _| s.emission = Emission::Frontier),
    ("ranked", |s, _| s.selection = Selection::Ranked),
    ("best migrants", |s, _| {
        (s.policy, s.topology) = (Policy::Best, Topology::Complete);
    }),
    ("random migrants", |s, _| {
        (s.policy, s.topology, s.migrants) = (Policy::Random, Topology::Complete, 7);
    }),
    ("different migrants", |s, _| s.topology = Topology::Complete),
    ("no migration", |s, _| s.topology = Topology::None),
    ("restarts", |s, b| {
        (s.stagnation, s.isolation) = (3, 5);
        b.length = 10;
    }),
    ("restless", |s, b| {
        (s.stagnation, s.isolation, s.population) = (1, 0, 56);
        b.length = 8;
    }),
    ("one island", |s, _| (s.islands, s.migration_every) = (1, 1)),
    ("small archive", |s, _| (s.cells, s.per_cell) = (6, 2)),
    ("short memory", |s, _| s.seen = 100),
    ("crowded", |s, _| (s.crowd, s.elites) = (0.02, 1)),
    ("many steps", |s, _| {
        (s.further_step, s.credit_window) = (0.9, 40)
    }),
    ("polish alone", |s, _| s.polish_share = 1.0),
    ("few attempts", |s, b| {
        (s.attempts, s.immigrant_share) = (1, 0.4);
        b.length = 8;
    }),
];

/// The reports of all generations, and the state after each tenth.
fn course(change: Change) -> String {
    let (mut settings, mut bits) = (settings(21), Bits::new(14));
    change(&mut settings, &mut bits);
    let mut run = Run::new(&bits, settings).unwrap();
    let mut text = String::new();
    for generation in 0..40 {
        let report = step(&mut run, &bits);
        writeln!(text, "{report:?}").unwrap();
        if generation % 10 == 9 {
            writeln!(text, "{}", stored(&run)).unwrap();
        }
    }
    text
}

#[test]
fn courses_are_those_of_the_table() {
    let mut text = String::new();
    for (name, change) in SEARCHES {
        writeln!(text, "{name}: {:016x}", sum(&course(*change))).unwrap();
    }
    writeln!(text, "front: {:016x}", sum(&front::course())).unwrap();
    boilingpoint_pinned::assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/pinned.txt"),
        &text,
    );
}
