//! The same run, however it is asked, evaluated, stored and resumed.

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
        let batch = one.ask(&bits);
        let mut outcomes: Vec<_> = batch
            .candidates
            .iter()
            .rev()
            .map(|c| trap(c.genome, 20))
            .collect();
        outcomes.reverse();
        let first = one.tell(&bits, batch, outcomes).unwrap();
        let batch = two.ask(&bits);
        let outcomes = batch
            .candidates
            .par_iter()
            .map(|c| trap(c.genome, 20))
            .collect();
        assert_eq!(two.tell(&bits, batch, outcomes).unwrap(), first);
        assert_eq!(stored(&one), stored(&two));
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
    let mut broken = Run::new(&bits, settings).unwrap();
    let mut log = Vec::new();
    for _ in 0..60 {
        assert_eq!(step(&mut unbroken, &bits), step(&mut broken, &bits));
        unbroken.drain_new_keys();
        log.extend(broken.drain_new_keys());
        let state = postcard::to_allocvec(broken.state()).unwrap();
        let seen = Seen::restore(700, log.iter().copied());
        broken = Run::restore(postcard::from_bytes(&state).unwrap(), seen);
        assert_eq!(stored(&broken), stored(&unbroken));
    }
}

#[test]
fn no_key_is_asked_twice() {
    let bits = Bits::new(14);
    let mut run = Run::new(&bits, settings(4)).unwrap();
    let (mut keys, mut duplicates) = (BTreeSet::new(), 0);
    for _ in 0..100 {
        let batch = run.ask(&bits);
        assert!(batch.candidates.iter().all(|c| keys.insert(c.key)));
        assert!(
            batch
                .candidates
                .iter()
                .map(|c| c.id)
                .eq(run.state().next_id..run.state().next_id + batch.len() as u64)
        );
        duplicates += batch.duplicates();
        let outcomes = evaluate(&batch, 14);
        run.tell(&bits, batch, outcomes).unwrap();
    }
    assert!(duplicates > 0);
    assert_eq!(run.seen().len(), keys.len());
}

#[test]
fn an_answer_to_another_question_is_an_error() {
    let bits = Bits::new(16);
    let mut run = Run::new(&bits, settings(13)).unwrap();
    let batch = run.ask(&bits);
    assert!(matches!(
        run.tell(&bits, batch.clone(), vec![]),
        Err(TellError::Length {
            outcomes: 0,
            candidates: 72
        })
    ));
    let outcomes = evaluate(&batch, 16);
    run.tell(&bits, batch.clone(), outcomes.clone()).unwrap();
    assert!(matches!(
        run.tell(&bits, batch, outcomes),
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
