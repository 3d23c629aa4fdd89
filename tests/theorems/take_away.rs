//! Take-away games against the notes *Combinatorial Games* (Frieze; the general bound after
//! Schwenk, *Take-away games*, 1970).

use crate::impartial::{Game, agree, board, laws, lists, mex};
use boilingpoint_boards::{Board, Link};
use boilingpoint_rules::{self as ruleset, Player};
use std::cell::RefCell;
use std::collections::HashMap;

/// Piles of these numbers of chips.
fn piles(chips: &[u32]) -> Board {
    let loops = chips.iter().enumerate().map(|(v, &n)| Link::edge(v, v, n));
    Board::of_links(chips.len(), loops.collect())
}

/// A pile from which at most `most` chips may be taken now.
fn limited(chips: u32, most: u32) -> Board {
    Board::of_links(1, vec![Link::edge(0, 0, chips), Link::edge(0, 0, most)])
}

/// The Grundy values of piles of 0, 1, 2, ... chips, by definition.
fn subtraction_values(set: &[usize], count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let next = set.iter().filter(|&&k| k <= n).map(|&k| values[n - k]);
        values.push(mex(next.collect::<Vec<_>>()));
    }
    values
}

/// Game 1: if 1 to 4 chips may be taken, the value of a pile is its remainder modulo 5; the second
/// player wins a single pile exactly when 5 divides it. To 200 chips; sums of two piles to 12.
#[test]
fn game_1_is_counted_modulo_5() {
    let mut game = Game::new("subtraction(1,2,3,4)");
    for n in 0..=200 {
        assert_eq!(game.grundy(&piles(&[n])), n % 5, "{n} chips");
    }
    for list in lists(&[13, 13]) {
        assert_eq!(
            game.grundy(&piles(&list)),
            (list[0] % 5) ^ (list[1] % 5),
            "{list:?}"
        );
    }
}

/// Subtraction games agree with the definition, to 120 chips, and have the periods of the
/// literature (Winning Ways, ch. 4): {1,2,3}: 4, {2,3}: 5, {1,3,4}: 7, {2,4,7}: 3 (after 8), {1,2}:
/// 3.
#[test]
fn subtraction_sets() {
    for (set, period, from) in [
        (&[1, 2][..], 3, 0),
        (&[1, 2, 3], 4, 0),
        (&[2, 3], 5, 0),
        (&[1, 3, 4], 7, 0),
        (&[2, 4, 7], 3, 8),
    ] {
        let list: Vec<String> = set.iter().map(usize::to_string).collect();
        let mut game = Game::new(&format!("subtraction({})", list.join(",")));
        let values = subtraction_values(set, 121);
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(
                game.grundy(&piles(&[n as u32])),
                value,
                "{set:?}, {n} chips"
            );
            if n >= from + period {
                assert_eq!(values[n - period], value, "{set:?}, {n} chips");
            }
        }
    }
    // With every number up to the size of the pile in the set, the game is Nim.
    let mut nim = Game::new("subtraction(1,2,3,4,5,6,7,8,9,10,11,12)");
    for list in lists(&[7, 7, 7]) {
        assert_eq!(
            nim.grundy(&piles(&list)),
            list[0] ^ list[1] ^ list[2],
            "{list:?}"
        );
    }
}

/// Lemma 2: if an even number that is not the whole pile may be taken, or the whole pile if it is
/// odd, a pile of 2k chips has value k - 1 and one of 2k - 1 chips value k. To 150 chips.
#[test]
fn lemma_2_even_and_odd_piles() {
    let mut game = Game::new("even-odd");
    assert_eq!(game.grundy(&piles(&[0])), 0);
    for k in 1..=75 {
        assert_eq!(game.grundy(&piles(&[2 * k])), k - 1, "{} chips", 2 * k);
        assert_eq!(game.grundy(&piles(&[2 * k - 1])), k, "{} chips", 2 * k - 1);
    }
}

/// Theorem 2 (Sprague and Grundy): the value of a sum is the nim-sum of the values. The sum is
/// played as a whole, by its rules; the solver takes it apart. Three piles of up to 6 chips in
/// three games, and two piles of up to 7 where the bound depends on the last move. Lemma 1, that
/// the second player wins exactly where the value is 0, is checked with it.
#[test]
fn theorem_2_sums_of_piles() {
    for (name, below) in [
        ("even-odd", &[7, 7, 7][..]),
        ("subtraction(1,3,4)", &[7, 7, 7]),
        ("subtraction(2,5)", &[7, 7, 7]),
        ("take-away(n)", &[8, 8]),
        ("take-away(2*n)", &[8, 8]),
    ] {
        let mut game = Game::new(name);
        let mut boards = Vec::new();
        for list in lists(below) {
            let sum = list
                .iter()
                .fold(0, |sum, &n| sum ^ game.by_rules(&piles(&[n])));
            let whole = piles(&list);
            assert_eq!(game.by_rules(&whole), sum, "{name} {list:?}");
            assert_eq!(game.grundy(&whole), sum, "{name} {list:?}");
            assert_eq!(
                lost_by_labels(name, &whole),
                sum == 0,
                "Lemma 1: {name} {list:?}"
            );
            if list.is_sorted() {
                boards.push(whole);
            }
        }
        agree(name, &boards);
    }
}

/// The labelling procedure of the notes: a position is lost if no option is lost.
fn lost_by_labels(name: &str, position: &Board) -> bool {
    thread_local!(static KNOWN: RefCell<HashMap<(String, Board), bool>> = RefCell::default());
    let key = (name.to_string(), position.clone());
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).copied()) {
        return known;
    }
    let options = crate::impartial::rules(name).options(position, Player::Left);
    let lost = !options.iter().any(|option| lost_by_labels(name, option));
    KNOWN.with_borrow_mut(|known| known.insert(key, lost));
    lost
}

/// Theorem 3: where at most as many chips may be taken as were taken last, the next player wins a
/// pile of m 2^k chips, m odd, of which `x` may be taken, if x >= 2^k; if m = 1 and x < n she does
/// not. In fact she wins if and only if x >= 2^k, for every m. All piles to 64 chips and every x.
#[test]
fn theorem_3_powers_of_two() {
    let mut game = Game::new("take-away(n)");
    for n in 1..=64u32 {
        let power = 1 << n.trailing_zeros();
        for most in 1..=n {
            let wins = game.next_wins(&limited(n, most));
            assert_eq!(wins, most >= power, "{n} chips, at most {most}");
        }
        assert_eq!(
            game.next_wins(&piles(&[n])),
            !n.is_power_of_two(),
            "{n} chips at first"
        );
    }
}

/// The most chips that may be taken, as a function of the number just taken.
type Bound = fn(u64) -> u64;

/// The tested bounds, as rulesets and as functions: all are non-decreasing and f(x) >= x.
const BOUNDS: [(&str, Bound); 8] = [
    ("take-away(n)", |x| x),
    ("take-away(n+1)", |x| x + 1),
    ("take-away(n+5)", |x| x + 5),
    ("take-away(2*n-1)", |x| 2 * x - 1),
    ("take-away(2*n)", |x| 2 * x),
    ("take-away(3*n)", |x| 3 * x),
    ("take-away(4*n-2)", |x| 4 * x - 2),
    ("take-away(n^2)", |x| x * x),
];

/// The first `count` members of a sequence `H` of pile sizes. A pile has one of these sizes exactly
/// if the second player wins. The recurrence is `H(1) = 1` and `H(j+1) = H(j) + H(l)`, where `l` is
/// the least index with `f(H(l)) >= H(j)`.
///
/// The function `f` has to be non-decreasing with `f(x) >= x` (Schwenk 1970; equation 2 of the
/// notes on combinatorial games). `H` consists of the powers of two for `f(x) = x`, and of
/// Fibonacci numbers for `f(x) = 2x`. The list ends early where a number does not fit into 64 bits,
/// or where `f` is too small for the recurrence.
fn h_sequence(f: impl Fn(u64) -> u64, count: usize) -> Vec<u64> {
    let mut h: Vec<u64> = Vec::new();
    while h.len() < count {
        let next = match h.last() {
            None => Some(1),
            Some(&last) => {
                let least = h.iter().find(|&&x| f(x) >= last);
                least.and_then(|&x| last.checked_add(x))
            }
        };
        match next {
            Some(next) => h.push(next),
            None => break,
        }
    }
    h
}

/// The sequence H for bounds whose sequences are known. The notes say H(i) = 2^i for f(x) = x; with
/// H(1) = 1 it is 2^(i-1). For f(x) = 2x it is Fibonacci's; for f(x) = 3x it has H(j+1) = H(j) +
/// H(j-3) from j = 5 on.
#[test]
fn known_sequences() {
    let powers: Vec<u64> = (0..20).map(|i| 1 << i).collect();
    assert_eq!(h_sequence(|x| x, 20), powers);
    assert_eq!(
        h_sequence(|x| 2 * x, 12),
        [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
    );
    assert_eq!(
        h_sequence(|x| 3 * x, 12),
        [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55]
    );
    let thrice = h_sequence(|x| 3 * x, 60);
    assert!((5..60).all(|j| thrice[j] == thrice[j - 1] + thrice[j - 4]));
    // The sequence ends where numbers overflow, or where the bound is too small.
    assert_eq!(h_sequence(|x| x, 100).len(), 64);
    assert_eq!(h_sequence(|_| 1, 10), [1, 2]);
    assert!(h_sequence(|x| x, 0).is_empty());
}

/// All representations of a number as a sum of members of H, least first, such that f of each is
/// less than the next.
fn representations(n: u64, h: &[u64], f: Bound) -> Vec<Vec<u64>> {
    fn go(n: u64, h: &[u64], f: Bound, below: u64) -> Vec<Vec<u64>> {
        if n == 0 {
            return vec![vec![]];
        }
        // The greatest member first.
        let greatest = h
            .iter()
            .filter(|&&x| x <= n && (below == u64::MAX || f(x) < below));
        let with = |&x: &u64| {
            let rest = go(n - x, h, f, x).into_iter();
            rest.map(move |list| [list, vec![x]].concat())
                .collect::<Vec<_>>()
        };
        greatest.flat_map(with).collect()
    }
    go(n, h, f, u64::MAX)
}

/// Theorem 4: every positive integer is in exactly one way a sum of members of H such that f of
/// each is less than the next. To 300, for eight bounds.
#[test]
fn theorem_4_representations_are_unique() {
    for (name, f) in BOUNDS {
        let h: Vec<u64> = h_sequence(f, 60)
            .into_iter()
            .take_while(|&x| x <= 300)
            .collect();
        for (j, pair) in h.windows(2).enumerate() {
            let least = h
                .iter()
                .find(|&&x| f(x) >= pair[0])
                .expect("H(j) itself will do");
            assert_eq!(
                pair[1],
                pair[0] + least,
                "equation 2: {name}, j = {}",
                j + 1
            );
            assert!(pair[1] <= 2 * pair[0], "inequality 3: {name}");
        }
        for n in 1..=300 {
            assert_eq!(representations(n, &h, f).len(), 1, "{name}: {n}");
        }
    }
}

/// Theorem 5: the next player, who may take less than the whole pile, wins if and only if the
/// number of chips is not in H; and with at most `x` chips to take, if and only if x is at least
/// the least member of the representation of the pile (what the proof shows). For eight bounds:
/// piles to 64 chips, those with a given x to 40.
#[test]
fn theorem_5_the_sequence_h() {
    for (name, f) in BOUNDS {
        let mut game = Game::new(name);
        let h: Vec<u64> = h_sequence(f, 60)
            .into_iter()
            .take_while(|&x| x <= 64)
            .collect();
        let lost: Vec<u64> = (1..=64)
            .filter(|&n| !game.next_wins(&piles(&[n as u32])))
            .collect();
        assert_eq!(lost, h, "{name}");
        for n in 1..=40 {
            let least = representations(n, &h, f)[0][0];
            for most in 1..=n {
                let wins = game.next_wins(&limited(n as u32, most as u32));
                assert_eq!(wins, most >= least, "{name}: {n} chips, at most {most}");
            }
        }
    }
}

/// A bound must have a value for every number of chips: a bound that divides is refused, and not
/// read as a bound of zero.
#[test]
fn bounds_have_values() {
    let refused = |name: &str| ruleset::find(name).expect_err(name).to_string();
    assert!(refused("take-away(3*n/2)").contains("for n = 1: `3*n/2` is 3/2"));
    assert!(refused("take-away(n^5)").contains("for n = 6209"));
    assert!(ruleset::find("take-away((4*n+2)/2)").is_ok());
}

/// The solver agrees with the checker and with the rules, on single piles and pairs; verdicts do
/// not depend on earlier boards.
#[test]
fn the_solver_agrees_with_the_checker() {
    for (name, _) in BOUNDS {
        let mut boards: Vec<Board> = (0..=14).map(|n| piles(&[n])).collect();
        boards.extend(lists(&[6, 6]).iter().map(|list| piles(list)));
        boards.extend((1..=10).flat_map(|n| (1..=n).map(move |most| limited(n, most))));
        agree(name, &boards);
        let mut game = Game::new(name);
        for board in &boards {
            assert_eq!(
                game.grundy(board),
                game.by_rules(board),
                "{name}: {}",
                board.name()
            );
        }
        let larger: Vec<Board> = [15, 19, 22].map(|n| piles(&[n, n / 2, 1])).to_vec();
        laws(name, &[boards, larger].concat());
    }
    for name in ["even-odd", "subtraction(1,2,3,4)", "subtraction(2,4,7)"] {
        let mut boards: Vec<Board> = (0..=40).map(|n| piles(&[n])).collect();
        boards.extend(lists(&[5, 5, 3]).iter().map(|list| piles(list)));
        agree(name, &boards);
        laws(name, &boards);
    }
    // The notation gives the board that it describes.
    assert_eq!(board("piles(3,0,5)"), piles(&[3, 0, 5]));
    assert_eq!(board("0-0*7*2"), limited(7, 2));
}
