//! Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) with weights that rise on conditions
//! that stay violated (Morris, *The breakout method for escaping from local minima*, 1993).
//!
//! A walk cools several times. Before the first time it measures by how much random moves change
//! the loss and each violation, and weighs these such that a typical change is 1. After each time
//! the weights of the conditions that the walk did not meet rise, and if it met all, all fall: the
//! graphs that meet a condition lie apart, and paths between them lead through others.

use super::energy::Energy;
use super::moves::{Moves, Proposals, below};
use super::quantity::is_too_dense;
use super::rows::Rows;
use super::state::{Counts, State};
use boilingpoint_boards::{BitRow, Graph};
use boilingpoint_evolve::surprise;
use rand_chacha::ChaCha8Rng;

/// The greatest order of a graph that walks take.
pub const MOST_VERTICES: usize = 128;

/// The number of moves by which the scale of changes is measured.
const SAMPLE: usize = 40;

/// The heat of a walk that repairs a graph.
const REPAIR_HEAT: f64 = 0.2;

/// The factor from one heat to the next: 2^(-1/4).
const COOLING: f64 = 0.840_896_415_253_714_5;

/// The number of heats. The last is 1/64 of the first.
const HEATS: u64 = 24;

/// The number of times that a walk cools.
const COOLINGS: u64 = 3;

/// The share of the work after which the scale of changes is measured again, and the number of
/// times: far from the graphs that meet the conditions, changes are of another size.
const QUENCH: u64 = 40;
const QUENCHES: u64 = 3;

/// The factors of the weights of violated conditions, and of all conditions if all are met.
const RISE: f64 = 2.0;
const FALL: f64 = 0.8;

/// The bounds of the weights.
const WEIGHTS: [f64; 2] = [1.0 / 1024.0, 1024.0];

/// The graph at the best point of a walk.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The graph.
    pub graph: Graph,
    /// The violations of each condition by the graph.
    pub violations: Vec<f64>,
    /// The sum of the violations; 0 if the graph meets all conditions.
    pub violation: f64,
    /// The loss of the graph; infinite where it is undefined.
    pub loss: f64,
    /// The number of graphs that the walk looked at.
    pub steps: u64,
}

/// Where and how a walk begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The graph. If it has no edges, the walk begins with random edges between pairs that its
    /// moves change. If it takes too long to count the quantities of the graph, edges go.
    pub graph: Graph,
    /// How the walk changes it.
    pub moves: Moves,
    /// The heat from which the walk cools. At heat 1, a typical change is taken with probability
    /// 1/2.
    pub heat: f64,
}

/// Walks from a graph, with at most this amount of work in units of about a step. `None` if the
/// graph has more than [`MOST_VERTICES`] vertices.
pub fn walk(energy: &dyn Energy, start: Start, work: u64, rng: &mut ChaCha8Rng) -> Option<Walked> {
    match start.graph.order() {
        0..=64 => Some(Walk::<u64>::new(energy, start, rng).anneal(work)),
        65..=MOST_VERTICES => Some(Walk::<u128>::new(energy, start, rng).anneal(work)),
        _ => None,
    }
}

/// The nearest graph that meets all conditions, as far as a walk at a low heat finds it with this
/// amount of work; otherwise the best graph of the walk. `None` as for [`walk`].
pub fn repair(
    energy: &dyn Energy,
    start: Start,
    work: u64,
    rng: &mut ChaCha8Rng,
) -> Option<Walked> {
    match start.graph.order() {
        0..=64 => Some(Walk::<u64>::new(energy, start, rng).repair(work)),
        65..=MOST_VERTICES => Some(Walk::<u128>::new(energy, start, rng).repair(work)),
        _ => None,
    }
}

/// The violations and the loss of a graph. `None` as for [`walk`], and for a graph so dense that it
/// takes too long to count its quantities.
pub fn assess(energy: &dyn Energy, graph: &Graph) -> Option<Walked> {
    fn of<R: BitRow>(energy: &dyn Energy, graph: &Graph) -> Option<Walked> {
        let rows = Rows::<R>::of(graph);
        if is_too_dense(energy.quantities(), &rows) {
            return None;
        }
        let mut state = State::new(energy, rows);
        let violations: Vec<f64> = (0..energy.conditions())
            .map(|i| state.violation(i))
            .collect();
        Some(Walked {
            graph: graph.clone(),
            violation: violations.iter().sum(),
            violations,
            loss: state.loss(),
            steps: 1,
        })
    }
    match graph.order() {
        0..=64 => of::<u64>(energy, graph),
        65..=MOST_VERTICES => of::<u128>(energy, graph),
        _ => None,
    }
}

/// The violations of a graph, and its loss.
#[derive(Clone, Default)]
struct Point {
    violations: Vec<f64>,
    loss: f64,
}

impl Point {
    fn violation(&self) -> f64 {
        self.violations.iter().sum()
    }
}

struct Walk<'a, R> {
    energy: &'a dyn Energy,
    state: State<'a, R>,
    proposals: Proposals<R>,
    rng: &'a mut ChaCha8Rng,
    /// The heat from which the walk cools.
    heat: f64,
    /// The weight of each condition, and that of the loss.
    weights: Vec<f64>,
    scale: f64,
    at: Point,
    next: Point,
    /// The energy of the present graph by the present weights.
    present: f64,
    best: (f64, f64),
    best_at: Point,
    best_rows: Vec<R>,
    steps: u64,
    counts: Counts,
}

impl<'a, R: BitRow> Walk<'a, R> {
    fn new(energy: &'a dyn Energy, start: Start, rng: &'a mut ChaCha8Rng) -> Walk<'a, R> {
        let mut rows = Rows::of(&start.graph);
        let proposals = Proposals::new(&start, rng);
        if start.graph.size() == 0 && rows.order() > 1 {
            // Mean degrees from less than 1 to half of the order, so that all magnitudes are as
            // frequent: the graphs sought may be sparse or dense.
            let halvings = below(rows.order().ilog2() as usize, rng) as i32;
            let density = f64::from(1 + below(64, rng) as u32) / 64.0 * 0.5f64.powi(1 + halvings);
            proposals.scatter(&mut rows, density, rng);
        }
        while is_too_dense(energy.quantities(), &rows) {
            proposals.thin(&mut rows, rng);
        }
        let mut walk = Walk {
            energy,
            state: State::new(energy, rows),
            proposals,
            rng,
            heat: start.heat,
            weights: vec![1.0; energy.conditions()],
            scale: 1.0,
            at: Point::default(),
            next: Point::default(),
            present: 0.0,
            best: (f64::INFINITY, f64::INFINITY),
            best_at: Point::default(),
            best_rows: Vec::new(),
            steps: 0,
            counts: Counts::default(),
        };
        walk.look(f64::INFINITY);
        walk.arrive();
        walk
    }

    /// Computes the violations and the loss of the graph into `next`, and returns the energy.
    /// `None` as soon as the energy certainly exceeds `most`.
    fn look(&mut self, most: f64) -> Option<f64> {
        self.state.work += 1;
        self.steps += 1;
        let has_loss = self.energy.has_loss();
        self.next.violations.clear();
        self.next.loss = if has_loss { self.state.loss() } else { 0.0 };
        let mut total = self.scale * self.next.loss;
        for condition in 0..self.weights.len() {
            if total > most {
                return None;
            }
            let violation = self.state.violation(condition);
            self.next.violations.push(violation);
            total += self.weights[condition] * violation;
        }
        (total <= most).then_some(total)
    }

    /// Takes the graph that was looked at as the present one.
    fn arrive(&mut self) {
        std::mem::swap(&mut self.at, &mut self.next);
        let merit = (self.at.violation(), self.at.loss);
        if merit < self.best || self.best_rows.is_empty() {
            self.best = merit;
            self.best_at.clone_from(&self.at);
            self.best_rows.clone_from(&self.state.rows.near);
        }
        self.weigh();
    }

    /// Computes the present energy by the present weights.
    fn weigh(&mut self) {
        let parts = self.at.violations.iter().zip(&self.weights);
        let sum: f64 = parts.map(|(violation, weight)| violation * weight).sum();
        self.present = self.scale * self.at.loss + sum;
    }

    /// Whether nothing is left to bring down.
    fn is_done(&self) -> bool {
        self.best.0 == 0.0 && !self.energy.has_loss()
    }

    /// Makes a random move, after which the walk can go back; returns whether there is one.
    fn change(&mut self) -> bool {
        let is_proposed = self.proposals.propose(&self.state.rows, self.rng);
        if is_proposed {
            self.state.note(&mut self.counts);
            let pairs = self.proposals.pairs.iter();
            pairs.for_each(|&pair| self.state.toggle(pair));
        }
        is_proposed
    }

    /// One step at a heat; returns whether the walk moved.
    fn step(&mut self, heat: f64) -> bool {
        if !self.change() {
            self.state.work += 1;
            return false;
        }
        let most = match self.present.is_finite() {
            true => self.present + heat * surprise(self.rng),
            false => f64::INFINITY,
        };
        if self.look(most).is_none() {
            self.state.go_back(&self.counts, &self.proposals.pairs);
            return false;
        }
        self.proposals.take();
        self.arrive();
        true
    }

    /// Sets the weights such that a typical change of the loss and of each violation is 1.
    fn measure(&mut self) {
        let mut sums = vec![(0.0, 0.0); self.weights.len() + 1];
        for _ in 0..SAMPLE {
            if !self.change() {
                continue;
            }
            self.look(f64::INFINITY);
            let changes = self.next.violations.iter().zip(&self.at.violations);
            let changes = changes.map(|(new, old)| new - old);
            for (sum, change) in sums
                .iter_mut()
                .zip(changes.chain([self.next.loss - self.at.loss]))
            {
                if change != 0.0 && change.is_finite() {
                    *sum = (sum.0 + change.abs(), sum.1 + 1.0);
                }
            }
            self.state.go_back(&self.counts, &self.proposals.pairs);
        }
        let weight = |(sum, number): (f64, f64)| match number > 0.0 {
            true => (number / sum).clamp(WEIGHTS[0], WEIGHTS[1]),
            false => 1.0,
        };
        let (loss, conditions) = sums
            .split_last()
            .map_or((1.0, &[][..]), |(&l, c)| (weight(l), c));
        self.scale = loss;
        self.weights = conditions.iter().map(|&c| weight(c)).collect();
        self.weigh();
    }

    fn anneal(mut self, work: u64) -> Walked {
        for quench in 1..=QUENCHES {
            self.measure();
            while self.state.work < work * quench / QUENCH && !self.is_done() {
                self.step(REPAIR_HEAT);
            }
        }
        self.measure();
        for cooling in 1..=COOLINGS {
            let mut heat = self.heat;
            let begun = self.state.work;
            let share = (work * cooling / COOLINGS).saturating_sub(begun);
            for level in 1..=HEATS {
                while self.state.work < begun + share * level / HEATS && !self.is_done() {
                    self.step(heat);
                }
                heat *= COOLING;
            }
            self.adapt();
        }
        self.ended()
    }

    fn repair(mut self, work: u64) -> Walked {
        if self.best.0 > 0.0 {
            self.measure();
        }
        let mut since = 0;
        while self.best.0 > 0.0 && self.state.work < work {
            self.step(REPAIR_HEAT);
            since += 1;
            if since == 256 {
                (since, _) = (0, self.adapt());
            }
        }
        self.ended()
    }

    /// Raises the weights of the conditions that are violated; lowers all if all are met.
    fn adapt(&mut self) {
        let is_met = self.at.violation() == 0.0;
        for (weight, &violation) in self.weights.iter_mut().zip(&self.at.violations) {
            let factor = match (is_met, violation > 0.0) {
                (true, _) => FALL,
                (false, true) => RISE,
                (false, false) => 1.0,
            };
            *weight = (*weight * factor).clamp(WEIGHTS[0], WEIGHTS[1]);
        }
        self.weigh();
    }

    fn ended(self) -> Walked {
        let mut rows = self.state.rows;
        rows.near = self.best_rows;
        Walked {
            graph: rows.graph(),
            violation: self.best_at.violation(),
            violations: self.best_at.violations,
            loss: self.best_at.loss,
            steps: self.steps,
        }
    }
}
