//! Games from files: described games equal the games of the catalogue, move by move, and Graph Chomp
//! has the values of the literature.

use crate::impartial::Game;
use crate::kit::{TINTS, assert_both_agree, connected, random_board, solver, tintings, value};
use boilingpoint_boards::{Board, Graph, Link, Tint, parse_board};
use boilingpoint_plan::game_from_file;
use boilingpoint_rules::{Player, Ruleset, find};
use boilingpoint_solver::Solver;
use std::collections::HashSet;
use std::path::Path;

/// The game of a file in `configs/games`.
fn file(name: &str) -> &'static dyn Ruleset {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("configs/games").join(name).with_extension("toml");
    game_from_file(&path).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

fn named(name: &str) -> &'static dyn Ruleset {
    find(name).expect(name)
}

/// Checks on each board that two games have the same options for both players.
fn same_options(a: &'static dyn Ruleset, b: &'static dyn Ruleset, boards: &[Board]) {
    let of = |game: &dyn Ruleset, board: &Board, player| -> HashSet<Board> {
        game.options(board, player).into_iter().collect()
    };
    for board in boards {
        for player in Player::BOTH {
            let (ours, theirs) = (of(a, board, player), of(b, board, player));
            let (name, tints) = (board.name(), board.tint_string());
            assert_eq!(ours, theirs, "{}, {player:?}: {name}:{tints}", a.name());
        }
    }
}

/// Checks on each board that two games have the same value, by the solver.
fn same_values(a: &'static dyn Ruleset, b: &'static dyn Ruleset, boards: &[Board]) {
    let (mut of_a, mut of_b) = (solver(a), solver(b));
    let form = |solver: &mut Solver, board: &Board| {
        let found = value(solver, board);
        let notation = boilingpoint_values::Notation::Braces;
        solver
            .canonical_form(found, notation, 1 << 20)
            .expect("a short form")
    };
    for board in boards {
        let (ours, theirs) = (form(&mut of_a, board), form(&mut of_b, board));
        assert_eq!(
            ours,
            theirs,
            "{}: {}:{}",
            a.name(),
            board.name(),
            board.tint_string()
        );
    }
}

/// All graphs of orders up to `most`, not only the connected ones: parts are put side by side.
fn untinted(most: usize) -> Vec<Board> {
    let graphs = connected(most);
    let with_more = |board: Board| {
        let apart =
            crate::kit::side_by_side(&[board.clone(), parse_board("path(2)").expect("a board")]);
        [board, apart]
    };
    graphs
        .into_iter()
        .map(Board::untinted)
        .flat_map(with_more)
        .collect()
}

/// All tintings of all connected graphs.
fn tinted(most: usize) -> Vec<Board> {
    let graphs = connected(most);
    graphs
        .iter()
        .flat_map(|g| tintings(g, &TINTS).collect::<Vec<_>>())
        .collect()
}

/// The boards with each link as an edge and as an arc in both directions, in all ways, and with the
/// token on every vertex.
fn directed(most: usize) -> Vec<Board> {
    let ways = |graph: &Graph| -> Vec<Board> {
        let edges: Vec<(usize, usize)> = graph.edges().collect();
        let link = |&(a, b): &(usize, usize), way: usize| match way {
            0 => Link::edge(a, b, 1),
            1 => Link::arc(a, b, 1),
            _ => Link::arc(b, a, 1),
        };
        let all = (0..3_usize.pow(edges.len() as u32)).map(|code| {
            let ways = (0..).map(|i| code / 3_usize.pow(i) % 3);
            edges
                .iter()
                .zip(ways)
                .map(|(edge, way)| link(edge, way))
                .collect()
        });
        all.map(|links| Board::of_links(graph.order(), links))
            .collect()
    };
    let graphs = connected(most);
    let boards = graphs.iter().flat_map(ways);
    let everywhere =
        |board: Board| (0..board.order()).map(move |v| board.clone().with_token(Some(v)));
    boards.flat_map(everywhere).collect()
}

/// Snort, Col and Clobber on all tintings of all connected graphs to order 5, and on random boards.
#[test]
fn partizan_games_from_files_equal_those_of_the_catalogue() {
    let boards = tinted(5);
    assert_eq!(boards.len(), 3 + 9 + 2 * 27 + 6 * 81 + 21 * 243);
    let random: Vec<Board> = (0..30)
        .map(|seed| random_board(6 + seed as usize % 3, seed))
        .collect();
    for (described, known) in [
        (file("snort"), named("snort")),
        (file("clobber"), named("clobber")),
        (named("rules([.L]>- neighbours .>R,L>-)"), named("col")),
    ] {
        same_options(described, known, &boards);
        same_values(described, known, &boards);
        same_options(described, known, &random);
        same_values(described, known, &random);
        assert_eq!(described.algebra(), known.algebra());
    }
}

/// Arc Kayles and Node Kayles on all connected graphs to order 7, and on those with an edge apart.
#[test]
fn kayles_from_a_file_equals_that_of_the_catalogue() {
    let boards = untinted(7);
    assert_eq!(boards.len(), 2 * (1 + 1 + 2 + 6 + 21 + 112 + 853));
    for (described, known) in [
        (file("arc-kayles"), named("arc-kayles")),
        (named("rules(*>- neighbours *>-)"), named("node-kayles")),
    ] {
        same_options(described, known, &boards);
        same_values(described, known, &boards);
        assert_eq!(described.algebra(), known.algebra());
    }
}

/// Geography on all connected graphs to order 4, where each link is an edge or an arc, with the
/// token on every vertex; edge geography also with parallel links.
#[test]
fn geography_from_a_file_equals_that_of_the_catalogue() {
    let boards = directed(4);
    let edge = named("rules(*@*>==@ edges removed)");
    for (described, known) in [
        (file("vertex-geography"), named("vertex-geography")),
        (edge, named("edge-geography")),
    ] {
        same_options(described, known, &boards);
        same_values(described, known, &boards);
        assert_eq!(described.algebra(), known.algebra());
    }
    let doubled = directed(3).into_iter().map(|board| {
        let mut links = board.links();
        links.extend(links.clone().into_iter().step_by(2));
        links.extend(links.last().map(|l| Link::edge(l.from, l.to, 1)));
        board.with_links(links)
    });
    let doubled: Vec<Board> = doubled.filter(|b| b.order() > 1).collect();
    same_options(edge, named("edge-geography"), &doubled);
    same_values(edge, named("edge-geography"), &doubled);
}

/// The value of Graph Chomp on a bipartite graph of order v and size e is (v mod 2) + 2 (e mod 2)
/// (Khandhawit and Ye, *Chomp on graphs and subsets*, 2011): on all such graphs to order 7.
#[test]
fn graph_chomp_on_bipartite_graphs() {
    let mut game = Game::new(file("graph-chomp").name());
    let mut looked_at = 0;
    for graph in connected(7) {
        if !graph.is_bipartite() {
            continue;
        }
        let (v, e) = (graph.order() as u32, graph.size() as u32);
        let board = Board::untinted(graph);
        assert_eq!(game.grundy(&board), v % 2 + 2 * (e % 2), "{}", board.name());
        looked_at += 1;
    }
    assert_eq!(looked_at, 1 + 1 + 1 + 3 + 5 + 17 + 44);
}

/// The value of Graph Chomp on the complete graph with n vertices is n mod 3 (Khandhawit and Ye).
#[test]
fn graph_chomp_on_complete_graphs() {
    let mut game = Game::new(file("graph-chomp").name());
    for n in 1..=7 {
        let board = parse_board(&format!("complete({n})")).unwrap();
        assert_eq!(game.grundy(&board), n % 3, "n = {n}");
    }
}

/// Graph Chomp by its rules on boards: all ways to remove a vertex or an edge.
#[test]
fn the_options_of_graph_chomp() {
    let game = file("graph-chomp");
    for board in untinted(5) {
        let without = |v: usize| (0..board.order()).filter(|&u| u != v).collect::<Vec<_>>();
        let mut expected: HashSet<Board> = (0..board.order())
            .map(|v| board.kept(&without(v)))
            .collect();
        for i in 0..board.links().len() {
            let mut links = board.links();
            links.remove(i);
            expected.insert(board.clone().with_links(links));
        }
        let found: HashSet<Board> = game.options(&board, Player::Left).into_iter().collect();
        assert_eq!(found, expected, "{}", board.name());
    }
}

/// Snort at distance 2 by its definition: a vertex may be coloured if no path of at most two edges
/// joins it to a vertex of the opponent.
#[test]
fn the_options_of_snort_at_distance_two() {
    let game = file("distance-snort");
    for board in tinted(4) {
        let graph = board.graph();
        for (player, own) in [(Player::Left, Tint::Left), (Player::Right, Tint::Right)] {
            let near = |v: usize, u: usize| {
                graph.has_edge(v, u) || graph.neighbours(v).any(|w| graph.has_edge(w, u))
            };
            let blocked = |v: usize| {
                let mut others = (0..board.order()).filter(|&u| board.tints()[u] == own.swapped());
                others.any(|u| near(v, u))
            };
            let free =
                (0..board.order()).filter(|&v| board.tints()[v] == Tint::None && !blocked(v));
            let coloured = free.map(|v| {
                let mut next = board.clone();
                next.set_tint(v, own);
                next
            });
            let expected: HashSet<Board> = coloured.collect();
            let found: HashSet<Board> = game.options(&board, player).into_iter().collect();
            assert_eq!(found, expected, "{}:{}", board.name(), board.tint_string());
        }
    }
    assert_both_agree(game, &tinted(4));
}

/// Every file in `configs/games` is a game, and no two are the same game.
#[test]
fn every_shipped_file_is_a_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/games");
    let mut names = HashSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let game = game_from_file(&entry.unwrap().path()).unwrap();
        assert!(names.insert(game.name()), "{} is there twice", game.name());
    }
    assert_eq!(names.len(), 8);
}

/// Node Kayles with colours is Node Kayles on boards without colours; with them, a player has the
/// options of Node Kayles at her own and at the uncoloured vertices.
#[test]
fn node_kayles_with_colours() {
    let game = file("partizan-node-kayles");
    let node_kayles = named("node-kayles");
    for board in tinted(4) {
        for (player, others) in [(Player::Left, Tint::Right), (Player::Right, Tint::Left)] {
            let all = node_kayles.options(&board, player).into_iter();
            let open = all.zip(board.tints()).filter(|(_, tint)| **tint != others);
            let expected: HashSet<Board> = open.map(|(option, _)| option).collect();
            let found: HashSet<Board> = game.options(&board, player).into_iter().collect();
            assert_eq!(found, expected, "{}", board.text());
        }
    }
}
