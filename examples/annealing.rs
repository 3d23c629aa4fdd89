//! A plain simulated annealing of graphs, to compare a search with: single edge flips, and the number
//! of sets that violate a condition as the energy. It knows nothing but its one problem:
//! `cargo run --release --example annealing -- ramsey-3-7 1` prints the seconds until it meets the
//! optimum (problem, seed; optionally the greatest number of seconds).
#![allow(clippy::print_stdout)] // a line is all that it is for

use boilingpoint_invariants::subgraphs::{Unlimited, cliques, paths};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// The steps of a cooling.
const COOLING: u32 = 300_000;

/// A graph of at most 32 vertices as rows of bits, and its complement.
struct Graph {
    near: Vec<u64>,
    far: Vec<u64>,
}

/// A problem: the order, the number of vertices of a side (0: any pairs), by how much an edge changes
/// the energy, and the energy at which the problem is met. The energy of a Ramsey problem is the
/// number of sets; of another, the number of short cycles less a part of the edges.
struct Problem {
    name: &'static str,
    order: usize,
    side: usize,
    change: fn(&Graph, [usize; 2]) -> f64,
    begin: fn(&Graph) -> f64,
    goal: f64,
}

fn count(rows: &[u64], within: u64, k: usize) -> f64 {
    let Ok(n) = cliques(rows, within, k, &mut Unlimited);
    n as f64
}

fn all(graph: &Graph) -> u64 {
    (1 << graph.near.len()) - 1
}

/// The sets of `clique` adjacent vertices that an edge makes, less the sets of `independent` vertices
/// that it breaks.
fn ramsey(graph: &Graph, [a, b]: [usize; 2], clique: usize, independent: usize) -> f64 {
    let near = graph.near[a] & graph.near[b];
    let far = graph.far[a] & graph.far[b];
    count(&graph.near, near, clique - 2) - count(&graph.far, far, independent - 2)
}

/// The worth of an edge, relative to a short cycle.
const EDGE: f64 = 0.7;

/// The cycles of up to four edges that an edge closes, less its own worth.
fn short_cycles(graph: &Graph, pair: [usize; 2]) -> f64 {
    let others = all(graph) & !(1 << pair[0]) & !(1 << pair[1]);
    let Ok(triangles) = paths(&graph.near, pair, 2, others, &mut Unlimited);
    let Ok(squares) = paths(&graph.near, pair, 3, others, &mut Unlimited);
    (triangles + squares) as f64 - EDGE
}

const PROBLEMS: [Problem; 5] = [
    Problem {
        name: "ramsey-3-7",
        order: 22,
        side: 0,
        change: |graph, pair| ramsey(graph, pair, 3, 7),
        begin: |graph| count(&graph.far, all(graph), 7),
        goal: 0.0,
    },
    Problem {
        name: "ramsey-4-4",
        order: 17,
        side: 0,
        change: |graph, pair| ramsey(graph, pair, 4, 4),
        begin: |graph| count(&graph.far, all(graph), 4),
        goal: 0.0,
    },
    Problem {
        name: "girth-five-24",
        order: 24,
        side: 0,
        change: short_cycles,
        begin: |_| 0.0,
        goal: -54.0 * EDGE,
    },
    Problem {
        name: "zarankiewicz-7",
        order: 14,
        side: 7,
        change: short_cycles,
        begin: |_| 0.0,
        goal: -21.0 * EDGE,
    },
    Problem {
        name: "zarankiewicz-9",
        order: 18,
        side: 9,
        change: short_cycles,
        begin: |_| 0.0,
        goal: -29.0 * EDGE,
    },
];

/// Anneals until the problem is met or the time is over, and begins anew after each cooling. Returns
/// whether it is met, the steps and the seconds.
fn anneal(problem: &Problem, seed: u64, seconds: f64) -> (bool, u64, f64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (begun, n, mut steps) = (Instant::now(), problem.order, 0);
    loop {
        let mut graph = Graph {
            near: vec![0; n],
            far: (0..n).map(|v| ((1 << n) - 1) & !(1 << v)).collect(),
        };
        let mut energy = (problem.begin)(&graph);
        for step in 0..COOLING {
            let heat = 0.02 + 1.0 - f64::from(step) / f64::from(COOLING);
            let (a, b) = match problem.side {
                0 => (rng.random_range(0..n), rng.random_range(0..n)),
                side => (rng.random_range(0..side), rng.random_range(side..n)),
            };
            steps += 1;
            if a == b {
                continue;
            }
            let is_there = graph.near[a] >> b & 1 == 1;
            let sign = if is_there { -1.0 } else { 1.0 };
            let change = sign * (problem.change)(&graph, [a, b]);
            if change <= 0.0 || rng.random::<f64>() < (-change / heat).exp() {
                for (v, u) in [(a, b), (b, a)] {
                    graph.near[v] ^= 1 << u;
                    graph.far[v] ^= 1 << u;
                }
                energy += change;
                if energy < problem.goal + 0.01 {
                    return (true, steps, begun.elapsed().as_secs_f64());
                }
            }
            if step % 1024 == 0 && begun.elapsed().as_secs_f64() > seconds {
                return (false, steps, seconds);
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let Some(problem) = PROBLEMS.iter().find(|problem| problem.name == name) else {
        return Err(format!("expected one of {:?}", PROBLEMS.map(|problem| problem.name)).into());
    };
    let seed = args.next().map_or(Ok(1), |seed| seed.parse())?;
    let seconds = args.next().map_or(Ok(60.0), |seconds| seconds.parse())?;
    let (is_met, steps, seconds) = anneal(problem, seed, seconds);
    let met = if is_met { "met" } else { "not met" };
    println!("{name}, seed {seed}: {met} after {steps} steps, {seconds:.3} s");
    Ok(())
}
