//! Tests of searches by dominance: the laws of fronts, and that a search is the same however it is
//! told, stored and resumed.

use std::collections::BTreeMap;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::super::front::{MOST_ON_FRONT, covers, join};
use super::*;

/// A fitness of several integers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
struct Numbers(Vec<i64>);

impl FitnessValue for Numbers {
    fn lead(&self, other: &Numbers) -> f64 {
        (self.0[0] - other.0[0]).max(0) as f64
    }

    fn components(&self) -> usize {
        self.0.len()
    }

    fn compare(&self, other: &Numbers, component: usize) -> std::cmp::Ordering {
        self.0[component].cmp(&other.0[component])
    }

    fn number(&self, component: usize) -> f64 {
        self.0[component] as f64
    }
}

fn specimen(key: u128, fitness: Vec<i64>) -> Specimen<u32, Numbers> {
    let candidate = Candidate {
        id: key as u64,
        genome: key as u32,
        key,
        tie_break: (key % 5) as u64,
        origin: Origin::default(),
        lineage: vec![],
        pick: None,
        walker: None,
    };
    Specimen::scored(candidate, Numbers(fitness), vec![(key % 7) as i64], vec![])
}

fn random_specimens(seed: u64, number: u128, components: usize) -> Vec<Specimen<u32, Numbers>> {
    let mut rng = stream(seed, 0, 0, 0);
    let mut fitness = || (0..components).map(|_| rng.random_range(0..12)).collect();
    (0..number).map(|key| specimen(key, fitness())).collect()
}

type Front = BTreeMap<u64, Specimen<u32, Numbers>>;

fn front_of<'a>(specimens: impl IntoIterator<Item = &'a Specimen<u32, Numbers>>) -> Front {
    let mut front = Front::new();
    for specimen in specimens {
        join(&mut front, specimen);
    }
    front
}

#[test]
fn a_front_has_what_nothing_dominates_in_any_order() {
    for components in 2..=5 {
        let all = random_specimens(components as u64, 300, components);
        let front = front_of(&all);
        let others = || front.values();
        for specimen in others() {
            assert!(!others().any(|other| dominates(&other.fitness, &specimen.fitness)));
            let equal = others().filter(|other| other.fitness == specimen.fitness);
            assert_eq!(equal.count(), 1);
        }
        for specimen in &all {
            assert!(others().any(|other| covers(&other.fitness, &specimen.fitness)));
            // Of equal fitnesses, the smaller specimen is on the front, then that of smaller key.
            let same = others().find(|other| other.fitness == specimen.fitness);
            assert!(same.is_none_or(|s| s.by_merit_and_key(specimen).is_le()));
        }
        assert_eq!(front_of(all.iter().rev()), front);
        // The front of a union is the front of the parts' fronts.
        let (left, right) = all.split_at(140);
        let (left, right) = (front_of(left), front_of(right));
        assert_eq!(front_of(left.values().chain(right.values())), front);
    }
}

#[test]
fn a_front_is_bounded_and_keeps_its_ends() {
    let most = MOST_ON_FRONT as i64 + 200;
    let line = |i: i64| specimen(i as u128, vec![i, most - i]);
    let all: Vec<_> = (0..most).map(|i| line(i * 7919 % most)).collect();
    let front = front_of(&all);
    assert_eq!(front.len(), MOST_ON_FRONT);
    assert!(front.contains_key(&0) && front.contains_key(&(most as u64 - 1)));
}

/// The first front of a population is what its brute-force front is, and later fronts follow.
#[test]
fn populations_are_sorted_front_by_front() {
    let mut members = random_specimens(9, 120, 3);
    super::super::front::arrange(&mut members, 0, Comparison::ByDominance);
    let mut rest = members.clone();
    let mut place = 0;
    while !rest.is_empty() {
        let front = front_of_population(&rest);
        let sorted: Vec<u128> = members[place..place + front.len()]
            .iter()
            .map(|s| s.key)
            .collect();
        assert!(front.iter().all(|key| sorted.contains(key)), "{place}");
        place += front.len();
        rest.retain(|s| !front.contains(&s.key));
    }
    assert_eq!(place, 120);
}

/// The keys of the specimens that no other dominates, or equals and precedes.
fn front_of_population(all: &[Specimen<u32, Numbers>]) -> Vec<u128> {
    let precedes = |a: &Specimen<u32, Numbers>, b: &Specimen<u32, Numbers>| {
        a.fitness == b.fitness && a.by_island_fitness_and_youth(b, 0).is_lt()
    };
    let is_free = |s: &&Specimen<u32, Numbers>| {
        !all.iter()
            .any(|other| dominates(&other.fitness, &s.fitness) || precedes(other, s))
    };
    all.iter().filter(is_free).map(|s| s.key).collect()
}

/// Bits whose strings have two fitnesses that no string has at their best together: the number of
/// ones in the first half minus that in the second half, and the length of the first run of ones.
struct Pairs(Bits);

impl Problem for Pairs {
    type Genome = u32;

    fn key(&self, genome: &u32) -> u128 {
        self.0.key(genome)
    }

    fn random(&self, place: Place, rng: &mut ChaCha8Rng) -> u32 {
        self.0.random(place, rng)
    }

    fn comparison(&self) -> Comparison {
        Comparison::ByDominance
    }

    fn start(&self) -> &[u32] {
        self.0.start()
    }

    fn operators(&self) -> &[Operator] {
        self.0.operators()
    }

    fn vary(
        &self,
        place: Place,
        operator: usize,
        parents: &[&u32],
        rng: &mut ChaCha8Rng,
    ) -> Option<u32> {
        self.0.vary(place, operator, parents, rng)
    }

    fn tie_break(&self, genome: &u32) -> u64 {
        self.0.tie_break(genome)
    }
}

const LENGTH: usize = 14;

fn pair(genome: u32) -> Numbers {
    let half = (1 << (LENGTH / 2)) - 1;
    let ones = |part: u32| i64::from((part & half).count_ones());
    let turned = genome.reverse_bits() >> (32 - LENGTH);
    Numbers(vec![
        ones(genome) - ones(genome >> (LENGTH / 2)),
        i64::from(turned.trailing_ones()),
    ])
}

struct Search {
    problem: Pairs,
    islands: Vec<Island<Pairs, Numbers>>,
    totals: SearchTotals<u32, Numbers>,
}

impl Search {
    fn new(seed: u64) -> Search {
        let problem = Pairs(Bits::new(LENGTH));
        let settings = settings(seed);
        let island = |index| Island::new(&problem, settings.clone(), index).unwrap();
        Search {
            islands: (0..settings.islands).map(island).collect(),
            totals: SearchTotals::new(&settings),
            problem,
        }
    }

    fn step(&mut self) -> GenerationReport<u32, Numbers> {
        migrate(
            &self.problem,
            &mut self.islands.iter_mut().collect::<Vec<_>>(),
        );
        let problem = &self.problem;
        let reports = self.islands.iter_mut().map(|island| {
            let batch = island.ask(problem);
            let outcome = |c: &Candidate<u32>| EvaluationOutcome::Scored {
                fitness: pair(c.genome),
                cell: vec![i64::from(c.genome.count_ones())],
                island_fitnesses: vec![],
                is_bound: false,
            };
            let outcomes = batch.candidates.iter().map(outcome).collect();
            island.tell::<()>(problem, batch, outcomes).unwrap()
        });
        let reports: Vec<_> = reports.collect();
        self.totals.tell(reports, Comparison::ByDominance)
    }

    fn stored(&self) -> Vec<u8> {
        let islands: Vec<_> = self.islands.iter().map(|i| (i.state(), i.seen())).collect();
        postcard::to_allocvec(&(islands, &self.totals)).unwrap()
    }

    fn restored(bytes: &[u8]) -> Search {
        type Stored = (
            Vec<(IslandState<u32, Numbers>, Seen)>,
            SearchTotals<u32, Numbers>,
        );
        let (islands, totals): Stored = postcard::from_bytes(bytes).unwrap();
        let islands = islands.into_iter();
        Search {
            problem: Pairs(Bits::new(LENGTH)),
            islands: islands.map(|(s, k)| Island::restore(s, k)).collect(),
            totals,
        }
    }
}

/// The reports of a search, and its state at the end.
pub(super) fn course() -> String {
    let mut search = Search::new(21);
    let mut text = String::new();
    for _ in 0..40 {
        text += &format!("{:?}\n", search.step());
    }
    text + &format!("{:?}", search.stored())
}

#[test]
fn a_search_finds_the_whole_front() {
    let mut search = Search::new(3);
    (0..80).for_each(|_| drop(search.step()));
    let found: Vec<Numbers> = search
        .totals
        .archive
        .frontier()
        .map(|s| s.fitness.clone())
        .collect();
    let all: Vec<_> = (0..1 << LENGTH)
        .map(|genome| specimen(genome, pair(genome as u32).0))
        .collect();
    let mut truth: Vec<Numbers> = front_of(&all).into_values().map(|s| s.fitness).collect();
    let mut sorted = found;
    sorted.sort();
    truth.sort();
    assert_eq!(sorted, truth);
    assert!(truth.len() > 5, "{truth:?}");
}

#[test]
fn a_restored_search_is_the_unbroken_one() {
    let mut unbroken = Search::new(5);
    (0..30).for_each(|_| drop(unbroken.step()));
    let mut broken = Search::new(5);
    (0..13).for_each(|_| drop(broken.step()));
    let mut broken = Search::restored(&broken.stored());
    let expected = check::Expected {
        problem: &broken.problem,
        settings: &settings(5),
        coordinates: 1,
        objectives: 0,
        components: 2,
    };
    for (index, island) in broken.islands.iter().enumerate() {
        island.state().check(&expected, index, 13).unwrap();
    }
    broken
        .totals
        .check(&expected, &broken.totals.asked)
        .unwrap();
    (13..30).for_each(|_| drop(broken.step()));
    assert_eq!(broken.stored(), unbroken.stored());
    assert!(unbroken.totals.stalled(Comparison::ByDominance) <= 30);
}

/// A stored front with a specimen that another dominates is refused.
#[test]
fn a_false_front_is_refused() {
    let mut search = Search::new(5);
    (0..5).for_each(|_| drop(search.step()));
    let worst = search.totals.archive.cells().flat_map(|(_, elites)| elites);
    let worst = worst.min_by_key(|s| s.fitness.clone()).unwrap().clone();
    // In order, the archive takes the specimen as the best of its size, without a comparison.
    let false_one = Specimen {
        id: worst.tie_break,
        ..worst
    };
    search
        .totals
        .archive
        .insert(&false_one, Comparison::InOrder);
    let totals = &search.totals;
    let expected = check::Expected {
        problem: &search.problem,
        settings: &settings(5),
        coordinates: 1,
        objectives: 0,
        components: 2,
    };
    let why = totals
        .check(&expected, &totals.asked)
        .unwrap_err()
        .to_string();
    assert!(why.contains("dominated"), "{why}");
}
