//! Symmetries of boards: opposability, and orbits of vertices.

use super::pairing::{Pairing, class_sizes};
use super::structure::are_twins;
use super::{Board, Graph, Tint};

/// The answer to the question whether a board is opposable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opposable {
    /// The board is opposable. The list is an involution that shows it: entry `v` is the vertex
    /// opposite to vertex `v`.
    Yes(Vec<usize>),
    /// No automorphism of the board makes it opposable.
    No,
    /// The search reached its limit of steps, so the answer is unknown.
    Unknown,
}

impl Opposable {
    /// The answer as a Boolean; `None` if the search did not find it.
    pub fn known(&self) -> Option<bool> {
        match self {
            Opposable::Yes(_) => Some(true),
            Opposable::No => Some(false),
            Opposable::Unknown => None,
        }
    }
}

/// Whether a board has an automorphism `f` with `f(f(v)) = v`, `f(v) != v` and `f(v)` not adjacent
/// to `v` for every vertex `v`, such that `f` exchanges the tints of Left and Right.
///
/// Without tints this is Definition 3.2 of Kakihara, *Snort: A combinatorial game* (thesis, 2010).
/// The second player wins by answering at the opposite vertex, so the value is 0. Since `f`
/// exchanges the tints, the strategy also works on a tinted board.
///
/// The search pairs vertices one by one, refines colours after each pair, and gives up after
/// `steps` pairs. The empty board is opposable.
pub fn opposable(board: &Board, steps: u64) -> Opposable {
    let graph = board.graph();
    // No edge is its own image, so the edges come in pairs like the vertices. An automorphism of a
    // tree fixes the centre, which is a vertex or an edge.
    if graph.order() % 2 == 1 || graph.size() % 2 == 1 || graph.is_tree() {
        return Opposable::No;
    }
    let source = first_colours(graph, board.tints());
    let target = first_colours(graph, board.swapped().tints());
    let Some(pairing) = (Pairing { source, target }).refined(graph) else {
        return Opposable::No;
    };
    let mut search = OppositionSearch {
        graph,
        tints: board.tints(),
        steps,
        image: vec![None; graph.order()],
    };
    match search.oppose(&pairing) {
        Some(true) => Opposable::Yes(search.image.into_iter().flatten().collect()),
        Some(false) => Opposable::No,
        None => Opposable::Unknown,
    }
}

/// For each vertex, the least vertex of its orbit under the automorphisms that keep tints.
///
/// The result is exact: a search by refinement decides each pair of vertices that may be
/// equivalent. The search is fast on the boards that researchers use, but exponential on graphs
/// that are made to defeat refinement.
pub fn orbits(board: &Board) -> Vec<usize> {
    let graph = board.graph();
    let pairing = with_itself(graph, board.tints());
    let mut orbit: Vec<usize> = (0..graph.order()).collect();
    for w in 0..graph.order() {
        for v in 0..w {
            let alike = pairing.source[v] == pairing.source[w];
            if orbit[v] != v || orbit[w] != w || !alike {
                continue;
            }
            if are_twins(graph, v, w) {
                join(&mut orbit, v, w);
            } else if let Some(image) = automorphism(graph, &pairing, v, w) {
                merge(&mut orbit, &image);
            }
        }
    }
    orbit
}

/// The size of the group of automorphisms that keep tints, as a list of factors. Each factor is the
/// size of the orbit of a vertex in the stabiliser of the vertices before it (Schreier and Sims).
/// Factors of 1 are left out.
///
/// The time is the time of [`orbits`] for each vertex that has to be fixed; twins cost next to
/// nothing.
pub fn automorphism_group(board: &Board) -> Vec<u64> {
    let graph = board.graph();
    let mut factors = Vec::new();
    let mut fixed = Some(with_itself(graph, board.tints()));
    while let Some(pairing) = fixed {
        let sizes = class_sizes(&pairing.source);
        let open = (0..graph.order()).filter(|&v| sizes[pairing.source[v]] > 1);
        let Some(v) = open.min_by_key(|&v| sizes[pairing.source[v]]) else {
            break;
        };
        let reached = |&w: &usize| {
            w == v || are_twins(graph, v, w) || automorphism(graph, &pairing, v, w).is_some()
        };
        let orbit = pairing.candidates(v).filter(reached).count() as u64;
        factors.extend((orbit > 1).then_some(orbit));
        let mut next = pairing.clone();
        next.fix(v, v);
        fixed = next.refined(graph);
    }
    factors
}

/// The number of boards on the vertices 0 to n - 1 that are isomorphic to a board without marks but
/// tints: n! divided by the size of the group (orbit-stabiliser theorem). `u64::MAX` if the number
/// does not fit, or if the board has more than 33 vertices.
pub fn labellings(board: &Board) -> u64 {
    if board.order() > 33 {
        return u64::MAX;
    }
    let all: u128 = (1..=board.order() as u128).product();
    let group: u128 = automorphism_group(board)
        .into_iter()
        .map(u128::from)
        .product();
    u64::try_from(all / group).unwrap_or(u64::MAX)
}

/// Automorphisms of a graph other than the identity. For each of the first `pairs` pairs of
/// vertices with equal colours, the list has an automorphism that takes the first vertex to the
/// second, if there is such an automorphism.
pub fn some_automorphisms(graph: &Graph, pairs: usize) -> Vec<Vec<usize>> {
    let pairing = with_itself(graph, &vec![Tint::None; graph.order()]);
    let all = (0..graph.order()).flat_map(|w| (0..w).map(move |v| (v, w)));
    let alike = all.filter(|&(v, w)| pairing.source[v] == pairing.source[w]);
    alike
        .take(pairs)
        .filter_map(|(v, w)| automorphism(graph, &pairing, v, w))
        .collect()
}

/// The refined pairing of a graph's first colouring with the same colouring.
fn with_itself(graph: &Graph, tints: &[Tint]) -> Pairing {
    let source = first_colours(graph, tints);
    let target = source.clone();
    let Some(pairing) = (Pairing { source, target }).refined(graph) else {
        unreachable!("a colouring agrees with itself")
    };
    pairing
}

/// Merges the orbit of each vertex with the orbit of its image.
fn merge(orbit: &mut [usize], image: &[usize]) {
    for (v, &w) in image.iter().enumerate() {
        join(orbit, v, w);
    }
}

/// Merges the orbits of two vertices.
fn join(orbit: &mut [usize], v: usize, w: usize) {
    let (low, high) = (orbit[v].min(orbit[w]), orbit[v].max(orbit[w]));
    orbit
        .iter_mut()
        .filter(|o| **o == high)
        .for_each(|o| *o = low);
}

/// An automorphism that agrees with a refined pairing and takes `v` to `w`; `None` if there is
/// none.
fn automorphism(graph: &Graph, pairing: &Pairing, v: usize, w: usize) -> Option<Vec<usize>> {
    let mut next = pairing.clone();
    next.fix(v, w);
    let next = next.refined(graph)?;
    let sizes = class_sizes(&next.source);
    let Some(open) = (0..graph.order())
        .filter(|&v| sizes[next.source[v]] > 1)
        .min_by_key(|&v| sizes[next.source[v]])
    else {
        let image: Vec<usize> = (0..graph.order())
            .flat_map(|v| next.candidates(v))
            .collect();
        let kept = graph
            .edges()
            .all(|(a, b)| graph.has_edge(image[a], image[b]));
        return kept.then_some(image);
    };
    next.candidates(open)
        .find_map(|x| automorphism(graph, &next, open, x))
}

/// Colours the vertices by tint, and by the numbers of vertices at each distance. The colours of
/// two boards with the same graph can be compared: equal colours mean equal tints and equal
/// numbers.
fn first_colours(graph: &Graph, tints: &[Tint]) -> Vec<usize> {
    let alike = graph.first_alike();
    let mut profiles: Vec<Vec<usize>> = Vec::with_capacity(graph.order());
    for v in 0..graph.order() {
        let known = alike.as_ref().and_then(|first| profiles.get(first[v]));
        profiles.push(known.cloned().unwrap_or_else(|| graph.distance_counts(v)));
    }
    let mut names: Vec<&Vec<usize>> = profiles.iter().collect();
    names.sort_unstable();
    names.dedup();
    let name = |v: usize| names.partition_point(|&p| p < &profiles[v]);
    (0..graph.order())
        .map(|v| 3 * name(v) + tints[v] as usize)
        .collect()
}

struct OppositionSearch<'a> {
    graph: &'a Graph,
    tints: &'a [Tint],
    steps: u64,
    image: Vec<Option<usize>>,
}

impl OppositionSearch<'_> {
    /// Whether the pairs so far extend to an involution; if they do, `image` holds the involution.
    /// `None` if the search reached its limit of steps.
    fn oppose(&mut self, pairing: &Pairing) -> Option<bool> {
        let open: Vec<usize> = (0..self.image.len())
            .filter(|&v| self.image[v].is_none())
            .collect();
        if open.is_empty() {
            return Some(true);
        }
        if odd_class(pairing) {
            return Some(false);
        }
        let sizes = class_sizes(&pairing.target);
        let Some(&v) = open.iter().min_by_key(|&&v| sizes[pairing.source[v]]) else {
            return Some(true);
        };
        let mut failed: Vec<usize> = Vec::new();
        for w in self.partners(pairing, v) {
            // If vertex `w` succeeded and its twin `x` failed, exchanging the two would make `x`
            // succeed.
            if failed
                .iter()
                .any(|&x| self.tints[x] == self.tints[w] && are_twins(self.graph, x, w))
            {
                continue;
            }
            self.steps = self.steps.checked_sub(1)?;
            if self.pair(pairing, v, w)? {
                return Some(true);
            }
            failed.push(w);
        }
        Some(false)
    }

    /// The vertices that the involution may take `v` to.
    fn partners(&self, pairing: &Pairing, v: usize) -> Vec<usize> {
        let fits = |&w: &usize| {
            w != v
                && !self.graph.has_edge(v, w)
                && self.image[w].is_none()
                && pairing.source[w] == pairing.target[v]
        };
        pairing.candidates(v).filter(fits).collect()
    }

    /// Tries to make `v` and `w` opposite to each other.
    fn pair(&mut self, pairing: &Pairing, v: usize, w: usize) -> Option<bool> {
        let mut next = pairing.clone();
        next.fix(v, w);
        // Each direction of the pair gets a new colour of its own, so that `v` and `w` have
        // different colours.
        let fresh = 2 * next.source.len() + next.source[w];
        next.source[w] = fresh;
        next.target[v] = fresh;
        let Some(next) = next.refined(self.graph) else {
            return Some(false);
        };
        self.image[v] = Some(w);
        self.image[w] = Some(v);
        let answer = self.oppose(&next);
        if answer != Some(true) {
            self.image[v] = None;
            self.image[w] = None;
        }
        answer
    }
}

/// Whether some colour class has an odd size and would be mapped to itself.
fn odd_class(pairing: &Pairing) -> bool {
    let n = pairing.source.len();
    let mut sizes = vec![0usize; n];
    let mut itself = vec![true; n];
    for v in 0..n {
        sizes[pairing.source[v]] += 1;
        itself[pairing.source[v]] &= pairing.target[v] == pairing.source[v];
    }
    (0..n).any(|c| itself[c] && sizes[c] % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::parse_board;
    use super::*;
    use crate::any::any_graph;
    use proptest::prelude::*;

    const STEPS: u64 = 10_000;

    fn is_opposition(board: &Board, f: &[usize]) -> bool {
        let graph = board.graph();
        let mirrored = board.swapped().relabelled(f) == *board;
        mirrored && (0..f.len()).all(|v| f[f[v]] == v && f[v] != v && !graph.has_edge(v, f[v]))
    }

    fn yes(text: &str) {
        let board = parse_board(text).unwrap();
        match opposable(&board, STEPS) {
            Opposable::Yes(f) => assert!(is_opposition(&board, &f), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn no(text: &str) {
        assert_eq!(
            opposable(&parse_board(text).unwrap(), STEPS),
            Opposable::No,
            "{text}"
        );
    }

    #[test]
    fn the_thesis_examples() {
        for n in (4..=60).step_by(2) {
            yes(&format!("cycle({n})"));
            no(&format!("cycle({})", n + 1));
        }
        for (m, n) in [(2, 2), (2, 4), (4, 6), (10, 20)] {
            yes(&format!("bipartite({m},{n})"));
            no(&format!("bipartite({},{})", m + 1, n + 1));
            no(&format!("bipartite({m},{})", n + 1));
        }
        for (a, b) in [(2, 2), (2, 4), (4, 6), (8, 8)] {
            yes(&format!("grid({a},{b})"));
            no(&format!("grid({a},{})", b + 1));
        }
        [
            "grid(2,2,2)",
            "grid(2,3,4)",
            "grid(2,2,3)",
            "hypercube(2)",
            "hypercube(3)",
            "hypercube(5)",
        ]
        .into_iter()
        .for_each(yes);
    }

    #[test]
    fn known_groups() {
        let size = |text: &str| {
            let factors = automorphism_group(&parse_board(text).unwrap());
            factors.into_iter().product::<u64>()
        };
        assert_eq!(size("IsP@OkWHG"), 120, "the Petersen graph");
        assert_eq!(size("hypercube(4)"), 384);
        assert_eq!(size("star(12)"), 479_001_600);
        assert_eq!(size("bipartite(4,4)"), 2 * 24 * 24);
        assert_eq!(size("caterpillar(4,3,4)"), 2 * 24 * 24 * 6);
        assert_eq!(size("cycle(30)"), 60);
        assert_eq!(
            automorphism_group(&parse_board("star(200)").unwrap()).len(),
            199
        );
    }

    #[test]
    fn trees_and_sums() {
        [
            "path(4)",
            "path(2)",
            "star(3)",
            "0",
            "random_tree(30,1)",
            "complete(4)",
            "wheel(5)",
        ]
        .into_iter()
        .for_each(no);
        [
            "?",
            "0,1",
            "0-1,2-3",
            "0-1,0-2,3-4,3-5",
            "0-1,0-2,1-2,3-4,3-5,4-5",
        ]
        .into_iter()
        .for_each(yes);
        // The components are two different trees.
        no("0-1,1-2,2-3,4-5,4-6,4-7");
        // A sum of three equal stars: one of them has no partner.
        no("0-1,0-2,0-3,4-5,4-6,4-7,8-9,8-10,8-11");
    }

    #[test]
    fn tints_are_exchanged() {
        [
            "0,1 LR",
            "0-1,2-3 L.R.",
            "cycle(6) L..R..",
            "cycle(4) LLRR",
            "bipartite(2,2) LR..",
        ]
        .into_iter()
        .for_each(yes);
        [
            "0,1 LL",
            "0,1 L.",
            "cycle(6) L....R",
            "cycle(4) LRLR",
            "cycle(6) L.R...",
        ]
        .into_iter()
        .for_each(no);
    }

    #[test]
    fn larger_boards_stay_within_the_steps() {
        for text in [
            "random_connected(60,90,1)",
            "random_connected(60,300,2)",
            "wheel(59)",
            "complete(60)",
        ] {
            no(text);
        }
        yes("grid(4,4,4)");
        assert_eq!(
            opposable(&parse_board("cycle(6)").unwrap(), 0),
            Opposable::Unknown
        );
    }

    fn permutations(n: usize) -> Vec<Vec<usize>> {
        let Some(last) = n.checked_sub(1) else {
            return vec![vec![]];
        };
        let insert = |p: Vec<usize>| {
            (0..n).map(move |i| {
                let mut q = p.clone();
                q.insert(i, last);
                q
            })
        };
        permutations(last).into_iter().flat_map(insert).collect()
    }

    fn any_board(most: usize) -> impl Strategy<Value = Board> {
        any_graph(most).prop_flat_map(|graph| {
            let order = graph.order();
            let tint = (0..8u8).prop_map(|t| match t {
                0 => Tint::Left,
                1 => Tint::Right,
                _ => Tint::None,
            });
            proptest::collection::vec(tint, order)
                .prop_map(move |t| Board::new(graph.clone(), t).unwrap())
        })
    }

    proptest! {
        #[test]
        fn agrees_with_all_permutations(board in any_board(6)) {
            let exists = permutations(board.order()).iter().any(|f| is_opposition(&board, f));
            match opposable(&board, STEPS) {
                Opposable::Yes(f) => prop_assert!(exists && is_opposition(&board, &f)),
                Opposable::No => prop_assert!(!exists),
                Opposable::Unknown => prop_assert!(false),
            }
        }

        #[test]
        fn two_copies_are_opposable(graph in any_graph(8), salt in any::<u64>()) {
            let n = graph.order();
            let copies = graph.edges().flat_map(|(a, b)| [(a, b), (a + n, b + n)]);
            let both = Board::untinted(Graph::from_edges(2 * n, copies));
            let mut place: Vec<usize> = (0..2 * n).collect();
            place.sort_by_key(|&v| (v as u64 + 1).wrapping_mul(salt | 1));
            let found = opposable(&both.relabelled(&place), STEPS);
            prop_assert!(matches!(found, Opposable::Yes(_)), "{:?}", found);
        }

        #[test]
        fn groups_agree_with_all_permutations(board in any_board(6)) {
            let all = permutations(board.order());
            let automorphisms = all.iter().filter(|f| board.relabelled(f) == board).count();
            prop_assert_eq!(automorphism_group(&board).iter().product::<u64>(), automorphisms as u64);
        }

        #[test]
        fn orbits_agree_with_all_permutations(board in any_board(6)) {
            let mut orbit: Vec<usize> = (0..board.order()).collect();
            for f in permutations(board.order()).iter().filter(|f| board.relabelled(f) == board) {
                f.iter().enumerate().for_each(|(v, &w)| orbit[w] = orbit[w].min(v));
            }
            prop_assert_eq!(orbits(&board), orbit);
        }
    }
}
