//! The benchmarks of the solver: cold single boards, streams and scans. Each benchmark asserts its
//! answer, so that a solver that is fast but wrong fails. Run with `cargo bench`.

use boilingpoint_boards::{
    Board, Graph, canon, enumerate, parse_board, random_connected, random_tree,
};
use boilingpoint_checker::Checker;
use boilingpoint_rules::{Col, Domineering, NodeKayles, Ruleset, Snort};
use boilingpoint_solver::{Bounds, Budget, Extras, Pool, Solver, cool, narrow, with_deep_stack};
use boilingpoint_values::{Dyadic, Outcome, Values};
use divan::{Bencher, black_box};

fn main() {
    // Deep recursion needs a deep stack.
    with_deep_stack(divan::main);
}

fn temperature(board: &Board) -> String {
    let mut solver = Solver::new(&Snort, Budget::default());
    let heat = solver.summary(board).expect("within the budget");
    heat.temperatures.expect("a value").temperature.to_string()
}

fn assert_all(boards: &[Board], expected: &[String]) {
    let found: Vec<String> = black_box(boards).iter().map(temperature).collect();
    assert_eq!(found, expected);
}

/// Boards with temperatures known from a first round, with empty tables for each.
fn cold(bencher: Bencher, boards: &[Board]) {
    let expected: Vec<String> = boards.iter().map(temperature).collect();
    let positions = |board: &Board| {
        let mut solver = Solver::new(&Snort, Budget::default());
        solver.summary(board).expect("within the budget");
        solver.work().positions as usize
    };
    let positions: usize = boards.iter().map(positions).sum();
    bencher
        .counter(divan::counter::ItemsCount::new(positions))
        .bench(|| assert_all(boards, &expected));
}

/// The paper's caterpillars, from empty tables.
#[divan::bench(args = [16, 64, 256], sample_count = 20, sample_size = 1)]
fn cold_caterpillar(bencher: Bencher, n: u64) {
    let board = parse_board(&format!("caterpillar({},{n},{})", n + 1, n + 1)).expect("a family");
    bencher.bench(|| assert_eq!(temperature(black_box(&board)), (2 * n + 1).to_string()));
}

/// A centre with legs of two vertices: several hundred classes, one kind of branch.
#[divan::bench(args = [50, 100, 200], sample_count = 3, sample_size = 1)]
fn cold_spider(bencher: Bencher, legs: u64) {
    let board = parse_board(&format!("spider({})", vec!["2"; legs as usize].join(",")));
    let board = board.expect("a family");
    bencher.bench(|| assert_eq!(temperature(black_box(&board)), (legs / 2).to_string()));
}

/// Twenty random trees, with empty tables for each.
#[divan::bench(args = [16, 18, 20, 22, 24], sample_count = 3, sample_size = 1)]
fn cold_random_trees(bencher: Bencher, order: usize) {
    let tree = |seed| Board::untinted(random_tree(order, seed));
    cold(bencher, &(1..=20).map(tree).collect::<Vec<_>>());
}

/// Boards, and their temperatures in sixteenths.
const COOLED: [(&str, i64); 5] = [
    ("path(40)", 24),
    ("path(80)", 32),
    ("random_tree(36,1)", 56),
    ("caterpillar(1,2,3,4,5,6,7,8)", 209),
    ("grid(4,5)", 16),
];

/// Paths, a tree, a caterpillar and a grid whose mean and temperature are found by cooling.
#[divan::bench(args = COOLED, sample_count = 3, sample_size = 1)]
fn cooled(bencher: Bencher, (name, sixteenths): (&str, i64)) {
    let board = parse_board(name).expect("a family");
    let budget = Budget {
        work: u64::MAX,
        ..Budget::default()
    };
    let temperature = Dyadic::new(sixteenths, 4).expect("small");
    let unknown = [Dyadic::MINUS_ONE, Dyadic::integer(1 << 20)];
    bencher.bench(|| {
        let mast = cool(&Snort, &budget, black_box(&board), unknown).expect("a position");
        assert_eq!(mast.temperature, [temperature; 2]);
    });
}

/// Boards whose temperature is found by proofs of who wins alone, with it in halves.
#[divan::bench(args = [("path(36)", 2), ("grid(5,5)", 3)], sample_count = 3, sample_size = 1)]
fn proved(bencher: Bencher, (name, halves): (&str, i64)) {
    let board = parse_board(name).expect("a family");
    let budget = Budget::default();
    let order = i64::try_from(board.order()).expect("small");
    let all = [-order, order].map(Dyadic::integer);
    let unknown = Bounds {
        temperature: [Dyadic::MINUS_ONE, Dyadic::integer(2)],
        mean: all,
        left_stop: all,
        right_stop: all,
        first_wins: [None; 2],
    };
    let temperature = Dyadic::new(halves, 1).expect("small");
    bencher.bench(|| {
        let found = narrow(&Snort, &budget, black_box(&board), unknown).expect("a position");
        assert_eq!(found.temperature, [temperature; 2]);
    });
}

/// Five random connected graphs of an order, sparse and dense.
#[divan::bench(args = [(14, 21), (14, 45), (16, 24), (16, 60), (18, 27), (18, 76)], sample_count = 3, sample_size = 1)]
fn cold_random_connected(bencher: Bencher, (order, size): (usize, usize)) {
    let graph = |seed| Board::untinted(random_connected(order, size, seed));
    cold(bencher, &(1..=5).map(graph).collect::<Vec<_>>());
}

/// Five random connected graphs with every third vertex tinted.
#[divan::bench(args = [(14, 21), (16, 24)], sample_count = 3, sample_size = 1)]
fn cold_tinted(bencher: Bencher, (order, size): (usize, usize)) {
    let tints = "L..R..L..R..L..R..";
    let board = |seed| Board::with_tints(random_connected(order, size, seed), &tints[..order]);
    let boards: Result<Vec<Board>, _> = (1..=5).map(board).collect();
    cold(bencher, &boards.expect("tints for each"));
}

/// A sequence of mutants, as a search makes them: one leaf is moved at a time. With warm tables.
#[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1)]
fn warm_mutants(bencher: Bencher, threads: usize) {
    let mutant = |step: usize| {
        let tree = random_tree(17, 1 + step as u64 / 100);
        let edges: Vec<(usize, usize)> = tree.edges().chain([(step % 17, 17)]).collect();
        Board::untinted(Graph::from_edges(18, edges))
    };
    let boards: Vec<Board> = (1..=2000).map(mutant).collect();
    let hottest = |threads: usize| {
        let pool = Pool::new(&Snort, &Budget::default(), threads).expect("threads");
        let heat = |solver: &mut Solver, board: &Board| solver.summary(board).expect("small");
        let heats = pool.map(&boards, heat);
        let thermals = heats.into_iter().map(|h| h.temperatures.expect("a value"));
        thermals.map(|t| t.temperature).max()
    };
    let expected = hottest(1);
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| assert_eq!(hottest(threads), expected));
}

fn connected(order: usize) -> Vec<Board> {
    let graphs = (1..order).fold(enumerate::first(), |graphs, _| {
        enumerate::next_connected(&graphs)
    });
    graphs.into_iter().map(Board::untinted).collect()
}

/// All connected graphs of an order with one table, on one thread and on two.
#[divan::bench(args = [(8, 1), (8, 2), (9, 1), (9, 2)], sample_count = 3, sample_size = 1)]
fn scan_connected(bencher: Bencher, (order, threads): (usize, usize)) {
    let boards = connected(order);
    let second_player_wins = if order == 8 { 94 } else { 334 };
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| {
            let pool = Pool::new(&Snort, &Budget::default(), threads).expect("threads");
            let outcome =
                |solver: &mut Solver, b: &Board| solver.summary(b).expect("small").outcome;
            let outcomes = pool.map(&boards, outcome);
            let zero = outcomes.iter().filter(|&&o| o == Outcome::P).count();
            assert_eq!(zero, second_player_wins);
        });
}

/// The connected graphs of order 9 as a listing, with empty tables: all temperatures, or only whether
/// a board reaches the maximum of temperature - degree, which is 1/2.
#[divan::bench(args = [false, true], sample_count = 5, sample_size = 1)]
fn listing(bencher: Bencher, maximum_only: bool) {
    let boards = connected(9);
    let reaches = |solver: &mut Solver, board: &Board| {
        let degree = Dyadic::integer(board.graph().degree() as i64);
        let [half, least] = [(1, 1), (1, 10)].map(|(n, e)| Dyadic::new(n, e).expect("small"));
        let reached = degree.add(half).expect("small");
        let below = reached.sub(least).expect("small");
        if maximum_only && solver.is_at_most(board, below).expect("small") {
            return false;
        }
        let summary = solver.summary_in_listing(board, &Extras::default());
        let temperatures = summary.expect("small").temperatures;
        temperatures.expect("a value").temperature >= reached
    };
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| {
            let pool = Pool::new(&Snort, &Budget::default(), 1).expect("threads");
            let reached = pool.map(&boards, reaches);
            assert_eq!(reached.iter().filter(|&&r| r).count(), 35);
        });
}

/// The number of boards that the second player wins, with one table on one thread.
fn second_player_wins(ruleset: &'static dyn Ruleset, boards: &[Board]) -> usize {
    let pool = Pool::new(ruleset, &Budget::default(), 1).expect("threads");
    let outcome = |solver: &mut Solver, b: &Board| solver.summary(b).expect("small").outcome;
    let outcomes = pool.map(boards, outcome);
    outcomes.iter().filter(|&&o| o == Outcome::P).count()
}

/// Rectangles of Domineering, from empty tables.
#[divan::bench(args = [(4, 4, "0"), (4, 5, "-1"), (2, 11, "19/16"), (3, 7, "9/8"), (5, 5, "-1")], sample_count = 5, sample_size = 1)]
fn cold_domineering(bencher: Bencher, (m, n, temperature): (usize, usize, &str)) {
    let board = parse_board(&format!("squares({m},{n})")).expect("a family");
    bencher.bench(|| {
        let mut solver = Solver::new(&Domineering, Budget::default());
        let heat = solver
            .summary(black_box(&board))
            .expect("within the budget");
        let found = heat.temperatures.expect("a value").temperature;
        assert_eq!(found.to_string(), temperature);
    });
}

/// All sets of squares within 4 x 4, with one table.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn domineering_within_4_by_4(bencher: Bencher) {
    let squares = |bits: u32| {
        let all = (0..4).flat_map(|i| (0..4).map(move |j| [i, j]));
        Board::of_squares(all.filter(|[i, j]| bits >> (4 * i + j) & 1 == 1).collect())
    };
    let boards: Vec<Board> = (0..1 << 16).map(squares).collect();
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| assert_eq!(second_player_wins(&Domineering, &boards), 6236));
}

/// All connected graphs of order 8 in two other games, with one table.
#[divan::bench(args = ["col", "node-kayles"], sample_count = 3, sample_size = 1)]
fn scan_other_games(bencher: Bencher, game: &str) {
    let (ruleset, zeros): (&'static dyn Ruleset, usize) = match game {
        "col" => (&Col, 7360),
        _ => (&NodeKayles, 1875),
    };
    let boards = connected(8);
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| assert_eq!(second_player_wins(ruleset, &boards), zeros));
}

/// The sum of the Grundy values of Node Kayles, with empty tables for each board.
fn grundy(boards: &[Board]) -> u32 {
    let grundy = |board: &Board| {
        let mut solver = Solver::new(&NodeKayles, Budget::default());
        let heat = solver.summary(black_box(board)).expect("within the budget");
        heat.grundy.expect("impartial")
    };
    boards.iter().map(grundy).sum()
}

/// Paths and cycles to 40 vertices, and twenty random trees of order 30.
#[divan::bench(args = ["path", "cycle", "random_tree"], sample_count = 3, sample_size = 1)]
fn cold_node_kayles(bencher: Bencher, family: &str) {
    let (members, sum): (Vec<String>, u32) = match family {
        "path" => ((1..=40).map(|n| format!("path({n})")).collect(), 77),
        "cycle" => ((3..=40).map(|n| format!("cycle({n})")).collect(), 8),
        _ => (
            (1..=20).map(|s| format!("random_tree(30,{s})")).collect(),
            65,
        ),
    };
    let board = |text: &String| parse_board(text).expect("a family");
    let boards: Vec<Board> = members.iter().map(board).collect();
    bencher.bench(|| assert_eq!(grundy(&boards), sum));
}

/// Fingerprints of all connected graphs of order 8: only canonical labelling.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn fingerprints(bencher: Bencher) {
    let boards = connected(8);
    bencher
        .counter(divan::counter::ItemsCount::new(boards.len()))
        .bench(|| {
            let mut all: Vec<u128> = boards.iter().map(canon::fingerprint).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 11117);
        });
}

/// A sum of hot games, from an empty store.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn sum_of_hot_games(bencher: Bencher) {
    bencher.bench(|| {
        let mut values = Values::new();
        let five: Vec<String> = vec!["{3||2|1}".into(); 5];
        let sum = values.parse(&five.join("+")).expect("notation");
        let expected = values
            .parse("{12|||11||10,{11|10}|9Tiny({2|1})}")
            .expect("notation");
        assert_eq!(sum, expected);
    });
}

/// Comparisons of all pairs of forty sums of hot games, from an empty store.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn comparisons(bencher: Bencher) {
    let switches = ["{3||2|1}", "{5|*||-1}", "{4,{7|2}|-3}", "{6||1|-4}"];
    bencher
        .counter(divan::counter::ItemsCount::new(1600usize))
        .bench(|| {
            let mut values = Values::new();
            let sums: Vec<_> = (0..40)
                .map(|i| {
                    let parts: Vec<&str> = (0..3)
                        .map(|k| switches[(i + k * (i / 4 + 1)) % 4])
                        .collect();
                    values.parse(&parts.join("+")).expect("notation")
                })
                .collect();
            let mut least = 0;
            for &g in &sums {
                for &h in &sums {
                    least += usize::from(values.le(g, h).expect("no limits"));
                }
            }
            assert_eq!(least, COMPARABLE);
        });
}

/// The number of these pairs `(g, h)` with `g <= h`.
const COMPARABLE: usize = 480;

/// The independent checker on one of the boards that the paper's search started from.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn checker_on_a_workshop_board(bencher: Bencher) {
    let board = parse_board("caterpillar(3,5,3)").expect("a family");
    bencher.bench(|| {
        let checked = Checker::new(&Snort, 10_000_000)
            .check(black_box(&board))
            .expect("small");
        let short = checked.short.expect("a value");
        assert_eq!(short.temperature.to_string(), "8");
    });
}
