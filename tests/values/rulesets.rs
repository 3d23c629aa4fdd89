//! Promises of every ruleset of the catalogue: its rules are fair, the information for the fast
//! solver agrees with its options, and boards that it does not know are refused.

use boilingpoint_boards::{Board, Graph, Link, Tint, enumerate, parse_board, random_connected};
use boilingpoint_checker::Checker;
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{self as ruleset, Algebra, Feature, Player, Ruleset};
use boilingpoint_solver::{Budget, SolveError, Solver};
use boilingpoint_values::Value;

const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// The catalogue, and rulesets with parameters.
fn rulesets() -> Vec<&'static dyn Ruleset> {
    let more = [
        "subtraction(1,3,4)",
        "take-away(n)",
        "take-away(2*n)",
        "rules(.>L if R=0 within 2)",
        "rules([.L]@*>-=@ edges removed; L>. if *=even)",
        "rules(**>== if 1:R=0,2:L=1.. neighbours .>L,R>- edges removed)",
    ];
    let more = more.map(|name| ruleset::find(name).expect(name));
    ruleset::catalogue().iter().copied().chain(more).collect()
}

/// Some boards for a game, made from a graph, with marks of all kinds that the game has; the number
/// selects them.
fn playable(rules: &dyn Ruleset, graph: &Graph, choice: u64) -> Board {
    let carries = rules.carries();
    let pick = |i: usize, n: u64| choice.wrapping_mul(0x9e37_79b9).rotate_left(7 * i as u32) % n;
    if carries.squares {
        let at = |v: usize| [(pick(v, 4)) as i16, (pick(v + 5, 4)) as i16];
        return Board::of_squares((0..2 * graph.order()).map(at).collect());
    }
    let mut board = Board::untinted(graph.clone());
    if carries.tints {
        for v in 0..board.order() {
            board.set_tint(v, TINTS[pick(v, 3) as usize]);
        }
    }
    let mut links = board.links();
    if carries.has(Feature::Weights) && carries.loops && !carries.token {
        links.clear(); // piles
    }
    for (i, link) in links.iter_mut().enumerate() {
        if carries.has(Feature::Weights) {
            link.weight = 1 + pick(i, 2) as u32;
        }
        link.arc = carries.arcs && pick(i + 3, 3) == 0;
    }
    if carries.loops {
        let weight = |v| {
            if carries.has(Feature::Weights) {
                pick(v, 5) as u32
            } else {
                pick(v, 2) as u32
            }
        };
        links.extend((0..board.order()).map(|v| Link::edge(v, v, weight(v))));
    }
    if carries.parallel && rules.algebra() != Algebra::Impartial {
        links.extend(links.first().copied());
    }
    let token = carries
        .token
        .then_some(pick(1, board.order() as u64) as usize);
    board.with_links(links).with_token(token)
}

fn graphs(order: usize) -> Vec<Graph> {
    let mut graphs = enumerate::first();
    for _ in 1..order {
        graphs = enumerate::next_connected(&graphs);
    }
    graphs
}

/// In every game, on boards with all kinds of marks: the fast solver agrees with the checker, which
/// uses only the options of the rules.
#[test]
fn the_solver_agrees_with_the_checker_in_every_game() {
    for rules in rulesets() {
        let mut solver = Solver::new(rules, Budget::default());
        for order in 1..=4 {
            for (i, graph) in graphs(order).iter().enumerate() {
                for choice in 0..12 {
                    let board = playable(rules, graph, choice * 31 + i as u64);
                    let e = solver.evaluate(&board).expect("small");
                    let verdict = verify(rules, &board, &e, solver.values(), 1_000_000);
                    assert_eq!(
                        verdict,
                        Verdict::Agrees,
                        "{}: {}",
                        rules.name(),
                        board.name()
                    );
                }
            }
        }
    }
}

/// The names of vertices do not matter.
#[test]
fn relabelling_changes_nothing_in_any_game() {
    for rules in rulesets() {
        for seed in 0..12 {
            let graph = random_connected(6, 5 + seed as usize % 4, seed);
            let board = playable(rules, &graph, seed);
            let order = board.order();
            let place: Vec<usize> = (0..order)
                .map(|v| (v + 1 + seed as usize) % order)
                .collect();
            let found = |board: &Board| {
                let mut solver = Solver::new(rules, Budget::default());
                solver.evaluate(board).expect("small").summary
            };
            let other = found(&board.relabelled(&place));
            assert_eq!(found(&board), other, "{}: {}", rules.name(), board.name());
        }
    }
}

/// Partizan games are fair: exchanging the players negates the value.
#[test]
fn exchanging_the_players_negates_in_every_partizan_game() {
    for rules in rulesets()
        .into_iter()
        .filter(|r| r.algebra() == Algebra::Partizan)
    {
        let mut solver = Solver::new(rules, Budget::default());
        for seed in 0..40 {
            let graph = random_connected(7, 6 + seed as usize % 6, seed);
            let board = playable(rules, &graph, seed);
            let value = solver.value(&board).expect("small");
            let swapped = solver.value(&board.swapped()).expect("small");
            let sum = solver.values().add(value, swapped).expect("small");
            assert_eq!(sum, Value::ZERO, "{}: {}", rules.name(), board.name());
        }
        let Some(game) = rules.claiming() else {
            continue;
        };
        for t in TINTS {
            for p in Player::BOTH {
                assert_eq!(
                    (game.may_claim)(t, p),
                    (game.may_claim)(t.swapped(), p.other())
                );
                let after = (game.neighbour)(t, p).map(Tint::swapped);
                assert_eq!(after, (game.neighbour)(t.swapped(), p.other()));
            }
            for u in TINTS {
                assert_eq!(
                    (game.edge_matters)(t, u),
                    (game.edge_matters)(u.swapped(), t.swapped())
                );
                assert_eq!((game.edge_matters)(t, u), (game.edge_matters)(u, t));
            }
        }
    }
}

/// An idle edge may be dropped: the checker, which drops none, finds the same value without it.
#[test]
fn idle_edges_change_nothing_in_any_claiming_game() {
    for rules in rulesets() {
        let native = |board: &Board| rules.claims(board).is_none();
        let Some(game) = rules.claiming() else {
            continue;
        };
        for seed in 0..60 {
            let graph = random_connected(6, 7 + seed as usize % 6, seed);
            if rules.carries().squares {
                continue;
            }
            let board = playable(rules, &graph, seed);
            if !native(&board) {
                continue;
            }
            let tints = board.tints();
            let matters = |&(a, b): &(usize, usize)| (game.edge_matters)(tints[a], tints[b]);
            let rest = Graph::from_edges(board.order(), graph.edges().filter(matters));
            let rest = Board::new(rest, tints.to_vec()).expect("a tint each");
            let mut solver = Solver::new(rules, Budget::default());
            let mut value = |board: &Board| {
                let checked = Checker::new(rules, 1_000_000).check(board).expect("small");
                let form = checked.short.and_then(|s| s.form).expect("a short form");
                solver.values().parse(&form).expect("a form")
            };
            assert_eq!(
                value(&board),
                value(&rest),
                "{}: {}",
                rules.name(),
                board.name()
            );
        }
    }
}

/// A board with marks that the game does not have is refused, and the message names the place.
#[test]
fn boards_that_do_not_fit_are_refused() {
    for (rules, board, message) in [
        (
            "snort",
            "0-0,0-1",
            "snort has no use for loops; there is a loop at vertex 0",
        ),
        (
            "snort",
            "0>1",
            "snort has no use for arcs; there is an arc from 0 to 1",
        ),
        (
            "col",
            "0-1*2",
            "col has no use for weights; the edge 0-1 has a weight above 1",
        ),
        (
            "snort",
            "0-1*1*1",
            "snort has no use for parallel edges; there are parallel edges between 0 and 1",
        ),
        ("snort", "..|..", "snort is not played on squares"),
        ("snort", "path(2)@0", "snort has no use for a token"),
        (
            "node-kayles",
            "path(2):L.",
            "node-kayles has no use for tints",
        ),
        (
            "positional",
            "lines(3,2):LLL.RR...........",
            "positional has tints only on winning sets (vertices with a loop), but vertex 0 is a tinted point",
        ),
        (
            "even-odd",
            "0-1*5",
            "even-odd is played on piles (vertices with loops, such as `piles(3,4)`), but the board has the edge 0-1",
        ),
        ("domineering", "path(2)", "domineering is played on squares"),
        (
            "nim-on-graphs",
            "path(2)",
            "nim-on-graphs needs a token on a vertex",
        ),
    ] {
        let mut solver = Solver::new(ruleset::find(rules).expect(rules), Budget::default());
        let refused = solver
            .evaluate(&parse_board(board).expect(board))
            .unwrap_err();
        assert!(matches!(refused, SolveError::Unfit(_)));
        assert!(refused.to_string().starts_with(message), "{refused}");
    }
}

/// Rulesets are found by name, also with parameters in any spelling; other names are refused.
#[test]
fn rulesets_are_found_by_name() {
    for rules in rulesets() {
        let found = ruleset::find(rules.name()).expect("its own name");
        assert_eq!(
            (found.name(), found.summary()),
            (rules.name(), rules.summary())
        );
    }
    let spelt = ruleset::find("subtraction( 4, 1,3 )").expect("spaces");
    assert_eq!(spelt.name(), "subtraction(1,3,4)");
    let message = |name: &str| match ruleset::find(name) {
        Ok(_) => panic!("{name} was found"),
        Err(e) => e.to_string(),
    };
    assert!(message("snrot").contains("did you mean `snort`?"));
    assert!(message("chess").contains("known: snort, col"));
    assert!(message("subtraction(0)").contains("`0` is not a number of chips"));
    assert!(message("take-away(x)").contains("`x` has no value"));
    assert!(message("take-away(2n)").contains("character 2"));
}
