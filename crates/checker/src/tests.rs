//! Tests of the checker: against facts from the literature, and against golden data
//! (`tests/data/README.md`).

#![allow(clippy::unwrap_used)]

use super::walls::ProvedBounds;
use super::*;
use boilingpoint_boards::Graph;
use boilingpoint_pinned::{assert_table, sum};
use boilingpoint_rules::{Domineering, MakerBreaker, NimOnGraphs, Snort};
use std::time::{Duration, Instant};

/// Empty tables with the limits that a caller sets by default.
fn table() -> GameTable {
    Checker::new(&Snort, 1).tables().unwrap()
}

/// A parser for `5`, `-3/4`, `5*`, `*`, `^`, `v` and `{a,b|c,d}`.
struct Parser<'a> {
    text: &'a [u8],
    algebra: &'a mut GameTable,
}

impl Parser<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.text.first() == Some(&byte);
        self.text = &self.text[usize::from(found)..];
        found
    }

    fn list(&mut self, end: u8) -> Vec<Id> {
        let mut all = Vec::new();
        while !self.eat(end) {
            all.push(self.game());
            self.eat(b',');
        }
        all
    }

    fn integer(&mut self) -> Option<i64> {
        let digits = self
            .text
            .iter()
            .skip(1)
            .take_while(|b| b.is_ascii_digit())
            .count()
            + 1;
        let n = std::str::from_utf8(&self.text[..digits.min(self.text.len())])
            .unwrap()
            .parse()
            .ok()?;
        self.text = &self.text[digits..];
        Some(n)
    }

    /// Builds numerator / denominator from {n-1|}, {|n+1} and {k-1|k+1}.
    fn number(&mut self, numerator: i64, denominator: i64) -> Id {
        let (left, right) = match (numerator, denominator) {
            (0, _) => (vec![], vec![]),
            (n, 1) if n > 0 => (vec![self.number(n - 1, 1)], vec![]),
            (n, 1) => (vec![], vec![self.number(n + 1, 1)]),
            (k, m) if k % 2 == 0 => return self.number(k / 2, m / 2),
            (k, m) => (vec![self.number(k - 1, m)], vec![self.number(k + 1, m)]),
        };
        self.algebra.canonical(left, right).unwrap()
    }

    fn game(&mut self) -> Id {
        if self.eat(b'{') {
            let left = self.list(b'|');
            let right = self.list(b'}');
            return self.algebra.canonical(left, right).unwrap();
        }
        let star = self.algebra.canonical(vec![ZERO], vec![ZERO]).unwrap();
        if self.eat(b'^') {
            return self.algebra.canonical(vec![ZERO], vec![star]).unwrap();
        }
        if self.eat(b'v') {
            return self.algebra.canonical(vec![star], vec![ZERO]).unwrap();
        }
        let numerator = self.integer();
        let denominator = if self.eat(b'/') {
            self.integer().unwrap()
        } else {
            1
        };
        let number = self.number(numerator.unwrap_or(0), denominator);
        if self.eat(b'*') {
            return self.algebra.sum(number, star).unwrap();
        }
        assert!(
            numerator.is_some(),
            "no game: {}",
            String::from_utf8_lossy(self.text)
        );
        number
    }
}

fn parse(algebra: &mut GameTable, text: &str) -> Id {
    let mut parser = Parser {
        text: text.as_bytes(),
        algebra,
    };
    let game = parser.game();
    assert!(parser.text.is_empty(), "more than a game: {text}");
    game
}

fn negative(algebra: &mut GameTable, g: Id) -> Id {
    let options = algebra.options(g);
    let left = options
        .right
        .iter()
        .map(|&r| negative(algebra, r))
        .collect();
    let right = options.left.iter().map(|&l| negative(algebra, l)).collect();
    algebra.canonical(left, right).unwrap()
}

const GAMES: [&str; 12] = [
    "0",
    "1",
    "1/2",
    "-3/4",
    "*",
    "^",
    "5*",
    "{4|-4}",
    "{4|0}",
    "{4|{-4|-10}}",
    "{0,*|0,*}",
    "{{14|2}|-2}",
];

#[test]
fn a_game_minus_itself_is_zero() {
    let algebra = &mut table();
    for text in GAMES {
        let g = parse(algebra, text);
        let minus_g = negative(algebra, g);
        assert_eq!(algebra.sum(g, minus_g).unwrap(), ZERO, "{text}");
        assert_eq!(algebra.sum(g, ZERO).unwrap(), g, "{text}");
    }
}

#[test]
fn sums_of_small_games() {
    let algebra = &mut table();
    for (a, b, sum) in [
        ("1/2", "1/2", "1"),
        ("3/4", "-5/4", "-1/2"),
        ("*", "*", "0"),
        ("^", "*", "{0,*|0}"),
        ("^", "^", "{0|{0,*|0}}"),
        ("v", "^", "0"),
        ("1", "{2|-2}", "{3|-1}"),
        ("{1|-1}", "{1|-1}", "0"),
        ("{2|-2}", "{1|-1}", "{{3|1}|{-1|-3}}"),
    ] {
        let (a, b, sum) = (parse(algebra, a), parse(algebra, b), parse(algebra, sum));
        assert_eq!(algebra.sum(a, b).unwrap(), sum);
    }
}

#[test]
fn order_and_outcomes_of_small_games() {
    let algebra = &mut table();
    for (text, outcome) in [
        ("0", 'P'),
        ("1/2", 'L'),
        ("-3", 'R'),
        ("*", 'N'),
        ("^", 'L'),
        ("v", 'R'),
        ("{0,*|0}", 'N'),
        ("{9|1}", 'L'),
    ] {
        let g = parse(algebra, text);
        assert_eq!(algebra.outcome(g).unwrap(), outcome, "{text}");
    }
    let [up, tiny, star, half] =
        ["^", "{0|{0|-1}}", "*", "1/1024"].map(|text| parse(algebra, text));
    let mut le = |g, h| algebra.le(g, h).unwrap();
    assert!(le(tiny, up) && le(up, half) && le(ZERO, tiny));
    assert!(!le(up, tiny) && !le(up, star) && !le(star, up));
}

#[test]
fn notation_is_read_back() {
    let algebra = &mut table();
    for text in GAMES {
        let g = parse(algebra, text);
        let written = algebra.notation(g, 100).unwrap();
        assert_eq!(parse(algebra, &written), g, "{text}");
    }
    for text in ["5", "-3/4", "*", "5*", "-1/2*", "{4|-4}"] {
        let g = parse(algebra, text);
        assert_eq!(algebra.notation(g, 100).unwrap(), text);
        assert_eq!(algebra.notation(g, 0), None);
    }
}

/// All sets of pairwise incomparable games.
fn antichains(algebra: &mut GameTable, games: &[Id]) -> Vec<Vec<Id>> {
    let mut all = vec![vec![]];
    for &g in games {
        for i in 0..all.len() {
            let chain: Vec<Id> = all[i].clone();
            let mut le = |g, h| algebra.le(g, h).unwrap();
            if !chain.iter().any(|&h| le(g, h) || le(h, g)) {
                all.push([chain, vec![g]].concat());
            }
        }
    }
    all
}

#[test]
fn as_many_games_are_born_by_each_day_as_siegel_says() {
    let algebra = &mut table();
    let mut born = vec![];
    for census in [1, 4, 22, 1474] {
        let sides = antichains(algebra, &born);
        born = vec![];
        for left in &sides {
            for right in &sides {
                born.push(algebra.canonical(left.clone(), right.clone()).unwrap());
            }
        }
        born.sort_unstable();
        born.dedup();
        assert_eq!(born.len(), census);
    }
}

#[test]
fn thermographs_from_the_literature() {
    for (text, mean, temperature) in [
        ("{4|-4}", "0", "4"),
        ("{4|{-4|-10}}", "-3/2", "11/2"),
        ("{4|{-4|-20}}", "-4", "8"),
        ("{4|{-4|-100}}", "-4", "8"),
        ("{4|0}", "2", "2"),
        ("{9|{8|0}}", "8", "1"),
        ("{{14|2}|{-2|{-14|-16}}}", "-1/4", "33/4"),
        ("{3|{2|1}}", "9/4", "3/4"),
        ("25/16", "25/16", "-1/16"),
        ("-1/2", "-1/2", "-1/2"),
        ("7", "7", "-1"),
        ("0", "0", "-1"),
        ("*", "0", "0"),
        ("^", "0", "0"),
        ("3/4*", "3/4", "0"),
    ] {
        let algebra = &mut table();
        let g = parse(algebra, text);
        let thermograph = Thermographer::new(algebra).draw(g).unwrap();
        let found = [thermograph.mean, thermograph.temperature].map(|d| d.to_string());
        assert_eq!(found, [mean, temperature], "{text}");
    }
}

#[test]
fn the_walls_have_the_known_corners() {
    let algebra = &mut table();
    let g = parse(algebra, "{3|{2|1}}");
    let corners = Thermographer::new(algebra).draw(g).unwrap().corners();
    let written = corners.map(|wall| {
        wall.iter()
            .map(|(t, v)| format!("{t}:{v}"))
            .collect::<Vec<_>>()
            .join(" ")
    });
    assert_eq!(written, ["-1:4 3/4:9/4", "-1:2 1/2:2 3/4:9/4"]);
}

#[test]
fn numbers_that_do_not_fit_are_an_error() {
    let largest = Dyadic::integer(i64::MAX);
    assert_eq!(largest.plus(Dyadic::integer(1)), Err(CheckError::Overflow));
    assert_eq!(largest.times(2), Err(CheckError::Overflow));
    let mut tiny = Dyadic::integer(1);
    for _ in 0..62 {
        tiny = tiny.halved().unwrap();
    }
    assert_eq!(tiny.halved(), Err(CheckError::Overflow));
    assert_eq!(tiny.minus(tiny).unwrap(), Dyadic::integer(0));
}

/// A graph6 string of order at most 62.
fn graph6(text: &str) -> Graph {
    let bytes: Vec<u8> = text.bytes().map(|b| b - 63).collect();
    let order = usize::from(bytes[0]);
    let mut bits = bytes[1..]
        .iter()
        .flat_map(|b| (0..6).rev().map(move |i| b >> i & 1 == 1));
    let mut graph = Graph::empty(order);
    for b in 1..order {
        for a in 0..b {
            if bits.next().unwrap() {
                graph.add_edge(a, b);
            }
        }
    }
    graph
}

fn edge_list(edges: &str) -> Board {
    let edges: Vec<(usize, usize)> = edges
        .split(',')
        .map(|e| {
            e.split_once('-')
                .map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()))
                .unwrap()
        })
        .collect();
    let order = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap();
    Board::untinted(Graph::from_edges(order, edges))
}

/// The caterpillar with a spine of `leaves.len()` vertices and the given number of leaves at each.
fn caterpillar(leaves: &[usize]) -> Board {
    let spine = leaves.len();
    let mut edges: Vec<(usize, usize)> = (1..spine).map(|v| (v - 1, v)).collect();
    for (v, &n) in leaves.iter().enumerate() {
        for _ in 0..n {
            edges.push((v, edges.len() + 1));
        }
    }
    Board::untinted(Graph::from_edges(edges.len() + 1, edges))
}

fn check(board: &Board) -> Checked {
    Checker::new(&Snort, 10_000_000).check(board).unwrap()
}

/// The rows of a golden file, with values by column name.
fn golden(file: &str) -> Vec<FxHashMap<String, String>> {
    let path = format!("{}/../../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    csv::Reader::from_path(path)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

fn assert_golden(board: &Board, row: &FxHashMap<String, String>) -> Duration {
    let start = Instant::now();
    let found = check(board);
    let took = start.elapsed();
    let (outcome, found) = (found.outcome, found.short.unwrap());
    for (column, value) in [
        ("temperature", found.temperature),
        ("mean", found.mean),
        ("left_stop", found.left_stop),
        ("right_stop", found.right_stop),
    ] {
        assert_eq!(value.to_string(), row[column], "{column} of {row:?}");
    }
    assert_eq!(outcome, row["outcome"], "{row:?}");
    let algebra = &mut table();
    let form = parse(algebra, &found.form.unwrap());
    assert_eq!(form, parse(algebra, &row["canonical_form"]), "{row:?}");
    took
}

fn assert_golden_file(file: &str, rows: usize) {
    let mut times = vec![];
    for row in golden(file) {
        let board = Board::with_tints(graph6(&row["graph6"]), &row["tints"]).unwrap();
        times.push(assert_golden(&board, &row));
    }
    assert_eq!(times.len(), rows);
    let (total, longest) = (times.iter().sum::<Duration>(), times.iter().max().unwrap());
    println!("{file}: {rows} rows in {total:.1?}, the slowest {longest:.1?}");
}

#[test]
fn all_connected_boards_to_order_6() {
    assert_golden_file("snort-connected-order-1-to-6.csv", 143);
}

#[test]
fn random_boards_to_order_15() {
    assert_golden_file("snort-random-tinted.csv", 300);
}

#[test]
fn the_caterpillars_of_table_1() {
    for row in golden("snort-table-1.csv").iter().take(4) {
        let n: usize = row["n"].parse().unwrap();
        let (start, found) = (Instant::now(), check(&caterpillar(&[n + 1, n, n + 1])));
        println!(
            "C({},{n},{}): {:.1?}, {} positions",
            n + 1,
            n + 1,
            start.elapsed(),
            found.positions
        );
        let found = found.short.unwrap();
        assert_eq!(found.temperature.to_string(), row["temperature"]);
        let algebra = &mut table();
        let form = parse(algebra, &found.form.unwrap());
        assert_eq!(form, parse(algebra, &row["canonical_form"]));
    }
}

#[test]
fn the_workshop_boards() {
    for (row, temperature) in golden("workshop-boards.csv").iter().zip(["8", "13/2"]) {
        let (start, found) = (Instant::now(), check(&edge_list(&row["board"])));
        println!(
            "{}: {:.1?}, {} positions",
            row["board"],
            start.elapsed(),
            found.positions
        );
        let found = found.short.unwrap();
        assert_eq!(found.temperature.to_string(), temperature);
        assert_eq!(found.mean, Dyadic::integer(0));
    }
}

/// A tree rooted at `root` as text; isomorphic rooted trees give the same text.
fn rooted(tree: &Graph, root: usize, above: usize) -> String {
    let below = tree.neighbours(root).filter(|&v| v != above);
    let mut branches: Vec<String> = below.map(|v| rooted(tree, v, root)).collect();
    branches.sort();
    format!("({})", branches.concat())
}

/// The trees with one vertex more than the given trees, one for each isomorphism class.
fn grown(trees: &[Graph]) -> Vec<Graph> {
    let mut next = std::collections::BTreeMap::new();
    for tree in trees {
        let order = tree.order();
        for v in 0..order {
            let grown = Graph::from_edges(order + 1, tree.edges().chain([(v, order)]));
            let name = (0..=order).map(|root| rooted(&grown, root, root)).min();
            next.insert(name, grown);
        }
    }
    next.into_values().collect()
}

#[test]
fn the_hottest_trees_of_order_9_to_11() {
    let mut trees = vec![Graph::empty(1)];
    for row in golden("extremal-small-orders.csv")
        .iter()
        .filter(|row| row["class"] == "trees")
        .take(3)
    {
        while trees[0].order().to_string() != row["order"] {
            trees = grown(&trees);
        }
        assert_eq!(trees.len().to_string(), row["boards"]);
        let excess = |tree: &Graph| {
            let degree = (0..tree.order()).map(|v| tree.degree_of(v)).max().unwrap() as i64;
            check(&Board::untinted(tree.clone()))
                .short
                .unwrap()
                .temperature
                .minus(Dyadic::integer(degree))
                .unwrap()
        };
        let all: Vec<Dyadic> = trees.iter().map(excess).collect();
        let hottest = all.iter().max().unwrap();
        assert_eq!(hottest.to_string(), row["max_temperature_minus_degree"]);
        let attaining = all.iter().filter(|&e| e == hottest).count();
        assert_eq!(attaining.to_string(), row["boards_attaining"]);
    }
}

#[test]
fn exchanging_the_players_negates_the_value() {
    for row in golden("snort-random-tinted.csv")
        .iter()
        .filter(|row| row["tints"].len() < 11)
    {
        let board = Board::with_tints(graph6(&row["graph6"]), &row["tints"]).unwrap();
        let algebra = &mut table();
        let [value, swapped] = [board.swapped(), board]
            .map(|b| parse(algebra, &check(&b).short.unwrap().form.unwrap()));
        assert_eq!(algebra.sum(value, swapped).unwrap(), ZERO, "{row:?}");
    }
}

#[test]
fn a_form_has_a_greatest_length() {
    let algebra = &mut table();
    for text in ["{3|{1|-2}}", "5*", "-3/4"] {
        let game = parse(algebra, text);
        assert_eq!(algebra.notation(game, text.len()).as_deref(), Some(text));
        assert_eq!(algebra.notation(game, text.len() - 1), None);
    }
}

#[test]
fn a_long_chain_of_integers_is_no_trouble() {
    let tints = vec![Tint::Left; 128];
    let found = check(&Board::new(Graph::empty(128), tints).unwrap());
    assert_eq!(found.outcome, "L");
    assert_eq!(found.short.unwrap().form.as_deref(), Some("128"));
    assert_eq!(check(&Board::untinted(Graph::empty(0))).outcome, "P");
}

#[test]
fn what_is_too_large_is_refused() {
    let star = Board::untinted(Graph::from_edges(20, (1..20).map(|v| (0, v))));
    assert_eq!(
        Checker::new(&Snort, 20).check(&star),
        Err(CheckError::Positions { limit: 20 })
    );
    let large = Board::untinted(Graph::empty(129));
    assert_eq!(
        Checker::new(&Snort, 100).check(&large),
        Err(CheckError::OrderTooLarge { order: 129 })
    );
}

/// A fresh checker takes the same steps for a board each time, and gives up one step below.
#[test]
fn work_is_counted_in_steps_that_depend_on_the_board() {
    let boards = [
        (&Snort as &dyn Ruleset, caterpillar(&[3, 2, 3])),
        (&Domineering, Board::of_squares(squares(3, 4))),
        (
            &MakerBreaker,
            boilingpoint_boards::parse_board("lines(3,2)").unwrap(),
        ),
    ];
    for (ruleset, board) in boards {
        let checker = || Checker::new(ruleset, 1_000_000);
        let checked = checker().check(&board).unwrap();
        assert!(checked.work > checked.positions);
        for steps in [checked.work, 2 * checked.work] {
            assert_eq!(checker().within_work(steps).check(&board).unwrap(), checked);
        }
        for limit in [0, 10, checked.work / 2, checked.work - 1] {
            let found = checker().within_work(limit).check(&board);
            assert_eq!(found, Err(CheckError::Work { limit }), "{}", ruleset.name());
        }
    }
}

fn squares(rows: i16, columns: i16) -> Vec<[i16; 2]> {
    (0..rows)
        .flat_map(|i| (0..columns).map(move |j| [i, j]))
        .collect()
}

/// These boards are within every limit of positions that a search sets, but their values are not.
#[test]
fn hard_values_end_within_the_default_work() {
    for text in [
        "path(36)",
        "grid(4,5)",
        "cycle(28)",
        "caterpillar(2,3,0,4,1,3,2)",
    ] {
        let board = boilingpoint_boards::parse_board(text).unwrap();
        let limit = MOST_STEPS;
        match Checker::new(&Snort, 10_000_000).check(&board) {
            Ok(checked) => assert!(checked.work <= limit, "{text}: {} steps", checked.work),
            Err(why) => assert_eq!(why, CheckError::Work { limit }, "{text}"),
        }
    }
}

/// The table of orders of a pile of 10,000 would take gigabytes.
#[test]
fn memory_is_counted_in_tables_and_stack() {
    let pile = boilingpoint_boards::parse_board("0-1*10000@0").unwrap();
    for limit in [1 << 18, 1 << 20] {
        let checker = Checker::new(&NimOnGraphs, 10_000_000).within_memory(limit);
        assert_eq!(checker.check(&pile), Err(CheckError::Memory { limit }));
    }
    let checker = Checker::new(&Snort, 10_000_000).within_memory(1 << 20);
    let limit = 1 << 20;
    let large = caterpillar(&[6, 5, 6]);
    assert_eq!(checker.check(&large), Err(CheckError::Memory { limit }));
    assert!(checker.check(&caterpillar(&[1, 1])).is_ok());
}

#[test]
fn a_flag_stops_the_checker_within_a_value() {
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let checker = Checker::new(&Snort, 10).until(stop);
    let found = checker.check(&caterpillar(&[6, 5, 6]));
    assert_eq!(found, Err(CheckError::Stopped));
}

/// A meter without limits.
fn unlimited() -> Meter {
    Meter::new(Limits {
        steps: u64::MAX,
        bytes: u64::MAX,
        stop: None,
    })
}

/// Loose bounds of a game: by options, some of them unknown, and by a game below it.
fn loose_bounds(algebra: &mut GameTable, game: Id, others: &[Id]) -> Vec<ProvedBounds> {
    let exact = |algebra: &mut GameTable, g| {
        ProvedBounds::exact(&described(algebra, g).unwrap().1).unwrap()
    };
    let options = algebra.options(game);
    let mut made = Vec::new();
    for skip in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        let mut known = |ids: &[Id], skip: usize, negative: bool| {
            let bounds = ids.iter().skip(skip).map(|&g| exact(algebra, g));
            let known = bounds.map(|b| if negative { b.negative().unwrap() } else { b });
            let known = known.collect();
            walls::OptionBounds {
                known,
                all: skip == 0,
            }
        };
        let left = known(&options.left, skip[0], false);
        let right = known(&options.right, skip[1], true);
        let mut bounds = ProvedBounds::of_moves(20, 20).unwrap();
        bounds
            .refine_by_options(&left, &right, &unlimited())
            .unwrap();
        made.push(bounds);
    }
    for &other in others {
        if algebra.le(other, game).unwrap() {
            let mut bounds = ProvedBounds::of_moves(20, 20).unwrap();
            bounds.refine_at_least(&exact(algebra, other)).unwrap();
            made.push(bounds);
        }
    }
    made
}

/// Games whose bounds are loosened.
const LOOSENED: [&str; 10] = [
    "{4|-2}",
    "{{3|1}|-2}",
    "{{2|1}|{-1|-2}}",
    "{7|{2|-3}}",
    "{5/2|*}",
    "{0|*}",
    "{1/2|{1|-3}}",
    "*",
    "{1,{5|0}|-1}",
    "{{0|-4}|-1}",
];

fn loosened(algebra: &mut GameTable) -> Vec<Id> {
    LOOSENED.map(|form| parse(algebra, form)).to_vec()
}

/// Bounds of games and of their sums contain the exact thermograph.
#[test]
fn bounds_contain_thermographs() {
    let mut algebra = table();
    let (forms, games) = (LOOSENED, loosened(&mut algebra));
    let loose: Vec<Vec<ProvedBounds>> = games
        .iter()
        .map(|&g| loose_bounds(&mut algebra, g, &games))
        .collect();
    for (i, &g) in games.iter().enumerate() {
        let short = described(&mut algebra, g).unwrap().1;
        for bounds in &loose[i] {
            assert!(bounds.contain(&short).unwrap(), "{}", forms[i]);
        }
        // If all options are known, the thermograph of a hot game is known exactly.
        if short.temperature > Dyadic::integer(0) {
            assert_eq!(
                loose[i][0].temperature, [short.temperature; 2],
                "{}",
                forms[i]
            );
            assert_eq!(loose[i][0].mean, [short.mean; 2], "{}", forms[i]);
        }
        for (j, &h) in games.iter().enumerate() {
            let twice = algebra.sum(h, h).unwrap();
            let one = algebra.canonical(vec![ZERO], vec![]).unwrap();
            let sum = algebra.sum(g, twice).unwrap();
            let sum = algebra.sum(sum, one).unwrap();
            let short = described(&mut algebra, sum).unwrap().1;
            for a in &loose[i] {
                for b in &loose[j] {
                    let summands = vec![(1, a.clone()), (2, b.clone())];
                    let bounds = ProvedBounds::sum(summands, 1, &unlimited()).unwrap();
                    assert!(
                        bounds.contain(&short).unwrap(),
                        "{} + 2 {} + 1",
                        forms[i],
                        forms[j]
                    );
                }
            }
        }
    }
}

/// Bounds that contain a thermograph may be looser than they were: these are those of a table.
#[test]
fn bounds_are_those_of_the_table() {
    let mut algebra = table();
    let games = loosened(&mut algebra);
    let mut text = String::new();
    let [half, quarter] = [1, 2].map(|exponent| Dyadic::over_power(1, exponent).unwrap());
    let numbers = [Dyadic::integer(0), Dyadic::integer(-3), half, quarter];
    let numbers = numbers.map(|x| ProvedBounds::number(x).unwrap());
    for number in &numbers {
        text.push_str(&format!("{number:?}\n"));
    }
    for (form, &game) in LOOSENED.iter().zip(&games) {
        let loose = loose_bounds(&mut algebra, game, &games);
        let short = described(&mut algebra, game).unwrap().1;
        let exact = ProvedBounds::exact(&short).unwrap();
        let mut all = format!("{exact:?} {:?}\n", exact.negative().unwrap());
        for bounds in &loose {
            // The proofs of two searches for one game.
            let mut both = loose[0].clone();
            both.refine(bounds).unwrap();
            all.push_str(&format!("{bounds:?} {both:?}\n"));
            for number in &numbers {
                for (copies, stars, integer) in [(1, 0, 0), (2, 3, 0), (3, 2, -1), (0, 1, 2)] {
                    let summands = vec![
                        (copies, bounds.clone()),
                        (stars, ProvedBounds::star().unwrap()),
                        (3, number.clone()),
                    ];
                    let sum = ProvedBounds::sum(summands, integer, &unlimited()).unwrap();
                    all.push_str(&format!("{sum:?}\n"));
                }
            }
        }
        text.push_str(&format!("{form} {:016x}\n", sum(&all)));
    }
    assert_table(
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/pinned_bounds.txt"),
        &text,
    );
}

/// A game that equals its negative still does when another proof says so as well.
#[test]
fn what_is_proved_twice_is_proved() {
    let mut star = ProvedBounds::star().unwrap();
    star.refine(&ProvedBounds::star().unwrap()).unwrap();
    assert!(star.own_negative);
    let mut apart = ProvedBounds::number(Dyadic::integer(1)).unwrap();
    let other = ProvedBounds::number(Dyadic::integer(2)).unwrap();
    assert!(apart.refine(&other).is_err());
}

#[test]
fn levels_of_recursion_have_a_limit() {
    let limits = Limits {
        steps: u64::MAX,
        bytes: 4 << 20,
        stop: None,
    };
    let meter = Meter::new(limits.clone());
    let levels = (0..).take_while(|_| meter.descend().is_ok()).count();
    assert_eq!(levels as u64, limits.stack() / 4096);
}

#[test]
fn a_flag_that_is_not_set_stops_nothing() {
    let checker = Checker::new(&Snort, 10_000).until(Some(Arc::new(AtomicBool::new(false))));
    assert!(checker.check(&caterpillar(&[2, 1, 3])).is_ok());
}

#[test]
fn the_limit_of_positions_is_the_greatest_number() {
    let board = caterpillar(&[2, 1, 3]);
    let all = Checker::new(&Snort, 1000).check(&board).unwrap().positions;
    let within = |limit: u64| Checker::new(&Snort, limit).check(&board);
    assert!(within(all).is_ok());
    let limit = all - 1;
    assert_eq!(within(limit), Err(CheckError::Positions { limit }));
}
