//! Helpers of the tests of theorems: every small board, random boards, and a comparison of the two
//! evaluators.
#![allow(dead_code)] // two programs use it, and neither uses all of it

use boilingpoint_boards::{Board, Graph, Tint, enumerate, random_connected, random_tree};
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{Player, Ruleset};
use boilingpoint_solver::{Budget, Pool, Solver};
use boilingpoint_values::Value;

/// No tint, Left's tint, Right's tint.
pub const TINTS: [Tint; 3] = [Tint::None, Tint::Left, Tint::Right];

/// The connected graphs of orders 1 to `most`, each once up to isomorphism.
pub fn connected(most: usize) -> Vec<Graph> {
    let mut graphs = enumerate::first();
    let mut all = graphs.clone();
    for _ in 1..most {
        graphs = enumerate::next_connected(&graphs);
        all.extend(graphs.iter().cloned());
    }
    all
}

/// Every way to give each vertex one of these tints.
pub fn tintings<'a>(graph: &'a Graph, tints: &'a [Tint]) -> impl Iterator<Item = Board> + 'a {
    let kinds = tints.len();
    (0..kinds.pow(graph.order() as u32)).map(move |code| {
        let tint = |v: usize| tints[code / kinds.pow(v as u32) % kinds];
        Board::new(graph.clone(), (0..graph.order()).map(tint).collect()).expect("a tint each")
    })
}

/// A connected board; a tree if the seed is a multiple of three. All three tints are equally
/// likely.
pub fn random_board(order: usize, seed: u64) -> Board {
    let most = order * (order - 1) / 2;
    let graph = match seed % 3 {
        0 => random_tree(order, seed),
        _ => random_connected(
            order,
            (order + seed as usize % order).clamp(order - 1, most),
            seed,
        ),
    };
    let tint = |v: usize| TINTS[(mixed(seed ^ (v as u64) << 40) % 3) as usize];
    Board::new(graph, (0..order).map(tint).collect()).expect("a tint each")
}

/// A pseudo-random number computed from another (the finaliser of SplitMix64).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The disjoint union of boards.
pub fn side_by_side(boards: &[Board]) -> Board {
    let (mut edges, mut tints) = (Vec::new(), Vec::new());
    for board in boards {
        let before = tints.len();
        edges.extend(board.graph().edges().map(|(a, b)| (a + before, b + before)));
        tints.extend_from_slice(board.tints());
    }
    Board::new(Graph::from_edges(tints.len(), edges), tints).expect("a tint each")
}

/// The default budget without its limit of work, for tests of values.
pub fn unlimited() -> Budget {
    Budget {
        work: u64::MAX,
        ..Budget::default()
    }
}

/// A solver with its own tables.
pub fn solver(rules: &'static dyn Ruleset) -> Solver {
    Solver::new(rules, unlimited())
}

/// The value of a board.
pub fn value(solver: &mut Solver, board: &Board) -> Value {
    solver.value(board).expect("within the budget")
}

/// Checks that the solver and the reference evaluator agree on each of the boards.
pub fn assert_both_agree(rules: &'static dyn Ruleset, boards: &[Board]) {
    let pool = Pool::new(rules, &unlimited(), 0).expect("threads");
    let verdicts = pool.map(boards, |solver, board| {
        let evaluation = solver.evaluate(board).expect("within the budget");
        verify(rules, board, &evaluation, solver.values(), 1_000_000)
    });
    for (board, verdict) in boards.iter().zip(verdicts) {
        assert_eq!(
            verdict,
            Verdict::Agrees,
            "{}:{}",
            board.name(),
            board.tint_string()
        );
    }
}

/// Checks that the value of each board is {Left's options | Right's options}, with the options that
/// the rules give on boards. In a claiming game neither evaluator uses those.
pub fn assert_options_have_the_value(rules: &'static dyn Ruleset, boards: &[Board]) {
    let mut s = solver(rules);
    for board in boards {
        let [lefts, rights] = Player::BOTH.map(|player| {
            let options = rules.options(board, player);
            options
                .iter()
                .map(|option| value(&mut s, option))
                .collect::<Vec<_>>()
        });
        let whole = value(&mut s, board);
        let found = s.values().game(&lefts, &rights);
        assert_eq!(found, Ok(whole), "{}:{}", board.name(), board.tint_string());
    }
}
