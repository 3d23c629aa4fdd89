//! Quantities of a graph: those that a change of one pair updates, and those that are computed
//! anew.

use super::rows::{Pair, Rows};
use boilingpoint_boards::BitRow;
use boilingpoint_invariants::Pattern;
use boilingpoint_invariants::Steps;
use boilingpoint_invariants::subgraphs::{
    Unlimited, cliques, colourings, cycles, dominating, matchings, paths,
};

/// The greatest number of steps of a count of colourings or of dominating sets, and of one of
/// matchings.
const COLOURING_STEPS: u64 = 3_000;
const MATCHING_STEPS: u64 = 6_000;

/// A quantity of a graph that an energy is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The number of vertices.
    Order,
    /// The number of edges.
    Size,
    /// The greatest degree.
    Degree,
    /// The least degree.
    LeastDegree,
    /// The number of connected components.
    Components,
    /// The number of connected components beyond the first.
    Apart,
    /// The number of independent cycles.
    Cyclomatic,
    /// The number of sets of so many pairwise adjacent vertices.
    Cliques(usize),
    /// The number of sets of so many vertices of which no two are adjacent.
    IndependentSets(usize),
    /// The number of cycles of this length.
    Cycles(usize),
    /// The number of induced copies of a graph.
    Copies(&'static Pattern),
    /// The sum over all vertices of how far the degree exceeds this number.
    Excess(usize),
    /// The sum over all vertices of how far the degree is below this number.
    Lack(usize),
    /// The binary logarithm of one more than the number of colourings with so many colours.
    Colourings(usize),
    /// The binary logarithm of one more than the number of sets of so many edges of which no two share
    /// a vertex.
    Matchings(usize),
    /// The binary logarithm of one more than the number of sets of so many vertices such that every
    /// other vertex has a neighbour among them.
    Dominating(usize),
    /// The same where every vertex has a neighbour among them.
    TotalDominating(usize),
    /// The number of sets of so many vertices whose removal leaves an unconnected graph, or at most
    /// one vertex.
    Cuts(usize),
    /// The number of pairs whose distance exceeds this number.
    FarPairs(usize),
    /// The sum over all pairs of how far their common neighbours exceed this number.
    CommonExcess(usize),
    /// The sum over all pairs of how far their common neighbours are below this number.
    CommonLack(usize),
    /// The number of edges within a side, when a search in breadth puts each vertex on a side.
    OddEdges,
    /// A quantity that the energy computes from the graph, by its number.
    Other(usize),
}

impl Quantity {
    /// About how much longer than a step it takes to compute the quantity of a graph of 16
    /// vertices.
    pub fn cost(self) -> u64 {
        match self {
            Quantity::Order
            | Quantity::Size
            | Quantity::Degree
            | Quantity::LeastDegree
            | Quantity::Cliques(_)
            | Quantity::IndependentSets(_)
            | Quantity::Cycles(_)
            | Quantity::Copies(_)
            | Quantity::Excess(_)
            | Quantity::Lack(_) => 0,
            Quantity::Components | Quantity::Apart | Quantity::Cyclomatic | Quantity::OddEdges => 1,
            Quantity::CommonExcess(_) | Quantity::CommonLack(_) | Quantity::FarPairs(_) => 2,
            Quantity::Colourings(_) | Quantity::Dominating(_) | Quantity::TotalDominating(_) => 8,
            Quantity::Cuts(k) => [1, 2, 10, 60][k.min(3)],
            Quantity::Matchings(_) => 16,
            Quantity::Other(_) => 60,
        }
    }
}

/// The cost of an update of a counted quantity beyond a step. Paths of `k` inner vertices that have
/// `d` neighbours each take about `d^(k - 1)` steps.
pub(super) fn update_cost<R: BitRow>(quantity: Quantity, rows: &Rows<R>) -> u64 {
    let (vertices, degree) = match quantity {
        Quantity::Cycles(length @ 5..) => (length - 3, rows.mean_degree()),
        Quantity::Copies(pattern) => (pattern.order(), rows.mean_degree().max(4)),
        Quantity::Cliques(k @ 5..) => (k - 4, rows.mean_degree() / 4),
        Quantity::IndependentSets(k @ 5..) => {
            let far = rows.order() as u64 - 1 - rows.mean_degree();
            (k - 4, far / 4)
        }
        _ => return 0,
    };
    degree.saturating_pow(vertices as u32) / 16
}

/// The greatest work of counts from the beginning.
const MOST_COUNTED: u64 = 1 << 22;

/// Whether it takes too long to count quantities of a graph from the beginning: all short cycles of
/// a dense graph, for example.
pub(super) fn is_too_dense<R: BitRow>(quantities: &[Quantity], rows: &Rows<R>) -> bool {
    let size = u64::from(rows.degrees.iter().sum::<u32>() / 2);
    let cost = |&quantity: &Quantity| update_cost(quantity, rows).saturating_mul(size);
    quantities.iter().map(cost).fold(0, u64::saturating_add) > MOST_COUNTED
}

/// The value of a quantity that a change of one pair updates.
pub(super) fn count<R: BitRow>(quantity: Quantity, rows: &Rows<R>) -> Option<i64> {
    let by_degree = |of: &dyn Fn(usize) -> usize| {
        let degrees = rows.degrees.iter();
        degrees.map(|&d| of(d as usize) as u64).sum::<u64>()
    };
    let Ok(counted) = match quantity {
        Quantity::Copies(pattern) => pattern.copies(&rows.near, &mut Unlimited),
        Quantity::Cliques(k) => cliques(&rows.near, rows.all(), k, &mut Unlimited),
        Quantity::IndependentSets(k) => cliques(&rows.far, rows.all(), k, &mut Unlimited),
        Quantity::Cycles(length) => cycles(&rows.near, length, &mut Unlimited),
        Quantity::Order => Ok(rows.order() as u64),
        Quantity::Size => Ok(by_degree(&|d| d) / 2),
        Quantity::Excess(most) => Ok(by_degree(&|d| d.saturating_sub(most))),
        Quantity::Lack(least) => Ok(by_degree(&|d| least.saturating_sub(d))),
        _ => return None,
    };
    Some(counted as i64)
}

/// The change of a counted quantity when a pair is joined, or its edge taken out.
pub(super) fn change<R: BitRow>(quantity: Quantity, rows: &Rows<R>, [a, b]: Pair) -> i64 {
    let joins = !rows.has([a, b]);
    let sign = if joins { 1 } else { -1 };
    let near = || rows.near[a] & rows.near[b];
    let at_ends = |is_counted: &dyn Fn(u32) -> bool| {
        let ends = [a, b].map(|v| i64::from(is_counted(rows.degrees[v])));
        ends[0] + ends[1]
    };
    match quantity {
        Quantity::Size => sign,
        Quantity::Cliques(0 | 1) | Quantity::IndependentSets(0 | 1) => 0,
        Quantity::Cliques(2) => sign,
        Quantity::Cliques(k) => {
            let Ok(more) = cliques(&rows.near, near(), k - 2, &mut Unlimited);
            sign * more as i64
        }
        Quantity::IndependentSets(k) => {
            let far = rows.far[a] & rows.far[b];
            let Ok(fewer) = cliques(&rows.far, far, k - 2, &mut Unlimited);
            -sign * fewer as i64
        }
        Quantity::Copies(pattern) => sign * pattern.gain(&rows.near, [a, b]),
        Quantity::Cycles(3) => sign * i64::from(near().count()),
        Quantity::Cycles(length @ 4..) => {
            let others = rows.all() & !R::one(a) & !R::one(b);
            let Ok(more) = paths(&rows.near, [a, b], length - 1, others, &mut Unlimited);
            sign * more as i64
        }
        Quantity::Excess(most) => {
            let most = most as u32;
            sign * at_ends(&|degree| if joins { degree >= most } else { degree > most })
        }
        Quantity::Lack(least) => {
            let least = least as u32;
            -sign
                * at_ends(&|degree| {
                    if joins {
                        degree < least
                    } else {
                        degree <= least
                    }
                })
        }
        _ => 0,
    }
}

/// A quantity that is computed anew; 0 for the others.
pub(super) fn computed<R: BitRow>(quantity: Quantity, rows: &Rows<R>) -> f64 {
    let whole = match quantity {
        Quantity::Degree => rows.degrees.iter().max().map_or(0, |&d| d.into()),
        Quantity::LeastDegree => rows.degrees.iter().min().map_or(0, |&d| d.into()),
        Quantity::Components => components(rows),
        Quantity::Apart => components(rows).saturating_sub(1),
        Quantity::Cyclomatic => {
            let size = u64::from(rows.degrees.iter().sum::<u32>() / 2);
            size + components(rows) - rows.order() as u64
        }
        Quantity::Colourings(k) => return colouring_bits(rows, k),
        Quantity::Matchings(k) => return matching_bits(rows, k),
        Quantity::Dominating(k) => {
            let closed = |v: usize| rows.near[v] | R::one(v);
            let closed: Vec<R> = (0..rows.order()).map(closed).collect();
            return dominating_bits(&closed, k);
        }
        Quantity::TotalDominating(k) => return dominating_bits(&rows.near, k),
        Quantity::Cuts(k) => cuts(rows, rows.all(), rows.all(), k),
        Quantity::FarPairs(most) => far_pairs(rows, most),
        Quantity::CommonExcess(most) => by_common(rows, |n| n.saturating_sub(most as u64)),
        Quantity::CommonLack(least) => by_common(rows, |n| (least as u64).saturating_sub(n)),
        Quantity::OddEdges => odd_edges(rows),
        _ => 0,
    };
    whole as f64
}

fn components<R: BitRow>(rows: &Rows<R>) -> u64 {
    let (mut rest, mut components) = (rows.all(), 0);
    while !rest.is_none() {
        rest &= !rows.reached(rest.least(), rest);
        components += 1;
    }
    components
}

/// The number of pairs whose distance exceeds `most`.
fn far_pairs<R: BitRow>(rows: &Rows<R>, most: usize) -> u64 {
    let reached = |v: usize| {
        let (mut seen, mut sphere) = (R::one(v), R::one(v));
        for _ in 0..most {
            let next = sphere.bits().fold(R::NONE, |set, u| set | rows.near[u]);
            sphere = next & !seen;
            seen |= sphere;
            if sphere.is_none() {
                break;
            }
        }
        u64::from(seen.count())
    };
    let order = rows.order() as u64;
    (order * order - (0..rows.order()).map(reached).sum::<u64>()) / 2
}

/// The sum over all pairs of a function of the number of their common neighbours.
fn by_common<R: BitRow>(rows: &Rows<R>, of: impl Fn(u64) -> u64) -> u64 {
    let pairs = (0..rows.order()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs
        .map(|(a, b)| of(u64::from((rows.near[a] & rows.near[b]).count())))
        .sum()
}

/// The number of edges within a side, when a search in breadth puts the vertices at odd and at even
/// distances on two sides.
fn odd_edges<R: BitRow>(rows: &Rows<R>) -> u64 {
    let (mut open, mut sides) = (rows.all(), [R::NONE; 2]);
    while !open.is_none() {
        let mut sphere = R::one(open.least());
        let mut side = 0;
        while !sphere.is_none() {
            open &= !sphere;
            sides[side] |= sphere;
            let next = sphere.bits().fold(R::NONE, |set, v| set | rows.near[v]);
            sphere = next & open;
            side = 1 - side;
        }
    }
    let within = |side: R| {
        side.bits()
            .map(|v| u64::from((rows.near[v] & side).count()))
            .sum::<u64>()
    };
    sides.map(within).iter().sum::<u64>() / 2
}

/// `log2(1 + n)` of the number of colourings. A count that takes too long is estimated as if the
/// edges were independent: each leaves a share `1 - 1/k` of the colourings.
fn colouring_bits<R: BitRow>(rows: &Rows<R>, k: usize) -> f64 {
    if let Ok(number) = colourings(&rows.near, k, COLOURING_STEPS) {
        return bits(number);
    }
    let edges: u32 = rows.degrees.iter().sum::<u32>() / 2;
    let colours = bits(k as u64 - 1);
    let lost = colours - bits((k as u64).saturating_sub(2));
    (colours * rows.order() as f64 - lost * f64::from(edges)).max(bits(COLOURING_STEPS))
}

/// `log2(1 + n)` of the number of matchings. A number that is not found within the steps is one that
/// grows with the edges.
fn matching_bits<R: BitRow>(rows: &Rows<R>, k: usize) -> f64 {
    let mut steps = Steps::new(MATCHING_STEPS);
    match matchings(&rows.near, rows.all(), k, &mut steps) {
        Ok(number) => bits(number),
        Err(_) => bits(MATCHING_STEPS) + f64::from(rows.degrees.iter().sum::<u32>()) / 8.0,
    }
}

/// `log2(1 + n)` of the number of sets of `k` vertices whose rows together have all vertices. A
/// number that is not found within the steps is one that grows with the rows.
fn dominating_bits<R: BitRow>(rows: &[R], k: usize) -> f64 {
    let all = R::first(rows.len());
    let mut steps = Steps::new(COLOURING_STEPS);
    match dominating(rows, all, all, k, &mut steps) {
        Ok(number) => bits(number),
        Err(_) => {
            let entries: u32 = rows.iter().map(|row| row.count()).sum();
            bits(COLOURING_STEPS) + f64::from(entries) / 8.0
        }
    }
}

/// The number of ways to take `k` more vertices of `open` out of `left` such that an unconnected
/// graph is left, or at most one vertex.
fn cuts<R: BitRow>(rows: &Rows<R>, open: R, left: R, k: usize) -> u64 {
    if k == 0 {
        let is_cut = left.count() <= 1 || rows.reached(left.least(), left) != left;
        return u64::from(is_cut);
    }
    let mut others = open;
    let without = |v: usize| {
        others &= !R::one(v);
        cuts(rows, others, left & !R::one(v), k - 1)
    };
    open.bits().map(without).sum()
}

/// `log2(1 + n)`, interpolated linearly between powers of two, so that it is the same on every
/// machine.
fn bits(n: u64) -> f64 {
    let n = n.saturating_add(1);
    let whole = n.ilog2();
    f64::from(whole) + n as f64 / (1u64 << whole) as f64 - 1.0
}
