//! Tests that a run is the same however it is asked, evaluated, stored and resumed.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::*;

#[test]
fn asking_is_pure() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(1)).unwrap();
    for _ in 0..10 {
        let before = stored(&run);
        assert_eq!(run.ask(&bits), run.ask(&bits));
        assert_eq!(stored(&run), before);
        step(&mut run, &bits);
    }
}

#[test]
fn the_order_of_evaluation_does_not_matter() {
    let bits = Bits::new(20);
    let mut one = Run::new(&bits, settings(2)).unwrap();
    let mut two = Run::new(&bits, settings(2)).unwrap();
    for _ in 0..30 {
        one.migrate(&bits);
        let batches = one.ask(&bits);
        let backwards = |b: &Batch<u32>| {
            let outcomes = b.candidates.iter().rev().map(|c| trap(c.genome, 20));
            let mut outcomes: Vec<_> = outcomes.collect();
            outcomes.reverse();
            outcomes
        };
        let outcomes = batches.iter().map(backwards).collect();
        let first = one.tell(&bits, batches, outcomes);
        two.migrate(&bits);
        let batches = two.ask(&bits);
        let outcomes = batches
            .par_iter()
            .map(|b| {
                b.candidates
                    .par_iter()
                    .map(|c| trap(c.genome, 20))
                    .collect()
            })
            .collect();
        assert_eq!(two.tell(&bits, batches, outcomes), first);
        assert_eq!(stored(&one), stored(&two));
    }
}

/// An epoch is a function of the island's state and the offers of others: islands that are
/// processed one after the other, each for a whole epoch and restored before it, give the same
/// result as islands side by side.
#[test]
fn epochs_one_by_one_are_the_search_side_by_side() {
    for topology in [Topology::Ring, Topology::Complete, Topology::None] {
        let bits = Bits::new(18);
        let settings = Settings {
            topology,
            ..settings(4)
        };
        let mut together = Run::new(&bits, settings.clone()).unwrap();
        let mut apart = Run::new(&bits, settings.clone()).unwrap();
        for _ in 0..6 {
            let offers: Vec<Offer<u32, i64>> = apart.islands.iter().map(Island::offer).collect();
            let mut reports = Vec::new();
            for island in apart.islands.iter_mut().rev() {
                let stored = postcard::to_allocvec(&(island.state(), island.seen())).unwrap();
                let (state, seen) = postcard::from_bytes(&stored).unwrap();
                *island = Island::restore(state, seen);
                if island.state().awaits_offers() {
                    let senders = settings.senders(island.state().index);
                    let offers: Vec<_> = senders.iter().map(|&i| &offers[i]).collect();
                    island.receive(&bits, &offers);
                }
                let mut epoch = Vec::new();
                for _ in 0..settings.migration_every {
                    let batch = island.ask(&bits);
                    let outcomes = evaluate(std::slice::from_ref(&batch), bits.length).remove(0);
                    epoch.push(island.tell::<()>(&bits, batch, outcomes).unwrap());
                }
                reports.insert(0, epoch.into_iter());
            }
            for _ in 0..settings.migration_every {
                let told = reports.iter_mut().map(|epoch| epoch.next().unwrap());
                let told = apart.totals.tell(told.collect(), Comparison::InOrder);
                assert_eq!(step(&mut together, &bits), told);
            }
            assert_eq!(stored(&together), stored(&apart));
        }
    }
}

#[test]
fn a_run_restored_at_every_generation_is_the_unbroken_run() {
    let bits = Bits::new(16);
    let settings = Settings {
        seen: 700,
        ..settings(3)
    };
    let mut unbroken = Run::new(&bits, settings.clone()).unwrap();
    let mut broken = Run::new(&bits, settings.clone()).unwrap();
    let mut logs = vec![Vec::new(); settings.islands];
    for _ in 0..60 {
        assert_eq!(step(&mut unbroken, &bits), step(&mut broken, &bits));
        for (i, log) in logs.iter_mut().enumerate() {
            unbroken.islands[i].drain_new_keys();
            log.extend(broken.islands[i].drain_new_keys());
            let state = postcard::to_allocvec(broken.islands[i].state()).unwrap();
            let seen = Seen::restore(settings.seen_by_island(), log.iter().copied());
            broken.islands[i] = Island::restore(postcard::from_bytes(&state).unwrap(), seen);
        }
        assert_eq!(stored(&broken), stored(&unbroken));
    }
}

#[test]
fn no_island_asks_a_key_twice() {
    let bits = Bits::new(14);
    let mut run = Run::new(&bits, settings(4)).unwrap();
    let mut keys = vec![BTreeSet::new(); 3];
    let (mut ids, mut duplicates) = (BTreeSet::new(), 0);
    for _ in 0..100 {
        run.migrate(&bits);
        let batches = run.ask(&bits);
        for (batch, state) in batches.iter().zip(run.states()) {
            let mut candidates = batch.candidates.iter();
            assert!(candidates.all(|c| keys[batch.island].insert(c.key)));
            let expected = (0..batch.len()).map(|i| state.id(i));
            assert!(batch.candidates.iter().map(|c| c.id).eq(expected));
            assert!(batch.candidates.iter().all(|c| ids.insert(c.id)));
            duplicates += batch.duplicates();
        }
        let outcomes = evaluate(&batches, 14);
        run.tell(&bits, batches, outcomes);
    }
    assert!(duplicates > 0);
    for (island, keys) in run.islands.iter().zip(keys) {
        // Keys of offers are known as well.
        let known = keys.len() as u64 + island.state().keys_received;
        assert_eq!(island.seen().total(), known);
        assert!(island.state().keys_received > 0);
    }
    assert_eq!(run.totals.total(), ids.len() as u64);
}

#[test]
fn an_answer_to_another_question_is_an_error() {
    let bits = Bits::new(16);
    let mut run = Island::<Bits, i64>::new(&bits, settings(13), 1).unwrap();
    let batch = run.ask(&bits);
    assert!(matches!(
        run.tell::<()>(&bits, batch.clone(), vec![]),
        Err(TellError::Length {
            outcomes: 0,
            candidates: 24
        })
    ));
    let outcomes = evaluate(std::slice::from_ref(&batch), 16).remove(0);
    run.tell::<()>(&bits, batch.clone(), outcomes.clone())
        .unwrap();
    assert!(matches!(
        run.tell::<()>(&bits, batch, outcomes),
        Err(TellError::Generation {
            told: 0,
            expected: 1
        })
    ));
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let bits = Bits::new(20);
    let run_on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut run = Run::new(&bits, settings(15)).unwrap();
            (0..25).for_each(|_| drop(step(&mut run, &bits)));
            stored(&run)
        })
    };
    let one = run_on(1);
    assert_eq!(run_on(2), one);
    assert_eq!(run_on(5), one);
}
