//! Tests of the parts of the engine that the tests of whole searches do not reach.

use super::*;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A problem with nothing but what each problem has to have.
struct Least;

impl Problem for Least {
    type Genome = u8;

    fn key(&self, genome: &u8) -> u128 {
        u128::from(*genome)
    }

    fn random(&self, _place: Place, rng: &mut ChaCha8Rng) -> u8 {
        below(rng, 256) as u8
    }

    fn start(&self) -> &[u8] {
        &[]
    }

    fn operators(&self) -> &[Operator] {
        &[]
    }

    fn vary(&self, _: Place, _: usize, _: &[&u8], _: &mut ChaCha8Rng) -> Option<u8> {
        None
    }

    fn tie_break(&self, genome: &u8) -> u64 {
        u64::from(*genome)
    }
}

#[test]
fn a_problem_may_leave_out_what_has_a_default() {
    let place = Place {
        island: 0,
        generation: 0,
    };
    let mut rng = stream(1, 2, 3, 4);
    assert!(Least.admits(place, &3) && Least.contains(&3) && Least.allows(0, 0));
    assert!(!Least.grows(0) && !Least.is_walk(0));
    assert_eq!(Least.comparison(), Comparison::InOrder);
    assert!(Least.walk(place, 0, &[], &mut rng).is_none());
    assert_eq!(Least.neighbourhoods(), 0);
    assert!(Least.neighbours(place, 0, &3).is_empty());
}

#[test]
fn counts_add_up() {
    let inexact = |n| Inexact {
        cut: n,
        bounded: 2 * n,
        screened: 3 * n,
    };
    let counts = |n| Counts {
        asked: 4 * n,
        scored: 5 * n,
        infeasible: 6 * n,
        undefined: 7 * n,
        unfinished: 8 * n,
        duplicates: 9 * n,
        steps: 10 * n,
        inexact: inexact(n),
    };
    let mut sum = counts(2);
    sum += counts(3);
    assert_eq!(sum, counts(5));
    assert!(inexact(0).is_empty() && !inexact(1).is_empty());
}

#[test]
fn each_outcome_has_its_counts() {
    let name = String::new;
    let scored = |is_bound| EvaluationOutcome::Scored {
        fitness: 3,
        cell: vec![],
        island_fitnesses: vec![],
        is_bound,
    };
    let (unfinished, undefined) = (
        EvaluationOutcome::Unfinished {
            name: name(),
            why: name(),
        },
        EvaluationOutcome::Undefined(name()),
    );
    // Scored, infeasible, undefined, unfinished; cut, bounded, screened.
    let expected = [
        (scored(false), [1, 0, 0, 0, 0, 0, 0]),
        (scored(true), [1, 0, 0, 0, 0, 1, 0]),
        (
            EvaluationOutcome::Idle { is_bound: true },
            [1, 0, 0, 0, 0, 1, 0],
        ),
        (EvaluationOutcome::Cut, [1, 0, 0, 0, 1, 0, 0]),
        (EvaluationOutcome::Infeasible, [0, 1, 0, 0, 0, 0, 0]),
        (undefined, [0, 1, 1, 0, 0, 0, 0]),
        (unfinished, [0, 0, 0, 1, 0, 0, 0]),
        (EvaluationOutcome::Screened, [0, 0, 0, 1, 0, 0, 1]),
    ];
    for (outcome, expected) in expected {
        let found = outcome.counts();
        let inexact = found.inexact;
        let list = [
            found.scored,
            found.infeasible,
            found.undefined,
            found.unfinished,
        ];
        let list = list
            .into_iter()
            .chain([inexact.cut, inexact.bounded, inexact.screened]);
        assert!(list.eq(expected), "{outcome:?}: {found:?}");
    }
}

/// The reasons of an objective without a value are counted, and the first one is kept.
#[test]
fn undefined_outcomes_are_counted_with_the_first_reason() {
    let bits = Bits::new(10);
    let mut run = Run::new(&bits, settings(3)).unwrap();
    let batches = run.ask(&bits);
    let mut outcomes = evaluate(&batches, bits.length);
    outcomes[0][2] = EvaluationOutcome::Undefined("first".into());
    outcomes[0][5] = EvaluationOutcome::Undefined("second".into());
    outcomes[2][1] = EvaluationOutcome::Undefined("third".into());
    let report = run.tell(&bits, batches, outcomes);
    assert_eq!(report.undefined, Some((3, "first".to_owned())));
    assert_eq!(report.counts.undefined, 3);
}

#[test]
fn a_report_names_the_best_and_the_median() {
    let bits = Bits::new(10);
    let mut run = Run::new(&bits, settings(3)).unwrap();
    let mut report = step(&mut run, &bits);
    report.fitnesses = vec![vec![9, 7, 5, 3], vec![8, 6, 4], vec![]];
    let found = |island| (report.best(island).copied(), report.median(island).copied());
    assert_eq!(found(0), (Some(9), Some(5)));
    assert_eq!(found(1), (Some(8), Some(6)));
    assert_eq!(found(2), (None, None));
    assert_eq!(found(3), (None, None));
}

#[test]
fn what_is_empty_has_no_length() {
    let bits = Bits::new(10);
    let mut run = Run::new(&bits, settings(3)).unwrap();
    let state = |run: &Run| {
        let state = run.islands[0].state();
        let lengths = [state.archive.len(), state.ancestors.len()];
        let empty = [state.archive.is_empty(), state.ancestors.is_empty()];
        assert_eq!(lengths.map(|n| n == 0), empty);
        (lengths, state.keys_known())
    };
    assert_eq!(state(&run), ([0, 0], 0));
    let mut batches = run.ask(&bits);
    assert!(!batches[0].is_empty());
    assert_eq!(batches[0].len(), 24);
    batches[0].candidates.clear();
    assert!(batches[0].is_empty());
    (0..8).for_each(|_| drop(step(&mut run, &bits)));
    let ([cells, ancestors], keys) = state(&run);
    assert!(cells > 1 && ancestors > 1, "{cells}, {ancestors}");
    let island = run.islands[0].state();
    assert!(island.keys_received > 0);
    assert_eq!(keys, island.asked + island.keys_received);
    let known = island.archive.specimens().next().unwrap();
    assert_eq!(island.genome(known.id), Some(&known.genome));
    assert_eq!(island.genome(u64::MAX), None);
    assert!(Seen::new(3).is_empty() && !Seen::restore(3, [4]).is_empty());
}

#[test]
fn seen_keys_are_recalled_if_they_fit_their_number() {
    let total = |keys: &[u64], total| Seen::recall(3, keys.to_vec(), total).is_some();
    assert!(total(&[], 0) && total(&[1, 2], 2) && total(&[1, 2, 3], 9));
    assert!(!total(&[1, 2], 3) && !total(&[1, 2], 1) && !total(&[1, 2, 3, 4], 4));
    assert!(!total(&[1, 1], 2));
    // A set of no keys would forget what was just proposed.
    assert!(Seen::recall(0, vec![1], 1).is_some());
    let mut seen = Seen::new(2);
    assert!(seen.drain_new().is_empty());
    seen.insert(5);
    assert_eq!(seen.drain_new(), [5]);
}

/// The age of the best specimen, in generations.
#[test]
fn a_search_stalls_while_its_best_stays() {
    let bits = Bits::new(12);
    let mut run = Run::new(&bits, settings(2)).unwrap();
    let mut last = 0;
    for generation in 1..30 {
        assert_eq!(run.totals.generation, generation - 1);
        let report = step(&mut run, &bits);
        if !report.new_bests.is_empty() {
            last = generation;
        }
        assert_eq!(run.totals.stalled(Comparison::InOrder), generation - last);
    }
    assert!(last > 1 && last < 29);
    run.totals.best = None;
    assert_eq!(run.totals.stalled(Comparison::InOrder), 29);
    let front = run
        .totals
        .archive
        .frontier()
        .map(|s| s.origin.generation)
        .max();
    let stalled = run.totals.stalled(Comparison::ByDominance);
    assert_eq!(stalled, 28 - front.unwrap());
}

/// Elites whose fitness is a lower bound are known as such.
#[test]
fn bounds_of_elites_are_kept() {
    let bits = Bits::new(12);
    let mut run = Run::new(&bits, settings(2)).unwrap();
    let batches = run.ask(&bits);
    let mut outcomes = evaluate(&batches, bits.length);
    let mut keys = Vec::new();
    for (outcome, candidate) in outcomes[1].iter_mut().zip(&batches[1].candidates) {
        if let EvaluationOutcome::Scored {
            fitness, is_bound, ..
        } = outcome
        {
            *is_bound = *fitness % 2 == 0;
            keys.push((candidate.key, *is_bound));
        }
    }
    run.tell(&bits, batches, outcomes);
    let elites: Vec<u128> = run.totals.archive.specimens().map(|s| s.key).collect();
    keys.retain(|(key, _)| elites.contains(key));
    assert!(keys.iter().any(|k| k.1) && keys.iter().any(|k| !k.1));
    for (key, is_bound) in keys {
        assert_eq!(run.totals.is_bound(key), is_bound);
    }
}

/// The draws at an address are the same in every version.
#[test]
fn draws_at_an_address_are_pinned() {
    let mut rng = stream(1, 2, 3, 4);
    let first: Vec<usize> = (0..6).map(|_| below(&mut rng, 1000)).collect();
    let chances: Vec<bool> = (0..12).map(|_| chance(&mut rng, 0.4)).collect();
    let chances: String = chances.iter().map(|&b| if b { '1' } else { '0' }).collect();
    let surprises: Vec<u64> = (0..6).map(|_| surprise(&mut rng).to_bits()).collect();
    let text = format!("{first:?}\n{chances}\n{surprises:?}\n{}\n", rng.next_u64());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/pinned_draws.txt");
    boilingpoint_pinned::assert_table(path, &text);
}

/// The settings of a first attempt are those that the reference of keys states.
#[test]
fn settings_by_default_are_pinned() {
    let text = format!("{:#?}\n", Settings::default());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/pinned_settings.txt");
    boilingpoint_pinned::assert_table(path, &text);
    let whole = Settings {
        archive_parent_share: 0.75,
        immigrant_share: 0.25,
        ..Settings::default()
    };
    assert_eq!(whole.validate(), Ok(()));
    let of = |islands, topology| Settings {
        islands,
        topology,
        ..Settings::default()
    };
    assert!(of(1, Topology::Ring).senders(0).is_empty());
    assert_eq!(of(2, Topology::Ring).senders(0), [1]);
    assert_eq!(of(3, Topology::Complete).senders(1), [0, 2]);
    assert!(of(3, Topology::None).senders(1).is_empty());
}

#[test]
fn a_whole_number_is_a_fitness_of_one_component() {
    assert_eq!((5i64.components(), 5i64.number(0)), (1, 5.0));
}

/// A batch of another island, of another generation or from before the last one is refused.
#[test]
fn a_batch_is_told_once_and_where_it_was_asked() {
    let bits = Bits::new(10);
    let mut run = Run::new(&bits, settings(3)).unwrap();
    step(&mut run, &bits);
    let batches = run.ask(&bits);
    let outcomes = evaluate(&batches, bits.length);
    let batch = &batches[1];
    let told = |run: &mut Run, batch: Batch<u32>, outcomes| {
        run.islands[1].tell::<()>(&bits, batch, outcomes).map(drop)
    };
    let error = |told| TellError::Generation { told, expected: 1 };
    let other = Batch {
        generation: 2,
        ..batch.clone()
    };
    assert_eq!(told(&mut run, other, outcomes[1].clone()), Err(error(2)));
    let other = Batch {
        island: 0,
        ..batch.clone()
    };
    assert_eq!(told(&mut run, other, outcomes[1].clone()), Err(error(1)));
    let mut other = batch.clone();
    other.candidates.remove(0);
    assert_eq!(
        told(&mut run, other, outcomes[1][1..].to_vec()),
        Err(error(1))
    );
    let found = told(&mut run, batch.clone(), outcomes[1][1..].to_vec());
    let (outcomes_told, candidates) = (batch.len() - 1, batch.len());
    assert_eq!(
        found,
        Err(TellError::Length {
            outcomes: outcomes_told,
            candidates
        })
    );
    assert_eq!(told(&mut run, batch.clone(), outcomes[1].clone()), Ok(()));
    assert_eq!(
        told(&mut run, batch.clone(), outcomes[1].clone()),
        Err(TellError::Generation {
            told: 1,
            expected: 2
        })
    );
}
