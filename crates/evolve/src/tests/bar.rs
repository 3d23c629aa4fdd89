//! Tests that a candidate below the bar changes nothing, for any outcomes of the others.

use super::*;
use rustc_hash::FxHashSet;

#[test]
fn what_is_below_the_bar_leaves_no_trace() {
    let (mut below, mut told) = (0, 0);
    for (seed, per_cell) in [(1, 1), (2, 1), (3, 2), (4, 3)] {
        let bits = Bits::new(16);
        let settings = Settings {
            per_cell,
            population: 12 + 4 * seed as usize,
            ..settings(seed)
        };
        let mut run = Run::new(&bits, settings).unwrap();
        for _ in 0..60 {
            run.migrate(&bits);
            let batches = run.ask(&bits);
            let outcomes = evaluate(&batches, bits.length);
            let mut idle = FxHashSet::default();
            for ((batch, outcomes), state) in batches.iter().zip(&outcomes).zip(run.states()) {
                for (candidate, outcome) in batch.candidates.iter().zip(outcomes) {
                    let EvaluationOutcome::Scored { fitness, cell, .. } = outcome else {
                        continue;
                    };
                    let bar = state.bar(candidate, cell);
                    if bar.is_some_and(|bar| bar.is_above(fitness)) {
                        idle.insert(candidate.id);
                    }
                }
                told += batch.len();
            }
            below += idle.len();
            let best = |run: &Run| run.states().map(|s| s.population.best).collect::<Vec<_>>();
            let before = best(&run);
            let report = run.tell(&bits, batches, outcomes);
            for state in run.states() {
                let elites = state.archive.cells().flat_map(|(_, elites)| elites);
                let members = state.population.members.iter();
                let polished = state.population.polish.iter().map(|j| &j.elite);
                let all = elites.chain(state.archive.frontier()).chain(members);
                let mut all = all.chain(&state.best).chain(polished);
                assert!(all.all(|s| !idle.contains(&s.id)));
            }
            let mut archived = report.archived.iter();
            assert!(archived.all(|a| !idle.contains(&a.specimen.id)));
            if !idle.is_empty() && report.restarts.is_empty() {
                assert!(
                    best(&run)
                        .iter()
                        .zip(before)
                        .all(|(now, old)| *now >= old.map(|(f, _)| (f, 0)))
                );
            }
        }
    }
    assert!(4 * below > told, "{below} of {told}");
}

#[test]
fn the_lower_bar_counts() {
    let bar = |fitness: i64, ties| Bar::new(fitness, ties);
    assert!(bar(3, true).is_above(&2) && !bar(3, true).is_above(&3));
    assert!(bar(3, false).is_above(&3) && !bar(3, false).is_above(&4));
    assert_eq!(bar(3, true).or(bar(2, false)), bar(2, false));
    assert_eq!(bar(3, true).or(bar(3, false)), bar(3, true));
}
