//! Tests of start genomes, migration and restarts.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

#[test]
fn starts_come_first_and_are_dealt_to_the_islands() {
    let bits = Bits {
        start: vec![1, 2, 4, 8, 1],
        ..Bits::new(16)
    };
    let run = Run::new(&bits, settings(6)).unwrap();
    let candidates = run.candidates(&bits);
    assert_eq!(candidates.len(), 72);
    let starts: Vec<_> = candidates
        .iter()
        .filter(|c| bits.start.contains(&c.genome))
        .collect();
    assert_eq!(
        starts
            .iter()
            .map(|c| (c.genome, c.origin.island))
            .collect::<Vec<_>>(),
        [(1, 0), (8, 0), (2, 1), (1, 1), (4, 2)]
    );
}

#[test]
fn migration_copies_and_keeps_populations_full() {
    for topology in [Topology::Ring, Topology::Complete, Topology::None] {
        let bits = Bits::new(20);
        let mut run = Run::new(
            &bits,
            Settings {
                topology,
                stagnation: 0,
                ..settings(7)
            },
        )
        .unwrap();
        let reports: Vec<_> = (0..20).map(|_| step(&mut run, &bits)).collect();
        for report in &reports[2..] {
            assert!(report.fitnesses.iter().all(|f| f.len() == 24));
            assert!(report.migrations.iter().all(|m| m.from != m.to));
            let is_time = report.generation % 4 == 0 && topology != Topology::None;
            assert_eq!(report.migrations.is_empty(), !is_time);
        }
        for state in run.states() {
            let keys: BTreeSet<_> = state.population.members.iter().map(|s| s.key).collect();
            assert_eq!(keys.len(), 24);
        }
        if topology == Topology::Ring {
            assert!(
                reports
                    .iter()
                    .flat_map(|r| &r.migrations)
                    .all(|m| (m.from + 1) % 3 == m.to)
            );
        }
    }
}

#[test]
fn the_policy_decides_who_is_taken() {
    let taken = |policy| {
        let bits = Bits::new(20);
        let settings = Settings {
            policy,
            migrants: 1,
            stagnation: 0,
            ..settings(13)
        };
        let mut run = Run::new(&bits, settings).unwrap();
        (0..4).for_each(|_| drop(step(&mut run, &bits)));
        let before: Vec<_> = run.states().map(|s| s.population.clone()).collect();
        let report = step(&mut run, &bits);
        assert_eq!(report.migrations.len(), 3);
        let ranks = report.migrations.iter().map(|m| {
            let of = &before[m.from].members;
            of.iter().position(|s| s.id == m.id)
        });
        (ranks.collect::<Vec<_>>(), report.migrations.clone())
    };
    let best = taken(Policy::Best);
    // The best specimen of an island, or the next one if the receiver has that already.
    assert!(
        best.0.iter().all(|rank| rank.is_some_and(|r| r <= 1)),
        "{best:?}"
    );
    assert_ne!(best.1, taken(Policy::Different).1);
    assert_ne!(best.1, taken(Policy::Random).1);
    assert_eq!(taken(Policy::Random).1, taken(Policy::Random).1);
}

#[test]
fn a_guest_does_not_migrate_again() {
    let bits = Bits::new(20);
    let mut run = Run::new(
        &bits,
        Settings {
            stagnation: 0,
            ..settings(8)
        },
    )
    .unwrap();
    let mut origins = BTreeMap::new();
    for _ in 0..40 {
        let candidates = run.candidates(&bits).into_iter();
        origins.extend(candidates.map(|c| (c.id, c.origin.island)));
        let report = step(&mut run, &bits);
        assert!(report.migrations.iter().all(|m| origins[&m.id] == m.from));
    }
}

#[test]
fn a_stagnant_island_restarts_and_the_archive_stays() {
    let bits = Bits::new(12);
    let mut run = Run::new(&bits, settings(9)).unwrap();
    let (mut restarts, mut cells, mut best) = (0, 0, None);
    for _ in 0..80 {
        let report = step(&mut run, &bits);
        restarts += report.restarts.len();
        assert!(report.cells >= cells);
        cells = report.cells;
        let now = run.totals.best.as_ref().map(|b| b.fitness);
        assert!(now >= best);
        best = now;
    }
    assert!(restarts > 0);
    let never = Settings {
        stagnation: 0,
        ..settings(9)
    };
    let mut run = Run::new(&bits, never).unwrap();
    assert!((0..80).all(|_| step(&mut run, &bits).restarts.is_empty()));
}

#[test]
fn elites_reach_the_archives_of_those_who_are_offered_them() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(9)).unwrap();
    (0..4).for_each(|_| drop(step(&mut run, &bits)));
    let offers: Vec<_> = run.islands.iter().map(Island::offer).collect();
    run.migrate(&bits);
    for (i, state) in run.states().enumerate() {
        let offer = &offers[(i + 2) % 3];
        assert!(!offer.elites.is_empty());
        for elite in &offer.elites {
            let known = state.archive.elites(&elite.cell);
            let worst = known.last().unwrap();
            assert!(!elite.by_merit_and_key(worst).is_lt() || state.archive.contains(elite));
            // The parents of a received elite are known as well.
            let parent = elite.lineage.last().map(|s| s.parent);
            let remembers =
                |id| state.genome(id).is_some() || !known.iter().any(|e| e.id == elite.id);
            assert!(parent.is_none_or(remembers));
        }
        assert!(state.best.as_ref().unwrap().fitness >= offer.population[0].fitness);
    }
}
