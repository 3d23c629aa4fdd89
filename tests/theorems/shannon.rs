//! The Shannon switching game: Theorems 10 and 11 of the notes on combinatorial games, Lehman's
//! theorem for the player who connects and begins, and the solver against the checker.

use boilingpoint_boards::{Board, Link, canon, parse_board};
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{Ruleset, Shannon, two_disjoint_spanning_trees};
use boilingpoint_solver::Solver;
use boilingpoint_values::Outcome;
use std::collections::{HashMap, HashSet};

pub type Edge = (usize, usize);

/// Order, greatest multiplicity, and most edges of the tested multigraphs.
const RANGES: [(usize, u32, usize); 5] =
    [(2, 6, 6), (3, 4, 12), (4, 3, 12), (5, 2, 12), (6, 1, 15)];

/// All connected multigraphs in the ranges, each once up to isomorphism.
pub fn multigraphs() -> Vec<Board> {
    RANGES
        .into_iter()
        .flat_map(|(order, most, size)| multigraphs_of(order, most, size))
        .collect()
}

pub fn multigraphs_of(order: usize, most: u32, size: usize) -> Vec<Board> {
    let pairs: Vec<Edge> = (0..order)
        .flat_map(|b| (0..b).map(move |a| (a, b)))
        .collect();
    let radix = most as usize + 1;
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    for code in 0..radix.pow(pairs.len() as u32) {
        let times = |k: usize| code / radix.pow(k as u32) % radix;
        if (0..pairs.len()).map(times).sum::<usize>() > size {
            continue;
        }
        let copies =
            |k: usize| std::iter::repeat_n(Link::edge(pairs[k].0, pairs[k].1, 1), times(k));
        let board = Board::of_links(order, (0..pairs.len()).flat_map(copies).collect());
        if board.graph().component_count() == 1 && seen.insert(canon::fingerprint(&board)) {
            boards.push(board);
        }
    }
    boards
}

pub fn edges(board: &Board) -> Vec<Edge> {
    board.links().iter().map(|l| (l.from, l.to)).collect()
}

/// For each vertex, the least vertex of its component, where the edges of a mask are present.
pub fn components(order: usize, edges: &[Edge], mask: u32) -> Vec<usize> {
    let mut name: Vec<usize> = (0..order).collect();
    let chosen = edges.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
    for (_, &(a, b)) in chosen {
        let (low, high) = (name[a].min(name[b]), name[a].max(name[b]));
        name.iter_mut()
            .filter(|n| **n == high)
            .for_each(|n| *n = low);
    }
    name
}

fn spans(order: usize, edges: &[Edge], mask: u32) -> bool {
    components(order, edges, mask).iter().all(|&n| n == 0)
}

/// The spanning trees as masks of edges.
pub fn spanning_trees(order: usize, edges: &[Edge]) -> Vec<u32> {
    let masks = 0..1u32 << edges.len();
    let of_size = masks.filter(|mask| mask.count_ones() as usize == order - 1);
    of_size.filter(|&mask| spans(order, edges, mask)).collect()
}

/// The least number of edges that two spanning trees have in common.
fn least_overlap(board: &Board) -> u32 {
    let trees = spanning_trees(board.order(), &edges(board));
    let pairs = trees
        .iter()
        .flat_map(|a| trees.iter().map(move |b| (a & b).count_ones()));
    pairs.min().expect("a connected graph has a spanning tree")
}

/// All partitions of `0..order`, as the number of each vertex's part, in order of first occurrence.
pub fn partitions(order: usize) -> Vec<Vec<usize>> {
    (0..order).fold(vec![vec![]], |shorter, _| {
        let longer = |p: &Vec<usize>| -> Vec<Vec<usize>> {
            let parts = p.iter().max().map_or(0, |m| m + 1);
            (0..=parts)
                .map(|part| [p.as_slice(), &[part]].concat())
                .collect()
        };
        shorter.iter().flat_map(longer).collect()
    })
}

/// The least of `e(P) - 2 (parts of P - 1)` over the partitions `P` of the vertices, `e(P)` being
/// the number of edges between different parts.
fn least_surplus(board: &Board) -> i64 {
    let edges = edges(board);
    let surplus = |p: Vec<usize>| {
        let across = edges.iter().filter(|&&(a, b)| p[a] != p[b]).count() as i64;
        across - 2 * p.iter().max().map_or(0, |&m| m as i64)
    };
    partitions(board.order())
        .into_iter()
        .map(surplus)
        .min()
        .expect("a partition")
}

/// The winner by the notes' own definition: nothing is contracted, and the only edges that
/// disappear are those that are deleted. Maps masks of deleted and fortified edges to whether the
/// player who connects wins.
struct Literal {
    order: usize,
    edges: Vec<Edge>,
    known: HashMap<(u32, u32, bool), bool>,
}

impl Literal {
    fn connects(&mut self, gone: u32, firm: u32, cutting: bool) -> bool {
        let free = ((1u32 << self.edges.len()) - 1) & !gone & !firm;
        if free == 0 {
            return spans(self.order, &self.edges, firm);
        }
        if let Some(&known) = self.known.get(&(gone, firm, cutting)) {
            return known;
        }
        let moves: Vec<u32> = (0..self.edges.len())
            .map(|i| 1 << i)
            .filter(|bit| free & bit != 0)
            .collect();
        let result = match cutting {
            true => moves
                .iter()
                .all(|bit| self.connects(gone | bit, firm, false)),
            false => moves
                .iter()
                .any(|bit| self.connects(gone, firm | bit, true)),
        };
        self.known.insert((gone, firm, cutting), result);
        result
    }
}

fn outcome(solver: &mut Solver, board: &Board) -> Outcome {
    solver
        .evaluate(board)
        .expect("within the budget")
        .summary
        .outcome
}

fn solver() -> Solver {
    Solver::new(&Shannon, crate::kit::unlimited())
}

/// The outcome that follows from the least overlap of two spanning trees: Right connects; he wins
/// as second player if it is 0, and as first player if it is at most 1.
fn told_by(overlap: u32) -> Outcome {
    match overlap {
        0 => Outcome::R,
        1 => Outcome::N,
        _ => Outcome::L,
    }
}

/// Theorem 10: when the player who deletes begins, the one who fortifies wins if and only if there
/// are two spanning trees without an edge in common. And, from the theorem for the matroid (Lehman
/// 1964): when the one who fortifies begins, he wins if and only if there are two spanning trees
/// with at most one edge in common, which is to say that contracting some edge leaves two disjoint
/// ones. All connected multigraphs of order 2 (to 6 edges), 3 (multiplicity to 4), 4 (multiplicity
/// to 3, to 12 edges) and 5 (multiplicity to 2, to 12 edges), and all connected graphs of order 6.
#[test]
fn who_connects_is_told_by_disjoint_spanning_trees() {
    let mut solver = solver();
    let mut met = HashMap::new();
    for board in multigraphs() {
        let overlap = least_overlap(&board);
        let found = outcome(&mut solver, &board);
        assert_eq!(found, told_by(overlap), "{}", board.name());
        assert_eq!(
            Shannon.outcome_by_theorem(&board),
            Some(found),
            "{}",
            board.name()
        );
        *met.entry(found.letters()).or_insert(0) += 1;
        let contracted = |&(a, b): &Edge| {
            let end = |v: usize| if v == b { a } else { v };
            let links = edges(&board)
                .into_iter()
                .map(|(x, y)| Link::edge(end(x), end(y), 1));
            let links = links.filter(|l| !l.is_loop()).collect();
            let others: Vec<usize> = (0..board.order()).filter(|&v| v != b).collect();
            Board::of_links(board.order(), links).kept(&others)
        };
        let one_contracted = edges(&board)
            .iter()
            .any(|e| two_disjoint_spanning_trees(&contracted(e)));
        assert_eq!(overlap <= 1, one_contracted, "{}", board.name());
    }
    // Every outcome except a second-player win, which is impossible here.
    assert_eq!(met.len(), 3, "{met:?}");
    assert!(met.values().all(|&n| n > 50), "{met:?}");
}

/// Theorem 11 for `k = 2` (Nash-Williams and Tutte 1961): there are two disjoint spanning trees if
/// and only if every partition into `l` parts has at least `2 (l - 1)` edges across. One less, for
/// all partitions, says that two spanning trees share at most one edge. The same multigraphs; the
/// augmenting algorithm, all partitions and all pairs of spanning trees.
#[test]
fn disjoint_spanning_trees_are_told_by_partitions() {
    let boards = multigraphs();
    let by_order = |order| boards.iter().filter(|b| b.order() == order).count();
    assert_eq!([2, 3, 4, 5, 6].map(by_order), ORDERS);
    for board in boards {
        let (overlap, surplus) = (least_overlap(&board), least_surplus(&board));
        let name = board.name();
        assert_eq!(two_disjoint_spanning_trees(&board), overlap == 0, "{name}");
        assert_eq!(i64::from(overlap), (-surplus).max(0), "{name}");
    }
}

/// How many multigraphs there are of orders 2 to 6. Of order 3 they are the multisets of three
/// numbers from 0 to 4, at least two of them positive: 35 - 1 - 4; of order 6, the connected graphs
/// (OEIS A001349). (Regression guard: 214 and 558 are from this program, version 0.2.0.)
const ORDERS: [usize; 5] = [6, 30, 214, 558, 112];

/// The same by partitions alone for 600 random multigraphs of order 6 to 8, with as many edges as
/// two spanning trees need and up to three more: there the sequences of exchanges are long.
#[test]
fn disjoint_spanning_trees_at_random() {
    let mut found = [0, 0];
    for seed in 0..600usize {
        let order = 6 + seed % 3;
        let size = 2 * (order - 1) + seed / 3 % 4;
        // A linear congruential generator suffices to choose edges.
        let mut state = seed as u64;
        let mut next = |n: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let mut links: Vec<Link> = Vec::new();
        while links.len() < size {
            let (a, b) = (next(order), next(order));
            let same = links
                .iter()
                .filter(|l| (l.from, l.to) == (a.min(b), a.max(b)))
                .count();
            if a != b && same < 2 {
                links.push(Link::edge(a, b, 1));
            }
        }
        let board = Board::of_links(order, links);
        let two = least_surplus(&board) >= 0;
        assert_eq!(two_disjoint_spanning_trees(&board), two, "{}", board.name());
        found[usize::from(two)] += 1;
    }
    assert!(found.iter().all(|&n| n > 100), "{found:?}");
}

/// Known results on named graphs, and consequences of counting edges: the complete graph of order 4
/// and the wheels have two disjoint spanning trees; the cube of dimension 3 has too few edges for
/// them, the cube of dimension 4 has them; a graph with a bridge has no two.
#[test]
fn disjoint_spanning_trees_of_named_graphs() {
    let known = [
        ("complete(4)", true),
        ("wheel(5)", true),
        ("wheel(8)", true),
        ("hypercube(3)", false),
        ("hypercube(4)", true),
        ("bipartite(3,4)", true),
        ("bipartite(3,3)", false),
        ("0-1*1*1,1-2,2-3*1*1", false),
        ("0-1*1*1,1-2*1*1,2-3*1*1", true),
        ("0", true),
    ];
    for (text, two) in known {
        let board = parse_board(text).expect(text);
        assert_eq!(two_disjoint_spanning_trees(&board), two, "{text}");
    }
}

/// The rules on the board, where a fortified edge is contracted and edges inside a part disappear,
/// give the same winner as the words of the notes, where both stay and may be used up as idle
/// moves. All connected multigraphs of the ranges with at most 7 edges.
#[test]
fn the_rules_are_those_of_the_notes() {
    let mut solver = solver();
    for board in multigraphs().into_iter().filter(|b| b.links().len() <= 7) {
        let mut literal = Literal {
            order: board.order(),
            edges: edges(&board),
            known: HashMap::new(),
        };
        let outcome = outcome(&mut solver, &board);
        let connects = [Outcome::R, Outcome::N].contains(&outcome);
        assert_eq!(
            literal.connects(0, 0, false),
            connects,
            "{} fortifying first",
            board.name()
        );
        assert_eq!(
            literal.connects(0, 0, true),
            outcome == Outcome::R,
            "{}",
            board.name()
        );
    }
}

/// The solver, which plays up to isomorphism, and the checker, which plays on the board itself:
/// all connected multigraphs of the ranges with at most 7 edges.
#[test]
fn the_solver_agrees_with_the_checker() {
    let mut solver = solver();
    for board in multigraphs().into_iter().filter(|b| b.links().len() <= 7) {
        let evaluation = solver.evaluate(&board).expect("within the budget");
        let verdict = verify(&Shannon, &board, &evaluation, solver.values(), 1_000_000);
        assert_eq!(verdict, Verdict::Agrees, "{}", board.name());
    }
}
