//! Temperature, stops and domination number in Snort (`docs/findings/snort-domination.md`).

use crate::common::{all_graphs, board, solver};
use boilingpoint_core::graph::enumerate::{first, next_trees};
use boilingpoint_core::graph::{Board, Graph, Tint};
use boilingpoint_core::problem::Objective;
use boilingpoint_core::problem::expression::Number;
use boilingpoint_core::ruleset::{Ruleset, Snort};
use boilingpoint_core::solver::Solver;
use boilingpoint_core::value::Dyadic;
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
    let dominates = |set: u32| {
        (0..n).all(|v| {
            let has = |u: usize| set >> u & 1 == 1;
            has(v) || (0..n).any(|u| has(u) && graph.has_edge(u, v))
        })
    };
    let sets = (0u32..1 << n).filter(|&set| dominates(set));
    let sizes = sets.map(|set| set.count_ones() as usize);
    sizes.min().expect("all vertices dominate")
}

/// n − γ.
fn bound(graph: &Graph) -> Number {
    Number::from_integer((graph.order() - domination(graph)) as i128)
}

#[test]
fn temperature_and_domination() {
    let mut solver = solver();
    let mut trees = first();
    let mut all: Vec<Graph> = all_graphs(7).concat();
    for _ in 1..12 {
        trees = next_trees(&trees);
        all.extend(trees.iter().cloned());
    }
    let mut equal = 0;
    for graph in &all {
        let board = Board::untinted(graph.clone());
        let temperature = number(&mut solver, "temperature", &board).expect("a value");
        assert!(temperature <= bound(graph), "{}", board.name());
        equal += usize::from(temperature == bound(graph));
    }
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

/// The second theorem, in the form that the solver uses.
#[test]
fn temperature_and_least_degree() {
    let mut solver = solver();
    let mut equal = 0;
    for graph in all_graphs(7).concat() {
        let board = Board::untinted(graph.clone());
        let temperature = number(&mut solver, "temperature", &board).expect("a value");
        let (order, least) = (graph.order(), graph.min_degree());
        let most = Snort.temperature_at_most(order, least, domination(&graph));
        let most = most.expect("a bound");
        let most = Number::new(i128::from(most.numerator()), 1 << most.exponent());
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

#[test]
fn stops_and_domination() {
    let mut solver = solver();
    let mut positions = 0;
    for graph in all_graphs(5).concat() {
        let most = bound(&graph);
        let start = vec![Vertex::Alive(Tint::None); graph.order()];
        let (mut seen, mut open) = (HashSet::from([start.clone()]), vec![start]);
        while let Some(at) = open.pop() {
            if let Some(board) = left_over(&graph, &at) {
                let left = number(&mut solver, "left_stop", &board).expect("a stop");
                let right = number(&mut solver, "right_stop", &board).expect("a stop");
                assert!(left <= most && right >= -most, "{}", board.text());
                let temperature = number(&mut solver, "temperature", &board).expect("a value");
                assert!(temperature <= most, "{}", board.text());
                positions += 1;
            }
            for v in 0..graph.order() {
                for player in [Tint::Left, Tint::Right] {
                    open.extend(
                        played(&graph, &at, v, player).filter(|next| seen.insert(next.clone())),
                    );
                }
            }
        }
    }
    assert!(positions > 2_500, "{positions} positions");
}
