//! Positional games: Lemmas 5, 6 and 7, Theorems 7 and 9 and Corollary 8 of the notes on
//! combinatorial games, tic-tac-toe, and the solver against the checker, which knows none of them.

use boilingpoint_boards::{Board, Link, Tint, canon, parse_board};
use boilingpoint_checker::Checker;
use boilingpoint_problem::{Verdict, verify};
use boilingpoint_rules::{
    MakerBreaker, Positional, Ruleset, draw_forcing_pairing, erdos_selfridge, winning_sets,
};
use boilingpoint_solver::Solver;
use boilingpoint_values::Outcome;
use std::collections::{BTreeSet, HashSet};

fn board(text: &str) -> Board {
    parse_board(text).expect(text)
}

/// The board of these winning sets, masks of points.
fn of_sets(points: usize, sets: &[u32]) -> Board {
    let mut links = Vec::new();
    for (i, set) in sets.iter().enumerate() {
        let v = points + i;
        links.push(Link::edge(v, v, 1));
        links.extend(
            (0..points)
                .filter(|p| set >> p & 1 == 1)
                .map(|p| Link::edge(p, v, 1)),
        );
    }
    Board::of_links(points + sets.len(), links)
}

/// All families of at most `most` different nonempty sets of at most `points` points, each once up
/// to renaming the points.
fn families(points: usize, most: usize) -> Vec<Board> {
    let all: Vec<u32> = (1..1 << points).collect();
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    let mut waiting: Vec<Vec<u32>> = vec![vec![]];
    while let Some(family) = waiting.pop() {
        let board = of_sets(points, &family);
        if !seen.insert(canon::fingerprint(&board)) {
            continue;
        }
        boards.push(board);
        if family.len() < most {
            // in any order: isomorphic families are extended once
            let more = all.iter().filter(|s| !family.contains(s));
            waiting.extend(more.map(|&s| [family.as_slice(), &[s]].concat()));
        }
    }
    boards
}

/// The families to play out: all on four points, and those of up to four sets on five.
fn small_families() -> Vec<Board> {
    let four = families(4, 15);
    // Families of five points without an unused point; the others are included already.
    let five = families(5, 4)
        .into_iter()
        .filter(|f| masks(f).iter().fold(0, |u, s| u | s) == 31);
    four.into_iter().chain(five).collect()
}

/// Families of nonempty sets up to renaming the points: 1, 2, 6, 40, 1992 (OEIS A000612).
#[test]
fn families_are_complete() {
    let count = |points| families(points, 15).len();
    assert_eq!([1, 2, 3, 4].map(count), [2, 6, 40, 1992]);
}

fn masks(board: &Board) -> Vec<u32> {
    let mask = |points: Vec<usize>| points.iter().fold(0, |m, p| m | 1 << p);
    winning_sets(board)
        .into_iter()
        .map(|(_, points)| mask(points))
        .collect()
}

/// The winner according to the checker, which plays by the rules and knows no theorem.
fn by_rules(ruleset: &'static dyn Ruleset, board: &Board) -> String {
    Checker::new(ruleset, 5_000_000)
        .check(board)
        .expect("small")
        .outcome
}

fn by_solver(ruleset: &'static dyn Ruleset, text: &str) -> Outcome {
    let mut solver = Solver::new(ruleset, crate::kit::unlimited());
    solver
        .evaluate(&board(text))
        .expect("within the budget")
        .summary
        .outcome
}

/// Lemma 5: the game on `[n]^d` has `((n + 2)^d - n^d) / 2` lines. They are counted here as sets of
/// points, from the definition: each coordinate is constant, or runs up, or runs down. The one
/// exception is `n = 1`, where all these are the same set. All `n <= 9` for `d <= 2`, `n <= 5` for
/// `d = 3`, `n <= 3` for `d = 4`.
#[test]
fn lemma_5_number_of_lines() {
    for (d, most) in [(1u32, 9usize), (2, 9), (3, 5), (4, 3)] {
        for n in 1..=most {
            let mut lines: BTreeSet<Vec<usize>> = BTreeSet::new();
            for kind in 0..(n + 2).pow(d) {
                let ways: Vec<usize> = (0..d).map(|i| kind / (n + 2).pow(i) % (n + 2)).collect();
                if ways.iter().all(|&w| w < n) {
                    continue;
                }
                let at = |step: usize| {
                    let coordinate = |&w: &usize| match w {
                        w if w < n => w,
                        w if w == n => step,
                        _ => n - 1 - step,
                    };
                    ways.iter().map(coordinate).fold(0, |p, x| p * n + x)
                };
                let mut points: Vec<usize> = (0..n).map(at).collect();
                points.sort_unstable();
                lines.insert(points);
            }
            let formula = ((n + 2).pow(d) - n.pow(d)) / 2;
            let family = winning_sets(&board(&format!("lines({n},{d})")));
            assert_eq!(family.len(), formula, "({n},{d})");
            assert_eq!(lines.len(), if n == 1 { 1 } else { formula }, "({n},{d})");
            let as_sets: BTreeSet<Vec<usize>> = family.into_iter().map(|(_, p)| p).collect();
            assert_eq!(as_sets, lines, "({n},{d})");
        }
    }
}

/// Lemma 6 (strategy stealing): when both players may win, the second never does. All families of
/// sets of four points, and all of at most four sets of five points, by the rules alone.
#[test]
fn lemma_6_the_second_player_never_wins() {
    let mut met = BTreeSet::new();
    for family in small_families() {
        let outcome = by_rules(&Positional, &family);
        assert!(
            ["N", "D"].contains(&outcome.as_str()),
            "{}: {outcome}",
            family.name()
        );
        met.insert(outcome);
    }
    assert_eq!(met.len(), 2);
}

/// The solver and the checker, for both games: the same families, and each of at most three sets of
/// four points with every tinting of the sets.
#[test]
fn the_solver_agrees_with_the_checker() {
    let games: [&'static dyn Ruleset; 2] = [&Positional, &MakerBreaker];
    let mut met = BTreeSet::new();
    for ruleset in games {
        let mut solver = Solver::new(ruleset, crate::kit::unlimited());
        let mut agree = |board: &Board| {
            let evaluation = solver.evaluate(board).expect("within the budget");
            let verdict = verify(ruleset, board, &evaluation, solver.values(), 5_000_000);
            let name = board.name();
            assert_eq!(
                verdict,
                Verdict::Agrees,
                "{} {name}:{}",
                ruleset.name(),
                board.tint_string()
            );
            met.insert(evaluation.summary.outcome.letters());
        };
        for family in small_families() {
            agree(&family);
        }
        for family in families(4, 3) {
            let sets = family.order() - 4;
            for code in 1..3usize.pow(sets as u32) {
                let mut tinted = family.clone();
                for i in 0..sets {
                    let tints = [Tint::None, Tint::Left, Tint::Right];
                    tinted.set_tint(4 + i, tints[code / 3usize.pow(i as u32) % 3]);
                }
                agree(&tinted);
            }
        }
    }
    // No player is better off as the second; so the other five outcomes do not occur.
    assert_eq!(
        met.into_iter().collect::<Vec<_>>(),
        ["D", "D/R", "L", "L/D", "N", "R"]
    );
}

/// The same for 60 random families of 5 to 9 sets of two to four of eight points, where the
/// search's bounds, forced answers and potentials are all in use.
#[test]
fn the_solver_agrees_with_the_checker_at_random() {
    let games: [&'static dyn Ruleset; 2] = [&Positional, &MakerBreaker];
    let mut met = BTreeSet::new();
    for seed in 0..60u64 {
        let mut state = seed;
        let mut next = |n: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut set = || {
            let size = 2 + next(3) as u32;
            let mut set = 0u32;
            while set.count_ones() < size {
                set |= 1 << next(8);
            }
            set
        };
        let sets: Vec<u32> = (0..5 + seed % 5).map(|_| set()).collect();
        let family = of_sets(8, &sets);
        for ruleset in games {
            let mut solver = Solver::new(ruleset, crate::kit::unlimited());
            let evaluation = solver.evaluate(&family).expect("within the budget");
            let verdict = verify(ruleset, &family, &evaluation, solver.values(), 5_000_000);
            assert_eq!(
                verdict,
                Verdict::Agrees,
                "{} {}",
                ruleset.name(),
                family.name()
            );
            met.insert((ruleset.name(), evaluation.summary.outcome.letters()));
        }
    }
    assert_eq!(met.len(), 5, "{met:?}");
}

/// The same on real boards: tic-tac-toe in the plane and on the cube of side two, after every first
/// pair of moves in the plane.
#[test]
fn the_solver_agrees_with_the_checker_on_tic_tac_toe() {
    let games: [&'static dyn Ruleset; 2] = [&Positional, &MakerBreaker];
    for ruleset in games {
        let mut boards: Vec<Board> = ["lines(2,2)", "lines(3,2)", "lines(2,3)"].map(board).into();
        for first in ruleset.options(&boards[1], boilingpoint_rules::Player::Left) {
            boards.extend(ruleset.options(&first, boilingpoint_rules::Player::Right));
        }
        let mut solver = Solver::new(ruleset, crate::kit::unlimited());
        for board in boards {
            let evaluation = solver.evaluate(&board).expect("within the budget");
            let verdict = verify(ruleset, &board, &evaluation, solver.values(), 5_000_000);
            assert_eq!(
                verdict,
                Verdict::Agrees,
                "{} {}",
                ruleset.name(),
                board.name()
            );
        }
    }
}

/// Known results on small boards (Hales and Jewett 1963; Patashnik 1980 for larger ones than those
/// tested): the first player wins on sides of two and on the cube of side three; the squares of
/// side 3 to 7 are drawn. A Maker wins on sides of two and on the cube even when Breaker begins, on
/// the square of side three when she begins, and on no larger square.
#[test]
fn tic_tac_toe() {
    let known = [
        ("lines(1,2)", Outcome::N),
        ("lines(2,1)", Outcome::D),
        ("lines(2,2)", Outcome::N),
        ("lines(2,3)", Outcome::N),
        ("lines(3,1)", Outcome::D),
        ("lines(3,2)", Outcome::D),
        ("lines(3,3)", Outcome::N),
        ("lines(4,2)", Outcome::D),
        ("lines(5,2)", Outcome::D),
        ("lines(6,2)", Outcome::D),
        ("lines(7,2)", Outcome::D),
    ];
    for (text, outcome) in known {
        assert_eq!(by_solver(&Positional, text), outcome, "{text}");
    }
    let maker = [
        ("lines(2,1)", Outcome::R),
        ("lines(2,2)", Outcome::L),
        ("lines(3,2)", Outcome::N),
        ("lines(3,3)", Outcome::L),
        ("lines(4,2)", Outcome::R),
        ("lines(5,2)", Outcome::R),
        ("lines(6,2)", Outcome::R),
    ];
    for (text, outcome) in maker {
        assert_eq!(by_solver(&MakerBreaker, text), outcome, "{text}");
    }
}

/// Whether any `k` of the sets have at least `2k` points between them, by trying all of them.
fn hall(sets: &[u32]) -> bool {
    (0..1u32 << sets.len()).all(|chosen| {
        let chosen_sets = sets
            .iter()
            .enumerate()
            .filter(|(i, _)| chosen >> i & 1 == 1);
        let union = chosen_sets.fold(0, |u, (_, s)| u | s);
        union.count_ones() >= 2 * chosen.count_ones()
    })
}

/// A pairing has two points of each set, and no point twice.
fn is_pairing(sets: &[u32], pairs: &[[usize; 2]]) -> bool {
    let fits = sets
        .iter()
        .zip(pairs)
        .all(|(s, [a, b])| s >> a & s >> b & 1 == 1);
    let points: HashSet<usize> = pairs.iter().flatten().copied().collect();
    pairs.len() == sets.len() && fits && points.len() == 2 * pairs.len()
}

/// Theorem 7, and its converse: two points for each set, all different, can be found if and only if
/// any `k` sets have `2k` points between them (all subfamilies are tried). Then the second player
/// does not lose, and a Breaker wins moving second. The families of the other tests, and those of
/// at most three sets of six points.
#[test]
fn theorem_7_pairings() {
    let mut found = [0, 0];
    for family in small_families().into_iter().chain(families(6, 3)) {
        let sets = masks(&family);
        let pairing = draw_forcing_pairing(&family);
        assert_eq!(pairing.is_some(), hall(&sets), "{}", family.name());
        found[usize::from(pairing.is_some())] += 1;
        if let Some(pairs) = pairing {
            assert!(is_pairing(&sets, &pairs), "{}", family.name());
            assert_eq!(by_rules(&Positional, &family), "D", "{}", family.name());
            assert_eq!(by_rules(&MakerBreaker, &family), "R", "{}", family.name());
        }
    }
    assert!(found.iter().all(|&n| n > 20), "{found:?}");
}

/// The notes' example for the square of side five: each of the twelve lines has two fields with a
/// number of its own.
#[test]
fn the_pairing_of_the_square_of_side_five() {
    const PRINTED: [[usize; 5]; 5] = [
        [11, 1, 8, 1, 12],
        [6, 2, 2, 9, 10],
        [3, 7, 0, 9, 3],
        [6, 7, 4, 4, 10],
        [12, 5, 8, 5, 11],
    ];
    let square = board("lines(5,2)");
    let sets = masks(&square);
    assert_eq!(sets.len(), 12);
    let field = |p: usize| PRINTED[p / 5][p % 5];
    let mut used = BTreeSet::new();
    for &set in &sets {
        let numbers: Vec<usize> = (0..25).filter(|p| set >> p & 1 == 1).map(field).collect();
        let twice = |&n: &usize| n > 0 && numbers.iter().filter(|&&m| m == n).count() == 2;
        let number = *numbers
            .iter()
            .find(|n| twice(n))
            .expect("a number that is twice in the line");
        assert!(used.insert(number), "{number} serves two lines");
    }
    assert_eq!(used, (1..=12).collect());
    let found = draw_forcing_pairing(&square).expect("a pairing");
    assert!(is_pairing(&sets, &found));
}

/// Corollary 8: if every set has at least `n` points and every point is in at most `n/2` sets,
/// there is a pairing; for `k` sets have `nk` points, counted with repetition, and so `2k`
/// different ones. All families of the other tests, and every `n`.
///
/// It is printed with `|A_i| >= n` for `i = 1, ..., n`, where `N`, the number of sets, must be
/// meant. As printed it fails for `n = 2`, two sets of two points, and a third one with a single
/// point.
#[test]
fn corollary_8_pairings_from_degrees() {
    let degree = |sets: &[u32]| {
        (0..32)
            .map(|p| sets.iter().filter(|&s| s >> p & 1 == 1).count())
            .max()
            .unwrap_or(0)
    };
    let mut met = 0;
    for family in small_families().into_iter().chain(families(6, 3)) {
        let sets = masks(&family);
        let least = sets
            .iter()
            .map(|s| s.count_ones() as usize)
            .min()
            .unwrap_or(0);
        if (1..=least).any(|n| 2 * degree(&sets) <= n) {
            assert!(draw_forcing_pairing(&family).is_some(), "{}", family.name());
            met += 1;
        }
    }
    assert!(met > 10, "{met}");
    // As printed, with n = 2: A_1 = {0, 1}, A_2 = {2, 3}, A_3 = {4}, and each point in at most one
    // set.
    let sets = [0b00011, 0b01100, 0b10000];
    let family = of_sets(5, &sets);
    assert!(sets[..2].iter().all(|s| s.count_ones() >= 2) && degree(&sets) <= 1);
    assert_eq!(draw_forcing_pairing(&family), None);
    assert_eq!(by_rules(&Positional, &family), "N");
}

/// The most lines through a point of `[n]^d`.
fn most_lines_through_a_point(n: usize, d: u32) -> usize {
    let cube = board(&format!("lines({n},{d})"));
    let lines = winning_sets(&cube);
    let through = |p: usize| {
        lines
            .iter()
            .filter(|(_, points)| points.contains(&p))
            .count()
    };
    (0..n.pow(d)).map(through).max().expect("a point")
}

/// Lemma 7, its proof: at most `(3^d - 1) / 2` lines go through a point when `n` is odd, which the
/// centre has, and at most `2^d - 1` when `n` is even, which the corners have. So Corollary 8 gives
/// a pairing for odd `n >= 3^d - 1`, and for even `n >= 2^(d+1) - 2`.
///
/// The lemma is printed with `2^d - 1` for even `n`, which is half of what its proof gives, and is
/// false: for `d = 2` it promises a pairing of the square of side four, which has 10 lines and 16
/// points. (The text before it rightly says `n >= 6`.)
#[test]
fn lemma_7_lines_through_a_point() {
    for (d, most) in [(1, 9), (2, 9), (3, 6), (4, 4)] {
        for n in 2..=most {
            let bound = if n % 2 == 1 {
                (3usize.pow(d) - 1) / 2
            } else {
                2usize.pow(d) - 1
            };
            assert_eq!(most_lines_through_a_point(n, d), bound, "({n},{d})");
        }
    }
    assert_eq!(draw_forcing_pairing(&board("lines(4,2)")), None);
}

/// Which boards really have a pairing. The lines need two points each, so `(n, d)` needs
/// `(n + 2)^d - n^d <= n^d`: `n >= 5` for `d = 2`, `n >= 8` for `d = 3`. That is enough: here for
/// `n` to 12 and to 25, and from there on by Corollary 8 with the true Lemma 7 (odd `n` from 9 and
/// 27, even `n` from 6 and 14 on).
#[test]
fn which_boards_have_a_pairing() {
    for (d, most) in [(1u32, 12usize), (2, 12), (3, 25)] {
        for n in 2..=most {
            let cube = board(&format!("lines({n},{d})"));
            let enough = (n + 2).pow(d) <= 2 * n.pow(d);
            let least = [2, 5, 8][d as usize - 1];
            assert_eq!(enough, n >= least, "({n},{d})");
            let pairing = draw_forcing_pairing(&cube);
            assert_eq!(pairing.is_some(), enough, "({n},{d})");
            let Some(pairs) = pairing else { continue };
            let points: HashSet<usize> = pairs.iter().flatten().copied().collect();
            assert_eq!(points.len(), 2 * pairs.len(), "({n},{d})");
            let sets = winning_sets(&cube);
            assert_eq!(sets.len(), pairs.len());
            assert!(
                sets.iter()
                    .zip(&pairs)
                    .all(|((_, s), pair)| pair.iter().all(|p| s.contains(p)))
            );
        }
    }
}

/// Theorem 9 (Erdős and Selfridge 1973): if the sum of `2^-|A|` over the sets is below 1/2, the
/// second player draws, and a Breaker who moves second wins; in the notes' words, with fewer than
/// `2^(n-1)` sets of at least `n` points. If it is below 1, a Breaker who moves first wins. All
/// families of Lemma 6, by the rules alone, since the solver uses the theorem. And it is
/// sharp: `2^(n-1)` sets of `n` points by which Maker wins, for `n` = 1 to 4.
#[test]
fn theorem_9_erdos_and_selfridge() {
    let mut met = [0, 0];
    for family in small_families() {
        let sets = masks(&family);
        let (p, e) = erdos_selfridge(&family).expect("small sets");
        let sum: f64 = sets
            .iter()
            .map(|s| 0.5f64.powi(s.count_ones() as i32))
            .sum();
        // Sums of a few powers of two are exact.
        assert_eq!(p as f64 / (1u128 << e) as f64, sum);
        let least = sets.iter().map(|s| s.count_ones()).min().unwrap_or(1);
        let few = sets.len() < 1 << (least - 1);
        assert!(!few || sum < 0.5, "{}", family.name());
        if sum < 0.5 {
            met[0] += 1;
            assert_eq!(by_rules(&Positional, &family), "D", "{}", family.name());
            assert_eq!(by_rules(&MakerBreaker, &family), "R", "{}", family.name());
        } else if sum < 1.0 {
            met[1] += 1;
            let outcome = by_rules(&MakerBreaker, &family);
            assert!(["R", "N"].contains(&outcome.as_str()), "{}", family.name());
        }
    }
    assert!(met.iter().all(|&n| n > 10), "{met:?}");
    // One point that is in all sets, and n - 1 pairs, of which every set has one point each.
    for n in 1..=4usize {
        let set = |choice: u32| {
            (0..n - 1).fold(1, |s, i| s | 1 << (1 + 2 * i + (choice >> i & 1) as usize))
        };
        let sets: Vec<u32> = (0..1 << (n - 1)).map(set).collect();
        let family = of_sets(2 * n - 1, &sets);
        assert_eq!(erdos_selfridge(&family), Some((1 << (n - 1), n as u32)));
        assert_eq!(by_rules(&MakerBreaker, &family), "N");
    }
}

/// The corollary of Theorem 9 for tic-tac-toe: the board of side n and dimension d is drawn if
/// `((n + 2)^d - n^d) / 2 < 2^(n-1)`. For d = 1 to 5 the inequality holds from n = 2, 5, 10, 16 and
/// 22 on (to n = 60). There the solver, which knows the theorem, says that the board is drawn, and
/// so does a pairing, which the theorem does not need: to n = 9 for d = 1, n = 12 for d = 2, n = 10
/// for d = 3. On a line of 2 to 5 points the rules alone say so.
///
/// The inequality follows from `n >= (1 + e) d log2 d` for large n, say the notes: for e = 1 it
/// does from d = 3 on (to d = 400), for e = 1/2 from d = 92 on (to d = 2000), which are n from 10
/// and 901 on.
#[test]
fn corollary_of_theorem_9_for_tic_tac_toe() {
    let holds = |n: u128, d: u32| (n + 2).pow(d) - n.pow(d) < 1 << n;
    for (d, least) in [(1, 2), (2, 5), (3, 10), (4, 16), (5, 22)] {
        for n in 1..=60 {
            assert_eq!(holds(n, d), n >= least, "({n},{d})");
        }
    }
    for (d, range) in [(1, 2..=9), (2, 5..=12), (3, 10..=10)] {
        for n in range {
            let text = format!("lines({n},{d})");
            assert_eq!(by_solver(&Positional, &text), Outcome::D, "{text}");
            assert!(draw_forcing_pairing(&board(&text)).is_some(), "{text}");
            if d == 1 && n <= 5 {
                assert_eq!(by_rules(&Positional, &board(&text)), "D", "{text}");
            }
        }
    }
    // In logarithms, whose errors are far below the differences.
    let follows = |e: f64, d: f64| {
        let n = ((1.0 + e) * d * d.log2()).ceil();
        d * n.log2() + ((1.0 + 2.0 / n).powf(d) - 1.0).log2() < n
    };
    for (e, from, to) in [(1.0, 3u32, 400u32), (0.5, 92, 2000)] {
        assert!((from..=to).all(|d| follows(e, f64::from(d))), "{e}");
        assert!(!follows(e, f64::from(from - 1)), "{e}");
    }
}

/// Where Corollary 8 gives no pairing for any `n`, but there is one: no family with fewer than four
/// points or fewer than two sets is such a case, and those with four points and two sets have sets
/// of 2 and 3, 2 and 4, 3 and 3, or 3 and 4 points. All families of sets on four points.
#[test]
fn the_smallest_pairing_that_corollary_8_does_not_give() {
    let mut found = BTreeSet::new();
    for family in families(4, 15) {
        let sets = masks(&family);
        let least = sets.iter().map(|s| s.count_ones()).min().unwrap_or(0);
        let through = |p: usize| sets.iter().filter(|&s| s >> p & 1 == 1).count() as u32;
        let given = 2 * (0..4).map(through).max().expect("a point") <= least;
        if !given && draw_forcing_pairing(&family).is_some() {
            let points = sets.iter().fold(0, |all, s| all | s).count_ones();
            let mut sizes: Vec<u32> = sets.iter().map(|s| s.count_ones()).collect();
            sizes.sort_unstable();
            found.insert((points, sizes));
        }
    }
    let sizes = [[2, 3], [2, 4], [3, 3], [3, 4]];
    assert_eq!(found, sizes.map(|pair| (4, pair.to_vec())).into());
}
