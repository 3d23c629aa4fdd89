//! The engine on bitstrings: a space small enough to know the answer, and mean enough to get
//! stuck in.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::*;

/// Strings of `length` bits.
struct Bits {
    length: usize,
    start: Vec<u32>,
    neighbours: bool,
}

impl Bits {
    fn new(length: usize) -> Self {
        Bits { length, start: vec![], neighbours: true }
    }

    fn all(&self) -> u32 {
        (1 << self.length) - 1
    }
}

const OPERATORS: [Operator; 4] = [
    Operator { name: "flip", parents: 1 },
    Operator { name: "rotate", parents: 1 },
    Operator { name: "cross", parents: 2 },
    Operator { name: "never", parents: 1 },
];

impl Problem for Bits {
    type Genome = u32;

    fn key(&self, genome: &u32) -> u128 {
        u128::from(*genome).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> u32 {
        below(rng, 1 << self.length) as u32
    }

    fn start(&self) -> &[u32] {
        &self.start
    }

    fn operators(&self) -> &[Operator] {
        &OPERATORS
    }

    fn vary(&self, operator: usize, parents: &[&u32], rng: &mut ChaCha8Rng) -> Option<u32> {
        let genome = *parents[0];
        match operator {
            0 => Some(genome ^ 1 << below(rng, self.length)),
            1 => Some((genome << 1 | genome >> (self.length - 1)) & self.all()),
            2 => {
                let mask = (1u32 << (1 + below(rng, self.length - 1))) - 1;
                Some(genome & mask | *parents[1] & !mask)
            }
            _ => None,
        }
    }

    fn tie_break(&self, genome: &u32) -> u64 {
        u64::from(genome.count_ones())
    }

    fn neighbours(&self, genome: &u32) -> Vec<(usize, u32)> {
        let bits = if self.neighbours { self.length } else { 0 };
        (0..bits).map(|bit| (0, genome ^ 1 << bit)).collect()
    }
}

/// Blocks of four bits, each a trap: all ones is best, but otherwise fewer ones are better
/// (Deb and Goldberg's deceptive function). Some strings fail, to try the other outcomes.
fn trap(genome: u32, length: usize) -> Outcome<i64> {
    if genome % 97 == 13 {
        return Outcome::Infeasible("97".into());
    }
    if genome % 89 == 7 {
        return Outcome::Unfinished("89".into());
    }
    let blocks = (0..length / 4).map(|b| i64::from((genome >> (4 * b) & 15).count_ones()));
    let fitness = blocks.map(|ones| if ones == 4 { 4 } else { 3 - ones }).sum();
    Outcome::Scored { fitness, cell: vec![i64::from(genome.count_ones()), i64::from(genome & 1)] }
}

type Run = Engine<Bits, i64>;

fn evaluate(batch: &Batch<u32>, length: usize) -> Vec<Outcome<i64>> {
    batch.candidates.iter().map(|c| trap(c.genome, length)).collect()
}

fn step(run: &mut Run, bits: &Bits) -> Report<u32, i64> {
    let batch = run.ask(bits);
    let outcomes = evaluate(&batch, bits.length);
    run.tell(batch, outcomes).unwrap()
}

fn settings(seed: u64) -> Settings {
    Settings { seed, islands: 3, population: 24, migration_every: 4, stagnation: 12, ..Settings::default() }
}

fn stored(run: &Run) -> String {
    serde_json::to_string(&(run.state(), run.seen())).unwrap()
}

/// Generations until the optimum is found, if it is within `limit`.
fn generations_to_optimum(settings: Settings, length: usize, limit: usize) -> Option<u64> {
    let bits = Bits::new(length);
    let mut run = Run::new(&bits, settings).unwrap();
    (0..limit).find_map(|_| {
        step(&mut run, &bits);
        let best = run.state().best.as_ref();
        best.filter(|b| b.fitness == length as i64).map(|_| run.state().next_id)
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
        let mut outcomes: Vec<_> = batch.candidates.iter().rev().map(|c| trap(c.genome, 20)).collect();
        outcomes.reverse();
        let first = one.tell(batch, outcomes).unwrap();
        let batch = two.ask(&bits);
        let outcomes = batch.candidates.par_iter().map(|c| trap(c.genome, 20)).collect();
        assert_eq!(two.tell(batch, outcomes).unwrap(), first);
        assert_eq!(stored(&one), stored(&two));
    }
}

#[test]
fn a_run_restored_at_every_generation_is_the_unbroken_run() {
    let bits = Bits::new(16);
    let settings = Settings { seen: 700, ..settings(3) };
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
        assert!(batch.candidates.iter().map(|c| c.id).eq(run.state().next_id..run.state().next_id + batch.len() as u64));
        duplicates += batch.duplicates();
        let outcomes = evaluate(&batch, 14);
        run.tell(batch, outcomes).unwrap();
    }
    assert!(duplicates > 0);
    assert_eq!(run.seen().len(), keys.len());
}

#[test]
fn a_small_space_is_exhausted() {
    let bits = Bits::new(4);
    let mut run = Run::new(&bits, settings(5)).unwrap();
    let reports: Vec<_> = (0..20).map(|_| step(&mut run, &bits)).collect();
    assert!(reports.last().unwrap().exhausted);
    assert!(!reports[0].exhausted);
    assert_eq!(run.seen().len(), 16);
    assert_eq!(run.state().best.as_ref().unwrap().genome, 15);
}

#[test]
fn starts_come_first_and_are_dealt_to_the_islands() {
    let bits = Bits { start: vec![1, 2, 4, 8, 1], ..Bits::new(16) };
    let run = Run::new(&bits, settings(6)).unwrap();
    let batch = run.ask(&bits);
    assert_eq!(batch.len(), 72);
    let starts: Vec<_> = batch.candidates.iter().filter(|c| bits.start.contains(&c.genome)).collect();
    assert_eq!(starts.iter().map(|c| (c.genome, c.origin.island)).collect::<Vec<_>>(), [(1, 0), (8, 0), (2, 1), (4, 2)]);
}

#[test]
fn migration_copies_and_keeps_populations_full() {
    for topology in [Topology::Ring, Topology::Complete, Topology::None] {
        let bits = Bits::new(20);
        let mut run = Run::new(&bits, Settings { topology, stagnation: 0, ..settings(7) }).unwrap();
        let reports: Vec<_> = (0..20).map(|_| step(&mut run, &bits)).collect();
        for report in &reports[2..] {
            assert!(report.fitnesses.iter().all(|f| f.len() == 24));
            assert!(report.migrations.iter().all(|m| m.from != m.to));
            let is_time = (report.generation + 1) % 4 == 0 && topology != Topology::None;
            assert_eq!(report.migrations.is_empty(), !is_time);
        }
        for island in &run.state().islands {
            let keys: BTreeSet<_> = island.population.iter().map(|s| s.key).collect();
            assert_eq!(keys.len(), 24);
        }
        if topology == Topology::Ring {
            assert!(reports.iter().flat_map(|r| &r.migrations).all(|m| (m.from + 1) % 3 == m.to));
        }
    }
}

#[test]
fn a_guest_does_not_migrate_again() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, Settings { stagnation: 0, ..settings(8) }).unwrap();
    let mut origins = std::collections::BTreeMap::new();
    for _ in 0..40 {
        let batch = run.ask(&bits);
        origins.extend(batch.candidates.iter().map(|c| (c.id, c.origin.island)));
        let outcomes = evaluate(&batch, 20);
        let report = run.tell(batch, outcomes).unwrap();
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
        let now = run.state().best.as_ref().map(|b| b.fitness);
        assert!(now >= best);
        best = now;
    }
    assert!(restarts > 0);
    let never = Settings { stagnation: 0, ..settings(9) };
    let mut run = Run::new(&bits, never).unwrap();
    assert!((0..80).all(|_| step(&mut run, &bits).restarts.is_empty()));
}

#[test]
fn every_operator_keeps_its_floor() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(10)).unwrap();
    for _ in 0..40 {
        let report = step(&mut run, &bits);
        assert_eq!(report.rates.iter().sum::<u64>(), RATE_UNIT);
        assert!(report.rates.iter().all(|&r| r >= RATE_UNIT / 51));
    }
    let totals = run.state().credit.totals();
    assert_eq!(totals[3].tried, totals[3].inapplicable);
    assert!(totals[3].tried > 0);
    assert_eq!(totals[0].asked, totals[0].scored + totals[0].infeasible + totals[0].unfinished);
}

#[test]
fn polish_asks_the_neighbours_of_new_elites() {
    let bits = Bits::new(20);
    let mut run = Run::new(&bits, settings(11)).unwrap();
    assert!(step(&mut run, &bits).archived.len() > 3);
    let batch = run.ask(&bits);
    let polished: Vec<_> = batch.candidates.iter().filter(|c| c.origin.polish).collect();
    assert_eq!(polished.len(), 3 * 6);
    let parents: Vec<_> = run.state().islands.iter().flat_map(|i| &i.polish).map(|j| &j.elite).collect();
    for child in polished {
        let parent = parents.iter().find(|p| p.id == child.origin.parents[0]).unwrap();
        assert_eq!((parent.genome ^ child.genome).count_ones(), 1);
        assert_eq!(child.lineage.last().unwrap().parent, parent.id);
    }
    let plain = Bits { neighbours: false, ..Bits::new(20) };
    let mut run = Run::new(&plain, settings(11)).unwrap();
    step(&mut run, &plain);
    assert!(run.ask(&plain).candidates.iter().all(|c| !c.origin.polish));
}

#[test]
fn lineages_are_chains_of_bounded_length() {
    let bits = Bits::new(24);
    let mut run = Run::new(&bits, settings(12)).unwrap();
    for _ in 0..120 {
        step(&mut run, &bits);
    }
    for (_, elites) in run.state().archive.cells() {
        for elite in elites {
            assert!(elite.lineage.len() <= LINEAGE_CAP);
            assert!(elite.lineage.is_sorted_by_key(|s| s.generation));
            assert_eq!(elite.lineage.last().map(|s| s.parent), elite.origin.parents.first().copied());
            assert!(elite.origin.parents.iter().all(|&p| p < elite.id));
        }
    }
}

#[test]
fn an_answer_to_another_question_is_an_error() {
    let bits = Bits::new(16);
    let mut run = Run::new(&bits, settings(13)).unwrap();
    let batch = run.ask(&bits);
    assert!(matches!(run.tell(batch.clone(), vec![]), Err(TellError::Length { outcomes: 0, candidates: 72 })));
    let outcomes = evaluate(&batch, 16);
    run.tell(batch.clone(), outcomes.clone()).unwrap();
    assert!(matches!(run.tell(batch, outcomes), Err(TellError::Generation { told: 0, expected: 1 })));
}

#[test]
fn nothing_that_scores_is_survived() {
    let bits = Bits::new(16);
    let mut run = Run::new(&bits, settings(14)).unwrap();
    for _ in 0..20 {
        let batch = run.ask(&bits);
        let outcomes = batch.candidates.iter().map(|_| Outcome::Unfinished("budget".into())).collect();
        let report = run.tell(batch, outcomes).unwrap();
        assert_eq!((report.scored, report.unfinished), (0, report.asked));
    }
    assert!(run.state().best.is_none());
}
