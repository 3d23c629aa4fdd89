//! Tests of the families.

use super::*;

fn member(name: &str, args: &[i64]) -> Graph {
    Family::find(name)
        .unwrap()
        .build(args)
        .unwrap()
        .graph()
        .clone()
}

#[test]
fn boards_that_carry_more() {
    let board = |name: &str, args: &[i64]| Family::find(name).unwrap().build(args).unwrap();
    assert_eq!(board("alternating_path", &[4]).tint_string(), "LRLR");
    assert_eq!(board("tinted_star", &[1, 2]).tint_string(), "LLRR");
    assert_eq!(board("piles", &[3, 0, 5]).name(), "0-0*3,2-2*5,1");
    assert_eq!(board("squares", &[2, 3]).name(), "...|...");
    assert_eq!(board("looped_path", &[2]).name(), "0-0,0-1,1-1");
    assert_eq!(shape("theta", &[0, 1, 2]), (5, 6));
    // Lemma 5 of the notes on combinatorial games: ((n+2)^d - n^d) / 2 lines
    for (n, d) in [(3, 2), (4, 2), (3, 3), (4, 3), (2, 4)] {
        let cube = board("lines", &[n, d]);
        let points = n.pow(d as u32);
        let lines = ((n + 2).pow(d as u32) - points) / 2;
        assert_eq!(cube.order() as i64, points + lines);
        assert_eq!(cube.link_count() as i64, lines * (n + 1));
    }
}

fn shape(name: &str, args: &[i64]) -> (usize, usize) {
    let graph = member(name, args);
    (graph.order(), graph.size())
}

#[test]
fn orders_and_sizes() {
    assert_eq!(shape("path", &[0]), (0, 0));
    assert_eq!(shape("path", &[5]), (5, 4));
    assert_eq!(shape("cycle", &[3]), (3, 3));
    assert_eq!(shape("star", &[0]), (1, 0));
    assert_eq!(shape("star", &[4]), (5, 4));
    assert_eq!(shape("complete", &[5]), (5, 10));
    assert_eq!(shape("bipartite", &[2, 4]), (6, 8));
    assert_eq!(shape("grid", &[3, 4]), (12, 17));
    assert_eq!(shape("grid", &[2, 2, 3]), (12, 20));
    assert_eq!(shape("grid", &[0, 3]), (0, 0));
    assert_eq!(shape("nary_tree", &[3, 0]), (1, 0));
    assert_eq!(shape("nary_tree", &[3, 2]), (13, 12));
    assert_eq!(shape("nary_tree", &[1, 4]), (5, 4));
    assert_eq!(shape("caterpillar", &[4, 3, 4]), (14, 13));
    assert_eq!(shape("spider", &[1, 2, 3]), (7, 6));
    assert_eq!(shape("broom", &[3, 4]), (7, 6));
    assert_eq!(shape("double_star", &[2, 3]), (7, 6));
    assert_eq!(shape("wheel", &[6]), (7, 12));
    assert_eq!(shape("hypercube", &[0]), (1, 0));
    assert_eq!(shape("hypercube", &[4]), (16, 32));
    assert_eq!(shape("friendship", &[3]), (7, 9));
}

#[test]
fn numbering_is_as_the_summaries_say() {
    assert_eq!(member("star", &[2]), Graph::from_edges(3, [(0, 1), (0, 2)]));
    let spined = Graph::from_edges(6, [(0, 1), (1, 2), (0, 3), (2, 4), (2, 5)]);
    assert_eq!(member("caterpillar", &[1, 0, 2]), spined);
    assert_eq!(
        member("broom", &[2, 2]),
        Graph::from_edges(4, [(0, 1), (1, 2), (1, 3)])
    );
    assert_eq!(member("grid", &[1, 5]), member("path", &[5]));
    assert_eq!(member("grid", &[2, 2, 2]), member("hypercube", &[3]));
    assert_eq!(
        member("spider", &[2, 1]),
        Graph::from_edges(4, [(0, 1), (1, 2), (0, 3)])
    );
}

#[test]
fn names_are_distinct_and_signatures_start_with_them() {
    for (i, family) in catalogue().iter().enumerate() {
        assert!(family.signature.starts_with(&format!("{}(", family.name)));
        assert!(
            catalogue()[..i]
                .iter()
                .all(|other| other.name != family.name)
        );
    }
}

#[test]
fn hostile_arguments_are_errors() {
    for family in catalogue() {
        assert!(
            matches!(family.build(&[]), Err(FamilyError::Arity { .. })),
            "{}",
            family.name
        );
        for value in [-1, i64::MIN, i64::MAX, 100_001, 1 << 40] {
            let args = vec![value; family.min_args];
            assert!(family.build(&args).is_err(), "{} of {value}", family.name);
        }
    }
    let build = |name: &str, args: &[i64]| Family::find(name).unwrap().build(args);
    assert_eq!(
        build("complete", &[50_000]),
        Err(FamilyError::TooLarge(BoardLimit::MOST))
    );
    let small = BoardLimit { order: 9, size: 9 };
    for family in catalogue() {
        for value in 0..40 {
            let args = vec![value; family.min_args];
            if let Ok(board) = family.build_within(&args, small) {
                assert!(board.order() <= small.order, "{} of {value}", family.name);
            }
        }
    }
    assert_eq!(
        build("nary_tree", &[10, 100_000]),
        Err(FamilyError::TooLarge(BoardLimit::MOST))
    );
    assert_eq!(
        build("hypercube", &[17]),
        Err(FamilyError::TooLarge(BoardLimit::MOST))
    );
    assert_eq!(
        build("grid", &[100_000, 100_000, 100_000]),
        Err(FamilyError::TooLarge(BoardLimit::MOST))
    );
    assert!(build("random_connected", &[4, 7, 1]).is_err());
    assert!(build("random_connected", &[4, 2, 1]).is_err());
    assert_eq!(
        build("cycle", &[2]).unwrap_err().to_string(),
        "argument 1 is 2; expected at least 3"
    );
}

#[test]
fn misspelt_names_have_a_nearest() {
    assert_eq!(Family::nearest("catterpilar"), Some("caterpillar"));
    assert_eq!(Family::nearest("Star"), Some("star"));
    assert_eq!(Family::nearest("xyzzy"), None);
}

fn board(text: &str) -> Board {
    crate::parse_board(text).unwrap()
}

fn same(a: &str, b: &str) {
    let print = |text: &str| crate::canon::fingerprint(&board(text));
    assert_eq!(print(a), print(b), "{a} and {b}");
}

/// Order, size, least and greatest degree, and girth (0 for a forest).
#[test]
fn further_families_have_their_orders_sizes_and_girths() {
    for (text, expected) in [
        ("empty(4)", (4, 0, 0, 0, 0)),
        ("prism(5)", (10, 15, 3, 3, 4)),
        ("antiprism(4)", (8, 16, 4, 4, 3)),
        ("moebius_ladder(5)", (10, 15, 3, 3, 4)),
        ("ladder(5)", (10, 13, 2, 3, 4)),
        ("helm(4)", (9, 12, 1, 4, 3)),
        ("gear(4)", (9, 12, 2, 4, 4)),
        ("fan(5)", (6, 9, 2, 5, 3)),
        ("book(4)", (10, 13, 2, 5, 4)),
        ("triangular_book(4)", (6, 9, 2, 5, 3)),
        ("sun(4)", (8, 14, 2, 5, 3)),
        ("sunlet(5)", (10, 10, 1, 3, 5)),
        ("crown(5)", (10, 20, 4, 4, 4)),
        ("cocktail_party(4)", (8, 24, 6, 6, 3)),
        ("folded_cube(5)", (16, 40, 5, 5, 4)),
        ("halved_cube(5)", (16, 80, 10, 10, 3)),
        ("cube_connected_cycles(3)", (24, 36, 3, 3, 3)),
        ("cube_connected_cycles(4)", (64, 96, 3, 3, 4)),
        ("mycielski(1)", (1, 0, 0, 0, 0)),
        ("mycielski(4)", (11, 20, 3, 5, 4)),
        ("mycielski(5)", (23, 71, 4, 11, 4)),
        ("flower_snark(5)", (20, 30, 3, 3, 5)),
        ("flower_snark(7)", (28, 42, 3, 3, 6)),
        ("paley(13)", (13, 39, 6, 6, 3)),
        ("paley(25)", (25, 150, 12, 12, 3)),
        ("paley(27)", (0, 0, 0, 0, 0)),
        ("triangular(5)", (10, 30, 6, 6, 3)),
        ("odd(4)", (35, 70, 4, 4, 6)),
        ("kneser(6,2)", (15, 45, 6, 6, 3)),
        ("kneser(7,3)", (35, 70, 4, 4, 6)),
        ("kneser(5,4)", (5, 0, 0, 0, 0)),
        ("kneser(6,3)", (20, 10, 1, 1, 0)),
        ("johnson(5,2)", (10, 30, 6, 6, 3)),
        ("johnson(6,3)", (20, 90, 9, 9, 3)),
        ("generalised_petersen(10,2)", (20, 30, 3, 3, 5)),
        ("generalised_petersen(12,5)", (24, 36, 3, 3, 6)),
        ("turan(7,3)", (7, 16, 4, 5, 3)),
        ("turan(13,4)", (13, 63, 9, 10, 3)),
        ("windmill(3,4)", (10, 18, 3, 9, 3)),
        ("lollipop(4,3)", (7, 9, 1, 4, 3)),
        ("tadpole(4,2)", (6, 6, 1, 3, 4)),
        ("barbell(4,2)", (10, 15, 2, 4, 3)),
        ("barbell(3,0)", (6, 7, 2, 3, 3)),
        ("torus(4,5)", (20, 40, 4, 4, 4)),
        ("rook(8,8)", (64, 448, 14, 14, 3)),
        ("queen(8,8)", (64, 728, 21, 27, 3)),
        ("king(8,8)", (64, 210, 3, 8, 3)),
        ("knight(8,8)", (64, 168, 2, 8, 4)),
        ("bishop(8,8)", (64, 280, 7, 13, 3)),
        ("hamming(3,3)", (27, 81, 6, 6, 3)),
        ("multipartite(1,2,3)", (6, 11, 3, 5, 3)),
        ("circulant(13,1,5)", (13, 26, 4, 4, 4)),
        ("circulant(10,1,5)", (10, 15, 3, 3, 4)),
        ("circulant(10,1,-1,11)", (10, 10, 2, 2, 10)),
        ("lcf(7,5,-5)", (14, 21, 3, 3, 6)),
    ] {
        let Ok(board) = crate::parse_board(text) else {
            assert_eq!(expected.0, 0, "{text}");
            continue;
        };
        let graph = board.graph();
        let girth = graph.girth().unwrap_or(0);
        let degrees = (graph.min_degree(), graph.degree());
        let found = (graph.order(), graph.size(), degrees.0, degrees.1, girth);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn members_are_the_known_graphs() {
    for (a, b) in [
        ("kneser(5,2)", "IsP@OkWHG"),
        ("odd(3)", "IsP@OkWHG"),
        ("generalised_petersen(5,2)", "IsP@OkWHG"),
        ("johnson(4,2)", "cocktail_party(3)"),
        ("antiprism(3)", "multipartite(2,2,2)"),
        ("turan(6,3)", "multipartite(2,2,2)"),
        ("triangular(5)", "johnson(5,2)"),
        ("paley(5)", "cycle(5)"),
        ("paley(9)", "rook(3,3)"),
        ("rook(4,4)", "hamming(2,4)"),
        ("hamming(4,2)", "hypercube(4)"),
        ("prism(4)", "hypercube(3)"),
        ("generalised_petersen(4,1)", "hypercube(3)"),
        ("crown(3)", "cycle(6)"),
        ("crown(4)", "hypercube(3)"),
        ("moebius_ladder(2)", "complete(4)"),
        ("moebius_ladder(3)", "bipartite(3,3)"),
        ("folded_cube(3)", "complete(4)"),
        ("folded_cube(4)", "bipartite(4,4)"),
        ("halved_cube(3)", "complete(4)"),
        ("halved_cube(4)", "cocktail_party(4)"),
        ("torus(4,4)", "hypercube(4)"),
        ("torus(3,3)", "paley(9)"),
        ("mycielski(2)", "path(2)"),
        ("mycielski(3)", "cycle(5)"),
        ("windmill(4,3)", "friendship(4)"),
        ("windmill(4,2)", "star(4)"),
        ("triangular_book(3)", "multipartite(1,1,3)"),
        ("fan(3)", "triangular_book(2)"),
        ("knight(3,3)", "sum(cycle(8),leaf)"),
        ("king(2,2)", "complete(4)"),
        ("lollipop(1,4)", "path(5)"),
        ("ladder(4)", "grid(2,4)"),
        ("lcf(8,4)", "moebius_ladder(4)"),
        ("lcf(4,3,-3)", "hypercube(3)"),
        ("circulant(8,1,4)", "moebius_ladder(4)"),
        ("circulant(10,1,2)", "antiprism(5)"),
        ("circulant(13,1,3,4)", "paley(13)"),
    ] {
        same(a, b);
    }
}

/// The order, the degree, and the numbers of common neighbours of adjacent and other vertices.
#[test]
fn strongly_regular_graphs_have_their_parameters() {
    for (text, order, degree, adjacent, apart) in [
        ("paley(13)", 13, 6, 2, 3),
        ("paley(9)", 9, 4, 1, 2),
        ("paley(25)", 25, 12, 5, 6),
        ("paley(49)", 49, 24, 11, 12),
        ("paley(81)", 81, 40, 19, 20),
        ("paley(125)", 125, 62, 30, 31),
        ("folded_cube(5)", 16, 5, 0, 2),
        ("halved_cube(5)", 16, 10, 6, 6),
        ("kneser(6,2)", 15, 6, 1, 3),
        ("triangular(8)", 28, 12, 6, 4),
        ("rook(4,4)", 16, 6, 2, 2),
    ] {
        let graph = board(text).graph().clone();
        assert_eq!(graph.order(), order, "{text}");
        assert!(graph.degrees().all(|d| d == degree), "{text}");
        for b in 0..order {
            for a in 0..b {
                let both = |v: &usize| graph.has_edge(a, *v) && graph.has_edge(b, *v);
                let common = (0..order).filter(both).count();
                let expected = if graph.has_edge(a, b) {
                    adjacent
                } else {
                    apart
                };
                assert_eq!(common, expected, "{text}: {a} and {b}");
            }
        }
    }
}

#[test]
fn further_families_have_their_symmetries() {
    for (text, expected) in [
        ("moebius_ladder(4)", 16),
        ("lcf(7,5,-5)", 336),
        ("generalised_petersen(8,3)", 96),
        ("generalised_petersen(10,2)", 120),
        ("generalised_petersen(12,5)", 144),
        ("kneser(5,2)", 120),
        ("lcf(8,12,7,-7)", 32),
        ("lcf(5,5,-5,9,-9)", 240),
        ("lcf(4,5,-9,7,-7,9,-5)", 144),
        ("lcf(5,-13,-9,7,-7,9,13)", 1440),
        ("paley(13)", 78),
        ("folded_cube(5)", 1920),
        ("antiprism(4)", 16),
        ("sun(4)", 8),
        ("flower_snark(5)", 20),
        ("mycielski(4)", 10),
    ] {
        let group = crate::automorphism_group(&board(text));
        assert_eq!(group.into_iter().product::<u64>(), expected, "{text}");
    }
}

#[test]
fn numbering_of_further_families() {
    let edges = |text: &str| board(text).graph().edges().collect::<Vec<_>>();
    assert_eq!(edges("lollipop(3,1)"), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    assert_eq!(edges("multipartite(1,1,1)"), edges("complete(3)"));
    assert_eq!(edges("multipartite(2,3)"), edges("bipartite(2,3)"));
    assert_eq!(edges("K(2,3)"), edges("bipartite(2,3)"));
    assert_eq!(edges("paley(5)"), [(0, 1), (0, 4), (1, 2), (2, 3), (3, 4)]);
    assert_eq!(edges("kneser(4,2)"), [(0, 5), (1, 4), (2, 3)]);
    assert_eq!(edges("tadpole(3,1)"), [(0, 1), (0, 2), (1, 2), (2, 3)]);
    assert_eq!(edges("knight(2,3)"), [(0, 5), (2, 3)]);
    assert_eq!(edges("crown(2)"), [(0, 3), (1, 2)]);
}

#[test]
fn refusals_of_further_families_say_what_is_expected() {
    let message = |text: &str| crate::parse_board(text).unwrap_err().to_string();
    for (text, part) in [
        ("paley(15)", "expected a prime power that is 1 modulo 4"),
        ("paley(7)", "expected a prime power that is 1 modulo 4"),
        ("kneser(3,4)", "argument 2 is 4; expected from 1 to 3"),
        ("kneser(3,0)", "argument 2 is 0; expected at least 1"),
        (
            "generalised_petersen(4,2)",
            "argument 2 is 2; expected from 1 to 1",
        ),
        (
            "circulant(6,12)",
            "argument 2 is 12; expected a number that 6 does not divide",
        ),
        (
            "lcf(2,-4,2)",
            "argument 2 is -4; expected a number that 4 does not divide",
        ),
        ("lcf(1,1)", "at least 3 vertices"),
        ("turan(3,4)", "argument 2 is 4; expected at most 3"),
        (
            "wheel_graph(5)",
            "no family `wheel_graph`; networkx counts the centre",
        ),
        ("K()", "complete(n) does not take 0 arguments"),
    ] {
        assert!(message(text).contains(part), "{text}: {}", message(text));
    }
}

/// Each family refuses huge arguments and negative ones, in every place.
#[test]
fn hostile_arguments_of_any_kind_are_refused_in_time() {
    let small = BoardLimit {
        order: 50,
        size: 90,
    };
    let values = [
        i64::MIN,
        -7,
        0,
        1,
        2,
        3,
        7,
        64,
        32_768,
        1_000_000_000_000_000_000,
        i64::MAX,
    ];
    for family in catalogue() {
        let most = family.max_args.unwrap_or(4);
        for arity in family.min_args..=most.min(3) {
            for code in 0..values.len().pow(arity as u32) {
                let args: Vec<i64> = (0..arity)
                    .map(|i| values[code / values.len().pow(i as u32) % values.len()])
                    .collect();
                if let Ok(board) = family.build_within(&args, small) {
                    assert!(
                        small.allows(board.order(), board.graph().size()),
                        "{args:?}"
                    );
                }
            }
        }
    }
}
