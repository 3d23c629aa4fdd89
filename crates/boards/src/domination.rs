//! A lower bound for the domination number.

use super::Graph;

/// The largest order of graphs whose sets of vertices are tried.
const MOST_ORDER: usize = 64;

/// The largest number of vertices of the sets that are tried.
const TRIED: usize = 3;

/// A lower bound for the domination number `γ` of a graph: the least number of vertices such that
/// every other vertex has a neighbour among them.
///
/// The bound is `γ` if `γ` is at most 3 and the order at most 64. Otherwise it follows from the
/// greatest degree `Δ`: a vertex dominates at most `Δ + 1` vertices. It takes `(Δ + 1)^3` steps.
pub fn domination_at_least(graph: &Graph) -> usize {
    let order = graph.order();
    let by_degree = order.div_ceil(graph.degree() + 1);
    if order == 0 || order > MOST_ORDER {
        return by_degree;
    }
    let mut closed = [0u64; MOST_ORDER];
    let closed = &mut closed[..order];
    for (v, row) in closed.iter_mut().enumerate() {
        *row = graph.row(v)[0] | 1 << v;
    }
    let closed = &*closed;
    let all = u64::MAX >> (MOST_ORDER - order);
    // Few vertices dominate a vertex of least degree.
    let first = (0..order).min_by_key(|&v| closed[v].count_ones());
    let first = first.map_or(0, |v| closed[v]);
    let enough = (by_degree..=TRIED).find(|&size| are_dominated(closed, all, first, size));
    enough.unwrap_or(by_degree.max(TRIED + 1))
}

/// Whether `size` vertices dominate the vertices of `rest`, one of them from the set `first`.
fn are_dominated(closed: &[u64], rest: u64, first: u64, size: usize) -> bool {
    let Some(size) = size.checked_sub(1) else {
        return false;
    };
    let mut first = first;
    while first != 0 {
        let rest = rest & !closed[first.trailing_zeros() as usize];
        first &= first - 1;
        if rest == 0 {
            return true;
        }
        let next = closed[rest.trailing_zeros() as usize];
        if are_dominated(closed, rest, next, size) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{enumerate, random_tree};

    /// The domination number, by trying all sets of vertices.
    fn by_definition(graph: &Graph) -> usize {
        let n = graph.order();
        let has = |set: u32, v: usize| set >> v & 1 == 1;
        let dominates = |set: u32| {
            let is_near = |v: usize| graph.neighbours(v).any(|u| has(set, u));
            (0..n).all(|v| has(set, v) || is_near(v))
        };
        let sets = (0u32..1 << n).filter(|&set| dominates(set));
        sets.map(|set| set.count_ones() as usize).min().unwrap_or(0)
    }

    #[test]
    fn bounds_are_those_of_the_definition() {
        let mut graphs = vec![Graph::empty(0), Graph::empty(5)];
        let mut connected = enumerate::first();
        for _ in 1..=6 {
            graphs.extend(connected.iter().cloned());
            connected = enumerate::next_connected(&connected);
        }
        graphs.extend((0..50).map(|seed| random_tree(13, seed)));
        let mut larger = 0;
        for graph in &graphs {
            let (found, known) = (domination_at_least(graph), by_definition(graph));
            assert!(found <= known && (found == known || known > TRIED));
            assert!(known <= TRIED || found > TRIED);
            larger += usize::from(known > TRIED);
        }
        assert!(larger > 20, "{larger} graphs of a greater number");
        // 13 vertices dominate a path of 38 vertices, and 34 a cycle of 100.
        let path = Graph::from_edges(38, (1..38).map(|v| (v - 1, v)));
        assert_eq!(domination_at_least(&path), 13);
        let cycle = Graph::from_edges(100, (0..100).map(|v| (v, (v + 1) % 100)));
        assert_eq!(domination_at_least(&cycle), 34);
    }
}
