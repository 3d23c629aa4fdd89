//! Tests that the search finds the optimum, and tests of its parts: credit, polish, lineage.

use super::*;

/// The number of specimens asked until the optimum is found, if that takes at most `limit`
/// generations.
fn generations_to_optimum(settings: Settings, length: usize, limit: usize) -> Option<u64> {
    let bits = Bits::new(length);
    let mut run = Run::new(&bits, settings).unwrap();
    (0..limit).find_map(|_| {
        step(&mut run, &bits);
        let best = run.totals.best.as_ref();
        best.filter(|b| b.fitness == length as i64)
            .map(|_| run.totals.total())
    })
}

#[test]
fn it_finds_the_optimum_of_a_deceptive_function() {
    for seed in 0..10 {
        let asked = generations_to_optimum(settings(seed), 24, 400);
        assert!(asked.is_some(), "seed {seed} found no optimum");
    }
}

#[test]
fn a_small_space_is_exhausted() {
    let bits = Bits::new(4);
    let mut run = Run::new(&bits, settings(5)).unwrap();
    let reports: Vec<_> = (0..20).map(|_| step(&mut run, &bits)).collect();
    assert!(reports.last().unwrap().exhausted);
    assert!(!reports[0].exhausted);
    assert!(run.islands.iter().all(|i| i.seen().len() == 16));
    assert_eq!(run.totals.best.as_ref().unwrap().genome, 15);
}

#[test]
fn every_operator_keeps_its_floor() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(10)).unwrap();
    for _ in 0..40 {
        let report = step(&mut run, &bits);
        assert!(
            run.states()
                .all(|s| s.credit.rates(0.02).iter().sum::<u64>() == RATE_UNIT)
        );
        assert!(report.rates.iter().all(|&r| r >= RATE_UNIT / 51));
    }
    for state in run.states() {
        let totals = state.credit.totals();
        assert_eq!(totals[3].tried, totals[3].inapplicable);
        assert!(totals[3].tried > 0);
        assert_eq!(
            totals[0].asked,
            totals[0].scored + totals[0].infeasible + totals[0].unfinished
        );
    }
}

#[test]
fn polish_asks_the_neighbours_of_new_elites() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(11)).unwrap();
    assert!(step(&mut run, &bits).archived.len() > 3);
    let candidates = run.candidates(&bits);
    let polished: Vec<_> = candidates.iter().filter(|c| c.origin.polish).collect();
    assert_eq!(polished.len(), 3 * 6);
    let waiting = run.states().flat_map(|s| &s.population.polish);
    let parents: Vec<_> = waiting.map(|j| &j.elite).collect();
    for child in polished {
        let parent = parents
            .iter()
            .find(|p| p.id == child.origin.parents[0])
            .unwrap();
        assert_eq!((parent.genome ^ child.genome).count_ones(), 1);
        assert_eq!(child.lineage.last().unwrap().parent, parent.id);
    }
    let plain = Bits {
        neighbours: false,
        ..Bits::new(20)
    };
    let mut run = Run::new(&plain, settings(11)).unwrap();
    step(&mut run, &plain);
    assert!(run.candidates(&plain).iter().all(|c| !c.origin.polish));
}

#[test]
fn lineages_are_chains_of_bounded_length() {
    let bits = Bits::new(24);
    let mut run = Run::new(&bits, settings(12)).unwrap();
    for _ in 0..120 {
        step(&mut run, &bits);
    }
    for (_, elites) in run.totals.archive.cells() {
        for elite in elites {
            assert!(elite.lineage.len() <= LINEAGE_CAP);
            assert!(elite.lineage.is_sorted_by_key(|s| s.generation));
            assert_eq!(
                elite.lineage.last().map(|s| s.parent),
                elite.origin.parents.first().copied()
            );
            assert!(elite.origin.parents.iter().all(|&p| p != elite.id));
        }
    }
}

#[test]
fn the_latest_ancestors_are_remembered_and_no_others() {
    let bits = Bits::new(24);
    let mut run = Run::new(&bits, settings(12)).unwrap();
    let mut most = 0;
    for _ in 0..120 {
        step(&mut run, &bits);
        most = run
            .states()
            .map(|s| s.ancestors.len())
            .fold(most, usize::max);
    }
    let mut named = 0;
    for state in run.states() {
        for elite in state.archive.cells().flat_map(|(_, elites)| elites) {
            let mut parents: Vec<u64> = elite.lineage.iter().map(|s| s.parent).collect();
            parents.dedup();
            for &parent in parents.iter().rev().take(ANCESTORS) {
                assert!(state.genome(parent).is_some(), "{parent}");
                named += 1;
            }
        }
    }
    assert!(named > 100 && most > 0, "{named}");
    // A few hundred specimens live, whatever the number of generations.
    assert!(most < 3000, "{most}");
}

#[test]
fn nothing_that_scores_is_survived() {
    let bits = Bits::new(16);
    let mut run = Run::new(&bits, settings(14)).unwrap();
    for _ in 0..20 {
        run.migrate(&bits);
        let batches = run.ask(&bits);
        let none = |b: &Batch<u32>| {
            let unfinished = EvaluationOutcome::Unfinished {
                name: String::new(),
                why: "budget".into(),
            };
            vec![unfinished; b.len()]
        };
        let outcomes = batches.iter().map(none).collect();
        let report = run.tell(&bits, batches, outcomes);
        let counts = report.counts;
        assert_eq!((counts.scored, counts.unfinished), (0, counts.asked));
        assert_eq!(report.unfinished.len() as u64, counts.asked);
    }
    assert!(run.totals.best.is_none());
}

/// The number of picks of each cell in a run with one emitter.
fn picks(emission: Emission) -> Vec<u64> {
    let bits = Bits::new(20);
    let settings = Settings {
        emission,
        archive_parent_share: 0.9,
        polish_share: 0.0,
        ..settings(15)
    };
    let mut run = Run::new(&bits, settings).unwrap();
    for _ in 0..40 {
        step(&mut run, &bits);
    }
    let archive = &run.islands[0].state().archive;
    archive
        .cells()
        .map(|(cell, _)| archive.visits(cell).picked)
        .collect()
}

#[test]
fn emitters_pick_as_they_say() {
    let most_over_mean = |picks: &[u64]| {
        let sum: u64 = picks.iter().sum();
        assert!(sum > 160, "{picks:?}");
        picks.iter().max().unwrap() * picks.len() as u64 * 100 / sum
    };
    let novelty = most_over_mean(&picks(Emission::Novelty));
    let uniform = most_over_mean(&picks(Emission::Uniform));
    let merit = most_over_mean(&picks(Emission::Merit));
    assert!(
        novelty < uniform && uniform < merit,
        "{novelty} {uniform} {merit}"
    );
    // The frontier emitter picks only cells with the best specimen of a size, so some cells have no
    // pick.
    assert!(picks(Emission::Frontier).contains(&0));
    most_over_mean(&picks(Emission::Adaptive));
}

#[test]
fn controls_find_the_optimum_without_a_population() {
    for method in [Method::Climb, Method::LookAhead, Method::Anneal] {
        let settings = Settings {
            methods: vec![method],
            ..settings(16)
        };
        let asked = generations_to_optimum(settings, 12, 3000);
        assert!(asked.is_some(), "{method:?}");
    }
}

#[test]
fn a_run_of_several_methods_is_restored_as_it_was() {
    let bits = Bits::new(16);
    let settings = Settings {
        methods: vec![Method::Evolve, Method::Anneal, Method::LookAhead],
        ..settings(17)
    };
    let mut unbroken = Run::new(&bits, settings).unwrap();
    let mut text = stored(&unbroken);
    for _ in 0..40 {
        let mut broken = restored(&text);
        assert_eq!(step(&mut unbroken, &bits), step(&mut broken, &bits));
        text = stored(&broken);
        assert_eq!(text, stored(&unbroken));
    }
}
