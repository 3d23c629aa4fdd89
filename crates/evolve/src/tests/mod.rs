//! Tests of the engine on bitstrings: a space small enough to know its optimum, and deceptive
//! enough to get stuck in.

#![allow(clippy::unwrap_used)]

mod archive;
mod bar;
mod damaged;
mod determinism;
mod front;
mod islands;
mod parts;
mod pinned;
mod search;

use rand_chacha::ChaCha8Rng;

use super::*;

/// Strings of `length` bits.
struct Bits {
    length: usize,
    start: Vec<u32>,
    neighbours: bool,
    walks: bool,
    /// Whether keys fit into 64 bits, as numbers in a tree of JSON have to.
    narrow: bool,
}

impl Bits {
    fn new(length: usize) -> Self {
        Bits {
            length,
            start: vec![],
            neighbours: true,
            walks: false,
            narrow: false,
        }
    }

    fn all(&self) -> u32 {
        (1 << self.length) - 1
    }
}

const OPERATORS: [Operator; 4] = [
    Operator {
        name: "flip",
        parents: 1,
    },
    Operator {
        name: "rotate",
        parents: 1,
    },
    Operator {
        name: "cross",
        parents: 2,
    },
    Operator {
        name: "never",
        parents: 1,
    },
];

impl Problem for Bits {
    type Genome = u32;

    fn key(&self, genome: &u32) -> u128 {
        if self.narrow {
            return u128::from(*genome);
        }
        u128::from(*genome).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn random(&self, _place: Place, rng: &mut ChaCha8Rng) -> u32 {
        below(rng, 1 << self.length) as u32
    }

    fn contains(&self, genome: &u32) -> bool {
        *genome <= self.all()
    }

    fn start(&self) -> &[u32] {
        &self.start
    }

    fn operators(&self) -> &[Operator] {
        &OPERATORS
    }

    fn vary(
        &self,
        _place: Place,
        operator: usize,
        parents: &[&u32],
        rng: &mut ChaCha8Rng,
    ) -> Option<u32> {
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

    fn is_walk(&self, operator: usize) -> bool {
        self.walks && OPERATORS[operator].name == "never"
    }

    /// Sets some bits of the last elite, if there is one.
    fn walk(
        &self,
        _place: Place,
        _operator: usize,
        elites: &[&u32],
        rng: &mut ChaCha8Rng,
    ) -> Option<Walk<u32>> {
        let steps = below(rng, 4);
        let from = elites.len().checked_sub(1);
        let begin = from.map_or(0, |last| *elites[last]);
        let bits = (0..steps).map(|_| 1 << below(rng, self.length));
        (steps > 0).then(|| Walk {
            genome: bits.fold(begin, |genome, bit| genome | bit),
            from,
            steps: steps as u64,
        })
    }

    fn tie_break(&self, genome: &u32) -> u64 {
        u64::from(genome.count_ones())
    }

    fn neighbourhoods(&self) -> usize {
        1
    }

    fn neighbours(&self, _place: Place, _neighbourhood: usize, genome: &u32) -> Vec<(usize, u32)> {
        let bits = if self.neighbours { self.length } else { 0 };
        (0..bits).map(|bit| (0, genome ^ 1 << bit)).collect()
    }
}

/// Blocks of four bits, each a trap: all ones is best, but otherwise fewer ones are better (Deb and
/// Goldberg's deceptive function). Some strings have no fitness, so that other outcomes occur.
fn trap(genome: u32, length: usize) -> EvaluationOutcome<i64> {
    if genome % 97 == 13 {
        return EvaluationOutcome::Infeasible;
    }
    if genome % 89 == 7 {
        return EvaluationOutcome::Unfinished {
            name: genome.to_string(),
            why: "89".into(),
        };
    }
    let blocks = (0..length / 4).map(|b| i64::from((genome >> (4 * b) & 15).count_ones()));
    let fitness = blocks
        .map(|ones| if ones == 4 { 4 } else { 3 - ones })
        .sum();
    EvaluationOutcome::Scored {
        fitness,
        cell: vec![i64::from(genome.count_ones()), i64::from(genome & 1)],
        island_fitnesses: vec![],
        is_bound: false,
    }
}

/// A search on all islands, generation by generation.
struct Run {
    islands: Vec<Island<Bits, i64>>,
    totals: SearchTotals<u32, i64>,
}

impl Run {
    fn new(bits: &Bits, settings: Settings) -> Result<Run, SettingsError> {
        let begin = |index| Island::new(bits, settings.clone(), index);
        Ok(Run {
            islands: (0..settings.islands).map(begin).collect::<Result<_, _>>()?,
            totals: SearchTotals::new(&settings),
        })
    }

    fn migrate(&mut self, bits: &Bits) {
        let mut islands: Vec<_> = self.islands.iter_mut().collect();
        migrate(bits, &mut islands);
    }

    fn ask(&self, bits: &Bits) -> Vec<Batch<u32>> {
        self.islands.iter().map(|i| i.ask(bits)).collect()
    }

    /// The candidates of all islands.
    fn candidates(&self, bits: &Bits) -> Vec<Candidate<u32>> {
        let batches = self.ask(bits).into_iter();
        batches.flat_map(|b| b.candidates).collect()
    }

    fn tell(
        &mut self,
        bits: &Bits,
        batches: Vec<Batch<u32>>,
        outcomes: Vec<Vec<EvaluationOutcome<i64>>>,
    ) -> GenerationReport<u32, i64> {
        let told = self.islands.iter_mut().zip(batches).zip(outcomes);
        let reports = told.map(|((island, batch), outcomes)| {
            assert_eq!(batch.island, island.state().index);
            island.tell::<()>(bits, batch, outcomes).unwrap()
        });
        self.totals.tell(reports.collect(), bits.comparison())
    }

    fn states(&self) -> impl Iterator<Item = &IslandState<u32, i64>> {
        self.islands.iter().map(Island::state)
    }
}

fn evaluate(batches: &[Batch<u32>], length: usize) -> Vec<Vec<EvaluationOutcome<i64>>> {
    let outcome = |c: &Candidate<u32>| trap(c.genome, length);
    let batches = batches.iter();
    batches
        .map(|b| b.candidates.iter().map(outcome).collect())
        .collect()
}

fn step(run: &mut Run, bits: &Bits) -> GenerationReport<u32, i64> {
    run.migrate(bits);
    let batches = run.ask(bits);
    let outcomes = evaluate(&batches, bits.length);
    run.tell(bits, batches, outcomes)
}

fn settings(seed: u64) -> Settings {
    Settings {
        seed,
        islands: 3,
        population: 24,
        migration_every: 4,
        stagnation: 12,
        ..Settings::default()
    }
}

fn stored(run: &Run) -> String {
    let islands: Vec<_> = run.islands.iter().map(|i| (i.state(), i.seen())).collect();
    serde_json::to_string(&(islands, &run.totals)).unwrap()
}

fn restored(text: &str) -> Run {
    type Stored = (Vec<(IslandState<u32, i64>, Seen)>, SearchTotals<u32, i64>);
    let (islands, totals): Stored = serde_json::from_str(text).unwrap();
    let islands = islands.into_iter();
    Run {
        islands: islands
            .map(|(state, seen)| Island::restore(state, seen))
            .collect(),
        totals,
    }
}
