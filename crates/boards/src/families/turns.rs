//! The steps of graphs that turn around a cycle: circulants and LCF notation.
//!
//! The vertices of such a graph look alike, or are of a few kinds. So a board is compared by its
//! distance counts, the numbers of vertices at each distance from a vertex, before any graph is
//! labelled.

use super::outline::{MOST_FOR_MANY, Outline, Proposals, list, none};
use crate::Graph;
use std::collections::BTreeSet;

/// The greatest number of kinds of vertices for LCF notation, and the greatest order for the
/// greatest number of steps.
const MOST_KINDS: usize = 6;
const MOST_FOR_SIX: usize = 30;

impl Outline<'_> {
    /// The order and the steps of circulants of degree 4 and 5. If a step has no factor in common
    /// with the order, a multiplication changes it to 1.
    pub fn circulant(&self) -> Proposals {
        let (n, degree) = (self.order, self.degree());
        if !matches!(degree, 4 | 5) || !self.is_regular(degree) || n > MOST_FOR_MANY {
            return none();
        }
        let kinds = self.distance_counts(1);
        let is_first = |s: usize| s == 1 || common_factor(s, n) > 1;
        let firsts = (1..n.div_ceil(2)).filter(|&s| is_first(s));
        let pairs = firsts.flat_map(|s| {
            let seconds = (s + 1..n.div_ceil(2)).filter(move |&t| s == 1 || is_first(t));
            seconds.map(move |t| [n, s, t])
        });
        let all = pairs.map(|args| match degree {
            4 => args.to_vec(),
            _ => [&args[..], &[n / 2]].concat(),
        });
        let fits = |args: &Vec<usize>| {
            let steps = args[1..].iter();
            let edges = steps.flat_map(|&s| (0..n).map(move |v| (v, (v + s) % n)));
            kinds.contains(&Graph::from_edges(n, edges).distance_counts(0))
        };
        all.filter(fits).map(|args| list(&args)).collect()
    }

    /// The steps of cubic graphs in LCF notation, for each of up to six kinds of vertices.
    pub fn lcf(&self) -> Proposals {
        let n = self.order;
        if !self.is_regular(3) || n > MOST_FOR_MANY {
            return none();
        }
        let kinds = self.distance_counts(MOST_KINDS);
        let mut all = none();
        for k in (1..=MOST_KINDS).filter(|k| n.is_multiple_of(*k)) {
            if kinds.len() <= k && (k < MOST_KINDS || n <= MOST_FOR_SIX) {
                let mut turns = Turns::new(n, k, &kinds);
                turns.fill();
                all.extend(turns.found);
            }
        }
        all
    }

    /// The different distance counts of the vertices; none if there are more than `most`.
    fn distance_counts(&self, most: usize) -> BTreeSet<Vec<usize>> {
        let mut kinds = BTreeSet::new();
        for v in 0..self.order {
            kinds.insert(self.graph.distance_counts(v));
            if kinds.len() > most {
                return BTreeSet::new();
            }
        }
        kinds
    }
}

/// The search for the steps of `k` classes of vertices, where the vertices `i`, `i + k`, ... of the
/// cycle are a class. The edges that are not on the cycle pair two classes, or join the opposite
/// vertices of one.
struct Turns<'a> {
    n: usize,
    k: usize,
    kinds: &'a BTreeSet<Vec<usize>>,
    steps: Vec<Option<usize>>,
    found: Proposals,
}

impl<'a> Turns<'a> {
    fn new(n: usize, k: usize, kinds: &'a BTreeSet<Vec<usize>>) -> Turns<'a> {
        Turns {
            n,
            k,
            kinds,
            steps: vec![None; k],
            found: none(),
        }
    }

    /// Gives the first class without a step each step that is possible.
    fn fill(&mut self) {
        let (n, k) = (self.n, self.k);
        let Some(i) = self.steps.iter().position(Option::is_none) else {
            self.note();
            return;
        };
        for step in 2..n - 1 {
            let other = (i + step) % k;
            let is_opposite = other == i && 2 * step == n;
            if is_opposite || other != i && self.steps[other].is_none() {
                self.steps[i] = Some(step);
                self.steps[other] = Some(n - step);
                self.fill();
                self.steps[other] = None;
                self.steps[i] = None;
            }
        }
    }

    /// Adds the steps to the list if the vertices are of the kinds of the board.
    fn note(&mut self) {
        let n = self.n;
        let steps: Vec<usize> = self.steps.iter().flatten().copied().collect();
        let cycle = (0..n).map(|v| (v, (v + 1) % n));
        let turns = (0..n).map(|v| (v, (v + steps[v % self.k]) % n));
        let graph = Graph::from_edges(n, cycle.chain(turns));
        if (0..self.k).all(|v| self.kinds.contains(&graph.distance_counts(v))) {
            let signed = |&s: &usize| {
                if 2 * s > n {
                    s as i64 - n as i64
                } else {
                    s as i64
                }
            };
            let repeat = (n / self.k) as i64;
            let args = [repeat].into_iter().chain(steps.iter().map(signed));
            self.found.push(args.collect());
        }
    }
}

fn common_factor(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        _ => common_factor(b, a % b),
    }
}
