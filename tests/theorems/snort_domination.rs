//! Temperature, stops and domination number in Snort (`docs/findings/snort-domination.md`).

use crate::common::{all_graphs, board, solver};
use boilingpoint_boards::enumerate::{first, next_trees};
use boilingpoint_boards::{Board, Graph, Tint};
use boilingpoint_problem::Objective;
use boilingpoint_problem::expression::Number;
use boilingpoint_rules::{Ruleset, Snort};
use boilingpoint_solver::Solver;
use boilingpoint_values::Dyadic;
use std::collections::HashSet;

/// The value of an expression on a board; `None` if it is undefined.
fn number(solver: &mut Solver, expression: &str, board: &Board) -> Option<Number> {
    let objective = Objective::parse(expression).expect("an expression");
    let score = objective.score(solver, board).ok()?;
    Some(score.fitness.first())
}

/// The domination number, by trying all sets of vertices.
fn domination(graph: &Graph) -> usize {
    let n = graph.order();
    let closed = |v: usize| {
        let neighbours = (0..n).filter(|&u| u == v || graph.has_edge(u, v));
        neighbours.fold(0u32, |set, u| set | 1 << u)
    };
    let closed: Vec<u32> = (0..n).map(closed).collect();
    let dominates = |set: u32| closed.iter().all(|neighbours| neighbours & set != 0);
    let sets = (0u32..1 << n).filter(|&set| dominates(set));
    let sizes = sets.map(|set| set.count_ones() as usize);
    sizes.min().expect("all vertices dominate")
}

fn exact(dyadic: Dyadic) -> Number {
    Number::new(i128::from(dyadic.numerator()), 1 << dyadic.exponent())
}

/// All graphs to order 7, and all trees to order 13.
fn graphs_and_trees() -> Vec<Graph> {
    let mut trees = first();
    let mut all: Vec<Graph> = all_graphs(7).concat();
    for _ in 1..13 {
        trees = next_trees(&trees);
        all.extend(trees.iter().cloned());
    }
    all
}

/// n − γ.
fn bound(graph: &Graph) -> Number {
    Number::from_integer((graph.order() - domination(graph)) as i128)
}

/// The graphs whose temperature is `most`; none may have a greater one.
fn equal_to(graphs: Vec<Graph>, most: impl Fn(&Graph) -> Number) -> Vec<Graph> {
    let mut solver = solver();
    let mut is_equal = |graph: &Graph| {
        let board = Board::untinted(graph.clone());
        let temperature = number(&mut solver, "temperature", &board).expect("a value");
        assert!(temperature <= most(graph), "{}", board.name());
        temperature == most(graph)
    };
    graphs.into_iter().filter(|graph| is_equal(graph)).collect()
}

#[test]
fn temperature_and_domination() {
    let mut solver = solver();
    let equal = equal_to(graphs_and_trees(), bound).len();
    assert!(equal > 20, "{equal} boards of equality");
    for (text, temperature) in [
        ("complete(9)", 8),
        ("star(11)", 11),
        ("caterpillar(5,4,5)", 9),
    ] {
        let board = board(text);
        let known = Number::from_integer(temperature);
        assert_eq!(number(&mut solver, "temperature", &board), Some(known));
        let is_equal = bound(board.graph()) == known;
        assert_eq!(is_equal, !text.starts_with("caterpillar"), "{text}");
    }
}

/// n − (3γ − j − 1)/2 with j isolated vertices.
fn bound_by_three_halves(graph: &Graph) -> Number {
    let isolated = graph.degrees().filter(|&d| d == 0).count();
    let twice = 2 * graph.order() + isolated + 1;
    Number::new(twice as i128 - 3 * domination(graph) as i128, 2)
}

#[test]
fn temperature_and_three_halves_of_domination() {
    let equal = equal_to(graphs_and_trees(), bound_by_three_halves);
    let equal = equal.iter().filter(|g| domination(g) > 1).count();
    assert!(equal > 100, "{equal} boards of equality");
}

/// The corona of a complete graph of m vertices: each of these has a leaf.
fn corona(m: usize) -> Graph {
    let core = (0..m).flat_map(|u| (0..u).map(move |v| (u, v)));
    Graph::from_edges(2 * m, core.chain((0..m).map(|u| (u, m + u))))
}

#[test]
fn coronas_of_complete_graphs_have_equality() {
    let mut solver = solver();
    for m in 1..9 {
        let graph = corona(m);
        assert_eq!(domination(&graph), m);
        let most = bound_by_three_halves(&graph);
        assert_eq!(most, Number::new(m as i128 + 1, 2));
        let temperature = number(&mut solver, "temperature", &Board::untinted(graph));
        assert_eq!(temperature, Some(most), "corona of {m} vertices");
    }
}

/// The second and the third theorem, in the form that the solver uses.
#[test]
fn temperature_and_least_degree() {
    let mut solver = solver();
    let mut equal = 0;
    for graph in all_graphs(7).concat() {
        let board = Board::untinted(graph.clone());
        let temperature = number(&mut solver, "temperature", &board).expect("a value");
        let (order, least) = (graph.order(), graph.min_degree());
        let most = Snort.temperature_at_most(order, least, domination(&graph));
        let most = exact(most.expect("a bound"));
        assert!(temperature <= most, "{}", board.name());
        assert!(most <= bound(&graph), "{}", board.name());
        equal += usize::from(temperature == most && domination(&graph) > 1);
        let t = |eighths: i64| Dyadic::new(eighths, 3).expect("a number");
        for eighths in 0..8 * order as i64 {
            let is_bounded = solver.is_bounded_by(&board, t(eighths));
            let is_true = temperature <= Number::new(i128::from(eighths), 8);
            assert!(is_true || !is_bounded, "{}", board.name());
        }
    }
    assert!(equal > 5, "{equal} boards of equality");
}

/// The state of a vertex in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Vertex {
    Alive(Tint),
    /// Played, or beside vertices of both players.
    Gone,
}

/// The position after a player has played a vertex; `None` if the player may not.
fn played(graph: &Graph, at: &[Vertex], v: usize, player: Tint) -> Option<Vec<Vertex>> {
    let may = at[v] == Vertex::Alive(Tint::None) || at[v] == Vertex::Alive(player);
    let mut next = at.to_vec();
    next[v] = Vertex::Gone;
    for u in (0..at.len()).filter(|&u| graph.has_edge(u, v)) {
        next[u] = match at[u] {
            Vertex::Alive(tint) if tint == Tint::None || tint == player => Vertex::Alive(player),
            _ => Vertex::Gone,
        };
    }
    may.then_some(next)
}

/// The board of a position: its vertices that are alive.
fn left_over(graph: &Graph, at: &[Vertex]) -> Option<Board> {
    let alive = at.iter().enumerate().filter_map(|(v, state)| match state {
        Vertex::Alive(tint) => Some((v, *tint)),
        Vertex::Gone => None,
    });
    let alive: Vec<(usize, Tint)> = alive.collect();
    let place = |v: usize| alive.iter().position(|&(u, _)| u == v);
    let edges = graph.edges();
    let edges = edges.filter_map(|(a, b)| Some((place(a)?, place(b)?)));
    let rest = Graph::from_edges(alive.len(), edges);
    let tints = alive.iter().map(|&(_, tint)| tint).collect();
    (!alive.is_empty()).then(|| Board::new(rest, tints).expect("a tint for each vertex"))
}

/// All positions that are reached from boards to order 5 by moves in any order.
fn each_position(mut seen_by: impl FnMut(&Graph, &[Vertex])) {
    for graph in all_graphs(5).concat() {
        let start = vec![Vertex::Alive(Tint::None); graph.order()];
        let (mut seen, mut open) = (HashSet::from([start.clone()]), vec![start]);
        while let Some(at) = open.pop() {
            seen_by(&graph, &at);
            for v in 0..graph.order() {
                for player in [Tint::Left, Tint::Right] {
                    open.extend(
                        played(&graph, &at, v, player).filter(|next| seen.insert(next.clone())),
                    );
                }
            }
        }
    }
}

#[test]
fn stops_and_domination() {
    let mut solver = solver();
    let mut positions = 0;
    each_position(|graph, at| {
        let Some(board) = left_over(graph, at) else {
            return;
        };
        let most = bound(graph);
        let left = number(&mut solver, "left_stop", &board).expect("a stop");
        let right = number(&mut solver, "right_stop", &board).expect("a stop");
        assert!(left <= most && right >= -most, "{}", board.text());
        let temperature = number(&mut solver, "temperature", &board).expect("a value");
        assert!(temperature <= most, "{}", board.text());
        positions += 1;
    });
    assert!(positions > 2_500, "{positions} positions");
}

/// The potential f of the proof: Left's vertices, and the untinted ones that have a neighbour of
/// one of these two kinds, less 3/2 for each vertex that is needed to dominate the latter.
fn potential(graph: &Graph, at: &[Vertex]) -> Number {
    let n = graph.order();
    let is = |v: usize, tint| at[v] == Vertex::Alive(tint);
    let may = |v: usize| is(v, Tint::Left) || is(v, Tint::None);
    let near = |v: usize| (0..n).any(|u| graph.has_edge(u, v) && may(u));
    let lefts = (0..n).filter(|&v| is(v, Tint::Left)).count();
    let open: Vec<usize> = (0..n).filter(|&v| is(v, Tint::None) && near(v)).collect();
    let dominates = |set: u32| {
        let has = |u: usize| set >> u & 1 == 1;
        let covers = |&v: &usize| has(v) || (0..n).any(|u| has(u) && graph.has_edge(u, v));
        open.iter().all(covers)
    };
    let sets = (0u32..1 << n).filter(|&set| dominates(set));
    let least = sets
        .map(u32::count_ones)
        .min()
        .expect("all vertices dominate");
    Number::new(2 * (lefts + open.len()) as i128 - 3 * i128::from(least), 2)
}

/// The lemma: at the tax 1/2, the left wall of every position is at most f.
#[test]
fn left_walls_and_the_potential() {
    let mut solver = solver();
    let half = Dyadic::new(1, 1).expect("a number");
    let (mut positions, mut equal) = (0, 0);
    each_position(|graph, at| {
        let Some(board) = left_over(graph, at) else {
            return;
        };
        let value = solver.value(&board).expect("a value");
        let thermograph = solver.values().thermograph(value).expect("small");
        let wall = exact(thermograph.left.at(half).expect("small"));
        let most = potential(graph, at);
        assert!(wall <= most, "{}: {wall} > {most}", board.text());
        positions += 1;
        equal += usize::from(wall == most);
    });
    assert!(
        positions > 2_500 && equal > 500,
        "{positions} positions, {equal} of equality"
    );
}

/// Two statements of `docs/findings/bounds.md` that have no proof.
#[test]
fn means_and_half_of_the_untinted() {
    let mut solver = solver();
    let mut equal = 0;
    each_position(|graph, at| {
        let Some(board) = left_over(graph, at) else {
            return;
        };
        let mean = number(&mut solver, "mean", &board).expect("a mean");
        let count = |tint| at.iter().filter(|&&v| v == Vertex::Alive(tint)).count() as i128;
        let most = Number::new(2 * count(Tint::Left) + count(Tint::None), 2);
        assert!(mean <= most, "{}", board.text());
        equal += usize::from(mean == most);
    });
    assert!(equal > 50, "{equal} positions of equality");
}

#[test]
fn temperature_domination_and_least_degree() {
    let most = |graph: &Graph| {
        let (n, least) = (graph.order() as i128, graph.min_degree() as i128);
        let domination = domination(graph) as i128;
        Number::new(2 * (n - domination) - least * (domination - 1), 2)
    };
    let equal = equal_to(all_graphs(7).concat(), most).len();
    assert!(equal > 400, "{equal} boards of equality");
}
