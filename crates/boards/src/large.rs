//! Boards of more than 64 vertices against slow definitions: there, a row of bits has several
//! words.

#![allow(clippy::unwrap_used)]

use super::kernels::{even_kernel, matching_number, total_weight};
use super::structure::{HangingTrees, is_clique, twin_sets};
use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

type Edges = BTreeSet<(usize, usize)>;

const ORDERS: [usize; 9] = [1, 2, 63, 64, 65, 127, 128, 129, 150];

/// Graphs with few edges: their parts are small, and many vertices are alike.
fn graphs(each: usize) -> Vec<(usize, Edges)> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut all = Vec::new();
    for order in ORDERS {
        for round in 0..each {
            let mut edges = Edges::new();
            let count = [order / 2, order, 2 * order][round % 3];
            for _ in 0..count {
                let (a, b) = (rng.random_range(0..order), rng.random_range(0..order));
                if a != b {
                    edges.insert((a.min(b), a.max(b)));
                }
            }
            all.push((order, edges));
        }
    }
    all
}

fn graph_of(order: usize, edges: &Edges) -> Graph {
    Graph::from_edges(order, edges.iter().copied())
}

fn around(edges: &Edges, v: usize) -> BTreeSet<usize> {
    let other = |&(a, b): &(usize, usize)| match (a == v, b == v) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    };
    edges.iter().filter_map(other).collect()
}

/// The distances from a vertex; `None` where no path leads.
fn distances(order: usize, edges: &Edges, v: usize) -> Vec<Option<usize>> {
    let mut found = vec![None; order];
    let mut border = vec![v];
    found[v] = Some(0);
    for distance in 1.. {
        let next: BTreeSet<usize> = border.iter().flat_map(|&u| around(edges, u)).collect();
        border = next.into_iter().filter(|&u| found[u].is_none()).collect();
        border.iter().for_each(|&u| found[u] = Some(distance));
        if border.is_empty() {
            break;
        }
    }
    found
}

#[test]
fn rows_hold_the_edges() {
    for (order, edges) in graphs(3) {
        let graph = graph_of(order, &edges);
        assert_eq!((graph.order(), graph.size()), (order, edges.len()));
        assert_eq!(graph.edges().collect::<Edges>(), edges);
        assert_eq!(graph.bytes(), order * order.div_ceil(64) * 8);
        for v in 0..order {
            let near = around(&edges, v);
            assert_eq!(graph.degree_of(v), near.len());
            assert_eq!(graph.neighbours(v).collect::<BTreeSet<_>>(), near);
            (0..order).for_each(|w| assert_eq!(graph.has_edge(v, w), near.contains(&w)));
        }
        // Every second pair is parted, joined or not.
        let (mut graph, mut left) = (graph, edges);
        for (i, (a, b)) in (0..order)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .enumerate()
        {
            if i % 2 == 0 {
                left.remove(&(a, b));
                let (a, b) = if i % 4 == 0 { (a, b) } else { (b, a) };
                graph.remove_edge(a, b);
            }
        }
        assert_eq!(graph, graph_of(order, &left));
    }
    assert_eq!(Graph::empty(0).bytes(), 0);
}

#[test]
fn parts_and_distances_are_those_of_paths() {
    for (order, edges) in graphs(3) {
        let graph = graph_of(order, &edges);
        let reach: Vec<Vec<Option<usize>>> =
            (0..order).map(|v| distances(order, &edges, v)).collect();
        let part =
            |v: usize| -> Vec<usize> { (0..order).filter(|&w| reach[v][w].is_some()).collect() };
        let parts: BTreeSet<Vec<usize>> = (0..order).map(part).collect();
        assert_eq!(
            graph.components().into_iter().collect::<BTreeSet<_>>(),
            parts
        );
        assert_eq!(graph.component_count(), parts.len());
        for (v, from) in reach.iter().enumerate() {
            assert_eq!(graph.component_of(v), part(v));
            let far = from.iter().flatten().max().copied().unwrap();
            assert_eq!(graph.eccentricity(v), far);
            let at = |d: usize| from.iter().filter(|&&found| found == Some(d)).count();
            let counts: Vec<usize> = (1..=far).map(at).collect();
            assert_eq!(graph.distance_counts(v), counts);
            let spheres = graph
                .spheres(v)
                .map(|s| super::bitgraph::members(&s).collect());
            let spheres: Vec<Vec<usize>> = spheres.collect();
            let sphere =
                |d: usize| -> Vec<usize> { (0..order).filter(|&w| from[w] == Some(d)).collect() };
            assert_eq!(spheres, (1..=far).map(sphere).collect::<Vec<_>>());
        }
        // Two colours are the parities of the distances, if no edge joins equal ones.
        let side = |v: usize| {
            let root = part(v)[0];
            reach[root][v].unwrap() % 2
        };
        let is_bipartite = edges.iter().all(|&(a, b)| side(a) != side(b));
        assert_eq!(graph.is_bipartite(), is_bipartite);
        if is_bipartite {
            let of = |parity| {
                (0..order)
                    .filter(|&v| side(v) == parity)
                    .collect::<Vec<_>>()
            };
            assert_eq!(graph.two_colouring(), Some((of(0), of(1))));
        }
        assert_eq!(graph.is_forest(), edges.len() + parts.len() == order);
        let kept: Vec<usize> = (0..order).rev().step_by(2).collect();
        let induced = graph.induced(&kept);
        for (i, &v) in kept.iter().enumerate() {
            for (j, &w) in kept.iter().enumerate() {
                assert_eq!(induced.has_edge(i, j), around(&edges, v).contains(&w));
            }
        }
    }
}

#[test]
fn twins_have_the_same_neighbours() {
    for (order, edges) in graphs(2) {
        let graph = graph_of(order, &edges);
        let without = |v: usize, w: usize| {
            let mut near = around(&edges, v);
            near.remove(&w);
            near
        };
        let are_twins = |v: usize, w: usize| without(v, w) == without(w, v);
        let colours: Vec<usize> = (0..order).map(|v| v % 2).collect();
        let sets = twin_sets(&graph, &colours);
        let of: Vec<usize> = (0..order)
            .map(|v| sets.iter().position(|set| set.contains(&v)).unwrap())
            .collect();
        for v in 0..order {
            for w in 0..v {
                let alike = are_twins(v, w) && colours[v] == colours[w];
                assert_eq!(of[v] == of[w], alike, "{v} {w}");
            }
        }
        for set in &sets {
            let joined = set.len() > 1 && graph.has_edge(set[0], set[1]);
            assert_eq!(is_clique(&graph, set), joined);
        }
    }
}

/// The greatest matching of a forest takes each leaf with its neighbour.
fn matching_of_forest(order: usize, edges: &Edges) -> usize {
    let (mut left, mut count) = (edges.clone(), 0);
    loop {
        let leaf = (0..order).find(|&v| around(&left, v).len() == 1);
        let Some(leaf) = leaf else {
            return count;
        };
        let other = *around(&left, leaf).first().unwrap();
        left.retain(|&(a, b)| ![a, b].contains(&leaf) && ![a, b].contains(&other));
        count += 1;
    }
}

#[test]
fn matchings_and_kernels_of_many_vertices() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for order in [2, 63, 64, 65, 66, 127, 129, 130] {
        let tree: Edges = (1..order).map(|v| (rng.random_range(0..v), v)).collect();
        let graph = graph_of(order, &tree);
        assert_eq!(matching_number(&graph), matching_of_forest(order, &tree));
        let mut wider = Graph::empty(order + 70);
        tree.iter().for_each(|&(a, b)| wider.add_edge(a, b));
        assert_eq!(matching_number(&wider), matching_number(&graph));
    }
    // The even kernels of a path of odd order are every second vertex, from the first.
    for order in [3, 63, 65, 67, 127, 129, 131] {
        let path: Edges = (1..order).map(|v| (v - 1, v)).collect();
        let graph = graph_of(order, &path);
        for v in [0, 1, order / 2, order - 2, order - 1] {
            let found = even_kernel(&graph, v).unwrap();
            // Each vertex outside has two neighbours inside.
            let kernel: Vec<usize> = (0..order).step_by(2).collect();
            assert_eq!(found, (v % 2 == 0).then_some(kernel), "{order} {v}");
        }
    }
    // A vertex alone is free to be in a kernel: 20 of them are tried, and 21 are too many.
    for (alone, is_tried) in [(20, true), (21, false)] {
        assert_eq!(even_kernel(&Graph::empty(alone), 0).is_ok(), is_tried);
    }
    let weighted = parse_board("0-1*3,1-2*4").unwrap();
    assert_eq!(total_weight(&weighted), 7);
}

#[test]
fn trees_hang_from_the_rest_of_a_graph() {
    for (order, edges) in graphs(2) {
        let hanging = HangingTrees::of(&graph_of(order, &edges));
        // Leaves are taken off as long as there are any.
        let mut left: BTreeSet<usize> = (0..order).collect();
        let near = |left: &BTreeSet<usize>, v: usize| around(&edges, v).intersection(left).count();
        while let Some(&leaf) = left.iter().find(|&&v| near(&left, v) == 1) {
            left.remove(&leaf);
        }
        let cycles: BTreeSet<usize> = left
            .into_iter()
            .filter(|&v| near(&(0..order).collect(), v) > 0)
            .collect();
        let core: BTreeSet<usize> = hanging.core().iter().copied().collect();
        let joined: BTreeSet<usize> = core
            .iter()
            .copied()
            .filter(|&v| around(&edges, v).iter().any(|w| core.contains(w)))
            .collect();
        assert!(joined.is_subset(&cycles), "{order}");
    }
}

#[test]
fn powers_join_vertices_by_distance() {
    for (order, k) in [(65, 2), (100, 3), (130, 5), (12, 11), (12, 30)] {
        let limit = BoardLimit::MOST;
        let text = format!("power(path({order}),{k})");
        let board = parse_board_within(&text, limit).unwrap();
        for a in 0..order {
            for b in 0..a {
                assert_eq!(board.graph().has_edge(a, b), a - b <= k, "{text}: {a} {b}");
            }
        }
    }
}

#[test]
fn a_board_beside_another_keeps_its_links_and_token() {
    let [one, other] = ["0-1*2,1>2@1", "0-0,0-1"].map(|text| parse_board(text).unwrap());
    let text = |board: &Board| board.text();
    assert_eq!(
        text(&one.beside(&other)),
        text(&parse_board("0-1*2,1>2,3-3,3-4@1").unwrap())
    );
    assert_eq!(
        text(&other.beside(&one)),
        text(&parse_board("0-0,0-1,2-3*2,3>4@3").unwrap())
    );
    let tinted = parse_board("A_ LR").unwrap();
    assert_eq!(one.beside(&tinted).tint_string(), "...LR");
}

#[test]
fn a_part_of_a_board_keeps_names_token_and_squares() {
    let board = parse_board("0-1,1-2,2-3,3>0@2").unwrap().named();
    assert_eq!(
        (0..4).map(|v| board.name_of(v)).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    let kept = board.kept(&[3, 2]);
    assert_eq!(kept.token(), Some(1));
    assert_eq!([kept.name_of(0), kept.name_of(1)], [3, 2]);
    assert_eq!(board.kept(&[0, 1, 3]).token(), None);
    assert_eq!(board.without_names().kept(&[3, 1]).name_of(0), 0);
    // Exchanged players exchange rows and columns.
    let squares = parse_board("..|.#").unwrap();
    let turned = squares.swapped();
    let places = |board: &Board| board.squares().unwrap().to_vec();
    let expected: Vec<Square> = places(&squares).into_iter().map(|[i, j]| [j, i]).collect();
    assert_eq!(places(&turned), expected);
}

#[test]
fn the_bytes_of_a_board_are_those_of_its_parts() {
    let plain = parse_board("path(70)").unwrap();
    let rest = size_of::<Board>() + 70 * 2 * 8 + 70;
    assert_eq!(plain.bytes(), rest);
    assert_eq!(
        plain.clone().named().bytes(),
        rest + 70 * size_of::<usize>()
    );
    let marked = parse_board("0-1*2,1-2*3").unwrap();
    let marks = size_of::<super::marks::Marks>() + 2 * size_of::<Link>();
    assert_eq!(marked.bytes(), size_of::<Board>() + 3 * 8 + 3 + marks);
    let squares = parse_board("...").unwrap();
    let links = squares.bytes() - size_of::<Board>() - 3 * 8 - 3 - size_of::<super::marks::Marks>();
    assert_eq!(links, 3 * size_of::<Square>());
}

#[test]
fn a_link_leads_to_its_other_end() {
    let (edge, arc) = (Link::edge(4, 2, 1), Link::arc(4, 2, 1));
    assert_eq!(
        [2, 3, 4].map(|v| edge.other_end(v)),
        [Some(4), None, Some(2)]
    );
    assert_eq!([2, 3, 4].map(|v| arc.other_end(v)), [None, None, Some(2)]);
    assert_eq!(Link::edge(3, 3, 1).other_end(3), Some(3));
}

#[test]
fn directed_codes_hold_arcs_loops_and_edges() {
    for text in ["0>1,1>2,2>0", "0-1,1>2,2-2", "0-1", "0-0", "path(70)"] {
        let board = parse_board(text).unwrap();
        let code = digraph6::write(&board).unwrap();
        let read = digraph6::read(&code).unwrap();
        // An edge comes back as two arcs.
        let arcs = |board: &Board| -> BTreeSet<(usize, usize)> {
            let ends = |l: &Link| match l.arc {
                true => vec![(l.from, l.to)],
                false => vec![(l.from, l.to), (l.to, l.from)],
            };
            board.links().iter().flat_map(ends).collect()
        };
        assert_eq!(arcs(&read), arcs(&board), "{text}");
        assert_eq!(read.order(), board.order());
    }
    for text in ["0-1*2", "0-1*1*1", "0-1,0>1", "0>1*1*1"] {
        assert_eq!(digraph6::write(&parse_board(text).unwrap()), None, "{text}");
    }
    for text in ["0-1*2", "0>1"] {
        assert_eq!(sparse6::write(&parse_board(text).unwrap()), None, "{text}");
    }
    // A vertex alone may have one loop in sparse6.
    assert!(sparse6::write(&parse_board("0-0").unwrap()).is_some());
    assert_eq!(sparse6::write(&parse_board("0-0*1*1").unwrap()), None);
    assert!(sparse6::write(&parse_board("0-0*1*1,0-1").unwrap()).is_some());
}

#[test]
fn texts_are_followed_by_names() {
    for (text, said) in [
        ("D?{", "D?{ = star(4)"),
        ("star(4)", "star(4)"),
        ("not a board", "not a board"),
    ] {
        assert_eq!(with_name(text), said);
    }
    // A board of squares that is no rectangle is one with holes, if that is shorter.
    for (hole, name) in [
        (".....|..#..|.....|.....", Some("squares(4,5)-1,2")),
        ("..|.#", None),
    ] {
        let named = simplest_name(&parse_board(hole).unwrap());
        assert_eq!(named.as_deref(), name);
    }
}
