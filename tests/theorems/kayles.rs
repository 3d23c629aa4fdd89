//! Node Kayles and Arc Kayles against values of the literature: the octal games that they are on
//! paths (Guy and Smith, *The G-values of various games*, 1956; Winning Ways, ch. 4), and simple
//! theorems on stars, cycles and complete graphs.

use crate::impartial::{Game, agree, board, laws, least_orders, lists, mex};
use boilingpoint_boards::{
    Board, Graph, Link, enumerate, matching_number, random_connected, random_tree,
};

const NODE: &str = "node-kayles";
const ARC: &str = "arc-kayles";
const CRAM: &str = "cram";

fn connected(order: usize) -> Vec<Graph> {
    let mut graphs = vec![enumerate::first()];
    while graphs.len() < order {
        graphs.push(enumerate::next_connected(&graphs[graphs.len() - 1]));
    }
    graphs.concat()
}

/// Dawson's Chess by definition, 0.137: of a row of `n`, one is taken with its neighbours.
fn dawsons_chess(count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let row = |m: isize| if m <= 0 { 0 } else { values[m as usize] };
        let n = n as isize;
        let moves = (0..n).map(|i| row(i - 1) ^ row(n - i - 2));
        let value = mex(moves.collect::<Vec<_>>());
        values.push(value);
    }
    values
}

/// Kayles by definition, 0.77: of a row of `n`, one or two neighbours are taken.
fn kayles(count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let taking = |k: usize| {
            (0..=n.saturating_sub(k))
                .filter(move |_| n >= k)
                .map(move |i| (i, k))
        };
        let moves = taking(1).chain(taking(2));
        let value = mex(moves
            .map(|(i, k)| values[i] ^ values[n - k - i])
            .collect::<Vec<_>>());
        values.push(value);
    }
    values
}

/// Node Kayles on the path of `n` vertices is Dawson's Chess, 0.137. To n = 120; its values begin
/// as published, and have period 34 from n = 52 on, the exceptions before that being as published.
#[test]
fn node_kayles_on_paths_is_dawsons_chess() {
    let values = dawsons_chess(400);
    assert_eq!(values[..14], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4]);
    let exceptions = (0..52).filter(|&n| values[n] != values[n + 34 * 2]);
    assert_eq!(exceptions.collect::<Vec<_>>(), [0, 14, 16, 17, 31, 34, 51]);
    assert!((52..366).all(|n| values[n] == values[n + 34]));
    let mut game = Game::new(NODE);
    for (n, &value) in values.iter().enumerate().take(121) {
        assert_eq!(game.grundy(&board(&format!("path({n})"))), value, "n = {n}");
    }
}

/// Node Kayles on the cycle of `n`: every claim leaves the path of n - 3. To n = 100.
#[test]
fn node_kayles_on_cycles() {
    let paths = dawsons_chess(100);
    let mut game = Game::new(NODE);
    for n in 3..=100 {
        let cycle = board(&format!("cycle({n})"));
        assert_eq!(game.grundy(&cycle), mex([paths[n - 3]]), "n = {n}");
        assert_eq!(game.next_wins(&cycle), paths[n - 3] == 0, "n = {n}");
    }
}

/// Arc Kayles on the path of `n` vertices is Dawson's Kayles, 0.07: the row of the one before in
/// Dawson's Chess. The first fifty values are published (CGSuite's tests have them too); to n =
/// 120.
#[test]
fn arc_kayles_on_paths_is_dawsons_kayles() {
    let published = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
        5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5,
    ];
    let values = dawsons_chess(120);
    assert_eq!(values[..50], published);
    let mut game = Game::new(ARC);
    for n in 1..=120 {
        assert_eq!(
            game.grundy(&board(&format!("path({n})"))),
            values[n - 1],
            "n = {n}"
        );
    }
}

/// Arc Kayles on the path of `n` vertices with a loop at each is Kayles, 0.77. The first fifty
/// values are published; to n = 64. From n = 71 on the game has period 12.
#[test]
fn arc_kayles_on_looped_paths_is_kayles() {
    let published = [
        1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7,
        2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2,
    ];
    let values = kayles(300);
    assert_eq!(values[1..=50], published);
    assert!((71..288).all(|n| values[n] == values[n + 12]));
    assert_ne!(values[70], values[82]);
    let mut game = Game::new(ARC);
    for (n, &value) in values.iter().enumerate().take(65).skip(1) {
        assert_eq!(
            game.grundy(&board(&format!("looped_path({n})"))),
            value,
            "n = {n}"
        );
    }
}

/// Stars, complete graphs, and complete bipartite graphs, to 14 vertices on each side:
///
/// - Arc Kayles: every claim on a star ends the game; on K(n) it leaves K(n-2), so that the value
///   is the parity of half of `n`, rounded down; on K(m,n) it leaves K(m-1,n-1): the parity of the
///   smaller side.
/// - Node Kayles: K(n) is over after a claim; a claim on K(m,n) leaves the rest of its side as
///   single vertices.
#[test]
fn stars_and_complete_graphs() {
    let (mut node, mut arc) = (Game::new(NODE), Game::new(ARC));
    for n in 1..=14u32 {
        let star = board(&format!("star({n})"));
        assert_eq!(arc.grundy(&star), 1, "star({n})");
        assert_eq!(node.grundy(&star), mex([0, (n - 1) % 2]), "star({n})");
        let complete = board(&format!("complete({n})"));
        assert_eq!(arc.grundy(&complete), n / 2 % 2, "complete({n})");
        assert_eq!(node.grundy(&complete), 1, "complete({n})");
        for m in 1..=n {
            let both = board(&format!("bipartite({m},{n})"));
            assert_eq!(
                node.grundy(&both),
                mex([(m - 1) % 2, (n - 1) % 2]),
                "K({m},{n})"
            );
            if n <= 9 {
                assert_eq!(arc.grundy(&both), m % 2, "K({m},{n})");
            }
        }
    }
}

/// Arc Kayles is Node Kayles on the line graph: all connected graphs to order 7.
#[test]
fn arc_kayles_is_node_kayles_on_the_line_graph() {
    let (mut node, mut arc) = (Game::new(NODE), Game::new(ARC));
    for graph in connected(7) {
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        let meet = |a: (usize, usize), b: (usize, usize)| {
            a.0 == b.0 || a.0 == b.1 || a.1 == b.0 || a.1 == b.1
        };
        let pairs = (0..edges.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let line = Graph::from_edges(
            edges.len(),
            pairs.filter(|&(i, j)| meet(edges[i], edges[j])),
        );
        let board = Board::untinted(graph);
        assert_eq!(
            arc.grundy(&board),
            node.grundy(&Board::untinted(line)),
            "{}",
            board.name()
        );
    }
}

/// The independence number, by trying all sets of vertices.
fn independence(graph: &Graph) -> u32 {
    let is_independent = |set: &u32| graph.edges().all(|(u, v)| set >> u & set >> v & 1 == 0);
    let sets = (0u32..1 << graph.order()).filter(is_independent);
    sets.map(u32::count_ones).max().expect("the empty set")
}

/// The Grundy value is at most the length of a play (`docs/findings/bounds.md`): all connected
/// graphs to order 7.
#[test]
fn grundy_values_and_the_longest_play() {
    let (mut node, mut arc) = (Game::new(NODE), Game::new(ARC));
    let mut equal = [0, 0];
    for graph in connected(7) {
        let (independence, matching) = (independence(&graph), matching_number(&graph) as u32);
        let board = Board::untinted(graph);
        let values = [node.grundy(&board), arc.grundy(&board)];
        for (i, most) in [independence, matching].into_iter().enumerate() {
            assert!(values[i] <= most, "{}", board.name());
            equal[i] += usize::from(values[i] == most);
        }
    }
    assert!(equal[0] > 400 && equal[1] > 40, "{equal:?}");
}

/// The value of a disjoint union is the nim-sum of the values; by the rules, the union is played as
/// one board: all pairs of connected graphs to order 4.
#[test]
fn boards_side_by_side_add_up() {
    let graphs = connected(4);
    for name in [NODE, ARC] {
        let mut game = Game::new(name);
        for a in &graphs {
            for b in &graphs {
                let n = a.order();
                let moved = b.edges().map(|(x, y)| (x + n, y + n));
                let both = Graph::from_edges(n + b.order(), a.edges().chain(moved));
                let both = Board::untinted(both);
                let sum = [a, b].map(|g| game.by_rules(&Board::untinted(g.clone())));
                assert_eq!(
                    game.by_rules(&both),
                    sum[0] ^ sum[1],
                    "{name}: {}",
                    both.name()
                );
                assert_eq!(
                    game.grundy(&both),
                    sum[0] ^ sum[1],
                    "{name}: {}",
                    both.name()
                );
            }
        }
    }
}

/// The solver agrees with the rules on all connected graphs to order 7, and with the checker on
/// those to order 6; the same for all boards of order 3 with up to two parallel edges for each pair
/// and up to two loops at each vertex (Arc Kayles), and for random boards.
#[test]
fn the_solver_agrees_with_the_rules_and_the_checker() {
    let untinted = |graphs: Vec<Graph>| graphs.into_iter().map(Board::untinted);
    for name in [NODE, ARC] {
        let mut game = Game::new(name);
        for board in untinted(connected(7)) {
            assert_eq!(
                game.grundy(&board),
                game.by_rules(&board),
                "{name}: {}",
                board.name()
            );
        }
        let mut boards: Vec<Board> = untinted(connected(6)).collect();
        for seed in 0..40u64 {
            let order = 8 + seed as usize % 5;
            boards.push(Board::untinted(random_tree(order, seed)));
            boards.push(Board::untinted(random_connected(
                order,
                order + seed as usize % 5,
                seed,
            )));
        }
        agree(name, &boards);
        laws(
            name,
            &boards
                .into_iter()
                .rev()
                .step_by(2)
                .take(60)
                .collect::<Vec<_>>(),
        );
    }
    let mut boards = Vec::new();
    for counts in lists(&[3; 6]) {
        let ends = [(0, 1), (0, 2), (1, 2), (0, 0), (1, 1), (2, 2)];
        let links = ends.iter().zip(counts);
        let links = links.flat_map(|(&(a, b), count)| vec![Link::edge(a, b, 1); count as usize]);
        boards.push(Board::of_links(3, links.collect()));
    }
    agree(ARC, &boards);
    let mut game = Game::new(ARC);
    for board in &boards {
        assert_eq!(game.grundy(board), game.by_rules(board), "{}", board.name());
    }
}

fn untinted(graph: &Graph) -> Vec<Board> {
    vec![Board::untinted(graph.clone())]
}

/// Regression guards from this program, version 0.2.0: all trees to order 12.
#[test]
fn the_smallest_trees_of_each_value() {
    let found = |game| least_orders(game, 12, enumerate::next_trees, untinted);
    let node = [(0, 4), (1, 1), (2, 3), (3, 5), (4, 8), (5, 10), (6, 11)];
    assert_eq!(found(NODE), node);
    let arc = [(0, 1), (1, 2), (2, 4), (3, 6), (4, 10), (5, 12)];
    assert_eq!(found(ARC), arc);
}

/// Regression guards from this program, version 0.2.0: all connected graphs to order 7.
#[test]
fn the_smallest_graphs_of_each_value() {
    let found = |game| least_orders(game, 7, enumerate::next_connected, untinted);
    assert_eq!(found(NODE), [(0, 4), (1, 1), (2, 3), (3, 5), (4, 7)]);
    assert_eq!(found(ARC), [(0, 1), (1, 2), (2, 4), (3, 6)]);
}

/// Arc Kayles on a star with three rays by its definition: a move cuts a path off a ray, or takes the
/// centre with the first vertex of a ray. (`examples/arc_kayles_stars.rs` uses the same rules.)
#[test]
fn arc_kayles_on_stars_with_three_rays() {
    let path = dawsons_chess(40);
    let path = |n: usize| if n == 0 { 0 } else { path[n - 1] };
    let mut game = Game::new(ARC);
    let mut stars = std::collections::BTreeMap::new();
    for (a, b, c) in (0..216).map(|k| (k / 36, k / 6 % 6, k % 6)) {
        let rays = [a, b, c];
        let mut options = Vec::new();
        for (ray, &length) in rays.iter().enumerate().filter(|(_, length)| **length > 0) {
            let mut rest = rays;
            rest[ray] -= 1;
            options.push(rest.iter().fold(0, |sum, &n| sum ^ path(n)));
            for left in 0..length - 1 {
                rest[ray] = left;
                options.push(stars[&rest] ^ path(length - 2 - left));
            }
        }
        let value = mex(options);
        stars.insert(rays, value);
        if rays.iter().all(|&length| length > 0) {
            let spider = board(&format!("spider({a},{b},{c})"));
            assert_eq!(game.grundy(&spider), value, "{rays:?}");
        }
    }
}

/// Cram on a rectangle with an even side: the second player wins if both sides are even, since she
/// answers each domino by its image at the centre; the first player wins if one side is odd, since
/// he covers the centre and answers then (Gardner, *Mathematical games*, 1974). The values are those
/// of Arc Kayles on the grid.
#[test]
fn cram_on_rectangles() {
    let (mut cram, mut arc) = (Game::new(CRAM), Game::new(ARC));
    for m in 1..=4 {
        for n in 1..=(18 / m) {
            let value = cram.grundy(&board(&format!("squares({m},{n})")));
            assert_eq!(
                value,
                arc.grundy(&board(&format!("grid({m},{n})"))),
                "{m} x {n}"
            );
            match (m % 2, n % 2) {
                (0, 0) => assert_eq!(value, 0, "{m} x {n}"),
                (1, 1) => {}
                _ => assert_ne!(value, 0, "{m} x {n}"),
            }
        }
    }
}
