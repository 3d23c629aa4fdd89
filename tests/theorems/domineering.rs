//! Domineering: the examples of Kakihara, "Snort: A combinatorial game", chapter 5, values and
//! thermographs from the literature, and the solver, which plays on the graph of dominoes, against
//! the checker, which plays on the squares.

use boilingpoint_boards::{Board, canon, parse_board};
use boilingpoint_checker::Checker;
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{Domineering, Player, Ruleset};
use boilingpoint_solver::{Pool, Solver};
use boilingpoint_values::{Dyadic, Outcome, Value, Values};
use std::collections::HashSet;

fn board(text: &str) -> Board {
    parse_board(text).expect(text)
}

fn solver() -> Solver {
    Solver::new(&Domineering, crate::kit::unlimited())
}

fn value(solver: &mut Solver, board: &Board) -> Value {
    solver.value(board).expect("within the budget")
}

fn parsed(values: &mut Values, text: &str) -> Value {
    values.parse(text).expect(text)
}

fn is(solver: &mut Solver, text: &str, form: &str) -> bool {
    value(solver, &board(text)) == parsed(solver.values(), form)
}

/// The disjoint union of positions, on one board with columns between them that are not squares.
fn beside(texts: &[&str]) -> Board {
    let mut squares = Vec::new();
    let mut left = 0;
    for text in texts {
        let part = board(text);
        let part = part.squares().expect("squares");
        squares.extend(part.iter().map(|&[i, j]| [i, j + left]));
        left += 2 + part.iter().map(|s| s[1]).max().expect("a square");
    }
    Board::of_squares(squares)
}

/// The squares of an `m` by `n` board whose bits are set.
fn chosen(m: i16, n: i16, bits: u32) -> Board {
    let all = (0..m).flat_map(|i| (0..n).map(move |j| [i, j]));
    Board::of_squares(all.filter(|[i, j]| bits >> (i * n + j) & 1 == 1).collect())
}

/// The positions that the thesis draws as Figures 5.5 to 5.13, identified by their values, which
/// leave no doubt about the figures; stars are all four ways to take a corner from a square.
const ZERO: &str = ".";
const ONE: &str = ".|.";
const MINUS_ONE: &str = "..";
const TWO: &str = ".|.|.|.";
const MINUS_TWO: &str = "....";
const STARS: [&str; 4] = [".#|..", "#.|..", "..|.#", "..|#."];
const SWITCH: &str = "..|..";
const HALF: &str = ".#|.#|..";

/// Figures 5.5 to 5.13, and 5.20 and 5.21: values and the options they are made of.
#[test]
fn figures_5_5_to_5_13() {
    let mut solver = solver();
    let figures = [
        (ZERO, "0"),
        (ONE, "1"),
        (MINUS_ONE, "-1"),
        (TWO, "2"),
        (MINUS_TWO, "-2"),
        (SWITCH, "{1|-1}"),
        (HALF, "1/2"),
    ];
    for (text, form) in figures.into_iter().chain(STARS.map(|s| (s, "*"))) {
        assert!(is(&mut solver, text, form), "{text}");
    }
    let mut options = |text: &str, player| -> Vec<String> {
        let options = Domineering.options(&board(text), player);
        let values = options
            .iter()
            .map(|o| value(&mut solver, o))
            .collect::<Vec<_>>();
        let text = |v| {
            solver
                .values()
                .as_number(v)
                .map_or("*".to_string(), |n| n.to_string())
        };
        let mut texts: Vec<String> = values.into_iter().map(text).collect();
        texts.sort();
        texts
    };
    // Figure 5.8: Left has 0 and 1; Figure 5.9 is its negative
    assert_eq!(options(TWO, Player::Left), ["0", "1", "1"]);
    assert!(options(TWO, Player::Right).is_empty());
    assert_eq!(options(MINUS_TWO, Player::Right), ["-1", "-1", "0"]);
    // Figures 5.3 and 5.4: three choices against two.
    assert_eq!(options("#.|..|..", Player::Left), ["*", "1", "1"]);
    assert_eq!(options("#.|..|..", Player::Right), ["*", "-1"]);
    // Figures 5.13 and 5.20: {-1, 0 | 1}; Figure 5.21: its negative {-1 | 0, 1}
    assert_eq!(options(HALF, Player::Left), ["-1", "0"]);
    assert_eq!(options(HALF, Player::Right), ["1"]);
    let negative = board(HALF).swapped().name();
    assert_eq!(options(&negative, Player::Left), ["-1"]);
    assert_eq!(options(&negative, Player::Right), ["0", "1"]);
}

/// Sums: Figures 5.14 to 5.19 and 5.22, Example 5.7, and Figure 5.23, the total of the eight
/// positions, which is {7/2 | 3/2} and a win for Left, each played on one board.
#[test]
fn figures_5_14_to_5_23() {
    let mut solver = solver();
    let mut is = |texts: &[&str], form: &str, outcome: Outcome| {
        let evaluation = solver.evaluate(&beside(texts)).expect("within the budget");
        assert_eq!(evaluation.summary.outcome, outcome, "{texts:?}");
        let expected = parsed(solver.values(), form);
        assert_eq!(evaluation.value(), Some(expected), "{texts:?}");
    };
    is(&[ONE, MINUS_ONE], "0", Outcome::P);
    is(&[HALF, MINUS_ONE], "-1/2", Outcome::R);
    is(&[HALF, HALF, MINUS_ONE], "0", Outcome::P);
    is(&[SWITCH, HALF], "{3/2|-1/2}", Outcome::N);
    is(&[STARS[0], STARS[0]], "0", Outcome::P);
    is(&[STARS[0], STARS[1]], "0", Outcome::P);
    is(&[HALF, STARS[0]], "{1/2|1/2}", Outcome::L);
    let all = [ZERO, ONE, MINUS_ONE, TWO, STARS[0], STARS[1], HALF, SWITCH];
    is(&all, "{7/2|3/2}", Outcome::L);
    // together they are 23 of the 25 squares of Figure 5.1; a domino covers the others
    assert_eq!(beside(&all).order(), 23);
}

/// Rule 9 of section 5.1, to take the number with the greatest absolute value, is right only if
/// Left's options are not negative and Right's not positive. In Figure 5.20 itself, {-1, 0 | 1}, it
/// would choose -1, but {-1 | 1} is 0. Correct is the greatest number for Left and the least for
/// Right, as the thesis says elsewhere. No smaller set of squares within 3 x 3 shows the error.
#[test]
fn rule_9_on_the_greatest_absolute_value() {
    let mut solver = solver();
    let mut wrong = Vec::new();
    for bits in 1..1u32 << 9 {
        let position = chosen(3, 3, bits);
        let options = Player::BOTH.map(|p| Domineering.options(&position, p));
        let mut numbers = |boards: &[Board]| -> Option<Vec<Dyadic>> {
            let values: Vec<Value> = boards.iter().map(|b| value(&mut solver, b)).collect();
            values
                .into_iter()
                .map(|v| solver.values().as_number(v))
                .collect()
        };
        // Of two numbers at the same distance from 0, the rule may mean the better one.
        let left = numbers(&options[0]).map(|n| n.into_iter().max_by_key(|&n| (n.max(n.neg()), n)));
        let right =
            numbers(&options[1]).map(|n| n.into_iter().max_by_key(|&n| (n.max(n.neg()), n.neg())));
        let best = [left, right];
        let [Some(left), Some(right)] = best else {
            continue;
        };
        let values = solver.values();
        let [lefts, rights] = [left, right].map(|n| n.into_iter().map(|n| values.number(n)));
        let by_rule = {
            let (lefts, rights): (Vec<Value>, Vec<Value>) = (lefts.collect(), rights.collect());
            values.game(&lefts, &rights).expect("no limits")
        };
        if by_rule != value(&mut solver, &position) {
            wrong.push(position.order());
        }
    }
    // Regression guard: from this program, version 0.2.0; that Figure 5.20 is one, the thesis
    // shows.
    assert_eq!(wrong.iter().min(), Some(&4));
    assert!(is(&mut solver, HALF, "{-1,0|1}") && !is(&mut solver, HALF, "{-1|1}"));
}

/// Rule 12 of section 5.1: `(2p + 1) / 2^(q+1) = {p / 2^q | (p + 1) / 2^q}`; p from -9 to 9, q to
/// 6.
#[test]
fn rule_12_dyadic_numbers() {
    let mut values = Values::new();
    for q in 0..=6u32 {
        for p in -9..=9i64 {
            let text = format!("{{{p}/{d}|{}/{d}}}", p + 1, d = 1 << q);
            let number = Dyadic::new(2 * p + 1, q + 1).expect("small");
            assert_eq!(parsed(&mut values, &text), values.number(number), "{text}");
        }
    }
}

/// The greatest temperatures of connected sets of 3 to 11 squares, and the number of sets with that
/// temperature, as in `docs/findings/domineering.md`. (That page lists 12 to 14 squares as well,
/// which `.ci/book` repeats.)
#[test]
fn the_hottest_positions_to_eleven_squares() {
    use boilingpoint_problem::{Class, Kind, list};
    use boilingpoint_rules::Features;
    // Regression guard: the last two columns are from this program, version 0.2.0.
    let expected = [
        (3, 3, "0", 1),
        (4, 9, "1", 1),
        (5, 21, "1", 3),
        (6, 68, "5/4", 4),
        (7, 208, "5/4", 10),
        (8, 730, "3/2", 8),
        (9, 2542, "3/2", 14),
        (10, 9287, "3/2", 43),
        (11, 34053, "7/4", 4),
    ];
    let pool = Pool::new(&Domineering, &crate::kit::unlimited(), 0).expect("threads");
    for (order, count, temperature, attaining) in expected {
        let class = Class {
            kind: Kind::Squares,
            min_order: order,
            max_order: order,
            max_degree: 0,
            max_kinds: 0,
            properties: boilingpoint_problem::Properties::default(),
            features: Features::GRAPH,
        };
        let mut boards = Vec::new();
        let listed: Result<(), ()> = list(&class, |board| {
            boards.push(board);
            Ok(())
        });
        listed.expect("no errors");
        let heats = pool.map(&boards, |solver, board| {
            let summary = solver.summary(board).expect("within the budget");
            summary.temperatures.expect("a value").temperature
        });
        let most = *heats.iter().max().expect("a set");
        let hottest = heats.iter().filter(|&&t| t == most).count();
        assert_eq!(
            (boards.len(), most.to_string().as_str(), hottest),
            (count, temperature, attaining),
            "{order} squares"
        );
    }
}

/// Mazur's position of 26 squares ("A Domineering temperature counterexample", 2026), the first
/// that is known to be hotter than 2: it is connected, its value is {17/8|-2*} and its temperature
/// 33/16, by the solver and by the checker; and that is the temperature of the form.
#[test]
fn the_position_of_mazur_is_hotter_than_two() {
    let text = ".#######.|.#######.|....#....|###.#.###|###...###|#....####|##...####|#..######";
    let position = board(text);
    let squares = position.squares().expect("squares");
    assert_eq!(squares.len(), 26);
    let mut reached = vec![squares[0]];
    for i in 0..26 {
        let [row, column] = *reached.get(i).expect("connected");
        let near = squares
            .iter()
            .filter(|[r, c]| (r - row).abs() + (c - column).abs() == 1);
        for &square in near {
            if !reached.contains(&square) {
                reached.push(square);
            }
        }
    }
    let mut solver = solver();
    assert!(is(&mut solver, text, "{17/8|-2*}"));
    let form = parsed(solver.values(), "{17/8|-2*}");
    let temperature = Dyadic::new(33, 4).expect("small");
    assert_eq!(solver.values().temperature(form), Ok(temperature));
    assert!(temperature > Dyadic::integer(2));
    let checked = Checker::new(&Domineering, 5_000_000).check(&position);
    let short = checked.expect("within the limit").short.expect("a value");
    assert_eq!(short.temperature.to_string(), "33/16");
    assert_eq!(parsed(solver.values(), &short.form.expect("a form")), form);
}

/// Positions whose values are known from other programs and from the literature.
#[test]
fn known_values() {
    let mut solver = solver();
    let mut reader = csv::Reader::from_path("tests/data/domineering-values.csv").expect("data");
    let mut rows = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        let evaluation = solver.evaluate(&board(&row[0])).expect("within the budget");
        let expected = parsed(solver.values(), &row[1]);
        assert_eq!(evaluation.value(), Some(expected), "{row:?}");
        let thermal = evaluation.temperatures().expect("a value");
        for (stated, found) in [(&row[2], thermal.temperature), (&row[3], thermal.mean)] {
            assert!(
                stated.is_empty() || stated == found.to_string(),
                "{row:?}: {found}"
            );
        }
        rows += 1;
    }
    assert_eq!(rows, 22);
    // Five by five is a second-player win.
    assert!(is(&mut solver, ".....|.....|.....|.....|.....", "0"));
}

type Corners = Vec<(String, String)>;

/// The corners of a wall, without collinear points and without the mast.
fn corners(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for &(t, v) in points {
        if let [.., (t0, v0), (t1, v1)] = kept[..] {
            // All slopes are -1, 0 or 1 and all numbers small dyadics, so this is exact.
            if (v1 - v0) * (t - t1) == (v - v1) * (t1 - t0) {
                kept.pop();
            }
        }
        kept.push((t, v));
    }
    while let [.., (_, v0), (_, v1)] = kept[..] {
        if v0 != v1 {
            break;
        }
        kept.pop();
    }
    kept
}

fn number(text: &str) -> f64 {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    let [p, q]: [f64; 2] = [p, q].map(|x| x.parse().expect("a number"));
    p / q
}

fn as_numbers<T: ToString>(points: &[(T, T)]) -> Vec<(f64, f64)> {
    points
        .iter()
        .map(|(t, v)| (number(&t.to_string()), number(&v.to_string())))
        .collect()
}

/// Thermographs corner by corner, from the solver and from the checker.
#[test]
fn known_thermographs() {
    let mut solver = solver();
    let path = "tests/data/domineering-thermographs.csv";
    let mut reader = csv::Reader::from_path(path).expect("data");
    let mut rows = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        let position = board(&row[0]);
        let stated = [&row[1], &row[2]].map(|wall| {
            let point = |text: &str| {
                let (v, t) = text.split_once('@').expect("a value and a temperature");
                (t.to_string(), v.to_string())
            };
            let points: Corners = wall.split(' ').map(point).collect();
            corners(&as_numbers(&points))
        });
        let short = solver
            .evaluate(&position)
            .expect("small")
            .short
            .expect("a value");
        let walls = [&short.thermograph.left, &short.thermograph.right];
        let found = walls.map(|wall| corners(&as_numbers(wall.corners())));
        assert_eq!(found, stated, "{row:?}");
        let checked = Checker::new(&Domineering, 1_000_000)
            .check(&position)
            .expect("small");
        let short = checked.short.expect("a value");
        let found = [&short.left_wall, &short.right_wall].map(|w| corners(&as_numbers(w)));
        assert_eq!(found, stated, "{row:?}");
        rows += 1;
    }
    assert_eq!(rows, 9);
}

fn agree(boards: &[Board]) {
    let pool = Pool::new(&Domineering, &crate::kit::unlimited(), 0).expect("threads");
    let verdicts = pool.map(boards, |solver, board| {
        let e = solver.evaluate(board).expect("within the budget");
        verify(&Domineering, board, &e, solver.values(), 1_000_000)
    });
    for (board, verdict) in boards.iter().zip(verdicts) {
        assert_eq!(verdict, Verdict::Agrees, "{}", board.name());
    }
}

/// A pseudo-random number (Steele, Lea and Flood 2014).
fn mixed(seed: u64) -> u32 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u32
}

/// Each square of 4 x 4 with probability three quarters.
fn random_position(seed: u64) -> Board {
    chosen(4, 4, (mixed(2 * seed + 1) | mixed(2 * seed + 2)) & 0xffff)
}

/// All sets of squares within 3 x 3, and 250 random ones within 4 x 4.
#[test]
fn the_solver_agrees_with_the_checker() {
    agree(
        &(1..1 << 9)
            .map(|bits| chosen(3, 3, bits))
            .collect::<Vec<_>>(),
    );
    let random = (0..250).map(random_position).filter(|b| b.order() > 0);
    agree(&random.collect::<Vec<_>>());
}

/// Exchanging rows and columns negates the value; moving and reflecting the squares does not change
/// it, and the canonical position is one of these images. All sets of squares within 3 x 3 and 400
/// random ones within 4 x 4.
#[test]
fn laws() {
    let mut solver = solver();
    let small = (1..1 << 9).map(|bits| chosen(3, 3, bits));
    for position in small.chain((0..400).map(random_position)) {
        let squares = position.squares().expect("squares").to_vec();
        let here = value(&mut solver, &position);
        let negative = solver.values().neg(here).expect("no limits");
        assert_eq!(
            value(&mut solver, &position.swapped()),
            negative,
            "{}",
            position.name()
        );
        let moved = |f: fn(i16, i16) -> [i16; 2]| {
            Board::of_squares(squares.iter().map(|&[i, j]| f(i, j)).collect())
        };
        let images = [
            moved(|i, j| [i + 3, j - 7]),
            moved(|i, j| [-i, j]),
            moved(|i, j| [i, -j]),
            moved(|i, j| [-i, -j]),
            canon::normal(&position),
        ];
        let names: HashSet<String> = images.iter().map(|b| canon::normal(b).name()).collect();
        assert_eq!(names.len(), 1, "{names:?}");
        for image in images {
            assert_eq!(value(&mut solver, &image), here, "{}", position.name());
        }
    }
}

/// The two hottest positions of `docs/findings/domineering.md`, each beside a dead square, from a
/// rectangle by alternating play. In the pictures Left's dominoes are `^` over `v`, Right's `<>`.
#[test]
fn hot_positions_arise_in_play_beside_a_dead_square() {
    let pictures = [
        "^<><><>|v..<><>|<>...^^|^....vv|v^^...^|^vv.^.v|v.<>v<>",
        "<>.<><><>^.|<>.<><><>v.|<>....^....|<><>^.v.<>^|<><>v...<>v|^<>....^^^^|v^<>...vvvv|^v^..^^^^^^|v.v<>vvvvvv",
    ];
    let mut solver = solver();
    for (picture, form) in pictures.into_iter().zip(["±(2*)", "{17/8|-2*}"]) {
        let rows: Vec<&[u8]> = picture.split('|').map(str::as_bytes).collect();
        let (height, width) = (rows.len(), rows[0].len());
        let squares = |symbol: u8| -> Vec<[i16; 2]> {
            let all = (0..height).flat_map(|i| (0..width).map(move |j| [i, j]));
            all.filter(|&[i, j]| rows[i][j] == symbol)
                .map(|s| s.map(|x| x as i16))
                .collect()
        };
        let (lefts, rights) = (squares(b'^'), squares(b'<'));
        assert!(lefts.len().abs_diff(rights.len()) <= 1);
        let begins = if lefts.len() < rights.len() {
            Player::Right
        } else {
            Player::Left
        };
        let [own, others] = match begins {
            Player::Left => [lefts, rights],
            Player::Right => [rights, lefts],
        };
        let second = (0..own.len()).map(|i| others.get(i).copied());
        let in_turn = own.into_iter().zip(second);
        let in_turn = in_turn.flat_map(|(first, second)| [Some(first), second]);
        let mut mover = begins;
        let mut position = board(&format!("squares({height},{width})"));
        for [i, j] in in_turn.flatten() {
            let other = if mover == Player::Left {
                [i + 1, j]
            } else {
                [i, j + 1]
            };
            let rest = position.squares().expect("squares").iter().copied();
            let next = Board::of_squares(rest.filter(|s| ![[i, j], other].contains(s)).collect());
            let options = Domineering.options(&position, mover);
            assert!(
                options.contains(&next),
                "{mover:?} at {i}, {j} of {picture}"
            );
            position = next;
            mover = mover.other();
        }
        assert_eq!(position.squares().expect("squares"), squares(b'.'));
        let here = value(&mut solver, &position);
        assert_eq!(here, parsed(solver.values(), form));
        // One component is a dead square; the other has the value.
        let parts = position.graph().components();
        let mut orders: Vec<usize> = parts.iter().map(Vec::len).collect();
        orders.sort_unstable();
        assert_eq!((orders.len(), orders[0]), (2, 1));
        // The other one alone has two squares more of one colour than of the other.
        let large = parts.iter().max_by_key(|part| part.len()).expect("two");
        let large = position.kept(large);
        let colours = large.squares().expect("squares").iter();
        let surplus: i16 = colours
            .map(|[i, j]| if (i + j) % 2 == 0 { 1 } else { -1 })
            .sum();
        assert_eq!(surplus.abs(), 2);
    }
}
