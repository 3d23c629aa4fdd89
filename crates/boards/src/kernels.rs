//! Matchings and even kernels, which decide the winner of geography on some boards.

use super::{Board, Graph};
use petgraph::graph::UnGraph;

/// The greatest dimension of the solution space that a search for an even kernel enumerates.
const MOST_SOLUTIONS: u32 = 20;

/// The number of edges of a maximum matching (Edmonds, *Paths, trees, and flowers*, 1965).
pub fn matching_number(graph: &Graph) -> usize {
    let edges = graph.edges().map(|(a, b)| (a as u32, b as u32));
    let mut copy: UnGraph<(), ()> = UnGraph::from_edges(edges);
    while copy.node_count() < graph.order() {
        copy.add_node(());
    }
    petgraph::algo::maximum_matching(&copy).edges().count()
}

/// Whether every maximum matching covers vertex `v`. This holds exactly if a maximum matching of
/// the graph without `v` is smaller.
pub fn always_matched(graph: &Graph, v: usize) -> bool {
    let others: Vec<usize> = (0..graph.order()).filter(|&u| u != v).collect();
    matching_number(graph) > matching_number(&graph.induced(&others))
}

/// An even kernel that contains vertex `v`; `None` if there is none. An even kernel is an
/// independent set such that every vertex outside has an even number of neighbours in the set
/// (Fraenkel, Scheinerman and Ullman, *Undirected edge geography*, 1993).
///
/// An even kernel solves a linear system modulo 2, since vertices of the set also have an even
/// number of neighbours in it: none. The function enumerates the solutions of the system.
///
/// # Errors
/// `TooMany` when the adjacency matrix modulo 2 has a kernel of dimension above 20.
pub fn even_kernel(graph: &Graph, v: usize) -> Result<Option<Vec<usize>>, TooMany> {
    let basis = null_space(graph);
    if basis.len() as u32 > MOST_SOLUTIONS {
        return Err(TooMany);
    }
    let words = graph.order().div_ceil(64);
    let has = |set: &[u64], u: usize| set[u / 64] >> (u % 64) & 1 == 1;
    for choice in 1u64..1 << basis.len() {
        let mut set = vec![0u64; words];
        for (i, vector) in basis.iter().enumerate() {
            if choice >> i & 1 == 1 {
                set.iter_mut().zip(vector).for_each(|(s, w)| *s ^= w);
            }
        }
        let members: Vec<usize> = (0..graph.order()).filter(|&u| has(&set, u)).collect();
        let free = |&u: &usize| graph.neighbours(u).all(|w| !has(&set, w));
        if has(&set, v) && members.iter().all(free) {
            return Ok(Some(members));
        }
    }
    Ok(None)
}

/// The error for a linear system with too many solutions to enumerate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the adjacency matrix has a kernel of dimension above {MOST_SOLUTIONS} modulo 2")]
pub struct TooMany;

/// A basis of the kernel of the adjacency matrix modulo 2, by elimination.
fn null_space(graph: &Graph) -> Vec<Vec<u64>> {
    let (order, words) = (graph.order(), graph.order().div_ceil(64));
    // The matrix is symmetric, so a set of rows with sum zero is a vector of the kernel.
    let mut rows: Vec<(Vec<u64>, Vec<u64>)> = (0..order)
        .map(|v| {
            let mut own = vec![0u64; words];
            own[v / 64] |= 1 << (v % 64);
            (graph.row(v)[..words].to_vec(), own)
        })
        .collect();
    let mut done = 0;
    for column in 0..order {
        let bit = |row: &[u64]| row[column / 64] >> (column % 64) & 1 == 1;
        let Some(pivot) = (done..order).find(|&i| bit(&rows[i].0)) else {
            continue;
        };
        rows.swap(done, pivot);
        let (row, sum) = rows[done].clone();
        for (other, its_sum) in &mut rows[done + 1..] {
            if bit(other) {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x ^= y);
                its_sum.iter_mut().zip(&sum).for_each(|(x, y)| *x ^= y);
            }
        }
        done += 1;
    }
    rows.drain(done..).map(|(_, sum)| sum).collect()
}

/// The sum of the weights of all links of a board.
pub fn total_weight(board: &Board) -> u64 {
    board.links().iter().map(|l| u64::from(l.weight)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;

    fn graph(text: &str) -> Graph {
        parse_board(text).unwrap().graph().clone()
    }

    #[test]
    fn matchings() {
        assert_eq!(matching_number(&graph("path(5)")), 2);
        assert_eq!(matching_number(&graph("cycle(5)")), 2);
        assert_eq!(matching_number(&graph("complete(6)")), 3);
        assert_eq!(matching_number(&graph("0,1")), 0);
        assert!(always_matched(&graph("star(3)"), 0));
        assert!(!always_matched(&graph("star(3)"), 1));
    }

    #[test]
    fn even_kernels() {
        // Two vertices of the four-cycle that are not adjacent.
        assert_eq!(even_kernel(&graph("cycle(4)"), 0), Ok(Some(vec![0, 2])));
        assert_eq!(even_kernel(&graph("path(2)"), 0), Ok(None));
        assert_eq!(even_kernel(&graph("path(3)"), 1), Ok(None));
        assert_eq!(even_kernel(&graph("path(3)"), 0), Ok(Some(vec![0, 2])));
        assert_eq!(even_kernel(&graph("0,1"), 1), Ok(Some(vec![1])));
    }
}
