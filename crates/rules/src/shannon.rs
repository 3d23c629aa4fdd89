//! The Shannon switching game on the edges of a multigraph (Lehman, *A solution of the Shannon
//! switching game*, 1964).
//!
//! Left cuts: she deletes an edge. Right fortifies an edge, so that the edge cannot be deleted any
//! more; the board then has one vertex instead of the ends of this edge. Right wins when the
//! fortified edges span the board. Left wins when this has become impossible.

use super::{End, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Link};
use boilingpoint_values::Outcome;
use std::collections::VecDeque;

/// The Shannon switching game: Left deletes edges, Right fortifies them.
#[derive(Clone, Copy, Debug)]
pub struct Shannon;

impl Ruleset for Shannon {
    about! {
        "shannon", Winner, GRAPH + parallel,
        "Left deletes edges; Right fortifies edges, and wins when the fortified edges span the board"
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let links = position.links();
        let count = links.len();
        let option = move |i: usize| {
            let mut rest = links.clone();
            let Link { from, to, .. } = rest.remove(i);
            let next = position.clone().with_links(rest);
            match player {
                Player::Left => next,
                Player::Right => contracted(&next, from, to),
            }
        };
        Box::new((0..count).map(option))
    }

    fn choices(&self, position: &Board, _: Player) -> Option<Vec<Vec<usize>>> {
        let ends = |l: Link| vec![position.name_of(l.from), position.name_of(l.to)];
        Some(position.links().into_iter().map(ends).collect())
    }

    fn ended(&self, position: &Board) -> Option<End> {
        if position.order() <= 1 {
            return Some(End::Won(Player::Right));
        }
        let apart = position.graph().component_count() > 1;
        apart.then_some(End::Won(Player::Left))
    }

    /// Right needs one edge fewer than there are vertices, and gets at most every second one of the
    /// remaining edges. If these are too few, Left wins by deleting any edges. If Left is to move
    /// and there is a bridge, she wins by deleting the bridge.
    fn foreseen(&self, position: &Board, mover: Player) -> [End; 2] {
        let (left, right) = (End::Won(Player::Left), End::Won(Player::Right));
        let edges = position.link_count();
        let (rights, bridge) = match mover {
            Player::Left => (edges / 2, has_bridge(position)),
            Player::Right => (edges.div_ceil(2), false),
        };
        let lost = bridge || rights + 1 < position.order();
        [if lost { left } else { right }, left]
    }

    /// Lehman (1964): if Left begins, Right wins exactly if there are two spanning trees without an
    /// edge in common. If Right begins, he wins exactly if contracting some edge leaves two.
    fn outcome_by_theorem(&self, position: &Board) -> Option<Outcome> {
        if let Some(End::Won(winner)) = self.ended(position) {
            return Some(match winner {
                Player::Left => Outcome::L,
                Player::Right => Outcome::R,
            });
        }
        let edges = position.links();
        if edges.len() > MOST_EDGES {
            return None;
        }
        let after = |l: &Link| contracted(position, l.from, l.to);
        if two_disjoint_spanning_trees(position) {
            Some(Outcome::R)
        } else if edges.iter().any(|l| two_disjoint_spanning_trees(&after(l))) {
            Some(Outcome::N)
        } else {
            Some(Outcome::L)
        }
    }
}

/// The greatest number of edges for which spanning trees are looked for. The time grows with the
/// fourth power of this number at worst.
const MOST_EDGES: usize = 300;

/// Whether removing some edge disconnects a component.
fn has_bridge(board: &Board) -> bool {
    let parts = board.graph().component_count();
    let links = board.links();
    let apart = |i: usize| {
        let mut rest = links.clone();
        rest.remove(i);
        board.clone().with_links(rest).graph().component_count() > parts
    };
    // A bridge lies on no cycle, so only the edges of a spanning forest are candidates.
    spanning_forest(board.order(), &links)
        .into_iter()
        .any(apart)
}

/// The indices of the links that form a spanning forest.
fn spanning_forest(order: usize, links: &[Link]) -> Vec<usize> {
    let mut trees = petgraph::unionfind::UnionFind::<usize>::new(order);
    let joins = |(i, l): (usize, &Link)| trees.union(l.from, l.to).then_some(i);
    links.iter().enumerate().filter_map(joins).collect()
}

/// The board with vertex `gone` merged into vertex `kept`. Links between the two are dropped.
fn contracted(board: &Board, kept: usize, gone: usize) -> Board {
    let end = |v: usize| if v == gone { kept } else { v };
    let moved = board
        .links()
        .into_iter()
        .map(|l| Link::edge(end(l.from), end(l.to), 1));
    let links = moved.filter(|l| !l.is_loop()).collect();
    let others: Vec<usize> = (0..board.order()).filter(|&v| v != gone).collect();
    board.clone().with_links(links).kept(&others)
}

/// Whether a connected multigraph contains two spanning trees without a common edge. The method is
/// augmentation in the union of two graphic matroids.
///
/// Two forests are grown edge by edge. An edge that fits into neither forest enters by a shortest
/// chain of exchanges: it replaces an edge of the cycle that it closes in one forest; this edge
/// replaces an edge of the cycle that it closes in the other forest; and so on (Edmonds, *Minimum
/// partition of a matroid into independent subsets*, 1965; Roskind and Tarjan 1985). By
/// Nash-Williams and Tutte (1961), two disjoint spanning trees exist exactly when every partition
/// of the vertices into `k` parts has at least `2(k - 1)` edges between the parts.
pub fn two_disjoint_spanning_trees(board: &Board) -> bool {
    let edges: Vec<(usize, usize)> = board
        .links()
        .iter()
        .filter(|l| !l.is_loop())
        .map(|l| (l.from, l.to))
        .collect();
    let order = board.order();
    if order == 0 {
        return true;
    }
    let mut side: Vec<Option<usize>> = vec![None; edges.len()];
    for e in 0..edges.len() {
        augment(order, &edges, &mut side, e);
    }
    let size = |k| side.iter().filter(|&&s| s == Some(k)).count();
    size(0) == order - 1 && size(1) == order - 1
}

/// Adds edge `start` to one of the two forests, if a chain of exchanges makes this possible.
fn augment(order: usize, edges: &[(usize, usize)], side: &mut [Option<usize>], start: usize) {
    // For each edge that the search has reached, the edge before it in the chain.
    let mut from: Vec<Option<usize>> = vec![None; edges.len()];
    let mut seen = vec![false; edges.len()];
    let mut queue = VecDeque::from([start]);
    seen[start] = true;
    while let Some(e) = queue.pop_front() {
        for forest in [0, 1].into_iter().filter(|&k| side[e] != Some(k)) {
            let cycle = path_in_forest(order, edges, side, forest, edges[e]);
            let Some(cycle) = cycle else {
                // Edge `e` fits into the forest, so the exchanges of the chain are carried out.
                let (mut e, mut into) = (e, forest);
                loop {
                    let left = side[e].replace(into);
                    let (Some(previous), Some(freed)) = (from[e], left) else {
                        return;
                    };
                    (e, into) = (previous, freed);
                }
            };
            for f in cycle {
                if !std::mem::replace(&mut seen[f], true) {
                    from[f] = Some(e);
                    queue.push_back(f);
                }
            }
        }
    }
}

/// The edges of the path between two vertices in a forest; `None` if the forest does not join the
/// vertices.
fn path_in_forest(
    order: usize,
    edges: &[(usize, usize)],
    side: &[Option<usize>],
    forest: usize,
    (a, b): (usize, usize),
) -> Option<Vec<usize>> {
    let mut by: Vec<Option<(usize, usize)>> = vec![None; order];
    let mut queue = VecDeque::from([a]);
    while let Some(v) = queue.pop_front() {
        if v == b {
            break;
        }
        for (e, &(x, y)) in edges.iter().enumerate() {
            if side[e] != Some(forest) || x != v && y != v {
                continue;
            }
            let u = x + y - v;
            if u != a && by[u].is_none() {
                by[u] = Some((v, e));
                queue.push_back(u);
            }
        }
    }
    let (mut path, mut v) = (Vec::new(), b);
    while v != a {
        let (previous, e) = by[v]?;
        path.push(e);
        v = previous;
    }
    Some(path)
}
